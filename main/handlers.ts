// Builds one service for each feature of the contract. The compiler reports a missing one.
import { release } from 'node:os';
import path from 'node:path';
import type { Start } from '../preload/contract/app.ts';
import type { AllHandlers, Handlers, Run } from '../preload/contract/contract.ts';
import type { Locale } from '../preload/contract/locale.ts';
import type { Settings } from '../preload/contract/settings.ts';
import { createConsentTable } from './consents/table.ts';
import type { PlatformApi } from './platform/api.ts';
import { testConnection } from './platform/connection-test.ts';
import { askOffers, type OffersNeeds } from './platform/offers.ts';
import { createDataCheck, type DataCheck } from './check-data.ts';
import type { DataEraser } from './erase-data.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createSbom } from './diagnostics/sbom.ts';
import { type Infrastructure, usersOf } from './infrastructure.ts';
import { createSealingKeys } from './secrets/sealing-keys.ts';
import { writeProgramReport } from './diagnostics/program-report.ts';
import { maskIdentityNumbers, secretRedactor } from './diagnostics/redaction.ts';
import { activityService } from './services/activity.ts';
import { appService } from './services/app.ts';
import { attachmentsService } from './services/attachments.ts';
import { connectionFileService } from './services/connection-file.ts';
import { connectionsService } from './services/connections.ts';
import { delegationsService } from './services/delegations.ts';
import { backupService } from './services/backup.ts';
import { consentsService } from './services/consents.ts';
import { contactInformationService } from './services/contact-information.ts';
import { createCredentialReader } from './secrets/credential-reader.ts';
import { credentialsService } from './services/credentials.ts';
import {
  createFileNote,
  createKnownUsers,
  createListedNames,
  createProbe,
  enterpriseUsersService,
} from './services/enterprise-users.ts';
import { explorerService } from './services/explorer.ts';
import { createShowing, filesService } from './services/files.ts';
import { fileTransferService } from './services/file-transfer.ts';
import { formDraftsService } from './services/form-drafts.ts';
import { formsService } from './services/forms.ts';
import { handOverService } from './services/hand-over.ts';
import { jobsService } from './services/jobs.ts';
import { layoutService } from './services/layout.ts';
import { lookupsService } from './services/lookups.ts';
import { manyFormsService } from './services/many-forms.ts';
import { messagesService } from './services/messages.ts';
import { oneTimeSecretsService } from './services/one-time-secrets.ts';
import { ownerEventsService } from './services/owner-events.ts';
import { ownerRequestsService } from './services/owner-requests.ts';
import { partyAccessService } from './services/party-access.ts';
import { placesService } from './services/places.ts';
import { profileService } from './services/profile.ts';
import { referenceService } from './services/reference.ts';
import { reporteesService } from './services/reportees.ts';
import { roleDefinitionsService } from './services/role-definitions.ts';
import { serviceOwnerService } from './services/service-owner.ts';
import { serviceRightsService } from './services/service-rights.ts';
import { settingsService } from './services/settings.ts';
import { signInService } from './services/sign-in.ts';
import { todayService, type TodayNeeds, whatWaits } from './services/today.ts';
import { updatesService } from './services/updates.ts';
import { xsdService } from './services/xsd.ts';
import { createEarlierForms } from './messages/earlier-form.ts';
import type { FormTableNeeds } from './messages/form-table.ts';
import { createSchemas } from './reference/form-schemas.ts';
import type { Escrow } from './secrets/escrow.ts';
import type { PutAway } from './put-away.ts';
import type { SavedConnection } from './storage/connection-store.ts';
import { homeFolder, isUsualFolder } from './shell/data-folder.ts';
import type { Shell } from './shell/shell.ts';
import { writeReport } from './diagnostics/support-report.ts';

/** What the program's own operations do to the program. */
export interface Program {
  readonly lock: () => void;
  readonly putAway: Pick<PutAway, 'open' | 'isClosed'>;
  readonly holdDrafts: (drafts: number, window: symbol) => void;
  readonly noteToday: (shown: boolean, window: symbol) => void;
  readonly mayQuit: () => boolean;
  readonly mayErase: () => boolean;
  readonly erase: DataEraser['erase'];
  readonly quit: () => void;
  /** Performs an operation with its checks, as for a job. */
  readonly run: Run;
  readonly locale: () => Locale;
}

