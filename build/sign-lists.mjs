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

const USAGE = `node build/sign-lists.mjs --make-key FILE             makes a key pair, FILE and FILE.public.pem: one as the root, one to sign lists
node build/sign-lists.mjs --name ROOT KEY.public.pem [DAYS]   ROOT names the key that signs lists, for 400 days or DAYS: KEY.named
node build/sign-lists.mjs --key KEY FOLDER [DAYS]      signs every list of versions in FOLDER for 180 days or DAYS, as NAME.yml.sig

The root's public key goes into the build and the root itself into a safe; KEY signs, with KEY.named beside it. A list that has
ended is refused: sign the lists again in time, with or without a new version.
A key with a passphrase: STEWARD_PUBLISHER_PASSPHRASE holds it.
`;
const DAY_MS = 24 * 3600_000;
const LIST_DAYS = 180;
const KEY_DAYS = 400;
/** As the packager names them, by channel: a version such as 1.2.0-beta.1 makes `beta-linux.yml`. */
const LIST = /^(?:latest|beta|alpha)[a-z0-9-]*\.yml$/;
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
/** The program takes no longer list. */
const LIST_BYTES = 256 * 1024;

const signed = (bytes, key) => sign(null, bytes, key).toString('base64');
const daysAfter = (days, from) => new Date(from.getTime() + days * DAY_MS).toISOString();

/** What the program checks, main/updates/list-signature.ts. `named` is what `nameKey` made of the private key's other half. */
export function signList({ name, list, privateKey, named, days = LIST_DAYS, now = new Date() }) {
  const [issued, expires] = [now.toISOString(), daysAfter(days, now)];
  const head = `Steward list ${name}\nissued ${issued}\nexpires ${expires}\n`;
  const signature = signed(Buffer.concat([Buffer.from(head), list]), privateKey);
  return `Steward signature 2\nissued ${issued}\nexpires ${expires}\n${named}list ${signature}\n`;
}

/** Three lines by which a root key says that a key (its public half) signs lists, and until when. */
export function nameKey({ root, publicKey, days = KEY_DAYS, now = new Date() }) {
  const { x } = createPublicKey(publicKey).export({ format: 'jwk' });
  const key = Buffer.from(x, 'base64url').toString('base64');
  const expires = daysAfter(days, now);
  const signature = signed(Buffer.from(`Steward signing key ${key} until ${expires}\n`), root);
  return `key ${key}\nkey-expires ${expires}\nroot ${signature}\n`;
}

/** Signs all lists of a folder or, where anything is not as it should be, none. The names of the lists signed. */
export async function signLists({ keyFile, folder, passphrase, days, now = new Date() }) {
  const privateKey = await readKey(keyFile, passphrase);
  const named = await readNamed(`${keyFile}.named`, privateKey, now);
  const names = (await readdir(folder)).filter((name) => LIST.test(name)).sort();
  if (names.length === 0)
    throw new Error(
      `There is no list of versions (latest*.yml, beta*.yml, alpha*.yml) in ${folder}.`,
    );
  const lists = [];
  for (const name of names) lists.push({ name, ...(await checkedList(folder, name)) });
  const versions = [...new Set(lists.map(({ version }) => version))];
  if (versions.length > 1)
    throw new Error(`The lists are of different versions: ${versions.join(', ')}.`);
  for (const { name, bytes } of lists)
    await replaceFile(
      path.join(folder, `${name}.sig`),
      signList({ name, list: bytes, privateKey, named, days, now }),
    );
  return names;
}

/** Writes `KEY.named` beside `KEY.public.pem`; answers its path. */
export async function nameKeyFile({ rootFile, publicFile, passphrase, days, now }) {
  const root = await readKey(rootFile, passphrase);
  const publicKey = await readFile(publicFile, 'utf8');
  if (createPublicKey(publicKey).asymmetricKeyType !== 'ed25519')
    throw new Error(`${publicFile} is no Ed25519 key.`);
  const file = publicFile.replace(/\.public\.pem$/, '.named');
  if (file === publicFile) throw new Error(`${publicFile} is no KEY.public.pem.`);
  await replaceFile(file, nameKey({ root, publicKey, days, now }));
  return file;
}

