// Makes the CycloneDX bill of materials and the notices of the installed program from the lock file and the builds.
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { electronProgram } from './electron-runtime.mjs';
import { notedLibraries } from './libraries.mjs';
import {
  CONCLUSIONS,
  COPIED,
  HOLDERS,
  INSIDE,
  isAllowed,
  mit,
  NO_TEXT,
  RUNTIME,
  WITHIN,
} from './licences.mjs';
import { root } from './root.mjs';

const at = (...parts) => path.join(root, ...parts);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const TEXTS = /^(licen[cs]e|notice|copying|copyright|unlicense)/i;
const ELECTRON = 'node_modules/electron';

/**
 * Everything that is inside, by name: libraries that are installed beside the program, those that were built into the page
 * and the bridges, what was copied from one, and Electron. `libraries`: as of `notedLibraries`; `folder` holds node_modules.
 * Error with the package's name for a licence that may not be inside, a text that is missing, or another version than the lock's.
 */
export function inventory({
  lock = readJson(at('package-lock.json')),
  libraries = notedLibraries(),
  folder = root,
  runtime = runtimeVersions(),
} = {}) {
  const places = new Map();
  const add = (location, part) => places.set(location, [...(places.get(location) ?? []), part]);
  for (const location of installed(lock)) add(location, 'node_modules');
  for (const [part, locations] of Object.entries(libraries)) {
    for (const location of locations) add(location, part);
  }
  for (const name of Object.keys(COPIED)) add(`node_modules/${name}`, 'renderer');
  const found = [...places].map(([location, parts]) =>
    library({ lock, folder, location, parts, inside: places }),
  );
  const whole = [...found, ...WITHIN.flatMap((one) => within(one, found, folder))];
  return [...whole, ...electron(lock, folder, runtime)].sort(byName);
}

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Folders of the production libraries. */
const installed = (lock) =>
  Object.entries(lock.packages)
    .filter(([location, { dev, devOptional }]) => location !== '' && !dev && !devOptional)
    .map(([location]) => location);

function library({ lock, folder, location, parts, inside }) {
  const locked = lock.packages[location];
  if (locked === undefined) throw new Error(`${location} is not in package-lock.json.`);
  const own = readJson(path.join(folder, location, 'package.json'));
  if (own.version !== locked.version) {
    throw new Error(`${location} is ${own.version} where package-lock.json has ${locked.version}.`);
  }
  const name = locked.name ?? location.slice(location.lastIndexOf('node_modules/') + 13);
  const declared = own.license ?? locked.license ?? '';
  const licence = concluded(name, declared);
  return {
    ref: `${name}@${locked.version}`,
    location,
    name,
    version: locked.version,
    parts,
    licence,
    ...(licence !== declared && { declared }),
    sha512: Buffer.from(locked.integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
    purl: purl(name, locked.version),
    notice: notice(path.join(folder, location), name, licence),
    needs: needs(lock, location).filter((one) => inside.has(one)),
  };
}

function concluded(name, declared) {
  const licence = CONCLUSIONS[name]?.licence ?? declared;
  if (/\s/.test(licence) || !isAllowed(licence, INSIDE)) {
    throw new Error(
      `${name} is licensed as "${declared}", which may not be inside. See build/licences.mjs.`,
    );
  }
  return licence;
}

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The texts of a package, or that of its holder. */
function notice(folder, name, licence) {
  const files = CONCLUSIONS[name]?.files ?? readdirSync(folder).filter((file) => TEXTS.test(file));
  const taken = new Set(WITHIN.filter((one) => one.within === name).map((one) => one.file));
  const texts = files
    .filter((file) => !taken.has(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  if (texts.length === 0 && licence === 'MIT' && HOLDERS[name]) texts.push(mit(HOLDERS[name]));
  if (texts.length === 0 && !NO_TEXT.includes(licence)) {
    throw new Error(
      `${name} holds no text of its licence ${licence}. Name its holder in build/licences.mjs.`,
    );
  }
  return plain(texts.join('\n\n'));
}

/** Line ends and tabs as the window shows them, and no sign that is not to be seen. */
const plain = (text) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '    ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? sign : ''))
    .trim();

/** Where Node finds what a package asks for: its own node_modules, then those above. */
function needs(lock, location) {
  const { dependencies, optionalDependencies, peerDependencies } = lock.packages[location];
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return [...new Set(names)].flatMap((name) => {
    for (let from = location; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/')))) {
      const place = `${from}${from === '' ? '' : '/'}node_modules/${name}`;
      if (lock.packages[place]) return [place];
      if (from === '') return [];
    }
  });
}

/** A library that comes built into another; the other needs it. */
function within({ within: name, file, ...own }, found, folder) {
  const holders = found.filter((one) => one.name === name);
  return holders.map((holder) => {
    const location = `${holder.location}/${own.name}`;
    holder.needs.push(location);
    const notice = plain(readFileSync(path.join(folder, holder.location, file), 'utf8'));
    const ref = `${own.name}@${holder.ref}`;
    return { ...own, ref, location, version: '', parts: holder.parts, notice, needs: [] };
  });
}

function electron(lock, folder, runtime) {
  const { version } = lock.packages[ELECTRON];
  const checksums = readJson(path.join(folder, ELECTRON, 'checksums.json'));
  const archives = Object.entries(checksums).filter(([name]) =>
    /^electron-v[\d.]+-(linux|win32|darwin)-(x64|arm64)\.zip$/.test(name),
  );
  const parts = ['runtime'];
  const brought = RUNTIME.map(({ name, title, licence, notice, holder }) => ({
    ref: `${name}@electron@${version}`,
    location: `${ELECTRON}/${name}`,
    name: title,
    version: runtime[name] ?? '',
    parts,
    licence,
    notice: notice ?? mit(holder),
    needs: [],
  }));
  const own = {
    ref: `electron@${version}`,
    location: ELECTRON,
    name: 'electron',
    version,
    parts,
    licence: 'MIT',
    purl: purl('electron', version),
    archives,
    notice: notice(path.join(folder, ELECTRON), 'electron', 'MIT'),
    needs: brought.map(({ location }) => location),
  };
  return [own, ...brought];
}

/** Chromium and Node.js of the runtime, told by itself where it is; no table of them comes with its package. */
function runtimeVersions() {
  const program = electronProgram();
  if (program === undefined) return {};
  try {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const asked = [
      '-p',
      'JSON.stringify({chromium:process.versions.chrome,node:process.versions.node})',
    ];
    return JSON.parse(execFileSync(program, asked, { env, encoding: 'utf8', timeout: 20_000 }));
  } catch {
    return {};
  }
}

/** The notices as the program shows them. */
export const notices = (materials) =>
  materials.map(({ name, version, licence, notice }) => ({ name, version, licence, notice }));

/**
 * CycloneDX 1.6 as JSON text, the same bytes for the same materials: its serial number is made from its content, and `time`
 * (a Date, or none) is the commit's.
 */
export function billOfMaterials(materials, { packageJson, time }) {
  const write = (bom) =>
    new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(
      bom,
      { sortLists: true, space: 2 },
    );
  const bom = assemble(materials, packageJson);
  const digest = createHash('sha256').update(write(bom)).digest('hex');
  bom.serialNumber = `urn:uuid:${uuid(digest)}`;
  if (time !== undefined) bom.metadata.timestamp = time;
  return `${write(bom)}\n`;
}

/** A version 8 UUID (RFC 9562): its bits are the maker's. */
const uuid = (hex) =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');

function assemble(materials, packageJson) {
  const { name, productName, version, license, dependencies, devDependencies } = packageJson;
  const program = new Models.Component(Enums.ComponentType.Application, name, {
    version,
    bomRef: `${name}@${version}`,
    description: productName,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(license)]),
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: program }) });
  const made = new Map(materials.map((one) => [one.location, component(one)]));
  const asked = Object.keys({ ...dependencies, ...devDependencies });
  const direct = new Set(asked.map((library) => `node_modules/${library}`));
  for (const one of materials) {
    const own = made.get(one.location);
    bom.components.add(own);
    for (const location of one.needs) own.dependencies.add(made.get(location).bomRef);
    if (direct.has(one.location)) program.dependencies.add(own.bomRef);
  }
  return bom;
}