export function createHandlers(
  shell: Shell,
  infrastructure: Infrastructure,
  jobs: Jobs,
  program: Program,
): AllHandlers {
  const { api, clipboard, connections, copies, escrow, handles, knowledge } = infrastructure;
  const { journal, layout, log, now, policy, settings, tables, updates } = infrastructure;
  const { notify } = infrastructure.events;
  const tryConsents = createConsentTable({
    readTable: infrastructure.readTable,
    desk: async (connection) => ({
      client: await api.client(connection),
      own: connections.find(connection).organisationNumber,
    }),
    now,
  });
  const kept = keptHere(shell, infrastructure, jobs);
  const showInFolder = createShowing((file) => shell.showInFolder(file));
  const settingsChanged = (changed: Settings) => {
    shell.useScheme?.(changed.scheme);
    notify('settingsChanged', changed);
  };
  return {
    app: programService(shell, infrastructure, jobs, program),
    settings: settingsService({ settings, policy, changed: settingsChanged }),
    layout: layoutService({ layout, connections }),
    files: filesService({
      dialogs: shell.dialogs,
      handles,
      showInFolder,
    }),
    ...setUp(infrastructure, settingsChanged),
    enterpriseUsers: enterpriseUsersService({
      api,
      connections,
      escrow,
      knowledge,
      copies,
      handles,
      now,
    }),
    oneTimeSecrets: oneTimeSecretsService({
      escrow,
      clipboard,
      files: handles,
      savedInFile: createFileNote(infrastructure),
      hideFromScreenSharing: shell.can.hideFromScreenSharing
        ? (hide) => {
            shell.hideFromScreenSharing(hide);
          }
        : undefined,
      probe: createProbe({ api }),
    }),
    jobs: jobsService({
      jobs,
      connections,
      files: handles,
      managed: policy,
      showInFolder,
      formTables: formTables(infrastructure),
      keptForms: infrastructure.keptForms,
      tryConsents,
      keptTransfers: infrastructure.keptTransfers,
    }),
    handOver: handOverService({
      jobs,
      connections,
      files: handles,
      journal,
      run: program.run,
      locale: program.locale,
    }),
    backup: backupService({
      folder: kept.folder,
      connections: kept.connections,
      credentials: kept.credentials,
      secrets: kept.secrets,
      jobs: kept.jobs,
      folderForm: infrastructure.folderFormat.format,
      program: shell.version,
      vault: infrastructure.vault,
      vaultIn: infrastructure.vaultIn,
      bringing: infrastructure.bringing,
      files: handles,
      settle: () => journal.relax()(),
      now,
    }),
    manyForms: manyFormsService({
      tables: formTables(infrastructure),
      kept: infrastructure.keptForms,
      drafts: infrastructure.formDrafts,
    }),
    activity: activityService({ journal, tables }),
    ...messageBox(shell, infrastructure),
    attachments: attachmentsService({ api, handles }),
    fileTransfer: fileTransferService({
      api,
      handles,
      kept: infrastructure.keptTransfers,
      now,
    }),
    roleDefinitions: roleDefinitionsService({
      api,
      handles,
      tables,
      readTable: infrastructure.readTable,
    }),
    delegations: delegationsService({
      api,
      handles,
      tables,
      readTable: infrastructure.readTable,
      knownUsers: createKnownUsers({ copies: infrastructure.copies, connections }),
    }),
    contactInformation: contactInformationService({
      api,
      handles,
      readTable: infrastructure.readTable,
    }),
    consents: consentsService({
      api,
      connections,
      openExternal: (address) => shell.openExternal(address),
      clipboard,
      tryConsents,
      log,
      now,
    }),
    profile: profileService({ api }),
    reportees: reporteesService({ api, log }),
    serviceOwner: serviceOwnerService({
      api,
      handles,
      readTable: infrastructure.readTable,
      tables,
      lookUps: jobs.lookUps,
      log,
    }),
    ...ownersSide(infrastructure),
    ...reading(shell, infrastructure),
    updates: updatesService({ updates, mayQuit: program.mayErase }),
    today: todayService({
      waiting: () => whatWaits(todayNeeds(infrastructure, jobs)),
      noteShown: program.noteToday,
    }),
  };
}

