// English texts of what Steward stores and where: a row for each of `preload/contract/stored-data.ts`.
import type { Protection, RemovedBy, StoredDataId } from '../../../preload/contract/stored-data.ts';

interface Row {
  readonly what: string;
  /** What of it may be about a person. */
  readonly personal: string;
  readonly kept: string;
}

const rows: Readonly<Record<StoredDataId, Row>> = {
  keychain: {
    what: 'Certificates, keys, passwords, kept secrets and sign-ins',
    personal: 'Names in certificates; sign-ins of people',
    kept: 'Until you remove them or sign out',
  },
  credentials: {
    what: 'Facts about certificates and keys',
    personal: 'Names and numbers in certificates',
    kept: 'Until you remove the certificate or key',
  },
  connections: {
    what: 'Connections',
    personal: 'User names, names and numbers of organisations',
    kept: 'Until you remove the connection',
  },
  users: {
    what: 'Notes and history of enterprise users',
    personal: 'User names, your notes, and the account that made each change',
    kept: 'Until you delete the user in Steward; history is removed some time later',
  },
  lists: {
    what: 'Lists of enterprise users, for work offline',
    personal: 'User names',
    kept: 'Until a newer list replaces it',
  },
  oneTimeSecrets: {
    what: 'New secrets that are not stored yet',
    personal: 'User names (not encrypted) and the secrets (encrypted)',
    kept: 'Until you confirm that it is stored; the user name is removed some time later',
  },
  secretNames: {
    what: 'List of the entries in the keychain',
    personal: 'None',
    kept: 'As long as there are entries',
  },
  drafts: {
    what: 'Form drafts, and details of files you sent',
    personal: 'What you filled in, and recipients',
    kept: 'Until you discard the draft or remove the connection; the last 1,000 sent files',
  },
  jobs: {
    what: 'Jobs',
    personal: 'Their rows (encrypted); names of connections and folders (not encrypted)',
    kept: 'Until you remove the job from the list',
  },
  journal: {
    what: 'Activity journal',
    personal: 'Your account’s name, user names and organisations; no national identity numbers',
    kept: 'Never shortened',
  },
  layout: {
    what: 'Window layout',
    personal: 'Parties you acted for, and the user or organisation opened last',
    kept: 'Until others replace them; starred parties until you remove the star',
  },
  folders: {
    what: 'Where the data folder is, and where files are being saved',
    personal: 'Folder names, which may contain your account’s name',
    kept: 'Until others replace them',
  },
  settings: {
    what: 'Settings, places from a file, and which notifications and versions you have seen',
    personal: 'None',
    kept: 'Until others replace them',
  },
  backups: {
    what: 'Backups of the files above',
    personal: 'The same as in those files',
    kept: 'The last three',
  },
  logs: {
    what: 'Log',
    personal: 'The server’s words, which may contain a name; identity numbers are removed',
    kept: 'The newest 5 MB',
  },
  reference: {
    what: 'Offline copy of services, code lists and roles',
    personal: 'None: it is public',
    kept: 'Until a newer copy replaces it',
  },
  running: {
    what: 'What a running Steward needs, and new versions',
    personal: 'None',
    kept: 'Until Steward closes or the version is installed',
  },
  session: {
    what: 'Messages, lists and tokens you have loaded',
    personal: 'What the platform returned',
    kept: 'Until the session is cleared or Steward closes',
  },
  saved: {
    what: 'Files you saved or exported',
    personal: 'What you exported',
    kept: 'Until you delete them',
  },
};

const protections: Readonly<Record<Protection, string>> = {
  keychain: 'In the keychain of the system',
  sealed: 'Encrypted with a key in the keychain',
  'partly-sealed': 'Partly encrypted',
  clear: 'Not encrypted; only your account can read it',
  memory: 'In memory only',
  yours: 'Not encrypted, except secrets',
};

const removals: Readonly<Record<RemovedBy, string>> = {
  secrets: 'Remove secrets, or Remove everything',
  everything: 'Remove everything',
  clearing: 'Clear the session',
  yours: 'You delete the files',
};

export const storedData = {
  open: 'Show what is stored…',
  title: 'What Steward stores',
  text: 'Files are in the data folder, unless the row says otherwise.',
  list: 'What is stored',
  columns: {
    what: 'What',
    personal: 'Personal data',
    where: 'Where',
    protection: 'Protection',
    kept: 'Kept',
    removal: 'Removed by',
  },
  protections,
  removals,
  places: { keychain: 'Keychain', memory: 'Memory', yours: 'Where you chose' },
  rows,
};
