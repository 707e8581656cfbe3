// Performs everything that can be done once: every operation of the contract, good and bad answers, jobs.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import { administerEverything } from './everything-admin.ts';
import { exploreEverything } from './everything-open.ts';
import { writeEverything } from './everything-messages.ts';
import { lookUpEverything } from './everything-reference.ts';
import { tendEverything } from './everything-program.ts';
import { plainMarker } from './markers.ts';
import { createCaller, createPorts } from './ports.ts';
import { connectTo, type Steward, valueOf } from './steward.ts';
import { eventually } from './eventually.ts';

/** The secret in the one answer that is about another user than was asked for. */
export const UNCLEAR = plainMarker('unclear');

export interface Answered {
  readonly name: string;
  /** Whether it ended as expected, which is not always well. */
  readonly ok: boolean;
  readonly text: string;
}

/** Handles of files to be read; where an operation writes, the same file is a target. */
function placesIn(folder: string, app: Steward['app']) {
  const targets = new Map<string, string>();
  const file = (name: string) => {
    const place = path.join(folder, name);
    const handle = app.handleFor(place);
    targets.set(handle, app.targetFor(place));
    return handle;
  };
  const withTargets = (input: unknown): unknown =>
    typeof input !== 'object' || input === null || Array.isArray(input)
      ? input
      : Object.fromEntries(
          Object.entries(input).map(([field, value]) => [
            field,
            (field === 'target' || field === 'folder') && typeof value === 'string'
              ? (targets.get(value) ?? value)
              : withTargets(value),
          ]),
        );
  return { file, withTargets };
}