/** What a backup counts, and must not take the place of. */
export const keptHere = (
  { dataFolder: folder }: Shell,
  { connections, credentials, escrow }: Infrastructure,
  jobs: Pick<Jobs, 'list'>,
) => ({
  folder,
  connections: () => connections.all(),
  credentials: () => credentials.list(),
  secrets: () => escrow.list(),
  jobs: () => jobs.list(),
});

function programService(
  shell: Shell,
  infrastructure: Infrastructure,
  jobs: Jobs,
  { lock, putAway, holdDrafts, mayQuit, mayErase, erase, quit }: Program,
): Handlers<'app'> {
  const { connections, keychain, handles, folderFormat: folder } = infrastructure;
  const check = dataCheck(shell, infrastructure, jobs);
  return appService({
    lock,
    putAway,
    holdDrafts,
    mayQuit,
    mayErase,
    erase,
    quit,
    notify: infrastructure.events.notify,
    connections,
    keychain,
    handles,
    log: infrastructure.log,
    folder: { ...folder, usual: isUsualFolder(shell.dataFolder) },
    keys: createSealingKeys(infrastructure.vault, {
      'one-time-secrets': { name: 'escrow/key', ...infrastructure.escrow.sealed },
      'form-drafts': { name: 'form-drafts', ...infrastructure.formDrafts.sealed },
      jobs: { name: 'job-rows', ...jobs.sealed },
    }),
    check: (signal, report) => check.run(signal, report),
    present: () => present(shell, infrastructure, jobs),
    openExternal: (address) => shell.openExternal(address),
    materials: createSbom({ folder: shell.materialsFolder }),
    report: () => programReport(shell, infrastructure, jobs),
  });
}

/** In the order of what rests on what: the vault's secrets are told with the names that the documents have. */
function dataCheck(
  { dataFolder: folder }: Shell,
  {
    documents,
    journal,
    knowledge,
    checkVault,
    escrow,
    formDrafts,
    keptFiles,
    referenceCopies,
  }: Infrastructure,
  jobs: Jobs,
): DataCheck {
  return createDataCheck({
    folder,
    journal,
    stores: [
      [
        'documents',
        async (run) => {
          await documents.check(run);
          await knowledge.check(run);
        },
      ],
      ['journal', (run) => journal.check(run)],
      ['vault', checkVault],
      ['escrow', (run) => escrow.check(run)],
      ['jobs', (run) => jobs.check(run)],
      [
        'drafts',
        async (run) => {
          await formDrafts.check(run);
          await keptFiles.check(run);
        },
      ],
      ['copy', (run) => referenceCopies.check(run)],
    ],
  });
}

async function programReport(
  shell: Shell,
  infrastructure: Infrastructure,
  jobs: Jobs,
): Promise<string> {
  return writeProgramReport({
    system: factsOf(shell).system,
    installed: shell.installed,
    made: infrastructure.now(),
    start: await present(shell, infrastructure, jobs),
    keychain: infrastructure.keychain.state().state,
    updates: await infrastructure.updates.state(),
    folder: infrastructure.folderFormat,
    logFolder: path.join(shell.dataFolder, 'logs'),
    privatePaths: [shell.dataFolder, homeFolder()],
  });
}

function messageBox(
  shell: Shell,
  infrastructure: Infrastructure,
): Pick<AllHandlers, 'messages' | 'forms' | 'formDrafts'> {
  const { api, connections, handles, formDrafts: drafts, keptForms, shownBodies } = infrastructure;
  const { now, rowNames, waitingMessages: waiting } = infrastructure;
  return {
    messages: messagesService({
      api,
      waiting,
      handles,
      drafts,
      keptForms,
      earlierForm: createEarlierForms(api),
      rowNames,
      now,
      openExternal: (address) => shell.openExternal(address),
      showBody: (body) => shell.bodyAddress(shownBodies.add(body)),
    }),
    forms: formsService({ api, handles, drafts }),
    formDrafts: formDraftsService({
      api,
      connections,
      handles,
      drafts,
      kept: keptForms,
      rowNames,
    }),
  };
}

