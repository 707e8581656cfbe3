// Opens everything below the services, in the order of their dependencies.
import { userInfo } from 'node:os';
import path from 'node:path';
import { createApi, type PlatformApi } from './platform/api.ts';
import { type Certificates, createCertificates } from './secrets/certificates.ts';
import {
  type CredentialStore,
  openCredentialStore,
  vaultNameOf,
} from './secrets/credential-store.ts';
import { SECRETS } from './secrets/escrow-attempts.ts';
import { type Escrow, openEscrow } from './secrets/escrow.ts';
import { createMemoryKeychain, createSystemKeychain, type Keychain } from './secrets/keychain.ts';
import { isKeychainOfFolder } from './secrets/folder-mark.ts';
import { createListRecovery, type KnownNames } from './secrets/list-recovery.ts';
import { createRefreshTokenStore, refreshTokenName } from './auth/refresh-token-store.ts';
import { createServerTimes } from './auth/server-times.ts';
import { createSignIns, type SignIns } from './auth/sign-ins.ts';
import { createTimedClipboard, type TimedClipboard } from './secrets/timed-clipboard.ts';
import { usesIn } from './secrets/uses.ts';
import { createVault, type Vault } from './secrets/vault.ts';
import {
  idInVaultList,
  namesInAllLists,
  openVaultList,
  vaultListFile,
} from './secrets/vault-list.ts';
import { keyOf } from './secrets/vault-key.ts';
import { createEvents, type Events } from './border/events.ts';
import { createLongXmlReader } from './http/long-xml.ts';
import { placeOfProxy } from './http/proxy.ts';
import { createTransport, type Transport } from './http/transport.ts';
import { type KeychainWatch, watchKeychain } from './secrets/keychain-watch.ts';
import { createTableReader, type ReadTable } from './file-formats/table.ts';
import { createFormDrafts, type FormDrafts } from './messages/drafts.ts';
import { createKeptFiles, type KeptFiles } from './messages/kept-files.ts';
import { createKeptForms, type KeptForms } from './messages/kept-forms.ts';
import { createRowNames, type RowNames } from './messages/row-names.ts';
import { createKeptTransfers, type KeptTransfers } from './transfers/kept-transfers.ts';
import { createLog, type Log } from './diagnostics/log.ts';
import { createPolicy, type Policy } from './policy/policy.ts';
import { createShownBodies, type ShownBodies } from './messages/shown-bodies.ts';
import { createWaitingMessages, type WaitingMessages } from './messages/waiting-messages.ts';
import { maskIdentityNumbers, secretRedactor, visible } from './diagnostics/redaction.ts';
import { type Copies, createCopies } from './reference/copies.ts';
import { createRoutes } from './platform/routes.ts';
import { openLayout } from './services/layout.ts';
import { type KeptPlaces, openPlaces } from './services/places.ts';
import { ignoreProblem } from './problem.ts';
import { openSettings } from './services/settings.ts';
import type { Shell } from './shell/shell.ts';
import { type ConnectionStore, openConnectionStore } from './storage/connection-store.ts';
import { type Document, type Documents, openDocuments } from './storage/documents.ts';
import { holdExclusively } from './storage/folder-lock.ts';
import { createDownloadMark, type MarkDownloaded } from './storage/download-mark.ts';
import { createFileHandles, type FileHandles } from './storage/files.ts';
import { openParts, type Parts } from './storage/parts.ts';
import { type Journal, openJournal } from './storage/journal.ts';
import { type FolderFormat, openFolder } from './storage/folder-format.ts';
import { openOfflineCopy } from './storage/offline-copy.ts';
import type { StoreCheck } from './storage/store-check.ts';
import { openSealedCopies, type SealedCopies } from './storage/sealed-copy.ts';
import { createTables, type Tables } from './storage/tables.ts';
import { openUserKnowledge, type UserKnowledge } from './storage/user-knowledge.ts';
import { startBuiltThread, type StartThread } from './threads.ts';
import { createXsd, type Xsd } from './xsd/xsd.ts';
import { createRequestLog, recorded, type RequestLog } from './diagnostics/request-log.ts';
import { quitAfterAnswer } from './shutdown.ts';
import { type Placed, putInPlace } from './backup/put-in-place.ts';
import { createUpdates, type Updates, type UpdatesNeeds } from './updates/updates.ts';
import type { Start } from '../preload/contract/app.ts';
import type { Layout } from '../preload/contract/layout.ts';
import type { Settings } from '../preload/contract/settings.ts';