function component(one) {
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
  const type = one.parts.includes('runtime') ? 'Framework' : 'Library';
  const made = new Models.Component(Enums.ComponentType[type], name, {
    bomRef: one.ref,
    ...(group && { group }),
    ...(one.version && { version: one.version }),
    ...(one.purl && { purl: one.purl }),
    scope: Enums.ComponentScope.Required,
    licenses: new Models.LicenseRepository([licenceOf(one)]),
  });
  if (one.sha512) made.hashes.set(Enums.HashAlgorithm['SHA-512'], one.sha512);
  const say = (key, value) => made.properties.add(new Models.Property(`steward:${key}`, value));
  for (const part of one.parts) say('inside', part);
  if (one.declared) say('declared-licence', one.declared);
  for (const [archive, sha256] of one.archives ?? []) say(`sha256:${archive}`, sha256);
  return made;
}

const licenceOf = ({ licence, declared }) =>
  new Models.SpdxLicense(licence, {
    acknowledgement: Enums.LicenseAcknowledgement[declared ? 'Concluded' : 'Declared'],
  });

/** The moment of a reproducible build: SOURCE_DATE_EPOCH, else the commit's, else none. */
export function sourceTime(env = process.env) {
  const given = env.SOURCE_DATE_EPOCH ?? commitTime();
  if (given === undefined) return undefined;
  if (!/^\d{1,12}$/.test(given)) throw new Error('SOURCE_DATE_EPOCH is not a number of seconds.');
  return new Date(Number(given) * 1000);
}

function commitTime() {
  if (!existsSync(at('.git'))) return undefined;
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], options).trim();
  } catch {
    return undefined;
  }
}

/** Writes `bill-of-materials.cdx.json` and `notices.json`; the builds must have been made before. Answers how many are inside. */
export async function writeMaterials({ outDir = at('dist/materials') } = {}) {
  const materials = inventory();
  const packageJson = readJson(at('package.json'));
  const bill = billOfMaterials(materials, { packageJson, time: sourceTime() });
  mkdirSync(outDir, { recursive: true });
  writeFileSync(path.join(outDir, 'bill-of-materials.cdx.json'), bill);
  const all = JSON.stringify(notices(materials), null, 1);
  writeFileSync(path.join(outDir, 'notices.json'), `${all}\n`);
  return materials.length;
}

if (process.argv[1] === import.meta.filename) {
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt({ only: ['renderer', 'preload', 'main'] });
  console.log(`${await writeMaterials()} libraries are inside; see dist/materials`);
}
