// What main answers in these tests: small, whole values of the contract.
import type { Start } from '../../../preload/contract/app.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Layout } from '../../../preload/contract/layout.ts';
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
  },
  managed: null,
  layout: emptyLayout,
  connections: [],
  chosen: null,
  credentials: [],
  secrets: [],
  jobs: [],
  journal: { state: 'whole', lines: 0, firstBadLine: null },
  setAside: [],
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
