// The two levels of tests: which tests are campaigns, and how long each campaign may take.
// What is in no campaign is what `npm test` runs. test/levels.test.ts holds that each test is in one place only.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { changedFiles } from './changed.mjs';
import { root } from './root.mjs';

/**
 * A campaign's name -> its minutes, its test files (patterns below test/), and its journeys (`file.spec.ts title`).
 * The minutes end what hangs: a quiet machine with two cores needs a quarter of them, a shared one sometimes most.
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
    journeys: [/^ *real-keychain\.spec/, / SAR-09 on a real keyring/],
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
    what: 'packages, and the program in them at work',
    minutes: 6,
    tests: ['packaging/**/*.test.ts', 'verify/**/*.test.ts'],
  },
  shells: {
    what: 'conformance of every shell that can start here',
    minutes: 10,
    tests: ['conformance/{chromium*,electron,program,terminal}.test.ts'],
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
    journeys: [/ a corpus of hostile bodies /],
  },
  'media types': {
    what: 'every service in the three media types that `npm test` leaves out',
    minutes: 8,
    mediaTypes: true,
  },
  scale: {
    what: 'large copies and long jobs, also as the terminal follows them',
    minutes: 10,
    tests: ['services/{jobs,large-journal,synchronise,terminal-jobs,keychain-calls}.test.ts'],
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
  looks: {
    what: 'every screen in both languages and colour schemes, in every state',
    minutes: 20,
    journeys: [
      /^ *(looks|accessibility)\.spec/,
      / (is|are) accessible(?! \(en\))/,
      / looks and reads well in /,
      / can be read and used in /,
      / it stands in Norwegian/,
      / the copy in Norwegian/,
      / what is settled, in both languages/,
    ],
  },
  keyboard: {
    what: 'the acts of each screen once more, by keyboard alone',
    minutes: 12,
    // Where no other journey goes the same way, that by keyboard stays in `npm test`.
    journeys: [
      /^ *(?!signing|services|offline-reference).* (by keyboard|with the keyboard) (alone|only)/,
    ],
  },
  pictures: {
    what: "the guide's pictures are drawn",
    minutes: 8,
    command: ['build/pictures/pictures.mjs', '--only-draw'],
  },
  mutants: {
    what: 'guards on changed lines taken away, one at a time',
    minutes: 10,
    command: ['build/mutants.mjs', '--ci'],
  },
};

/** The first media type of test/support/media-types.ts is for `npm test`. */
const IN_A_MEDIA_TYPE = '^application/';

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
export function testsOf({ tests = [], mediaTypes = false }) {
  if (!mediaTypes) return { files: tests.flatMap(matching), titles: undefined };
  const files = all
    .map((name) => `test/${name}`)
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('inEveryMediaType('));
  return { files, titles: IN_A_MEDIA_TYPE };
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

/** Which journeys belong to a campaign; those of `first` belong to none. */
export function journeysOf(name) {
  const patterns = Object.values(campaigns).flatMap(({ journeys = [] }) => journeys);
  return name === 'first' ? { grepInvert: patterns } : { grep: campaigns[name].journeys };
}

/** The campaigns that name a journey, by `file.spec.ts title`: one, or none. */
export const campaignsOfJourney = (title) =>
  Object.keys(campaigns).filter((name) =>
    (campaigns[name].journeys ?? []).some((pattern) => pattern.test(title)),
  );
