// The two levels of tests: which tests are campaigns, and how long each campaign may take.
// A test file in no campaign is what `npm test` runs; of journeys it runs those with the tag `@first`. test/levels.test.ts holds
// that each test is in one place only.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { changedFiles } from './changed.mjs';
import { root } from './root.mjs';

/**
 * A campaign's name -> its minutes, its test files (patterns below test/), and whether it has journeys, which name it by their tag.
 * `within`: only tests with such titles, in the files of `npm test` that make them by this call; there they are left out.
 * `drawn`: where a machine runs all, only some screens are looked at (drawn-screens.mjs). The minutes end what hangs: a quiet machine with two cores needs a quarter of them, a shared one sometimes most.
 */
export const campaigns = {
  kills: {
    what: 'the real process, killed at every write point',
    minutes: 16,
    tests: ['kill/**/*.test.ts'],
  },
  faults: {
    what: "a sick server's faults over every operation",
    minutes: 6,
    tests: ['faults/**/*.test.ts'],
  },
  keyring: {
    what: 'storms on a real keyring, and journeys with one',
    minutes: 14,
    tests: [
      'unit/main/secrets/keyring.test.ts',
      'services/{damaged-secrets,data-check,erasing-terminal,keyring-calls,memory,two-programs}.test.ts',
    ],
    journeys: true,
  },
  damage: {
    what: 'damaged files, and disks that refuse',
    minutes: 16,
    tests: [
      'unit/main/messages/drafts-disk.test.ts',
      'unit/main/jobs/bad-disk.test.ts',
      'unit/main/storage/user-knowledge.test.ts',
      'services/{data-check-disk,full-disk,full-disk-start,jobs-bad-disk,terminal-bad-disk}.test.ts',
      'unit/main/secrets/escrow-log.test.ts',
      'unit/main/storage/folder-format.test.ts',
      'unit/main/storage/offline-copy-{damage,disk}.test.ts',
    ],
  },
  packaging: {
    what: 'packages, the program in them at work, and the release walked through',
    minutes: 10,
    tests: ['packaging/**/*.test.ts', 'verify/**/*.test.ts'],
  },
  shells: {
    what: 'conformance of every shell that can start here',
    minutes: 10,
    tests: ['conformance/{chromium*,electron,program,terminal}.test.ts'],
  },
  boringssl: {
    what: 'the built terminal on the TLS library of Electron, in Bun, which is fetched once',
    minutes: 4,
    tests: ['boringssl/**/*.test.ts'],
  },
  attacks: {
    what: 'attacks from outside of the program, each told with what it tried and got',
    minutes: 14,
    tests: ['attacks/**/*.test.ts'],
  },
  hostile: {
    what: 'hostile bodies, servers, certificates and inputs',
    minutes: 12,
    tests: [
      'unit/main/border/bridge.test.ts',
      'unit/main/secrets/certificates.test.ts',
      'unit/main/http/tls.test.ts',
    ],
    journeys: true,
  },
  'media types': {
    what: 'every service in the three media types that `npm test` leaves out',
    minutes: 8,
    within: { call: 'inEveryMediaType(', titles: '^application/' },
  },
  length: {
    what: 'every byte, every effect and many of everything, where `npm test` tries few',
    minutes: 10,
    within: { call: 'itAtLength(', titles: '\\(at length\\)$' },
  },
  scale: {
    what: 'large copies, long jobs, also as the terminal follows them, and how what is done grows with what is there',
    minutes: 10,
    tests: [
      'services/{jobs,large-journal,synchronise,terminal-jobs,keychain-calls}.test.ts',
      'growth/**/*.test.ts',
    ],
  },
  platform: {
    what: 'the local platform by itself, where it did not change; where it did, that is in `npm test`',
    minutes: 6,
    tests: ['services/platform{,-*}.test.ts'],
    firstIfChanged: /^test\/(platform\/|services\/platform)/,
  },
  fuzz: {
    what: 'whatever is done in whatever order, with whatever switches, and every pair of forms',
    minutes: 8,
    tests: [
      'services/any-switches.test.ts',
      'unit/main/http/{media-types,xml-libxml2}.test.ts',
      'unit/main/storage/offline-copy.test.ts',
      'unit/main/storage/instance-lock.test.ts',
    ],
  },
  journeys: {
    what: 'what a person does beyond the one journey of each screen in `npm test`',
    minutes: 20,
    journeys: true,
  },
  looks: {
    what: 'every screen in both languages and colour schemes, in every state',
    minutes: 20,
    journeys: true,
    drawn: true,
  },
  keyboard: {
    what: 'the acts of each screen once more, by keyboard alone',
    minutes: 12,
    journeys: true,
    drawn: true,
  },
  pictures: {
    what: "the guide's pictures are drawn",
    minutes: 8,
    command: ['build/pictures/pictures.mjs', '--only-draw'],
  },
  mutants: {
    what: 'guards on changed lines taken away, one at a time',
    minutes: 10,
    // Survivors are told: those of so many lines changed at once want their tests before they are red.
    command: ['build/mutants.mjs', '--ci', '--tell'],
  },
};