const formTables = (infrastructure: Infrastructure): FormTableNeeds => {
  const { api, readTable, xsd, keptForms: kept, connections, handles, now } = infrastructure;
  const findSchema = createSchemas({ api, copies: infrastructure.referenceCopies, now });
  const languageOf = (connection: string) => connections.find(connection).language;
  const earlier = createEarlierForms(api);
  return { readTable, findSchema, xsd, kept, earlier, handles, languageOf };
};

/** What service owners see and do besides look-ups. */
const ownersSide = ({
  api,
  tables,
}: Infrastructure): Pick<
  AllHandlers,
  'partyAccess' | 'serviceRights' | 'ownerRequests' | 'ownerEvents'
> => ({
  partyAccess: partyAccessService({ api, tables }),
  serviceRights: serviceRightsService({ api, tables }),
  ownerRequests: ownerRequestsService({ api, tables }),
  ownerEvents: ownerEventsService({ api, tables }),
});

/** What a connection is made of, and how it signs in. */
function setUp(
  infrastructure: Infrastructure,
  settingsChanged: (now: Settings) => void,
): Pick<AllHandlers, 'credentials' | 'connections' | 'connectionFile' | 'places' | 'signIn'> {
  const { api, connections, credentials, certificates, escrow, handles } = infrastructure;
  const { signIns, policy, formDrafts: drafts, keptFiles, now } = infrastructure;
  const { notify } = infrastructure.events;
  const reader = createCredentialReader({ certificates, handles, now });
  return {
    credentials: credentialsService({
      store: credentials,
      reader,
      connections,
      notify,
      replaced: (users) => {
        for (const user of users) api.drop(user);
      },
      removed: (credential) => {
        for (const user of usersOf(credential, connections)) api.drop(user);
      },
      openSecretsOf: (credential) => hasOpenSecrets(usersOf(credential, connections), escrow),
    }),
    connections: connectionsService({
      store: connections,
      credentials,
      reader,
      api,
      signIns,
      handles,
      notify,
      policy,
      test: (connection, signal, report) =>
        testConnection(connection, api.examination(connection.id), signal, report),
      ask: (connection, signal, report) =>
        askOffers(connection, offersNeeds(api, connection), signal, report),
      now,
      drafts: {
        async forget(connection) {
          keptFiles.forget(connection);
          await drafts.forget(connection);
        },
      },
      openSecretsOf: (connection) => hasOpenSecrets([connection], escrow),
    }),
    places: placesService({
      places: infrastructure.places,
      connections,
      files: handles,
      policy,
      notify,
      now,
    }),
    connectionFile: connectionFileService({
      files: handles,
      connections,
      credentials,
      certificates,
      reader,
      policy,
      settings: infrastructure.settings,
      settingsChanged,
      notify,
      now,
    }),
    signIn: signInService({ signIns, connections, policy, escrow }),
  };
}

function offersNeeds(api: PlatformApi, { id }: SavedConnection): OffersNeeds {
  const redact = secretRedactor();
  return {
    api,
    signIn: (signal) => api.examination(id).signIn(signal),
    clean: (text) => maskIdentityNumbers(redact(text)),
  };
}

