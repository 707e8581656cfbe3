// The managed settings that an organisation sets for everyone on a computer.
// Main reads them from one file; the page shows them and never changes them.
import { baseAddress } from './connections.ts';
import { environment, line, organisationNumber, serverAddress, z } from './schema.ts';

/** Features that can be switched off: each is screens of the window and operations of the contract. */
export const managedFeature = z.enum([
  'enterprise-users',
  'role-definitions',
  'delegations',
  'contact-information',
  'consents',
  'profile',
  'reportees',
  'messages',
  'message-export',
  'hand-over',
  'file-transfer',
  'lookups',
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
    /** Where its tokens may be exchanged for an enterprise user's; nowhere when it is left out. */
    exchangeEndpoint: serverAddress.optional(),
  }),
]);

/** As a file names them: managed settings, and a file of places. */
export const namedPlaces = z.array(managedPlace).min(1, 'required').max(50, 'too-many');
export const namedProviders = z.array(managedProvider).min(1, 'required').max(50, 'too-many');

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
  places: namedPlaces.optional(),
  /** Sign-in goes through these and no other. */
  providers: namedProviders.optional(),
  /** Of every connection; a manual one asks for its user name and password in the connection. */
  proxy: managedProxy.optional(),
  /** Where updates are looked for; null switches looking off. */
  updateAddress: baseAddress.nullable().optional(),
  /** Whether the system tells of what needs attention; a person cannot change it. */
  notifications: z.boolean().optional(),
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
export type ManagedProvider = z.infer<typeof managedProvider>;

/** A file of managed settings that is there and does not count, because others than administrators may have written it. */
export const untrustedSettings = z.object({
  /** The file, or the folder on the way to it, that others can change. */
  place: z.string(),
  /** `not-readable`: the system does not say who can. */
  why: z.enum(['owner', 'writable', 'link', 'not-readable']),
});
export type UntrustedSettings = z.infer<typeof untrustedSettings>;
