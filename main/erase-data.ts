// Erases Steward from this computer: every entry in the keychain, and on request every file it has written.
import { rmSync } from 'node:fs';
import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { vaultNameOf } from './secrets/credential-store.ts';
import { passphraseName } from './jobs/rotation.ts';
import { SECRETS } from './secrets/escrow-attempts.ts';
import { FOLDER_MARK } from './secrets/folder-mark.ts';
import { FIXED_NAMES } from './secrets/vault-format.ts';
import { refreshTokenName } from './auth/refresh-token-store.ts';
import type { Vault } from './secrets/vault.ts';
import { namesInAllLists } from './secrets/vault-list.ts';
import { atProcessEnd } from './process-end.ts';
import { fileProblemOf } from './storage/disk.ts';
import { isOpaque, type Place, placeOf } from './storage/folder-places.ts';

export type Extent = 'secrets' | 'everything';

export interface Erased {
  /** How many secrets were in the keychain. */
  readonly secrets: number;
  /** Names in the data folder that Steward did not make and left. */
  readonly left: readonly string[];
}

export interface DataEraser {
  /**
   * Problem keychain{...}: what could be removed is gone, what could not is there; file{...}: the secrets are gone, not all
   * files. Both can be asked again. What a running program needs (journal, log) goes in `finish`.
   */
  erase(what: Extent): Promise<Erased>;
  /** After the program has stopped writing; nothing where nothing was erased. Never throws: there is nobody left to tell. */
  finish(): Promise<void>;
}

export interface DataEraserNeeds {
  /** The data folder. */
  readonly folder: string;
  readonly vault: Pick<Vault, 'check' | 'erase'>;
  /** What secrets are named for, should the vault's own list have been lost. */
  readonly known: {
    readonly credentials: () => readonly { readonly id: string }[];
    readonly connections: () => readonly { readonly id: string }[];
    readonly secrets: () => readonly { readonly id: string; readonly connection: string }[];
    readonly jobs: () => readonly { readonly id: string; readonly kind: string }[];
  };
  /** Lets jobs come to their end. */
  readonly rest: () => Promise<unknown>;
  /** Closes files that are held open. */
  readonly close: () => Promise<unknown>;
  readonly now: () => Date;
}

/** Written to until the end of the app. */
const UNTIL_STOPPED: ReadonlySet<string> = new Set(['journal.jsonl', 'format.json', 'logs']);
/** Of the window and of the lock: the process itself is in them until it ends. */
const UNTIL_END: ReadonlySet<string> = new Set([
  'window',
  'updates',
  '.escrow',
  'steward.sock',
  'steward.lock',
]);

export function createDataEraser(needs: DataEraserNeeds): DataEraser {
  const { folder, vault, rest, close, now } = needs;
  let erased: Extent | undefined;
  return {
    async erase(what) {
      // Before anything is stopped: a locked keychain leaves the program as it was.
      await vault.check();
      await rest();
      const secrets = await vault.erase(await namesOf(needs));
      erased = erased === 'everything' ? erased : what;
      if (what === 'secrets') return { secrets, left: [] };
      await close();
      const isRunning = ({ name }: Place) => UNTIL_STOPPED.has(name) || UNTIL_END.has(name);
      return { secrets, left: await empty(folder, (place) => !isRunning(place)) };
    },
    async finish() {
      if (erased === undefined) return;
      const goes =
        erased === 'everything'
          ? ({ name }: Place) => !UNTIL_END.has(name)
          : ({ restsOnSecrets }: Place) => restsOnSecrets;
      if (erased === 'secrets') await closeJournal(folder, now()).catch(() => undefined);
      await empty(folder, goes).catch(() => undefined);
      if (erased !== 'everything') return;
      // As they are now: once the lock is let go, the next number is another start's.
      const names = await namesUntilEnd(folder).catch(() => []);
      atProcessEnd(() => emptyAtEnd(folder, names));
    },
  };
}

/** Its key is gone: nothing can be added to it, and the next start would take it for damaged. */
async function closeJournal(folder: string, closed: Date): Promise<void> {
  const file = path.join(folder, 'journal.jsonl');
  await rename(file, `${file}.closed-${closed.toISOString().replace(/[:.]/g, '-')}`);
}

/** Removes what Steward made of these places, and nothing else; answers what it left of others. Problem file{...} at the end. */
async function empty(folder: string, goes: (place: Place) => boolean): Promise<readonly string[]> {
  const left: string[] = [];
  const failed: unknown[] = [];
  const remove = (file: string) =>
    rm(file, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
      failed.push(error),
    );
  for (const name of await readdir(folder)) {
    const place = placeOf(name);
    const file = path.join(folder, name);
    if (place === undefined) left.push(name);
    else if (!goes(place)) continue;
    else if (place.holds === undefined || isOpaque(place)) await remove(file);
    else if (!(await lstat(file)).isDirectory()) left.push(name);
    else left.push(...(await emptyFolder(file, place.holds, remove)));
  }
  if (failed.length > 0) throw fileProblemOf(failed[0]);
  return left.sort();
}

async function emptyFolder(
  folder: string,
  holds: RegExp,
  remove: (file: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const names = await readdir(folder);
  for (const name of names) if (holds.test(name)) await remove(path.join(folder, name));
  // Only when nothing of others is in it.
  await rmdir(folder).catch(() => undefined);
  const others = names.filter((name) => !holds.test(name));
  return others.map((name) => `${path.basename(folder)}/${name}`);
}

/** The lock's files last, the highest number at the end: until then no other start takes this folder. */
async function namesUntilEnd(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  const byNumber = new Intl.Collator('en', { numeric: true });
  return [...UNTIL_END].flatMap((place) =>
    names.filter((name) => placeOf(name)?.name === place).sort(byNumber.compare),
  );
}

function emptyAtEnd(folder: string, names: readonly string[]): undefined {
  for (const name of names) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      // The system holds it until the process is gone; it says nothing of anybody.
    }
  }
}

/** Beside the vault's own list, which may be lost: every copy of it in the folder, what documents name, and fixed names. */
async function namesOf({ folder, known }: DataEraserNeeds): Promise<readonly string[]> {
  const names = known.credentials().map(({ id }) => vaultNameOf(id));
  names.push(...known.connections().map(({ id }) => refreshTokenName(id)));
  names.push(...known.secrets().map(({ id, connection }) => `${SECRETS}${connection}/${id}`));
  const rotations = known.jobs().filter(({ kind }) => kind === 'rotate-secrets');
  names.push(...rotations.map(({ id }) => passphraseName(id)), ...FIXED_NAMES, FOLDER_MARK);
  names.push(...(await namesInAllLists(folder)));
  return names;
}
