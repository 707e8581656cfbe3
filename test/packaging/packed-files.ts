// What a package may and must contain: the program's files by name, and code and data of libraries in the lock file.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/imports.ts';

const workers = readdirSync(path.join(root, 'main'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('-worker.ts'))
  .map((name) => `dist/main/${path.basename(name, '.ts')}.js`);

const OWN = [
  'package.json',
  'LICENSE',
  'dist/main/program.js',
  'dist/materials/bill-of-materials.cdx.json',
  'dist/materials/notices.json',
  'dist/preload/electron-bridge.cjs',
  'dist/renderer/index.html',
  ...workers,
];
/** Each has a file of the page for its screens. */
const features = readdirSync(path.join(root, 'renderer/screens'));
/** What is loaded at the start or by several features, and what a feature does not need by itself. */
const shared = [
  'index',
  'shared',
  'schemas',
  'forms',
  'en-of-screens',
  'nb-at-start',
  'nb-of-screens',
  'xml-editor',
  'rolldown-runtime',
];
/** The bundler names these by their content; the first are what several entries of main share. */
const HASHED = [
  /^dist\/main\/[\w-]+-[\w-]{8}\.js$/,
  ...[...shared, ...features].map(
    (name) => new RegExp(`^dist/renderer/assets/${name}-[\\w-]{8}\\.js$`),
  ),
  ...['index', 'shared', 'forms', ...features].map(
    (name) => new RegExp(`^dist/renderer/assets/${name}-[\\w-]{8}\\.css$`),
  ),
  /^dist\/renderer\/assets\/(inter|jetbrains-mono)-latin(-ext)?-wght-normal-[\w-]{8}\.woff2$/,
];
/** The test of the keychain's library says which of its binaries. */
const OF_A_LIBRARY = /\.(js|mjs|cjs|json|wasm)$|^node_modules\/keytar\/prebuilds\/.*\.node$/;
/** Headers for a compiler, which nobody needs where the binary is ready-made; what a tool in a library reads its arguments with. */
const LEFT_OUT = ['node-addon-api', 'argparse'];

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
/** Names of the libraries that the program needs where it runs; the packager may lift one out of another's folder. */
const libraries = new Set(
  Object.entries(lock.packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place]) => nameIn(place))
    .filter((name) => !LEFT_OUT.includes(name)),
);

/** The innermost library of a path: `@scope/name` or `name`. */
function nameIn(file: string): string {
  const [first = '', second = ''] = file.slice(file.lastIndexOf('node_modules/') + 13).split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function mayBeThere(file: string): boolean {
  if (OWN.includes(file) || HASHED.some((pattern) => pattern.test(file))) return true;
  return file.startsWith('node_modules/') && OF_A_LIBRARY.test(file) && libraries.has(nameIn(file));
}

/** What is there and should not be (`+`), and what is missing (`-`). */
export function differences(paths: readonly string[]): string[] {
  const present = new Set(
    paths.filter((name) => name.endsWith('/package.json')).map((name) => nameIn(name)),
  );
  const missing = [
    ...OWN.filter((name) => !paths.includes(name)),
    ...HASHED.filter((pattern) => !paths.some((name) => pattern.test(name))).map(String),
    ...[...libraries].filter((name) => !present.has(name)),
  ];
  return [
    ...paths.filter((name) => !mayBeThere(name)).map((name) => `+ ${name}`),
    ...missing.map((name) => `- ${name}`),
  ];
}