/** Every operation of the contract once at least, with inputs that lead somewhere. */
export async function doEverything(
  steward: Steward,
  platform: Platform,
  folder: string,
  [agePassphrase, jobPassphrase, proxyPassword]: readonly [string, string, string],
) {
  const { app, shell } = steward;
  const answers: Answered[] = [];
  const ports = createPorts();
  app.serve(ports.main);
  const caller = createCaller(ports.page);
  const { file, withTargets } = placesIn(folder, app);
  const call: Call = async <T>(name: string, input: unknown, expected = 'ok') => {
    const result = await caller.call(name, withTargets(input));
    const ended = result.ok ? 'ok' : result.failure.kind;
    answers.push({ name, ok: ended === expected, text: JSON.stringify(result) });
    return (result.ok ? result.value : {}) as T;
  };
  const { connection, certificate } = await connectTo(steward, platform);
  const p12 = { file: app.handleFor(platform.certificateFile), passphrase: platform.passphrase };

  for (const name of [
    'app.start',
    'app.checkKeychain',
    'app.lock',
    'app.openAgain',
    'settings.get',
  ])
    await call(name, {});
  await call('settings.change', { scheme: 'dark' });
  shell.picks.push(platform.certificateFile, path.join(folder, 'picked'));
  await call('files.choose', { purpose: 'certificate' });
  await call('files.chooseSeveral', { purpose: 'attachment' });
  await call('files.chooseTarget', { suggestedName: 'report.csv' });
  await call('credentials.inspectCertificate', p12);
  const spare = await call<{ id: string }>('credentials.importCertificate', { ...p12, name: 'B' });
  await call('credentials.addApiKey', { name: 'Other', key: plainMarker('key') });
  await call('credentials.addProxyPassword', { name: 'Proxy', password: proxyPassword });
  await call('credentials.replace', { ...p12, credential: spare.id, name: 'C' });
  await call('credentials.remove', { credential: spare.id });
  await call('credentials.list', {});

  const { all } = await call<{ all: { id: string; name: string }[] }>('connections.list', {});
  const fields = Object.fromEntries(
    Object.entries(all[0] ?? {}).filter(([name]) => name !== 'id' && name !== 'extraCa'),
  );
  const other = await call<{ id: string }>('connections.create', {
    ...fields,
    name: 'Other',
    copyOf: connection,
  });
  await call('connections.change', { ...fields, connection: other.id, name: 'Another' });
  await call('connections.remove', { connection: other.id });
  const { signIn: _signIn, apiKey: _apiKey, ...place } = fields;
  const setUp = await call<{ id: string }>('connections.setUp', {
    ...place,
    name: 'Set up',
    certificate: p12,
    apiKey: { key: plainMarker('set-up-key') },
  });
  await call('connections.remove', { connection: setUp.id });
  await moveConnections(call, connection, file);
  await call('connections.choose', { connection });
  await call('connections.test', { connection });
  await call('connections.askOffers', { connection });
  await call('app.openPortal', { connection });
  const places = {
    ...{ version: 1, name: 'Everything' },
    places: [{ name: 'There', environment: 'test', baseAddress: 'https://there.example' }],
  };
  const placesFile = path.join(path.dirname(platform.certificateFile), 'places.json');
  writeFileSync(placesFile, JSON.stringify(places));
  await call('places.read', { file: app.handleFor(placesFile) });
  await call('places.take', places);
  await call('places.known', {});
  await call('places.forget', {});

  const { users } = await call<{ users: { userName: string }[] }>('enterpriseUsers.list', {
    connection,
  });
  const [first = '', second = '', third = ''] = users.map(({ userName }) => userName);
  await call('enterpriseUsers.exportList', { connection, target: file('users.csv') });
  await call('enterpriseUsers.get', { connection, userName: first });
  const made = await call<{ secret: { secret: string } }>('enterpriseUsers.create', {
    connection,
    userName: 'svc-01010112345',
  });
  const rename = { connection, userName: 'svc-01010112345', newName: 'svc-new' };
  await call('enterpriseUsers.rename', rename);
  const rotated = await call<{ secret: string }>('enterpriseUsers.rotateSecret', {
    connection,
    userName: first,
  });
  await call('enterpriseUsers.tellRotation', { connection, userName: first, on: '2026-01-31' });
  await call('enterpriseUsers.changeNote', { connection, userName: first, note: 'at night' });
  await call('enterpriseUsers.history', { connection, userName: first });

  await call('oneTimeSecrets.list', {});
  await call('oneTimeSecrets.reveal', { secret: rotated.secret });
  await call('oneTimeSecrets.copy', { secret: rotated.secret });
  const age = { secret: rotated.secret, target: file('secret.age'), passphrase: agePassphrase };
  await call('oneTimeSecrets.saveEncrypted', age);
  const keyFile = path.join(path.dirname(platform.certificateFile), 'key.pem');
  writeFileSync(keyFile, platform.clientKeyPem);
  const ways = { connection, secret: rotated.secret, key: app.handleFor(keyFile) };
  await signInAnyhow(call, ways, platform);
  await call('oneTimeSecrets.keep', { secret: rotated.secret });
  await call('oneTimeSecrets.confirmStored', { secret: made.secret.secret });
  await call('enterpriseUsers.remove', { connection, userName: 'svc-new' });
  await settleBadAnswers({ connection, users: [second, third], platform, call });

  const destination = { kind: 'file', target: file('job.age'), passphrase: jobPassphrase };
  await call('jobs.testDestination', { destination: { kind: 'keychain' } });
  const ask = { connection, userNames: [second, third], destination };
  await runJobs({ ask, steward, platform, call, report: file('report.csv') });
  const requests = { path: path.join(folder, 'requests.csv'), handle: file('requests.csv') };
  await runBatches({ connection, steward, platform, call, requests });

  await administerEverything(call, connection, platform, file);
  const files = (name: string) => ({ path: path.join(folder, name), handle: file(name) });
  await writeEverything(call, connection, platform, files);
  await lookUpEverything({ call, steward, platform, connection, file: files });

  await exploreEverything(call, platform, { connection });
  await call('activity.list', { filter: {}, limit: 1000 });
  const journal = file('activity.csv');
  await call('activity.exportCsv', { filter: {}, target: journal });
  await call('files.show', { target: journal });
  await call('files.readings', { file: journal });
  await call('files.readIn', { file: journal, charset: 'utf-8' });
  await call('files.takeHidden', { file: journal, taken: false });
  await call('activity.verify', {});
  await call('app.holdDrafts', { drafts: 0 });
  await call('layout.remember', { sidebarWidth: 240 });
  await call('layout.get', {});
  await tendEverything(call, file);
  await call('app.quit', { anyway: false });
  // One that answers is not taken away.
  const { keychain } = await call<{ keychain: { state: string } }>('app.start', {});
  await call('app.useMemoryKeychain', {}, keychain.state === 'ready' ? 'conflict' : 'ok');
  expect(certificate).toBeTruthy();
  return { answers, events: JSON.stringify(ports.sent.filter(({ kind }) => kind !== 'answer')) };
}

