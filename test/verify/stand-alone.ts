// The verification as one program, for `npm run verify:electron`: opens the shell, runs the checks, writes the report.
import { release } from 'node:os';
import { _electron } from 'playwright-core';
import path from 'node:path';
import { connectionChecks } from './connection-checks.ts';
import { desktopChecks } from './desktop-checks.ts';
import { electronChecks } from './electron-checks.ts';
import { findAll, type Found } from './finding.ts';
import { packedChecks } from './packed-checks.ts';
import { packedLifeChecks } from './packed-life-checks.ts';
import { pageChecks } from './page-checks.ts';
import { runtimeChecks } from './runtime-checks.ts';
import { openPlace, type Place } from './place.ts';
import { countsOf, writeVerification } from './report.ts';
import { startChecks } from './start-checks.ts';
import { systemChecks } from './system-checks.ts';
import { windowChecks } from './window-checks.ts';

export const allChecks = [
  ...windowChecks,
  ...electronChecks,
  ...desktopChecks,
  ...startChecks,
  ...systemChecks,
  ...connectionChecks,
  ...pageChecks,
  ...runtimeChecks,
  ...packedChecks,
  ...packedLifeChecks,
];

const root = path.resolve(import.meta.dirname, '../..');

export async function verify(options: {
  readonly shell: Place['shell'];
  readonly packed?: string;
  readonly packedNext?: string;
  /** Only checks with this in their id or name. */
  readonly only?: string;
  readonly tell: (line: string) => void;
}): Promise<{ readonly report: string; readonly failed: number }> {
  const { shell, packed, packedNext, only = '', tell } = options;
  const wanted = allChecks.filter(({ id, name }) => `${id} ${name}`.includes(only));
  const told = ({ id, name, result, said }: Found) => {
    tell(`${result.padEnd(12)} ${id} ${name}${said === '' ? '' : `: ${said}`}`);
  };
  const all = await findAll(wanted, openPlace(shell, packed, packedNext), { tell: told });
  const versions = shell === 'electron' ? await versionsOfElectron() : versionsHere();
  const system = `${process.platform} ${release()} ${process.arch}`;
  const report = writeVerification({ shell, system, made: new Date(), versions }, all);
  return { report, failed: countsOf(shell, all).failed };
}

const versionsHere = () => ({ Node: process.versions.node, OpenSSL: process.versions.openssl });

async function versionsOfElectron(): Promise<Record<string, string>> {
  const electron = await _electron.launch({ args: [path.join(root, 'test/verify/empty.cjs')] });
  const { versions } = await electron.evaluate(() => ({ versions: { ...process.versions } }));
  await electron.close();
  const { electron: own = '', chrome = '', node, openssl } = versions;
  // BoringSSL gives a version of OpenSSL whose interface it has.
  return { Electron: own, Chromium: chrome, Node: node, 'TLS library': openssl };
}
