// A clock that was set back or ahead: the terminal names it where a certificate seems to be out of force.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { certificateFailure } from '../../main/http/tls-problems.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

let platform: Platform;
beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  platform = await startPlatform({ users: 1, seed: 7 });
});
afterAll(() => platform.stop());

/** Of the program alone: what a wrong clock of the computer does to its own certificate. */
const clockAt = (year: number) => `
  const real = Date;
  const off = real.UTC(${String(year)}, 5, 1, 12) - real.now();
  globalThis.Date = class extends real {
    constructor(...given) { given.length === 0 ? super(real.now() + off) : super(...given); }
    static now() { return real.now() + off; }
  };`;

/** The last line that a command says on its standard output. */
async function listUsers(year: number): Promise<string> {
  const start = `data:text/javascript,${encodeURIComponent(clockAt(year))}`;
  const args = ['call', 'enterpriseUsers.list', '{"connection":"env"}', '--keychain', 'memory'];
  const terminal = path.join(root, 'dist/main/terminal.js');
  const env = {
    ...process.env,
    STEWARD_BASE_ADDRESS: platform.address,
    STEWARD_ORGANISATION_NUMBER: platform.organisationNumber,
    STEWARD_CERTIFICATE: platform.certificateFile,
    STEWARD_CERTIFICATE_PASSPHRASE: platform.passphrase,
    STEWARD_API_KEY: platform.apiKey,
    STEWARD_CA: platform.caFile,
    STEWARD_ENVIRONMENT: 'test',
  };
  const run = promisify(execFile)(
    process.execPath,
    [...AS_IN_ELECTRON, '--import', start, terminal, ...args],
    { env, cwd: tempFolder() },
  );
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  return stdout.trim().split('\n').at(-1) ?? '';
}

it.each([
  ['set back', 2001, 'not-yet-valid'],
  ['set ahead', 2091, 'expired'],
] as const)(
  'ATK-40 a clock that was %s: the terminal shows it beside the dates of our certificate',
  async (_, year, problem) => {
    const { ok, failure } = JSON.parse(await listUsers(year)) as {
      ok: boolean;
      failure: { problem: string; message: string; dates: { from: string; until: string } };
    };
    tell('ATK-40', `the clock in ${String(year)}`, failure.message);
    expect([ok, failure.problem]).toEqual([false, problem]);
    expect(failure.message).toContain(`clock shows ${String(year)}-06-01 `);
    // From the same value as the window's hint.
    for (const at of [failure.dates.from, failure.dates.until])
      expect(failure.message).toContain(at.replace('T', ' ').slice(0, 16));
    expect(failure.message).toContain('If the clock is wrong, set it');
  },
);

const DATES = {
  now: '2001-06-01T12:00:00.000Z',
  from: '2026-01-01T00:00:00.000Z',
  until: '2027-01-01T23:59:59.000Z',
};
it.each([
  ['server-not-yet-valid', true],
  ['server-expired', true],
  ['server-wrong-host', false],
  ['server-revoked', false],
] as const)(
  'ATK-40 of a server’s certificate the clock is named where dates decide: %s',
  (problem, names) => {
    const { message } = certificateFailure(problem, '', { dates: DATES });
    expect(message.includes('clock shows 2001-06-01 12:00 UTC')).toBe(names);
    expect(message.includes('2026-01-01 00:00 to 2027-01-01 23:59 UTC')).toBe(names);
  },
);
