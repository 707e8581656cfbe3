// Delegations through the whole program: who holds what, giving and taking back, what would be lost, and own rights.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { everythingOn } from '../platform/shape.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ users: 4, services: 60, messages: 4, switches: everythingOn });
const reset = { kind: 'reset' } as const;
const failure = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
/** Of the platform's persons: neither holds anything but what a test gives. */
const bratthammer = {
  kind: 'person' as const,
  identityNumber: '27828434567',
  lastName: 'Bratthammer',
};
const ODD = 'r50010002';

/** A connection with the token of a person who manages access of the organisation. */
async function desk(mediaType: MediaType = 'application/hal+json') {
  const { steward, platform } = world();
  const name = `Manager ${String(Math.random())}`;
  const connection = await world().connect({
    name,
    mediaType,
    signIn: { way: 'pasted-token' },
  });
  const token = platform.control.identity.addToken({ person: 'person-1' });
  await valueOf(steward.client.signIn.pasteToken({ connection, token }));
  const { control } = platform;
  const service = control.metadata.services.find(
    ({ kind, code }) => kind === 'formtask' && Number(code) % 9 !== 0 && Number(code) % 5 !== 0,
  );
  const right = (action: string) => ({
    serviceCode: service?.code ?? '',
    serviceEdition: service?.edition ?? 0,
    action,
  });
  const { delegations: all, reportees } = steward.client;
  const at = { connection, who: platform.organisationNumber };
  return {
    all,
    at,
    connection,
    control,
    right,
    reportees,
    shell: steward.shell,
    sent: (operation: string) => control.executed(`delegations.${operation}`),
    user: (index: number) => control.users[index] ?? '',
  };
}

inEveryMediaType((mediaType) => {
  it('DLG-01 lists who holds something, each kind by its own signs, no number in the open', async () => {
    const { all, at } = await desk(mediaType);
    const { holders, completeness } = await valueOf(all.list(at));
    expect(completeness).toMatchObject({ complete: true, because: null });
    expect(new Set(holders.map(({ kind }) => kind))).toEqual(
      new Set(['person', 'organisation', 'enterprise-user']),
    );
    const kari = holders.find(({ name }) => name === 'Kari Steinvåg');
    expect(kari).toMatchObject({ kind: 'person', identityNumber: '148579•••••' });
    expect(JSON.stringify(holders)).not.toMatch(/\d{11}/);
    const organisation = holders.find(({ kind }) => kind === 'organisation');
    expect(organisation?.organisationNumber).toMatch(/^\d{9}$/);
  });

  it('DLG-01 one holder has its roles and rights in one answer; what cannot be taken back has no id, or is not direct', async () => {
    const { all, at, control } = await desk(mediaType);
    control.forget();
    const held = await valueOf(all.get({ ...at, receiver: ODD }));
    expect(control.requests.map(({ operation }) => operation)).toEqual(['delegations.get']);
    expect(held.holder.id).toBe(ODD);
    const given = held.roles.filter((role) => role.held !== null);
    expect(given.map(({ id }) => id)).toEqual([27]);
    expect(given[0]).toMatchObject({ delegator: 'Kari Steinvåg', kind: 'platform' });
    expect(given[0]?.since).toMatch(/Z$/);
    expect(held.roles.some((role) => role.held === null)).toBe(true);
    const direct = held.rights.filter((right) => right.direct);
    expect(direct.map(({ action }) => action.known)).toEqual(['Read', 'Write']);
    expect(held.rights.length).toBeGreaterThan(direct.length);
  });

  it('DLG-02 roles and rights are given at once, seen afterwards, and taken back one by one', async () => {
    const { all, at, right, user } = await desk(mediaType);
    const to = { kind: 'enterprise-user' as const, userName: user(3) };
    const { holder, missing } = await valueOf(
      all.give({ ...at, to, roles: [26, 30], rights: [right('Read'), right('ArchiveRead')] }),
    );
    expect(holder).toMatchObject({ kind: 'enterprise-user', name: user(3) });
    expect(missing).toEqual({ roles: [], rights: [] });
    const receiver = holder?.id ?? '';
    const held = await valueOf(all.get({ ...at, receiver }));
    for (const role of held.roles)
      if (role.held !== null) await valueOf(all.takeRole({ ...at, receiver, role: role.held }));
    for (const one of held.rights)
      if (one.direct) await valueOf(all.takeRight({ ...at, receiver, right: one.id ?? '' }));
    expect(await valueOf(all.get({ ...at, receiver }))).toMatchObject({ roles: [], rights: [] });
  });

  it('DLG-04 own roles and rights for a party, over pages', async () => {
    const { all, at, control } = await desk(mediaType);
    control.shape.pageSize = 20;
    const { roles, rights, completeness } = await valueOf(all.own(at));
    expect(roles.length).toBeGreaterThan(3);
    expect(rights.length).toBeGreaterThan(20);
    expect(completeness.complete).toBe(true);
    const sources = new Set(rights.map(({ source }) => source));
    expect(sources.has('RoleTypeRights')).toBe(true);
  });
});

