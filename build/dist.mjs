// `npm run dist`: makes the packages that are installed, and says how large they are; the last line is JSON.
import { getRawHeader } from '@electron/asar';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ensureBuilt } from './build.mjs';
import { configFor, missingForRelease, readChoices, usage } from './packaging/choices.mjs';
import { root } from './root.mjs';

const product = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * Builds the program and packs it. `choices` as of readChoices. Returns every package and unpacked program: name, bytes, number of
 * files (of an unpacked program, with those of its archive), SHA-256 (of a package). Throws an Error that says what to do.
 */
export async function makePackages(choices, env = process.env) {
  const missing = choices.release ? missingForRelease(choices, env, product) : [];
  if (missing.length > 0) throw new Error(`This would be no release:\n  ${missing.join('\n  ')}`);
  const config = configFor(choices, env, product);
  await ensureBuilt();
  await writeMaterials();
  const before = new Set(existsSync(choices.out) ? readdirSync(choices.out) : []);
  const artifacts = await runBuilder(choices, config);
  const folders = unpackedFolders(choices, before);
  const packages = artifacts.filter((file) => existsSync(file) && statSync(file).isFile());
  return [...folders.map(measureFolder), ...(await Promise.all(packages.map(measureFile)))];
}

/** The bill of materials and the notices; they are made anew, because libraries may have changed and sources not. */
async function writeMaterials() {
  const script = path.join(root, 'build/materials.mjs');
  if (!existsSync(script)) return;
  const materials = await import('./materials.mjs');
  await materials.writeMaterials();
}

async function runBuilder(choices, config) {
  // Slow to load, and not needed to say that an argument is wrong.
  const { Arch, build, Platform } = await import('electron-builder');
  const platforms = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };
  const archs = choices.processors.map((name) => Arch[name]);
  const targets = new Map();
  for (const system of choices.systems) {
    const platform = platforms[system];
    targets.set(
      platform,
      platform.createTarget(choices.dir ? 'dir' : null, ...archs).get(platform),
    );
  }
  try {
    return await build({ projectDir: root, targets, config, publish: 'never' });
  } catch (error) {
    throw explained(error, choices);
  }
}

const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|fetch failed|HTTPError|Cannot (?:download|find) artifact/i;

/** What electron-builder could not fetch, and what to do about it. */
function explained(error, { out }) {
  const text = String(error?.message ?? error);
  if (!UNREACHABLE.test(text)) return error;
  const [first] = text.split('\n');
  const unpacked =
    existsSync(out) && readdirSync(out).some((name) => hasArchive(path.join(out, name)));
  return new Error(
    unpacked
      ? `A tool that makes packages of this kind could not be fetched (${first}).\nThe unpacked program is complete: ${out}. ` +
          'Name a mirror in ELECTRON_BUILDER_BINARIES_MIRROR, or ask for --dir only.'
      : `Electron's runtime could not be fetched (${first}).\n` +
          'Name a folder that holds it in STEWARD_ELECTRON_DIST, or a mirror in ELECTRON_MIRROR.',
    { cause: error },
  );
}

const archiveOf = (folder) =>
  [
    path.join(folder, 'resources/app.asar'),
    path.join(folder, `${product.productName}.app/Contents/Resources/app.asar`),
  ].find((file) => existsSync(file));
const hasArchive = (folder) => archiveOf(folder) !== undefined;

/** Paths of the files of an archive, with `/`, in order; also those that lie unpacked beside it. */
export function archiveFiles(archive) {
  const below = (files, at) =>
    Object.entries(files).flatMap(([name, entry]) =>
      entry.files ? below(entry.files, `${at}${name}/`) : [`${at}${name}`],
    );
  return below(getRawHeader(archive).header.files, '').sort();
}

/** Of a folder that was there before, only those of the systems that were asked for. */
function unpackedFolders({ out, systems }, before) {
  return readdirSync(out)
    .filter((name) => !before.has(name) || systems.some((system) => name.startsWith(system)))
    .map((name) => path.join(out, name))
    .filter((folder) => statSync(folder).isDirectory() && hasArchive(folder));
}

function measureFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size,
    0,
  );
  const packed = archiveFiles(archiveOf(folder)).length;
  return { name: path.basename(folder), folder, bytes, files: files.length + packed };
}

async function measureFile(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const { size } = statSync(file);
  return { name: path.basename(file), bytes: size, files: 1, sha256: hash.digest('hex') };
}

function printTable(packages) {
  const width = Math.max(7, ...packages.map(({ name }) => name.length));
  console.log(`\n${'package'.padEnd(width)}  ${'MiB'.padStart(8)}  ${'files'.padStart(6)}`);
  for (const { name, bytes, files } of packages) {
    const size = (bytes / 1024 ** 2).toFixed(1);
    console.log(`${name.padEnd(width)}  ${size.padStart(8)}  ${String(files).padStart(6)}`);
  }
}

async function main() {
  const choices = readChoices(process.argv.slice(2), process);
  if (typeof choices === 'string') throw new Error(`${choices}\n\n${usage}`);
  if (choices.help) return console.log(usage);
  if (choices.systems.length === 0)
    throw new Error('Say for which system: --linux, --win or --mac.');
  // Paths in electron-builder.yml are meant from here, wherever this was started.
  process.chdir(root);
  const packages = await makePackages(choices);
  printTable(packages);
  console.log(JSON.stringify({ version: product.version, packages }));
}

if (process.argv[1] === import.meta.filename) {
  await main().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