/** What is read without signing in, what a look-up service says, and whatever else can be read at all. */
function reading(
  shell: Shell,
  infrastructure: Infrastructure,
): Pick<AllHandlers, 'reference' | 'xsd' | 'explorer' | 'lookups'> {
  const { api, connections, handles, tables, requestLog, policy, now } = infrastructure;
  const program = factsOf(shell);
  const explorer = explorerService({
    api,
    requestLog,
    connections: {
      all: () => connections.all(),
      // Its links are judged by the hosts that count.
      find: (id) => policy.inForce(connections.find(id)),
    },
    cleaner() {
      const redact = secretRedactor();
      return (text) => maskIdentityNumbers(redact(text));
    },
    report: (about, connection) =>
      writeReport(program, {
        ...about,
        made: now().toISOString(),
        connection: connection && { ...connection, way: connection.signIn.way },
      }),
    copy: (text) => shell.clipboard.writeText(text),
    openExternal: (address) => shell.openExternal(address),
  });
  const reference = referenceService({ api, tables, now, copies: infrastructure.referenceCopies });
  const xsd = xsdService({
    api,
    handles,
    now,
    xsd: infrastructure.xsd,
    copies: infrastructure.referenceCopies,
    drafts: infrastructure.formDrafts,
    kept: infrastructure.keptForms,
    earlier: createEarlierForms(api),
  });
  const lookups = lookupsService({
    api,
    handles,
    xsd: infrastructure.xsd,
    cleaner: secretRedactor,
  });
  return { reference, xsd, explorer, lookups };
}

/** Names of the files that were damaged, of all stores. */
const setAside = (infrastructure: Infrastructure, jobs: Jobs): string[] => [
  ...infrastructure.documents.setAside,
  ...infrastructure.vaultSetAside,
  ...infrastructure.escrow.setAside,
  ...jobs.setAside,
  ...infrastructure.knowledge.setAside,
  ...infrastructure.formDrafts.setAside,
  ...infrastructure.keptFiles.setAside,
];

/** What is asked for what waits. */
export function todayNeeds(infrastructure: Infrastructure, jobs: Jobs): TodayNeeds {
  const { connections, credentials, escrow, knowledge, copies } = infrastructure;
  const { formDrafts: drafts, signIns, updates, journal, keychain } = infrastructure;
  return {
    connections,
    credentials: () => credentials.list(),
    secrets: () => escrow.list(),
    jobs: () => jobs.list(),
    knowledge,
    listed: createListedNames(copies),
    policyDays: () => infrastructure.settings.value().rotationPolicyDays,
    drafts,
    messages: (connection) => infrastructure.waitingMessages.of(connection),
    signInState: (connection) => signIns.state(connection).state,
    updates: () => updates.state(),
    setAside: () => setAside(infrastructure, jobs),
    journal: () => journal.state().state,
    keychainReady: () => keychain.state().state === 'ready',
    managed: infrastructure.policy.settings,
    now: infrastructure.now,
  };
}

/** All that a window shows first, as one answer. */
async function present(
  shell: Shell,
  infrastructure: Infrastructure,
  jobs: Jobs,
): Promise<Omit<Start, 'keychain'>> {
  const { connections, credentials, escrow, journal } = infrastructure;
  return {
    version: shell.version,
    shell: shell.name,
    platform: platformOf(process.platform),
    can: {
      ...shell.can,
      ...(shell.person?.canAsk() === true && { askWhoOpens: true as const }),
      ...(shell.notifications !== undefined && { notify: true as const }),
    },
    osLanguage: shell.osLanguage,
    settings: infrastructure.settings.value(),
    managed: infrastructure.policy.settings,
    untrustedSettings: shell.untrustedSettings,
    places: infrastructure.places.value().known,
    layout: infrastructure.layout.value(),
    connections: [...connections.all()],
    chosen: connections.chosen(),
    credentials: [...credentials.list()],
    secrets: [...escrow.list()],
    jobs: [...jobs.list()],
    journal: journal.state(),
    setAside: setAside(infrastructure, jobs),
    copiedFolder: infrastructure.copiedFolder(),
  };
}

const factsOf = ({ version, name }: Shell) => ({
  version,
  shell: name,
  system: `${platformOf(process.platform)} ${release()} ${process.arch}`,
});

function platformOf(platform: NodeJS.Platform): Start['platform'] {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}

/** Whether one of these connections has a secret, or an unknown outcome, that nobody has settled yet (OTS-11). */
function hasOpenSecrets(connections: readonly string[], escrow: Pick<Escrow, 'list'>): boolean {
  return escrow
    .list()
    .some(({ connection, state }) => state !== 'confirmed' && connections.includes(connection));
}
