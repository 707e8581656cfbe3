// Connections as a file: written without secrets or encrypted with them, read, and taken over.
import { createHash, randomUUID } from 'node:crypto';
import type {
  ConnectionFileFor,
  Needed,
  OpenedConnectionFile,
  TakenSetting,
} from '../../preload/contract/connection-file.ts';
import { takenSettings } from '../../preload/contract/connection-file.ts';
import type { GivenTo, Handlers, Notify } from '../../preload/contract/contract.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import { freeName, plainBaseAddress } from '../../preload/contract/rules.ts';
import type { ReadHandle } from '../../preload/contract/schema.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import {
  KIND_OF,
  usedCredentials,
  withCredential,
} from '../../preload/contract/used-credentials.ts';
import {
  type ChosenOfFile,
  type ConnectionFileContent,
  type FiledConnection,
  type FiledCredential,
  parseConnectionFile,
  writeConnectionFile,
} from '../file-formats/connection-file.ts';
import type { Policy } from '../policy/policy.ts';
import { failureOf } from '../problem.ts';
import { refusedField } from '../problems.ts';
import type { Secret } from '../secret.ts';
import { encryptWithPassphrase, isAgeFile, openWithPassphrase } from '../secrets/age.ts';
import {
  type Certificates,
  type Expiry,
  expiryOf,
  type ImportedCertificate,
  type ImportedKey,
} from '../secrets/certificates.ts';
import type { CredentialReader } from '../secrets/credential-reader.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { type UseOf, usesIn } from '../secrets/uses.ts';
import {
  type ConnectionStore,
  type SavedConnection,
  shownConnections,
} from '../storage/connection-store.ts';
import { fileTrouble } from '../storage/disk.ts';
import type { Document } from '../storage/documents.ts';
import type { FileHandles } from '../storage/files.ts';

export interface ConnectionFileNeeds {
  readonly files: Pick<FileHandles, 'read' | 'write' | 'readBack' | 'targetName'>;
  readonly connections: Pick<ConnectionStore, 'all' | 'chosen' | 'find' | 'addAll'>;
  readonly credentials: CredentialStore;
  readonly certificates: Certificates;
  readonly reader: Pick<CredentialReader, 'apiKey' | 'password'>;
  readonly policy: Pick<Policy, 'allowConnection' | 'allowSettings'>;
  readonly settings: Document<Settings>;
  readonly settingsChanged: (now: Settings) => void;
  readonly notify: Notify;
  readonly now: () => Date;
}

/** A hundred connections, each with its own certificate, are a tenth of it. */
const LARGEST_FILE = 4 * 1024 * 1024;
/** Room for a number behind it. */
const LONGEST_NAME = 54;

export function connectionFileService(needs: ConnectionFileNeeds): Handlers<'connectionFile'> {
  const { files } = needs;
  return {
    async save({ target, ...asked }) {
      const text = await textOf(asked, false, needs);
      await files.write(target, text, 'target');
      return { name: files.targetName(target, 'target'), bytes: Buffer.byteLength(text) };
    },
    async saveEncrypted({ target, passphrase, ...asked }) {
      const text = await textOf(asked, true, needs);
      const sealed = await encryptWithPassphrase(text, passphrase);
      await files.write(target, sealed, 'target');
      // Opened again before it is said to be saved: it may be all that is left of a computer.
      const written = await files.readBack(target, LARGEST_FILE, 'target');
      const again = await openWithPassphrase(written, passphrase);
      if (!('text' in again) || again.text !== text) throw fileTrouble('damaged');
      return { name: files.targetName(target, 'target'), bytes: sealed.length };
    },
    async read({ file, passphrase }) {
      const opened = await openFile(file, passphrase, files);
      if (typeof opened === 'string') return { state: opened };
      const imported = await importAll(opened.content, needs).catch((error: unknown) => {
        // What stands there as a certificate or a key is none.
        if (['certificate', 'invalid-input'].includes(failureOf(error)?.kind ?? '')) return null;
        throw error;
      });
      if (imported === null) return { state: 'damaged' };
      return shown(opened, imported, needs);
    },
    takeOver: (given) => takeOver(given, needs),
  };
}

