// Each test is in exactly one place, `npm test` or one campaign, and every rule of build/levels.mjs names something.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  campaignFiles,
  campaigns,
  campaignsOfJourney,
  filesOutsideFirst,
  isInFirst,
  matching,
  testsOf,
} from '../build/levels.mjs';
import { root } from './support/imports.ts';

interface Suite {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly specs?: readonly { readonly title: string }[];
  readonly suites?: readonly Suite[];
}

/** Every journey as Playwright names it, whatever level is running. */
function listJourneys(): string[] {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const args = ['test', '-c', 'test/e2e/playwright.config.ts', '--list', '--reporter=json'];
  const env = { ...process.env, STEWARD_LEVEL: undefined };
  const told = execFileSync(process.execPath, [cli, ...args], { cwd: root, env, encoding: 'utf8' });
  const titles = (suite: Suite, before: string): string[] => [
    ...(suite.specs ?? []).map(({ title }) => `${before} ${title}`),
    ...(suite.suites ?? []).flatMap((inner) => titles(inner, `${before} ${inner.title}`)),
  ];
  const { suites } = JSON.parse(told) as { suites: readonly Suite[] };
  return suites.flatMap((suite) => titles(suite, suite.file));
}

const journeys = listJourneys();

it('a test file is in one campaign at most', () => {
  const files = campaignFiles();
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

it('what runs in every media type is thinned in `npm test`, and the rest of it is in one campaign', () => {
  const files = campaignFiles();
  const inMediaTypes = Object.values(campaigns).filter((campaign) => campaign.mediaTypes);
  expect(inMediaTypes.length).toBe(1);
  const named = inMediaTypes.flatMap((campaign) => testsOf(campaign).files);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => files.includes(file))).toEqual([]);
});

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

it('a journey is in one campaign at most, and each pattern names a journey', () => {
  expect(journeys.length).toBeGreaterThan(100);
  expect(journeys.filter((title) => campaignsOfJourney(title).length > 1)).toEqual([]);
  const patterns = Object.values(campaigns).flatMap((campaign) => campaign.journeys ?? []);
  expect(patterns.filter((one) => !journeys.some((title) => one.test(title)))).toEqual([]);
});

it('each screen has a journey in `npm test`', () => {
  const inCampaigns = new Set(['accessibility', 'keyboard', 'looks', 'real-keychain']);
  const files = new Set(journeys.map((title) => title.split('.spec.ts')[0] ?? ''));
  const left = journeys.filter((title) => campaignsOfJourney(title).length === 0);
  const here = new Set(left.map((title) => title.split('.spec.ts')[0] ?? ''));
  expect([...files].filter((file) => !here.has(file) && !inCampaigns.has(file))).toEqual([]);
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
