// Bun, whose cryptography is BoringSSL as Electron's is: fetched by digest when it is first asked for.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/imports.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

/** Not among the libraries of package.json: npm installs those on every system, and refuses one that is for another. */
const BUN = {
  name: '@oven/bun-linux-x64',
  version: '1.4.5',
  integrity:
    'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
};

/** Below dist/, which `npm ci` does not empty; 50 MB to fetch, once. */
const FOLDER = path.join(root, 'dist/runtime', `bun-${BUN.version}`);

/** The program. Throws what npm said where it cannot be fetched. */
export function bunProgram(): string {
  const { name, version, integrity } = BUN;
  const program = path.join(FOLDER, 'node_modules', name, 'bin/bun');
  // npm writes its own list last: without it the program may be half of one.
  if (existsSync(path.join(FOLDER, 'node_modules/.package-lock.json'))) return program;
  mkdirSync(FOLDER, { recursive: true });
  const own = { name: 'steward-boringssl', private: true, dependencies: { [name]: version } };
  const packages = { '': own, [`node_modules/${name}`]: { version, integrity } };
  const lock = { name: own.name, lockfileVersion: 3, requires: true, packages };
  writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(own));
  writeFileSync(path.join(FOLDER, 'package-lock.json'), JSON.stringify(lock));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  return program;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export async function runBun(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = endsWithUs(spawn(bunProgram(), args, { env: { ...process.env, ...env } }));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
