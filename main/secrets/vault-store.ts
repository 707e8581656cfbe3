// The write order of the vault: listed, written, read back, committed by one write; and the copies of a copied folder.
import { randomBytes } from 'node:crypto';
import { failureOf } from '../problem.ts';
import { Secret } from '../secret.ts';
import { type Keychain, keychainTrouble } from './keychain.ts';
import {
  accountIn,
  bare,
  canaryIn,
  chunkAccount,
  fromText,
  type Generation,
  generationsOf,
  type Head,
  isOfAnotherFormat,
  isWhole,
  newGeneration,
  readHead,
  seal,
  type SealedGeneration,
  textOf,
  toChunks,
  toText,
  writeManifest,
  writeWhole,
} from './vault-format.ts';
import { emptyEntry, type VaultEntry, type VaultList } from './vault-list.ts';
import { serialByKey } from '../serial.ts';

/** What the keychain said of names that the list does not have. */
export interface Relisted {
  readonly found: readonly string[];
  readonly absent: readonly string[];
}

type Found =
  | { readonly state: 'absent' }
  | { readonly state: 'damaged'; readonly head: Head | undefined }
  | {
      readonly state: 'whole';
      readonly head: Head;
      readonly text: string;
      /** The newer one is damaged and this is the previous one; neither may be removed. */
      readonly isPrevious: boolean;
    };

/**
 * The order of writes makes this safe. A name is listed before any of its entries is written, so that the remains of a crash are
 * found without enumerating the keychain. The entry under the account of a name alone decides which value counts, and nothing is
 * removed before its replacement was read back.
 */
export class VaultStore {
  readonly #keychain: Keychain;
  readonly #list: VaultList;
  readonly #folder: string;
  readonly #alone = serialByKey();
  /**
   * Chunks of the values that this process has put or read, by account. They need not be read again before a replacement, because
   * no other process writes under the names of this folder.
   */
  readonly #known = new Map<string, readonly Generation[]>();
  #canaryStays = false;

  /** `folder`: its id. */
  constructor(keychain: Keychain, list: VaultList, folder: string) {
    this.#keychain = keychain;
    this.#list = list;
    this.#folder = folder;
  }

