// The runtime of Electron for `npm start` and the demo: fetched without holding anybody, tried before it opens.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  electronToOpen,
  fetchElectron,
  sandboxTrouble,
  selfTestTrouble,
} from '../../../build/electron-runtime.mjs';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** In place of Electron's own script. */
function fetching(script: string) {
  const place = path.join(tempFolder(), 'runtime');
  const file = path.join(tempFolder(), 'install.js');
  writeFileSync(file, script);
  onTestFinished(() => {
    const pid = path.join(place, 'fetching');
    if (!existsSync(pid)) return;
    try {
      process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  const given = { script: file, place, tell: () => undefined };
  return { place, fetch: (more = {}) => fetchElectron({ ...given, ...more }) };
}
const COMES = `const fs = require('node:fs'), path = require('node:path');
const file = path.join(process.env.TMPDIR, 'electron.zip');`;

describe('ELC-08 the fetch of the runtime', () => {
  it('ELC-08 is told while it comes, and is here at the end', async () => {
    // It ends when its file is taken away, which is done when the file was told of.
    const { place, fetch } = fetching(`${COMES}
      const watch = fs.watch(process.env.TMPDIR, () => fs.existsSync(file) || watch.close());
      fs.writeFileSync(file, 'x'.repeat(4096));`);
    const told: (number | undefined)[] = [];
    const tell = (bytes: number | undefined) => {
      told.push(bytes);
      if (bytes === 4096) rmSync(path.join(place, 'come/electron.zip'));
    };
    expect(await fetch({ tell })).toBeUndefined();
    expect(told).toContain(4096);
  });

  it('ELC-08 that fails says why, and where all of it stands', async () => {
    const { fetch } =
      fetching(`console.error('RequestError: getaddrinfo ENOTFOUND github.com\\n at x');
      process.exit(1);`);
    expect(await fetch()).toMatch(
      /could not be fetched: RequestError: getaddrinfo ENOTFOUND github\.com \(.*fetch\.log\)/,
    );
  });

  it('ELC-08 of which nothing comes is left to go on, and the next start waits for none of it', async () => {
    const { place, fetch } = fetching('setInterval(() => undefined, 1000);');
    expect(await fetch({ connectMs: 1 })).toMatch(/did not answer; it is tried on/);
    const pid = Number(readFileSync(path.join(place, 'fetching'), 'utf8'));
    expect(process.kill(pid, 0)).toBe(true);
    expect(await fetch()).toMatch(/is still being fetched \(0 MiB so far\)/);
  });

  it('ELC-08 that stops in the middle is told with what came, and goes on', async () => {
    const { fetch } = fetching(
      `${COMES} const part = path.join(process.env.TMPDIR, '../part');
      fs.writeFileSync(part, Buffer.alloc(3 * 1024 * 1024)); fs.renameSync(part, file);
      setInterval(() => undefined, 1000);`,
    );
    expect(await fetch({ connectMs: 600_000, silenceMs: 1 })).toMatch(
      /nothing more of Electron came for a while \(3 MiB so far\); it goes on/,
    );
  });

  it('ELC-08 asks a proxy where one is set', async () => {
    const file = path.join(tempFolder(), 'seen');
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { fetch } = fetching(
      `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.env.ELECTRON_GET_USE_PROXY));`,
    );
    await fetch();
    await eventually(() => {
      expect(readFileSync(file, 'utf8')).toBe('1');
    });
  });
});

describe('ELC-09 what opens', () => {
  const runtime = (answer: string, code = 0) => {
    const file = path.join(tempFolder(), 'electron');
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' '${answer}'\nexit ${String(code)}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const well = { look: () => undefined, test: async () => undefined, isRoot: false };

  it('ELC-09 is Electron where it is here and passes its own test', async () => {
    const program = runtime('{"ok":true}');
    expect(await selfTestTrouble(program)).toBeUndefined();
    expect(await electronToOpen({ ...well, find: () => program })).toEqual({ program });
  });

  it.each([
    ['{"ok":false,"parts":[{"part":"page","ok":false},{"part":"tls","ok":true}]}', 1, /\(page\)/],
    ['Segmentation fault', 139, /ended with 139/],
  ])('ELC-09 is the other window where its test says %s', async (answer, code, why) => {
    expect(await selfTestTrouble(runtime(answer, code))).toMatch(why);
  });

  it('ELC-09 nothing is fetched as root or without a display', async () => {
    let fetched = 0;
    const fetch = async () => {
      fetched += 1;
      return 'no network';
    };
    const none = { ...well, find: () => undefined, fetch };
    expect((await electronToOpen({ ...none, isRoot: true })).why).toContain('as root');
    expect((await electronToOpen({ ...none, hasDisplay: false })).why).toContain('a display');
    expect(fetched).toBe(0);
    expect(await electronToOpen(none)).toEqual({ why: 'no network' });
  });

  it.runIf(process.platform === 'linux')(
    'ELC-06 where the system lets it build no sandbox, the line that mends that is said and nothing is tried',
    async () => {
      const folder = tempFolder();
      const program = path.join(folder, 'electron');
      const restricted = path.join(folder, 'restricted');
      mkdirSync(path.dirname(program), { recursive: true });
      writeFileSync(path.join(folder, 'chrome-sandbox'), '', { mode: 0o755 });
      writeFileSync(restricted, '0\n');
      expect(sandboxTrouble(program, { restricted })).toBeUndefined();
      writeFileSync(restricted, '1\n');
      const trouble = sandboxTrouble(program, { restricted });
      expect(trouble).toContain(`sudo chmod 4755 "${path.join(folder, 'chrome-sandbox')}"`);
      const test = () => expect.fail('It was tried.');
      const found = { ...well, find: () => program, look: () => trouble, test };
      expect(await electronToOpen(found)).toEqual({ why: trouble });
    },
  );
});
