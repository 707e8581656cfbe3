// Applies the organisation's policy for this computer: places, providers, proxy, features that are off, limits.
import type { Job } from '../../preload/contract/jobs.ts';
import {
  managedFeature,
  type ManagedFeature,
  type ManagedSettings,
} from '../../preload/contract/managed.ts';
import {
  type ConnectionFacts,
  placeAt,
  settledOtherwise,
  switchedOff,
} from '../../preload/contract/managed-rules.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import { Problem } from '../problem.ts';
import { invalidInput } from '../border/refusal.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import type { Document } from '../storage/documents.ts';
import { contract, type Contract, type Feature } from '../../preload/contract/contract.ts';

export interface Policy {
  readonly settings: ManagedSettings | null;
  /** Problem managed for an operation that is switched off, by its full name. */
  allow(operation: string): void;
  /** Problem managed for a job of a feature that is off: it rests. */
  allowJob(kind: Job['kind']): void;
  /** Problem invalid-input at the field that the organisation settles otherwise. */
  allowConnection(input: ConnectionFacts): void;
  /** Problem managed where the places are settled, which then hold alone. */
  allowPlaces(): void;
  /**
   * A saved connection as it is used: by the settled proxy, at most with the place's TLS version, with its former hosts.
   * Problem managed where it leads elsewhere than the organisation allows: it was made before, and can only be removed.
   */
  inForce(connection: SavedConnection): SavedConnection;
  /** Problem invalid-input for a value above a limit, and for what is settled altogether. */
  allowSettings(change: SettingsChange): void;
  /** Settings as they count, whatever was saved: a person's own choice stays in the file. */
  limited(settings: Document<Settings>): Document<Settings>;
}

type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

export function createPolicy(settings: ManagedSettings | null): Policy {
  const gone = operationsOff(switchedOff(settings));
  const refusal = (message: string) =>
    new Problem({ kind: 'managed', message, by: settings?.managedBy ?? '' });
  return {
    settings,
    allow(operation) {
      if (gone.has(operation)) throw refusal('This is switched off on this computer.');
    },
    allowJob(kind) {
      if (gone.has(beginningOf[kind]))
        throw refusal('What this job belongs to is switched off on this computer.');
    },
    allowConnection(input) {
      const field = settings === null ? undefined : settledOtherwise(settings, input);
      if (field !== undefined) throw invalidInput(field, 'managed');
    },
    allowPlaces() {
      if (settings?.places !== undefined)
        throw refusal('On this computer connections lead only where the organisation says.');
    },
    inForce(connection) {
      if (settings === null) return connection;
      if (settledOtherwise(settings, connection) !== undefined)
        throw refusal('This connection leads where connections may not lead on this computer.');
      return applied(settings, connection);
    },
    allowSettings(change) {
      const field = settings === null ? undefined : settingBeyond(settings, change);
      if (field !== undefined) throw invalidInput(field, 'managed');
    },
    limited: (document) => (settings === null ? document : limitedBy(settings, document)),
  };
}

function applied(settings: ManagedSettings, connection: SavedConnection): SavedConnection {
  const place = placeAt(settings, connection.baseAddress);
  return {
    ...connection,
    proxy: proxyOf(settings, connection),
    ...(place?.highestTls === 'TLSv1.2' && { highestTls: 'TLSv1.2' }),
    ...(place !== undefined && {
      formerHosts: [...new Set([...connection.formerHosts, ...place.formerHosts])],
    }),
  };
}

/**
 * A settled proxy, with the person's name and password where they were given for this very proxy: often it is the password of a whole domain, and
 * whoever may settle a proxy could otherwise have it sent to one of their own.
 */
function proxyOf(
  { proxy: settled }: ManagedSettings,
  { proxy }: SavedConnection,
): SavedConnection['proxy'] {
  if (settled?.use !== 'manual') return settled ?? proxy;
  const isSame =
    proxy.use === 'manual' &&
    proxy.host.toLowerCase() === settled.host.toLowerCase() &&
    proxy.port === settled.port;
  if (!isSame) return settled;
  const { userName, password } = proxy;
  return {
    ...settled,
    ...(userName !== undefined && { userName }),
    ...(password !== undefined && { password }),
  };
}

/** Settled altogether. */
const FIXED = ['updateAddress', 'notifications'] as const;
const LIMITED = ['clipboardSeconds', 'idleLockMinutes', 'rotationPolicyDays'] as const;

function settingBeyond(settings: ManagedSettings, change: SettingsChange): string | undefined {
  const { limits = {} } = settings;
  const fixed = FIXED.find((name) => settings[name] !== undefined && change[name] !== undefined);
  if (fixed !== undefined) return fixed;
  return LIMITED.find((name) => (change[name] ?? 0) > (limits[name] ?? Infinity));
}