/** What can be done about signing in at a connection by certificate. */
async function signInAnyhow(
  call: Call,
  given: { readonly connection: string; readonly secret: string; readonly key: string },
  platform: Platform,
) {
  const { connection, secret, key } = given;
  for (const name of ['signIn.state', 'signIn.begin', 'signIn.signOut'])
    await call(name, { connection });
  await call('signIn.verifySecret', { connection, secret });
  await call('signIn.pasteToken', { connection, token: plainMarker('token') }, 'conflict');
  await call('credentials.addPassword', { name: 'Password', password: plainMarker('password') });
  await call('credentials.importPrivateKey', { name: 'Registered', file: key });
  expect(platform.control.executed('authentication.password')).toBeGreaterThan(0);
}

type Call = <T>(name: string, input: unknown, expected?: string) => Promise<T>;

/** An answer that came in a wrong form, and one that was cut off: looked at, asked about, settled. */
async function settleBadAnswers(given: {
  readonly connection: string;
  readonly users: readonly [string, string];
  readonly platform: Platform;
  readonly call: Call;
}) {
  const { connection, users, platform, call } = given;
  const operation = 'enterpriseUsers.rotateSecret';
  const body = JSON.stringify([{ UserName: 'somebody-else', Secret: UNCLEAR }]);
  platform.control.fault({ operation, acts: true, effect: { kind: 'alter', body } });
  await call(operation, { connection, userName: users[0] }, 'unexpected-answer');
  platform.control.fault({ operation, acts: true, effect: { kind: 'reset' } });
  await call(operation, { connection, userName: users[1] }, 'outcome-unknown');
  const all = await call<{ id: string; state: string }[]>('oneTimeSecrets.list', {});
  const unclear = all.find(({ state }) => state === 'answer-unclear')?.id;
  const unknown = all.find(({ state }) => state === 'outcome-unknown')?.id;
  await call('oneTimeSecrets.look', { secret: unclear });
  await call('oneTimeSecrets.probe', { secret: unknown });
  for (const secret of [unclear, unknown])
    await call('oneTimeSecrets.resolve', { secret, how: 'dropped' });
}

interface JobSeen {
  readonly id: string;
  readonly state: string;
}

