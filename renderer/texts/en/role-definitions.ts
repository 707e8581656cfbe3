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
    platform: 'Platform roles',
    external: 'Roles from the entity register',
  },
  kind: {
    local: 'Local role',
    platform: 'Platform role',
    external: 'External role',
  },
  columns: { name: 'Name', code: 'Code', description: 'Description' },
  shown: (n: number) =>
    `${number('en', n)} ${roles(n)} shown`,
  noLocal: 'None yet. A new role gives exactly the rights you choose.',

  notOffered: 'This platform no longer offers local roles',
  loading: 'Could not load the roles',
  empty: 'No roles yet.',
  emptyLocal: 'No local roles yet.',
  emptyText: 'Create one to give someone exactly the rights they need, and no more.',
  filterEmpty: 'Nothing matches.',
  filterEmptyText: 'No names, codes or descriptions match the filter.',

  details: 'Details of the role',
  noneChosen: 'No role selected.',
  noneChosenText: 'Select a role in the list to see its rights.',
  gone: 'This role no longer exists.',
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
  notLocal: 'Only local roles can be changed. Copy this one to create your own.',
  afterDelegation: 'A local role gives rights only after it has been delegated to someone.',

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
    hasNoPassing: 'Yes, can’t be passed on',
    hasNot: 'No',
    noPassing: '* can’t be passed on to others',
    access:
      'Access: the platform says that the role gives access to the service, but not what it can be used for.',
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
    childrenText: 'Anyone with this role also has these.',
    parentsText: 'Anyone with one of these also has this role.',
    noChildren: 'This role gives access to no other roles.',
    noParents: 'No other roles include this one.',
    unknown: 'This role is not in the open metadata, so its relation to other roles is unknown.',
    missing: (id: number) => `Role ${id}`,
    missingText: 'not in the open metadata',
    circle: 'already shown above',
  },

  removeDialog: {
    title: 'Delete local role?',
    failed: 'Could not delete the role',
    warning:
      'The role is removed from the platform. Everyone it was delegated to loses the rights it gives. This cannot be undone.',
    go: 'Delete role',
    done: (name: string) => `${name} is deleted`,
  },
};
