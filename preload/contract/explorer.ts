// The explorer: any GET of the platform through its entry points and links, and the traffic of this session.
import { switchedOff } from '../result.ts';
import { mediaType } from './connections.ts';
import { read } from './operation.ts';
import { id, instant, line, optionalLine, REFERENCE, z } from './schema.ts';

export const entryArea = z.enum([
  'message-box',
  'parties',
  'profile',
  'enterprise-users',
  'roles',
  'authorization',
  'file-transfer',
  'service-owner',
  'metadata',
]);
export type EntryArea = z.infer<typeof entryArea>;

export const entryParameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  /** What it takes by itself, so that the entry can be sent as it stands. */
  usual: z.string(),
});

export const entryPoint = z.object({
  id: z.string(),
  area: entryArea,
  /** As it is documented: `/api/{who}/messages`. */
  path: z.string(),
  parameters: z.array(entryParameter),
  /** Asked without any credential. */
  open: z.boolean(),
  needs: z.enum(['nobody', 'user', 'organisation', 'service-owner']),
  /** False where the fields of the answer are not documented. */
  described: z.boolean(),
  /** It is still tried when a person asks. */
  switchedOff: switchedOff.optional(),
});
export type EntryPoint = z.infer<typeof entryPoint>;

/** Issued by main for one link of one answer: the page never names an address. */
export const linkHandle = z
  .string()
  .regex(/^link-[A-Za-z0-9_-]{16,43}$/, 'unknown-handle')
  .meta(REFERENCE);

/** What a person fills into a path or a template. */
const values = z.record(
  z.string().regex(/^[A-Za-z0-9_.$,-]{1,60}$/, 'wrong-type'),
  optionalLine(500),
);

export const linkVariable = z.object({ name: z.string(), in: z.enum(['path', 'query']) });

export const shownLink = z.object({
  relation: z.string(),
  handle: linkHandle,
  href: z.string(),
  /** What stood beside the address: name, fileName, mime-type, encrypted ... */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  templated: z.boolean(),
  variables: z.array(linkVariable),
  /** `platform`: can be followed. `browser`: only there, after its host was shown. `nowhere`: neither. */
  leads: z.enum(['platform', 'browser', 'nowhere']),
  host: z.string(),
});
export type ShownLink = z.infer<typeof shownLink>;

export const shownField = z.object({
  name: z.string(),
  kind: z.enum(['text', 'number', 'boolean', 'null', 'structure']),
  /** A structure as indented JSON. */
  text: z.string(),
});
export type ShownField = z.infer<typeof shownField>;

/** Resources of one answer as a flat list, the answer itself first; each names the one it is embedded in. */
export const shownResource = z.object({
  at: z.number().int(),
  parent: z.number().int().nullable(),
  /** The relation it is embedded under; empty for the answer itself and for items of a bare list. */
  relation: z.string(),
  state: z.array(shownField),
  links: z.array(shownLink),
});
export type ShownResource = z.infer<typeof shownResource>;

const header = z.object({ name: z.string(), value: z.string() });

export const explored = z.object({
  asked: z.object({
    address: z.string(),
    mediaType,
    /** Whether this connection's sign-in was shown. */
    signedIn: z.boolean(),
  }),
  status: z.number().int(),
  reason: z.string(),
  ms: z.number().int(),
  /** Empty when the answer names none. */
  type: z.string(),
  bytes: z.number().int(),
  headers: z.array(header),
  resources: z.array(shownResource),
  /** More resources came than are shown. */
  more: z.boolean(),
  raw: z.object({
    kind: z.enum(['text', 'binary', 'empty']),
    text: z.string(),
    /** Only the first 256 KiB are shown. */
    cut: z.boolean(),
  }),
});
export type Explored = z.infer<typeof explored>;

/** One exchange of this session, without its bodies. */
export const recorded = z.object({
  number: z.number().int(),
  at: instant,
  connection: id.nullable(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  url: z.string(),
  /** Null when no answer came. */
  status: z.number().int().nullable(),
  reason: z.string(),
  ms: z.number().int(),
  requestHeaders: z.array(header),
  responseHeaders: z.array(header),
  sentBytes: z.number().int(),
  bytes: z.number().int(),
  tls: z.string().nullable(),
  /** Whether the connection had been open before. */
  reused: z.boolean().nullable(),
  /** The kind of failure when the exchange itself broke off. */
  failure: z.string().nullable(),
  correlation: z.array(header),
  /** The reference that a person was shown for the call it belongs to. */
  reference: z.string().nullable(),
});
export type Recorded = z.infer<typeof recorded>;

/** A failure by the reference that was shown with it, or one exchange of the list. */
const reportInput = z
  .strictObject({
    reference: line(100).optional(),
    exchange: z.number().int().min(1).optional(),
  })
  .refine(
    ({ reference, exchange }) => (reference === undefined) !== (exchange === undefined),
    'exactly-one',
  );

export const explorer = {
  entryPoints: read({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: z.object({ entries: z.array(entryPoint) }),
  }),
  /** One GET. `open` asks without credentials also where the entry or link would take them. */
  get: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      at: z.union([
        z.strictObject({ entry: line(120), values: values.optional() }),
        z.strictObject({ link: linkHandle, values: values.optional() }),
      ]),
      accept: mediaType.optional(),
      open: z.boolean().optional(),
    }),
    output: explored,
  }),
  /** Opens a link that leads elsewhere in the system's browser, which asks with its host. */
  openLink: read({
    approval: 'none',
    input: z.strictObject({ connection: id, link: linkHandle }),
    output: z.object({ host: z.string() }),
  }),
  traffic: read({
    approval: 'none',
    input: z.strictObject({ since: z.number().int().min(0).optional() }),
    output: z.object({ exchanges: z.array(recorded), last: z.number().int() }),
  }),
  clearTraffic: read({ approval: 'none', input: z.strictObject({}), output: z.object({}) }),
  /** Plain text for the platform's support: no secrets, national identity numbers masked. */
  supportReport: read({
    approval: 'none',
    input: reportInput,
    output: z.object({ text: z.string() }),
  }),
  copySupportReport: read({
    approval: 'none',
    input: reportInput,
    output: z.object({ text: z.string() }),
  }),
};
