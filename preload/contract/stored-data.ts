// What Steward stores and where, row by row: the source of the settings' list and of the guide's page on privacy.

/** How what lies there is protected from whoever can read the disk. */
export type Protection = 'keychain' | 'sealed' | 'partly-sealed' | 'clear' | 'memory' | 'yours';

/** What removes all of it at once; `yours`: files that a person saved, which Steward never removes. */
export type RemovedBy = 'secrets' | 'everything' | 'clearing' | 'yours';

export interface StoredData {
  readonly id: string;
  /** Files and folders of the data folder; none for what lies elsewhere. */
  readonly places: readonly string[];
  readonly protection: Protection;
  /** Whether any of it may be about a person. */
  readonly isPersonal: boolean;
  readonly removedBy: RemovedBy;
}

/** All of it: every file that main writes is in one of these rows, and the words of a row are in the texts under its id. */
export const storedData = [
  {
    id: 'keychain',
    places: [],
    protection: 'keychain',
    isPersonal: true,
    removedBy: 'secrets',
  },
  {
    id: 'credentials',
    places: ['credentials.json'],
    protection: 'clear',
    isPersonal: true,
    removedBy: 'secrets',
  },
  {
    id: 'connections',
    places: ['connections.json'],
    protection: 'clear',
    isPersonal: true,
    removedBy: 'everything',
  },
  {
    id: 'users',
    places: ['enterprise-users.json', 'enterprise-users.log'],
    protection: 'clear',
    isPersonal: true,
    removedBy: 'everything',
  },
  {
    id: 'lists',
    places: ['copies'],
    protection: 'sealed',
    isPersonal: true,
    removedBy: 'secrets',
  },
  {
    id: 'oneTimeSecrets',
    places: ['escrow.log'],
    protection: 'partly-sealed',
    isPersonal: true,
    removedBy: 'secrets',
  },
  {
    id: 'secretNames',
    places: ['vault.log'],
    protection: 'clear',
    isPersonal: false,
    removedBy: 'everything',
  },
  {
    id: 'drafts',
    places: ['drafts'],
    protection: 'sealed',
    isPersonal: true,
    removedBy: 'secrets',
  },
  {
    id: 'jobs',
    places: ['jobs', 'jobs.json'],
    protection: 'partly-sealed',
    isPersonal: true,
    removedBy: 'secrets',
  },
  {
    id: 'journal',
    places: ['journal.jsonl'],
    protection: 'clear',
    isPersonal: true,
    removedBy: 'everything',
  },
  {
    id: 'layout',
    places: ['layout.json'],
    protection: 'clear',
    isPersonal: true,
    removedBy: 'everything',
  },
  {
    id: 'folders',
    places: ['format.json', 'parts.json'],
    protection: 'clear',
    isPersonal: true,
    removedBy: 'everything',
  },
  {
    id: 'settings',
    places: ['settings.json', 'places.json', 'notices.json', 'updates.json'],
    protection: 'clear',
    isPersonal: false,
    removedBy: 'everything',
  },
  {
    id: 'backups',
    places: ['backups'],
    protection: 'partly-sealed',
    isPersonal: true,
    removedBy: 'everything',
  },
  {
    id: 'logs',
    places: ['logs'],
    protection: 'clear',
    isPersonal: true,
    removedBy: 'everything',
  },
  {
    id: 'reference',
    places: ['reference'],
    protection: 'clear',
    isPersonal: false,
    removedBy: 'everything',
  },
  {
    id: 'running',
    places: ['window', 'updates', 'steward.lock', 'steward.sock', '.escrow'],
    protection: 'clear',
    isPersonal: false,
    removedBy: 'everything',
  },
  {
    id: 'session',
    places: [],
    protection: 'memory',
    isPersonal: true,
    removedBy: 'clearing',
  },
  {
    id: 'saved',
    places: [],
    protection: 'yours',
    isPersonal: true,
    removedBy: 'yours',
  },
] as const satisfies readonly StoredData[];

export type StoredDataId = (typeof storedData)[number]['id'];
