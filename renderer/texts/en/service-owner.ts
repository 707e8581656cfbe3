// English texts of contact look-up.
import { counted, number } from '../formats.ts';

const organisations = (n: number): string => counted('en', n, 'organisation', 'organisations');
const contacts = (n: number): string => counted('en', n, 'contact', 'contacts');
const numbers = (n: number): string => counted('en', n, 'number', 'numbers');

export const serviceOwner = {
  title: 'Contact look-up',
  text: 'Who can be reached at an organisation, as service owners may see it',
  refresh: 'Look up again',
  fromFile: 'Numbers from a file…',
  export: 'Export…',
  details: 'Organisation',

  notAllowed: 'This connection cannot look up contacts.',
  notAllowedText:
    'Look-ups are for service owners. They need a sign-in with the serviceowner scope, or the certificate of an organisation that owns services.',
  toConnection: 'Open the connection',

  search: 'Look up',
  field: 'Organisation number, e-mail or phone',
  searchAs: 'Look it up as',
  by: {
    organisationNumber: 'Organisation number',
    email: 'E-mail',
    phoneNumber: 'Phone number',
  },
  typed: {
    empty: 'Nothing you search for is stored.',
    takenAs: {
      organisationNumber: (value: string) => `Organisation number ${value}. Enter looks it up.`,
      email: 'E-mail. Enter looks up who has registered it.',
      phoneNumber: 'Phone number. Enter looks it up with and without country code.',
    },
    either: 'This can be an organisation number or a phone number. Choose one.',
    'wrong-check-digit':
      'Nine digits, but not an organisation number: the last digit does not fit the others.',
    'short-number': 'An organisation number has nine digits, a Norwegian phone number eight.',
    'unfinished-number': 'An organisation number has nine digits, a Norwegian phone number eight.',
    'unfinished-email': 'This is not a complete e-mail address yet.',
    'identity-number':
      'Eleven digits look like a national identity number. Those are never sent. Write a foreign phone number with + and its country code.',
    'long-number': 'This is longer than any phone number.',
    unclear:
      'Names cannot be looked up. Write an organisation number, an e-mail or a phone number.',
  },
  asPhone: 'Look up as a phone number',

  start: 'Look up an organisation',
  startText:
    'Write an organisation number, an e-mail or a phone number above. The whole register is never fetched.',
  toField: 'Go to the search field',
  looking: 'Could not look this up',
  found: (n: number) => `${organisations(n)} found`,
  results: 'Organisations found',
  none: {
    organisationNumber: 'No organisation has this number.',
    email: 'No organisation has registered this e-mail.',
    phoneNumber: 'No organisation has registered this phone number.',
  },
  noneText: 'Deleted organisations and some units are not in the register of contacts.',
  another: 'Look up something else',
  noneChosen: 'No organisation is chosen.',
  noneChosenText: 'Choose one in the list to see its contacts.',

  copyNumber: 'Copy the organisation number',
  copyEmail: (email: string) => `Copy ${email}`,
  copyPhone: (phone: string) => `Copy ${phone}`,
  form: 'Form',
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
  personalHint: 'Registered by persons with roles in the organisation',
  personalNone: 'Nobody with a role has registered any.',
  personalFailed: 'Could not load the personal contacts',
  filterEmpty: 'Nobody here matches the filter.',
  role: 'Role',
  roleHint: 'Code or name',
  service: 'Access to a service',
  serviceHint: 'Name or code/edition',
  pickNothing: 'Nothing in the catalogue matches.',
  pickLoading: 'Reading the catalogue…',
  pickFailed: 'The catalogue could not be read. A code can be typed all the same.',
  pickTyped: (code: string) => `Use ${code}`,
  clearPick: (label: string) => `Clear ${label}`,

  showRoles: (name: string) => `Roles of ${name}`,
  roles: 'Roles',
  rolesNone: 'No roles are shown for this person.',
  rolesFailed: 'Could not load the roles',
  revealFailed: 'Could not load the national identity number',

  bulk: {
    title: 'Look up numbers from a file',
    text: 'One organisation number a line or cell, as text or CSV. At most 5,000.',
    choose: 'Choose file…',
    chooseOther: 'Choose another file…',
    back: 'Back to the search',
    file: 'File',
    readingFailed: 'Could not read the file',
    read: (n: number) => `${numbers(n)} to look up`,
    repeated: (n: number) => `${counted('en', n, 'repetition was', 'repetitions were')} left out.`,
    refused: (n: number) => `${counted('en', n, 'entry is', 'entries are')} not used`,
    refusedList: 'Entries that are not used',
    line: (n: number) => `Line ${number('en', n)}`,
    nothing: 'There is no organisation number in this file.',
    identityNumber: 'This looks like a national identity number. Those are never sent.',
    what: 'What to look up',
    official: 'Official contacts',
    personal: 'Personal contacts',
    whatNeeded: 'Choose at least one.',
    only: 'Only personal contacts with',
    kept: 'What is found is kept encrypted on this computer until you take the job off the list. Of national identity numbers only the masked form is kept.',
    go: (n: number) => `Look up ${numbers(n)}`,
    startingFailed: 'Could not start the look-up',
  },
  job: {
    back: 'Back to the search',
    gone: 'This look-up is no longer on the list.',
    goneText: 'It was taken off, or it belongs to another connection.',
    resultsSoFar: (n: number) => `${organisations(n)} so far`,
    waiting: 'Nothing has been found yet.',
    failed: 'Could not load the results',
    notAsked: 'Not looked up in this job.',
  },

  exporting: {
    title: 'Export contacts',
    go: 'Save…',
    what: 'What to save',
    all: (n: number) => `All found (${number('en', n)})`,
    one: 'Only this organisation',
    tooMany: (most: number) =>
      `More than ${number('en', most)} were found: only the one that is open can be saved. For more, use numbers from a file.`,
    holds: (organisationCount: number, contactCount: number) =>
      `The file will hold ${organisations(organisationCount)} with ${contacts(contactCount)}.`,
    holdsUnread: (organisationCount: number) =>
      `The file will hold ${organisations(organisationCount)} with their contacts, which are read when it is saved.`,
    holdsSoFar: (organisationCount: number, contactCount: number) =>
      `The file will hold what has been found so far: ${organisations(organisationCount)} with ${contacts(contactCount)}.`,
    withFilter: 'Personal contacts are filtered as on the screen.',
    personalTitle: 'This is personal data',
    personalText:
      'Names, e-mails and phone numbers of persons. Give the file only to those who need it for their task, and delete it when it has served its purpose.',
    format: 'Format',
    csv: 'CSV',
    xlsx: 'Excel (XLSX)',
    identityNumbers: 'National identity numbers',
    identity: {
      none: 'Leave out',
      masked: 'Masked',
      whole: 'Whole',
    },
    need: 'I need whole national identity numbers for this task',
    needHint: 'They are read anew. The activity journal says that they were exported.',
    progress: (done: number, of: number) => `${done} of ${organisations(of)}`,
    cancelled: 'The export was cancelled. No file was left.',
    failed: 'Could not export the results',
    saved: (name: string, rows: number) => `${counted('en', rows, 'row', 'rows')} saved as ${name}`,
  },
};