function limitedBy(settings: ManagedSettings, document: Document<Settings>): Document<Settings> {
  const { limits = {}, updateAddress, notifications } = settings;
  const lowered = (value: Settings): Settings => ({
    ...value,
    ...Object.fromEntries(
      LIMITED.map((name) => [name, Math.min(value[name], limits[name] ?? Infinity)]),
    ),
    ...(updateAddress !== undefined && { updateAddress }),
    ...(notifications !== undefined && { notifications }),
  });
  return {
    value: () => lowered(document.value()),
    change: async (to) => lowered(await document.change(to)),
  };
}

type OperationName = {
  [F in Feature]: `${F}.${keyof Contract[F] & string}`;
}[Feature];

/** Names of services and roles, looked up in the copy on this computer wherever one of them is shown or chosen. */
const NAMES: readonly OperationName[] = [
  'reference.state',
  'reference.owners',
  'reference.search',
  'reference.named',
  'reference.service',
  'reference.requirements',
  'reference.roles',
  'jobs.startSynchronise',
];
/** Whom one acts for. */
const PARTIES: readonly OperationName[] = ['reportees.list', 'reportees.get'];

/**
 * A whole group of the contract, or single operations. One that no feature names is never switched off: connections,
 * sign-in, settings, the activity, updates, reports for support, what becomes of jobs, and one-time secrets, which
 * wait for their person whatever is off.
 */
const USED: Readonly<Record<ManagedFeature, readonly (Feature | OperationName)[]>> = {
  'enterprise-users': [
    'enterpriseUsers',
    'jobs.startRotation',
    'jobs.startUserDeletion',
    'jobs.testDestination',
  ],
  'role-definitions': ['roleDefinitions', ...NAMES, ...PARTIES],
  delegations: [
    'delegations',
    'jobs.startDelegations',
    'roleDefinitions.list',
    'roleDefinitions.get',
    'reportees.convert',
    ...NAMES,
    ...PARTIES,
  ],
  'contact-information': [
    'contactInformation',
    'jobs.startContactEntries',
    'profile.organisation',
    ...PARTIES,
  ],
  consents: ['consents', 'jobs.startConsentRequests', ...NAMES],
  profile: ['profile', ...PARTIES],
  reportees: ['reportees'],
  messages: [
    'messages',
    'jobs.startMessageChanges',
    'jobs.startForms',
    'forms',
    'formDrafts',
    'manyForms',
    'attachments',
    'xsd',
    ...NAMES,
    ...PARTIES,
  ],
  'message-export': ['jobs.startMessageExport', 'jobs.verifyExport'],
  'hand-over': ['handOver'],
  'file-transfer': [
    'fileTransfer',
    'jobs.startFileDownload',
    'jobs.startFileSending',
    ...NAMES,
    ...PARTIES,
  ],
  lookups: ['lookups', ...NAMES, ...PARTIES],
  'service-owner': [
    'serviceOwner',
    'partyAccess',
    'serviceRights',
    'ownerRequests',
    'ownerEvents',
    'jobs.startLookUp',
    ...NAMES,
  ],
  reference: ['reference', 'xsd', ...NAMES],
  // Reports for support are made of failures on every screen.
  explorer: [
    'explorer.entryPoints',
    'explorer.get',
    'explorer.openLink',
    'explorer.traffic',
    'explorer.clearTraffic',
  ],
};

/** What begins a job: one that may not be begun may not go on either. */
const beginningOf: Readonly<Record<Job['kind'], OperationName>> = {
  'rotate-secrets': 'jobs.startRotation',
  'change-contact-entries': 'jobs.startContactEntries',
  'change-delegations': 'jobs.startDelegations',
  'change-messages': 'jobs.startMessageChanges',
  'send-forms': 'jobs.startForms',
  'request-consents': 'jobs.startConsentRequests',
  'download-files': 'jobs.startFileDownload',
  'send-files': 'jobs.startFileSending',
  'delete-users': 'jobs.startUserDeletion',
  'look-up': 'jobs.startLookUp',
  'export-messages': 'jobs.startMessageExport',
  'hand-over': 'handOver.start',
  synchronise: 'jobs.startSynchronise',
};

/** Full names of the operations that are switched off: those all of whose features are off. */
export function operationsOff(off: ReadonlySet<ManagedFeature>): ReadonlySet<string> {
  const gone = new Set<string>();
  const used = new Set<string>();
  for (const feature of managedFeature.options) {
    const into = off.has(feature) ? gone : used;
    for (const one of USED[feature]) for (const name of namesIn(one)) into.add(name);
  }
  return new Set([...gone].filter((name) => !used.has(name)));
}

function namesIn(one: Feature | OperationName): readonly string[] {
  if (one.includes('.')) return [one];
  return Object.keys(contract[one as Feature]).map((name) => `${one}.${name}`);
}
