// Signs the update lists in a folder of packages, after checking that each file they name is there with its hash.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';

const USAGE = `node build/sign-lists.mjs --key FILE FOLDER    signs every latest*.yml in FOLDER, as latest*.yml.sig
node build/sign-lists.mjs --make-key FILE      makes a key pair: FILE is to be kept, FILE.public.pem goes into the build

A key with a passphrase: STEWARD_PUBLISHER_PASSPHRASE holds it.
`;
const LIST = /^latest[a-z0-9-]*\.yml$/;
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
/** The program takes no longer list. */
const LIST_BYTES = 256 * 1024;

/** What the program checks, main/updates/list-signature.ts: a line with the list's name, then its bytes. */
export function signList(name, list, privateKey) {
  const bytes = Buffer.concat([Buffer.from(`Steward list ${name}\n`), list]);
  return `${sign(null, bytes, privateKey).toString('base64')}\n`;
}

/** Signs all lists of a folder or, where anything is not as it should be, none. The names of the lists signed. */
export async function signLists({ keyFile, folder, passphrase }) {
  const key = await readKey(keyFile, passphrase);
  const names = (await readdir(folder)).filter((name) => LIST.test(name)).sort();
  if (names.length === 0) throw new Error(`There is no list (latest*.yml) in ${folder}.`);
  const lists = [];
  for (const name of names) lists.push({ name, ...(await checkedList(folder, name)) });
  const versions = [...new Set(lists.map(({ version }) => version))];
  if (versions.length > 1)
    throw new Error(`The lists are of different versions: ${versions.join(', ')}.`);
  for (const { name, bytes } of lists)
    await replaceFile(path.join(folder, `${name}.sig`), signList(name, bytes, key));
  return names;
}

/** Makes both files new; the private one 0600. */
export async function makeKey(file) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flag: 'wx',
  });
  const open = `${file}.public.pem`;
  await writeFile(open, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  return open;
}

async function readKey(file, passphrase) {
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`Others may read ${file}: chmod 600 it, and think of a new key.`);
  const pem = await readFile(file, 'utf8');
  const key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase && { passphrase }) });
  if (createPublicKey(key).asymmetricKeyType !== 'ed25519')
    throw new Error(`${file} is no Ed25519 key.`);
  return key;
}

async function checkedList(folder, name) {
  const bytes = await readFile(path.join(folder, name));
  if (bytes.length > LIST_BYTES) throw new Error(`${name} is too long for the program.`);
  const list = load(bytes.toString('utf8'));
  const files = Array.isArray(list?.files) ? list.files : [];
  if (typeof list?.version !== 'string' || files.length === 0)
    throw new Error(`${name} names no version or no file.`);
  if (list.packages !== undefined) throw new Error(`${name} is of a web installer.`);
  for (const file of files) await checkFile(folder, name, file);
  // Older programs of this kind read these two; they must not say something else.
  if (
    list.path !== undefined &&
    !files.some((f) => f.url === list.path && f.sha512 === list.sha512)
  )
    throw new Error(`${name} names ${list.path} beside its files.`);
  return { bytes, version: list.version };
}

async function checkFile(folder, list, { url, sha512, size }) {
  if (typeof url !== 'string' || !PLAIN_NAME.test(url))
    throw new Error(`${list} names ${JSON.stringify(url)}, which is no plain file name.`);
  const file = path.join(folder, url);
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw new Error(`${list} names ${url}, which is not there.`);
  if (found.size !== size) throw new Error(`${url} is not as long as ${list} says.`);
  if ((await hashOf(file)) !== sha512) throw new Error(`${url} has not the hash of ${list}.`);
}

async function hashOf(file) {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('base64');
}

async function replaceFile(file, text) {
  const temporary = `${file}.part`;
  try {
    await writeFile(temporary, text);
    await chmod(temporary, 0o644);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function main([first, file, folder, ...rest]) {
  if (first === '--make-key' && file !== undefined && folder === undefined) {
    const open = await makeKey(file);
    process.stdout.write(
      `${file} signs: keep it where releases are made. ${open} goes into the build.\n`,
    );
    return;
  }
  if (first !== '--key' || folder === undefined || rest.length > 0) throw new Error(USAGE);
  const passphrase = process.env['STEWARD_PUBLISHER_PASSPHRASE'];
  const names = await signLists({ keyFile: file, folder, passphrase });
  process.stdout.write(`Signed: ${names.join(', ')}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
