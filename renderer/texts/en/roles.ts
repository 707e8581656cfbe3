// English texts of roles of everyone.
import { counted, plural } from '../formats.ts';

const many = (n: number) => counted('en', n, 'role', 'roles');

export const roles = {
  title: 'Roles',
  list: 'List of roles',
  details: 'The role',

  search: 'Search name, code or number',
  count: (shown: string, all: string) => `${shown} of ${all} roles`,
  refresh: 'Ask the platform for the roles',
  loading: 'Could not load the roles',
  empty: 'This platform has no roles.',
  emptyText: 'Ask again if that is a surprise.',
  filterEmpty: 'Nothing matches.',
  filterEmptyText: 'No role has all that you typed in its name, code or number.',
  noCopy: 'There is no copy on this computer',
  noCopyText: 'Download one while the platform can be reached, and it is there without it.',
  toCopy: 'Download for offline…',
  show: 'Show',
  segments: { all: 'All', external: 'External', platform: 'Platform', local: 'Local' },
  kindNames: { external: 'External', platform: 'Platform', local: 'Local' },
  kinds: {
    external: 'Role from the entity register',
    platform: 'Role of the platform',
    local: 'Local role',
  },

  noneChosen: 'No role is chosen.',
  noneChosenText: 'Choose one in the list to see what it gives access to.',
  gone: 'This role is not in the open metadata.',
  goneText: 'It has gone from the platform, or it is a local role of one party.',
  back: 'Back to the list',
  kept: 'Available offline',
  copyCode: 'Copy code',
  copyNumber: 'Copy number',
  copied: (code: string) => `${code} is copied`,
  number: 'Number',
  noDescription: 'The platform gives no description.',

  tabs: {
    label: 'About the role',
    related: 'Related roles',
    picture: 'Picture',
    services: 'Services',
  },
  children: 'Gives access to',
  parents: 'Included in',

  picture: {
    label: (name: string) => `${name} and the roles around it`,
    text: 'Who has a role has those to the right of it that a line leads to. Arrow keys move, Enter opens.',
    columns: {
      [-2]: 'Included in, indirectly',
      [-1]: 'Included in',
      0: 'This role',
      1: 'Gives access to',
      2: 'Access to, indirectly',
    },
    through: (names: string) => `through ${names}`,
    left: (n: number) =>
      `${many(n)} more within two steps ${plural('en', n, { one: 'is', other: 'are' })} not drawn. Related roles has all of them.`,
    alone: 'No other role is tied to this one.',
  },

  services: {
    loading: 'Could not load the services of the role',
    known: (known: string, all: string) =>
      `Role requirements are known for ${known} of ${all} services.`,
    partly: 'The role may give access to more services than are shown here.',
    count: (n: number, shown: string) =>
      `${shown} ${plural('en', n, { one: 'service', other: 'services' })}`,
    countOf: (shown: string, all: string) => `${shown} of ${all} services`,
    search: 'Search the services',
    list: (name: string) => `Services that ${name} gives access to`,
    open: 'Open service',
    unknown: 'It is not known which services this role can use.',
    unknownText:
      'The platform says it service by service. Download role requirements for offline to see it here.',
    none: 'None of the services whose requirements are known asks for this role.',
    filterEmpty: 'No service has all the words you typed.',
    more: 'Download more…',
  },
};
