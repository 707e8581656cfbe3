// The managed settings of this computer, for the screens to show. Main enforces them.
import type {
  ManagedFeature,
  ManagedPlace,
  ManagedSettings,
  UntrustedSettings,
} from '../../preload/contract/managed.ts';
import { placeAt, settledOtherwise, switchedOff } from '../../preload/contract/managed-rules.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import { session } from './session.svelte.ts';

/** The screens of each feature that can be switched off, in the order of the sidebar. */
export const featureOfScreen: Readonly<Record<string, ManagedFeature>> = {
  'enterprise-users': 'enterprise-users',
  delegations: 'delegations',
  'role-definitions': 'role-definitions',
  inbox: 'messages',
  'work-list': 'messages',
  archive: 'messages',
  trash: 'messages',
  'file-transfer': 'file-transfer',
  profile: 'profile',
  'contact-information': 'contact-information',
  reportees: 'reportees',
  consents: 'consents',
  lookups: 'lookups',
  'service-owner': 'service-owner',
  'party-access': 'service-owner',
  'service-rights': 'service-owner',
  'owner-requests': 'service-owner',
  'owner-events': 'service-owner',
  services: 'reference',
  'code-lists': 'reference',
  roles: 'reference',
  explorer: 'explorer',
};

const off = $derived(switchedOff(session.start?.managed ?? null));

export const managed = {
  /** Null where nothing is settled. */
  get settings(): ManagedSettings | null {
    return session.start?.managed ?? null;
  },
  /** A file of settings that is not obeyed, because others than administrators can change it. */
  get untrusted(): UntrustedSettings | null {
    return session.start?.untrustedSettings ?? null;
  },
  get by(): string {
    return this.settings?.managedBy ?? '';
  },
  isOff: (feature: ManagedFeature): boolean => off.has(feature),
  isScreenOff(screen: string): boolean {
    const feature = featureOfScreen[screen];
    return feature !== undefined && off.has(feature);
  },
  /** Where one begins: the first screen that is on. */
  get home(): string {
    return (
      Object.keys(featureOfScreen).find((screen) => !this.isScreenOff(screen)) ?? 'connections'
    );
  },
  placeAt(baseAddress: string): ManagedPlace | undefined {
    return placeAt(this.settings, baseAddress);
  },
  /** Whether a connection that was made before may still be used. */
  mayUse(connection: Connection): boolean {
    return this.settings === null || settledOtherwise(this.settings, connection) === undefined;
  },
};
