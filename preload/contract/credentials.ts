// Credentials in the keychain, known to the page by name, dates and facts only.
import { read, write } from './operation.ts';
import {
  filePassphrase,
  id,
  instant,
  keyNumber,
  line,
  pastedSecret,
  readHandle,
  secretText,
  z,
} from './schema.ts';

export const certificateFacts = z.object({
  subject: z.string(),
  commonName: z.string(),
  organisationNumber: z.string().nullable(),
  issuer: z.string(),
  serialNumber: z.string(),
  fingerprintSha256: z.string(),
  validFrom: instant,
  validTo: instant,
  /** Whole days until validTo; negative when it has passed. */
  daysLeft: z.number().int(),
  keyType: z.string(),
  /** Subjects of the certificates above the leaf that are sent along; shown, never trusted. */
  chain: z.array(z.string()),
});
export type CertificateFacts = z.infer<typeof certificateFacts>;

const expiry = z.enum([
  'ok',
  'within-60-days',
  'within-30-days',
  'within-7-days',
  'expired',
  'not-yet-valid',
]);

/** What a file holds: the certificate that is taken of it, and why others are not. */
export const inspectedCertificate = certificateFacts.extend({
  expiry,
  leftOut: z.array(
    z.object({
      name: z.string(),
      why: z.enum(['other-use', 'weak', 'expired', 'not-yet-valid', 'locked', 'not-chosen']),
    }),
  ),
});
export type InspectedCertificate = z.infer<typeof inspectedCertificate>;

const plain = {
  id,
  name: z.string(),
  added: instant,
  memoryOnly: z.boolean(),
  usedBy: z.array(id),
};

export const credential = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('certificate'),
    id,
    name: z.string(),
    added: instant,
    facts: certificateFacts,
    expiry,
    /** Only in this process: gone when the program ends. */
    memoryOnly: z.boolean(),
    usedBy: z.array(id),
  }),
  z.object({
    kind: z.literal('api-key'),
    id,
    name: z.string(),
    added: instant,
    lastFour: z.string(),
    memoryOnly: z.boolean(),
    usedBy: z.array(id),
  }),
  z.object({ kind: z.literal('proxy-password'), ...plain }),
  /** Of a user name, or the secret of an enterprise user. */
  z.object({ kind: z.literal('password'), ...plain }),
  /** A key whose public half is registered at a token provider. */
  z.object({ kind: z.literal('private-key'), ...plain, keyType: z.string() }),
]);
export type Credential = z.infer<typeof credential>;

const name = line(80);

export const credentials = {
  list: read({ approval: 'none', input: z.strictObject({}), output: z.array(credential) }),
  /**
   * PKCS#12 (.p12, .pfx) or PEM; the private key may be in a file of its own. Of several the one that is for signing in and in force is
   * taken; where several are, certificate{several-keys} lists them, and `keyNumber` says which. Refusals: certificate{problem}.
   */
  importCertificate: write({
    approval: 'none',
    input: z.strictObject({
      name,
      file: readHandle,
      keyFile: readHandle.optional(),
      passphrase: filePassphrase.optional(),
      keyNumber: keyNumber.optional(),
    }),
    output: credential,
    subject: (input) => ({ object: `certificate ${input.name}` }),
  }),
  /** Looks into the file without keeping anything. */
  inspectCertificate: read({
    approval: 'none',
    input: z.strictObject({
      file: readHandle,
      keyFile: readHandle.optional(),
      passphrase: filePassphrase.optional(),
      keyNumber: keyNumber.optional(),
    }),
    output: inspectedCertificate,
  }),
  addApiKey: write({
    approval: 'none',
    input: z.strictObject({ name, key: pastedSecret(512) }),
    output: credential,
    subject: (input) => ({ object: `API key ${input.name}` }),
  }),
  addProxyPassword: write({
    approval: 'none',
    input: z.strictObject({ name, password: secretText(512) }),
    output: credential,
    subject: (input) => ({ object: `proxy password ${input.name}` }),
  }),
  addPassword: write({
    approval: 'none',
    input: z.strictObject({ name, password: secretText(512) }),
    output: credential,
    subject: (input) => ({ object: `password ${input.name}` }),
  }),
  /** PEM (PKCS#8 or PKCS#1, also encrypted), RSA of 2048 bits or more. Refusals: certificate{problem}. */
  importPrivateKey: write({
    approval: 'none',
    input: z.strictObject({
      name,
      file: readHandle,
      passphrase: filePassphrase.optional(),
      keyNumber: keyNumber.optional(),
    }),
    output: credential,
    subject: (input) => ({ object: `private key ${input.name}` }),
  }),
  /**
   * Another of the same kind for every connection that uses this one: all of them in one write, or none. The old one stays, and is used
   * by nothing. Refusals as of adding one.
   */
  replace: write({
    approval: 'place',
    input: z.strictObject({
      credential: id,
      name,
      /** Of a certificate or a private key. */
      file: readHandle.optional(),
      /** Of a certificate alone. */
      keyFile: readHandle.optional(),
      passphrase: filePassphrase.optional(),
      keyNumber: keyNumber.optional(),
      /** Of an API key. */
      key: pastedSecret(512).optional(),
      /** Of a password, or of one for a proxy. */
      password: secretText(512).optional(),
    }),
    output: z.object({
      credential,
      /** The connections that use it now. */
      connections: z.array(id),
    }),
    subject: (input) => ({ object: `credential ${input.credential} -> ${input.name}` }),
  }),
  /** Takes it out of the keychain. Refused as conflict while a one-time secret of a connection using it is open. */
  remove: write({
    approval: 'erase',
    input: z.strictObject({ credential: id }),
    output: z.object({}),
    subject: (input) => ({ object: `credential ${input.credential}` }),
  }),
};
