// English texts of contact look-up.
import { counted, number } from '../formats.ts';

const organisations = (n: number): string => counted('en', n, 'organisation', 'organisations');
const contacts = (n: number): string => counted('en', n, 'contact', 'contacts');
const numbers = (n: number): string => counted('en', n, 'number', 'numbers');

export const serviceOwner = {
  title: 'Addresses of organisations',
  text: 'Contacts at an organisation, as shown to service owners',
  refresh: 'Look up again',
  fromFile: 'Numbers from a file…',
  export: 'Export…',
  details: 'Organisation',
  recipient: {
    ask: 'Check a recipient…',
    title: 'Check a recipient',
    go: 'Check',
    failed: 'Could not check the recipient',
    kind: 'Recipient',
    kinds: { organisation: 'Organisation', person: 'Person' },
    identityNumber: 'National identity number',
    identityHint: 'Sent to the platform once, and never stored.',
    lastName: 'Last name',
    lastNameHint: 'The platform compares the first four letters.',
    service: 'For a service (optional)',
    can: {
      inbox: 'Can receive messages in the inbox',
      sms: 'Can be notified by SMS',
      email: 'Can be notified by e-mail',
    },
    cannot: {
      inbox: 'Can’t receive messages in the inbox',
      sms: 'Can’t be notified by SMS',
      email: 'Can’t be notified by e-mail',
    },
  },

  search: 'Look up',
  field: 'Organisation number, e-mail or phone',
  searchAs: 'Look up as',
  by: {
    organisationNumber: 'Organisation number',
    email: 'E-mail',
    phoneNumber: 'Phone number',
  },
  typed: {
    empty: 'Searches are not stored.',
    takenAs: {
      organisationNumber: (value: string) =>
        `Organisation number ${value}. Press Enter to look it up.`,
      email: 'E-mail. Press Enter to look up who has registered it.',
      phoneNumber: 'Phone number. Press Enter to look it up with and without country code.',
    },
    either: 'This can be an organisation number or a phone number. Choose which.',
    'wrong-check-digit':
      'Not a valid organisation number: the last digit doesn’t match the others.',
    'short-number': 'An organisation number has nine digits, a Norwegian phone number eight.',
    'unfinished-number': 'An organisation number has nine digits, a Norwegian phone number eight.',
    'unfinished-email': 'Enter a complete e-mail address.',
    'identity-number':
      'This looks like a national identity number. Steward never sends those. Enter foreign phone numbers with + and the country code.',
    'long-number': 'Too long for a phone number.',
    unclear:
      'Names can’t be looked up. Enter an organisation number, an e-mail address or a phone number.',
  },
  asPhone: 'Look up as a phone number',

  start: 'Look up an organisation',
  startText:
    'Enter an organisation number, an e-mail address or a phone number above. Steward never downloads the whole register.',
  looking: 'Could not look this up',
  found: (n: number) => `${organisations(n)} found`,
  results: 'Organisations found',
  none: {
    organisationNumber: 'No organisation has this number',
    email: 'No organisation has registered this e-mail address',
    phoneNumber: 'No organisation has registered this phone number',
  },
  noneText: 'Deleted organisations and some sub-units are not in the contact register.',
  another: 'Look up something else',
  noneChosen: 'No organisation selected',
  noneChosenText: 'Select an organisation in the list to see its contacts.',

  copyNumber: 'Copy the organisation number',
  copyEmail: (email: string) => `Copy ${email}`,
  copyPhone: (phone: string) => `Copy ${phone}`,
  form: 'Legal form',
  lastChanged: 'Last changed',
  lastConfirmed: 'Last confirmed',
  never: 'Never',
  email: 'E-mail',
  mobile: 'Mobile',
  changed: (date: string) => `Changed ${date}`,
  nothing: 'Nothing registered',

  official: 'Official contacts',
  officialHint: 'Registered by the organisation itself',
  officialNone: 'The organisation has registered none.',
  officialFailed: 'Could not load the official contacts',
  personal: 'Personal contacts',
  personalHint: 'Registered by people with roles in the organisation',
  personalNone: 'No one with a role has registered any.',
  personalFailed: 'Could not load the personal contacts',
  filterEmpty: 'No one matches the filter.',
  role: 'Role',
  roleHint: 'Code or name',
  service: 'Access to a service',
  serviceHint: 'Name or code/edition',
  pickNothing: 'No matches.',
  pickLoading: 'Loading the list…',
  pickFailed: 'Could not load the list. You can still type a code.',
  pickTyped: (code: string) => `Use ${code}`,
  clearPick: (label: string) => `Clear ${label}`,

  showRoles: (name: string) => `Roles of ${name}`,
  roles: 'Roles',
  rolesNone: 'No roles are shown for this person.',
  rolesFailed: 'Could not load the roles',
  revealFailed: 'Could not load the national identity number',

  bulk: {
    title: 'Look up numbers from a file',
    text: 'One organisation number per line or cell, as text, CSV or a workbook. At most 5,000.',
    choose: 'Choose file…',
    chooseOther: 'Choose another file…',
    back: 'Back to the search',
    file: 'File',
    readingFailed: 'Could not read the file',
    read: (n: number) => `${numbers(n)} to look up`,
    repeated: (n: number) => `${counted('en', n, 'duplicate was', 'duplicates were')} left out.`,
    refused: (n: number) => `${counted('en', n, 'entry', 'entries')} skipped`,
    refusedList: 'Skipped entries',
    line: (n: number) => `Line ${number('en', n)}`,
    nothing: 'No organisation numbers in this file.',
    identityNumber: 'This looks like a national identity number. Steward never sends those.',
    what: 'What to look up',
    official: 'Official contacts',
    personal: 'Personal contacts',
    whatNeeded: 'Select at least one.',
    only: 'Limit personal contacts to',
    kept: 'Results are stored encrypted on this computer until you remove the job from the list. National identity numbers are stored only in masked form.',
    go: (n: number) => `Look up ${numbers(n)}`,
    startingFailed: 'Could not start the look-up',
  },
  job: {
    back: 'Back to the search',
    gone: 'This look-up is no longer in the list',
    goneText: 'It was removed, or it belongs to another connection.',
    resultsSoFar: (n: number) => `${organisations(n)} so far`,
    waiting: 'Nothing found yet.',
    failed: 'Could not load the results',
    notAsked: 'Not looked up in this job.',
  },

  exporting: {
    title: 'Export contacts',
    what: 'What to save',
    all: (n: number) => `All results (${number('en', n)})`,
    one: 'Only this organisation',
    tooMany: (most: number) =>
      `More than ${number('en', most)} found. Only the open one can be saved. To save more, look up numbers from a file.`,
    holds: (organisationCount: number, contactCount: number) =>
      `The file will contain ${organisations(organisationCount)} with ${contacts(contactCount)}.`,
    holdsUnread: (organisationCount: number) =>
      `The file will contain ${organisations(organisationCount)} with their contacts, which are loaded when you save.`,
    holdsSoFar: (organisationCount: number, contactCount: number) =>
      `The file will contain what has been found so far: ${organisations(organisationCount)} with ${contacts(contactCount)}.`,
    withFilter: 'Personal contacts are filtered as on screen.',
    personalTitle: 'This is personal data',
    personalText:
      'Names, e-mail addresses and phone numbers of people. Share the file only with those who need it for their work, and delete it when it is no longer needed.',
    identityNumbers: 'National identity numbers',
    identity: {
      none: 'Leave out',
      masked: 'Masked',
      whole: 'Full',
    },
    need: 'I need full national identity numbers for this task',
    needHint: 'They are loaded again. The export is recorded in the activity journal.',
    progress: (done: number, of: number) => `${number('en', done)} of ${organisations(of)}`,
    cancelled: 'Export cancelled. No file was saved.',
    failed: 'Could not export the results',
    saved: (name: string, rows: number) => `${counted('en', rows, 'row', 'rows')} saved as ${name}`,
  },
};
