// `steward --self-test` as a person runs it: what it tries, what it says of what is not there, and what it leaves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../package.json';
import { ensureBuilt } from '../../build/build.mjs';
import type { SelfTestReport } from '../../main/self-test.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { type KeyringState, startKeyring } from '../support/keyring.ts';
import { tempFolder } from '../support/temp-folder.ts';

beforeAll(() => ensureBuilt({ logLevel: 'silent' }));

const dist = path.join(root, 'dist');

/** Runs the built shell with folders of its own for whatever it might write. */
async function run(shell: string, keyring: KeyringState, { from = dist, args = [''] } = {}) {
  const service = await startKeyring(keyring);
  onTestFinished(() => service.stop());
  const [home, temporary] = [tempFolder(), tempFolder()];
  const child = endsWithUs(
    spawn(
      process.execPath,
      [path.join(from, 'main', shell), '--self-test', ...args.filter((arg) => arg !== '')],
      {
        env: { ...service.env, PATH: process.env['PATH'], HOME: home, TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ),
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  const report = out === '' ? undefined : (JSON.parse(out) as SelfTestReport);
  return {
    ...{ code, out, err, report },
    failed: report?.parts.filter(({ ok }) => !ok),
    left: [...readdirSync(home), ...readdirSync(temporary)],
    entries: await service.labels('Steward self-test').catch(() => ['?']),
  };
}

const COMMON = ['cryptography', 'keychain', 'certificate', 'tls', 'xsd', 'workbook'];

describe('the self-test', () => {
  it.each([
    ['terminal.js', 'terminal'],
    ['chromium.js', 'page'],
  ])('INS-15 of %s tries everything on a real keyring, and leaves nothing', async (shell, own) => {
    const told = await run(shell, 'unlocked');
    expect([told.err, told.code]).toEqual(['', 0]);
    expect(told.out.split('\n')).toHaveLength(2);
    expect(told.report).toMatchObject({
      ...{ program: 'Steward', version, ok: true, keychain: 'system' },
      shell: path.basename(shell, '.js'),
      versions: { node: process.versions.node },
    });
    expect(told.report?.parts.map(({ part }) => part)).toEqual([...COMMON, own]);
    expect([told.left, told.entries]).toEqual([[], []]);
  });

  it.each(['locked', 'absent'] as const)(
    'INS-15 says that the keychain is %s, and tries the rest',
    async (state) => {
      const told = await run('terminal.js', state);
      expect(told.code).toBe(1);
      expect(told.report?.ok).toBe(false);
      expect(told.failed).toEqual([
        expect.objectContaining({
          part: 'keychain',
          why: expect.stringContaining(`(keychain, ${state})`) as unknown,
        }),
      ]);
    },
  );

  it('INS-15 says which part of the program is damaged', async () => {
    // Beside the libraries, which the copy imports.
    const parent = path.join(root, 'node_modules/.cache');
    mkdirSync(parent, { recursive: true });
    const from = mkdtempSync(path.join(parent, 'self-test-'));
    onTestFinished(() => {
      rmSync(from, { recursive: true });
    });
    cpSync(path.join(dist, 'main'), path.join(from, 'main'), { recursive: true });
    writeFileSync(path.join(from, 'package.json'), '{"type":"module"}');
    writeFileSync(path.join(from, 'main/xsd-worker.js'), "throw new Error('/home/somebody');\n");
    rmSync(path.join(from, 'main/certificate-worker.js'));
    const told = await run('terminal.js', 'absent', { from, args: ['--keychain', 'memory'] });
    expect(told.code).toBe(1);
    expect(told.failed?.map(({ part }) => part)).toEqual(['certificate', 'tls', 'xsd']);
    expect(told.out).not.toContain('/home/somebody');
  });

  it.each([
    ['terminal.js', ['--data', '/x'], '--data'],
    ['terminal.js', ['call'], 'call'],
    ['terminal.js', ['--keychain', 'file'], '--keychain'],
    ['chromium.js', ['--data', '/x'], 'folder of its own'],
  ])('INS-15 %s refuses %o, and tries nothing', async (shell, args, why) => {
    const told = await run(shell, 'absent', { args });
    expect([told.code, told.out]).toEqual([2, '']);
    expect(told.err).toContain(why);
  });
});
