// English texts of roles of everyone.
import { counted, plural } from '../formats.ts';

const many = (n: number) => counted('en', n, 'role', 'roles');

export const roles = {
  title: 'Role catalogue',
  list: 'List of roles',
  details: 'Role',

  search: 'Search name, code or number',
  count: (shown: string, all: string) =>
    shown === all ? `${all} roles` : `${shown} of ${all} roles`,
  refresh: 'Reload from the platform',
  loading: 'Could not load the roles',
  empty: 'This platform has no roles',
  emptyText: 'If you expected some, reload from the platform.',
  filterEmptyText: 'No role has all you typed in its name, code or number.',
  show: 'Show',
  segments: { all: 'All', external: 'External', platform: 'Platform', local: 'Local' },
  kindNames: { external: 'External', platform: 'Platform', local: 'Local' },
  kinds: {
    external: 'Role from the entity register',
    platform: 'Platform role',
    local: 'Local role',
  },

  noneChosen: 'No role selected',
  noneChosenText: 'Select a role to see what it gives access to.',
  gone: 'This role is not in the open metadata',
  goneText: 'The platform has removed it, or it is a local role of one party.',
  back: 'Back to the list',
  kept: 'Available offline',
  copyCode: 'Copy code',
  copyNumber: 'Copy number',
  copied: (code: string) => `Copied ${code}`,
  number: 'Number',
  noDescription: 'No description.',

  tabs: {
    label: 'About the role',
    related: 'Related roles',
    picture: 'Diagram',
    services: 'Services',
  },
  children: 'Gives access to',
  parents: 'Included in',

  picture: {
    label: (name: string) => `${name} and related roles`,
    text: 'A role includes the roles to its right that it is connected to. Arrow keys move, Enter opens.',
    columns: {
      [-2]: 'Indirectly included in',
      [-1]: 'Included in',
      0: 'This role',
      1: 'Gives access to',
      2: 'Indirect access',
    },
    through: (names: string) => `through ${names}`,
    left: (n: number) =>
      `${many(n)} more within two steps ${plural('en', n, { one: 'is', other: 'are' })} not shown. See Related roles for all.`,
    alone: 'No related roles',
  },

  services: {
    loading: 'Could not load the services of the role',
    known: (known: string, all: string) =>
      `Role requirements are known for ${known} of ${all} services`,
    partly: 'The role may give access to more services than these.',
    count: (n: number, shown: string) =>
      `${shown} ${plural('en', n, { one: 'service', other: 'services' })}`,
    countOf: (shown: string, all: string) => `${shown} of ${all} services`,
    search: 'Search services',
    list: (name: string) => `Services that ${name} gives access to`,
    open: 'Open service',
    unknown: 'The services for this role are unknown',
    unknownText:
      'The platform lists roles service by service. Download the role requirements to see them here.',
    none: 'No service with known requirements asks for this role',
    more: 'Download more…',
  },
};
