// Connections: an environment's address, the organisation, and how to sign in there.
import { cleanProxyHost, cleanWord, proxyHostProblem } from './rules.ts';
import { offer, offers } from './offers.ts';
import { read, write } from './operation.ts';
import { failure } from '../result.ts';
import {
  environment,
  filePassphrase,
  id,
  instant,
  keyNumber,
  line,
  optionalLine,
  organisationNumber,
  pastedSecret,
  readHandle,
  scope,
  serverAddress,
  z,
} from './schema.ts';

export const mediaType = z.enum([
  'application/hal+json',
  'application/hal+xml',
  'application/xml',
  'application/json',
]);
export const tlsVersion = z.enum(['TLSv1.2', 'TLSv1.3']);

const scopes = z.array(scope).max(60, 'too-many');

/** Where a person signs in: all addresses from the issuer's discovery document, or each typed in. */
export const identityProvider = z.discriminatedUnion('found', [
  z.strictObject({ found: z.literal('discovery'), issuer: serverAddress }),
  z.strictObject({
    found: z.literal('typed'),
    issuer: serverAddress,
    authorizeEndpoint: serverAddress,
    tokenEndpoint: serverAddress,
    /** The keys that the issuer signs with. */
    jwksAddress: serverAddress,
    revocationEndpoint: serverAddress.optional(),
    endSessionEndpoint: serverAddress.optional(),
  }),
]);

/** JWT bearer grant (RFC 7523): an assertion signed with the certificate (`x5c`) or a registered key (`kid`). */
const machineToken = {
  tokenEndpoint: serverAddress,
  audience: line(300),
  clientId: line(200),
  scopes: scopes.min(1, 'required'),
  resource: line(300).optional(),
  /** The customer that a supplier gets the token for (`consumer_org`): the platform then sees that organisation. */
  consumerOrg: organisationNumber.optional(),
  proof: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('certificate'), certificate: id }),
    z.strictObject({ by: z.literal('registered-key'), key: id, keyId: line(200) }),
  ]),
};

/** How the connection signs in: one way per connection, never mixed (platform.md, Signing in). */
export const signIn = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('certificate'), certificate: id }),
  z.strictObject({
    way: z.literal('machine-token'),
    ...machineToken,
    /** Where the rotated secret of an enterprise user is tried; it is not tried when this is left out. */
    exchangeEndpoint: serverAddress.optional(),
  }),
  /** A token got elsewhere, pasted after each start: it is kept in memory only. */
  z.strictObject({ way: z.literal('pasted-token') }),
  /** Authorization code with PKCE in the system browser (RFC 8252). */
  z.strictObject({
    way: z.literal('person'),
    provider: identityProvider,
    clientId: line(200),
    scopes: scopes.min(1, 'required'),
    acrValues: optionalLine(200),
    /**
     * The path that is registered for loopback redirects, where a provider compares paths; one that nobody can guess is
     * made for each sign-in when it is left out.
     */
    callbackPath: z
      .string({ error: 'wrong-type' })
      .regex(/^\/[A-Za-z0-9._~/-]{0,100}$/, 'server-address')
      .optional(),
  }),
  /** Only messages and services of security level 1. */
  z.strictObject({ way: z.literal('password'), userName: line(100), password: id }),
  z.strictObject({
    way: z.literal('enterprise-user'),
    userName: line(100),
    password: id,
    certificate: id,
  }),
  /** A machine token is exchanged for one that stands for the enterprise user as well (platform.md, Signing in). */
  z.strictObject({
    way: z.literal('enterprise-user-token'),
    ...machineToken,
    exchangeEndpoint: serverAddress,
    /** Name and secret travel as `name:secret`. */
    userName: line(100).refine((name) => !name.includes(':'), 'colon'),
    password: id,
  }),
  /** Open metadata only; such a connection needs no API key. */
  z.strictObject({ way: z.literal('none') }),
]);
export type SignIn = z.infer<typeof signIn>;
export type SignInWay = SignIn['way'];

export const proxy = z.discriminatedUnion('use', [
  z.strictObject({ use: z.literal('system') }),
  z.strictObject({ use: z.literal('none') }),
  z.strictObject({
    use: z.literal('manual'),
    host: z
      .string({ error: 'wrong-type' })
      .overwrite(cleanProxyHost)
      .superRefine((host, context) => {
        const message = proxyHostProblem(host);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
    port: z
      .number({ error: 'not-a-number' })
      .int('not-a-number')
      .min(1, 'out-of-range')
      .max(65535, 'out-of-range'),
    userName: optionalLine(120).optional(),
    password: id.optional(),
  }),
]);

/** https, no user name, no query, no fragment, ASCII host; compared after parsing. */
export const baseAddress = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .max(300, 'too-long')
  .refine((value) => {
    if (!/^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~/-]*)?$/.test(value)) return false;
    if (!URL.canParse(value)) return false;
    return !value.includes('..') && !new URL(value).hostname.endsWith('.');
  }, 'base-address');

