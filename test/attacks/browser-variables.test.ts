// What the browser that shows the window, and the system's browser, are given of the program's variables.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { endsWithUs } from '../support/ends-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/imports.ts';
import { bundleMain } from '../support/run-main.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

beforeAll(() => ensureBuilt({ logLevel: 'silent' }));

const KEY = 'K3y-0f-th3-0rganisati0n';
const variables = { ...process.env, STEWARD_API_KEY: KEY, STEWARD_PASSPHRASE: KEY };
const ours = (environment: string) =>
  environment.split('\0').filter((one) => /^steward_/i.test(one) || one.includes(KEY));

/** Every process that this one has started, and those that they have started. */
function descendantsOf(
  pid: string,
): readonly { readonly command: string; readonly environment: string }[] {
  const children = new Map<string, string[]>();
  for (const one of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = /^PPid:\s+(\d+)$/m.exec(told(one, 'status'))?.[1] ?? '';
    children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  const below = (of: string): string[] =>
    (children.get(of) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid).map((one) => ({
    command: told(one, 'cmdline'),
    environment: told(one, 'environ'),
  }));
}

/** Nothing of a process that has ended meanwhile. */
function told(pid: string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

describe('ATK-21 variables of the program', () => {
  it('ATK-21 are not handed to the browser that shows the window', async () => {
    const data = path.join(tempFolder(), 'data');
    const entry = path.join(root, 'dist/main/chromium.js');
    const args = [entry, '--headless', '--data', data];
    const child = endsWithUs(spawn(process.execPath, args, { env: variables, stdio: 'ignore' }));
    const gone = once(child, 'exit');
    const pid = String(child.pid);
    const isReading = ({ command, environment }: ReturnType<typeof descendantsOf>[number]) =>
      command.includes('--type=renderer') && environment !== '';
    // Its window is open, so that processes of pages have begun too.
    await eventually(() => expect(descendantsOf(pid).some(isReading)).toBe(true));
    const found = descendantsOf(pid).filter(({ environment }) => environment !== '');
    const known = found.filter(({ environment }) => ours(environment).length > 0);
    tell(
      'ATK-21',
      `${String(found.length)} processes of the browser`,
      `${String(known.length)} have variables of Steward`,
    );
    // The test can see the variables of a process: the program itself has them.
    expect(ours(readFileSync(`/proc/${pid}/environ`, 'utf8'))).not.toEqual([]);
    child.kill('SIGTERM');
    await gone;
    expect(known).toEqual([]);
  });

  it('ATK-21 are not handed to the system’s browser', async () => {
    const folder = tempFolder();
    const seen = path.join(folder, 'seen');
    // The opener of Linux, as the system finds it.
    writeFileSync(
      path.join(folder, 'xdg-open'),
      `#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/environ > ${seen}.part\nmv ${seen}.part ${seen}\n`,
      { mode: 0o755 },
    );
    const program = await bundleMain(`
      import { openInSystemBrowser } from './main/shell/system-browser.ts';
      openInSystemBrowser(new URL('https://example.org/'));
    `);
    const env = { ...variables, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const child = endsWithUs(spawn(process.execPath, [program], { env, stdio: 'inherit' }));
    await once(child, 'exit');
    await eventually(() => expect(existsSync(seen)).toBe(true));
    const environment = readFileSync(seen, 'utf8');
    const known = ours(environment.replaceAll('\n', '\0'));
    tell('ATK-21', 'the opener of the system', `${String(known.length)} variables of Steward`);
    expect(environment).toContain('PATH=');
    expect(known).toEqual([]);
  });
});
