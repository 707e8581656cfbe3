// The table of screens that the sidebar, the router and the palette read. A new screen is a line here.
import type { Component } from 'svelte';
import type { IconName } from './components/icons.ts';
import Activity from './screens/activity/Activity.svelte';
import Connections from './screens/connections/Connections.svelte';
import EnterpriseUsers from './screens/enterprise-users/EnterpriseUsers.svelte';
import Explorer from './screens/explorer/Explorer.svelte';
import Settings from './screens/settings/Settings.svelte';
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
}

/** In the order of the sidebar; Ctrl+1, Ctrl+2 ... go to the first screen of each group. */
export const groups: readonly Group[] = ['access', 'reference', 'local'];

export const screens: readonly Screen[] = [
  {
    id: 'enterprise-users',
    icon: 'robot',
    group: 'access',
    component: EnterpriseUsers,
    needs: 'connection',
  },
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
