// What a credential may be used for: where it goes and what for. Kept with its secret, checked at each use (ATK-02).
import type { Connection, SignIn } from '../../preload/contract/connections.ts';
import { environment, z } from '../../preload/contract/schema.ts';
import {
  credentialsOf,
  isMachineSignIn,
  type MachineSignIn,
  proofOf,
} from '../../preload/contract/used-credentials.ts';
import { placeOfProxy } from '../http/proxy.ts';

/** What goes to a place: every call, what signs in, what was got with it and goes along with every call, or all that passes a proxy. */
const goes = z.enum(['calls', 'sign-in', 'token', 'through']);
export type Goes = z.infer<typeof goes>;

export const use = z.strictObject({
  goes,
  /** Host and port, as in an address; of a proxy always with its port. */
  to: z.string(),
  /** None for a proxy, which belongs to no environment. */
  environment: environment.optional(),
  /** Whom an assertion is signed for. Only the signature leaves then, and the place is where it is handed in, or where its token goes. */
  audience: z.string().optional(),
  /** An answer has come from there since the credential was handed out for it: it has been used, and not only allowed. */
  answered: z.literal(true).optional(),
});
export type Use = z.infer<typeof use>;

/** One credential, and one use of it. */
export interface UseOf {
  readonly credential: string;
  readonly use: Use;
}

type Place = Pick<Connection, 'baseAddress' | 'environment'>;
type Proxy = Extract<Connection['proxy'], { use: 'manual' }>;

const hostOf = (address: string) => new URL(address).host;

export const inCalls = ({ baseAddress, environment: where }: Place): Use => ({
  goes: 'calls',
  to: hostOf(baseAddress),
  environment: where,
});

export const toSignIn = (place: Place): Use => ({ ...inCalls(place), goes: 'sign-in' });

export const toSign = (
  { tokenEndpoint, audience }: Pick<MachineSignIn, 'tokenEndpoint' | 'audience'>,
  { environment: where }: Pick<Place, 'environment'>,
): Use => ({ goes: 'sign-in', to: hostOf(tokenEndpoint), environment: where, audience });

/** Where a machine token is exchanged: the token that a key got goes there, and an enterprise user's name and secret. */
export const toExchange = (
  exchangeEndpoint: string,
  { environment: where }: Pick<Place, 'environment'>,
): Use => ({ goes: 'sign-in', to: hostOf(exchangeEndpoint), environment: where });

/** Where the token is sent with each call that a key, or an enterprise user's name and secret, is exchanged for (ATK-28). */
export const byToken = ({ audience }: Pick<MachineSignIn, 'audience'>, place: Place): Use => ({
  ...inCalls(place),
  goes: 'token',
  audience,
});

export const throughProxy = (proxy: Pick<Proxy, 'host' | 'port'>): Use => ({
  goes: 'through',
  to: placeOfProxy(proxy),
});

export const isSameUse = (one: Use, other: Use): boolean =>
  one.goes === other.goes &&
  one.to === other.to &&
  one.environment === other.environment &&
  one.audience === other.audience;

/** Every credential that a connection sends somewhere, with each use of it. */
export function usesIn(
  connection: Pick<Connection, 'baseAddress' | 'environment' | 'apiKey' | 'signIn' | 'proxy'>,
): UseOf[] {
  const { apiKey, signIn, proxy } = connection;
  const password = proxy.use === 'manual' ? proxy.password : undefined;
  return [
    ...(apiKey === null ? [] : [{ credential: apiKey, use: inCalls(connection) }]),
    ...usesToSignIn(signIn, connection),
    ...(proxy.use === 'manual' && password !== undefined
      ? [{ credential: password, use: throughProxy(proxy) }]
      : []),
  ];
}

function usesToSignIn(signIn: SignIn, place: Place): UseOf[] {
  const all = Object.values(credentialsOf(signIn));
  if (!isMachineSignIn(signIn))
    return all.map((credential) => ({ credential, use: toSignIn(place) }));
  const proof = Object.values(proofOf(signIn));
  const { exchangeEndpoint } = signIn;
  return [
    ...proof.map((credential) => ({ credential, use: toSign(signIn, place) })),
    ...all.map((credential) => ({ credential, use: byToken(signIn, place) })),
    ...(exchangeEndpoint === undefined
      ? []
      : all.map((credential) => ({ credential, use: toExchange(exchangeEndpoint, place) }))),
  ];
}
