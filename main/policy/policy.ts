// Applies the organisation's policy for this computer: places, providers, proxy, features that are off, limits.
import type { Job } from '../../preload/contract/jobs.ts';
import {
  type ConnectionFacts,
  type ManagedSettings,
  placeAt,
  settledOtherwise,
  switchedOff,
} from '../../preload/contract/managed.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import { beginningOf, operationsOff } from './features.ts';
import { Problem } from '../problem.ts';
import { invalidInput } from '../border/refusal.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import type { Document } from '../storage/documents.ts';

export interface Policy {
  readonly settings: ManagedSettings | null;
  /** Problem managed for an operation that is switched off, by its full name. */
  allow(operation: string): void;
  /** Problem managed for a job of a feature that is off: it rests. */
  allowJob(kind: Job['kind']): void;
  /** Problem invalid-input at the field that the organisation settles otherwise. */
  allowConnection(input: ConnectionFacts): void;
  /**
   * A saved connection as it is used: by the settled proxy, at most with the place's TLS version, with its former hosts.
   * Problem managed where it leads elsewhere than the organisation allows: it was made before, and can only be removed.
   */
  inForce(connection: SavedConnection): SavedConnection;
  /** Problem invalid-input for a value above a limit, and for what is settled altogether. */
  allowSettings(change: SettingsChange): void;
  /** Settings as they count, whatever was saved: a person's own choice stays in the file. */
  limited(settings: Document<Settings>): Document<Settings>;
}

type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

export function createPolicy(settings: ManagedSettings | null): Policy {
  const gone = operationsOff(switchedOff(settings));
  const refusal = (message: string) =>
    new Problem({ kind: 'managed', message, by: settings?.managedBy ?? '' });
  return {
    settings,
    allow(operation) {
      if (gone.has(operation)) throw refusal('This is switched off on this computer.');
    },
    allowJob(kind) {
      if (gone.has(beginningOf[kind]))
        throw refusal('What this job belongs to is switched off on this computer.');
    },
    allowConnection(input) {
      const field = settings === null ? undefined : settledOtherwise(settings, input);
      if (field !== undefined) throw invalidInput(field, 'managed');
    },
    inForce(connection) {
      if (settings === null) return connection;
      if (settledOtherwise(settings, connection) !== undefined)
        throw refusal('This connection leads where connections may not lead on this computer.');
      return applied(settings, connection);
    },
    allowSettings(change) {
      const field = settings === null ? undefined : settingBeyond(settings, change);
      if (field !== undefined) throw invalidInput(field, 'managed');
    },
    limited: (document) => (settings === null ? document : limitedBy(settings, document)),
  };
}

function applied(settings: ManagedSettings, connection: SavedConnection): SavedConnection {
  const place = placeAt(settings, connection.baseAddress);
  return {
    ...connection,
    proxy: proxyOf(settings, connection),
    ...(place?.highestTls === 'TLSv1.2' && { highestTls: 'TLSv1.2' }),
    ...(place !== undefined && {
      formerHosts: [...new Set([...connection.formerHosts, ...place.formerHosts])],
    }),
  };
}

/** A settled proxy with a name and password of the connection's own: these are the person's. */
function proxyOf(
  { proxy: settled }: ManagedSettings,
  { proxy }: SavedConnection,
): SavedConnection['proxy'] {
  if (settled?.use !== 'manual') return settled ?? proxy;
  if (proxy.use !== 'manual') return settled;
  const { userName, password } = proxy;
  return {
    ...settled,
    ...(userName !== undefined && { userName }),
    ...(password !== undefined && { password }),
  };
}

const LIMITED = ['clipboardSeconds', 'idleLockMinutes', 'rotationPolicyDays'] as const;

function settingBeyond(
  { limits = {}, updateAddress }: ManagedSettings,
  change: SettingsChange,
): string | undefined {
  if (updateAddress !== undefined && change.updateAddress !== undefined) return 'updateAddress';
  return LIMITED.find((name) => (change[name] ?? 0) > (limits[name] ?? Infinity));
}

function limitedBy(settings: ManagedSettings, document: Document<Settings>): Document<Settings> {
  const { limits = {}, updateAddress } = settings;
  const lowered = (value: Settings): Settings => ({
    ...value,
    ...Object.fromEntries(
      LIMITED.map((name) => [name, Math.min(value[name], limits[name] ?? Infinity)]),
    ),
    ...(updateAddress !== undefined && { updateAddress }),
  });
  return {
    value: () => lowered(document.value()),
    change: async (to) => lowered(await document.change(to)),
  };
}
