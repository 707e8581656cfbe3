// The vault's scheme: planned in the list, written as a new generation, read back, committed by one manifest write.
import { randomBytes } from 'node:crypto';
import { Secret } from '../secret.ts';
import { type Keychain, keychainTrouble } from './keychain.ts';
import {
  accountOf,
  chunkAccount,
  FORMAT,
  fromChunks,
  type Generation,
  type Manifest,
  newGeneration,
  readManifest,
  seal,
  type SealedGeneration,
  toChunks,
  type VaultEntry,
  writeManifest,
} from './vault-format.ts';

/** The list of names. Every change is on the disk when it resolves. */
export interface VaultList {
  all(): readonly VaultEntry[];
  change(to: (now: readonly VaultEntry[]) => VaultEntry[]): Promise<unknown>;
}

const CANARY = 'canary';

/**
 * Order is everything here. A generation stands in the list before its first chunk is written, so that what a crash leaves
 * is found without asking the keychain for all it holds. The manifest is the only truth about which generation counts, and
 * nothing is taken away before the manifest that replaces it was read back.
 */
export class VaultStore {
  readonly #keychain: Keychain;
  readonly #list: VaultList;
  readonly #alone = createMutexes();

  constructor(keychain: Keychain, list: VaultList) {
    this.#keychain = keychain;
    this.#list = list;
  }

  put(name: string, secret: Secret): Promise<void> {
    return this.#alone(name, () => this.#put(name, secret));
  }

  get(name: string): Promise<Secret | undefined> {
    return this.#alone(name, () => this.#get(name));
  }

  async remove(name: string): Promise<void> {
    await this.#alone(name, () => this.#remove(name));
  }

