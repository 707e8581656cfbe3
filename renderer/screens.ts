// The table of screens that the sidebar, the router and the palette read. A new screen is one entry here.
import type { Component } from 'svelte';
import type { Connection } from '../preload/contract/connections.ts';
import type { IconName } from './components/icons.ts';
import Activity from './screens/activity/Activity.svelte';
import Connections from './screens/connections/Connections.svelte';
import EnterpriseUsers from './screens/enterprise-users/EnterpriseUsers.svelte';
import Explorer from './screens/explorer/Explorer.svelte';
import RoleDefinitions from './screens/role-definitions/RoleDefinitions.svelte';
import ContactInformation from './screens/contact-information/ContactInformation.svelte';
import Archive from './screens/messages/Archive.svelte';
import Inbox from './screens/messages/Inbox.svelte';
import Trash from './screens/messages/Trash.svelte';
import WorkList from './screens/messages/WorkList.svelte';
import Profile from './screens/profile/Profile.svelte';
import Reportees from './screens/reportees/Reportees.svelte';
import ServiceOwner from './screens/service-owner/ServiceOwner.svelte';
import CodeLists from './screens/reference/CodeLists.svelte';
import Roles from './screens/reference/Roles.svelte';
import Services from './screens/reference/Services.svelte';
import Settings from './screens/settings/Settings.svelte';
import { managed } from './state/managed.svelte.ts';
import { mayBeServiceOwner } from './state/scopes.ts';
import type { Texts } from './texts/en.ts';

export type Group = keyof Texts['frame']['groups'];
export interface Screen {
  /** Its place in the address, and the key of its name in `frame.screens`. */
  readonly id: keyof Texts['frame']['screens'];
  readonly icon: IconName;
  readonly group: Group;
  readonly component: Component;
  /** Without a connection, a screen that needs one gives way to the first-run steps. */
  readonly needs: 'connection' | 'nothing';
  /** Made anew when the person acts for another party. */
  readonly partyBound?: boolean;
  /** Left out of the sidebar and the palette where it says no. */
  readonly shown?: (connection: Connection) => boolean;
}

/** In the order of the sidebar; Ctrl+1, Ctrl+2 ... go to the first screen of each group. */
export const groups: readonly Group[] = [
  'access',
  'organisation',
  'message-box',
  'service-owner',
  'reference',
  'local',
];

export const screens: readonly Screen[] = [
  {
    id: 'enterprise-users',
    icon: 'robot',
    group: 'access',
    component: EnterpriseUsers,
    needs: 'connection',
  },
  {
    id: 'role-definitions',
    icon: 'shield',
    group: 'access',
    component: RoleDefinitions,
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'contact-information',
    icon: 'bell',
    group: 'organisation',
    component: ContactInformation,
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'profile',
    icon: 'building',
    group: 'organisation',
    component: Profile,
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'reportees',
    icon: 'people',
    group: 'organisation',
    component: Reportees,
    needs: 'connection',
  },
  {
    id: 'inbox',
    icon: 'inbox',
    group: 'message-box',
    component: Inbox,
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'work-list',
    icon: 'tasks',
    group: 'message-box',
    component: WorkList,
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'archive',
    icon: 'archive',
    group: 'message-box',
    component: Archive,
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'trash',
    icon: 'trash',
    group: 'message-box',
    component: Trash,
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'service-owner',
    icon: 'search',
    group: 'service-owner',
    component: ServiceOwner,
    needs: 'connection',
    shown: mayBeServiceOwner,
  },
  { id: 'services', icon: 'layers', group: 'reference', component: Services, needs: 'connection' },
  {
    id: 'code-lists',
    icon: 'list',
    group: 'reference',
    component: CodeLists,
    needs: 'connection',
  },
  { id: 'roles', icon: 'branching', group: 'reference', component: Roles, needs: 'connection' },
  {
    id: 'explorer',
    icon: 'compass',
    group: 'reference',
    component: Explorer,
    needs: 'connection',
  },
  { id: 'activity', icon: 'activity', group: 'local', component: Activity, needs: 'nothing' },
  {
    id: 'connections',
    icon: 'connection',
    group: 'local',
    component: Connections,
    needs: 'nothing',
  },
  { id: 'settings', icon: 'cog', group: 'local', component: Settings, needs: 'nothing' },
];

export const screenOf = (id: string): Screen | undefined =>
  screens.find((screen) => screen.id === id);

/** The screens one can go to now: without those that the organisation has switched off. */
export const screensFor = (connection: Connection | null): readonly Screen[] =>
  screensLeft().filter(
    ({ shown }) => shown === undefined || (connection !== null && shown(connection)),
  );

/** Those that the organisation has not switched off, for any connection. */
export const screensLeft = (): readonly Screen[] =>
  screens.filter(({ id }) => !managed.isScreenOff(id));
