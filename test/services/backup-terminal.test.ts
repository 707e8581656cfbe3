// `steward backup` and `steward bring-back` on real keyrings: another account gets all of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';

const PASSPHRASE = 'fjorten fjell og en fjord';

/** A person's account: its own keyring and bus, and its own data folder. */
interface Account {
  readonly keyring: Keyring;
  readonly folder: string;
}

async function account(): Promise<Account> {
  const keyring = await startKeyring();
  return { keyring, folder: path.join(tempFolder(), 'data') };
}

async function run({ keyring, folder }: Account, args: readonly string[], input = '') {
  const all = [path.join(root, 'dist/main/terminal.js'), ...args, '--data', folder];
  const child = endsWithUs(spawn(process.execPath, all, { env: keyring.env }));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  // It may have ended before it has read anything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

async function valueOf(at: Account, operation: string, input: unknown, ...more: string[]) {
  const { out, err } = await run(at, ['call', operation, JSON.stringify(input), ...more]);
  const answer = JSON.parse(out) as { ok: boolean; value?: unknown };
  expect(answer, `${operation}: ${err}`).toMatchObject({ ok: true });
  return answer.value;
}

let platform: Platform;
let first: Account;
let file = '';
let connection = '';

async function useFolder(): Promise<void> {
  const { id: certificate } = (await valueOf(first, 'credentials.importCertificate', {
    name: 'Organisation certificate',
    file: `@${platform.certificateFile}`,
    passphrase: platform.passphrase,
  })) as { id: string };
  const { id: apiKey } = (await valueOf(first, 'credentials.addApiKey', {
    name: 'Platform key',
    key: platform.apiKey,
  })) as { id: string };
  const made = await valueOf(
    first,
    'connections.create',
    {
      name: 'Local platform',
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: platform.organisationNumber,
      signIn: { way: 'certificate', certificate },
      apiKey,
      highestTls: 'TLSv1.2',
      language: 1033,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile: `@${platform.caFile}`,
    },
    '--to',
    new URL(platform.address).host,
  );
  ({ id: connection } = made as { id: string });
}

beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  const folder = makeTempFolder('steward-backup');
  platform = await startPlatform({ users: 2 });
  first = { keyring: await startKeyring(), folder: path.join(folder.path, 'data') };
  file = path.join(folder.path, 'steward.age');
  await useFolder();
  const made = await run(first, ['backup', file], `${PASSPHRASE}\n`);
  expect([made.code, JSON.parse(made.out)]).toMatchObject([0, { ok: true, value: { lost: 0 } }]);
  return async () => {
    await first.keyring.stop();
    await platform.stop();
    folder.remove();
  };
});

/** What the next start finds: everything of the backup, or an empty account. */
async function found(at: Account): Promise<'all' | 'nothing'> {
  const { all } = (await valueOf(at, 'connections.list', {})) as { all: { id: string }[] };
  const checked = await run(at, ['check', '--json']);
  expect(checked.code, checked.out).toBe(0);
  if (all.length === 0) return 'nothing';
  expect(all.map(({ id }) => id)).toEqual([connection]);
  const users = await valueOf(at, 'enterpriseUsers.list', { connection });
  expect(users).toMatchObject({ users: [{}, {}] });
  return 'all';
}

describe('a backup on another account', () => {
  it('brings everything, and the certificate answers over two-way TLS', async () => {
    const other = await account();
    onTestFinished(() => other.keyring.stop());
    const wrong = await run(other, ['bring-back', file], 'another passphrase\n');
    expect([wrong.code, JSON.parse(wrong.out)]).toMatchObject([
      1,
      { ok: false, failure: { problem: 'wrong-passphrase' } },
    ]);
    expect(await found(other)).toBe('nothing');
    const brought = await run(other, ['bring-back', file], `${PASSPHRASE}\n`);
    expect([brought.code, JSON.parse(brought.out)]).toMatchObject([0, { ok: true }]);
    expect(await found(other)).toBe('all');
    const again = await run(other, ['bring-back', file], `${PASSPHRASE}\n`);
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      1,
      { ok: false, failure: { kind: 'conflict' } },
    ]);
    // Where it came from it is used as before.
    expect(await found(first)).toBe('all');
  });
});