describe('giving', () => {
  it('DLG-02 AUD-01 a person is named by number and last name; neither journal nor log has the number', async () => {
    const { all, at, control } = await desk();
    const { holder } = await valueOf(
      all.give({ ...at, to: bratthammer, roles: [27], rights: [], email: 's@post.example' }),
    );
    expect(holder).toMatchObject({ kind: 'person', identityNumber: '278284•••••' });
    expect(control.held.notices.at(-1)).toMatchObject({ email: 's@post.example' });
    const { lines: entries } = await valueOf(
      world().steward.client.activity.list({ filter: {}, limit: 5 }),
    );
    const [last] = entries;
    expect(last).toMatchObject({ operation: 'delegations.give' });
    expect(JSON.stringify([entries, world().steward.sent])).not.toContain(
      bratthammer.identityNumber,
    );
    const held = await valueOf(all.get({ ...at, receiver: holder?.id ?? '' }));
    for (const { held: role } of held.roles)
      if (role !== null) await valueOf(all.takeRole({ ...at, receiver: held.holder.id, role }));
  });

  it('DLG-02 ATK-03 main asks first, and names the receiver and how much; without a yes nothing is sent', async () => {
    const { all, at, shell, right, sent, user } = await desk();
    const to = { kind: 'enterprise-user' as const, userName: user(2) };
    const before = sent('create');
    shell.asked.length = 0;
    shell.answer = () => false;
    expect(await all.give({ ...at, to, roles: [26], rights: [right('Read')] })).toMatchObject(
      failure('cancelled'),
    );
    shell.answer = () => true;
    expect(sent('create')).toBe(before);
    expect(shell.asked.map(({ why, targets }) => [why, targets])).toEqual([['grant', [user(2)]]]);
    expect(shell.asked[0]?.detail).toContain('1 role and 1 right');
  });

  it('DLG-02 a wrong name, a role of a register and one that the caller has not are refused in the platform’s words', async () => {
    const { all, at } = await desk();
    const wrong = await all.give({
      ...at,
      to: { ...bratthammer, lastName: 'Fjell' },
      roles: [27],
      rights: [],
    });
    expect(wrong).toMatchObject(
      failure('refused', {
        status: 400,
        reason: expect.stringContaining('does not match the register') as unknown,
      }),
    );
    const external = await all.give({ ...at, to: bratthammer, roles: [4], rights: [] });
    expect(external).toMatchObject(failure('refused', { status: 403 }));
  });

  it('DLG-02 a platform that says yes and does nothing is found out: what is missing is named', async () => {
    const { all, at, control, right, user } = await desk();
    const to = { kind: 'enterprise-user' as const, userName: user(3) };
    await valueOf(all.give({ ...at, to, roles: [26], rights: [] }));
    const effect = { kind: 'alter', status: 201, reason: 'Created', body: '' } as const;
    control.fault({ operation: 'delegations.create', acts: false, effect });
    const rights = [right('Read')];
    const made = await valueOf(all.give({ ...at, to, roles: [30], rights }));
    expect(made.missing).toEqual({ roles: [30], rights });
    const receiver = made.holder?.id ?? '';
    const { held } = await roleOf(all, at, receiver, 26);
    await valueOf(all.takeRole({ ...at, receiver, role: held ?? '' }));
  });

  it('DLG-02 RTY-06 a lost answer is settled by looking: given, or unknown and not sent again', async () => {
    const { all, at, control, user, sent } = await desk();
    const to = { kind: 'enterprise-user' as const, userName: user(1) };
    control.fault({ operation: 'delegations.create', acts: true, effect: reset });
    const given = await valueOf(all.give({ ...at, to, roles: [30], rights: [] }));
    expect(given.holder?.name).toBe(user(1));
    const before = sent('create');
    control.fault({ operation: 'delegations.create', acts: false, effect: reset });
    const other = { kind: 'enterprise-user' as const, userName: user(2) };
    expect(await all.give({ ...at, to: other, roles: [30], rights: [] })).toMatchObject(
      failure('outcome-unknown'),
    );
    expect(sent('create')).toBe(before);
    const { held } = await roleOf(all, at, given.holder?.id ?? '', 30);
    await valueOf(all.takeRole({ ...at, receiver: given.holder?.id ?? '', role: held ?? '' }));
  });

  it('PAR-12 nothing to give, a number of ten digits and a word that is none are told at their fields, before a call', async () => {
    const { all, at, control } = await desk();
    control.forget();
    expect(await all.give({ ...at, to: bratthammer, roles: [], rights: [] })).toMatchObject(
      failure('invalid-input', { fields: { roles: 'required' } }),
    );
    const short = { ...bratthammer, identityNumber: '2782843456' };
    expect(await all.give({ ...at, to: short, roles: [27], rights: [] })).toMatchObject(
      failure('invalid-input', { fields: { 'to.identityNumber': 'identity-number' } }),
    );
    expect(control.requests).toEqual([]);
  });
});

