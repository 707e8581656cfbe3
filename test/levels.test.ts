// Each test is in exactly one place, `npm test` or one campaign, and every rule of build/levels.mjs names something.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawScreens } from '../build/drawn-screens.mjs';
import {
  campaignFiles,
  campaigns,
  filesOutsideFirst,
  isInFirst,
  journeysOf,
  levelsOfTags,
  listJourneys,
  matching,
  screensOfTable,
  testsOf,
} from '../build/levels.mjs';
import { en } from '../renderer/texts/en.ts';
import { root } from './support/imports.ts';

const journeys = listJourneys();
const tagsOf = journeys.map(({ tags }) => tags);
const withJourneys = Object.keys(campaigns).filter((name) => campaigns[name]?.journeys);

it('a test file is in one campaign at most', () => {
  const files = campaignFiles();
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

it.each(['media types', 'length'])(
  'what `npm test` leaves out of its files for the campaign %s is in no other',
  (name) => {
    const files = campaignFiles();
    const named = testsOf(campaigns[name] ?? { what: '', minutes: 0 }).files;
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => files.includes(file))).toEqual([]);
  },
);

it('what tests the local platform by itself is in `npm test` or its campaign: by what was changed, never in both', () => {
  const platform = campaigns['platform'] ?? { what: '', minutes: 0 };
  const own = testsOf(platform).files;
  expect(own.length).toBeGreaterThan(10);
  const other = { present: ['main/app.ts', 'test/services/forms.test.ts'], removed: [] };
  const itself = { present: ['test/platform/server.ts'], removed: [] };
  const gone = { present: [], removed: ['test/services/platform-reset.test.ts'] };
  expect([other, itself, gone].map((changed) => isInFirst(platform, changed))).toEqual([
    false,
    true,
    true,
  ]);
  expect(filesOutsideFirst(other)).toEqual(campaignFiles());
  expect(filesOutsideFirst(itself)).toEqual(campaignFiles().filter((file) => !own.includes(file)));
});

it('each pattern of a campaign names a test file', () => {
  const patterns = Object.values(campaigns).flatMap(({ tests = [] }) => tests);
  expect(patterns.filter((pattern) => matching(pattern).length === 0)).toEqual([]);
  expect(patterns.length).toBeGreaterThan(10);
});

it('a journey is in one level, and each campaign that has journeys has one', () => {
  expect(journeys.length).toBeGreaterThan(100);
  expect(journeys.filter(({ tags }) => levelsOfTags(tags).length > 1)).toEqual([]);
  const levels = new Set(tagsOf.flatMap(levelsOfTags));
  expect([...levels].sort()).toEqual([...withJourneys, undefined].sort());
});

it('what Playwright is told of the levels is every journey once, and those of `npm test` that look, in the dark as well', () => {
  const named = ({ file, title, tags }: (typeof journeys)[number]) =>
    [file, title, ...tags.map((tag) => `@${tag}`)].join(' ');
  const taken = (level: string, screens?: readonly string[]) => {
    const told = journeysOf(level, screens);
    return ('projects' in told ? told.projects : [told]).map(({ grep, grepInvert }) =>
      journeys.filter(
        (one) => (grep?.test(named(one)) ?? true) && grepInvert?.test(named(one)) !== true,
      ),
    );
  };
  const all = ['first', ...withJourneys].flatMap((level) => taken(level)[0] ?? []);
  expect(all.map(named).sort()).toEqual(journeys.map(named).sort());
  const [, dark] = taken('looks');
  expect(dark).toEqual(journeys.filter(({ tags }) => tags.includes('dark')));
  expect(dark?.filter(({ tags }) => !tags.includes('first'))).toEqual([]);
  // Of other screens than these none is left; one that is of no screen always is.
  const some = taken('looks', ['inbox', 'settings']).flat();
  const isOf = (tags: readonly string[]) => tags.some((tag) => tag in en.frame.screens);
  expect(
    some.filter(({ tags }) => isOf(tags) && !tags.includes('inbox') && !tags.includes('settings')),
  ).toEqual([]);
  const whole = taken('looks').flat();
  const count = (all: typeof whole, wanted: (tags: readonly string[]) => boolean) =>
    all.filter(({ tags }) => wanted(tags)).length;
  for (const wanted of [
    (tags: readonly string[]) => tags.includes('inbox') || tags.includes('settings'),
    (tags: readonly string[]) => !isOf(tags),
  ])
    expect(count(some, wanted)).toBe(count(whole, wanted));
});

