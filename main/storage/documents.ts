// Small schema-checked JSON documents on disk: replaced atomically, set aside when damaged.
import { createHash } from 'node:crypto';
import { copyFile, lstat, rename } from 'node:fs/promises';
import { constants } from 'node:fs';
import path from 'node:path';
import type { z } from '../../preload/contract/schema.ts';
import {
  type Disk,
  asideEnding,
  errorCode,
  fileProblemOf,
  fileTrouble,
  makeFolder,
  readOrdinaryFile,
  realDisk,
  removeLeftovers,
  replaceFile,
} from './disk.ts';
import { serial } from '../serial.ts';
import type { StoreCheck } from './store-check.ts';

export interface Document<T> {
  /** The value as last written, or the initial one. */
  value(): T;
  /** Changes and saves; one change at a time, each sees the one before. Problem file{...}; then nothing has changed. */
  change(to: (now: T) => T): Promise<T>;
}

export interface Documents {
  /** File `<name>.json` with a version and a checksum. A damaged file is renamed `.bad-<time>` and listed in setAside. */
  open<S extends z.ZodType>(
    name: string,
    schema: S,
    initial: z.output<S>,
  ): Promise<Document<z.output<S>>>;
  readonly setAside: readonly string[];
  /**
   * Reads every open document again. One that is not as it was read or written last is put back from memory; what stood in its
   * place is kept beside it.
   */
  check(run: StoreCheck): Promise<void>;
}

const FORMAT = 1;
const GROUP_OR_OTHERS_WRITE = 0o022;

export interface DocumentsOptions {
  readonly folder: string;
  readonly now?: () => Date;
  readonly disk?: Disk;
}

/** Makes the folder (0700) when it is not there; Problem file{not-permitted} when others may write in it (FIL-08). */
export async function openDocuments({
  folder,
  now = () => new Date(),
  disk = realDisk,
}: DocumentsOptions): Promise<Documents> {
  await makeFolder(folder);
  await refuseOpenFolder(folder);
  await removeLeftovers(folder).catch(() => undefined);
  const setAside: string[] = [];
  const opened: CheckedDocument[] = [];

  return {
    setAside,
    async check(run) {
      for (const document of opened) {
        await document.check(run, async (file) => {
          const aside = await copyAside(file, now());
          if (aside !== undefined) setAside.push(aside);
          return aside;
        });
        run.read();
      }
    },
    async open(name, schema, initial) {
      const file = path.join(folder, `${name}.json`);
      const found = await readDocument(file, schema);
      if (found.state === 'damaged') setAside.push(await putAside(file, now()));
      const isWhole = found.state === 'whole';
      const document = createDocument(
        { file, text: isWhole ? found.text : undefined },
        schema,
        isWhole ? found.value : initial,
        disk,
      );
      opened.push(document);
      return document;
    },
  };
}

interface CheckedDocument {
  check(run: StoreCheck, keep: (file: string) => Promise<string | undefined>): Promise<void>;
}

function createDocument<S extends z.ZodType>(
  { file, text }: { readonly file: string; readonly text: string | undefined },
  schema: S,
  initial: z.output<S>,
  disk: Disk,
): Document<z.output<S>> & CheckedDocument {
  let current = initial;
  /** Of the text that the file must have; undefined as long as there is none. */
  let sum = text === undefined ? undefined : sumOf(text);
  const oneAtATime = serial();

  const changeNow = async (to: (now: z.output<S>) => z.output<S>) => {
    // A clone, so that a change made in place is undone too when the disk refuses it.
    const next = schema.parse(to(structuredClone(current)));
    const text = sealDocument(next);
    await replaceFile(file, text, disk);
    [current, sum] = [next, sumOf(text)];
    return next;
  };
  const checkNow: CheckedDocument['check'] = async (run, keep) => {
    const found = await readText(file);
    if (found.state === 'absent' && sum === undefined) return;
    if (found.state === 'text' && sumOf(found.text) === sum) return;
    const what = path.basename(file);
    const kind = found.state === 'absent' ? 'missing' : 'damaged';
    await run.repair({ kind, what }, async () => {
      const kept = await keep(file);
      const whole = sealDocument(current);
      await replaceFile(file, whole, disk);
      sum = sumOf(whole);
      return kept;
    });
  };
  return {
    value: () => current,
    change: (to) => oneAtATime(() => changeNow(to)),
    check: (run, keep) => oneAtATime(() => checkNow(run, keep)),
  };
}

type Found<T> =
  | { state: 'absent' }
  | { state: 'damaged' }
  | { state: 'whole'; value: T; text: string };

/** A file that cannot be read at all is a Problem, not damage: nothing is put in its place (SAR-03). */
async function readDocument<S extends z.ZodType>(
  file: string,
  schema: S,
): Promise<Found<z.output<S>>> {
  const found = await readText(file);
  if (found.state !== 'text') return found;
  const { text } = found;
  const value = schema.safeParse(unsealDocument(text));
  return value.success ? { state: 'whole', value: value.data, text } : { state: 'damaged' };
}

async function readText(
  file: string,
): Promise<{ state: 'absent' } | { state: 'damaged' } | { state: 'text'; text: string }> {
  try {
    return { state: 'text', text: (await readOrdinaryFile(file)).toString('utf8') };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { state: 'absent' };
    if (errorCode(error) === 'EISDIR') return { state: 'damaged' };
    throw fileProblemOf(error);
  }
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('base64');

const checksum = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The text of a document's file. */
export function sealDocument(value: unknown): string {
  return `${JSON.stringify({ version: FORMAT, sha256: checksum(value), value }, null, 2)}\n`;
}

/** The value inside the envelope, or undefined when it is damaged in any way. */
export function unsealDocument(text: string): unknown {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    // Exactly what sealDocument writes, its version too: otherwise a changed blank or a doubled key would go unseen.
    return text === sealDocument(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The file stays in its place until it is replaced, so that a kill in between leaves both. Undefined without a file. */
async function copyAside(file: string, now: Date): Promise<string | undefined> {
  const aside = file + asideEnding(now);
  try {
    if ((await lstat(file)).isFile()) await copyFile(file, aside, constants.COPYFILE_EXCL);
    else await rename(file, aside);
    return path.basename(aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileProblemOf(error);
  }
}

async function putAside(file: string, now: Date): Promise<string> {
  const aside = file + asideEnding(now);
  await rename(file, aside).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  return path.basename(aside);
}

async function refuseOpenFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const found = await lstat(folder);
  if (found.isSymbolicLink() || (found.mode & GROUP_OR_OTHERS_WRITE) !== 0)
    throw fileTrouble('not-permitted');
}
