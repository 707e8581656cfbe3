// Enterprise users over real two-way TLS: what the server says, does and leaves open, and what a person is told.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import type { Effect } from '../platform/faults.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import {
  connectTo,
  startSteward,
  type StartOptions,
  type Steward,
  valueOf,
} from '../support/steward.ts';
import { inEveryMediaType } from '../support/media-types.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Behaves as the keychain of a computer: it outlives the program. */
const outliving = (): Keychain => Object.assign(createMemoryKeychain(), { kind: 'system' });

inEveryMediaType((mediaType) => {
  /** One program and one platform for most tests; each takes a user nobody else has. */
  let platform: Platform;
  let shared: { steward: Steward; connection: string };
  let untouched: string[];

  beforeAll(async () => {
    platform = await startPlatform({ users: 117 });
    const steward = await startSteward();
    shared = {
      steward,
      connection: (await connectTo(steward, platform, { mediaType })).connection,
    };
    untouched = [...platform.control.users];
  });
  afterAll(async () => {
    await shared.steward.stop();
    await platform.stop();
  });

  function on({ steward, connection }: typeof shared, on = platform) {
    const { control } = on;
    control.clearFaults();
    control.forget();
    const all = steward.client.enterpriseUsers;
    const secrets = steward.client.oneTimeSecrets;
    const entriesOf = async (userName: string) =>
      (await valueOf(secrets.list({}))).filter((entry) => entry.userName === userName);
    const userName = untouched.pop() ?? '';
    return { control, steward, connection, userName, all, secrets, entriesOf };
  }

  /** A program of the test's own, on the shared platform. */
  async function ownSteward(options: StartOptions = {}) {
    const steward = await startSteward(options);
    onTestFinished(() => steward.stop());
    const { connection } = await connectTo(steward, platform, { mediaType });
    return on({ steward, connection });
  }

  const fails = { kind: 'reset' } as const satisfies Effect;

  describe('the list', () => {
    it('EUS-01 LIM-01 QRY-01 is complete over pages, in UTC, with the local knowledge beside it', async () => {
      const { all, connection, control } = on(shared);
      const list = await valueOf(all.list({ connection }));
      expect(list.fromCopy).toBe(false);
      expect(list.users.map(({ userName }) => userName).sort()).toEqual([...control.users].sort());
      for (const { created, local } of list.users) {
        expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(local.firstSeen).not.toBeNull();
      }
    });

    it('LIM-02 says when the platform held back a part, in its copy and its file as well', async () => {
      const { all, connection, control, steward } = on(shared);
      const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
      const cut = { complete: false, because: 'limit' };
      control.fault({ operation: 'enterpriseUsers.list', acts: true, effect });
      expect((await valueOf(all.list({ connection }))).completeness).toMatchObject(cut);
      control.fault({ operation: 'enterpriseUsers.list', acts: false, effect: fails, times: 9 });
      const copy = await valueOf(all.list({ connection }));
      expect(copy).toMatchObject({ fromCopy: true, completeness: cut });
      const target = steward.app.targetFor(path.join(tempFolder(), 'users.csv'));
      const saved = await valueOf(all.exportList({ connection, target }));
      expect(saved.completeness).toMatchObject(cut);
      control.clearFaults();
      expect((await valueOf(all.list({ connection }))).completeness.complete).toBe(true);
    });

    it('PAR-16 ends with a server that gives everything at once, whatever is asked for', async () => {
      const { all, connection, control } = on(shared);
      control.shape.pageSize = 1000;
      onTestFinished(() => void (control.shape.pageSize = 50));
      expect((await valueOf(all.list({ connection }))).users).toHaveLength(control.users.length);
    });

    it('CCH-04 is a copy with its age when the server cannot be reached, and no act goes on from it', async () => {
      const away = await startPlatform({ users: 3 });
      const steward = await startSteward();
      onTestFinished(() => steward.stop());
      const { connection } = await connectTo(steward, away, { mediaType });
      const { all } = on({ steward, connection });
      const fresh = await valueOf(all.list({ connection }));
      await away.stop();
      const userName = fresh.users[0]?.userName ?? '';
      const copy = await valueOf(all.list({ connection }));
      expect(copy).toEqual({ ...fresh, fromCopy: true });
      expect(await all.rotateSecret({ connection, userName })).toMatchObject({
        ok: false,
        failure: { kind: 'unreachable' },
      });
      expect(await all.remove({ connection, userName })).toMatchObject({ ok: false });
    });

    it.each<[string, (one: unknown) => unknown]>([
      ['an array', (one) => [one]],
      ['itself', (one) => one],
      ['_embedded, as an array', (one) => ({ _embedded: { enterpriseUsers: [one] } })],
      ['_embedded, as an object', (one) => ({ _embedded: { enterpriseUsers: one } })],
      ['_embedded, under another name', (one) => ({ _embedded: { whatever: one } })],
      ['a list with a name', (one) => ({ EnterpriseUsers: [one], Count: 1 })],
      ['elements around elements', (one) => ({ EnterpriseUsers: { EnterpriseUser: one } })],
    ])('FLD-21 a user is read from whatever a list comes as: %s', async (_name, wrap) => {
      const { all, connection, control, secrets, userName } = on(shared);
      const one = { UserName: userName, OwnerOrgNo: '1', Created: '2024-05-06T07:08:09' };
      const answer = (operation: 'list' | 'get' | 'rotateSecret', more = {}) => {
        const effect: Effect = {
          kind: 'alter',
          body: JSON.stringify(wrap({ ...one, ...more })),
        };
        control.fault({ operation: `enterpriseUsers.${operation}`, acts: true, effect });
      };
      answer('list', { UserName: 'only-in-this-page' });
      const { users } = await valueOf(all.list({ connection }));
      expect(users.map((user) => user.userName)).toContain('only-in-this-page');
      answer('get');
      expect(await valueOf(all.get({ connection, userName }))).toMatchObject({ userName });
      // What is shown is what a rotation goes by, so it is as the platform has it.
      await valueOf(all.get({ connection, userName }));
      answer('rotateSecret', { Secret: 'hemmelig-1' });
      const { secret } = await valueOf(all.rotateSecret({ connection, userName }));
      expect(await secrets.reveal({ secret })).toEqual({
        ok: true,
        value: { secret: 'hemmelig-1' },
      });
    });

    it('PAR-08 names the field it cannot read instead of showing less', async () => {
      const { all, connection, control } = on(shared);
      const bodies = ['[{"UserName":5}]', '[null]', '{"a":1}', '"x"', '[[{"UserName":"a"}]]'];
      for (const body of bodies) {
        const effect: Effect = { kind: 'alter', body };
        control.fault({ operation: 'enterpriseUsers.list', acts: true, effect });
        expect(await all.list({ connection }), body).toMatchObject({
          failure: { kind: 'unexpected-answer' },
        });
      }
    });
  });

  describe('the list as a file', () => {
    function saving({ steward, connection, all }: ReturnType<typeof on>) {
      const file = path.join(tempFolder(), 'users.csv');
      const target = steward.app.targetFor(file);
      const save = (only?: string[]) =>
        all.exportList({ connection, target, ...(only && { only }) });
      return { file, target, save, text: () => readFile(file, 'utf8') };
    }

    it('PAR-18 opens in a spreadsheet program as it is, whole, and runs nothing', async () => {
      const desk = on(shared);
      const { all, connection, control, userName } = desk;
      control.shape.single = 'object';
      onTestFinished(() => void (control.shape.single = 'array'));
      await valueOf(all.changeNote({ connection, userName, note: '=HYPERLINK("https://x")' }));
      const { save, text } = saving(desk);
      const { users } = await valueOf(all.list({ connection }));
      expect(await valueOf(save())).toMatchObject({
        name: 'users.csv',
        rows: control.users.length,
      });
      const [first, ...rows] = (await text()).split('\r\n').filter(Boolean);
      expect(first).toBe(
        '\ufeff"user name";"created";"owner organisation number";"last rotated";"note";"last changed at the platform";"name";"rotation elsewhere entered"',
      );
      expect(rows).toHaveLength(control.users.length);
      const user = users.find((one) => one.userName === userName);
      const { created = '', lastChanged, name } = user ?? {};
      const owner = platform.organisationNumber;
      const note = `"'=HYPERLINK(""https://x"")"`;
      expect(rows).toContain(
        `"${userName}";"${created}";"${owner}";"";${note};"${lastChanged ?? ''}";"${name ?? ''}";""`,
      );
      expect(users.every((one) => one.name === one.userName)).toBe(true);
    });

    it('holds only the users that were asked for, when they were rotated, and no secret', async () => {
      const desk = on(shared);
      const { all, connection, control, userName, secrets } = desk;
      const other = untouched.pop() ?? '';
      const kept = await valueOf(all.rotateSecret({ connection, userName }));
      const { secret } = await valueOf(secrets.reveal({ secret: kept.secret }));
      const { lastRotated } = (await valueOf(all.get({ connection, userName }))).local;
      const { save, text } = saving(desk);
      const names = [userName, other, 'not-there-any-more'];
      expect(await valueOf(save(names))).toMatchObject({ rows: 2 });
      const rows = (await text()).split('\r\n').slice(1).filter(Boolean);
      const namesOf = rows.map((row) => row.split(';')[0]);
      expect(namesOf.sort()).toEqual([`"${userName}"`, `"${other}"`].sort());
      expect(lastRotated).not.toBeNull();
      expect(rows.join()).toContain(`"${lastRotated ?? ''}"`);
      expect(secret).toBe(control.secretOf(userName));
      expect(await text()).not.toContain(secret);
    });

    it('has the age that a person entered of a rotation elsewhere, and says so; no platform is asked for it', async () => {
      const desk = on(shared);
      const { all, connection, control, userName } = desk;
      control.forget();
      const told = await valueOf(all.tellRotation({ connection, userName, on: '2026-01-31' }));
      expect(told.local).toMatchObject({
        lastRotated: new Date(2026, 0, 31).toISOString(),
        isRotationTold: true,
      });
      expect(await all.tellRotation({ connection, userName, on: '2999-01-01' })).toMatchObject({
        failure: { kind: 'invalid-input', fields: { on: 'out-of-range' } },
      });
      expect(control.requests).toHaveLength(0);
      const { save, text } = saving(desk);
      await valueOf(save([userName]));
      expect(await text()).toContain(`;"2026-01-31"`);
      const back = await valueOf(all.tellRotation({ connection, userName, on: null }));
      expect(back.local).toMatchObject({ lastRotated: null });
    });

    it('is never written over another file, nor to one that was not chosen', async () => {
      const desk = on(shared);
      const { all, connection, control } = desk;
      const { save, text } = saving(desk);
      await valueOf(save([]));
      const before = await text();
      expect(await save()).toMatchObject({ failure: { kind: 'file', problem: 'already-exists' } });
      expect(await text()).toBe(before);
      control.forget();
      const target = 'file-AAAAAAAAAAAAAAAAAAAAAAAA';
      expect(await all.exportList({ connection, target })).toMatchObject({
        failure: { kind: 'invalid-input', fields: { target: 'unknown-handle' } },
      });
      expect(control.requests).toEqual([]);
    });

    it('comes from the copy when the server cannot be reached', async () => {
      const away = await startPlatform({ users: 3 });
      const steward = await startSteward();
      onTestFinished(() => steward.stop());
      const { connection } = await connectTo(steward, away, { mediaType });
      const desk = on({ steward, connection });
      const { users } = await valueOf(desk.all.list({ connection }));
      await away.stop();
      const { save, text } = saving(desk);
      expect(await valueOf(save())).toMatchObject({ rows: 3 });
      for (const { userName } of users) expect(await text()).toContain(`"${userName}"`);
    });

    it('CCH-03 shows nobody anything: the next act still goes by what a person saw', async () => {
      const desk = on(shared);
      const { all, connection, control, userName } = desk;
      const { created } = await valueOf(all.get({ connection, userName }));
      const anew = new Date(Date.parse(created ?? '') + 86_400_000).toISOString();
      const body = JSON.stringify([
        { UserName: userName, Created: anew, OwnerOrgNo: platform.organisationNumber },
      ]);
      const effect: Effect = { kind: 'alter', body };
      control.fault({ operation: 'enterpriseUsers.list', acts: true, effect });
      const { save } = saving(desk);
      await valueOf(save([userName]));
      control.fault({ operation: 'enterpriseUsers.get', acts: true, effect });
      expect(await all.remove({ connection, userName })).toMatchObject({
        failure: { kind: 'conflict' },
      });
      expect(control.users).toContain(userName);
    });
  });

  describe('one user', () => {
    it('EUS-02 PAR-09 is the one that was asked for, or nothing', async () => {
      const { all, connection, control, userName } = on(shared);
      control.shape.single = 'object';
      onTestFinished(() => void (control.shape.single = 'array'));
      expect(await valueOf(all.get({ connection, userName }))).toMatchObject({ userName });
      for (const body of [
        '[{"UserName":"other"}]',
        `[{"UserName":"${userName}"},{"UserName":"b"}]`,
      ]) {
        const effect: Effect = { kind: 'alter', body };
        control.fault({ operation: 'enterpriseUsers.get', acts: true, effect });
        expect(await all.get({ connection, userName })).toMatchObject({
          failure: { kind: 'unexpected-answer', field: 'UserName' },
        });
      }
      expect(await all.get({ connection, userName: 'nobody' })).toMatchObject({
        failure: { kind: 'not-found' },
      });
    });

    it('EUS-03 is created with a secret that waits, works, and is told in its history', async () => {
      const { all, connection, control, secrets, entriesOf } = on(shared);
      const steps: string[] = [];
      const onProgress = ({ step }: { step: string }) => steps.push(step);
      const userName = 'ny-bruker-æ';
      const made = await valueOf(all.create({ connection, userName }, { onProgress }));
      expect(steps).toContain('preparing');
      expect(steps.at(-1)).toBe('keeping');
      expect(made.user).toMatchObject({ userName, local: { attention: 'secret-waiting' } });
      expect(made.user.created).toMatch(/Z$/);
      const { secret } = await valueOf(secrets.reveal({ secret: made.secret.secret }));
      expect(secret).toBe(control.secretOf(userName));
      expect(await entriesOf(userName)).toMatchObject([
        { operation: 'create', state: 'waiting', job: null },
      ]);
      const history = await valueOf(all.history({ connection, userName }));
      expect(history.map(({ what }) => what)).toContain('created');
    });

    it.each([
      ['create', 'userName'],
      ['rename', 'newName'],
    ] as const)(
      '%s with a name in use is a conflict at its field in the server’s words',
      async (act, field) => {
        const { all, connection, control, userName } = on(shared);
        const taken = control.users[1] ?? '';
        const result =
          act === 'create'
            ? await all.create({ connection, userName: taken })
            : await all.rename({ connection, userName, newName: taken });
        expect(result).toMatchObject({
          failure: {
            kind: 'conflict',
            field,
            reason: expect.stringContaining('already taken') as string,
          },
        });
        expect(control.executed(`enterpriseUsers.${act}`)).toBe(0);
      },
    );

    it('ERR-05 a name in use is found out where the server’s words say nothing', async () => {
      const { all, connection, control } = on(shared);
      const effect: Effect = { kind: 'alter', status: 400, reason: 'Feil i oppgitte data' };
      control.fault({ operation: 'enterpriseUsers.create', acts: false, effect });
      const userName = control.users[1] ?? '';
      expect(await all.create({ connection, userName })).toMatchObject({
        failure: { kind: 'conflict', field: 'userName', reason: 'Feil i oppgitte data' },
      });
      control.fault({ operation: 'enterpriseUsers.create', acts: false, effect });
      expect(await all.create({ connection, userName: 'free' })).toMatchObject({
        failure: { kind: 'refused', reason: 'Feil i oppgitte data' },
      });
    });

    it('EUS-05 keeps its note, its history and its secret when it is renamed', async () => {
      const { all, connection, userName, secrets, control } = on(shared);
      await valueOf(all.changeNote({ connection, userName, note: 'payroll' }));
      const kept = await valueOf(all.rotateSecret({ connection, userName }));
      const newName = 'another-name';
      const renamed = await valueOf(all.rename({ connection, userName, newName }));
      expect(renamed).toMatchObject({
        userName: newName,
        local: { note: 'payroll', kept: 'memory', attention: 'secret-waiting' },
      });
      const { secret } = await valueOf(secrets.reveal({ secret: kept.secret }));
      expect(secret).toBe(control.secretOf(newName));
      const history = await valueOf(all.history({ connection, userName: newName }));
      expect(history.map(({ what }) => what).slice(0, 3)).toEqual([
        'renamed',
        'rotated',
        'note-changed',
      ]);
      expect(await all.rename({ connection, userName: newName, newName })).toMatchObject({
        failure: { kind: 'invalid-input', fields: { newName: 'same-as-before' } },
      });
    });
  });

  describe('CCH-03 the target of an act', () => {
    it('is read fresh: a user that was made anew since it was shown is left alone', async () => {
      const { all, connection, control, userName } = on(shared);
      await valueOf(all.list({ connection }));
      const get = (await valueOf(all.get({ connection, userName }))).created ?? '';
      const other = new Date(Date.parse(get) + 86_400_000).toISOString();
      const body = JSON.stringify([
        { UserName: userName, Created: other, OwnerOrgNo: platform.organisationNumber },
      ]);
      const acts = {
        rename: () => all.rename({ connection, userName, newName: 'x' }),
        remove: () => all.remove({ connection, userName }),
        rotateSecret: () => all.rotateSecret({ connection, userName }),
      };
      for (const [name, act] of Object.entries(acts)) {
        const effect: Effect = { kind: 'alter', body };
        control.fault({ operation: 'enterpriseUsers.get', acts: true, effect });
        expect(await act(), name).toMatchObject({ failure: { kind: 'conflict' } });
        expect(control.executed(`enterpriseUsers.${name}`)).toBe(0);
      }
    });

    it('is read fresh: a user of another organisation is left alone', async () => {
      const { all, connection, control, userName } = on(shared);
      const body = JSON.stringify([{ UserName: userName, OwnerOrgNo: '974760673' }]);
      control.fault({
        operation: 'enterpriseUsers.get',
        acts: true,
        effect: { kind: 'alter', body },
      });
      expect(await all.remove({ connection, userName })).toMatchObject({
        failure: { kind: 'conflict' },
      });
      expect(control.users).toContain(userName);
    });
  });

  describe('RTY-06 an answer that was lost', () => {
    it('EUS-06 of a removal that was done counts as done, and of one that was not is unknown', async () => {
      const { all, connection, control, userName } = on(shared);
      control.fault({ operation: 'enterpriseUsers.remove', acts: true, effect: fails });
      expect(await all.remove({ connection, userName })).toEqual({ ok: true, value: {} });
      const other = untouched.pop() ?? '';
      control.fault({ operation: 'enterpriseUsers.remove', acts: false, effect: fails });
      expect(await all.remove({ connection, userName: other })).toMatchObject({
        failure: { kind: 'outcome-unknown' },
      });
      expect(control.users).toContain(other);
    });

    it('of a renaming that names nobody does not say that there is nobody: both names are asked for', async () => {
      const { all, connection, control, userName } = on(shared);
      const effect: Effect = { kind: 'alter', body: '[]' };
      control.fault({ operation: 'enterpriseUsers.rename', acts: true, effect });
      const renamed = await valueOf(all.rename({ connection, userName, newName: 'nobody-yet' }));
      expect(renamed.userName).toBe('nobody-yet');
      expect(control.executed('enterpriseUsers.rename')).toBe(1);
    });

    it('of a renaming is found by asking for both names', async () => {
      const { all, connection, control, userName } = on(shared);
      control.fault({ operation: 'enterpriseUsers.rename', acts: true, effect: fails });
      const renamed = await valueOf(all.rename({ connection, userName, newName: 'fresh-name' }));
      expect(renamed.userName).toBe('fresh-name');
      control.fault({ operation: 'enterpriseUsers.rename', acts: false, effect: fails });
      const again = { connection, userName: 'fresh-name', newName: 'other' };
      expect(await all.rename(again)).toMatchObject({ failure: { kind: 'outcome-unknown' } });
      expect(control.executed('enterpriseUsers.rename')).toBe(1);
    });
  });

  describe('a rotation', () => {
    it('EUS-04 RTY-01 is sent once, on the connection over which the user was read, and gives the secret that works', async () => {
      const { all, connection, control, userName, secrets } = on(shared);
      const kept = await valueOf(all.rotateSecret({ connection, userName }));
      const { secret } = await valueOf(secrets.reveal({ secret: kept.secret }));
      expect(secret).toBe(control.secretOf(userName));
      const sent = control.requests.map(({ operation, connection: socket }) => [operation, socket]);
      const [[read, socket] = [], ...more] = sent;
      // Reading the user has shown the server who we are: nothing else is asked before the write.
      expect(read).toBe('enterpriseUsers.get');
      expect(more).toEqual([['enterpriseUsers.rotateSecret', socket]]);
      expect(control.executed('enterpriseUsers.rotateSecret')).toBe(1);
    });

    const lost: Record<string, Effect> = {
      'reset without an answer': { kind: 'reset' },
      'ended without an answer': { kind: 'end' },
      'cut in the body': { kind: 'truncate', bytes: 40 },
      'answered with 500': { kind: 'alter', status: 500 },
      'answered with 503': { kind: 'alter', status: 503, headers: { 'Retry-After': '1' } },
      'answered with 204': { kind: 'alter', status: 204 },
      'answered with a page': {
        kind: 'alter',
        headers: { 'Content-Type': 'text/html' },
        body: '<html>Hello</html>',
      },
      'answered about another user': { kind: 'alter', body: '[{"UserName":"x","Secret":"y"}]' },
      'not answered in HTTP': { kind: 'raw', bytes: 'what?\r\n\r\n' },
    };
    const notDone = ['reset without an answer', 'ended without an answer', 'answered with 500'];
    it.each([
      ...Object.keys(lost).map((name) => [name, true] as const),
      ...notDone.map((name) => [name, false] as const),
    ])(
      'OTS-05 %s (done: %s) is open until it is settled, and was sent once',
      async (name, acts) => {
        const { all, connection, control, userName, entriesOf } = on(shared);
        const operation = 'enterpriseUsers.rotateSecret';
        control.fault({ operation, acts, effect: lost[name] ?? fails });
        const result = await all.rotateSecret({ connection, userName });
        expect(result.ok).toBe(false);
        if (!result.ok) expect(result.failure.kind).toMatch(/outcome-unknown|unexpected-answer/);
        const [entry] = await entriesOf(userName);
        expect(entry?.state).toMatch(/outcome-unknown|answer-unclear/);
        const sent = control.requests.filter((request) => request.operation === operation);
        expect(sent).toHaveLength(1);
        const list = await valueOf(all.list({ connection }));
        const user = list.users.find((one) => one.userName === userName);
        expect(user?.local.attention).toBe(entry?.state);
        expect(await all.rotateSecret({ connection, userName })).toMatchObject({
          failure: { kind: 'conflict' },
        });
        const history = await valueOf(all.history({ connection, userName }));
        expect(history[0]?.what).toBe('outcome-unknown');
      },
    );

    it('OTS-06 whose outcome is unknown is settled by rotating again', async () => {
      const { all, connection, control, userName, entriesOf, secrets } = on(shared);
      control.fault({ operation: 'enterpriseUsers.rotateSecret', acts: true, effect: fails });
      await all.rotateSecret({ connection, userName });
      const [open] = await entriesOf(userName);
      await valueOf(secrets.resolve({ secret: open?.id ?? '', how: 'rotated-again' }));
      const kept = await valueOf(all.rotateSecret({ connection, userName }));
      expect(await entriesOf(userName)).toMatchObject([{ id: kept.secret, state: 'waiting' }]);
      const { secret } = await valueOf(secrets.reveal({ secret: kept.secret }));
      expect(secret).toBe(control.secretOf(userName));
    });

    it('OTS-13 is finished and kept when its window is closed before the answer comes', async () => {
      const { all, connection, control, userName, steward, secrets, entriesOf } = on(shared);
      const held = control.hold('enterpriseUsers.rotateSecret', true);
      const window = steward.openWindow();
      void window.client.enterpriseUsers.rotateSecret({ connection, userName });
      await held.reached;
      window.closeWindow();
      const waiting = new Promise<void>((resolve) => {
        steward.on('secretsChanged', ({ changed }) => {
          if (changed.some((one) => one.userName === userName)) resolve();
        });
      });
      held.release();
      await waiting;
      const [entry] = await entriesOf(userName);
      const { secret } = await valueOf(secrets.reveal({ secret: entry?.id ?? '' }));
      expect(secret).toBe(control.secretOf(userName));
      expect(await valueOf(all.get({ connection, userName }))).toMatchObject({
        local: { attention: 'secret-waiting' },
      });
    });

    it('OTS-09 is refused while one for the same user runs, also from a second window', async () => {
      const { all, connection, control, userName, steward } = on(shared);
      const held = control.hold('enterpriseUsers.rotateSecret', true);
      const first = all.rotateSecret({ connection, userName });
      await held.reached;
      const window = steward.openWindow();
      expect(
        await window.client.enterpriseUsers.rotateSecret({ connection, userName }),
      ).toMatchObject({ failure: { kind: 'conflict' } });
      held.release();
      expect((await first).ok).toBe(true);
      expect(control.executed('enterpriseUsers.rotateSecret')).toBe(1);
    });

    it('OTS-09 is refused after a restart too while the outcome of the last is unknown', async () => {
      const dataFolder = tempFolder();
      const options = { dataFolder, replacements: { keychain: outliving() } };
      const { connection, control, userName, steward, all } = await ownSteward(options);
      control.fault({ operation: 'enterpriseUsers.rotateSecret', acts: true, effect: fails });
      await all.rotateSecret({ connection, userName });
      await steward.stop();
      const next = await startSteward(options);
      onTestFinished(() => next.stop());
      expect(
        await next.client.enterpriseUsers.rotateSecret({ connection, userName }),
      ).toMatchObject({
        failure: { kind: 'conflict' },
      });
      expect(control.executed('enterpriseUsers.rotateSecret')).toBe(1);
    });
  });

  describe('OTS-07 a creation whose outcome is unknown', () => {
    it.each([
      [true, 'exists-created-since'],
      [false, 'not-there'],
    ] as const)('asks the server whether the user is there (done: %s)', async (acts, found) => {
      const { all, connection, control, entriesOf, secrets } = on(shared);
      control.fault({ operation: 'enterpriseUsers.create', acts, effect: fails });
      const userName = `new-user-${String(acts)}`;
      expect(await all.create({ connection, userName })).toMatchObject({
        failure: { kind: 'outcome-unknown' },
      });
      const [entry] = await entriesOf(userName);
      const secret = entry?.id ?? '';
      expect(await valueOf(secrets.probe({ secret }))).toEqual({ found });
      if (acts) {
        await valueOf(secrets.resolve({ secret, how: 'rotated-again' }));
        await valueOf(all.rotateSecret({ connection, userName }));
      } else {
        await valueOf(secrets.resolve({ secret, how: 'dropped' }));
        await valueOf(all.create({ connection, userName }));
      }
      expect((await entriesOf(userName)).map(({ state }) => state)).toEqual(['waiting']);
    });

    it('tells a user that was there before from one that was made since', async () => {
      const { all, connection, control, entriesOf, secrets, userName } = on(shared);
      control.fault({ operation: 'enterpriseUsers.create', acts: false, effect: fails });
      await all.create({ connection, userName });
      const [entry] = await entriesOf(userName);
      expect(await valueOf(secrets.probe({ secret: entry?.id ?? '' }))).toEqual({
        found: 'exists-older',
      });
    });
  });
});