it('a tag is a level, a screen, or says that the journey is gone through once more in the dark', () => {
  const screens = screensOfTable().map(({ id }) => id);
  const known = new Set(['first', 'dark', ...withJourneys, ...screens]);
  expect([...new Set(tagsOf.flat())].filter((tag) => !known.has(tag))).toEqual([]);
});

it('each screen of the table has a journey in `npm test`', () => {
  const screens = screensOfTable().map(({ id }) => id);
  const named = Object.keys(en.frame.screens).filter((id) => id !== 'first-run');
  expect(screens.toSorted()).toEqual(named.toSorted());
  const first = new Set(
    journeys.filter(({ tags }) => tags.includes('first')).flatMap(({ tags }) => tags),
  );
  expect(screens.filter((screen) => !first.has(screen))).toEqual([]);
});

describe('the screens that *looks* and *keyboard* look at where a machine runs everything', () => {
  const screens = screensOfTable();
  const ids = screens.map(({ id }) => id).sort();

  it('the changed ones are all among them, with a third of the others, and none is lost', () => {
    const files = ['renderer/screens/consents/Consents.svelte', 'renderer/screens.ts', 'README.md'];
    const { changed, drawn, left } = drawScreens(screens, files, 'a');
    expect(changed).toEqual(['consents']);
    expect([...changed, ...drawn, ...left].sort()).toEqual(ids);
    expect(drawn.length).toBe(Math.ceil((ids.length - 1) / 3));
  });

  it('where all have changed 16 are looked at, and the others by other commits', () => {
    const files = screens.map(({ folder }) => `renderer/screens/${folder}/Any.svelte`);
    const of = (seed: string) => drawScreens(screens, files, seed);
    const { changed, drawn, left } = of('a');
    expect([changed.length, drawn]).toEqual([16, []]);
    expect([...changed, ...left].sort()).toEqual(ids);
    const seeds = Array.from({ length: 100 }, (_, at) => `commit ${String(at)}`);
    expect([...new Set(seeds.flatMap((seed) => of(seed).changed))].sort()).toEqual(ids);
  });

  it('the same commit draws the same, and others draw every screen some time', () => {
    const drawnBy = (seed: string) => drawScreens(screens, [], seed).drawn;
    expect(drawnBy('a')).toEqual(drawnBy('a'));
    const seeds = Array.from({ length: 100 }, (_, at) => `commit ${String(at)}`);
    expect([...new Set(seeds.flatMap(drawnBy))].sort()).toEqual(ids);
  });
});

it('ARC-03 every script runs on the line of Node.js that Electron embeds', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { scripts, engines, devDependencies } = JSON.parse(read('package.json')) as Readonly<
    Record<'scripts' | 'engines' | 'devDependencies', Record<string, string>>
  >;
  // Electron says which line it embeds in the types that it was published with.
  const electron = JSON.parse(read('node_modules/electron/package.json')) as {
    dependencies: Record<string, string>;
  };
  const line = /^\^?(\d+)\./.exec(electron.dependencies['@types/node'] ?? '')?.[1] ?? 'none';
  expect(process.versions.node.split('.')[0]).toBe(line);
  expect(engines['node']).toBe(`>=${line} <${String(Number(line) + 1)}`);
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${line}\\.`));
  expect(read('build/setup.mjs')).toContain(`const LINE = ${line};`);
  for (const [name, command] of Object.entries(scripts))
    expect(command, name).toMatch(/^node build\/setup\.mjs /);
});

it('ARC-03 what is started by the name `node` is the same Node.js', () => {
  const told = execFileSync('node', ['-p', 'process.version'], { encoding: 'utf8' }).trim();
  expect(told).toBe(process.version);
});
