// English texts of the frame: title bar, sidebar, status bar, bars, palette, shortcuts, leaving and locking.
import { plural } from '../formats.ts';

export const frame = {
  skip: 'Go to the content',
  navigation: 'Main navigation',
  commandField: 'Search or run a command',
  commandNothing: 'Nothing matches. Type part of a screen, a connection or a command.',
  commandScreens: 'Screens',
  commandConnections: 'Connections',
  commandActions: 'Commands',
  switchTo: (name: string) => `Switch to ${name}`,
  connectionSwitcher: 'Choose connection',
  noConnection: 'No connection',
  manageConnections: 'Connections and credentials…',
  offline: 'Offline',
  connected: 'Connected',
  signedOut: 'Signed out',
  groups: {
    access: 'Access',
    reference: 'Reference',
    local: 'This computer',
  },
  screens: {
    'enterprise-users': 'Enterprise users',
    explorer: 'Explorer',
    activity: 'Activity',
    connections: 'Connections and credentials',
    settings: 'Settings',
    'first-run': 'Connect',
  },
  signedInWith: {
    certificate: 'With organisation certificate',
    'machine-token': 'With machine token',
    'pasted-token': 'With a pasted token',
    person: 'As a person, in the browser',
    password: 'With user name and password',
    'enterprise-user': 'As enterprise user',
    none: 'Open data, no sign-in',
  },
  organisationNumberShort: 'Org. no.',
  needs: {
    connection: 'Needs a connection',
  },
  credentialsShort: 'Credentials',
  credentialsNone: 'None added yet',
  credentialsFine: (n: number) =>
    `Next expiry in ${n} ${plural('en', n, { one: 'day', other: 'days' })}`,
  certificateExpires: (n: number) =>
    n === 0
      ? 'Certificate expires today'
      : `Certificate expires in ${n} ${plural('en', n, { one: 'day', other: 'days' })}`,
  certificateExpired: 'Certificate has expired',
  certificateNotYet: 'Certificate is not valid yet',
  expiryBar: (name: string, n: number) =>
    n === 0
      ? `${name} expires today.`
      : `${name} expires in ${n} ${plural('en', n, { one: 'day', other: 'days' })}.`,
  expiryBarText: 'Order and import a new one before then; a sign-in stops working at once.',
  expiredBar: (name: string) => `${name} has expired.`,
  expiredBarText: 'The platform refuses it. Import a new certificate.',
  dataFrom: (time: string) => `Data: ${time}`,
  noJobs: 'No running jobs',
  runningJobs: (n: number) => `${n} running ${plural('en', n, { one: 'job', other: 'jobs' })}`,
  pausedJobs: (n: number) => `${n} paused ${plural('en', n, { one: 'job', other: 'jobs' })}`,
  apiKey: 'API key',
  youAreOffline: 'You are offline.',
  copyFrom: (when: string, age: string) => `Showing the copy from ${when} (${age}).`,
  copyUnknown: 'There is no saved copy of this.',
  youAreSignedOut: 'The platform no longer knows this sign-in.',
  signedOutText: 'What you see stays. Nothing is sent again by itself.',
  keychainTitle: {
    locked: 'The system’s keychain is locked.',
    absent: 'This computer has no keychain service.',
    'not-answering': 'The system’s keychain does not answer.',
  },
  keychainText: 'Certificates and keys cannot be read or stored until it works.',
  keychainCheck: 'Check again',
  useMemory: 'Use memory for this session',
  memoryTitle: 'Secrets are kept in memory only.',
  memoryText: 'They are gone when Steward ends. Nothing is written to this computer.',
  memoryAskTitle: 'Use memory for this session?',
  memoryAskText:
    'Certificates, keys and new secrets you add are then kept only until Steward ends. What the keychain already holds is not touched, and cannot be used until the keychain works again.',
  setAsideTitle: (n: number) =>
    n === 1 ? 'A damaged file was set aside.' : `${n} damaged files were set aside.`,
  setAsideText: (names: string) =>
    `Steward started without: ${names}. The files are kept beside the new ones.`,
  journalDamaged: (line: number) => `The activity journal does not fit from line ${line}.`,
  journalUnanchored: 'The end of the activity journal cannot be checked.',
  journalText: 'It may have been changed outside Steward. Nothing is repaired by itself.',
  openActivity: 'Open activity',
  quitTitle: 'Leave Steward now?',
  quitSecrets: (n: number) =>
    n === 1
      ? 'One new secret has not been confirmed as stored.'
      : `${n} new secrets have not been confirmed as stored.`,
  quitSecretsText: 'They stay in the keychain and are shown again at the next start.',
  quitJobs: (n: number) =>
    n === 1
      ? 'One job is running. It pauses and can be resumed.'
      : `${n} jobs are running. They pause and can be resumed.`,
  quitWrites: (n: number) =>
    n === 1
      ? 'One change is on its way to the server. It may end as “may have been done”.'
      : `${n} changes are on their way to the server. They may end as “may have been done”.`,
  stay: 'Stay',
  quitAnyway: 'Leave anyway',
  quitHeadline: 'Something is not finished:',
  lockTitle: 'Steward is locked',
  lockText: 'Sign-ins and data have been dropped from memory. What you were doing has been closed.',
  unlock: 'Continue',
  startFailed: 'Starting Steward',
  starting: 'Starting…',
  shortcutsTitle: 'Keyboard shortcuts',
  shortcutGroups: {
    program: 'Everywhere',
    screen: 'On this screen',
    list: 'In lists',
  },
  shortcuts: {
    palette: 'Search or run a command',
    group: (name: string) => `Go to ${name}`,
    environment: 'Choose connection',
    filter: 'Filter',
    activity: 'Jobs and activity',
    settings: 'Settings',
    lock: 'Lock now',
    panes: 'Next pane',
    back: 'Back',
    forward: 'Forward',
    help: 'Keyboard shortcuts',
    close: 'Close popover, inspector, selection',
    move: 'Move in a list',
    page: 'A page up or down',
    ends: 'First and last',
    open: 'Open',
    tick: 'Tick',
    range: 'Tick a range',
  },
  keys: {
    Mod: 'Ctrl',
    Shift: 'Shift',
    Alt: 'Alt',
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Escape: 'Esc',
    Enter: 'Enter',
    Delete: 'Del',
    Space: 'Space',
    Home: 'Home',
    End: 'End',
    PageUp: 'PgUp',
    PageDown: 'PgDn',
  },
  notifications: 'Messages',
  clipboardCleared: 'The clipboard has been cleared.',
  clipboardKept: 'The clipboard held something else and was left alone.',
  copied: 'Copied.',
};