export interface Infrastructure {
  readonly log: Log;
  readonly events: Events;
  readonly documents: Documents;
  readonly settings: Document<Settings>;
  readonly layout: Document<Layout>;
  readonly places: Document<KeptPlaces>;
  readonly vault: Vault;
  /** A vault on the same keychain, whose list stands in this folder, for the data folder of this id. */
  readonly vaultIn: (folder: string, id: string) => Promise<Vault>;
  /** Whether a backup is being brought back, or was: the next start puts it in place. */
  readonly bringing: { isUnderWay: boolean };
  /** Names of files in which a damaged or older list of the vault was set aside. */
  readonly vaultSetAside: readonly string[];
  /** The vault's list and all that the keychain should have. */
  readonly checkVault: (run: StoreCheck) => Promise<void>;
  /** Whether this start found that the data folder is a copy, and of what kind. */
  readonly copiedFolder: () => Start['copiedFolder'];
  readonly keychain: KeychainWatch;
  readonly journal: Journal;
  readonly connections: ConnectionStore;
  readonly credentials: CredentialStore;
  readonly certificates: Certificates;
  readonly handles: FileHandles;
  readonly markDownloaded: MarkDownloaded;
  readonly tables: Tables;
  /** For long work in a thread. */
  readonly startThread: StartThread;
  readonly readTable: ReadTable;
  readonly xsd: Xsd;
  readonly transport: Transport;
  readonly requestLog: RequestLog;
  readonly api: PlatformApi;
  readonly signIns: SignIns;
  readonly escrow: Escrow;
  readonly clipboard: TimedClipboard;
  readonly knowledge: UserKnowledge;
  readonly copies: SealedCopies;
  /** Of the open metadata. */
  readonly referenceCopies: Copies;
  readonly formDrafts: FormDrafts;
  readonly keptFiles: KeptFiles;
  readonly keptForms: KeptForms;
  readonly keptTransfers: KeptTransfers;
  readonly rowNames: RowNames;
  readonly shownBodies: ShownBodies;
  readonly waitingMessages: WaitingMessages;
  /** Half files that are being written. */
  readonly parts: Parts;
  readonly policy: Policy;
  readonly updates: Updates;
  readonly folderFormat: FolderFormat;
  readonly who: string;
  readonly now: () => Date;
}

/** What a test replaces; the program uses the defaults. */
export interface Replacements {
  readonly now?: (() => Date) | undefined;
  readonly certificates?: Certificates | undefined;
  readonly startThread?: StartThread | undefined;
  readonly transport?: Transport | undefined;
  readonly keychain?: Keychain | undefined;
  readonly markDownloaded?: MarkDownloaded | undefined;
}

/** Problem file{...} when the data folder cannot be used; anything damaged in it is set aside and said. */
export async function openInfrastructure(
  shell: Shell,
  given: Replacements,
): Promise<Infrastructure> {
  const { dataFolder: folder } = shell;
  const { now = () => new Date() } = given;
  const keychain = given.keychain ?? createKeychain(shell);
  const vaultIn = async (of: string, id: string) =>
    createVault({
      keychain,
      list: await openVaultList({ file: vaultListFile(of), folder: id, now }),
      folder: id,
    });
  // Before anything in the folder is opened: these are its files from now on.
  const placed = await putInPlace({ folder, vaultIn, now });
  const documents = await openDocuments({ folder, now });
  const folderFormat = await openFolder({
    folder,
    program: shell.version,
    now,
    knownId: () => idInVaultList(vaultListFile(folder)),
  });
  const log = createLog({ folder: path.join(folder, 'logs'), now });
  log.info('start', { version: shell.version, shell: shell.name });
  if (shell.untrustedSettings !== null)
    log.warn('managed-settings-untrusted', { state: shell.untrustedSettings.why });
  const events = createEvents(log);
  const policy = createPolicy(shell.managed);
  const settings = policy.limited(await openSettings(documents));
  const layout = await openLayout(documents);
  const places = await openPlaces(documents);
  const who = userName();
  const base = { folder, folderFormat, policy, documents, log, events, settings, layout, now, who };
  const parts = await openParts(documents);
  const stores = await openStores(base, { keychain, vaultIn, placed });
  // A disk that refuses the line now may take it at the next start.
  await noteBroughtBack(stores.journal, placed).catch(ignoreProblem);
  const clients = openClients(shell, { ...base, ...stores, parts }, given);
  await stores.keychain.whenUsable(() => clients.signIns.recover());
  const bringing = { isUnderWay: false };
  return { ...base, ...stores, ...clients, parts, places, bringing };
}

type Base = Pick<
  Infrastructure,
  'documents' | 'log' | 'events' | 'settings' | 'layout' | 'policy' | 'folderFormat' | 'now' | 'who'
> & { readonly folder: string };