  /** Every name of the list and these others; how many there were. What cannot be removed does not keep the rest. */
  async erase(more: readonly string[]): Promise<number> {
    await this.check();
    const failed: unknown[] = [];
    let removed = 0;
    for (const name of new Set([...this.#list.all().map((entry) => entry.name), ...more])) {
      await this.#alone(name, () => this.#remove(name)).then(
        (found) => (removed += found ? 1 : 0),
        (error: unknown) => failed.push(error),
      );
    }
    if (failed.length > 0) throw failed[0];
    return removed;
  }

  async collectGarbage(): Promise<void> {
    for (const { name } of this.#list.all()) {
      await this.#alone(name, async () => {
        const entry = this.#find(name);
        if (entry && !isTidy(entry)) await this.#collect(entry);
      });
    }
  }

  /** Proves that the keychain is open: locked, it answers a read with nothing and a removal with false (stack.md 4). */
  check(): Promise<void> {
    return this.#alone(CANARY, async () => {
      const value = randomBytes(24).toString('base64');
      await this.#keychain.write(CANARY, value);
      if ((await this.#keychain.read(CANARY)) !== value) throw keychainTrouble('not-stored');
      await this.#keychain.remove(CANARY);
    });
  }

  async #put(name: string, secret: Secret): Promise<void> {
    const account = accountOf(name);
    const chunks = toChunks(secret.expose());
    const old = await this.#manifestToReplace(account);
    const next = seal(account, newGeneration(), chunks);
    await this.#note(name, (now) => planned(name, now, [...generationsOf(old), bare(next)]));
    try {
      await this.#writeChunks(account, next.gen, chunks);
    } catch (error) {
      await this.#forgetFailed(name, account, next).catch(() => undefined);
      throw error;
    }
    const manifest = writeManifest(next, old && bareSeal(old));
    await this.#keychain.write(account, manifest);
    if ((await this.#keychain.read(account)) !== manifest) throw keychainTrouble('not-stored');
    await this.#settle(name, account, next.gen);
  }

  async #get(name: string): Promise<Secret | undefined> {
    const account = accountOf(name);
    const text = await this.#keychain.read(account);
    if (text === undefined) return this.#withoutManifest(this.#find(name));
    const manifest = readManifest(text);
    for (const candidate of [manifest, manifest?.previous]) {
      const value = candidate && (await this.#readGeneration(account, candidate));
      if (value !== undefined) return new Secret(value);
    }
    await this.check();
    throw keychainTrouble('damaged');
  }

  async #withoutManifest(entry: VaultEntry | undefined): Promise<undefined> {
    if (!entry) return undefined;
    await this.check();
    if (entry.stored && !entry.removing) throw keychainTrouble('damaged');
    return undefined;
  }

  /** False when there was nothing to remove. */
  async #remove(name: string): Promise<boolean> {
    const account = accountOf(name);
    const old = await this.#manifestToReplace(account);
    if (!old && !this.#find(name)) return false;
    await this.#note(name, (now) => ({
      ...planned(name, now, generationsOf(old)),
      removing: true,
    }));
    // The manifest first: from here on the value is gone, whatever is left of it (SAR-09).
    if (!(await this.#keychain.remove(account))) await this.check();
    await this.#removeChunks(account, this.#find(name)?.generations ?? []);
    await this.#note(name, () => undefined);
    return true;
  }

  async #collect(entry: VaultEntry): Promise<void> {
    const { name } = entry;
    const account = accountOf(name);
    const text = await this.#keychain.read(account);
    if (text === undefined) {
      await this.check();
      if (entry.stored && !entry.removing) return;
      await this.#removeChunks(account, entry.generations);
      await this.#note(name, () => undefined);
      return;
    }
    const manifest = readManifest(text);
    // Damaged or foreign: nothing is deleted, it may be what a person needs to find their secret again (SAR-03).
    if (!manifest || (await this.#readGeneration(account, manifest)) === undefined) return;
    await this.#settle(name, account, manifest.gen);
  }

  /** The manifest as it stands. One of another version of the program is never replaced or removed (VLT-09). */
  async #manifestToReplace(account: string): Promise<Manifest | undefined> {
    const text = await this.#keychain.read(account);
    const found = text === undefined ? undefined : readManifest(text);
    if (text !== undefined && found === undefined && isOfAnotherVersion(text)) {
      throw keychainTrouble('refused', undefined, 'Another version of Steward wrote this secret.');
    }
    return found;
  }

  async #writeChunks(account: string, gen: string, chunks: readonly string[]): Promise<void> {
    for (const [i, chunk] of chunks.entries()) {
      await this.#keychain.write(chunkAccount(account, gen, i), chunk);
    }
    for (const [i, chunk] of chunks.entries()) {
      const back = await this.#keychain.read(chunkAccount(account, gen, i));
      if (back !== chunk) throw keychainTrouble('not-stored');
    }
  }

  async #readGeneration(account: string, generation: SealedGeneration) {
    const chunks: string[] = [];
    for (let i = 0; i < generation.chunks; i++) {
      const chunk = await this.#keychain.read(chunkAccount(account, generation.gen, i));
      if (chunk === undefined) return undefined;
      chunks.push(chunk);
    }
    const whole = seal(account, generation.gen, chunks).sha256 === generation.sha256;
    return whole ? fromChunks(chunks) : undefined;
  }

  /** Takes chunks away; false answers are only believed of an open keychain. */
  async #removeChunks(account: string, generations: readonly Generation[]): Promise<void> {
    let doubtful = false;
    for (const { gen, chunks } of generations) {
      for (let i = 0; i < chunks; i++) {
        const gone = await this.#keychain.remove(chunkAccount(account, gen, i));
        doubtful ||= !gone;
      }
    }
    if (doubtful) await this.check();
  }

  async #forgetFailed(name: string, account: string, failed: Generation): Promise<void> {
    await this.#removeChunks(account, [failed]);
    await this.#note(name, (now) => {
      const generations = (now?.generations ?? []).filter(({ gen }) => gen !== failed.gen);
      return now && (now.stored || generations.length > 0) ? { ...now, generations } : undefined;
    });
  }

  /** After the commit: retires every other generation. What cannot be taken away now stays listed for the next start. */
  async #settle(name: string, account: string, keep: string): Promise<void> {
    const others = (this.#find(name)?.generations ?? []).filter(({ gen }) => gen !== keep);
    const gone = await this.#removeChunks(account, others).then(
      () => true,
      () => false,
    );
    await this.#note(name, (now) => ({
      name,
      stored: true,
      removing: false,
      generations: (now?.generations ?? []).filter(({ gen }) => gen === keep || !gone),
    }));
  }

  #find(name: string): VaultEntry | undefined {
    return this.#list.all().find((entry) => entry.name === name);
  }

  #note(name: string, to: (now: VaultEntry | undefined) => VaultEntry | undefined) {
    return this.#list.change((all) => {
      const changed = to(all.find((entry) => entry.name === name));
      const others = all.filter((entry) => entry.name !== name);
      return changed ? [...others, changed] : others;
    });
  }
}

const isTidy = (entry: VaultEntry) =>
  entry.stored && !entry.removing && entry.generations.length === 1;

const bare = ({ gen, chunks }: Generation): Generation => ({ gen, chunks });
const bareSeal = ({ gen, chunks, length, sha256 }: SealedGeneration): SealedGeneration => ({
  gen,
  chunks,
  length,
  sha256,
});

const generationsOf = (manifest: Manifest | undefined): Generation[] =>
  [manifest, manifest?.previous].flatMap((one) => (one ? [bare(one)] : []));

/** The entry with these generations noted too, each once. */
function planned(
  name: string,
  now: VaultEntry | undefined,
  generations: readonly Generation[],
): VaultEntry {
  const known = now?.generations ?? [];
  const isNew = ({ gen }: Generation) => !known.some((other) => other.gen === gen);
  return {
    name,
    stored: now?.stored ?? false,
    removing: now?.removing ?? false,
    generations: [...known, ...generations.filter(isNew)],
  };
}

function isOfAnotherVersion(text: string): boolean {
  try {
    const found = JSON.parse(text) as { steward?: unknown } | null;
    return typeof found?.steward === 'number' && found.steward !== FORMAT;
  } catch {
    return false;
  }
}

/** One piece of work at a time per key, in the order it came. */
function createMutexes() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const done = mine.catch(() => undefined);
    last.set(key, done);
    void done.then(() => {
      if (last.get(key) === done) last.delete(key);
    });
    return mine;
  };
}
