// Roles and rights from a file through the whole program: dry run, one question, a job that does each once, its report.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DelegationChange, PlannedDelegation } from '../../preload/contract/delegations.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everythingOn } from '../platform/shape.ts';
import { eventually } from '../support/eventually.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const reset = { kind: 'reset' } as const;
const ODD = 'r50010002';
const NAME = 'Fjordtrafikk AS';

// Each test gives and takes: a platform and a program for all, started again where a test needs it.
const folder = makeTempFolder('steward-delegation-jobs');
const keychain: Keychain = Object.assign(createMemoryKeychain(), { kind: 'system' });
let platform: Platform;
let steward: Steward;
let connection: string;

const start = () =>
  startSteward({
    dataFolder: path.join(folder.path, 'data'),
    keychain: 'system',
    replacements: { keychain },
  });
/** A person who manages the access of the organisation; a token stays in memory, so it is given after each start. */
const signIn = async () => {
  const token = platform.control.identity.addToken({ person: 'person-1' });
  await valueOf(steward.client.signIn.pasteToken({ connection, token }));
};

beforeAll(async () => {
  platform = await startPlatform({ users: 40, services: 60, messages: 2, switches: everythingOn });
  steward = await start();
  const made = await connectTo(steward, platform, { signIn: { way: 'pasted-token' } });
  connection = made.connection;
  await signIn();
});
beforeEach(() => {
  steward.shell.answer = () => true;
});
afterAll(async () => {
  await steward.stop();
  await platform.stop();
  folder.remove();
});

const at = () => ({ connection, who: platform.organisationNumber });
let taken = 3;
/** Names of enterprise users that hold nothing yet. */
const users = (count: number): readonly string[] => {
  const all = platform.control.users.slice(taken, taken + count);
  taken += count;
  return all;
};
const giving = (userName: string, role = 26): DelegationChange => ({
  action: 'give',
  to: { kind: 'enterprise-user', userName },
  what: { role },
});
const sent = (operation: string) => platform.control.executed(`delegations.${operation}`);
const rightOf = (action: string) => {
  const service = platform.control.metadata.services.find(
    ({ kind, code }) => kind === 'formtask' && Number(code) % 9 !== 0 && Number(code) % 5 !== 0,
  );
  return { serviceCode: service?.code ?? '', serviceEdition: service?.edition ?? 0, action };
};

const begin = (changes: readonly DelegationChange[]) =>
  steward.client.jobs.startDelegations({ ...at(), organisationName: NAME, changes: [...changes] });
const rests = (id: string, state = 'finished'): Promise<Job> =>
  eventually(async () => {
    const found = (await valueOf(steward.client.jobs.list({}))).find((job) => job.id === id);
    expect(found).toMatchObject({ state });
    return found as Job;
  }, 100);
const rowsOf = async (job: string) =>
  (await valueOf(steward.client.jobs.rows({ job, from: 0, count: 500 }))).rows;

/** What a user holds now, role ids of roles given by themselves and words of direct rights. */
async function heldBy(userName: string): Promise<readonly (number | string)[]> {
  const { holders } = await valueOf(steward.client.delegations.list(at()));
  const found = holders.find(({ name }) => name === userName);
  if (found === undefined) return [];
  const held = await valueOf(steward.client.delegations.get({ ...at(), receiver: found.id }));
  return [
    ...held.roles.filter((role) => role.held !== null).map(({ id }) => id),
    ...held.rights.filter(({ direct }) => direct).map(({ action }) => action.word),
  ];
}

async function read(text: string): Promise<readonly PlannedDelegation[]> {
  const file = path.join(folder.path, `${String(Math.random())}.csv`);
  writeFileSync(file, text);
  const handle = steward.app.handleFor(file);
  return (await valueOf(steward.client.delegations.readFile({ ...at(), file: handle }))).rows;
}