type Asked = Pick<GivenTo<'connectionFile', 'save'>, 'for' | 'connections' | 'settings'>;

async function textOf(
  { for: whom, connections: ids, settings }: Asked,
  withSecrets: boolean,
  { connections, credentials, settings: document, now }: ConnectionFileNeeds,
): Promise<string> {
  const known = new Map(credentials.list().map((one) => [one.id, one]));
  const filed = new Map<string, FiledCredential>();
  const all: FiledConnection[] = [];
  for (const saved of [...new Set(ids)].map((id) => connections.find(id))) {
    const one = forFile(saved, whom, withSecrets);
    const uses = usesIn(saved);
    let named: FiledConnection = one;
    for (const [id, purpose] of usedCredentials(one)) {
      const kind = KIND_OF[purpose];
      const number = [...filed.values()].filter((other) => other.kind === kind).length + 1;
      const found = filed.get(id) ?? {
        id: `${kind}-${String(number)}`,
        kind,
        name: known.get(id)?.name ?? '',
        ...factsOf(known.get(id)),
        ...(withSecrets && (await secretOf(known.get(id), uses, credentials))),
      };
      filed.set(id, found);
      named = withCredential(named, id, found.id);
    }
    all.push(named);
  }
  const text = writeConnectionFile({
    made: now().toISOString(),
    for: whom,
    settings: settings ? takenSettings.strip().parse(document.value()) : {},
    connections: all,
    credentials: [...filed.values()],
  });
  if (Buffer.byteLength(text) > LARGEST_FILE) throw fileTrouble('too-large');
  return text;
}

/** Without what belongs to this computer, and to whoever sits at it: a colleague signs in as themselves. */
function forFile(
  { id: _id, offers: _offers, extraCa, extraCaPem, signIn, proxy, ...rest }: SavedConnection,
  whom: ConnectionFileFor,
  withSecrets: boolean,
): FiledConnection {
  const isForColleague = whom === 'colleague';
  const ownSignIn = isForColleague && signIn.way === 'password';
  const withoutPassword = proxy.use === 'manual' && (isForColleague || !withSecrets);
  const { password, userName, ...plain } =
    proxy.use === 'manual' ? proxy : { ...proxy, password: undefined, userName: undefined };
  const names = userName === undefined || isForColleague ? {} : { userName };
  return {
    ...rest,
    signIn: ownSignIn ? { way: 'none' } : signIn,
    proxy: withoutPassword ? { ...plain, ...names } : proxy,
    extraCa: extraCaPem === null ? null : { name: extraCa ?? 'CA', pem: extraCaPem },
    leftOut: [
      ...(ownSignIn ? (['sign-in'] as const) : []),
      ...(withoutPassword && password !== undefined ? (['proxy-password'] as const) : []),
    ],
  };
}

const factsOf = (known: Credential | undefined): Pick<FiledCredential, 'subject' | 'validTo'> =>
  known?.kind === 'certificate'
    ? { subject: known.facts.subject, validTo: known.facts.validTo }
    : {};

/** Handed out for a place where it may go: what nobody has allowed is not taken along either. Problem keychain{...}. */
async function secretOf(
  known: Credential | undefined,
  uses: readonly UseOf[],
  credentials: CredentialStore,
): Promise<Pick<FiledCredential, 'secret' | 'chain'>> {
  const use = uses.find(({ credential }) => credential === known?.id)?.use;
  if (known === undefined || use === undefined) return {};
  switch (known.kind) {
    case 'certificate': {
      if (isOutside(known.expiry)) return {};
      const { key, certificateChainPem: chain } = await credentials.certificate(known.id, use);
      return { secret: key, chain };
    }
    case 'api-key':
      return { secret: await credentials.apiKey(known.id, use) };
    case 'private-key':
      return { secret: await credentials.privateKey(known.id, use) };
    case 'password':
      return { secret: await credentials.password(known.id, use) };
    case 'proxy-password':
      return { secret: await credentials.proxyPassword(known.id, use) };
  }
}

const isOutside = (expiry: Expiry): expiry is 'expired' | 'not-yet-valid' =>
  expiry === 'expired' || expiry === 'not-yet-valid';

interface Opened {
  readonly content: ConnectionFileContent;
  readonly sum: string;
}

