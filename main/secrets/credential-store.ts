// The credential store: which credentials exist, their facts, and the vault names of their secrets.
import { randomUUID } from 'node:crypto';
import { certificateFacts, type Credential } from '../../preload/contract/credentials.ts';
import { id, instant, z } from '../../preload/contract/schema.ts';
import { failureOf } from '../problem.ts';
import { Secret } from '../secret.ts';
import { serialByKey } from '../serial.ts';
import type { Documents } from '../storage/documents.ts';
import { certificateTrouble } from './certificate-fault.ts';
import {
  expiryOf,
  factsAt,
  type ImportedCertificate,
  type ImportedKey,
  refuseOutsideValidity,
} from './certificates.ts';
import { keychainTrouble } from './keychain.ts';
import { isSameUse, type Use, use, type UseOf } from './uses.ts';
import type { Vault } from './vault.ts';
import { notFound, refusedField } from '../problems.ts';

/** Key and chain as PEM, for TLS; extracted from the file at import. */
export interface ClientCertificate {
  readonly key: Secret;
  readonly certificateChainPem: string;
}

export interface CredentialStore {
  /** Sorted by name, with expiry as of now. */
  list(): readonly Credential[];
  /**
   * Each of these hands a secret out for one use. Problem keychain{other-place} where nobody has allowed it for that use,
   * not-found, or keychain{...}; certificate{missing} and certificate{expired} for a certificate (TLS-13).
   */
  certificate(id: string, use: Use): Promise<ClientCertificate>;
  apiKey(id: string, use: Use): Promise<Secret>;
  proxyPassword(id: string, use: Use): Promise<Secret>;
  /** Of a user name, or the secret of an enterprise user. */
  password(id: string, use: Use): Promise<Secret>;
  /** PKCS#8 PEM of a registered key. */
  privateKey(id: string, use: Use): Promise<Secret>;
  /** What it may be used for, as it stands with its secret; nothing of one that is not there. Problem keychain{...}. */
  uses(id: string): Promise<readonly Use[]>;
  /**
   * Those that nobody has allowed. Where the keychain does not say it, `before` counts as allowed: a connection can be saved as it is
   * although its secrets cannot be read. Problem keychain{...}.
   */
  notAllowed(all: readonly UseOf[], before: readonly UseOf[]): Promise<readonly UseOf[]>;
  /**
   * An answer has come from this place (host and port) over TLS: what was handed out for it has been used there. Kept with each use
   * once, and once more where the keychain would not take it before. Never throws.
   */
  answered(place: string): Promise<void>;
  /** A person has allowed these as well. Problem not-found or keychain{...}; then nothing is allowed that was not before. */
  allow(all: readonly UseOf[]): Promise<void>;
  /** Each of these: Problem invalid-input{name: name-in-use}, keychain{...} or file{...}; then nothing was added. */
  addCertificate(name: string, imported: ImportedCertificate): Promise<Credential>;
  addApiKey(name: string, key: Secret): Promise<Credential>;
  addProxyPassword(name: string, password: Secret): Promise<Credential>;
  addPassword(name: string, password: Secret): Promise<Credential>;
  addPrivateKey(name: string, imported: ImportedKey): Promise<Credential>;
  /** Problem not-found, or keychain{...} when the secret could not be removed; then the credential stays. */
  remove(id: string): Promise<void>;
  /** At start: removes what a kill while adding or removing left in the keychain. */
  recover(): Promise<void>;
}

const common = {
  id,
  name: z.string(),
  added: instant,
  /** Stored before the keychain is written, so that every secret in it has an entry here. */
  state: z.enum(['adding', 'kept', 'removing']),
};
const entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('certificate'),
    ...common,
    facts: certificateFacts.omit({ daysLeft: true }),
  }),
  z.object({ kind: z.literal('api-key'), ...common, lastFour: z.string() }),
  z.object({ kind: z.literal('proxy-password'), ...common }),
  z.object({ kind: z.literal('password'), ...common }),
  z.object({ kind: z.literal('private-key'), ...common, keyType: z.string() }),
]);
type Entry = z.infer<typeof entry>;
const documentSchema = z.object({ credentials: z.array(entry) });

const keyAndChain = z.object({ key: z.string(), chain: z.string() });
/** A secret with what it may be used for, as one value of the vault: whoever gets the one has read the other. */
const boundSecret = z.strictObject({ secret: z.string(), uses: z.array(use) });

