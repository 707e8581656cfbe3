// One service for each feature of the contract, given what it needs; the compiler names the one that is missing.
import { homedir, release } from 'node:os';
import path from 'node:path';
import type { Start } from '../preload/contract/app.ts';
import type { AllHandlers, Handlers } from '../preload/contract/contract.ts';
import { testConnection } from './platform/connection-test.ts';
import type { Erasing } from './erase-data.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createMaterials } from './diagnostics/sbom.ts';
import { type Parts, usersOf } from './infrastructure.ts';
import { writeProgramReport } from './diagnostics/program-report.ts';
import { maskIdentityNumbers, secretRedactor } from './diagnostics/redaction.ts';
import { createScreenPrivacy } from './border/screen-privacy.ts';
import { activityService } from './services/activity.ts';
import { appService } from './services/app.ts';
import { attachmentsService } from './services/attachments.ts';
import { codeListsService } from './services/code-lists.ts';
import { connectionsService } from './services/connections.ts';
import { contactInformationService } from './services/contact-information.ts';
import { credentialsService } from './services/credentials.ts';
import { createProbe, enterpriseUsersService } from './services/enterprise-users.ts';
import { explorerService } from './services/explorer.ts';
import { filesService } from './services/files.ts';
import { formDraftsService } from './services/form-drafts.ts';
import { formsService } from './services/forms.ts';
import { jobsService } from './services/jobs.ts';
import { layoutService } from './services/layout.ts';
import { messagesService } from './services/messages.ts';
import { metadataService } from './services/metadata.ts';
import { oneTimeSecretsService } from './services/one-time-secrets.ts';
import { profileService } from './services/profile.ts';
import { referenceService } from './services/reference.ts';
import { reporteesService } from './services/reportees.ts';
import { roleDefinitionsService } from './services/role-definitions.ts';
import { roleRequirementsService } from './services/role-requirements.ts';
import { serviceOwnerService } from './services/service-owner.ts';
import { settingsService } from './services/settings.ts';
import { signInService } from './services/sign-in.ts';
import { updatesService } from './services/updates.ts';
import { xsdService } from './services/xsd.ts';
import type { Shell } from './shell/shell.ts';
import { writeReport } from './diagnostics/support-report.ts';

/** What the program's own operations do to the program. */
export interface Program {
  readonly lock: () => void;
  readonly holdDrafts: (drafts: number, window: symbol) => void;
  readonly mayQuit: () => boolean;
  readonly mayErase: () => boolean;
  readonly erase: Erasing['erase'];
  readonly quit: () => void;
}

export function createHandlers(
  shell: Shell,
  parts: Parts,
  jobs: Jobs,
  program: Program,
): AllHandlers {
  const { api, escrow, connections, handles } = parts;
  const { notify } = parts.events;
  return {
    app: programService(shell, parts, jobs, program),
    settings: settingsService({ settings: parts.settings, managed: parts.managed, notify }),
    layout: layoutService(parts),
    files: filesService({ dialogs: shell.dialogs, handles }),
    ...setUp(parts),
    enterpriseUsers: enterpriseUsersService(parts),
    oneTimeSecrets: hiddenFromSharing(
      shell,
      oneTimeSecretsService({
        ...{ escrow, clipboard: parts.clipboard, files: handles, probe: createProbe({ api }) },
      }),
    ),
    jobs: jobsService({ jobs, connections, files: handles, managed: parts.managed }),
    activity: activityService({ journal: parts.journal, handles }),
    ...messageBox(shell, parts),
    attachments: attachmentsService({ api, handles }),
    roleDefinitions: roleDefinitionsService(parts),
    roleRequirements: roleRequirementsService(parts),
    contactInformation: contactInformationService(parts),
    profile: profileService(parts),
    reportees: reporteesService(parts),
    serviceOwner: serviceOwnerService({ ...parts, lookUps: jobs.lookUps }),
    ...reading(shell, parts),
    updates: updatesService({ updates: parts.updates, mayQuit: program.mayErase }),
  };
}

function programService(shell: Shell, parts: Parts, jobs: Jobs, program: Program): Handlers<'app'> {
  return appService({
    ...program,
    notify: parts.events.notify,
    ...{ connections: parts.connections, keychain: parts.keychain, handles: parts.handles },
    present: () => present(shell, parts, jobs),
    openExternal: (address) => shell.openExternal(address),
    materials: createMaterials({ folder: shell.materialsFolder }),
    report: () => programReport(shell, parts, jobs),
    folder: parts.folderFormat,
  });
}

async function programReport(shell: Shell, parts: Parts, jobs: Jobs): Promise<string> {
  return writeProgramReport({
    system: factsOf(shell).system,
    installed: shell.installed,
    made: parts.now(),
    start: await present(shell, parts, jobs),
    keychain: parts.keychain.state().state,
    updates: parts.updates.state(),
    folder: parts.folderFormat,
    logFolder: path.join(shell.dataFolder, 'logs'),
    privatePaths: [shell.dataFolder, homedir()],
  });
}