/** Jobs of rows: one of each kind, and one row that is tried again. */
async function runBatches(given: {
  readonly connection: string;
  readonly steward: Steward;
  readonly platform: Platform;
  readonly call: Call;
  readonly requests: { readonly path: string; readonly handle: string };
}) {
  const { connection, steward, platform, call, requests } = given;
  const { organisationNumber } = platform;
  const finishes = (job: string) =>
    eventually(async () => {
      const all = await valueOf(steward.client.jobs.list({}));
      expect(all.find(({ id }) => id === job)).toMatchObject({ state: 'finished' });
    });
  const [there] = platform.control.contactInformation(organisationNumber);
  const added = await call<JobSeen>('jobs.startContactEntries', {
    connection,
    organisationNumber,
    organisationName: 'Fjordtrafikk AS',
    changes: [{ action: 'add', email: there?.email }],
  });
  await finishes(added.id);
  await call('jobs.rows', { job: added.id, from: 0, count: 10, onlyOpen: true });
  await call('jobs.retry', { job: added.id });
  await finishes(added.id);
  // Whose certificate it is manages the access of the organisation.
  platform.control.held.managers.add('');
  const changed = await call<JobSeen>('jobs.startDelegations', {
    connection,
    who: organisationNumber,
    organisationName: 'Fjordtrafikk AS',
    changes: [
      {
        action: 'give',
        to: { kind: 'enterprise-user', userName: platform.control.users[0] },
        what: { role: 26 },
      },
    ],
  });
  await finishes(changed.id);
  await call('enterpriseUsers.create', { connection, userName: 'svc-short-lived' });
  const deleted = await call<JobSeen>('jobs.startUserDeletion', {
    connection,
    users: [{ userName: 'svc-short-lived' }, { userName: 'svc-never-there' }],
  });
  await finishes(deleted.id);
  writeFileSync(
    requests.path,
    'identity number;last name;service;valid to;return address\r\n27828434567;Bratthammer;K103/1;2099-01-01;https://retur.fjordtrafikk.example/\r\n',
    { mode: 0o600 },
  );
  const table = { connection, file: requests.handle };
  const { digest, count } = await call<{ digest: string; count: number }>(
    'consents.readFile',
    table,
  );
  const consent = { ...table, digest, count };
  await finishes((await call<JobSeen>('jobs.startConsentRequests', consent)).id);
  const found = await call<JobSeen>('jobs.startLookUp', {
    connection,
    organisationNumbers: [organisationNumber],
    officialContacts: true,
    personalContacts: true,
  });
  await finishes(found.id);
  await call('serviceOwner.results', { job: found.id, from: 0, count: 10 });
}

/** One job that is paused and resumed to its end, and one that meets an unknown outcome and is stopped. */
async function runJobs(given: {
  readonly ask: { readonly userNames: readonly string[] };
  readonly steward: Steward;
  readonly platform: Platform;
  readonly call: Call;
  readonly report: string;
}) {
  const { ask, steward, platform, call, report } = given;
  const operation = 'enterpriseUsers.rotateSecret';
  const reaches = (job: string, state: string) =>
    eventually(async () => {
      const all = await valueOf(steward.client.jobs.list({}));
      expect(all.find(({ id }) => id === job)).toMatchObject({ state });
    });
  const held = platform.control.hold(operation, true);
  const { id: job } = await call<JobSeen>('jobs.startRotation', ask);
  await held.reached;
  await call('jobs.pause', { job });
  held.release();
  await reaches(job, 'paused');
  await call('jobs.resume', { job });
  await reaches(job, 'finished');
  await call('jobs.saveReport', { job, target: report });
  await call('jobs.forget', { job });

  platform.control.fault({ operation, acts: true, effect: { kind: 'reset' } });
  const again = { ...ask, destination: { kind: 'keychain' } };
  const second = await call<JobSeen>('jobs.startRotation', again);
  await reaches(second.id, 'paused');
  const [userName] = ask.userNames;
  await call('jobs.resolveRow', { job: second.id, userName, how: 'old-one-works' });
  await call('jobs.stop', { job: second.id });
  await call('jobs.list', {});
}

/** Saved both ways, and what was saved without secrets taken over. */
async function moveConnections(
  call: <T>(name: string, input: unknown) => Promise<T>,
  connection: string,
  file: (name: string) => string,
): Promise<void> {
  const asked = { for: 'colleague', connections: [connection], settings: true };
  const passphrase = 'correct horse battery';
  const sealed = { ...asked, target: file('connections.json.age'), passphrase };
  await call('connectionFile.saveEncrypted', sealed);
  await call('connectionFile.save', { ...asked, target: file('connections.json') });
  const given = { file: file('connections.json') };
  const { sum } = await call<{ sum: string }>('connectionFile.read', given);
  const taken = await call<{ connections: { connection: string }[] }>('connectionFile.takeOver', {
    ...{ ...given, sum, connections: [1] },
  });
  for (const one of taken.connections)
    await call('connections.remove', { connection: one.connection });
}