type All = Awaited<ReturnType<typeof desk>>['all'];
async function roleOf(
  all: All,
  at: { connection: string; who: string },
  receiver: string,
  id: number,
) {
  const { roles } = await valueOf(all.get({ ...at, receiver }));
  const found = roles.find((role) => role.id === id);
  if (found === undefined) throw new Error(`There is no role ${String(id)}.`);
  return found;
}

describe('taking back', () => {
  it('DLG-03 a role of a register, one that is gone and a right that a role gives are conflicts, and nothing is sent', async () => {
    const { all, at, sent } = await desk();
    const { holders } = await valueOf(all.list(at));
    const kari = holders.find(({ name }) => name === 'Kari Steinvåg')?.id ?? '';
    const before = [sent('removeRole'), sent('removeRight')];
    const key = await roleOf(all, at, kari, 4);
    expect(await all.takeRole({ ...at, receiver: kari, role: key.held ?? '' })).toMatchObject(
      failure('conflict'),
    );
    expect(await all.takeRole({ ...at, receiver: ODD, role: '1' })).toMatchObject(
      failure('conflict'),
    );
    const { rights } = await valueOf(all.get({ ...at, receiver: ODD }));
    const derived = rights.find((right) => !right.direct && right.id !== null);
    expect(await all.takeRight({ ...at, receiver: ODD, right: derived?.id ?? '' })).toMatchObject(
      failure('conflict'),
    );
    expect([sent('removeRole'), sent('removeRight')]).toEqual(before);
  });

  it('DLG-03 RTY-06 a lost answer is settled by looking, also where who holds nothing is not found', async () => {
    const { all, at, control, user } = await desk();
    control.shape.emptyReceiver = 'missing';
    const to = { kind: 'enterprise-user' as const, userName: user(3) };
    const { holder } = await valueOf(all.give({ ...at, to, roles: [26], rights: [] }));
    const receiver = holder?.id ?? '';
    const { held } = await roleOf(all, at, receiver, 26);
    control.fault({ operation: 'delegations.removeRole', acts: false, effect: reset });
    expect(await all.takeRole({ ...at, receiver, role: held ?? '' })).toMatchObject(
      failure('outcome-unknown'),
    );
    control.fault({ operation: 'delegations.removeRole', acts: true, effect: reset });
    expect(await valueOf(all.takeRole({ ...at, receiver, role: held ?? '' }))).toEqual({});
    expect(await all.get({ ...at, receiver })).toMatchObject(failure('not-found'));
    control.shape.emptyReceiver = 'empty';
  });
});

describe('what would be lost', () => {
  it('DLG-05 a right is lost that nothing else gives; one that a role or a single right gives as well is kept', async () => {
    const { all, at, user } = await desk();
    const to = { kind: 'enterprise-user' as const, userName: user(3) };
    const { holder } = await valueOf(all.give({ ...at, to, roles: [27], rights: [] }));
    const receiver = holder?.id ?? '';
    const { held } = await roleOf(all, at, receiver, 27);
    const role = await valueOf(all.loss({ ...at, receiver, roles: [held ?? ''], rights: [] }));
    expect(role.unread).toEqual([]);
    expect(role.lost.length).toBeGreaterThan(0);
    expect(role.kept).toEqual([]);
    const [first] = role.lost;
    const given = {
      serviceCode: first?.serviceCode ?? '',
      serviceEdition: first?.serviceEdition ?? 0,
      action: first?.action.word ?? '',
    };
    await valueOf(all.give({ ...at, to, roles: [], rights: [given] }));
    const again = await valueOf(all.loss({ ...at, receiver, roles: [held ?? ''], rights: [] }));
    expect(again.kept).toMatchObject([given && { serviceCode: given.serviceCode }]);
    expect(again.lost).toHaveLength(role.lost.length - 1);
    // Without both lists: all of it.
    const whole = await valueOf(all.loss({ ...at, receiver }));
    expect(whole.lost).toHaveLength(role.lost.length);
    expect(whole.kept).toEqual([]);
    const now = await valueOf(all.get({ ...at, receiver }));
    for (const one of now.roles)
      if (one.held !== null) await valueOf(all.takeRole({ ...at, receiver, role: one.held }));
    for (const one of now.rights)
      if (one.direct) await valueOf(all.takeRight({ ...at, receiver, right: one.id ?? '' }));
  });
});