function messageBox(
  shell: Shell,
  { api, connections, handles, formDrafts: drafts, shownBodies, now }: Parts,
): Pick<AllHandlers, 'messages' | 'forms' | 'formDrafts'> {
  return {
    messages: messagesService({
      ...{ api, handles, drafts, now },
      openExternal: (address) => shell.openExternal(address),
      showBody: (body) => shell.bodyAddress(shownBodies.add(body)),
    }),
    forms: formsService({ api, handles, drafts }),
    formDrafts: formDraftsService({ api, connections, handles, drafts }),
  };
}

/** What a connection is made of, and how it signs in. */
function setUp(parts: Parts): Pick<AllHandlers, 'credentials' | 'connections' | 'signIn'> {
  const { api, connections, credentials, certificates, handles, now } = parts;
  const { notify } = parts.events;
  return {
    credentials: credentialsService({
      ...{ book: credentials, certificates, handles, notify, now },
      removed: (credential) => {
        for (const user of usersOf(credential, connections)) api.drop(user);
      },
      openSecretsOf: (credential) => hasOpenSecrets(usersOf(credential, connections), parts),
    }),
    connections: connectionsService({
      ...{ book: connections, credentials, api, signIns: parts.signIns, handles, notify },
      managed: parts.managed,
      test: (connection, signal, report) =>
        testConnection(connection, api.examination(connection.id), signal, report),
      drafts: parts.formDrafts,
      openSecretsOf: (connection) => hasOpenSecrets([connection], parts),
    }),
    signIn: signInService(parts),
  };
}

/** What is read without signing in, and whatever else can be read at all. */
function reading(
  shell: Shell,
  parts: Parts,
): Pick<AllHandlers, 'metadata' | 'codeLists' | 'reference' | 'xsd' | 'explorer'> {
  const { api, connections, handles, tables, traffic, managed, now } = parts;
  const program = factsOf(shell);
  const explorer = explorerService({
    ...{ api, traffic },
    connections: {
      all: () => connections.all(),
      // Its links are judged by the hosts that count.
      find: (id) => managed.inForce(connections.find(id)),
    },
    cleaner() {
      const redact = secretRedactor();
      return (text) => maskIdentityNumbers(redact(text));
    },
    report: (about, connection) =>
      writeReport(program, {
        ...{ ...about, made: now().toISOString() },
        connection: connection && { ...connection, way: connection.signIn.way },
      }),
    copy: (text) => shell.clipboard.writeText(text),
    openExternal: (address) => shell.openExternal(address),
  });
  const metadata = metadataService({ api, handles, now });
  const reference = referenceService({ api, tables, now, copies: parts.referenceCopies });
  const xsd = xsdService({
    ...{ api, handles, now },
    ...{ xsd: parts.xsd, copies: parts.referenceCopies, drafts: parts.formDrafts },
  });
  return { metadata, codeLists: codeListsService({ api }), reference, xsd, explorer };
}

/** All that a window shows first, as one answer. */
async function present(shell: Shell, parts: Parts, jobs: Jobs): Promise<Omit<Start, 'keychain'>> {
  const { connections, credentials, escrow, documents, journal } = parts;
  return {
    version: shell.version,
    shell: shell.name,
    platform: platformOf(process.platform),
    can: shell.can,
    osLanguage: shell.osLanguage,
    settings: parts.settings.value(),
    managed: parts.managed.settings,
    layout: parts.layout.value(),
    connections: [...connections.all()],
    chosen: connections.chosen(),
    credentials: [...credentials.list()],
    secrets: [...escrow.list()],
    jobs: [...jobs.list()],
    journal: journal.state(),
    setAside: [
      ...documents.setAside,
      ...(parts.vaultSetAside === undefined ? [] : [parts.vaultSetAside]),
      ...escrow.setAside,
      ...jobs.setAside,
      ...parts.knowledge.setAside,
      ...parts.formDrafts.setAside,
    ],
    copiedFolder: parts.copiedFolder(),
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
function hasOpenSecrets(connections: readonly string[], { escrow }: Parts): boolean {
  return escrow
    .list()
    .some(({ connection, state }) => state !== 'confirmed' && connections.includes(connection));
}

function hiddenFromSharing(
  shell: Shell,
  service: Handlers<'oneTimeSecrets'>,
): Handlers<'oneTimeSecrets'> {
  const hide = createScreenPrivacy(shell);
  return {
    ...service,
    reveal: (...given) => {
      hide();
      return service.reveal(...given);
    },
    look: (...given) => {
      hide();
      return service.look(...given);
    },
  };
}