/** Shorter keys show nothing: four characters would reveal too much of them. */
const SHORTEST_KEY_TO_SHOW = 12;

export const vaultNameOf = (credential: string) => `credential/${credential}`;

export interface CredentialStoreNeeds {
  readonly documents: Documents;
  readonly vault: Vault;
  readonly now: () => Date;
  /** The connections that use a credential. */
  readonly usedBy?: (credential: string) => readonly string[];
}

export async function openCredentialStore(needs: CredentialStoreNeeds): Promise<CredentialStore> {
  const document = await needs.documents.open('credentials', documentSchema, { credentials: [] });
  return new SavedCredentials(needs, {
    all: () => document.value().credentials,
    change: (to) => document.change(({ credentials }) => ({ credentials: to(credentials) })),
  });
}

interface Entries {
  all(): readonly Entry[];
  change(to: (now: readonly Entry[]) => Entry[]): Promise<unknown>;
}

class SavedCredentials implements CredentialStore {
  readonly #vault: Vault;
  readonly #now: () => Date;
  readonly #usedBy: (credential: string) => readonly string[];
  readonly #saved: Entries;
  readonly #memory = entriesInMemory();
  /** What is read of one secret is still so when it is written anew. */
  readonly #oneByOne = serialByKey();
  /** What was handed out for a place that has not answered so far, by that place. */
  readonly #unanswered = new Map<string, readonly UseOf[]>();

  constructor({ vault, now, usedBy = () => [] }: CredentialStoreNeeds, saved: Entries) {
    this.#vault = vault;
    this.#now = now;
    this.#usedBy = usedBy;
    this.#saved = saved;
  }

