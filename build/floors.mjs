// Versions below which a library is known to be unsafe, and the lines of Electron that get fixes, with dates (UPD-01).

/**
 * Every copy of a library in the lock file stands at or above one of its floors: the floor of its own major version, or, where that has none,
 * it is newer than all of them.
 */
export const FLOORS = {
  electron: {
    from: ['43.8.4', '44.4.3'],
    why: 'CVE-2026-114122 and CVE-2026-114124 (GPU process), and the Node.js fixes of October 2026 in line 43.',
  },
  'node-forge': {
    from: ['1.4.1'],
    why: 'CVE-2026-118782, PKCS#12 MAC forged with zero iterations.',
  },
  'fast-xml-parser': { from: ['5.10.1'], why: 'GHSA-8r6m-32jq-jx6q, repeated DOCTYPE.' },
  dompurify: { from: ['3.4.16'], why: 'CVE-2026-109344 and CVE-2026-109345, IN_PLACE.' },
  svelte: { from: ['5.55.7'], why: 'CVE-2026-42567 and others.' },
  vite: {
    from: ['6.4.5', '7.3.2', '8.0.16'],
    why: 'CVE-2026-118662 and others: the development server reads files.',
  },
  undici: {
    from: ['7.30.2', '8.12.4'],
    why: 'CVE-2026-120415, a redirect keeps Authorization.',
  },
  'electron-builder': { from: ['24.13.2'], why: 'CVE-2024-27303, cmd.exe from the folder.' },
  'electron-updater': { from: ['6.3.0'], why: 'CVE-2024-39698, signature check passed by.' },
  playwright: { from: ['1.55.1'], why: 'CVE-2025-59288, unverified download.' },
  'playwright-core': { from: ['1.55.1'], why: 'CVE-2025-59288, unverified download.' },
  zod: { from: ['3.22.3'], why: 'Time without limit in a pattern.' },
  tar: { from: ['7.5.19'], why: 'CVE-2026-59873, -59874 and -59875.' },
  'http-cache-semantics': { from: ['4.2.1'], why: 'CVE-2026-93748 and CVE-2026-93750.' },
};

/** Copies that may stand below, and why that harms nobody. */
export const BELOW = {
  'node_modules/node-gyp/node_modules/undici':
    'Fetches headers for compiling native modules. Nothing is compiled (npmRebuild is false), so that it never runs.',
};

/** Packages that come in by no way: given up, with what takes their place. */
export const GIVEN_UP = { keytar: '@github/keytar' };

/**
 * Lines of Electron that get fixes, with the newest version of each on the day the table was written. Before a release
 * `node build/floors.mjs` says whether it has to be looked at again.
 */
export const ELECTRON_LINES = {
  written: '2026-11-21',
  newest: { 45: '45.4.1', 44: '44.11.4', 43: '43.8.11' },
};
/** UPD-01: a patch of Electron is taken up within these days. */
const MOST_DAYS = 14;

/** Whole days since the table was written. */
export const tableAge = (now) =>
  Math.floor((now.getTime() - Date.parse(ELECTRON_LINES.written)) / 86_400_000);

/** -1, 0 or 1 for two versions of three numbers; a part after a dash is older than none. */
export function compareVersions(one, other) {
  const numbers = (version) => version.split('-')[0].split('.').map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  const place = [0, 1, 2].find((at) => a[at] !== b[at]);
  if (place !== undefined) return a[place] < b[place] ? -1 : 1;
  return Number(other.includes('-')) - Number(one.includes('-'));
}

/** Whether a version stands at or above the floor of its own line, or above all lines. */
export function isAbove(version, floors) {
  const major = (text) => text.split('.')[0];
  const own = floors.find((floor) => major(floor) === major(version));
  const last = floors.at(-1);
  return compareVersions(version, own ?? last) >= 0;
}

if (process.argv[1] === import.meta.filename) {
  const days = tableAge(new Date());
  console.log(`The table of Electron's lines in build/floors.mjs is ${days} days old.`);
  if (days > MOST_DAYS) {
    console.error(
      `Older than ${MOST_DAYS} days: look for newer versions, renew it, and take them up.`,
    );
    process.exitCode = 1;
  }
}