const all = readdirSync(path.join(root, 'test'), { recursive: true })
  .map((name) => String(name).replaceAll(path.sep, '/'))
  .filter((name) => name.endsWith('.test.ts'))
  .sort();

/** `**`, `*` and `{a,b}` of a pattern, as a regular expression. */
function matcher(pattern) {
  const source = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(?:§/)?')
    .replaceAll('*', '[^/]*')
    .replaceAll('§', '.*')
    .replaceAll(/\{([^}]*)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`);
}

/** Files from the root that a pattern of a campaign names. */
export const matching = (pattern) =>
  all.filter((name) => matcher(pattern).test(name)).map((name) => `test/${name}`);

/** The test files of a campaign, and which of their tests: undefined means all. */
export function testsOf({ tests = [], within }) {
  if (within === undefined) return { files: tests.flatMap(matching), titles: undefined };
  const files = all
    .map((name) => `test/${name}`)
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes(within.call));
  return { files, titles: within.titles };
}

/** What test/support/needs-root.ts puts behind the titles of its tests. */
export const NEEDS_ROOT = /\(needs root\)/;

/** Test files of `npm test` with tests that only root can run. */
export function filesNeedingRoot() {
  const elsewhere = filesOutsideFirst();
  return all
    .map((name) => `test/${name}`)
    .filter((file) => !elsewhere.includes(file))
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('needs-root.ts'));
}

/** Test files of campaigns. */
export const campaignFiles = () =>
  Object.values(campaigns).flatMap(({ tests = [] }) => tests.flatMap(matching));

/** Whether `npm test` runs the files of a campaign, because what they are about was changed; then the campaign need not. */
export function isInFirst({ firstIfChanged }, changed = changedFiles()) {
  if (firstIfChanged === undefined) return false;
  return (
    changed === undefined ||
    [...changed.present, ...changed.removed].some((file) => firstIfChanged.test(file))
  );
}

/** Test files that `npm test` leaves out this time. */
export const filesOutsideFirst = (changed) =>
  Object.values(campaigns)
    .filter((campaign) => !isInFirst(campaign, changed))
    .flatMap(({ tests = [] }) => tests.flatMap(matching));

/** Of journeys that *looks* goes through once more, in the dark. */
const DARK = 'dark';

const withTag = (...names) => new RegExp(`(?:^|\\s)@(?:${names.join('|')})(?=\\s|$)`);

/** The levels that a journey can have as a tag; one without is in the campaign `journeys`. */
const tagged = () => [
  'first',
  ...Object.keys(campaigns).filter((name) => campaigns[name].journeys && name !== 'journeys'),
];

/** What Playwright is told of a level. `screens`: journeys about others are left out; undefined: none is. */
export function journeysOf(level, screens) {
  const one =
    level === 'journeys' ? { grepInvert: withTag(...tagged()) } : { grep: withTag(level) };
  if (level !== 'looks')
    return screens === undefined ? one : { ...one, grepInvert: beside(screens) };
  const left = screens === undefined ? {} : { grepInvert: beside(screens) };
  const inTheDark = { grep: withTag(DARK), use: { colorScheme: 'dark' } };
  return {
    projects: [
      { name: 'both schemes', ...one, ...left },
      { name: 'in the dark', ...inTheDark, ...left },
    ],
  };
}

/** Journeys that name screens, and none of these. */
const beside = (screens) =>
  new RegExp(
    `^(?!.*${withTag(...screens).source})(?=.*${withTag(...screensOfTable().map(({ id }) => id)).source})`,
  );

/** The screens by the table that the program reads, and the folder below renderer/screens/ that each is made in. */
export function screensOfTable() {
  const table = readFileSync(path.join(root, 'renderer/screens.ts'), 'utf8');
  return [...table.matchAll(/^ {4}id: '([a-z-]+)',.*?import\('\.\/screens\/([a-z-]+)\//gms)].map(
    ([, id, folder]) => ({ id, folder }),
  );
}

/** The campaigns that tags name: one, or none. Undefined: `npm test`. */
export function levelsOfTags(tags) {
  const named = tagged().filter((name) => tags.includes(name));
  return (named.length === 0 ? ['journeys'] : named).map((name) =>
    name === 'first' ? undefined : name,
  );
}

/** Every journey as Playwright names it, whatever level is running: its file, its whole title, its tags. */
export function listJourneys() {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const args = ['test', '-c', 'test/e2e/playwright.config.ts', '--list', '--reporter=json'];
  const env = { ...process.env, STEWARD_LEVEL: undefined, STEWARD_SCREENS: undefined };
  const told = execFileSync(process.execPath, [cli, ...args], { cwd: root, env, encoding: 'utf8' });
  const within = ({ file, specs = [], suites = [] }) => [
    ...specs.map(({ title, tags }) => ({ file, title, tags })),
    ...suites.flatMap(within),
  ];
  return JSON.parse(told).suites.flatMap(within);
}