describe('the dry run', () => {
  it('DLG-06 compares a file with what its receivers hold now, with one call for the list and one for each of them', async () => {
    const { control } = platform;
    const [fresh = ''] = users(1);
    const [first = '', second = ''] = control.users;
    control.forget();
    const rows = await read(
      [
        'Handling;Brukernavn;Innehaver;Rolle',
        `gi;${first};;27`,
        `gi;${fresh};;27`,
        `ta tilbake;${first};;27`,
        `ta tilbake;;${ODD};27`,
        `ta tilbake;${second};;27`,
        `gi;${fresh};;27`,
        'gi;27828434567;;27',
        'ta tilbake;;r50010001;4',
      ].join('\r\n'),
    );
    expect(rows.map(({ verdict, problem }) => problem ?? verdict)).toEqual([
      ...['there-already', 'give', 'same-as-before', 'take', 'not-there', 'twice'],
      ...['holds-identity-number', 'not-given-directly'],
    ]);
    expect(rows[6]?.text).not.toContain('27828434567');
    const asked = control.requests.map(({ operation }) => operation);
    expect(asked.filter((name) => name === 'delegations.list').length).toBeLessThanOrEqual(2);
    expect(asked.filter((name) => name === 'delegations.get')).toHaveLength(4);
    expect(JSON.stringify(steward.sent)).not.toContain('27828434567');
    expect([sent('create'), sent('removeRole')]).toEqual([0, 0]);
  });

  it('DLG-06 a role by its exact name is looked up, and is readable in the plan', async () => {
    const [fresh = ''] = users(1);
    const { roles } = await valueOf(steward.client.roleDefinitions.list(at()));
    const role = roles.find(({ id }) => id === 27);
    const rows = await read(
      `action;user name;role\ngive;${fresh};${role?.name ?? ''}\ngive;${fresh};Nothing like it`,
    );
    expect(rows).toMatchObject([
      {
        verdict: 'give',
        text: `${fresh}: ${role?.name ?? ''} (27)`,
        change: { what: { role: 27 } },
      },
      { verdict: 'refused', problem: 'not-a-choice' },
    ]);
  });

  it('DLG-06 a file without headings is refused before anybody is asked', async () => {
    const { control } = platform;
    control.forget();
    const file = path.join(folder.path, 'no-headings.csv');
    writeFileSync(file, 'give;svc;27');
    const answer = steward.client.delegations.readFile({
      ...at(),
      file: steward.app.handleFor(file),
    });
    expect(await answer).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input', fields: { file: 'no-headings' } },
    });
    expect(control.requests).toEqual([]);
  });
});