  list(): readonly Credential[] {
    const shown = [...this.#saved.all(), ...this.#memory.all()].filter(isKept);
    return shown.map((one) => this.#shown(one)).sort((a, b) => a.name.localeCompare(b.name, 'nb'));
  }

  async certificate(credential: string, wanted: Use): Promise<ClientCertificate> {
    const found = this.#find(credential);
    if (found?.kind !== 'certificate') throw certificateTrouble('missing');
    refuseOutsideValidity(found.facts, this.#now());
    const bound = await this.#read(credential);
    if (bound === undefined) throw certificateTrouble('missing');
    const { key, chain } = parseKeyAndChain(this.#handedOut(bound, wanted, found));
    return { key: new Secret(key, wanted.to), certificateChainPem: chain };
  }

  apiKey(credential: string, wanted: Use): Promise<Secret> {
    return this.#secret(credential, 'api-key', wanted);
  }

  proxyPassword(credential: string, wanted: Use): Promise<Secret> {
    return this.#secret(credential, 'proxy-password', wanted);
  }

  password(credential: string, wanted: Use): Promise<Secret> {
    return this.#secret(credential, 'password', wanted);
  }

  privateKey(credential: string, wanted: Use): Promise<Secret> {
    return this.#secret(credential, 'private-key', wanted);
  }

  /** After what is being written. */
  uses(credential: string): Promise<readonly Use[]> {
    return this.#oneByOne(credential, async () => {
      if (this.#find(credential) === undefined) return [];
      return (await this.#read(credential))?.uses ?? [];
    });
  }

  async notAllowed(all: readonly UseOf[], before: readonly UseOf[]): Promise<readonly UseOf[]> {
    const found: UseOf[] = [];
    for (const one of all) {
      const isBefore = before.some((other) => isSameUseOf(one, other));
      const uses = await this.uses(one.credential).catch((error: unknown) => {
        if (!isBefore || failureOf(error)?.kind !== 'keychain') throw error;
        return [one.use];
      });
      if (!uses.some((use) => isSameUse(use, one.use))) found.push(one);
    }
    return found;
  }

  async allow(all: readonly UseOf[]): Promise<void> {
    for (const credential of new Set(all.map((one) => one.credential))) {
      const wanted = all.filter((one) => one.credential === credential).map((one) => one.use);
      await this.#oneByOne(credential, () => this.#allow(credential, wanted));
    }
  }

  async answered(place: string): Promise<void> {
    const all = this.#unanswered.get(place);
    if (all === undefined) return;
    this.#unanswered.delete(place);
    // What could not be kept is told again after the next one that is handed out.
    await Promise.allSettled(
      all.map(({ credential, use }) =>
        this.#oneByOne(credential, () => this.#markAnswered(credential, use)),
      ),
    );
  }

  addCertificate(name: string, imported: ImportedCertificate): Promise<Credential> {
    const { key, certificateChainPem: chain, facts } = imported;
    const secret = new Secret(JSON.stringify({ key: key.expose(), chain }));
    return this.#add({ kind: 'certificate', ...this.#fresh(name), facts }, secret);
  }

  addApiKey(name: string, key: Secret): Promise<Credential> {
    const text = key.expose();
    const lastFour = text.length < SHORTEST_KEY_TO_SHOW ? '' : text.slice(-4);
    return this.#add({ kind: 'api-key', ...this.#fresh(name), lastFour }, key);
  }

  addProxyPassword(name: string, password: Secret): Promise<Credential> {
    return this.#add({ kind: 'proxy-password', ...this.#fresh(name) }, password);
  }

  addPassword(name: string, password: Secret): Promise<Credential> {
    return this.#add({ kind: 'password', ...this.#fresh(name) }, password);
  }

  addPrivateKey(name: string, { key, keyType }: ImportedKey): Promise<Credential> {
    return this.#add({ kind: 'private-key', ...this.#fresh(name), keyType }, key);
  }

  remove(credential: string): Promise<void> {
    return this.#oneByOne(credential, () => this.#remove(credential));
  }

  async #remove(credential: string): Promise<void> {
    const found = this.#find(credential);
    if (!found) throw notFound('There is no such credential.');
    const entries = this.#entriesOf(credential);
    await edit(entries, credential, { state: 'removing' });
    try {
      await this.#vault.remove(vaultNameOf(credential));
    } catch (error) {
      await edit(entries, credential, { state: 'kept' });
      throw error;
    }
    await drop(entries, credential);
  }

  async recover(): Promise<void> {
    for (const { id: credential, state } of this.#saved.all()) {
      if (state === 'kept') continue;
      await this.#vault.remove(vaultNameOf(credential));
      await drop(this.#saved, credential);
    }
  }

  async #allow(credential: string, wanted: readonly Use[]): Promise<void> {
    const bound = this.#find(credential) && (await this.#read(credential));
    if (bound === undefined) throw notFound('There is no such credential.');
    const added = wanted.filter((one) => !bound.uses.some((other) => isSameUse(one, other)));
    if (added.length === 0) return;
    await this.#vault.put(vaultNameOf(credential), sealed(bound.secret, [...bound.uses, ...added]));
  }

  async #markAnswered(credential: string, answering: Use): Promise<void> {
    const bound = this.#find(credential) && (await this.#read(credential));
    const isNew = (one: Use) => isSameUse(one, answering) && one.answered === undefined;
    if (bound === undefined || !bound.uses.some(isNew)) return;
    const uses = bound.uses.map((one) => (isNew(one) ? { ...one, answered: true as const } : one));
    await this.#vault.put(vaultNameOf(credential), sealed(bound.secret, uses));
  }

  /** The secret for a use that a person has allowed. Problem keychain{other-place}. */
  #handedOut({ secret, uses }: BoundSecret, wanted: Use, { id: credential, name }: Entry): Secret {
    const use = uses.find((one) => isSameUse(one, wanted));
    if (use === undefined) {
      const message = `“${name}” may not be used at ${wanted.to}: nobody has allowed it.`;
      throw keychainTrouble('other-place', undefined, message);
    }
    if (use.answered === undefined) this.#awaitAnswer({ credential, use });
    return new Secret(secret.expose(), wanted.to);
  }

  #awaitAnswer(one: UseOf): void {
    const { to } = one.use;
    const before = this.#unanswered.get(to) ?? [];
    if (!before.some((other) => isSameUseOf(one, other)))
      this.#unanswered.set(to, [...before, one]);
  }