/** The keychain and everything that rests on it. */
async function openStores(
  base: Base,
  {
    keychain,
    vaultIn,
    placed,
  }: Pick<Infrastructure, 'vaultIn'> & {
    readonly keychain: Keychain;
    readonly placed: Placed | undefined;
  },
) {
  const { folder, folderFormat, documents, log, events, now, who } = base;
  const { id } = folderFormat;
  const list = await openVaultList({ file: vaultListFile(folder), folder: id, now });
  const vault = createVault({ keychain, list, folder: id });
  const { notify } = events;
  const watch = await watchKeychain({ vault, notify, log });
  const clean = (text: string) => visible(maskIdentityNumbers(secretRedactor()(text)));
  const journal = await openJournal({
    folder,
    vault: watch.keys,
    who,
    clean,
    now,
    // The backup that has this line in it was finished: it is the one that was brought back.
    isDone: ({ operation }) => placed !== undefined && operation === 'backup.make',
  });
  const connections = await openConnectionStore({ documents });
  const credentials = await openCredentialStore({
    documents,
    vault,
    now,
    usedBy: (credential) => usersOf(credential, connections),
  });
  const hold = () => holdExclusively(folder, 'escrow');
  const escrow = await openEscrow({ folder, vault, now, notify, hold });
  await watch.whenUsable(() => vault.copyFromOrigin());
  const listRecovery = createListRecovery({
    vault,
    list,
    log,
    known: () => knownNames(credentials, connections, escrow),
    listed: () => namesInAllLists(folder),
  });
  await watch.whenUsable(() => listRecovery.run());
  let copied: Start['copiedFolder'] = folderFormat.isNewCopy ? 'beside' : null;
  if (copied !== null) log.warn('folder-copied', { state: copied });
  await watch.whenUsable(async () => {
    if (await isKeychainOfFolder(vault)) return;
    copied = 'elsewhere';
    log.warn('folder-copied', { state: copied });
    notify('folderFoundCopied', { copied });
  });
  await watch.whenUsable(async () => {
    await escrow.recover();
    await vault.collectGarbage();
    await credentials.recover();
    await journal.unlock();
  });
  const knowledge = await openUserKnowledge({ documents, folder, who, now });
  const copies = {
    vaultSetAside: listRecovery.setAside,
    checkVault: (run: StoreCheck) =>
      listRecovery.check(run, concernsOf(credentials, connections, escrow)),
    copiedFolder: () => copied,
  };
  return {
    vault,
    vaultIn,
    ...copies,
    keychain: watch,
    journal,
    connections,
    credentials,
    escrow,
    knowledge,
  };
}

/** The first line after those of the backup. */
async function noteBroughtBack(journal: Journal, placed: Placed | undefined): Promise<void> {
  if (placed === undefined) return;
  const act = await journal.begin({
    connection: null,
    connectionName: '',
    environment: 'none',
    operation: 'backup.bringBack',
    object: `backup of ${placed.made}`,
  });
  await act.end('done', '');
  await placed.forget();
}

/** The names of secrets that the documents and the escrow mention. */
function knownNames(
  credentials: CredentialStore,
  connections: ConnectionStore,
  escrow: Escrow,
): KnownNames {
  const secretNames = (isStored: boolean) =>
    escrow
      .list()
      .filter(({ kept }) => kept !== 'memory' && (kept === 'keychain') === isStored)
      .map(({ id, connection }) => `${SECRETS}${connection}/${id}`);
  const lasting = credentials.list().filter(({ memoryOnly }) => !memoryOnly);
  return {
    stored: [...lasting.map(({ id }) => vaultNameOf(id)), ...secretNames(true)],
    possible: [...connections.all().map(({ id }) => refreshTokenName(id)), ...secretNames(false)],
  };
}

/** Whom a name of the vault is about; null for keys of Steward's own. */
const concernsOf =
  (credentials: CredentialStore, connections: ConnectionStore, escrow: Escrow) =>
  (name: string): string | null => {
    const credential = credentials.list().find(({ id }) => vaultNameOf(id) === name);
    const connection = connections.all().find(({ id }) => refreshTokenName(id) === name);
    const secret = name.startsWith(SECRETS) ? escrow.find(name.split('/').at(-1) ?? '') : undefined;
    return credential?.name ?? connection?.name ?? secret?.userName ?? null;
  };

function createKeychain({ keychain }: Shell): Keychain {
  return keychain === 'memory'
    ? createMemoryKeychain()
    : createSystemKeychain({ service: 'Steward' });
}

/** The same transport, of whose answers the credentials are told from where they came. */
function answersTold(
  transport: Transport,
  credentials: Pick<CredentialStore, 'answered'>,
): Transport {
  return {
    ...transport,
    async exchange(request) {
      const answer = await transport.exchange(request);
      const { origin, proxy } = request.route;
      // Nobody waits for it: what came may be a secret that is to be sealed first.
      void credentials.answered(new URL(origin).host);
      if (proxy !== undefined) void credentials.answered(placeOfProxy(proxy));
      return answer;
    },
  };
}

