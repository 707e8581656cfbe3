// Which credentials a connection uses, and where they belong. Without schemas, because the page asks it too.
import type { Connection, SignIn } from './connections.ts';
import type { Credential } from './credentials.ts';

/** Those ways that get a machine token first. */
export type MachineSignIn = Extract<SignIn, { way: 'machine-token' | 'enterprise-user-token' }>;

export const isMachineSignIn = (given: SignIn): given is MachineSignIn =>
  given.way === 'machine-token' || given.way === 'enterprise-user-token';

/** The certificate that a way of signing in uses, if it uses one. */
export function certificateOf(given: SignIn): string | undefined {
  if (given.way === 'certificate' || given.way === 'enterprise-user') return given.certificate;
  if (isMachineSignIn(given) && given.proof.by === 'certificate') return given.proof.certificate;
  return undefined;
}

/** Every credential that a way of signing in uses, by the field that names it. */
export function credentialsOf(given: SignIn): Readonly<Record<string, string>> {
  if (isMachineSignIn(given)) return { ...proofOf(given), ...passwordOf(given) };
  const certificate = certificateOf(given);
  return {
    ...(certificate !== undefined && { 'signIn.certificate': certificate }),
    ...passwordOf(given),
  };
}

/** What signs the assertion, by the field that names it. */
export const proofOf = ({ proof }: MachineSignIn): Readonly<Record<string, string>> =>
  proof.by === 'registered-key'
    ? { 'signIn.proof.key': proof.key }
    : { 'signIn.proof.certificate': proof.certificate };

const passwordOf = (given: SignIn): Readonly<Record<string, string>> =>
  'password' in given ? { 'signIn.password': given.password } : {};

type Uses = Pick<Connection, 'signIn' | 'apiKey' | 'proxy'>;

/** What a connection uses a credential for, by the fields that name it. */
export const purposesOf = ({ signIn, apiKey, proxy }: Uses, credential: string): Purpose[] =>
  Object.entries({
    ...credentialsOf(signIn),
    apiKey,
    'proxy.password': proxy.use === 'manual' ? proxy.password : undefined,
  }).flatMap(([field, used]) => (used === credential ? [field as Purpose] : []));
export type Purpose =
  | 'signIn.certificate'
  | 'signIn.password'
  | 'signIn.proof.certificate'
  | 'signIn.proof.key'
  | 'apiKey'
  | 'proxy.password';

/** What stands in each field that names a credential. */
export const KIND_OF: Readonly<Record<Purpose, Credential['kind']>> = {
  'signIn.certificate': 'certificate',
  'signIn.password': 'password',
  'signIn.proof.certificate': 'certificate',
  'signIn.proof.key': 'private-key',
  apiKey: 'api-key',
  'proxy.password': 'proxy-password',
};

/** Every credential that a connection uses, with a field that names it; what signs in comes first. */
export function usedCredentials({ signIn, apiKey, proxy }: Uses): ReadonlyMap<string, Purpose> {
  const password = proxy.use === 'manual' ? proxy.password : undefined;
  const all = Object.entries({
    ...credentialsOf(signIn),
    ...(apiKey !== null && { apiKey }),
    ...(password !== undefined && { 'proxy.password': password }),
  });
  return new Map(all.map(([field, used]) => [used, field as Purpose]));
}

type Place = Pick<Connection, 'baseAddress' | 'environment' | 'signIn' | 'apiKey'>;

/**
 * Fields of credentials that this one shares with another connection and may not: a credential belongs to one environment, and in
 * production to one origin (LNK-09). A mistyped or lured address must not get the production key, nor an assertion that another
 * provider would take. Addresses that are still being typed are not another place yet.
 */
export function boundElsewhere(one: Place, other: Place): readonly string[] {
  if (!isElsewhere(one, other)) return [];
  const others = new Set(Object.values(credentialsOf(other.signIn)));
  const shared = Object.entries(credentialsOf(one.signIn)).filter(([, used]) => others.has(used));
  const isSameKey = one.apiKey !== null && one.apiKey !== '' && one.apiKey === other.apiKey;
  return [...shared.map(([field]) => field), ...(isSameKey ? ['apiKey'] : [])];
}

function isElsewhere(one: Place, other: Place): boolean {
  if (one.environment !== other.environment) return true;
  if (one.environment === 'test') return false;
  if (isOtherOrigin(one.baseAddress, other.baseAddress)) return true;
  if (!isMachineSignIn(one.signIn) || !isMachineSignIn(other.signIn)) return false;
  const [exchange = '', otherExchange = ''] = [
    one.signIn.exchangeEndpoint,
    other.signIn.exchangeEndpoint,
  ];
  return (
    isOtherOrigin(one.signIn.tokenEndpoint, other.signIn.tokenEndpoint) ||
    isOtherOrigin(exchange, otherExchange)
  );
}

const isOtherOrigin = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).origin !== new URL(other).origin;

/** The same with another credential wherever it uses this one. */
export function withCredential<C extends Uses>(connection: C, from: string, to: string): C {
  const put = (credential: string) => (credential === from ? to : credential);
  const { signIn, apiKey, proxy } = connection;
  return {
    ...connection,
    signIn: signInWith(signIn, put),
    apiKey: apiKey === null ? null : put(apiKey),
    ...(proxy.use === 'manual' &&
      proxy.password !== undefined && { proxy: { ...proxy, password: put(proxy.password) } }),
  };
}

function signInWith(given: SignIn, put: (credential: string) => string): SignIn {
  switch (given.way) {
    case 'certificate':
      return { ...given, certificate: put(given.certificate) };
    case 'password':
      return { ...given, password: put(given.password) };
    case 'enterprise-user':
      return { ...given, certificate: put(given.certificate), password: put(given.password) };
    case 'machine-token':
      return { ...given, proof: proofWith(given.proof, put) };
    case 'enterprise-user-token':
      return { ...given, proof: proofWith(given.proof, put), password: put(given.password) };
    case 'pasted-token':
    case 'person':
    case 'none':
      return given;
  }
}

const proofWith = (proof: MachineSignIn['proof'], put: (credential: string) => string) =>
  proof.by === 'registered-key'
    ? { ...proof, key: put(proof.key) }
    : { ...proof, certificate: put(proof.certificate) };