/** Problem file{...} where it cannot be read at all. */
async function openFile(
  file: ReadHandle,
  passphrase: string | undefined,
  files: Pick<FileHandles, 'read'>,
): Promise<Opened | Exclude<OpenedConnectionFile['state'], 'open'>> {
  const bytes = await files.read(file, LARGEST_FILE, 'file');
  const sum = createHash('sha256').update(bytes).digest('hex');
  const text = isAgeFile(bytes) ? await decrypted(bytes, passphrase) : { text: bytes };
  if ('problem' in text) return text.problem;
  const content = parseConnectionFile(text.text);
  bytes.fill(0);
  return typeof content === 'string' ? content : { content, sum };
}

const decrypted = async (bytes: Buffer, passphrase = '') =>
  passphrase === ''
    ? ({ problem: 'passphrase-needed' } as const)
    : openWithPassphrase(bytes, passphrase);

/** What a credential of the file is once it has been read as what it says it is. */
type Imported =
  | { readonly kind: 'certificate'; readonly of: ImportedCertificate; readonly expiry: Expiry }
  | { readonly kind: 'private-key'; readonly of: ImportedKey }
  | { readonly kind: 'api-key' | 'password' | 'proxy-password'; readonly of: Secret };

/** By the file's ids; what comes without its secret is not among them. Problem certificate{...}, invalid-input{...}. */
async function importAll(
  { credentials, connections }: Pick<ConnectionFileContent, 'credentials' | 'connections'>,
  needs: Pick<ConnectionFileNeeds, 'certificates' | 'reader' | 'now'>,
): Promise<ReadonlyMap<string, Imported>> {
  for (const { extraCa } of connections)
    if (extraCa !== null) await needs.certificates.readAuthorities(Buffer.from(extraCa.pem));
  const found = new Map<string, Imported>();
  for (const { id, kind, secret, chain = '' } of credentials) {
    if (secret === undefined) continue;
    found.set(id, await importOne(kind, secret, chain, needs));
  }
  return found;
}

async function importOne(
  kind: FiledCredential['kind'],
  secret: Secret,
  chain: string,
  { certificates, reader, now }: Pick<ConnectionFileNeeds, 'certificates' | 'reader' | 'now'>,
): Promise<Imported> {
  switch (kind) {
    case 'certificate': {
      const of = await certificates.read({ file: Buffer.from(`${secret.expose()}\n${chain}`) });
      return { kind, of, expiry: expiryOf(of.facts, now()) };
    }
    case 'private-key':
      return { kind, of: await certificates.readKey({ file: Buffer.from(secret.expose()) }) };
    case 'api-key':
      return { kind, of: reader.apiKey(secret.expose()) };
    case 'password':
    case 'proxy-password':
      return { kind, of: reader.password(secret.expose()) };
  }
}

function shown(
  { content, sum }: Opened,
  imported: ReadonlyMap<string, Imported>,
  { connections, settings, policy }: ConnectionFileNeeds,
): OpenedConnectionFile {
  const names = freeNames(content.connections, connections);
  const now = settings.value();
  const different = Object.keys(content.settings) as TakenSetting[];
  return {
    state: 'open',
    sum,
    made: content.made,
    for: content.for,
    secrets: imported.size > 0,
    connections: content.connections.map((one, at) => ({
      number: at + 1,
      name: names[at] ?? one.name,
      environment: one.environment,
      baseAddress: plainBaseAddress(one.baseAddress),
      organisationName: one.organisationName,
      organisationNumber: one.organisationNumber,
      way: one.signIn.way,
      hosts: hostsOf(one),
      extraCa: one.extraCa?.name ?? null,
      here: connections.all().find((other) => isSamePlace(one, other))?.name ?? null,
      managed: !isAllowed(() => {
        policy.allowConnection(one);
      }),
      needs: neededBy(one, content.credentials, imported),
    })),
    settings: different.flatMap((name) => {
      const [from, to] = [now[name], content.settings[name]];
      if (to === undefined || to === from) return [];
      const managed = !isAllowed(() => {
        policy.allowSettings({ [name]: to });
      });
      return [{ name, from, to, managed }];
    }),
  };
}

