// The setup of the journeys: limits that name real journeys, and the script's messages and exit codes.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { linuxOnly, whyNotHere } from '../e2e/limits.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The texts of all journeys, those that draw the guide's pictures included. */
const files = ['test/e2e', 'build/pictures'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({ name, text: readFileSync(path.join(root, folder, name), 'utf8') })),
);
const journeys = files.map(({ text }) => text).join('\n');

function e2e(...args: readonly string[]) {
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: tempFolder() };
  const program = path.join(root, 'build/e2e.mjs');
  return spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
}

describe('journeys that are skipped', () => {
  it('are skipped by a name that one has, with a reason, and never on Linux', () => {
    expect(
      linuxOnly.filter(
        ({ title }) => !journeys.includes(`'${title}`) && !journeys.includes(`\`${title}`),
      ),
    ).toEqual([]);
    for (const { title } of linuxOnly) {
      expect(whyNotHere(`${title} and so on`, 'win32')).toMatch(/^It .*\.$/);
      expect(whyNotHere(title, 'darwin')).toBeDefined();
      expect(whyNotHere(title, 'linux')).toBeUndefined();
    }
    expect(whyNotHere('any other journey', 'win32')).toBeUndefined();
  });

  it('cover every journey with a keyring or a browser of its own', () => {
    const needy = files.filter(({ text }) =>
      /openKeyring\(|openDemo\(|web\.opened\(|'\/usr\//.test(text),
    );
    expect(needy.length).toBeGreaterThan(5);
    const named = needy.filter(({ text }) => linuxOnly.some(({ title }) => text.includes(title)));
    expect(named.map(({ name }) => name)).toEqual(needy.map(({ name }) => name));
  });
});

describe('journeys that start programs', () => {
  it('leave it to fixtures, which end what was started also when the journey fails', () => {
    const starters =
      /\b(startKeyring|openSteward|startChromiumShell|open(Chromium|Electron)Window)\b/;
    expect(files.filter(({ text }) => starters.test(text)).map(({ name }) => name)).toEqual([]);
    expect(files.filter(({ text }) => /\bstart\(/.test(text)).length).toBeGreaterThan(5);
  });
});

describe('processes that tests start', () => {
  it('end with the process that runs the test', () => {
    const all = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ name, text: readFileSync(path.join(root, 'test', name), 'utf8') }));
    const begun = /(?<![\w.])(?:spawn|fork)\(/g;
    const bound = /endsWithUs\(\s*(?:spawn|fork)\(/g;
    const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
    expect(all.filter(({ text }) => count(text, bound) > 0).length).toBeGreaterThan(15);
    expect(
      all.filter(({ text }) => count(text, begun) !== count(text, bound)).map(({ name }) => name),
    ).toEqual([]);
  });
});

describe('npm run e2e', () => {
  it('says how it is used, with exit code 2', () => {
    const { status, stderr } = e2e('--shell', 'opera');
    expect(stderr).toContain('--shell electron|chromium');
    expect(status).toBe(2);
  });
});
