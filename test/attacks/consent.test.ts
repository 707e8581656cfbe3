// A page that has been taken over has main's port and no person: what it can send away, show, erase and override.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Result } from '../../preload/result.ts';
import { ensureBuilt } from '../../build/build.mjs';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { needApproval } from '../support/contract-samples.ts';
import { answerQuestions } from '../support/consent.ts';
import { callFromPage } from '../support/page-call.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openSteeredWindow } from '../support/window.ts';
import { tell } from './report.ts';

/** Counts who comes, says nothing. */
async function listening() {
  const seen = { connections: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { seen, port: (server.address() as AddressInfo).port };
}

const place = (port: number) => ({
  name: 'Elsewhere',
  environment: 'test' as const,
  baseAddress: `https://127.0.0.1:${String(port)}`,
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '910000004',
  signIn: { way: 'none' as const },
  apiKey: null,
  highestTls: 'TLSv1.3' as const,
  language: 1033 as const,
  mediaType: 'application/hal+json' as const,
  proxy: { use: 'none' as const },
  formerHosts: [],
});

/** A file of connections, made by hand: it leads elsewhere, and makes a limit longer. */
const ledElsewhere = (port: number) =>
  JSON.stringify({
    ...{ format: 'steward-connections', version: 1, made: '2026-01-01T00:00:00Z', for: 'self' },
    connections: [{ ...place(port), extraCa: null }],
    credentials: [],
    settings: { idleLockMinutes: 480 },
  });

describe('ATK-03 main does not obey the page', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ users: 2 });
  });
  afterAll(() => platform.stop());

  /** Connected, one secret that waits for its person, and from now on nobody there. */
  async function abandoned() {
    // A system's keychain whose entries are in memory: what is erased from it would be lost.
    const keychain: Keychain = Object.assign(createMemoryKeychain(), { kind: 'system' });
    const steward = await startSteward({ keychain: 'system', replacements: { keychain } });
    onTestFinished(() => steward.stop());
    const made = await connectTo(steward, platform);
    const [userName = ''] = platform.control.users;
    const rotated = await valueOf(
      steward.client.enterpriseUsers.rotateSecret({ connection: made.connection, userName }),
    );
    const spare = await valueOf(
      steward.client.credentials.addApiKey({ name: 'Spare', key: 'spare-key-of-nobody' }),
    );
    steward.shell.asked.length = 0;
    steward.shell.answer = () => false;
    return { steward, ...made, userName, secret: rotated.secret, spare: spare.id };
  }

  /** Each act that needs an approval, done to what is there. */
  function acts(
    { client, app }: Steward,
    {
      secret,
      apiKey,
      spare,
      port,
    }: Record<'secret' | 'apiKey' | 'spare', string> & { port: number },
  ): readonly (readonly [string, () => Promise<Result<unknown>>])[] {
    const one = { secret };
    const host = `s3cret-text.invalid`;
    const here = { ...place(port), organisationNumber: platform.organisationNumber };
    return [
      ['connections.create', () => client.connections.create(here)],
      [
        'connections.create',
        () => client.connections.create({ ...here, proxy: { use: 'manual', host, port: 8080 } }),
      ],
      [
        'connections.create',
        // The stored key, at once, to a foreign address.
        () => client.connections.create({ ...here, apiKey }),
      ],
      [
        'connections.create',
        () =>
          client.connections.create({
            ...here,
            baseAddress: platform.address,
            extraCaFile: app.handleFor(platform.caFile),
          }),
      ],
      [
        'connections.setUp',
        // A certificate that the page brings, to a foreign address, with the stored key.
        () => {
          const { signIn: _signIn, apiKey: _apiKey, ...where } = here;
          const file = app.handleFor(platform.certificateFile);
          return client.connections.setUp({
            ...where,
            certificate: { file, passphrase: platform.passphrase },
            apiKey: { kept: apiKey },
          });
        },
      ],
      [
        'places.take',
        // A place whose name people know, at another address.
        () =>
          client.places.take({
            ...{ version: 1, name: 'Fjordtrafikk AS' },
            places: [{ name: 'Production', environment: 'test', baseAddress: here.baseAddress }],
          }),
      ],
      [
        'credentials.replace',
        () =>
          client.credentials.replace({ credential: apiKey, name: 'Theirs', key: 'of-the-page' }),
      ],
      ['settings.change', () => client.settings.change({ idleLockMinutes: 480 })],
      ['settings.change', () => client.settings.change({ clipboardSeconds: 300 })],
      [
        'settings.change',
        () => client.settings.change({ updateAddress: `https://127.0.0.1:${String(port)}` }),
      ],
      ['oneTimeSecrets.reveal', () => client.oneTimeSecrets.reveal(one)],
      ['oneTimeSecrets.look', () => client.oneTimeSecrets.look(one)],
      ['oneTimeSecrets.copy', () => client.oneTimeSecrets.copy(one)],
      ['oneTimeSecrets.confirmStored', () => client.oneTimeSecrets.confirmStored(one)],
      ['oneTimeSecrets.resolve', () => client.oneTimeSecrets.resolve({ ...one, how: 'dropped' })],
      [
        'oneTimeSecrets.saveEncrypted',
        () =>
          client.oneTimeSecrets.saveEncrypted({
            ...one,
            ...{
              target: app.targetFor(path.join(tempFolder(), 'x.age')),
              passphrase: 'chosen by the page',
            },
          }),
      ],
      ['app.renewKey', () => client.app.renewKey({ key: 'form-drafts' })],
      ['app.erase', () => client.app.erase({ what: 'everything', anyway: true })],
      ['app.erase', () => client.app.erase({ what: 'secrets', anyway: true })],
      ['app.quit', () => client.app.quit({ anyway: true })],
      ['updates.install', () => client.updates.install({ anyway: true })],
      ['credentials.remove', () => client.credentials.remove({ credential: spare })],
    ];
  }

  it('ATK-03 IPC-07 with the port and no person: nothing leaves, nothing is shown, erased, overridden or made longer', async () => {
    const { steward, secret, apiKey, spare, userName, connection } = await abandoned();
    const { client, shell } = steward;
    const { seen, port } = await listening();
    const before = {
      connections: await valueOf(client.connections.list({})),
      credentials: await valueOf(client.credentials.list({})),
      settings: await valueOf(client.settings.get({})),
      secrets: await valueOf(client.oneTimeSecrets.list({})),
    };
    const known = before.connections.all[0];
    if (known === undefined) throw new TypeError('There should be a connection.');
    const { id: _id, extraCa: _extraCa, ...fields } = known;
    const { consents } = platform.control;
    const of = { connection };
    const asked = consents.make().id;
    const given = consents.make({ status: 'Accepted' }).id;
    const requests = structuredClone(consents.all);
    const tried = [
      ...acts(steward, { secret, apiKey, spare, port }),
      [
        'connections.change',
        () =>
          client.connections.change({
            ...fields,
            connection,
            baseAddress: place(port).baseAddress,
          }),
      ],
      [
        'connections.change',
        () =>
          client.connections.change({
            ...fields,
            connection,
            proxy: { use: 'manual', host: 's3cret-text.invalid', port: 80 },
          }),
      ],
      [
        'messages.remove',
        () => client.messages.remove({ connection, who: 'my', message: 'a1', forGood: true }),
      ],
      [
        'jobs.startUserDeletion',
        () => client.jobs.startUserDeletion({ connection, users: [{ userName }] }),
      ],
      [
        'jobs.startRotation',
        () =>
          client.jobs.startRotation({
            ...{ connection, userNames: [userName] },
            destination: {
              ...{ kind: 'file', passphrase: 'chosen by the page' },
              target: steward.app.targetFor(path.join(tempFolder(), 'x.age')),
            },
          }),
      ],
      [
        'jobs.startMessageExport',
        () =>
          client.jobs.startMessageExport({
            ...{ connection, who: 'my', partyName: 'Fjordtrafikk AS', folders: ['inbox'] },
            ...{ from: null, to: null, forms: true, attachments: true, print: false },
            folder: steward.app.targetFor(path.join(tempFolder(), 'bodies')),
          }),
      ],
      [
        'handOver.start',
        () =>
          client.handOver.start({
            ...{ connection, organisationName: 'Fjordtrafikk AS' },
            organisationNumber: platform.organisationNumber,
            folder: steward.app.targetFor(path.join(tempFolder(), 'everything')),
            parts: [{ part: 'users', connection }],
          }),
      ],
      [
        'connectionFile.saveEncrypted',
        // The keys of a connection, into a file with a passphrase of the page's.
        () =>
          client.connectionFile.saveEncrypted({
            target: steward.app.targetFor(path.join(tempFolder(), 'x.json.age')),
            ...{ for: 'self', connections: [connection], settings: false },
            passphrase: 'chosen by the page',
          }),
      ],
      [
        'backup.make',
        () =>
          client.backup.make({
            target: steward.app.targetFor(path.join(tempFolder(), 'backup.age')),
            passphrase: 'chosen by the page',
          }),
      ],
      [
        'connectionFile.takeOver',
        // A file of the page's leads to a foreign address, and makes limits longer.
        () => {
          const [file, text] = [path.join(tempFolder(), 'x.json'), ledElsewhere(port)];
          writeFileSync(file, text);
          return client.connectionFile.takeOver({
            ...{
              file: steward.app.handleFor(file),
              connections: [1],
              settings: ['idleLockMinutes'],
            },
            sum: createHash('sha256').update(text).digest('hex'),
          });
        },
      ],
      [
        'jobs.startMessageChanges',
        () =>
          client.jobs.startMessageChanges({
            ...{ connection, who: 'my', organisationName: 'Fjordtrafikk AS' },
            ...{ change: 'delete', messages: [{ message: 'a1' }] },
          }),
      ],
      [
        'jobs.startForms',
        () =>
          client.jobs.startForms({
            ...{ connection, who: 'my', organisationName: 'Fjordtrafikk AS', serviceName: '' },
            ...{ code: '0112', edition: 1, dataFormatId: '5100', dataFormatVersion: '1' },
            ...{ file: `file-${'a'.repeat(20)}`, template: { from: 'schema' } },
            ...{ mapping: [{ column: 0, path: '/Skjema/Navn' }], then: 'await-signature' },
            ...{ count: 50, digest: 'a'.repeat(64) },
          }),
      ],
      [
        'consents.create',
        () =>
          client.consents.create({
            ...of,
            receiver: platform.organisationNumber,
            giver: { kind: 'person', identityNumber: '27828434567', lastName: 'Bratthammer' },
            validTo: '2027-05-04T00:00:00Z',
            returnAddress: 'https://attacker.example/',
            resources: [{ serviceCode: 'K103', serviceEdition: 1, metadata: [] }],
          }),
      ],
      [
        'jobs.startConsentRequests',
        () =>
          client.jobs.startConsentRequests({
            ...of,
            ...{ file: `file-${'a'.repeat(20)}`, count: 50, digest: 'a'.repeat(64) },
          }),
      ],
      ['consents.withdraw', () => client.consents.withdraw({ ...of, code: asked })],
      ['consents.copyToken', () => client.consents.copyToken({ ...of, code: given })],
      ['consents.giveUp', () => client.consents.giveUp({ ...of, code: given })],
      [
        'consents.logUse',
        () =>
          client.consents.logUse({ ...of, code: given, serviceCode: 'K103', serviceEdition: 1 }),
      ],
      [
        'jobs.startFileSending',
        () =>
          client.jobs.startFileSending({
            ...{ connection, who: 'my', organisationName: 'Fjordtrafikk AS' },
            ...{ sources: [steward.app.handleFor(platform.caFile)], code: 'B102', edition: 1 },
            ...{ sendersReference: 'x', recipients: ['910000004'] },
          }),
      ],
      [
        'fileTransfer.send',
        () =>
          client.fileTransfer.send({
            ...{ connection, who: 'my', source: steward.app.handleFor(platform.caFile) },
            ...{ code: 'B102', edition: 1, sendersReference: 'x', recipients: ['910000004'] },
          }),
      ],
      [
        'fileTransfer.confirm',
        () =>
          client.fileTransfer.confirm({
            ...{ connection, who: 'my', reference: '8d4a9a90-6a0c-4d62-9c1f-1f4c8a1d2b3c' },
          }),
      ],
      [
        'delegations.give',
        () =>
          client.delegations.give({
            ...{ connection, who: 'my', roles: [20], rights: [] },
            to: { kind: 'enterprise-user', userName },
          }),
      ],
      [
        'serviceRights.grant',
        () =>
          client.serviceRights.grant({
            ...{ connection, service: { code: 'B102', edition: 1 }, conditions: [] },
            ...{ reportee: { organisationNumber: '974760673' }, rights: ['read'] },
          }),
      ],
      [
        'serviceRights.revoke',
        () =>
          client.serviceRights.revoke({
            ...{ connection, service: { code: 'B102', edition: 1 }, rule: '61' },
          }),
      ],
      [
        'ownerRequests.create',
        () =>
          client.ownerRequests.create({
            ...{
              connection,
              receiver: { organisationNumber: '974760673' },
              giver: { identityNumber: '27828434567' },
            },
            ...{ giverName: 'Bratthammer', redirectUrl: 'https://there.example' },
            services: [{ code: '2877', edition: 1, operations: ['Read'] }],
          }),
      ],
      [
        'ownerRequests.remove',
        () =>
          client.ownerRequests.remove({
            ...{ connection, request: '0b5c7b1e-3f4a-4c5d-8e6f-7a8b9c0d1e2f' },
          }),
      ],
      [
        'jobs.startDelegations',
        () =>
          client.jobs.startDelegations({
            connection,
            who: 'my',
            organisationName: 'Fjordtrafikk AS',
            changes: [
              {
                action: 'give',
                to: { kind: 'enterprise-user', userName },
                what: { role: 20 },
              },
            ],
          }),
      ],
    ] as const;
    const got: string[] = [];
    for (const [name, act] of tried) {
      const result = await act();
      got.push(`${name}: ${result.ok ? 'done' : result.failure.kind}`);
    }
    const done = got.filter((one) => !one.endsWith(': cancelled'));
    tell('ATK-03', `${String(tried.length)} acts without a person`, done.join(', ') || 'none done');
    expect(done).toEqual([]);
    expect(shell.asked).toHaveLength(tried.length);
    // Everything is as it was, and nobody was spoken to.
    expect({
      connections: await valueOf(client.connections.list({})),
      credentials: await valueOf(client.credentials.list({})),
      settings: await valueOf(client.settings.get({})),
      secrets: await valueOf(client.oneTimeSecrets.list({})),
    }).toEqual(before);
    expect([seen.connections, shell.quits, shell.clipboardText]).toEqual([0, 0, '']);
    expect(consents.all).toEqual(requests);
    // The journal has no act that was not begun.
    const { lines } = await valueOf(client.activity.list({ filter: {}, limit: 50 }));
    expect(lines.map(({ operation }) => operation)).not.toContain('app.erase');
    // Of what needs an approval nothing was left out; what takes a keychain away has an attack of its own (ATK-29), and a backup is brought
    // back only where nothing is kept (`services/backup.test.ts`).
    const elsewhere = ['app.useMemoryKeychain', 'backup.bringBack'];
    const names = new Set<string>([...tried.map(([name]) => name), ...elsewhere]);
    expect(needApproval.filter(([name]) => !names.has(name))).toEqual([]);
    expect(platform.control.secretOf(userName)).not.toBe('');
  });

  it('ATK-03 a yes is for one call: not for another secret, another window, a second time, or after a lock', async () => {
    const { steward, connection, secret } = await abandoned();
    const { client, shell, app } = steward;
    const [, second = ''] = platform.control.users;
    shell.answer = () => true;
    const other = await valueOf(
      client.enterpriseUsers.rotateSecret({ connection, userName: second }),
    );
    const window = steward.openWindow();
    expect(await client.oneTimeSecrets.reveal({ secret })).toMatchObject({ ok: true });
    shell.answer = () => false;
    shell.asked.length = 0;
    // The same view: it may be copied where it was shown, and is not asked for.
    expect(await client.oneTimeSecrets.copy({ secret })).toMatchObject({ ok: true });
    expect(shell.asked).toEqual([]);
    const refused = { ok: false, failure: { kind: 'cancelled' } };
    expect(await client.oneTimeSecrets.reveal({ secret })).toMatchObject(refused);
    expect(await client.oneTimeSecrets.copy({ secret: other.secret })).toMatchObject(refused);
    expect(await window.client.oneTimeSecrets.copy({ secret })).toMatchObject(refused);
    app.lock();
    expect(await client.oneTimeSecrets.copy({ secret })).toMatchObject(refused);
    expect(await client.oneTimeSecrets.confirmStored({ secret })).toMatchObject(refused);
    expect(shell.asked.map(({ why, targets: [target] }) => [why, target])).toEqual([
      ['reveal', platform.control.users[0]],
      ['reveal', second],
      ['reveal', platform.control.users[0]],
      ['reveal', platform.control.users[0]],
      ['erase', platform.control.users[0]],
    ]);
    window.closeWindow();
  });

  it('ATK-03 ordinary work asks nothing: the same place again, a shorter limit, leaving with nothing to lose', async () => {
    const { steward, connection, certificate, apiKey, secret } = await abandoned();
    const { client, shell } = steward;
    const { all } = await valueOf(client.connections.list({}));
    const { id: _id, extraCa: _extraCa, ...fields } = all[0] ?? { id: '', extraCa: null };
    const same = { ...fields, name: 'Beside it' } as Parameters<
      typeof client.connections.create
    >[0];
    await valueOf(client.connections.create(same));
    await valueOf(client.connections.change({ ...same, name: 'Renamed', connection }));
    await valueOf(client.settings.change({ idleLockMinutes: 5, clipboardSeconds: 10 }));
    await valueOf(client.oneTimeSecrets.keep({ secret }));
    await valueOf(client.enterpriseUsers.list({ connection }));
    expect(await client.app.quit({ anyway: true })).toMatchObject({ ok: true });
    expect(shell.asked).toEqual([]);
    expect([certificate, apiKey]).not.toContain('');
  });
});