/** What talks to the outside. */
function openClients(
  shell: Shell,
  infrastructure: Base & Pick<Infrastructure, 'connections' | 'credentials' | 'vault' | 'parts'>,
  given: Replacements,
) {
  const { connections, credentials, vault, settings, policy, log, now } = infrastructure;
  const requestLog = createRequestLog({ now, cleaner: lineCleaner });
  const transport = recorded(
    answersTold(given.transport ?? createTransport({ now }), credentials),
    requestLog,
  );
  const systemProxy = (address: URL) => shell.systemProxy(address);
  const routes = createRoutes({ credentials, systemProxy, policy });
  const signIns: SignIns = createSignIns({
    transport,
    connections,
    credentials,
    now,
    toPlatform: (connection) => routes.toPlatform(connection),
    routeTo: (connection, address) => routes.to(connection, address),
    serverTimes: createServerTimes(now),
    refreshTokens: createRefreshTokenStore(vault),
    monotonic: () => performance.now(),
    redact: (text) => secretRedactor()(text),
    openExternal: (address) => shell.openExternal(address),
    changed: (connection) => {
      infrastructure.events.notify('signInChanged', signIns.state(connection));
    },
  });
  const { startThread = startBuiltThread } = given;
  const markDownloaded = given.markDownloaded ?? createDownloadMark();
  const handles = createFileHandles({ mark: markDownloaded, parts: infrastructure.parts });
  return {
    startThread,
    transport,
    signIns,
    requestLog,
    handles,
    markDownloaded,
    api: createApi({
      transport,
      connections,
      credentials,
      signIns,
      systemProxy,
      policy,
      log,
      requestLog,
      now,
      readLongXml: createLongXmlReader(startThread),
    }),
    certificates: given.certificates ?? createCertificates({ startThread, now }),
    tables: createTables({ handles, startThread }),
    readTable: createTableReader({ handles, startThread }),
    xsd: createXsd({ startThread }),
    clipboard: createTimedClipboard({
      clipboard: shell.clipboard,
      seconds: () => settings.value().clipboardSeconds,
      notify: infrastructure.events.notify,
    }),
    ...openCopies(infrastructure),
    shownBodies: createShownBodies(),
    waitingMessages: createWaitingMessages(now),
    updates: openUpdates(shell, infrastructure, { transport, systemProxy }),
  };
}

const openUpdates = (
  shell: Shell,
  { settings, documents, now, events }: Base,
  ways: Pick<UpdatesNeeds, 'transport' | 'systemProxy'>,
): Updates =>
  createUpdates({
    version: shell.version,
    installer: shell.installer,
    managed: shell.managed,
    documents,
    now,
    ...ways,
    quit: quitAfterAnswer(shell),
    settings: () => settings.value(),
    notify: events.notify,
  });

/** What is kept of the platform's answers and of what becomes of them: open metadata as it is, anything else sealed. */
function openCopies({
  folder,
  connections,
  vault,
  events,
  now,
}: Base & Pick<Infrastructure, 'connections' | 'vault'>): Pick<
  Infrastructure,
  | 'referenceCopies'
  | 'copies'
  | 'formDrafts'
  | 'keptFiles'
  | 'keptForms'
  | 'keptTransfers'
  | 'rowNames'
> {
  const ofForms = {
    folder: path.join(folder, 'drafts'),
    key: keyOf(vault, 'form-drafts', async () => (await formDrafts.sealed.count()) > 0),
    isMemory: () => vault.kind === 'memory',
    connections,
    now,
  };
  const formDrafts = createFormDrafts(ofForms);
  const keptFiles = createKeptFiles(ofForms);
  return {
    formDrafts,
    keptFiles,
    keptForms: createKeptForms(keptFiles),
    keptTransfers: createKeptTransfers(keptFiles),
    rowNames: createRowNames(keptFiles),
    referenceCopies: createCopies({
      folder: path.join(folder, 'reference'),
      openStore: openOfflineCopy,
      connections,
      notify: events.notify,
      now,
    }),
    copies: openSealedCopies({
      folder: path.join(folder, 'copies'),
      // What is copied can be loaded again.
      key: keyOf(vault, 'copies', async () => false),
    }),
  };
}

/** For one line: secrets, numbers of persons and signs that are not seen. */
function lineCleaner(): (text: string) => string {
  const redact = secretRedactor();
  return (text) => visible(maskIdentityNumbers(redact(text)));
}

/** The connections that use this credential. */
export const usersOf = (
  credential: string,
  connections: Pick<ConnectionStore, 'all'>,
): readonly string[] =>
  connections
    .all()
    .filter((one) => usesIn(one).some((use) => use.credential === credential))
    .map(({ id }) => id);

/** The user of the operating system, for the journal. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
