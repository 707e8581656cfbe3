// English texts of connections as a file: for another computer, for a colleague, and taking them over.
import type {
  ConnectionFileFor,
  Needed,
  OpenedConnectionFile,
} from '../../../preload/contract/connection-file.ts';
import type { Credential } from '../../../preload/contract/credentials.ts';
import { counted } from '../formats.ts';

const connections = (n: number): string => counted('en', n, 'connection', 'connections');

export const connectionFile = {
  menu: 'Share or move',
  open: {
    self: 'Use on another computer…',
    colleague: 'Hand over to a colleague…',
    take: 'Take over from a file…',
  },
  save: {
    title: {
      self: 'Use on another computer',
      colleague: 'Hand over to a colleague',
    } satisfies Record<ConnectionFileFor, string>,
    text: {
      self: 'Saves connections as one file. On the other computer, open Connections and choose “Take over from a file”.',
      colleague:
        'Saves connections as one file. Your own user names and passwords are left out: your colleague signs in as themselves.',
    } satisfies Record<ConnectionFileFor, string>,
    connections: 'Connections',
    settings: 'Include settings',
    settingsHint: 'Appearance, language, rotation policy, time limits and notifications.',
    secrets: 'Secrets',
    with: 'Include, encrypted',
    without: 'Leave out',
    withHint: {
      self: 'Certificates, API keys and passwords come along. Send the passphrase separately from the file.',
      colleague:
        'Certificates, API keys and secrets of enterprise users come along. Tell your colleague the passphrase, but not together with the file.',
    } satisfies Record<ConnectionFileFor, string>,
    withoutHint: {
      self: 'The file names what each connection needs, such as the certificate and its expiry. You add these on the other computer.',
      colleague:
        'The file names what each connection needs, such as the certificate and its expiry. Your colleague adds these.',
    } satisfies Record<ConnectionFileFor, string>,
    never: 'Tokens and one-time secrets are never included.',
    action: 'Choose where to save…',
    none: 'Select at least one connection.',
    failed: 'Could not save the connections',
    saved: (name: string) => `Connections saved as “${name}”`,
  },
  take: {
    title: 'Take over connections',
    text: 'From a file that was saved on another computer or by a colleague',
    back: 'Back to connections',
    drop: 'Drop the file here',
    dropHint: 'A file that ends in .json or .json.age',
    choose: 'Choose file…',
    another: 'Choose another file…',
    reading: 'Opening…',
    failed: 'Could not open the file',
    passphrase: 'Passphrase of the file',
    passphraseHint: 'The one that was typed when the file was saved.',
    unlock: 'Open',
    problems: {
      'wrong-passphrase': {
        title: 'Wrong passphrase',
        text: 'Check upper and lower case, and type it again.',
      },
      foreign: {
        title: 'This is not a file of connections',
        text: 'Choose the file that Steward saved under “Use on another computer” or “Hand over to a colleague”.',
      },
      newer: {
        title: 'The file was saved by a newer version of Steward',
        text: 'Update Steward on this computer, then open the file again.',
      },
      damaged: {
        title: 'The file is damaged',
        text: 'It was changed or cut off on its way here. Have it saved and sent again.',
      },
    } satisfies Record<
      Exclude<OpenedConnectionFile['state'], 'open' | 'passphrase-needed'>,
      { readonly title: string; readonly text: string }
    >,
    savedOn: {
      self: (on: string) => `Saved on ${on} for another computer.`,
      colleague: (on: string) => `Saved on ${on} for a colleague.`,
    } satisfies Record<ConnectionFileFor, (on: string) => string>,
    withSecrets: 'Secrets come along.',
    withoutSecrets: 'Without secrets: what is missing is added afterwards.',
    table: 'Connections in the file',
    all: 'All connections',
    columns: { connection: 'Connection', leadsTo: 'Leads to', needs: 'Certificates and keys' },
    here: (name: string) => `Already here as “${name}”.`,
    managed: (by: string) => `${by} doesn’t allow this connection on this computer.`,
    extraCa: (file: string) => `Also trusts the certificates in ${file}.`,
    noNeeds: 'Nothing to add',
    until: (on: string) => `valid until ${on}`,
    kinds: {
      'sign-in': 'Your own sign-in',
      token: 'A token, pasted after each start',
    } satisfies Record<Exclude<Needed['kind'], Credential['kind']>, string>,
    states: {
      comes: 'Comes along',
      add: 'To add',
      expired: 'Expired: add a new one',
      'not-yet-valid': 'Not valid yet: add it later',
    } satisfies Record<Needed['state'], string>,
    settings: 'Settings',
    settingsNone: 'The settings are the same here.',
    settingManaged: (by: string) => `Managed by ${by}`,
    on: 'On',
    off: 'Off',
    checkHosts: 'Check where the connections lead',
    checkHostsText:
      'Your certificates and keys are sent to these addresses. Take over only files from someone you trust.',
    selected: (n: number, of: number) => `${String(n)} of ${connections(of)} selected`,
    action: 'Take over…',
    nothing: 'Select a connection or a setting',
    takeFailed: 'Could not take over the connections',
    changed: {
      what: 'The file changed after it was opened',
      fix: 'Open it again and check what it holds now.',
    },
    done: (n: number) => `${connections(n)} taken over`,
    settingsDone: 'Settings taken over',
    ready: 'Nothing is missing.',
    missing: (all: string) => `Still to add: ${all}`,
    add: 'Add what is missing',
    test: 'Test the connection',
    finish: 'Done',
  },
};
