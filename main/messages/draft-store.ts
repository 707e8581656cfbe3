// The drafts of one connection: a folder of sealed files with meaningless names, found by their content.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { failureOf, Problem } from '../problem.ts';
import {
  errorCode,
  fileProblemOf,
  makeFolder,
  removeLeftovers,
  setFilesAside,
  syncFolder,
} from '../storage/disk.ts';
import { type Draft, type Summary, summaryOf } from './draft.ts';
import {
  createDraftFile,
  type DraftFile,
  holdsDraft,
  openDraftFile,
  stateOfDraft,
} from './draft-file.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import { keychainProblem } from '../problems.ts';

/** Whose draft, of which message. */
export type Mark = Pick<Draft, 'owner' | 'who' | 'message'>;

/** Every method throws Problem file{...} or keychain{...}; then nothing has changed. One call at a time. */
export interface DraftStore {
  all(owner: string): Promise<readonly Summary[]>;
  find(mark: Mark): Promise<DraftFile | undefined>;
  /** Names of files that were set aside and of which nothing can be read. */
  unreadable(): Promise<readonly string[]>;
  begin(draft: Draft): Promise<void>;
  remove(mark: Mark): Promise<void>;
}

/** A session that keeps its secrets in memory takes the key of its files along. */
export type Ending = 'draft' | 'memory';

export interface DraftStoreNeeds {
  /** The folder `drafts/` of the data folder. */
  readonly folder: string;
  readonly connection: string;
  readonly ending: Ending;
  /** 32 bytes from the vault; undefined when there is none and none is to be made. */
  readonly key: (make: boolean) => Promise<Buffer | undefined>;
  readonly now: () => Date;
  readonly setAside: (name: string) => void;
}

const SET_ASIDE = /^[0-9a-f]{32}\.draft\.bad-/;

/** So many drafts at a time have their texts in memory. */
const MOST_OPEN = 4;

export const folderOf = (folder: string, connection: string) =>
  path.join(folder, createHash('sha256').update(`drafts/${connection}`).digest('hex').slice(0, 32));

interface Entry {
  readonly name: string;
  readonly mark: Mark;
  file: DraftFile | undefined;
  /** Of when its texts were let go of. */
  summary: Summary;
}
interface Contents {
  readonly entries: Entry[];
  /** Of the files that could not be opened. */
  readonly problems: readonly Problem[];
}

export function openDraftStore(needs: DraftStoreNeeds): DraftStore {
  const { contents, find } = createContents(needs);
  return {
    async all(owner) {
      const { entries, problems } = await contents();
      if (problems[0] !== undefined) throw problems[0];
      return entries.filter(({ mark }) => mark.owner === owner).map(summaryNow);
    },
    async find(mark) {
      const { entries, found } = await find(mark);
      if (found === undefined) return undefined;
      const file = found.file ?? (await openFile(needs, found.name));
      withdraw(entries, found);
      if (file !== undefined) put(entries, { ...found, file });
      return file;
    },
    async unreadable() {
      await contents();
      const folder = folderOf(needs.folder, needs.connection);
      const names = (await readdir(folder).catch(() => [])).filter((name) => SET_ASIDE.test(name));
      if (names.length === 0) return [];
      const key = await needs.key(false).catch(() => undefined);
      const found: string[] = [];
      for (const aside of names) {
        const place = { folder, name: aside.slice(0, aside.indexOf('.bad-')), now: needs.now };
        if (!key || !(await holdsDraft({ ...place, key }, aside))) found.push(aside);
      }
      return found.sort();
    },
    async begin(draft) {
      const { entries } = await contents();
      put(entries, await beginFile(needs, draft));
    },
    async remove(mark) {
      const { entries, found } = await find(mark);
      if (found === undefined) return;
      await removeFile(needs, found.name);
      withdraw(entries, found);
    },
  };
}

function createContents(needs: DraftStoreNeeds) {
  let known: Contents | undefined;
  const contents = async (): Promise<Contents> => {
    if (known !== undefined) return known;
    const found = await scan(needs);
    // What could not be read now is read again.
    if (found.problems.length === 0) known = found;
    return found;
  };
  const find = async (mark: Mark) => {
    const { entries, problems } = await contents();
    const found = entries.find((entry) => isSame(entry.mark, mark));
    // It may be one of those that cannot be opened.
    if (found === undefined && problems[0] !== undefined) throw problems[0];
    return { entries, found };
  };
  return { contents, find };
}

/** As the one that was used last: the texts of others before it are let go of. */
function put(entries: Entry[], entry: Entry): void {
  entries.push(entry);
  const open = entries.filter(({ file }) => file !== undefined);
  for (const one of open.slice(0, -MOST_OPEN)) {
    one.summary = summaryNow(one);
    one.file = undefined;
  }
}

const withdraw = (entries: Entry[], entry: Entry) => void entries.splice(entries.indexOf(entry), 1);

const isSame = (one: Mark, other: Mark) =>
  one.owner === other.owner && one.who === other.who && one.message === other.message;

const summaryNow = ({ file, summary }: Entry) => (file ? summaryOf(file.draft()) : summary);

function entryOf(name: string, file: DraftFile): Entry {
  const draft = file.draft();
  const { owner, who, message } = draft;
  return { name, mark: { owner, who, message }, file, summary: summaryOf(draft) };
}

async function placeOf(
  { key, folder, connection, now }: DraftStoreNeeds,
  name: string,
  make = false,
) {
  const found = await key(make);
  if (found === undefined) throw noDraftKey();
  return { folder: folderOf(folder, connection), name, key: found, now };
}

