// Jobs of contact entries, roles, messages and look-ups, killed again and again on a real keyring and real files.
import { everythingOn } from '../platform/shape.ts';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Order, Told } from './process.ts';

/** Writes after which the program is killed, in turn: before the first row, in a row, between two. */
const KILLS = [9, 23, 14, 31, 18];

const KINDS = {
  contacts: 'change-contact-entries',
  delegations: 'change-delegations',
  messages: 'change-messages',
  forms: 'send-forms',
  consents: 'request-consents',
  'download files': 'download-files',
  'send files': 'send-files',
  'delete users': 'delete-users',
  'look up': 'look-up',
} as const;

describe('a job of rows that is killed', () => {
  const folder = makeTempFolder('steward-kill-rows');
  let keyring: Keyring;
  let platform: Platform;
  let program: Program;
  let connection = '';
  beforeAll(async () => {
    keyring = await startKeyring();
    platform = await startPlatform({ users: 24, services: 30, switches: everythingOn });
    // Whose certificate it is manages the access of the organisation.
    platform.control.held.managers.add('');
    program = await startProgram(keyring, folder.path);
    const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
    const told = await program.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    });
    connection = told?.connection ?? '';
  });
  afterAll(async () => {
    await program.end();
    await platform.stop();
    await keyring.stop();
    folder.remove();
  });

  /** Begins, and goes on after each kill until it has ended. */
  async function throughAll(begin: Order): Promise<{ told: Told; kills: number }> {
    const [first, ...later] = KILLS;
    const kind = KINDS[begin.do as keyof typeof KINDS];
    const earlier = (await program.order({ do: 'look at batch', kind }))?.batch?.id;
    let told = await program.order({ ...begin, killAt: first });
    let kills = 0;
    for (let i = 0; told?.batch?.state !== 'finished'; i++) {
      if (!told) {
        kills += 1;
        program = await startProgram(keyring, folder.path);
        const found = (await program.order({ do: 'look at batch', kind }))?.batch;
        // Killed before it was on the list, it was never begun.
        if (!found || found.id === earlier) {
          told = await program.order({ ...begin, killAt: later[i] });
          continue;
        }
        if (found.state === 'finished') break;
        expect(found).toMatchObject({ state: 'paused', because: 'restarted' });
      }
      told = await program.order({ do: 'go on with batch', kind, killAt: later[i] });
      expect(told?.failed).toBeUndefined();
    }
    const last = await program.order({ do: 'look at batch', kind });
    return { told: last ?? { writes: [] }, kills };
  }

  it('RTY-09 adds every entry exactly once', async () => {
    const { organisationNumber, control } = platform;
    const emails = Array.from({ length: 8 }, (_, i) => `drift.${String(i)}@fjord.example`);
    const begin: Order = { do: 'contacts', connection, organisationNumber, emails };
    const { told, kills } = await throughAll(begin);
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(told.batch).toMatchObject({ state: 'finished', tally: { done: 8, refused: 0 } });
    const there = control.contactInformation(organisationNumber).map(({ email }) => email);
    expect(there.filter((email) => email.startsWith('drift.')).sort()).toEqual(emails);
    for (const name of readdirSync(path.join(folder.path, 'jobs')))
      expect(readFileSync(path.join(folder.path, 'jobs', name), 'latin1')).not.toContain('drift.');
  });

  it('RTY-09 DLG-06 gives every role exactly once, and sends one notice for each', async () => {
    const { organisationNumber: who, control } = platform;
    // The first two hold something already.
    const userNames = control.users.slice(2, 10);
    const { told, kills } = await throughAll({
      ...{ do: 'delegations', connection, who },
      ...{ userNames, role: 27 },
    });
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(told.batch).toMatchObject({
      state: 'finished',
      tally: { done: userNames.length, refused: 0, unknown: 0 },
    });
    const receivers = control.held.notices.map(({ receiver }) => receiver);
    expect(receivers).toHaveLength(userNames.length);
    expect(new Set(receivers).size).toBe(userNames.length);
    for (const name of readdirSync(path.join(folder.path, 'jobs')))
      for (const userName of userNames)
        expect(readFileSync(path.join(folder.path, 'jobs', name), 'latin1')).not.toContain(
          userName,
        );
  });

  it.each(['delete', 'mark-as-read'] as const)(
    'RTY-09 does to every message exactly once: %s',
    async (change) => {
      const { control, organisationNumber: party } = platform;
      // A row that is read is written less often, without lines of the journal.
      const all = Array.from({ length: change === 'delete' ? 8 : 30 }, () =>
        control.messages.make({ party, kind: 'Correspondence', state: 'unread' }),
      );
      const messages = all.map(({ id }) => id);
      control.shape.organisationLetters = 'binned';
      const { told, kills } = await throughAll({ do: 'messages', connection, change, messages });
      expect(kills).toBeGreaterThanOrEqual(3);
      expect(told.batch).toMatchObject({
        state: 'finished',
        tally: { done: all.length, notFound: 0, refused: 0, unknown: 0 },
      });
      // What is deleted twice is gone for good: each lies in the trash.
      expect(messages.map((id) => control.messages.find(id))).toMatchObject(
        all.map(() => (change === 'delete' ? { binned: true } : { binned: false, state: 'read' })),
      );
      for (const name of readdirSync(path.join(folder.path, 'jobs')))
        for (const id of messages)
          expect(readFileSync(path.join(folder.path, 'jobs', name), 'latin1')).not.toContain(id);
    },
  );

  it('RTY-09 sends no form twice: one that was marked and cannot be found waits for a person', async () => {
    const { control, organisationNumber: who } = platform;
    const service = control.messages.serviceWith({ signing: true });
    const { dataFormatId, dataFormatVersion, data } = service.mainForm;
    const table = path.join(folder.path, 'forms.csv');
    const template = path.join(folder.path, 'form.xml');
    const texts = Array.from({ length: 8 }, (_, n) => `Ny rampe ved kai ${String(n)}`);
    writeFileSync(table, ['Formål', ...texts].join('\n'));
    writeFileSync(template, data);
    const of = { code: service.code, edition: service.edition, dataFormatId, dataFormatVersion };
    const { told, kills } = await throughAll({
      ...{ do: 'forms', connection, who, of, table, template },
    });
    expect(kills).toBeGreaterThanOrEqual(3);
    const { state, tally } = told.batch ?? {};
    expect(state).toBe('finished');
    expect((tally?.done ?? 0) + (tally?.unknown ?? 0)).toBe(texts.length);
    const made = control.messages.of(who).flatMap(({ forms }) => forms.map((form) => form.data));
    for (const text of texts)
      expect(made.filter((form) => form.includes(`>${text}<`)).length).toBeLessThanOrEqual(1);
    expect(made.filter((form) => form.includes('>Ny rampe ved kai '))).toHaveLength(
      tally?.done ?? 0,
    );
  });

  it('RTY-09 CNS-08 asks nobody twice for consent, and no row has a number in the open', async () => {
    const { control } = platform;
    const table = path.join(folder.path, 'consents.csv');
    const givers = control.register.slice(9, 17);
    const line = ({ number, name }: { number: string; name: string }) =>
      `${number};${name};K103/1;2098-05-04;https://retur.fjordtrafikk.example/`;
    writeFileSync(
      table,
      ['organisation number;name;service;valid to;return address', ...givers.map(line)].join('\n'),
    );
    const before = control.consents.all.length;
    const { told, kills } = await throughAll({ do: 'consents', connection, table });
    expect(kills).toBeGreaterThanOrEqual(3);
    const { state, tally } = told.batch ?? {};
    expect(state).toBe('finished');
    expect((tally?.done ?? 0) + (tally?.unknown ?? 0)).toBe(givers.length);
    const made = control.consents.all.slice(before).map(({ offeredBy }) => offeredBy);
    expect(new Set(made).size).toBe(made.length);
    expect(made).toHaveLength(tally?.done ?? 0);
    for (const name of readdirSync(path.join(folder.path, 'jobs')))
      for (const { number } of givers)
        expect(readFileSync(path.join(folder.path, 'jobs', name), 'latin1')).not.toContain(number);
  });

  it('RTY-09 downloads every file whole and once, and confirms none before that', async () => {
    const { control, organisationNumber: who } = platform;
    for (const { reference, deliveries } of control.fileTransfer.files)
      if (deliveries.some(({ recipient }) => recipient === who))
        control.fileTransfer.confirm(reference, who);
    const files = Array.from({ length: 8 }, (_, n) =>
      control.fileTransfer.put({
        fileName: `fil-${String(n)}.zip`,
        content: Buffer.alloc(90_000, `innhold ${String(n)} `),
      }),
    );
    const target = path.join(folder.path, 'downloaded');
    mkdirSync(target);
    const begin: Order = { do: 'download files', connection, who, folder: target };
    const { told, kills } = await throughAll(begin);
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(told.batch).toMatchObject({
      state: 'finished',
      tally: { notFound: 0, refused: 0, unknown: 0 },
    });
    // Half files are gone with the folder that they grew in.
    expect(readdirSync(target).sort()).toEqual(files.map(({ fileName }) => fileName));
    for (const [n, { fileName, deliveries }] of files.entries()) {
      const content = Buffer.alloc(90_000, `innhold ${String(n)} `);
      expect(readFileSync(path.join(target, fileName)).equals(content)).toBe(true);
      expect(deliveries[0]?.status).toBe('Downloaded');
    }
  });

  it('RTY-09 sends no file twice: one that was marked waits for a person', async () => {
    const { control, organisationNumber: who } = platform;
    const recipient = control.serviceRights.all.find((one) => one.reportee !== who)?.reportee ?? '';
    const names = Array.from({ length: 8 }, (_, n) => `rutedata-${String(n)}`);
    const paths = names.map((name) => path.join(folder.path, `${name}.txt`));
    for (const file of paths) writeFileSync(file, file);
    const begin: Order = { do: 'send files', connection, who, recipient, paths };
    const { told, kills } = await throughAll(begin);
    expect(kills).toBeGreaterThanOrEqual(3);
    const { state, tally } = told.batch ?? {};
    expect(state).toBe('finished');
    const [done, unknown] = [tally?.done ?? 0, tally?.unknown ?? 0];
    expect(done + unknown).toBe(names.length);
    const sent = control.fileTransfer.files.map(({ fileName }) => fileName);
    const times = names.map((name) => sent.filter((one) => one === `${name}.zip`).length);
    expect(Math.max(...times)).toBe(1);
    const arrived = times.filter((n) => n === 1).length;
    expect(arrived).toBeGreaterThanOrEqual(done);
    expect(arrived).toBeLessThanOrEqual(done + unknown);
  });

  it('RTY-09 deletes every user exactly once, and no other', async () => {
    const { control } = platform;
    const before = control.executed('enterpriseUsers.remove');
    const [kept, userNames] = [control.users.slice(0, 14), control.users.slice(14, 22)];
    const { told, kills } = await throughAll({ do: 'delete users', connection, userNames });
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(told.batch).toMatchObject({
      state: 'finished',
      tally: { done: 8, notFound: 0, refused: 0, unknown: 0 },
    });
    expect(control.executed('enterpriseUsers.remove') - before).toBe(8);
    expect(control.users).toEqual(expect.arrayContaining(kept));
    expect(control.users.filter((name) => userNames.includes(name))).toEqual([]);
    for (const name of readdirSync(path.join(folder.path, 'jobs')))
      for (const userName of userNames)
        expect(readFileSync(path.join(folder.path, 'jobs', name), 'latin1')).not.toContain(
          userName,
        );
  });

  it('finds every organisation, in whatever piece it was looked up', async () => {
    const organisationNumbers = platform.control.register.map(({ number }) => number).slice(0, 30);
    const { told, kills } = await throughAll({ do: 'look up', connection, organisationNumbers });
    expect(kills).toBeGreaterThanOrEqual(2);
    const all = organisationNumbers.length;
    expect(told).toMatchObject({ found: all, batch: { state: 'finished', tally: { done: all } } });
  });
});
