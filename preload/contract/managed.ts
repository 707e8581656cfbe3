// The managed settings that an organisation sets for everyone on a computer.
// Main reads them from one file; the page shows them and never changes them.
import { baseAddress, type ConnectionInput } from './connections.ts';
import { environment, line, organisationNumber, serverAddress, z } from './schema.ts';

/** Features that can be switched off: each is screens of the window and operations of the contract. */
export const managedFeature = z.enum([
  'enterprise-users',
  'role-definitions',
  'contact-information',
  'profile',
  'reportees',
  'messages',
  'message-export',
  'service-owner',
  'reference',
  'explorer',
]);
export type ManagedFeature = z.infer<typeof managedFeature>;

/** Name of a host as it stands in an address, without a port. */
const hostName = z
  .string({ error: 'wrong-type' })
  .regex(
    /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/,
    'host-name',
  );

/** One place a connection may lead to. `highestTls` is a ceiling: a connection may ask for less. */
export const managedPlace = z.strictObject({
  name: line(60),
  environment,
  baseAddress,
  /** Hosts whose links are rebased to baseAddress. */
  formerHosts: z.array(hostName).max(20, 'too-many').default([]),
  highestTls: z.enum(['TLSv1.2', 'TLSv1.3']).default('TLSv1.3'),
});

/** Who may sign a person or a machine in. */
export const managedProvider = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), name: line(60), issuer: serverAddress }),
  z.strictObject({
    kind: z.literal('machine-token'),
    name: line(60),
    tokenEndpoint: serverAddress,
  }),
]);

export const managedProxy = z.discriminatedUnion('use', [
  z.strictObject({ use: z.literal('system') }),
  z.strictObject({ use: z.literal('none') }),
  z.strictObject({
    use: z.literal('manual'),
    host: hostName,
    port: z.number().int().min(1, 'out-of-range').max(65535, 'out-of-range'),
  }),
]);

/** The file: whatever is left out is left to the person. */
export const managedSettings = z.strictObject({
  /** The form of the file. */
  version: z.literal(1),
  /** Who settled this, as shown to people. */
  managedBy: line(120),
  organisationNumber: organisationNumber.optional(),
  /** Connections may lead here and nowhere else. */
  places: z.array(managedPlace).min(1, 'required').max(50, 'too-many').optional(),
  /** Sign-in goes through these and no other. */
  providers: z.array(managedProvider).min(1, 'required').max(50, 'too-many').optional(),
  /** Of every connection; a manual one asks for its user name and password in the connection. */
  proxy: managedProxy.optional(),
  /** Where updates are looked for; null switches looking off. */
  updateAddress: baseAddress.nullable().optional(),
  off: z.array(managedFeature).max(20, 'too-many').optional(),
  /** At most these; a person may choose less. */
  limits: z
    .strictObject({
      clipboardSeconds: z.number().int().min(5, 'out-of-range').max(300, 'out-of-range').optional(),
      idleLockMinutes: z.number().int().min(1, 'out-of-range').max(480, 'out-of-range').optional(),
      rotationPolicyDays: z
        .number()
        .int()
        .min(1, 'out-of-range')
        .max(3650, 'out-of-range')
        .optional(),
    })
    .optional(),
});
export type ManagedSettings = z.infer<typeof managedSettings>;
export type ManagedPlace = z.infer<typeof managedPlace>;

/** What is off, with what cannot be without it: messages are exported from the message box. */
export function switchedOff(settings: ManagedSettings | null): ReadonlySet<ManagedFeature> {
  const off = new Set(settings?.off ?? []);
  if (off.has('messages')) off.add('message-export');
  return off;
}

/** An address as it is compared: parsed, without a slash at its end. */
export function comparable(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** The settled place with this base address; undefined where nothing is settled, too. */
export function placeAt(
  settings: ManagedSettings | null,
  baseAddress: string,
): ManagedPlace | undefined {
  if (!URL.canParse(baseAddress)) return undefined;
  const wanted = comparable(baseAddress);
  return settings?.places?.find((place) => comparable(place.baseAddress) === wanted);
}

export type ConnectionFacts = Pick<
  ConnectionInput,
  'environment' | 'baseAddress' | 'organisationNumber' | 'signIn'
>;

/** The first field of a connection that is settled otherwise, by its path; undefined where it may be so. */
export function settledOtherwise(
  settings: ManagedSettings,
  { environment, baseAddress, organisationNumber, signIn }: ConnectionFacts,
): string | undefined {
  const { places } = settings;
  const place = placeAt(settings, baseAddress);
  if (places !== undefined && place === undefined) return 'baseAddress';
  if (place !== undefined && place.environment !== environment) return 'environment';
  const own = settings.organisationNumber;
  if (own !== undefined && own !== organisationNumber) return 'organisationNumber';
  return otherProvider(settings, signIn);
}

function otherProvider(
  { providers }: ManagedSettings,
  signIn: ConnectionInput['signIn'],
): string | undefined {
  if (providers === undefined) return undefined;
  if (signIn.way === 'machine-token') {
    const known = providers.flatMap((one) => (one.kind === signIn.way ? [one.tokenEndpoint] : []));
    return isOneOf(known, signIn.tokenEndpoint) ? undefined : 'signIn.tokenEndpoint';
  }
  if (signIn.way !== 'person') return undefined;
  const { provider } = signIn;
  const issuers = providers.flatMap((one) => (one.kind === 'person' ? [one.issuer] : []));
  if (!isOneOf(issuers, provider.issuer)) return 'signIn.provider.issuer';
  const foreign = provider.found === 'typed' ? foreignEndpoint(provider) : undefined;
  return foreign === undefined ? undefined : `signIn.provider.${foreign}`;
}

const isOneOf = (known: readonly string[], address: string) =>
  known.some((one) => comparable(one) === comparable(address));

type Provider = Extract<ConnectionInput['signIn'], { way: 'person' }>['provider'];

/** Addresses typed in beside a settled issuer are its own, or anybody could put another provider behind its name. */
function foreignEndpoint(provider: Extract<Provider, { found: 'typed' }>): string | undefined {
  const { origin } = new URL(provider.issuer);
  return ENDPOINTS.find((name) => {
    const address = provider[name];
    return address !== undefined && new URL(address).origin !== origin;
  });
}
const ENDPOINTS = [
  'authorizeEndpoint',
  'tokenEndpoint',
  'jwksAddress',
  'revocationEndpoint',
  'endSessionEndpoint',
] as const;