describe('the job', () => {
  it('DLG-06 ATK-03 a person is asked once, for all it gives, and not for a single row', async () => {
    const { shell } = steward;
    const [one = '', other = ''] = users(2);
    const right: DelegationChange = {
      action: 'give',
      to: { kind: 'enterprise-user', userName: other },
      what: rightOf('Read'),
    };
    const take: DelegationChange = { ...giving(one, 30), action: 'take' };
    const before = sent('create');
    shell.asked.length = 0;
    shell.answer = () => false;
    expect(await begin([giving(one), right, take])).toMatchObject({
      ok: false,
      failure: { kind: 'cancelled' },
    });
    expect(sent('create')).toBe(before);
    shell.answer = () => true;
    const { id } = await valueOf(begin([giving(one), right, take]));
    const job = await rests(id);
    shell.answer = () => false;
    expect(job.tally).toMatchObject({ done: 2, notFound: 1 });
    expect(shell.asked.map(({ why, targets }) => [why, targets])).toEqual([
      ['grant', [platform.organisationNumber]],
      ['grant', [platform.organisationNumber]],
    ]);
    expect(shell.asked[0]?.message).toContain('1 role and 1 right');
    expect(shell.asked[0]?.detail).toContain(one);
    expect(shell.asked[0]?.detail).toContain('3 changes');
    expect([await heldBy(one), await heldBy(other)]).toEqual([[26], ['Read']]);
    // A yes for a job is none for the window.
    const to = { kind: 'enterprise-user' as const, userName: other };
    expect(
      await steward.client.delegations.give({ ...at(), to, roles: [30], rights: [] }),
    ).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    // Taking back alone needs nobody.
    const asked = shell.asked.length;
    const back = await valueOf(
      begin([
        { ...giving(one), action: 'take' },
        { ...right, action: 'take' },
      ]),
    );
    expect((await rests(back.id)).tally).toMatchObject({ done: 2 });
    expect(shell.asked).toHaveLength(asked);
    expect([await heldBy(one), await heldBy(other)]).toEqual([[], []]);
  });

  it('DLG-06 what a plan says can be begun as it is; a row that is refused is told with the platform’s words, the others are done', async () => {
    const [one = '', other = ''] = users(2);
    const rows = await read(
      [
        'action;user name;role;service code;edition;right',
        `give;${one};26;;;`,
        `give;no-such-user;26;;;`,
        `give;${other};;${rightOf('').serviceCode};${String(rightOf('').serviceEdition)};Read`,
        `give;${one};30;;;`,
      ].join('\n'),
    );
    const changes = rows.flatMap(({ change }) => change ?? []);
    expect(changes).toHaveLength(4);
    const { id } = await valueOf(begin([...changes, ...changes]));
    const job = await rests(id);
    expect(job).toMatchObject({
      kind: 'change-delegations',
      details: { who: platform.organisationNumber },
      organisationName: NAME,
      tally: { done: 3, refused: 1, waiting: 0 },
    });
    const shown = await rowsOf(id);
    expect(shown.map(({ action, state }) => [action, state])).toEqual([
      ...[
        ['add', 'done'],
        ['add', 'refused'],
        ['add', 'done'],
        ['add', 'done'],
      ],
    ]);
    expect(shown[1]).toMatchObject({
      subject: expect.stringContaining('no-such-user') as unknown,
      failure: { kind: 'refused', status: 400 },
    });
    const file = path.join(folder.path, 'report.csv');
    const target = steward.app.targetFor(file);
    await valueOf(steward.client.jobs.saveReport({ job: id, target }));
    expect(readFileSync(file, 'utf8')).toContain('The receiver was not found');
    // Tried again, it is refused again, and what was done is not done twice.
    const before = sent('create');
    await valueOf(steward.client.jobs.retry({ job: id }));
    expect((await rests(id)).tally).toMatchObject({ done: 3, refused: 1 });
    expect(sent('create') - before).toBeLessThanOrEqual(1);
    expect([await heldBy(one), await heldBy(other)]).toEqual([[26, 30], ['Read']]);
  });

  it('DLG-06 what the receiver holds already is refused and not sent', async () => {
    const [one = ''] = users(1);
    await rests((await valueOf(begin([giving(one)]))).id);
    const before = sent('create');
    const { id } = await valueOf(begin([giving(one)]));
    expect((await rests(id)).tally).toMatchObject({ refused: 1, done: 0 });
    expect(sent('create')).toBe(before);
  });

  it('DLG-06 RTY-09 a lost answer is settled by looking: given once, and taken back once', async () => {
    const [one = '', other = ''] = users(2);
    const { control } = platform;
    const before = [sent('create'), sent('removeRole')];
    control.fault({ operation: 'delegations.create', acts: true, effect: reset });
    const { id } = await valueOf(begin([giving(one), giving(other)]));
    expect((await rests(id)).tally).toMatchObject({ done: 2 });
    control.fault({ operation: 'delegations.removeRole', acts: true, effect: reset });
    const back = await valueOf(
      begin([giving(one), giving(other)].map((change) => ({ ...change, action: 'take' as const }))),
    );
    expect((await rests(back.id)).tally).toMatchObject({ done: 2 });
    expect([sent('create'), sent('removeRole')]).toEqual(before.map((count) => count + 2));
    expect([await heldBy(one), await heldBy(other)]).toEqual([[], []]);
  });

  it('DLG-06 RTY-09 an answer that stays lost pauses the job; resumed, it looks first and goes on with the rest', async () => {
    const [one = '', other = ''] = users(2);
    const { control } = platform;
    control.fault({ operation: 'delegations.create', acts: false, effect: reset });
    const { id } = await valueOf(begin([giving(one), giving(other)]));
    expect(await rests(id, 'paused')).toMatchObject({
      because: 'unknown-outcome',
      tally: { unknown: 1, waiting: 1 },
    });
    await valueOf(steward.client.jobs.resume({ job: id }));
    expect((await rests(id)).tally).toMatchObject({ unknown: 1, done: 1 });
    await valueOf(steward.client.jobs.retry({ job: id }));
    expect((await rests(id)).tally).toMatchObject({ unknown: 0, done: 2 });
    expect([await heldBy(one), await heldBy(other)]).toEqual([[26], [26]]);
  });

  it('DLG-06 a national identity number in a change is refused at its field, before anybody is asked, and stored nowhere', async () => {
    const { shell, client, dataFolder } = steward;
    shell.asked.length = 0;
    const number = '27828434567';
    const answers = [
      await begin([giving(number)]),
      await begin([
        {
          action: 'give',
          to: { kind: 'person-by-user-name', userName: 'sunniva', lastName: number },
          what: { role: 26 },
        },
      ]),
    ];
    expect(answers).toMatchObject([
      { failure: { fields: { 'changes.0.to.userName': 'holds-identity-number' } } },
      { failure: { fields: { 'changes.0.to.lastName': 'holds-identity-number' } } },
    ]);
    expect(shell.asked).toEqual([]);
    expect(JSON.stringify(await valueOf(client.jobs.list({})))).not.toContain(number);
    const files = readdirSync(dataFolder, { withFileTypes: true, recursive: true });
    // The folder's lock is a socket.
    for (const { parentPath, name } of files.filter((one) => one.isFile()))
      expect(readFileSync(path.join(parentPath, name)).includes(Buffer.from(number))).toBe(false);
  });

  it('DLG-06 after a restart in the middle it goes on where it was, nothing twice and nobody asked again', async () => {
    const all = users(6);
    const { control } = platform;
    const before = sent('create');
    const held = control.hold('delegations.create', true);
    const { id } = await valueOf(begin(all.map((name) => giving(name))));
    await held.reached;
    const stopping = steward.stop();
    held.release();
    await stopping;
    const names = readFileSync(path.join(steward.dataFolder, 'jobs', `${id}.rows`));
    for (const name of all) expect(names.includes(Buffer.from(name))).toBe(false);
    steward = await start();
    steward.shell.answer = () => false;
    expect(await rests(id, 'paused')).toMatchObject({ because: 'restarted' });
    await signIn();
    await valueOf(steward.client.jobs.resume({ job: id }));
    expect((await rests(id)).tally).toMatchObject({ done: 6, unknown: 0, refused: 0 });
    expect(sent('create') - before).toBe(6);
    for (const name of all) expect(await heldBy(name)).toEqual([26]);
    expect(steward.shell.asked).toEqual([]);
  });
});
