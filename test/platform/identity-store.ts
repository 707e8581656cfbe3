// The identity provider's store, in memory and by the platform's clock. The API knows its access tokens too.
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Identity } from './identity.ts';

interface Entry {
  readonly payload: AdapterPayload;
  readonly expires: number;
}

/** The level of `Level3` is 3. */
const levelOf = (payload: AdapterPayload): number | undefined => {
  const acr = payload.extra?.['acr'];
  const digits = typeof acr === 'string' ? /\d+$/.exec(acr)?.[0] : undefined;
  return digits === undefined ? undefined : Number(digits);
};

/** One adapter for each kind of thing the provider keeps. */
export function createIdentityStore(identity: Identity, now: () => Date) {
  const kinds = new Map<string, Map<string, Entry>>();
  const entriesOf = (kind: string): Map<string, Entry> => {
    const entries = kinds.get(kind) ?? new Map<string, Entry>();
    kinds.set(kind, entries);
    return entries;
  };
  identity.onRevokeAll = () => entriesOf('RefreshToken').clear();
  return (kind: string): Adapter => adapterOf(kind, entriesOf(kind), identity, now);
}

function adapterOf(
  kind: string,
  entries: Map<string, Entry>,
  identity: Identity,
  now: () => Date,
): Adapter {
  const living = (entry: Entry | undefined): AdapterPayload | undefined =>
    entry !== undefined && entry.expires > now().getTime() ? entry.payload : undefined;
  const drop = (id: string): void => {
    entries.delete(id);
    if (kind === 'AccessToken') identity.dropToken(id);
  };
  const byField = (field: 'uid' | 'userCode', value: string): AdapterPayload | undefined =>
    living([...entries.values()].find((entry) => entry.payload[field] === value));
  return {
    async upsert(id, payload, seconds) {
      const expires = seconds === undefined ? Infinity : now().getTime() + seconds * 1000;
      entries.set(id, { payload, expires });
      if (kind === 'AccessToken') admit(identity, id, payload, seconds);
    },
    find: async (id) => living(entries.get(id)),
    findByUid: async (uid) => byField('uid', uid),
    findByUserCode: async (code) => byField('userCode', code),
    async consume(id) {
      const entry = entries.get(id);
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => drop(id),
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of [...entries]) if (payload.grantId === grantId) drop(id);
    },
  };
}

function admit(
  identity: Identity,
  token: string,
  payload: AdapterPayload,
  seconds: number | undefined,
): void {
  const level = levelOf(payload);
  const person = payload.accountId;
  if (person === undefined) return;
  const scopes = new Set((payload.scope ?? '').split(' ').filter((scope) => scope !== ''));
  identity.addToken(token, { person, scopes, ...(level === undefined ? {} : { level }) }, seconds);
}