/** Under these they are taken over, whichever of them a person chooses. */
function freeNames(
  all: readonly FiledConnection[],
  connections: Pick<ConnectionStore, 'all'>,
): readonly string[] {
  const taken = connections.all().map(({ name }) => name);
  return all.map(({ name }) => {
    const free = freeName(name, taken);
    const found = free === name ? name : freeName(name.slice(0, LONGEST_NAME), taken);
    taken.push(found);
    return found;
  });
}

export const hostsOf = (one: FiledConnection): string[] => {
  const { signIn, proxy, baseAddress } = one;
  const { found: _found, ...provider } =
    signIn.way === 'person' ? signIn.provider : { found: undefined };
  const addresses = Object.values<string | undefined>(provider);
  return [
    ...new Set([
      ...[baseAddress, ...addresses].flatMap((to) => (to === undefined ? [] : [new URL(to).host])),
      ...usesIn(one).map(({ use }) => use.to),
      ...(proxy.use === 'manual' ? [`${proxy.host}:${String(proxy.port)}`] : []),
    ]),
  ];
};

const isSamePlace = (one: FiledConnection, other: SavedConnection): boolean =>
  one.organisationNumber === other.organisationNumber &&
  plainBaseAddress(one.baseAddress) === plainBaseAddress(other.baseAddress);

function isAllowed(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (failureOf(error)?.kind === 'invalid-input') return false;
    throw error;
  }
}

function neededBy(
  one: FiledConnection,
  credentials: readonly FiledCredential[],
  imported: ReadonlyMap<string, Imported>,
): Needed[] {
  const { signIn } = one;
  const ofPerson = { kind: 'sign-in', validTo: null, state: 'add' } as const;
  return [
    ...[...usedCredentials(one).keys()].flatMap((used) =>
      credentials.filter(({ id }) => id === used).map((needed) => neededOf(needed, imported)),
    ),
    ...(signIn.way === 'person'
      ? [{ ...ofPerson, name: new URL(signIn.provider.issuer).host }]
      : []),
    ...(signIn.way === 'pasted-token' ? [{ ...ofPerson, kind: 'token' as const, name: '' }] : []),
    ...one.leftOut.map((kind): Needed => ({ ...ofPerson, kind, name: '' })),
  ];
}

function neededOf(
  { id, kind, name, subject = '', validTo }: FiledCredential,
  imported: ReadonlyMap<string, Imported>,
): Needed {
  const found = imported.get(id);
  if (found?.kind !== 'certificate')
    return {
      kind,
      name: subject || name,
      validTo: validTo ?? null,
      state: found === undefined ? 'add' : 'comes',
    };
  const { facts } = found.of;
  const state = isOutside(found.expiry) ? found.expiry : 'comes';
  return { kind, name: facts.subject, validTo: facts.validTo, state };
}

type Given = GivenTo<'connectionFile', 'takeOver'>;

type ChoosingNeeds = Pick<ConnectionFileNeeds, 'policy'> & {
  readonly files: Pick<FileHandles, 'read'>;
  readonly connections: Pick<ConnectionStore, 'all'>;
};

/**
 * The same for whoever asks a person about it and for whoever takes it over: the sum says that it is the file that was shown. Problem
 * file{damaged, changed-meanwhile}, invalid-input{connections, settings}, and that of what is settled otherwise.
 */
export async function chosenOfFile(
  { file, passphrase, sum, connections: numbers, settings: wanted }: Given,
  { files, connections, policy }: ChoosingNeeds,
): Promise<ChosenOfFile> {
  const opened = await openFile(file, passphrase, files);
  if (typeof opened === 'string') throw fileTrouble('damaged');
  if (opened.sum !== sum) throw fileTrouble('changed-meanwhile');
  const { content } = opened;
  const places = [...new Set(numbers)].map((number) => number - 1).sort((a, b) => a - b);
  const chosen = places.map((at) => content.connections[at]);
  if (chosen.includes(undefined)) throw refusedField('connections', 'not-a-choice');
  const settings = Object.fromEntries(wanted.map((name) => [name, content.settings[name]]));
  if (Object.values(settings).includes(undefined)) throw refusedField('settings', 'not-a-choice');
  const taken = chosen.filter((one) => one !== undefined);
  for (const one of taken) policy.allowConnection(one);
  policy.allowSettings(settings);
  const used = new Set(taken.flatMap((one) => [...usedCredentials(one).keys()]));
  const names = freeNames(content.connections, connections);
  return {
    connections: taken,
    names: places.map((at) => names[at] ?? ''),
    credentials: content.credentials.filter(({ id }) => used.has(id)),
    settings,
  };
}