/** The root's word for this key, where it is for this key and has not ended. */
async function readNamed(file, privateKey, now) {
  const named = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no ${file}: the root has to name this key, with --name.`);
  });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const [, key, expires] = /^key (\S+)\nkey-expires (\S+)\nroot \S+\n$/.exec(named) ?? [];
  if (key !== Buffer.from(x, 'base64url').toString('base64'))
    throw new Error(`${file} names another key.`);
  if (!(Date.parse(expires) > now.getTime()))
    throw new Error(`${file} has ended: the root has to name this key again.`);
  return named;
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
  const list = readList(bytes.toString('utf8'), name);
  const { files } = list;
  if (list.version === undefined || files.length === 0)
    throw new Error(`${name} names no version or no file.`);
  for (const file of files) await checkFile(folder, name, file);
  // Older programs of this kind read these two; they must not say something else.
  if (
    list.path !== undefined &&
    !files.some((f) => f.url === list.path && f.sha512 === list.sha512)
  )
    throw new Error(`${name} names ${list.path} beside its files.`);
  return { bytes, version: list.version };
}

/**
 * The packager's own YAML and no other: signing needs no library, so that the job that holds the key installs none. Fields with words for
 * people (`releaseNotes`) are skipped. Throws where a line is not as the packager writes it.
 */
function readList(text, name) {
  const list = { files: [] };
  let at = 'list';
  for (const line of text.split(/\r?\n/)) {
    const [, field, value] = /^([A-Za-z0-9]+):(?: (.*))?$/.exec(line) ?? [];
    const [, dash, inner, innerValue] = /^ {2}(- | {2})([A-Za-z0-9]+): (.+)$/.exec(line) ?? [];
    if (field !== undefined) {
      if (field === 'packages') throw new Error(`${name} is of a web installer.`);
      at = field === 'files' ? 'files' : field === 'releaseNotes' ? 'words' : 'list';
      if (field in list && field !== 'files') throw new Error(`${name} says ${field} twice.`);
      if (at === 'list') list[field] = scalar(value ?? '', name);
    } else if (at === 'files' && inner !== undefined) {
      if (dash === '- ') list.files.push({});
      const file = list.files.at(-1);
      if (file === undefined || inner in file) throw new Error(`${name} has a file out of order.`);
      file[inner] = scalar(innerValue, name);
    } else if (line !== '' && at !== 'words')
      throw new Error(`${name} has a line of another kind.`);
  }
  return list;
}

/** A number, a text in quotes, or a plain one. */
function scalar(text, name) {
  if (/^\d+$/.test(text)) return Number(text);
  const quoted = /^(['"])(.*)\1$/.exec(text)?.[2] ?? text;
  if (/['"\\]/.test(quoted) || /^[|>&*!{[]/.test(text))
    throw new Error(`${name} has a value of another kind.`);
  return quoted;
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

async function main([first, file, other, days, ...rest]) {
  if (first === '--make-key' && file !== undefined && other === undefined) {
    const open = await makeKey(file);
    process.stdout.write(`${file} signs: keep it safe. ${open} is its public half.\n`);
    return;
  }
  const isAsked = (first === '--key' || first === '--name') && other !== undefined;
  if (!isAsked || rest.length > 0 || !/^[1-9]\d{0,3}$/.test(days ?? '1')) throw new Error(USAGE);
  const passphrase = process.env['STEWARD_PUBLISHER_PASSPHRASE'];
  const term = days === undefined ? {} : { days: Number(days) };
  if (first === '--name') {
    const named = await nameKeyFile({ rootFile: file, publicFile: other, passphrase, ...term });
    process.stdout.write(`Named: ${named}\n`);
    return;
  }
  const names = await signLists({ keyFile: file, folder: other, passphrase, ...term });
  process.stdout.write(`Signed: ${names.join(', ')}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