const fields = {
  name: line(60),
  environment,
  baseAddress,
  organisationName: line(120),
  organisationNumber,
  signIn,
  /** Null only where nobody signs in. */
  apiKey: id.nullable(),
  /** The highest TLS version offered; 1.2 lets a server ask late for the certificate. */
  highestTls: tlsVersion,
  language: z.union([z.literal(1033), z.literal(1044), z.literal(2068)]),
  mediaType,
  proxy,
  /** Hosts whose links are rebased to baseAddress (LNK-02). */
  formerHosts: z.array(line(253)).max(20, 'too-many'),
  /** Name of the place of a file that it was made from: what is told when a newer file has another address. */
  place: line(60).optional(),
};

export const connection = z.object({
  id,
  ...fields,
  /** File name of an extra CA, if one was given; its certificates are copied into the data folder. */
  extraCa: z.string().nullable(),
  /** What the platform still offers, since a person had it asked; gone when the place, the sign-in or the key changes. */
  offers: offers.optional(),
});
export type Connection = z.infer<typeof connection>;

const given = z.strictObject({ ...fields, extraCaFile: readHandle.nullable().optional() });
export type ConnectionInput = z.input<typeof given>;

/** One that is kept already, or one that is kept with the connection. */
const keptOr = <S extends z.ZodRawShape>(brought: S) =>
  z.union([z.strictObject({ kept: id }), z.strictObject(brought)]);

const setUp = given.omit({ signIn: true, apiKey: true }).extend({
  certificate: keptOr({
    file: readHandle,
    keyFile: readHandle.optional(),
    passphrase: filePassphrase.optional(),
    keyNumber: keyNumber.optional(),
  }),
  apiKey: keptOr({ key: pastedSecret(512) }),
  /** The connection that an earlier attempt made: what came with that one and is not used any more goes. */
  connection: id.optional(),
});
export type SetUpInput = z.input<typeof setUp>;

export const testStepName = z.enum([
  'address',
  'tcp',
  'server-certificate',
  'client-certificate',
  'sign-in',
  'api-key',
  'open-data',
]);
export const testStep = z.object({
  step: testStepName,
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'skipped']),
  /** What was found: an IP address, a TLS version, the server's words. */
  detail: z.string(),
  /** Of the step that looks at the server's certificate: `detail`, for who says it in another language. */
  certificate: z
    .object({
      protocol: z.string().nullable(),
      subject: z.string(),
      issuer: z.string(),
      validTo: instant,
    })
    .optional(),
  failure: failure.nullable(),
  /** What is odd about a step that passed: a public name that leads into one's own network (LNK-07). */
  warning: z.enum(['inside']).optional(),
  /** The one thing to do; the page has the sentence. */
  advice: z
    .enum([
      'check-address',
      'check-network',
      'check-proxy',
      'add-ca-file',
      'add-intermediate',
      'renew-certificate',
      'choose-other-certificate',
      'limit-tls-12',
      'check-ca-file',
      'check-api-key',
      'check-user',
      'order-rights',
      'check-clock',
      'try-later',
      'ask-platform',
    ])
    .nullable(),
});
export type TestStep = z.infer<typeof testStep>;

export const connections = {
  list: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({ all: z.array(connection), chosen: id.nullable() }),
  }),
  create: write({
    approval: 'place',
    /** A copy trusts what the other one trusts, unless a CA file comes along. */
    input: given.extend({ copyOf: id.optional() }),
    output: connection,
    subject: (input) => ({ object: `connection ${input.name}` }),
  }),
  change: write({
    approval: 'place',
    input: given.extend({ connection: id }),
    output: connection,
    subject: (input) => ({ connection: input.connection, object: `connection ${input.name}` }),
  }),
  /** A connection by certificate with the certificate and the API key it needs: all of it is kept, or nothing. */
  setUp: write({
    approval: 'place',
    input: setUp,
    output: connection,
    subject: (input) => ({ object: `connection ${input.name}` }),
  }),
  remove: write({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: z.object({}),
    subject: (input) => ({ connection: input.connection, object: 'connection' }),
  }),
  choose: read({
    approval: 'none',
    input: z.strictObject({ connection: id.nullable() }),
    output: z.object({ chosen: id.nullable() }),
  }),
  /** Runs the steps in order and reports the whole list each time one changes. A failed step is a value, not a failure. */
  test: read({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: z.object({ passed: z.boolean(), steps: z.array(testStep) }),
    progress: z.object({ steps: z.array(testStep) }),
  }),
  /**
   * One harmless question to each group of the endpoint table; kept with the connection. A group that does not answer is a value, not a
   * failure. In the journal, as it asks parts of the platform that nobody has opened.
   */
  askOffers: write({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: offers,
    progress: z.object({ groups: z.array(offer), of: z.number().int() }),
    subject: (input) => ({ connection: input.connection, object: 'connection' }),
  }),
};
