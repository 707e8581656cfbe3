// A page that has been taken over has main write a secret, and reads it again by the target: handles have a direction.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/result.ts';
import { listOperations, type Shape } from '../../main/shell/operation-list.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 1 });
});
afterAll(() => platform.stop());

async function taken() {
  const steward = await startSteward();
  onTestFinished(() => steward.stop());
  const { connection } = await connectTo(steward, platform);
  return { ...steward, connection };
}

type Way = (client: Client, file: string, connection: string) => Promise<Result<unknown>>;
const who = { who: 'my' };
const service = { code: 'B102', edition: 1 };

/** What reads a file that the page names. */
const READERS: readonly (readonly [string, Way])[] = [
  [
    'a table of contact entries',
    (client, file, connection) =>
      client.contactInformation.readFile({
        connection,
        organisationNumber: platform.organisationNumber,
        file,
      }),
  ],
  [
    'a table of delegations',
    (client, file, connection) => client.delegations.readFile({ connection, ...who, file }),
  ],
  [
    'a table of requests for consent',
    (client, file, connection) => client.consents.readFile({ connection, file }),
  ],
  ['a list of numbers', (client, file) => client.serviceOwner.readNumbers({ file })],
  [
    'a local role',
    (client, file, connection) => client.roleDefinitions.readFile({ connection, ...who, file }),
  ],
  [
    'a table of local roles',
    (client, file, connection) => client.roleDefinitions.compareFile({ connection, ...who, file }),
  ],
  ['how an XML file is read', (client, file) => client.files.readings({ file })],
  ['the charset of a file', (client, file) => client.files.readIn({ file, charset: 'utf-8' })],
  ['the rows of a workbook', (client, file) => client.files.takeHidden({ file, taken: true })],
  ['a certificate', (client, file) => client.credentials.inspectCertificate({ file })],
  [
    'a certificate that is kept',
    (client, file) => client.credentials.importCertificate({ name: 'A', file }),
  ],
  ['a private key', (client, file) => client.credentials.importPrivateKey({ name: 'K', file })],
  [
    'a file that is sent',
    (client, source, connection) =>
      client.fileTransfer.send({
        connection,
        ...who,
        source,
        ...service,
        sendersReference: 'x',
        recipients: ['910000004'],
      }),
  ],
  [
    'files that are sent by a job',
    (client, source, connection) =>
      client.jobs.startFileSending({
        connection,
        ...who,
        organisationName: 'Fjordtrafikk AS',
        sources: [source],
        ...service,
        sendersReference: 'x',
        recipients: ['910000004'],
      }),
  ],
];

/** What writes where the page says. */
const WRITERS: readonly (readonly [string, Way])[] = [
  ['the journal', (client, target) => client.activity.exportCsv({ filter: {}, target })],
  ['a support report', (client, target) => client.app.saveReport({ target })],
  [
    'a list of users',
    (client, target, connection) => client.enterpriseUsers.exportList({ connection, target }),
  ],
  [
    'contact entries',
    (client, target, connection) =>
      client.contactInformation.exportList({
        connection,
        organisationNumber: platform.organisationNumber,
        target,
      }),
  ],
  [
    'files for a party',
    (client, folder, connection) =>
      client.jobs.startFileDownload({
        connection,
        ...who,
        organisationName: 'Fjordtrafikk AS',
        folder,
      }),
  ],
  [
    'messages',
    (client, folder, connection) =>
      client.jobs.startMessageExport({
        connection,
        ...who,
        partyName: 'Fjordtrafikk AS',
        folder,
        folders: ['inbox'],
        from: null,
        to: null,
        forms: true,
        attachments: true,
        print: false,
      }),
  ],
];

const refusedAs = (result: Result<unknown>) =>
  result.ok
    ? 'done'
    : 'fields' in result.failure
      ? Object.values(result.failure.fields).join(', ')
      : result.failure.kind;

describe('ATK-25 a handle is for reading or for writing', () => {
  it('ATK-25 what main wrote to a save target is read by nothing that reads files', async () => {
    const { client, app, connection } = await taken();
    const { secret } = await valueOf(
      client.enterpriseUsers.rotateSecret({
        connection,
        userName: platform.control.users[0] ?? '',
      }),
    );
    const file = path.join(tempFolder(), 'cipher.csv');
    const target = app.targetFor(file);
    await valueOf(
      client.oneTimeSecrets.saveEncrypted({ secret, target, passphrase: 'known to the page' }),
    );
    expect(existsSync(file)).toBe(true);
    const got: string[] = [];
    for (const [name, read] of READERS)
      got.push(`${name}: ${refusedAs(await read(client, target, connection))}`);
    const through = got.filter((one) => !one.endsWith(': unknown-handle'));
    tell(
      'ATK-25',
      `${String(READERS.length)} readers on a save target`,
      through.join('; ') || 'all refused',
    );
    expect(through).toEqual([]);
    // Main itself has read it again: it is whole.
    expect(await valueOf(client.files.show({ target }))).toEqual({});
  });

  it('ATK-25 nothing is written where a file was picked to be read, also when it is gone by then', async () => {
    const { client, app, connection } = await taken();
    const folder = tempFolder();
    const there = path.join(folder, 'there.csv');
    writeFileSync(there, 'a');
    const gone = path.join(folder, 'gone.csv');
    for (const [name, write] of WRITERS)
      for (const file of [there, gone])
        expect([name, refusedAs(await write(client, app.handleFor(file), connection))]).toEqual([
          name,
          'unknown-handle',
        ]);
    expect(existsSync(gone)).toBe(false);
  });

  it('ATK-25 the dialogs answer handles of one direction each', async () => {
    const { client, shell } = await taken();
    const folder = tempFolder();
    const file = path.join(folder, 'a.csv');
    writeFileSync(file, 'a;b\n1;2\n');
    shell.picks.push(file, path.join(folder, 'new.csv'), folder, folder);
    const read = await valueOf(client.files.choose({ purpose: 'contact-entries' }));
    const saved = await valueOf(client.files.chooseTarget({ suggestedName: 'new.csv' }));
    const from = await valueOf(client.files.chooseFolder({ use: 'read' }));
    const into = await valueOf(client.files.chooseFolder({}));
    const writes = async (target = '') => refusedAs(await client.app.saveReport({ target }));
    const reads = async (one = '') => refusedAs(await client.files.readings({ file: one }));
    expect(await Promise.all([read, from].map((one) => writes(one?.handle)))).toEqual([
      'unknown-handle',
      'unknown-handle',
    ]);
    expect(await Promise.all([saved, into].map((one) => reads(one?.handle)))).toEqual([
      'unknown-handle',
      'unknown-handle',
    ]);
    expect(await reads(read?.handle)).toBe('done');
  });

  it('ATK-25 every handle of the contract says its direction, and the command line gives no other', () => {
    const undirected: string[] = [];
    const look = (name: string, shape: Shape): void => {
      if (shape.pattern?.startsWith('^file-') === true && shape.handle === undefined)
        undirected.push(name);
      for (const [field, inner] of Object.entries(shape.properties ?? {}))
        look(`${name}.${field}`, inner);
      for (const inner of [
        ...(shape.anyOf ?? []),
        ...(shape.oneOf ?? []),
        ...(shape.items ? [shape.items] : []),
      ])
        look(name, inner);
    };
    for (const { name, input } of listOperations()) look(name, input);
    expect(undirected).toEqual([]);
  });
});