async function openFile(needs: DraftStoreNeeds, name: string): Promise<DraftFile | undefined> {
  const { file, setAside } = await openDraftFile(await placeOf(needs, name));
  if (setAside !== undefined) needs.setAside(setAside);
  return file;
}

async function beginFile(needs: DraftStoreNeeds, draft: Draft): Promise<Entry> {
  const name = `${randomBytes(16).toString('hex')}.${needs.ending}`;
  const place = await placeOf(needs, name, true);
  await makeFolder(place.folder);
  try {
    for (const above of [needs.folder, path.dirname(needs.folder)]) await syncFolder(above);
    return entryOf(name, await createDraftFile(place, draft));
  } catch (error) {
    // Nobody was told of it.
    await rm(path.join(place.folder, name), { force: true }).catch(() => undefined);
    throw fileProblemOf(error);
  }
}

async function removeFile({ folder, connection }: DraftStoreNeeds, name: string): Promise<void> {
  const place = folderOf(folder, connection);
  await rm(path.join(place, name), { force: true }).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  // It is gone; should this fail, only a power loss may show it once more.
  await syncFolder(place).catch(() => undefined);
}

/** Reads every file once. Those of another key are left alone, and only a problem where there are no others. */
async function scan(needs: DraftStoreNeeds): Promise<Contents> {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  let sealed: Problem | undefined;
  for (const name of await namesIn(folderOf(needs.folder, needs.connection), needs.ending))
    try {
      const file = await openFile(needs, name);
      if (file !== undefined) put(entries, entryOf(name, file));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (failureOf(error)?.kind === 'keychain') sealed = error;
      else problems.push(error);
    }
  if (sealed !== undefined && entries.length === 0) problems.push(sealed);
  return { entries, problems };
}

async function namesIn(folder: string, ending: Ending): Promise<readonly string[]> {
  const isDraft = new RegExp(`^[0-9a-f]{32}\\.${ending}$`);
  try {
    const names = (await readdir(folder)).filter((name) => isDraft.test(name));
    await removeLeftovers(folder);
    return names.sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw fileProblemOf(error);
  }
}

/** Number of drafts of all connections, and of what is kept beside them, that are sealed with the key of the keychain. */
export const countDrafts = async (folder: string): Promise<number> =>
  (await sealedFiles(folder)).length;

/** Keeps them under other names: no draft is looked for there. Problem file{...}. */
export async function setDraftsAside(folder: string, at: Date): Promise<readonly string[]> {
  return setFilesAside(await sealedFiles(folder), at);
}

async function sealedFiles(folder: string): Promise<readonly string[]> {
  const stores = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = stores
    .filter((one) => one.isDirectory())
    .map(async ({ name }) => {
      const files = await readdir(path.join(folder, name));
      return files
        .filter((file) => /^[0-9a-f]{32}\.(draft|kept)$/.test(file))
        .map((file) => path.join(folder, name, file));
    });
  return (await Promise.all(found)).flat();
}

/** Reads all drafts of these connections, by id with whom they concern. Nothing of them may be in memory when it repairs. */
export async function checkDrafts(
  { folder, key, now }: Pick<DraftStoreNeeds, 'folder' | 'key' | 'now'>,
  run: StoreCheck,
  {
    connections,
    lock,
    setAside,
  }: {
    readonly connections: readonly { readonly id: string; readonly name: string }[];
    readonly lock: () => void;
    readonly setAside: (name: string) => void;
  },
): Promise<void> {
  const known = new Map(connections.map(({ id, name }) => [folderOf(folder, id), name]));
  const stores = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const store of stores.filter((one) => one.isDirectory())) {
    const place = path.join(folder, store.name);
    const concerns = known.get(place) ?? null;
    for (const name of (await readdir(place)).sort()) {
      const found = { what: `drafts/${store.name}/${name}`, concerns };
      if (SET_ASIDE.test(name)) run.left({ ...found, kind: 'set-aside' });
      if (!/^[0-9a-f]{32}\.draft$/.test(name)) continue;
      run.read();
      if (concerns === null) {
        run.left({ ...found, kind: 'orphaned' });
        continue;
      }
      const secret = await key(false);
      if (!secret) throw noDraftKey();
      const draft = { folder: place, name, key: secret, now };
      const state = await stateOfDraft(draft);
      if (state === 'unreadable') run.left({ ...found, kind: 'unreadable' });
      if (state === 'damaged')
        await run.repair({ ...found, kind: 'damaged' }, async () => {
          lock();
          const { setAside: kept } = await openDraftFile(draft);
          if (kept !== undefined) setAside(kept);
          return kept;
        });
    }
  }
}

/** Files of sessions whose key went with them. */
export async function removeLost(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  // One folder for each connection, none of them a link: what a link leads to is not ours to remove.
  const folders = entries
    .filter((one) => one.isDirectory())
    .map(({ name }) => path.join(folder, name));
  for (const store of folders) {
    const lost = (await readdir(store).catch(() => [])).filter((name) => name.endsWith('.memory'));
    await Promise.all(lost.map((name) => rm(path.join(store, name), { force: true })));
  }
}

/** Everything of a connection, whatever it is sealed with. */
export async function removeDraftStore(folder: string, connection: string): Promise<void> {
  await rm(folderOf(folder, connection), { recursive: true, force: true }).catch(
    (error: unknown) => {
      throw fileProblemOf(error);
    },
  );
}

export const noDraftKey = () =>
  keychainProblem(
    'not-stored',
    'The drafts on this computer are sealed with a key that is not in the keychain now.',
  );
