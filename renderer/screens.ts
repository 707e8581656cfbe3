// The table of screens that the sidebar, the router and the palette read. A new screen is one entry here.
import type { IconName } from './components/icons.ts';
import type { ScreenProps } from './state/acting.svelte.ts';
import { LoadedLater } from './state/loaded-later.ts';
import { managed } from './state/managed.svelte.ts';
import { rowOf } from './state/screen-tabs.ts';
import { serviceOwner } from './state/service-owner.svelte.ts';
import { session } from './state/session.svelte.ts';
import type { Texts } from './texts/en.ts';

export type Group = keyof Texts['frame']['groups'];
interface Entry {
  /** Its place in the address, and the key of its name in `frame.screens`. */
  readonly id: keyof Texts['frame']['screens'];
  readonly icon: IconName;
  /** Without one it stands above the groups. */
  readonly group?: Group;
  /** Made anew when the person acts for another party. */
  readonly partyBound?: boolean;
}
/** `content` is loaded when it is first shown: a start loads the frame and its first screen. */
export type Screen = Entry &
  (
    | {
        /** Without any connection it gives way to the first-run steps. */
        readonly needs: 'connection';
        readonly content: LoadedLater<ScreenProps>;
      }
    | { readonly needs: 'nothing'; readonly content: LoadedLater<Record<string, never>> }
  );

/** In the order of the sidebar; Ctrl+1, Ctrl+2 ... go to the first screen of each group. */
export const groups: readonly Group[] = [
  'access',
  'message-box',
  'organisation',
  'service-owner',
  'reference',
  'local',
];

export const screens: readonly Screen[] = [
  {
    id: 'today',
    icon: 'calendar',
    content: new LoadedLater(() => import('./screens/today/Today.svelte')),
    needs: 'connection',
  },
  {
    id: 'enterprise-users',
    icon: 'robot',
    group: 'access',
    content: new LoadedLater(() => import('./screens/enterprise-users/EnterpriseUsers.svelte')),
    needs: 'connection',
  },
  {
    id: 'delegations',
    icon: 'access',
    group: 'access',
    content: new LoadedLater(() => import('./screens/delegations/Delegations.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'role-definitions',
    icon: 'shield',
    group: 'access',
    content: new LoadedLater(() => import('./screens/role-definitions/RoleDefinitions.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'inbox',
    icon: 'inbox',
    group: 'message-box',
    content: new LoadedLater(() => import('./screens/messages/Inbox.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'work-list',
    icon: 'tasks',
    group: 'message-box',
    content: new LoadedLater(() => import('./screens/messages/WorkList.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'archive',
    icon: 'archive',
    group: 'message-box',
    content: new LoadedLater(() => import('./screens/messages/Archive.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'trash',
    icon: 'trash',
    group: 'message-box',
    content: new LoadedLater(() => import('./screens/messages/Trash.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'file-transfer',
    icon: 'send',
    group: 'message-box',
    content: new LoadedLater(() => import('./screens/file-transfer/FileTransfer.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'profile',
    icon: 'building',
    group: 'organisation',
    content: new LoadedLater(() => import('./screens/profile/Profile.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'contact-information',
    icon: 'bell',
    group: 'organisation',
    content: new LoadedLater(
      () => import('./screens/contact-information/ContactInformation.svelte'),
    ),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'reportees',
    icon: 'people',
    group: 'organisation',
    content: new LoadedLater(() => import('./screens/reportees/Reportees.svelte')),
    needs: 'connection',
  },
  {
    id: 'consents',
    icon: 'shieldCheck',
    group: 'organisation',
    content: new LoadedLater(() => import('./screens/consents/Consents.svelte')),
    needs: 'connection',
  },
  {
    id: 'lookups',
    icon: 'eye',
    group: 'organisation',
    content: new LoadedLater(() => import('./screens/lookups/Lookups.svelte')),
    needs: 'connection',
    partyBound: true,
  },
  {
    id: 'service-owner',
    icon: 'phone',
    group: 'service-owner',
    content: new LoadedLater(() => import('./screens/service-owner/ServiceOwner.svelte')),
    needs: 'connection',
  },
  {
    id: 'party-access',
    icon: 'person',
    group: 'service-owner',
    content: new LoadedLater(() => import('./screens/service-owner/PartyAccess.svelte')),
    needs: 'connection',
  },
  {
    id: 'service-rights',
    icon: 'note',
    group: 'service-owner',
    content: new LoadedLater(() => import('./screens/service-owner/ServiceRights.svelte')),
    needs: 'connection',
  },
  {
    id: 'owner-requests',
    icon: 'checkCircle',
    group: 'service-owner',
    content: new LoadedLater(() => import('./screens/service-owner/OwnerRequests.svelte')),
    needs: 'connection',
  },
  {
    id: 'owner-events',
    icon: 'clock',
    group: 'service-owner',
    content: new LoadedLater(() => import('./screens/service-owner/OwnerEvents.svelte')),
    needs: 'connection',
  },
  {
    id: 'services',
    icon: 'layers',
    group: 'reference',
    content: new LoadedLater(() => import('./screens/reference/Services.svelte')),
    needs: 'connection',
  },
  {
    id: 'code-lists',
    icon: 'list',
    group: 'reference',
    content: new LoadedLater(() => import('./screens/reference/CodeLists.svelte')),
    needs: 'connection',
  },
  {
    id: 'roles',
    icon: 'branching',
    group: 'reference',
    content: new LoadedLater(() => import('./screens/reference/Roles.svelte')),
    needs: 'connection',
  },
  {
    id: 'explorer',
    icon: 'compass',
    group: 'reference',
    content: new LoadedLater(() => import('./screens/explorer/Explorer.svelte')),
    needs: 'connection',
  },
  {
    id: 'activity',
    icon: 'activity',
    group: 'local',
    content: new LoadedLater(() => import('./screens/activity/Activity.svelte')),
    needs: 'nothing',
  },
  {
    id: 'connections',
    icon: 'connection',
    group: 'local',
    content: new LoadedLater(() => import('./screens/connections/Connections.svelte')),
    needs: 'nothing',
  },
  {
    id: 'settings',
    icon: 'cog',
    group: 'local',
    content: new LoadedLater(() => import('./screens/settings/Settings.svelte')),
    needs: 'nothing',
  },
];

/** What stands in the place of a screen that needs a connection while there is none. */
export const firstRunContent = new LoadedLater(
  () => import('./screens/connections/FirstRun.svelte'),
);

export const screenOf = (id: string): Screen | undefined =>
  screens.find((screen) => screen.id === id);

/** Those that the organisation has not switched off, for any connection: the palette finds them all. */
export const screensLeft = (): readonly Screen[] =>
  screens.filter(({ id }) => !managed.isScreenOff(id));

/**
 * Those with a row of their own in the sidebar, also where the connection in use cannot use them: they say why (limits.svelte.ts).
 * What only service owners need stands there for them alone.
 */
export const rowsNow = (): readonly Screen[] =>
  screensLeft().filter(
    ({ id, group }) =>
      rowOf(id) === id &&
      (group !== 'service-owner' || (session.chosen !== null && serviceOwner.is(session.chosen))),
  );
