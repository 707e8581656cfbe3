// Sample values that main returns in these tests: small, whole values of the contract.
import type { Start } from '../../../preload/contract/app.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Credential } from '../../../preload/contract/credentials.ts';
import type { EnterpriseUser } from '../../../preload/contract/enterprise-users.ts';
import type { JobOf } from '../../../preload/contract/jobs.ts';
import type { Layout } from '../../../preload/contract/layout.ts';
import type { OneTimeSecret } from '../../../preload/contract/one-time-secrets.ts';
import type { Reportee } from '../../../preload/contract/reportees.ts';
import type { SignInState } from '../../../preload/contract/sign-in.ts';
import type { Failure } from '../../../preload/result.ts';

export const makeConnection = (id: string, more: Partial<Connection> = {}): Connection => ({
  id,
  name: `Connection ${id}`,
  environment: 'test',
  baseAddress: 'https://platform.example.test/',
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '974760673',
  signIn: { way: 'certificate', certificate: 'k-1' },
  apiKey: 'k-2',
  highestTls: 'TLSv1.2',
  language: 1044,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
  extraCa: null,
  ...more,
});

export const emptyLayout: Layout = {
  sidebarWidth: null,
  inspectorWidths: {},
  sorting: {},
  places: {},
  parties: {},
  actsAsUser: {},
  serviceOwners: {},
  folded: [],
  eventOffsets: {},
};

/** As main answers it on a computer where nothing was set up yet. */
export const makeStart = (more: Partial<Start> = {}): Start => ({
  version: '1.0.0',
  shell: 'chromium',
  platform: 'linux',
  can: { hideFromScreenSharing: false, saveDialog: false },
  osLanguage: 'en',
  keychain: { state: 'ready', message: '' },
  settings: {
    scheme: 'auto',
    language: 'en',
    rotationPolicyDays: 90,
    clipboardSeconds: 30,
    idleLockMinutes: 15,
    updateAddress: null,
    notifications: true,
  },
  managed: null,
  untrustedSettings: null,
  places: null,
  // As if the person had said so: every screen may be opened by the certificate of the samples.
  layout: {
    ...emptyLayout,
    actsAsUser: Object.fromEntries((more.connections ?? []).map(({ id }) => [id, true as const])),
    serviceOwners: Object.fromEntries((more.connections ?? []).map(({ id }) => [id, true])),
  },
  connections: [],
  chosen: null,
  credentials: [],
  secrets: [],
  jobs: [],
  journal: { state: 'whole', lines: 0, firstBadLine: null, unconfirmed: 0 },
  setAside: [],
  copiedFolder: null,
  ...more,
});

export const AT = '2026-03-02T08:00:00.000Z';

export const makeCredential = (id: string): Credential => ({
  id,
  kind: 'api-key',
  name: `Key ${id}`,
  added: AT,
  lastFour: 'cdef',
  memoryOnly: false,
  usedBy: [],
});

export const makeSecret = (id: string, more: Partial<OneTimeSecret> = {}): OneTimeSecret => ({
  id,
  connection: 'c-1',
  environment: 'test',
  userName: 'svc-payroll',
  operation: 'rotateSecret',
  at: AT,
  state: 'waiting',
  kept: 'keychain',
  job: null,
  previousHeld: false,
  ...more,
});

type Download = JobOf<'synchronise'>;
/** A download of the open metadata. */
export const makeJob = (id: string, more: Partial<Download> = {}): Download => ({
  id,
  kind: 'synchronise',
  state: 'running',
  because: 'none',
  connection: 'c-1',
  connectionName: 'Connection c-1',
  environment: 'test',
  organisationName: 'Fjordtrafikk AS',
  started: AT,
  changed: AT,
  tally: { waiting: 2, running: 0, done: 1, notFound: 0, refused: 0, unknown: 0, skipped: 0 },
  details: {
    language: 1044,
    scope: { what: 'everything' },
    unchanged: 0,
    bytes: 0,
    secondsLeft: null,
    skippedAreas: [],
    cutAreas: [],
  },
  ...more,
});

/** Of a list of which nothing was held back. */
export const allThere = { complete: true, because: null, calls: 2 } as const;
export const makeUser = (userName: string, note = ''): EnterpriseUser => ({
  userName,
  created: AT,
  ownerOrganisationNumber: '974760673',
  local: { note, lastRotated: null, firstSeen: null, kept: 'nowhere', attention: 'none' },
});

export const makeParty = (id: string, more: Partial<Reportee> = {}): Reportee => ({
  id,
  name: `Party ${id}`,
  kind: 'organisation',
  type: 'Business',
  organisationNumber: null,
  parentOrganisationNumber: null,
  form: 'AS',
  status: { known: 'active', word: 'Active' },
  identityNumber: null,
  ...more,
});

export const makeSignIn = (connection: string, more: Partial<SignInState> = {}): SignInState => ({
  connection,
  way: 'person',
  state: 'signed-in',
  who: { kind: 'person', name: 'Kari Nordmann' },
  scopes: [],
  securityLevel: 3,
  since: AT,
  until: null,
  secondsLeft: null,
  renews: false,
  failure: null,
  ...more,
});

export const cancelled: Failure = { kind: 'cancelled', message: 'It was cancelled.' };
export const offline: Failure = { kind: 'offline', message: 'No network.' };
export const keychainLocked: Failure = {
  kind: 'keychain',
  message: 'The keychain is locked.',
  problem: 'locked',
};
export const signInNeeded: Failure = {
  kind: 'sign-in-needed',
  message: 'Nobody is signed in.',
  status: 401,
  reason: 'Unauthorized',
  reference: 'r-1',
};