  async #read(credential: string): Promise<BoundSecret | undefined> {
    const text = await this.#vault.get(vaultNameOf(credential));
    return text && parseBound(text);
  }

  async #add(added: Entry, secret: Secret): Promise<Credential> {
    const entries = this.#vault.kind === 'memory' ? this.#memory : this.#saved;
    await entries.change((all) => {
      this.#refuseNameInUse(added);
      return [...all, added];
    });
    try {
      await this.#vault.put(vaultNameOf(added.id), sealed(secret, []));
    } catch (error) {
      await this.#undo(entries, added.id).catch(() => undefined);
      throw error;
    }
    await edit(entries, added.id, { state: 'kept' });
    return this.#shown(added);
  }

  /** The entry stays for `recover` when the keychain does not answer. */
  async #undo(entries: Entries, credential: string): Promise<void> {
    await this.#vault.remove(vaultNameOf(credential));
    await drop(entries, credential);
  }

  /** One kind of them is chosen from: a certificate and a key may both be called like their organisation. */
  #refuseNameInUse({ kind, name }: Entry): void {
    const all = [...this.#saved.all(), ...this.#memory.all()];
    const hasName = (one: Entry) => one.kind === kind && one.name === name;
    if (!all.some((one) => one.state !== 'removing' && hasName(one))) return;
    throw refusedField('name', 'name-in-use', 'Another credential has this name.');
  }

  #fresh(name: string) {
    const added = this.#now().toISOString();
    return { id: randomUUID(), name, added, state: 'adding' as const };
  }

  #find(credential: string): Entry | undefined {
    const all = [...this.#saved.all(), ...this.#memory.all()];
    return all.find((one) => one.id === credential && isKept(one));
  }

  #entriesOf(credential: string): Entries {
    return this.#memory.all().some((one) => one.id === credential) ? this.#memory : this.#saved;
  }

  async #secret(credential: string, kind: keyof typeof WHAT, wanted: Use): Promise<Secret> {
    const found = this.#find(credential);
    const bound = found?.kind === kind ? await this.#read(credential) : undefined;
    if (found !== undefined && bound !== undefined) return this.#handedOut(bound, wanted, found);
    const message = `The ${WHAT[kind]} is not in the keychain.`;
    throw notFound(message);
  }

  #shown(one: Entry): Credential {
    const common = {
      id: one.id,
      name: one.name,
      added: one.added,
      memoryOnly: this.#entriesOf(one.id) === this.#memory,
      usedBy: [...this.#usedBy(one.id)],
    };
    if (one.kind === 'api-key') return { kind: one.kind, ...common, lastFour: one.lastFour };
    if (one.kind === 'proxy-password' || one.kind === 'password')
      return { kind: one.kind, ...common };
    if (one.kind === 'private-key') return { kind: one.kind, ...common, keyType: one.keyType };
    const now = this.#now();
    const expiry = expiryOf(one.facts, now);
    return { kind: one.kind, ...common, facts: factsAt(one.facts, now), expiry };
  }
}

const WHAT = {
  'api-key': 'API key',
  'proxy-password': 'proxy password',
  password: 'password',
  'private-key': 'private key',
} as const;

const isSameUseOf = (one: UseOf, other: UseOf) =>
  one.credential === other.credential && isSameUse(one.use, other.use);

const isKept = ({ state }: Entry) => state === 'kept';

const edit = (entries: Entries, credential: string, change: Pick<Entry, 'state'>) =>
  entries.change((all) => all.map((one) => (one.id === credential ? { ...one, ...change } : one)));

const drop = (entries: Entries, credential: string) =>
  entries.change((all) => all.filter((one) => one.id !== credential));

function entriesInMemory(): Entries {
  let entries: readonly Entry[] = [];
  return {
    all: () => entries,
    async change(to) {
      entries = to(entries);
    },
  };
}

interface BoundSecret {
  readonly secret: Secret;
  readonly uses: readonly Use[];
}

const sealed = (secret: Secret, uses: readonly Use[]) =>
  new Secret(
    JSON.stringify({ secret: secret.expose(), uses: [...uses] } satisfies z.infer<
      typeof boundSecret
    >),
  );

/** The error of JSON.parse quotes its input: it must not leave this function (LOG-03). */
function parseBound(text: Secret): BoundSecret {
  try {
    const { secret, uses } = boundSecret.parse(JSON.parse(text.expose()));
    return { secret: new Secret(secret), uses };
  } catch {
    throw keychainTrouble('damaged');
  }
}

function parseKeyAndChain(text: Secret): z.infer<typeof keyAndChain> {
  try {
    return keyAndChain.parse(JSON.parse(text.expose()));
  } catch {
    throw keychainTrouble('damaged');
  }
}
