// The built command line against the local platform: a scheduled job with secrets from variables only.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { decryptWithPassphrase } from '../../main/secrets/age.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { root } from '../support/imports.ts';
import { ATTACHMENT, writeHandOver } from '../support/hand-over-folder.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

let platform: Platform;
beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  platform = await startPlatform({ users: 3, seed: 7 });
});
afterAll(() => platform.stop());

const variables = () => ({
  STEWARD_BASE_ADDRESS: platform.address,
  STEWARD_ORGANISATION_NUMBER: platform.organisationNumber,
  STEWARD_CERTIFICATE: platform.certificateFile,
  STEWARD_CERTIFICATE_PASSPHRASE: platform.passphrase,
  STEWARD_API_KEY: platform.apiKey,
  STEWARD_CA: platform.caFile,
  STEWARD_ENVIRONMENT: 'test',
  STEWARD_PASSPHRASE: 'a long passphrase for age',
});

interface Line {
  readonly ok: boolean;
  readonly value: Record<string, unknown>;
}

async function steward(args: readonly string[], env: Record<string, string>, cwd = tempFolder()) {
  const child = endsWithUs(
    spawn(
      process.execPath,
      [...AS_IN_ELECTRON, path.join(root, 'dist/main/terminal.js'), ...args],
      {
        env: { ...process.env, ...env },
        cwd,
      },
    ),
  );
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  const lines = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  return { code, lines, out, err };
}

describe('the command line against the platform', () => {
  it('lists users with a connection from variables, and leaves nothing behind', async () => {
    const temporary = tempFolder();
    const { code, lines, out, err } = await steward(
      ['call', 'enterpriseUsers.list', '{"connection":"env"}', '--keychain', 'memory'],
      { ...variables(), TMPDIR: temporary },
    );
    expect([code, err]).toEqual([0, '']);
    expect((lines[0]?.value['users'] as unknown[]).length).toBe(3);
    expect(readdirSync(temporary)).toEqual([]);
    for (const secret of [platform.apiKey, platform.passphrase]) expect(out).not.toContain(secret);
  });

  it('SAR-01 rotates into a file that the age program opens; no secret on a stream', async () => {
    const folder = tempFolder();
    const users = await steward(
      ['call', 'enterpriseUsers.list', '{"connection":"env"}', '--keychain', 'memory'],
      variables(),
    );
    const [user] = users.lines[0]?.value['users'] as [{ userName: string }];
    const rotate = JSON.stringify({ connection: 'env', userName: user.userName });
    const save = '{"secret":"$1.secret","target":"@new.age","passphrase":"$STEWARD_PASSPHRASE"}';
    const { code, lines, out, err } = await steward(
      [
        'call',
        'enterpriseUsers.rotateSecret',
        rotate,
        'then',
        'oneTimeSecrets.saveEncrypted',
        save,
        ...['--reveal', user.userName, '--keychain', 'memory'],
      ],
      variables(),
      folder,
    );
    expect([code, lines.length]).toEqual([0, 2]);
    const file = path.join(folder, 'new.age');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const secret = platform.control.secretOf(user.userName);
    const opened = await decryptWithPassphrase(readFileSync(file), 'a long passphrase for age');
    expect(opened).toContain(secret);
    expect(out + err).not.toContain(secret);
  });

  it('names what is missing, and needs memory for a connection from variables', async () => {
    const list = ['call', 'enterpriseUsers.list', '{"connection":"env"}'];
    const missing = await steward([...list, '--keychain', 'memory'], {
      ...variables(),
      STEWARD_API_KEY: '',
    });
    expect([missing.code, missing.err.trim()]).toEqual([
      2,
      'Set these variables first: STEWARD_API_KEY',
    ]);
    const system = await steward([...list, '--data', tempFolder()], variables());
    expect(system.code).toBe(2);
    expect(system.err).toContain('--keychain memory');
  });

  it('says exactly why when the certificate does not open', async () => {
    const { code, lines } = await steward(
      ['call', 'enterpriseUsers.list', '{"connection":"env"}', '--keychain', 'memory'],
      { ...variables(), STEWARD_CERTIFICATE_PASSPHRASE: 'wrong' },
    );
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({
      failure: { kind: 'certificate', problem: 'wrong-passphrase' },
    });
  });

  it('leaves no connection and no credential in a data folder that stays', async () => {
    const data = tempFolder();
    const args = ['--keychain', 'memory', '--data', data];
    await steward(['call', 'enterpriseUsers.list', '{"connection":"env"}', ...args], variables());
    const { lines } = await steward(
      ['call', 'connections.list', 'then', 'credentials.list', ...args],
      {},
    );
    expect(lines).toEqual([
      { ok: true, value: { all: [], chosen: null } },
      { ok: true, value: [] },
    ]);
  });

  it('verifies a hand-over without a data folder, and says by its exit code whether it is whole', async () => {
    const home = tempFolder();
    const env = { HOME: home, XDG_DATA_HOME: home, APPDATA: home, TMPDIR: home };
    const folder = writeHandOver(tempFolder());
    const well = await steward(['verify', '--json', '.'], env, folder);
    expect([well.code, well.lines]).toMatchObject([0, [{ ok: true, value: { complete: true } }]]);
    rmSync(path.join(folder, ATTACHMENT));
    const lacking = await steward(['verify', '--json', '.'], env, folder);
    expect([lacking.code, lacking.lines]).toMatchObject([
      1,
      [{ value: { missing: [ATTACHMENT] } }],
    ]);
    expect((await steward(['verify', '--json', home], env)).code).toBe(1);
    expect((await steward(['verify'], env)).code).toBe(2);
    expect(readdirSync(home)).toEqual([]);
  });

  it('is what npm runs: results only on standard output', async () => {
    const { stdout } = await new Promise<{ stdout: string }>((resolve, reject) => {
      execFile(
        process.execPath,
        [path.join(root, 'build/steward.mjs'), 'call', 'settings.get', '--keychain', 'memory'],
        (error, out) => {
          if (error) reject(new Error(error.message));
          else resolve({ stdout: out });
        },
      );
    });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });
});