describe('a file', () => {
  it('DLG-01 PAR-18 holders, or each role and right of each, with a call per holder', async () => {
    const { all, at, control } = await desk();
    const { steward } = world();
    const folder = tempFolder('steward-delegations');
    const place = (name: string) => steward.app.targetFor(path.join(folder, name));
    const { holders } = await valueOf(all.list(at));
    const few = await valueOf(
      all.exportList({ ...at, target: place('holders.csv'), holdings: false }),
    );
    expect(few.rows).toBe(holders.length);
    const asked = control.executed('delegations.get');
    const many = await valueOf(all.exportList({ ...at, target: place('all.csv'), holdings: true }));
    expect(control.executed('delegations.get')).toBe(asked + holders.length);
    const only = holders.slice(0, 2).map(({ id }) => id);
    const part = { ...at, target: place('part.csv'), holdings: true, only };
    expect((await valueOf(all.exportList(part))).rows).toBeLessThan(many.rows);
    expect(control.executed('delegations.get')).toBe(asked + holders.length + 2);
    const text = readFileSync(path.join(folder, 'all.csv'), 'utf8');
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(many.rows + 1);
    expect(text).toContain('"role"');
    // The same as a workbook.
    const book = { ...at, target: place('all.xlsx'), format: 'xlsx' as const, holdings: true };
    expect((await valueOf(all.exportList(book))).rows).toBe(many.rows);
    expect(readFileSync(path.join(folder, 'all.xlsx')).subarray(0, 2).toString()).toBe('PK');
    expect(text).not.toMatch(/\d{11}/);
  });
});

describe('FLD-28 what each of many holders has', () => {
  it('DLG-01 FLD-28 is read in brief with one call for each, and told as it comes', async () => {
    const { all, at, control } = await desk();
    const { holders } = await valueOf(all.list(at));
    const ids = holders.map(({ id }) => id);
    control.forget();
    const arrived: string[] = [];
    const onProgress = (step: { readonly arrived: readonly { readonly holder: string }[] }) =>
      void arrived.push(...step.arrived.map(({ holder }) => holder));
    const { held, unread } = await valueOf(all.holdings({ ...at, holders: ids }, { onProgress }));
    expect(unread).toEqual([]);
    expect(held.map(({ holder }) => holder).sort()).toEqual(ids.toSorted());
    expect(arrived.sort()).toEqual(ids.toSorted());
    expect(control.executed('delegations.get')).toBe(ids.length);
    const odd = held.find(({ holder }) => holder === ODD);
    expect(odd?.roles.filter(({ given }) => given).map(({ id }) => id)).toEqual([27]);
    expect(odd?.roles.some(({ given }) => !given)).toBe(true);
    // Only what was given by itself: the rights of a role go without saying.
    expect(odd?.rights.map(({ action }) => action.known)).toEqual(['Read', 'Write']);
  });

  it('FLD-28 LIM-02 one that is not told is named with the reason, and is never one that has nothing', async () => {
    const { all, at, control } = await desk();
    const { holders } = await valueOf(all.list(at));
    const effect = { kind: 'alter', status: 404, body: '' } as const;
    control.fault({ operation: 'delegations.get', acts: false, times: 1, effect });
    const { held, unread } = await valueOf(
      all.holdings({ ...at, holders: holders.map(({ id }) => id) }),
    );
    expect(unread).toHaveLength(1);
    expect(unread[0]?.failure.kind).toBe('not-found');
    expect(held.map(({ holder }) => holder)).not.toContain(unread[0]?.holder);
    expect(held).toHaveLength(holders.length - 1);
  });

  it('FLD-28 what every other one would meet as well ends the reading', async () => {
    const { all, at, control } = await desk();
    const { holders } = await valueOf(all.list(at));
    control.fault({ operation: 'delegations.get', acts: false, times: 99, effect: reset });
    const answer = await all.holdings({ ...at, holders: holders.map(({ id }) => id) });
    expect(answer).toMatchObject(failure('unreachable'));
  });
});

