// Which operations each feature uses, so that switching one off removes its own and nothing that others need.
import { contract, type Contract, type Feature } from '../../preload/contract/contract.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { managedFeature, type ManagedFeature } from '../../preload/contract/managed.ts';

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
  'enterprise-users': ['enterpriseUsers', 'jobs.startRotation', 'jobs.testDestination'],
  'role-definitions': ['roleDefinitions', ...NAMES, ...PARTIES],
  'contact-information': [
    'contactInformation',
    'jobs.startContactEntries',
    'profile.organisation',
    ...PARTIES,
  ],
  profile: ['profile', ...PARTIES],
  reportees: ['reportees'],
  messages: ['messages', 'forms', 'formDrafts', 'attachments', 'xsd', ...NAMES, ...PARTIES],
  'message-export': ['jobs.startMessageExport', 'jobs.verifyExport'],
  'service-owner': ['serviceOwner', 'jobs.startLookUp', ...NAMES],
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
export const beginningOf: Readonly<Record<Job['kind'], OperationName>> = {
  'rotate-secrets': 'jobs.startRotation',
  'change-contact-entries': 'jobs.startContactEntries',
  'look-up': 'jobs.startLookUp',
  'export-messages': 'jobs.startMessageExport',
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
