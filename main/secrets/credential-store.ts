// The credential store: which credentials exist, their facts, and the vault names of their secrets.
import { randomUUID } from 'node:crypto';
import { certificateFacts, type Credential } from '../../preload/contract/credentials.ts';
import { id, instant, z } from '../../preload/contract/schema.ts';
import { Secret } from '../secret.ts';
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
  /** Problem certificate{missing} or keychain{...}; certificate{expired} when its time has passed (TLS-13). */
  certificate(id: string): Promise<ClientCertificate>;
  /** Problem not-found or keychain{...}. */
  apiKey(id: string): Promise<Secret>;
  /** Problem not-found or keychain{...}. */
  proxyPassword(id: string): Promise<Secret>;
  /** Of a user name, or the secret of an enterprise user. Problem not-found or keychain{...}. */
  password(id: string): Promise<Secret>;
  /** PKCS#8 PEM of a registered key. Problem not-found or keychain{...}. */
  privateKey(id: string): Promise<Secret>;
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

  async certificate(credential: string): Promise<ClientCertificate> {
    const found = this.#find(credential);
    if (found?.kind !== 'certificate') throw certificateTrouble('missing');
    refuseOutsideValidity(found.facts, this.#now());
    const text = await this.#vault.get(vaultNameOf(credential));
    if (!text) throw certificateTrouble('missing');
    const { key, chain } = parseKeyAndChain(text);
    return { key: new Secret(key), certificateChainPem: chain };
  }

  apiKey(credential: string): Promise<Secret> {
    return this.#secret(credential, 'api-key');
  }

  proxyPassword(credential: string): Promise<Secret> {
    return this.#secret(credential, 'proxy-password');
  }

  password(credential: string): Promise<Secret> {
    return this.#secret(credential, 'password');
  }

  privateKey(credential: string): Promise<Secret> {
    return this.#secret(credential, 'private-key');
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

  async remove(credential: string): Promise<void> {
    const found = this.#find(credential);
    if (!found) throw notFound('There is no such credential.');
    const entries = this.#entriesOf(credential);
    await setState(entries, credential, 'removing');
    try {
      await this.#vault.remove(vaultNameOf(credential));
    } catch (error) {
      await setState(entries, credential, 'kept');
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

  async #add(added: Entry, secret: Secret): Promise<Credential> {
    const entries = this.#vault.kind === 'memory' ? this.#memory : this.#saved;
    await entries.change((all) => {
      this.#refuseNameInUse(added.name);
      return [...all, added];
    });
    try {
      await this.#vault.put(vaultNameOf(added.id), secret);
    } catch (error) {
      await this.#undo(entries, added.id).catch(() => undefined);
      throw error;
    }
    await setState(entries, added.id, 'kept');
    return this.#shown(added);
  }

  /** The entry stays for `recover` when the keychain does not answer. */
  async #undo(entries: Entries, credential: string): Promise<void> {
    await this.#vault.remove(vaultNameOf(credential));
    await drop(entries, credential);
  }

  #refuseNameInUse(name: string): void {
    const all = [...this.#saved.all(), ...this.#memory.all()];
    if (!all.some((one) => one.state !== 'removing' && one.name === name)) return;
    throw refusedField('name', 'name-in-use', 'Another credential has this name.');
  }

  #fresh(name: string) {
    return { id: randomUUID(), name, added: this.#now().toISOString(), state: 'adding' as const };
  }

  #find(credential: string): Entry | undefined {
    const all = [...this.#saved.all(), ...this.#memory.all()];
    return all.find((one) => one.id === credential && isKept(one));
  }

  #entriesOf(credential: string): Entries {
    return this.#memory.all().some((one) => one.id === credential) ? this.#memory : this.#saved;
  }

  async #secret(credential: string, kind: keyof typeof WHAT): Promise<Secret> {
    const found = this.#find(credential);
    const secret = found?.kind === kind && (await this.#vault.get(vaultNameOf(credential)));
    if (secret) return secret;
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

const isKept = ({ state }: Entry) => state === 'kept';

const setState = (entries: Entries, credential: string, state: Entry['state']) =>
  entries.change((all) => all.map((one) => (one.id === credential ? { ...one, state } : one)));

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

/** The error of JSON.parse quotes its input: it must not leave this function (LOG-03). */
function parseKeyAndChain(text: Secret): z.infer<typeof keyAndChain> {
  try {
    return keyAndChain.parse(JSON.parse(text.expose()));
  } catch {
    throw keychainTrouble('damaged');
  }
}