describe('FLD-28 enterprise users that are known here', () => {
  it('FLD-28 are those of the newest whole list of the organisation; a file says who is not among them', async () => {
    const { all, at, control, user } = await desk();
    const { steward } = world();
    const asked = control.requests.length;
    expect(await valueOf(all.knownUsers({ connection: at.connection }))).toEqual({ users: null });
    expect(control.requests).toHaveLength(asked);
    // Read through another connection, which signs in as the organisation.
    const other = world().in('application/hal+json');
    await valueOf(steward.client.enterpriseUsers.list({ connection: other }));
    const { users } = await valueOf(all.knownUsers({ connection: at.connection }));
    expect(users?.userNames).toContain(user(3));
    const place = path.join(tempFolder(), 'access.csv');
    writeFileSync(
      place,
      `action;user name;role\ngive;${user(3)};27\ngive;${user(0)};26\ngive;nobody-here;27\n`,
    );
    const file = steward.app.handleFor(place);
    const { rows, usersRead } = await valueOf(all.readFile({ ...at, file }));
    expect(rows.map(({ isUnknownUser }) => isUnknownUser)).toEqual([undefined, undefined, true]);
    expect(rows.at(-1)).toMatchObject({ verdict: 'give', problem: null });
    expect(usersRead).toBe(users?.read);
  });
});

describe('a list of which the platform gave no more', () => {
  it('LIM-02 is saved, and said to be a part', async () => {
    const { all, at, control } = await desk();
    const file = path.join(tempFolder(), 'part.csv');
    const target = world().steward.app.targetFor(file);
    const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
    control.fault({ operation: 'delegations.list', acts: true, effect });
    const saved = await valueOf(all.exportList({ ...at, target, holdings: false }));
    expect(saved.completeness).toMatchObject({ complete: false, because: 'limit' });
    const [first, headings] = readFileSync(file, 'utf8').split('\r\n');
    expect([first, headings]).toEqual([
      expect.stringMatching(/^\ufeff"# Incomplete: /),
      expect.stringContaining('"holder";'),
    ]);
  });
});

describe('a receiver whose number the list shows in part', () => {
  it('DLG-02 LIM-02 is not taken for the only one in a list of which the platform held back a part', async () => {
    const { all, at, control } = await desk();
    await valueOf(all.give({ ...at, to: bratthammer, roles: [27], rights: [] }));
    const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
    control.fault({ operation: 'delegations.list', acts: true, times: 9, effect });
    control.fault({ operation: 'delegations.create', acts: false, effect: reset });
    const given = await all.give({ ...at, to: bratthammer, roles: [27], rights: [] });
    expect(given).toMatchObject(failure('outcome-unknown'));
  });
});

describe('a holder that is gone while a file is made', () => {
  it('DLG-01 stays in the file, with nothing that it holds', async () => {
    const { all, at, control } = await desk();
    const file = path.join(tempFolder(), 'all.csv');
    const target = world().steward.app.targetFor(file);
    const { holders } = await valueOf(all.list(at));
    const effect = { kind: 'alter', status: 404, body: '' } as const;
    control.fault({ operation: 'delegations.get', acts: false, effect });
    await valueOf(all.exportList({ ...at, target, holdings: true }));
    const text = readFileSync(file, 'utf8');
    for (const { id } of holders) expect(text).toContain(`"${id}"`);
  });
});

describe('a party by its number', () => {
  it('REP-03 a person or an organisation is found by number and registered name, and comes back masked', async () => {
    const { reportees, connection, control } = await desk();
    const { identityNumber, lastName } = bratthammer;
    const person = await valueOf(
      reportees.convert({ connection, of: { identityNumber, lastName } }),
    );
    expect(person).toMatchObject({ kind: 'person', identityNumber: '278284•••••' });
    expect(JSON.stringify([person, world().steward.sent])).not.toContain(identityNumber);
    const other = control.register[7];
    const organisation = await valueOf(
      reportees.convert({
        connection,
        of: { organisationNumber: other?.number ?? '', name: other?.name ?? '' },
      }),
    );
    expect(organisation).toMatchObject({ kind: 'organisation', name: other?.name });
    expect(
      await reportees.convert({ connection, of: { identityNumber, lastName: 'Fjell' } }),
    ).toMatchObject({ ok: false });
  });
});