describe('ATK-03 in the real window', () => {
  beforeAll(() => ensureBuilt({ logLevel: 'silent' }));

  it('ATK-03 the question box is the browser’s own: the page neither answers nor imitates it, and a no is a no', async () => {
    const window = await openSteeredWindow({ dataFolder: path.join(tempFolder(), 'data') });
    onTestFinished(async () => void (await window.stop()));
    const { page } = window;
    const asked: string[] = [];
    let says: 'yes' | 'no' = 'no';
    answerQuestions(page, (asks) => {
      asked.push(asks);
      return says === 'yes';
    });
    // All that a script of the page can do to the function that asks.
    await page.evaluate(() => {
      const yes = () => true;
      Object.defineProperty(globalThis, 'confirm', { value: yes, configurable: true });
      Object.defineProperty(Window.prototype, 'confirm', { value: yes, configurable: true });
      const frame = document.body.appendChild(document.createElement('iframe'));
      Object.defineProperty(frame.contentWindow, 'confirm', { value: yes });
    });
    const lift = () => callFromPage(page, 'settings.change', { idleLockMinutes: 480 });
    await expect(lift()).rejects.toThrow(/cancelled/);
    expect(asked).toEqual([
      'Wait longer before the session is cleared?\n\nThe session is cleared after 480 minutes without activity instead of 10.',
    ]);
    says = 'yes';
    await expect(lift()).resolves.toMatchObject({ idleLockMinutes: 480 });
    expect(asked).toHaveLength(2);
    // A box of the page's own making is closed as a no before anybody could mistake it for ours.
    says = 'no';
    const own = await page.evaluate(() => {
      Reflect.deleteProperty(globalThis, 'confirm');
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return frame.contentWindow?.confirm('Wait longer before the session is cleared?');
    });
    tell('ATK-03', 'confirm() replaced and imitated', `answered ${String(own)}`);
    expect(own).toBe(false);
    await expect(
      callFromPage(page, 'app.erase', { what: 'everything', anyway: true }),
    ).rejects.toThrow(/cancelled/);
  });
});
