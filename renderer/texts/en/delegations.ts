// English texts of delegations.
import { counted, number, plural } from '../formats.ts';

const holders = (n: number) => counted('en', n, 'holder', 'holders');
const things = (n: number) => counted('en', n, 'role or right', 'roles and rights');
const access = (roles: number, rights: number) =>
  [
    ...(roles > 0 ? [counted('en', roles, 'role', 'roles')] : []),
    ...(rights > 0 ? [counted('en', rights, 'right', 'rights')] : []),
  ].join(' and ') || 'access';

export const delegations = {
  title: 'Who has access',
  count: (n: number, party: string) => `${holders(n)} for ${party}`,
  loading: 'Could not load who holds roles and rights',
  back: 'Back to the list',
  refresh: 'Refresh the list',
  filter: 'Filter by name or number',
  show: 'Show',
  shown: (n: number) => `${holders(n)} shown`,
  kinds: {
    all: 'All',
    person: 'People',
    organisation: 'Organisations',
    'enterprise-user': 'Enterprise users',
  },
  kind: {
    person: 'Person',
    organisation: 'Organisation',
    'enterprise-user': 'Enterprise user',
    unknown: 'Other',
  },
  columns: {
    name: 'Name',
    kind: 'Kind',
    number: 'Number',
    held: 'Roles and rights',
    tick: (name: string) => `Select ${name}`,
    tickAll: 'Select all',
  },
  held: {
    ask: 'Show roles',
    filter: 'Role or right',
    find: 'Find a role or right',
    by: { role: 'Role', right: 'Right' },
    clear: 'Show holders of any role',
    count: (n: number) => number('en', n),
    nothing: 'No roles or rights match.',
    cost: (n: number) =>
      `The platform is asked about each holder, ${counted('en', n, 'call', 'calls')} in all. Rights can be chosen after that.`,
    reading: (read: number, of: number) =>
      `Reading roles: ${number('en', read)} of ${number('en', of)}`,
    attempted: 'Could not read the roles of all holders',
    read: (time: string) => `Roles read ${time}.`,
    changed: 'Access was changed from a file after that.',
    again: 'Read again',
    unknown: (n: number) =>
      `It is not known what ${holders(n)} ${plural('en', n, { one: 'has', other: 'have' })}.`,
    mayHaveIt: (n: number) =>
      n === 1
        ? '1 more holder may have it: what it has is not known.'
        : `${number('en', n)} more holders may have it: what they have is not known.`,
    readMissing: (n: number) => `Read ${n === 1 ? 'it' : 'them'}`,
    unread: 'Could not be read',
    notYet: 'Not read yet',
    none: 'No roles, no individual rights',
    more: (n: number) => `+${number('en', n)}`,
    rights: (n: number) => counted('en', n, 'right', 'rights'),
  },
  compare: {
    ask: 'Compare',
    two: 'Select two holders to compare them.',
    title: '2 holders compared',
    differ: (roles: number, rights: number) =>
      roles + rights === 0
        ? 'No differences'
        : `${access(roles, rights)} ${roles + rights === 1 ? 'differs' : 'differ'}`,
    differences: 'Differences',
    all: 'All',
    what: 'What',
    roles: 'Roles',
    rights: 'Rights',
    same: 'Both have the same',
    hasNot: 'Doesn’t have it',
    came: {
      given: 'Given',
      register: 'From register',
      follows: 'With a role',
      role: 'With a role',
    },
    lacks: 'What the other was given',
    nothing: 'Nothing to give',
    give: (n: number) => `Give ${number('en', n)}…`,
    giveTo: (n: number, name: string) =>
      `Give ${name} ${counted('en', n, 'role or right', 'roles and rights')} that the other has`,
    allRights: (n: number) => `Show all ${number('en', n)} rights`,
    both: (names: string) => `Both have ${names}.`,
  },
  empty: 'No one holds roles or rights',
  emptyText: 'Give some to an enterprise user, a person or an organisation.',
  filterEmptyText: 'No names or numbers match the filter.',
  export: 'Export…',
  exported: (name: string, rows: number) =>
    `${counted('en', rows, 'line', 'lines')} saved as ${name}`,
  exportFailed: 'Could not save the list',
  details: 'Details of the holder',
  noneChosenText: 'Select a holder in the list to see its roles and rights.',
  gone: 'This holder is no longer in the list',
  goneText: 'It may have lost its roles and rights, or belong to another party.',
  readingHolder: 'Could not load the roles and rights',
  copyName: 'Copy the name',
  id: 'ID',
  identityNumber: 'National identity no.',
  roles: 'Roles',
  noRoles: 'No roles',
  rights: 'Rights',
  noRights: 'No rights.',
  singleRights: 'Rights given individually',
  noSingleRights: 'None.',
  roleRights: 'Rights from roles',
  roleRightsText: 'They go when the role is taken back.',
  noRoleRights: 'The roles give no rights of their own.',
  rightsOf: (name: string) => `Rights of ${name}`,
  fromRegister: 'From the entity register',
  follows: 'Follows from another role',
  since: (date: string) => (date === '' ? 'Given' : `Since ${date}`),
  givenBy: (name: string, date: string) =>
    date === '' ? `Given by ${name}` : `Given by ${name}, ${date}`,
  own: {
    ask: 'Your access',
    title: 'Your roles and rights',
    text: (party: string) => `What the signed-in user can do for ${party}.`,
    loading: 'Could not load your roles and rights',
    refresh: 'Refresh',
    show: 'Your roles and rights',
  },
  give: {
    ask: 'Give access…',
    more: 'Give more access…',
    title: 'Give roles and rights',
    failed: 'Could not give roles and rights',
    draft: 'Roles and rights to give',
    to: 'Give to',
    who: {
      'enterprise-user': 'Enterprise user',
      person: 'Person',
      'person-by-user-name': 'Person by user name',
      organisation: 'Organisation',
    },
    fields: {
      userName: 'User name',
      identityNumber: 'National identity number',
      lastName: 'Last name',
      organisationNumber: 'Organisation number',
      name: 'Name of the organisation',
    },
    hints: {
      identityNumber: 'Eleven digits. Steward doesn’t store it.',
      lastName: 'As spelled in the register.',
      name: 'As spelled in the register.',
    },
    find: 'Look up',
    finding: 'Could not look up who this is',
    found: (name: string, masked: string) => (masked === '' ? name : `${name} (${masked})`),
    roles: (n: number) => (n === 0 ? 'Roles' : `Roles (${number('en', n)} selected)`),
    knownUsers: 'Enterprise users',
    unknownUser: (date: string) =>
      `No enterprise user of your organisation had this name on ${date}.`,
    notYours: (n: number) => counted('en', n, 'more role', 'more roles'),
    notYoursWhy: 'You don’t hold them yourself, so they may be refused',
    notYoursHere: 'You don’t hold these yourself or can’t pass them on, so they may be refused.',
    filterRoles: 'Filter roles',
    noRoles: 'No roles match.',
    rights: (n: number) =>
      n === 0
        ? 'Rights in single services'
        : `Rights in single services (${number('en', n)} selected)`,
    readingActions: 'Could not load what can be done in the service',
    noActions: 'The platform lists no rights in this service that can be given.',
    chosen: 'Selected',
    drop: (name: string) => `Remove ${name}`,
    email: 'E-mail for the notice',
    emailHint: 'The recipient is notified. Required only if the platform has no address.',
    nothing: 'Select at least one role or right.',
    go: 'Give',
    goMany: (roles: number, rights: number) => {
      if (roles + rights === 1) return roles === 1 ? 'Give role' : 'Give right';
      return `Give ${access(roles, rights)}`;
    },
    done: (name: string, roles: number, rights: number) =>
      `${name} now has ${access(roles, rights)}`,
    partly: (name: string, n: number) =>
      `The platform accepted it, but ${things(n)} can’t be seen for ${name} yet`,
    unseen: 'The platform accepted it, but the recipient is not in the list yet',
  },
  file: {
    ask: 'From a file…',
    title: 'Give and take back from a file',
    text: (party: string) => `Give or take back many roles and rights for ${party} at once.`,
    form: 'A CSV file or a workbook with a line for each role or right',
    formText:
      'Columns: action (give or take), user name, last name, organisation number, name or holder, and role, or service code, edition and right. National identity numbers are refused, because Steward would have to store them.',
    verdict: {
      add: 'Will be given',
      remove: 'Will be taken back',
      'there-already': 'Already has it',
      'not-there': 'Doesn’t have it',
      twice: 'Same as an earlier line',
      refused: 'Refused',
    },
    unknownUser: 'no enterprise user with this name',
    unknownUsers: (n: number, date: string) =>
      `${counted('en', n, 'line names', 'lines name')} users that your organisation didn’t have on ${date}.`,
    warning: (n: number) => `${things(n)} will be taken back.`,
  },
  take: {
    one: 'Take back…',
    all: 'Take back all…',
    nothing: 'None of this was given by this party',
    role: (name: string) => `Take back the role ${name}`,
    right: (name: string) => `Take back the right ${name}`,
    title: 'Take back roles and rights?',
    failed: 'Could not take it back',
    from: 'From',
    what: 'What',
    of: 'On behalf of',
    several: things,
    text: 'The holder loses it at once. You can give it again.',
    go: 'Take back',
    done: (n: number) => `${things(n)} taken back`,
    loss: 'What the holder can no longer do',
    reading: 'Could not find out what would be lost',
    losesNothing: 'Nothing. Other roles or rights give the same access.',
    unknown: 'Could not load what the role gives.',
    kept: (n: number) =>
      `${counted('en', n, 'right', 'rights')} ${plural('en', n, { one: 'is', other: 'are' })} kept, because another role or right gives the same.`,
    unread: (roles: string) => `Could not load the rights of these roles: ${roles}.`,
  },
};
