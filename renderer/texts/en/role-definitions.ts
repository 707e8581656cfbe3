// English texts of local roles.
import { counted, number, plural } from '../formats.ts';

const services = (n: number) => counted('en', n, 'service', 'services');
const roles = (n: number) => plural('en', n, { one: 'role', other: 'roles' });

export const roleDefinitions = {
  title: 'Local roles',
  count: (n: number, party: string) => `${number('en', n)} local ${roles(n)} of ${party}`,
  refresh: 'Refresh the list',
  newRole: 'New role',
  importRole: 'Import…',
  filter: 'Filter by name, code or description',
  show: 'Show',
  segments: {
    all: 'All',
    local: 'Local',
    platform: 'Platform',
    external: 'External',
  },
  groups: {
    local: 'Local roles',
    platform: 'Roles of the platform',
    external: 'Roles from the entity register',
  },
  kind: {
    local: 'Local role',
    platform: 'Role of the platform',
    external: 'External role',
  },
  columns: { name: 'Name', code: 'Code', description: 'Description' },
  shown: (n: number) =>
    `${number('en', n)} ${roles(n)} ${plural('en', n, { one: 'is', other: 'are' })} shown`,
  noLocal: 'None yet. A new role gives exactly the rights you choose for it.',

  notOffered: 'This platform no longer offers local roles',
  loading: 'Could not load the roles',
  empty: 'No roles yet.',
  emptyLocal: 'No local roles yet.',
  emptyText: 'Create one to give exactly the rights somebody needs, and no more.',
  filterEmpty: 'Nothing matches.',
  filterEmptyText: 'No name, code or description fits what you typed or chose.',

  details: 'Details of the role',
  noneChosen: 'No role is chosen.',
  noneChosenText: 'Choose one in the list to see its rights here.',
  gone: 'This role is not there any more.',
  goneText: 'It was deleted, or it belongs to another party.',
  back: 'Back to the list',
  change: 'Change…',
  copyAsNew: 'Copy as new…',
  exportRole: 'Export…',
  exporting: 'Could not save the role as a file',
  remove: 'Delete…',
  copyCode: 'Copy the code',
  copyNumber: 'Copy the number',
  code: 'Code',
  number: 'Number',
  type: 'Type',
  description: 'Description',
  notLocal: 'Only local roles can be changed. Copy it to make one of your own.',
  afterDelegation: 'A local role gives rights only after it has been delegated to somebody.',

  tabs: {
    label: 'About the role',
    rights: 'Rights',
    children: 'Gives access to',
    parents: 'Included in',
  },
  rights: {
    loading: 'Could not load the rights',
    caption: (name: string) => `Rights of ${name}`,
    service: 'Service',
    services,
    none: 'This role gives no rights of its own.',
    has: 'Yes',
    hasNoPassing: 'Yes, cannot be passed on',
    hasNot: 'No',
    noPassing: '* cannot be passed on to others',
    access:
      'Access: the platform says only that the role gives access to the service, not to what.',
    other: (type: string) => `Not a service (${type})`,
    all: (n: number) => `Show all ${services(n)}`,
  },
  actions: {
    Read: 'Read',
    Write: 'Write',
    Delete: 'Delete',
    Sign: 'Sign',
    ReadArchive: 'Read archive',
    DeleteArchive: 'Delete archive',
    Access: 'Access',
  },
  tree: {
    loading: 'Could not load how the roles are related',
    children: (name: string) => `Roles that ${name} gives access to`,
    parents: (name: string) => `Roles that include ${name}`,
    childrenText: 'Who has this role has these as well.',
    parentsText: 'Who has one of these has this role as well.',
    noChildren: 'This role gives access to no other role.',
    noParents: 'No other role includes this one.',
    unknown: 'The open metadata does not have this role, so nothing is known of other roles.',
    missing: (id: number) => `Role ${id}`,
    missingText: 'not in the open metadata',
    circle: 'stands above already',
  },

  removeDialog: {
    title: 'Delete local role?',
    failed: 'Could not delete the role',
    warning:
      'The role is removed from the platform. Those it was delegated to lose what it gives them. This cannot be undone.',
    go: 'Delete role',
    done: (name: string) => `${name} is deleted`,
  },
};