async function takeOver(given: Given, needs: ConnectionFileNeeds) {
  const { connections, credentials, settings, notify } = needs;
  const chosen = await chosenOfFile(given, needs);
  // What can be refused is refused before anything is in the keychain.
  const imported = await importAll(chosen, needs);
  const bringing = bringCredentials(credentials);
  let before: Settings | undefined;
  try {
    const ids = new Map<string, string>();
    for (const { id, name } of chosen.credentials) {
      const found = imported.get(id);
      // Named and not there is what a connection is whose credential was removed: its form asks for it.
      ids.set(id, found === undefined ? randomUUID() : await bringing.add(found, name));
    }
    const all = chosen.connections.map((one, at) =>
      savedAs(one, chosen.names[at] ?? one.name, ids),
    );
    const added = new Set(bringing.added());
    await credentials.allow(all.flatMap(usesIn).filter(({ credential }) => added.has(credential)));
    before = await putSettings(chosen.settings, settings);
    await connections.addAll(all);
    notify('connectionsChanged', shownConnections(connections));
    notify('credentialsChanged', [...credentials.list()]);
    if (given.settings.length > 0) needs.settingsChanged(settings.value());
    return {
      connections: chosen.connections.map((one, at) => ({
        connection: all[at]?.id ?? '',
        name: all[at]?.name ?? '',
        missing: neededBy(one, chosen.credentials, imported).filter(
          ({ state }) => state !== 'comes',
        ),
      })),
      settings: given.settings,
    };
  } catch (error) {
    await bringing.undo();
    const were = before;
    if (were !== undefined) await settings.change(() => were);
    throw error;
  }
}

/** Before the connections, whose one write is what makes it done. What they were; undefined where none is changed. */
async function putSettings(
  wanted: ConnectionFileContent['settings'],
  settings: Document<Settings>,
): Promise<Settings | undefined> {
  let before: Settings | undefined;
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  await settings.change((now) => {
    before = now;
    return { ...now, ...Object.fromEntries(given) };
  });
  return before;
}

function bringCredentials(credentials: CredentialStore) {
  const added: string[] = [];
  const store = (found: Imported, name: string): Promise<Credential> => {
    switch (found.kind) {
      case 'certificate':
        return credentials.addCertificate(name, found.of);
      case 'private-key':
        return credentials.addPrivateKey(name, found.of);
      case 'api-key':
        return credentials.addApiKey(name, found.of);
      case 'password':
        return credentials.addPassword(name, found.of);
      case 'proxy-password':
        return credentials.addProxyPassword(name, found.of);
    }
  };
  return {
    added: (): readonly string[] => added,
    /** Its id; of a certificate that is not in force one that nothing has. */
    async add(found: Imported, wanted: string): Promise<string> {
      if (found.kind === 'certificate' && isOutside(found.expiry)) return randomUUID();
      const taken = credentials
        .list()
        .flatMap(({ kind, name }) => (kind === found.kind ? [name] : []));
      const { id } = await store(found, freeName(wanted.slice(0, 70) || found.kind, taken));
      added.push(id);
      return id;
    },
    // The keychain may not answer: what stays is in the list, used by nothing.
    undo: () => Promise.allSettled(added.map((id) => credentials.remove(id))),
  };
}

function savedAs(
  { extraCa, leftOut: _leftOut, ...one }: FiledConnection,
  name: string,
  ids: ReadonlyMap<string, string>,
): SavedConnection {
  const named = [...ids].reduce((now, [from, to]) => withCredential(now, from, to), one);
  return {
    ...named,
    id: randomUUID(),
    name,
    baseAddress: plainBaseAddress(one.baseAddress),
    extraCa: extraCa?.name ?? null,
    extraCaPem: extraCa?.pem ?? null,
  };
}