  /** `fresh`: the name has a new random id, so no earlier value is read. */
  put(name: string, secret: Secret, fresh = false): Promise<void> {
    return this.#alone(name, async () => {
      const text = toText(secret.expose());
      await this.#put(name, text, fresh && !this.#list.find(name));
    });
  }

  get(name: string): Promise<Secret | undefined> {
    return this.#alone(name, () => this.#get(name));
  }

  async remove(name: string): Promise<void> {
    await this.#alone(name, () => this.#remove(name));
  }

  /** Removes every listed name and `more`, and answers how many entries there were; a failure does not stop the rest. */
  async erase(more: readonly string[]): Promise<number> {
    await this.check();
    const failed: unknown[] = [];
    let removed = 0;
    const names = new Set([...this.#list.all().map(({ name }) => name), ...more]);
    for (const name of names) {
      await this.#alone(name, () => this.#remove(name)).then(
        (found) => (removed += found ? 1 : 0),
        (error: unknown) => failed.push(error),
      );
    }
    if (failed.length > 0) throw failed[0];
    return removed;
  }

  /**
   * Lists those of these names that the keychain has and the list lost. Answers them, and those that it has not: that is proven,
   * since a locked one shows nothing. Names that are listed as stored are neither.
   */
  async relist(names: readonly string[]): Promise<Relisted> {
    const found: string[] = [];
    const absent: string[] = [];
    for (const name of new Set(names)) {
      if (this.#isListed(name)) continue;
      const isThere = await this.#alone(name, () => this.#relistOne(name));
      (isThere ? found : absent).push(name);
    }
    if (absent.length > 0) await this.check();
    return { found, absent };
  }

  /** True when the keychain is proven open and has no entry of this name, though it was put. */
  isGone(name: string): Promise<boolean> {
    return this.#alone(name, async () => {
      const entry = this.#list.find(name);
      if (!entry?.stored) return false;
      if ((await this.#keychain.read(this.#account(name))) !== undefined) return false;
      await this.check();
      return true;
    });
  }

  /** What an open keychain has of a name that was put, all of its pieces included. Nothing is changed. */
  stateOf(name: string): Promise<'whole' | 'damaged' | 'missing'> {
    return this.#alone(name, async () => {
      const current = await this.#valueAt(this.#account(name));
      if (current.state === 'whole') return current.isPrevious ? 'damaged' : 'whole';
      const origin = this.#list.find(name)?.origin;
      if (current.state === 'absent' && origin?.stored) {
        const first = await this.#valueAt(accountIn(origin.from, name));
        if (first.state === 'whole') return 'whole';
      }
      // A locked one shows nothing, which proves nothing.
      await this.check();
      return current.state === 'damaged' ? 'damaged' : 'missing';
    });
  }

  async collectGarbage(): Promise<void> {
    for (const { name } of this.#list.all()) {
      await this.#alone(name, async () => {
        const entry = this.#list.find(name);
        if (entry && !isTidy(entry)) await this.#collect(entry);
      });
    }
  }

  /**
   * Copies what the folder has that this one is a copy of, one by one. The next call continues after any failure; until then `get`
   * reads what the first one has.
   */
  async copyFromOrigin(): Promise<void> {
    const failed: unknown[] = [];
    for (const { name } of this.#list.all()) {
      await this.#alone(name, () => this.#copyOne(name)).catch((error: unknown) => {
        failed.push(error);
      });
      // A keychain that fails for one name will fail for the next one.
      if (failed.some(isOutOfReach)) break;
    }
    if (failed.length > 0) throw failed[0];
  }

  /** Proves that the keychain is open: a locked one answers a read with undefined and a removal with false. */
  check(): Promise<void> {
    return this.#alone(CANARY, async () => {
      await this.#singCanary();
      await this.#keychain.remove(canaryIn(this.#folder));
      this.#canaryStays = false;
    });
  }

  /** The same for repeated calls: the canary stays until `rest`. */
  prove(): Promise<void> {
    return this.#alone(CANARY, () => this.#singCanary());
  }

  rest(): Promise<void> {
    return this.#alone(CANARY, async () => {
      if (!this.#canaryStays) return;
      await this.#keychain.remove(canaryIn(this.#folder));
      this.#canaryStays = false;
    });
  }

  async #singCanary(): Promise<void> {
    const account = canaryIn(this.#folder);
    const value = randomBytes(24).toString('base64');
    this.#canaryStays = true;
    await this.#keychain.write(account, value);
    if ((await this.#keychain.read(account)) !== value) throw keychainTrouble('not-stored');
  }

  #account(name: string): string {
    return accountIn(this.#folder, name);
  }

  async #put(name: string, text: string, fresh: boolean): Promise<void> {
    const account = this.#account(name);
    const old = fresh ? [] : await this.#generationsToReplace(account);
    const first = old === undefined || fresh;
    const whole = writeWhole(account, text, old?.[0]);
    if (whole !== undefined) {
      await this.#plan(name, old ?? [], true);
      try {
        await this.#commit(account, whole, old ?? []);
      } catch (error) {
        if (first) await this.#forgetFirst(name, account).catch(() => undefined);
        throw error;
      }
      await this.#retireGenerations(name, account, undefined);
      return;
    }
    const chunks = toChunks(text);
    const next = seal(account, newGeneration(), chunks);
    const before = await this.#sealedToReplace(account, old);
    await this.#plan(name, [...(old ?? []), bare(next)], false);
    try {
      await this.#writeChunks(account, next.gen, chunks);
    } catch (error) {
      await this.#forgetFailed(name, account, next).catch(() => undefined);
      throw error;
    }
    await this.#commit(account, writeManifest(next, before), [bare(next), ...(old ?? [])]);
    await this.#retireGenerations(name, account, next.gen);
  }

  async #commit(account: string, head: string, generations: readonly Generation[]): Promise<void> {
    this.#known.delete(account);
    await this.#keychain.write(account, head);
    if ((await this.#keychain.read(account)) !== head) throw keychainTrouble('not-stored');
    this.#known.set(account, generations);
  }

  async #get(name: string): Promise<Secret | undefined> {
    const account = this.#account(name);
    const current = await this.#valueAt(account);
    const entry = this.#list.find(name);
    if (current.state === 'whole') return new Secret(fromText(current.text));
    if (current.state === 'damaged') await this.#refuseDamaged();
    if (entry?.stored && !entry.removing) await this.#refuseDamaged();
    const origin = entry?.origin;
    const first = origin && (await this.#valueAt(accountIn(origin.from, name)));
    if (first?.state === 'whole') return new Secret(fromText(first.text));
    if (first?.state === 'damaged') await this.#refuseDamaged();
    // A listed name without an entry: only an open keychain proves that it is lost.
    if (entry) await this.check();
    if (origin?.stored) throw keychainTrouble('damaged');
    return undefined;
  }

  #isListed(name: string): boolean {
    const entry = this.#list.find(name);
    return entry !== undefined && (entry.stored || (entry.origin?.stored ?? false));
  }

  /** Also an entry that is damaged, or of another version: it is there, and what it is a read says. */
  async #relistOne(name: string): Promise<boolean> {
    if (this.#isListed(name)) return true;
    const text = await this.#keychain.read(this.#account(name));
    if (text === undefined) return false;
    const head = readHead(text);
    await this.#list.note(name, (now) => ({
      ...ownOnly(planned(name, now, generationsOf(head))),
      stored: true,
      removing: false,
      whole: head === undefined || isWhole(head),
    }));
    return true;
  }

  async #refuseDamaged(): Promise<never> {
    await this.check();
    throw keychainTrouble('damaged');
  }

  async #valueAt(account: string): Promise<Found> {
    const head = await this.#keychain.read(account);
    if (head === undefined) return { state: 'absent' };
    const found = readHead(head);
    if (!found) return { state: 'damaged', head: undefined };
    const text = isWhole(found)
      ? textOf(account, found)
      : await this.#readGeneration(account, found);
    if (text !== undefined) {
      this.#known.set(account, generationsOf(found));
      return { state: 'whole', head: found, text, isPrevious: false };
    }
    const previous = isWhole(found) ? undefined : found.previous;
    const older = previous && (await this.#readGeneration(account, previous));
    if (older === undefined) return { state: 'damaged', head: found };
    return { state: 'whole', head: found, text: older, isPrevious: true };
  }

  /** False when there was nothing to remove. */
  async #remove(name: string): Promise<boolean> {
    const account = this.#account(name);
    const old = await this.#generationsToReplace(account);
    const entry = this.#list.find(name);
    if (!old && !entry) return false;
    await this.#list.note(name, (now) => ({
      // Otherwise a kill in between would bring back what the first folder has.
      ...ownOnly(planned(name, now, old ?? [])),
      removing: true,
    }));
    this.#known.delete(account);
    // From here on the value counts as removed, whatever chunks are left (SAR-09).
    if (!old || !(await this.#keychain.remove(account))) await this.check();
    await this.#removeChunks(account, this.#list.find(name)?.generations ?? []);
    await this.#list.note(name, () => undefined);
    return old !== undefined || entry?.origin === undefined;
  }

  async #collect(entry: VaultEntry): Promise<void> {
    const { name } = entry;
    const account = this.#account(name);
    const current = await this.#valueAt(account);
    // Damaged or foreign: nothing is deleted, because a person may need it to recover the secret (SAR-03).
    if (current.state === 'damaged' || (current.state === 'whole' && current.isPrevious)) return;
    if (current.state === 'absent') {
      await this.check();
      if (entry.stored && !entry.removing) return;
      await this.#removeChunks(account, entry.generations);
      const { origin } = entry;
      await this.#list.note(name, () => origin && { ...emptyEntry(name), origin });
      return;
    }
    await this.#retireGenerations(
      name,
      account,
      isWhole(current.head) ? undefined : current.head.gen,
    );
  }

  async #copyOne(name: string): Promise<void> {
    const origin = this.#list.find(name)?.origin;
    if (origin === undefined) return;
    const account = this.#account(name);
    const current = await this.#valueAt(account);
    // Written and read back, but the program was killed before it was listed as stored.
    if (current.state === 'whole' && !current.isPrevious) {
      const { head } = current;
      return this.#retireGenerations(name, account, isWhole(head) ? undefined : head.gen);
    }
    const first = await this.#valueAt(accountIn(origin.from, name));
    if (first.state === 'whole') return this.#put(name, first.text, false);
    if (first.state === 'damaged') return;
    await this.check();
    if (!origin.stored) await this.#list.note(name, () => undefined);
  }

  async #headAt(account: string): Promise<Head | undefined> {
    const text = await this.#keychain.read(account);
    return text === undefined ? undefined : readHead(text);
  }

  /** Undefined when there is no entry. An entry of another version of the program is never replaced or removed (VLT-09). */
  async #generationsToReplace(account: string): Promise<readonly Generation[] | undefined> {
    const known = this.#known.get(account);
    if (known) return known;
    const text = await this.#keychain.read(account);
    if (text === undefined) return undefined;
    const found = readHead(text);
    if (found === undefined && isOfAnotherFormat(text)) {
      throw keychainTrouble('refused', undefined, 'Another version of Steward wrote this secret.');
    }
    return generationsOf(found);
  }

  /** The generation that a new manifest names as its previous one, if any. */
  async #sealedToReplace(
    account: string,
    old: readonly Generation[] | undefined,
  ): Promise<SealedGeneration | undefined> {
    if (!old || old.length === 0) return undefined;
    const head = await this.#headAt(account);
    if (!head || isWhole(head)) return undefined;
    const { gen, chunks, length, sha256 } = head;
    return { gen, chunks, length, sha256 };
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
    return whole ? chunks.join('') : undefined;
  }

  /** Removes chunks; `false` for a chunk counts only when the keychain is proven open. */
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

  /** After a failed first write: removes its remains and the name. */
  async #forgetFirst(name: string, account: string): Promise<void> {
    const now = this.#list.find(name);
    if (!now || now.stored) return;
    if (!(await this.#keychain.remove(account))) await this.check();
    await this.#forgetFailed(name, account, undefined);
  }

  async #forgetFailed(
    name: string,
    account: string,
    failed: Generation | undefined,
  ): Promise<void> {
    if (failed) await this.#removeChunks(account, [failed]);
    await this.#list.note(name, (now) => {
      const generations = (now?.generations ?? []).filter(({ gen }) => gen !== failed?.gen);
      const stays = now && (now.stored || now.origin || generations.length > 0);
      return stays ? { ...now, generations } : undefined;
    });
  }

  /**
   * Lists the generation before anything is written, unless it is listed already. Until the commit the name is not tidy, whichever
   * of the two values a kill leaves: a value in one entry has no chunks, one in chunks has one generation.
   */
  async #plan(name: string, generations: readonly Generation[], whole: boolean): Promise<void> {
    const now = this.#list.find(name);
    const next = planned(name, now, generations);
    const isListed = now?.whole === whole || !whole;
    if (now && isListed && next.generations.length === now.generations.length) return;
    await this.#list.note(name, () => ({ ...next, whole: next.whole || whole }));
  }

  /**
   * After the commit: removes every generation but `keep`, which is undefined for a value in one entry. Generations that cannot be
   * removed now stay listed for the next start.
   */
  async #retireGenerations(name: string, account: string, keep: string | undefined): Promise<void> {
    const now = this.#list.find(name);
    const whole = keep === undefined;
    const others = (now?.generations ?? []).filter(({ gen }) => gen !== keep);
    const gone = await this.#removeChunks(account, others).then(
      () => true,
      () => false,
    );
    const generations = (now?.generations ?? []).filter(({ gen }) => gen === keep || !gone);
    if (gone) this.#known.set(account, generations);
    const told = now?.stored && !now.removing && now.whole === whole && others.length === 0;
    if (told) return;
    const kept = { name, stored: true, removing: false, whole, generations };
    await this.#list.note(name, () => kept);
  }
}

const CANARY = 'canary';

const isTidy = ({ stored, whole, removing, generations, origin }: VaultEntry) => {
  if (removing) return false;
  if (!stored) return origin !== undefined && generations.length === 0;
  return generations.length === (whole ? 0 : 1);
};

/** Without what the folder has that this one is a copy of. */
function ownOnly({ origin: _left, ...entry }: VaultEntry): VaultEntry {
  return entry;
}

const isOutOfReach = (error: unknown) => {
  const failure = failureOf(error);
  return (
    failure?.kind === 'keychain' && ['locked', 'absent', 'timed-out'].includes(failure.problem)
  );
};

function united(one: readonly Generation[], other: readonly Generation[]): readonly Generation[] {
  const isNew = ({ gen }: Generation) => !one.some((known) => known.gen === gen);
  return [...one, ...other.filter(isNew)];
}

/** The entry with these generations added, each once. */
function planned(
  name: string,
  now: VaultEntry | undefined,
  generations: readonly Generation[],
): VaultEntry {
  const known = now ?? emptyEntry(name);
  return { ...known, generations: [...united(known.generations, generations)] };
}
