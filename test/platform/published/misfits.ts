// What one exchange has that no document shows: the answer of the local platform, and the request that it took.
import type { Answer } from '../call.ts';
import type { Exchange } from '../control.ts';
import { addedLater } from '../oddities.ts';
import type { Shape as Switches } from '../shape.ts';
import {
  entries,
  entryFor,
  entryOf,
  type Entry,
  fit,
  type Of,
  type Schema,
  shapesOf,
  withoutHal,
} from './schemas.ts';
import { wantedBy, type Misfit } from './wanted.ts';

export type { Misfit, Side } from './wanted.ts';

/** Switches whose other values make every answer what no document shows, on purpose: then none is held. */
const BEYOND = {
  lists: 'embedded',
  links: 'objects',
} as const satisfies Partial<Switches>;

/** A longer answer has nothing but more of what shorter ones show. */
const LONGEST = 1024 * 1024;

/** Of the answer, and of the request if it was taken: what is refused may be anything. */
export function misfitsOf(exchange: Exchange, switches: Switches): Misfit[] {
  const entry = entryFor(exchange.method, exchange.path);
  if (entry === undefined) return [];
  const isBeyond = Object.entries(BEYOND).some(
    ([name, usual]) => switches[name as keyof Switches] !== usual,
  );
  const answered = isBeyond ? [] : inAnswer(entry, exchange.answer, switches);
  const isTaken = exchange.answer.status < 300 && !exchange.isOfTest;
  const taken = isTaken ? inRequest(entry, exchange) : [];
  const own = answered.map(([id, what]): Misfit => ({ entry: id, side: 'local platform', what }));
  return [
    ...own.map((one) => withSwitch(one, wantedBy(one, switches))),
    ...taken.map((what) => ({ entry: entry.id, side: 'request' as const, what })),
  ];
}

/** What the client sends beyond the documents of an entry, and why it may: it asks for more, and never needs it. */
const SENT_TOO: readonly {
  readonly what: RegExp;
  readonly entries?: readonly string[];
  readonly because: string;
}[] = [
  {
    what: /^\?\$(?:skip|top), /,
    because:
      'the rest of a list: where no document says how it is asked for; who does not know it answers the same again, which ends the list',
  },
  {
    what: /^\?status\[\], /,
    because: 'the help pages name several values so, the specification repeats the name',
  },
  {
    what: /^\?serviceEditionCode, /,
    entries: ['service-owner.consents'],
    because: 'its page and the specification name the edition in two ways',
  },
  {
    what: /^\/Type must be equal/,
    entries: ['forms.update'],
    because: 'the documents show a sub-form alone, and a main form is none',
  },
];
const isSentToo = (entry: Entry, what: string) =>
  SENT_TOO.some(
    (one) => one.what.test(what) && (one.entries === undefined || one.entries.includes(entry.id)),
  );

const withSwitch = (one: Misfit, by: string | undefined): Misfit =>
  by === undefined ? one : { ...one, by };

/** Says that the certificate counts; goes with every call that shows one. */
const FLAG = 'ForceEIAuthentication';

type Found = readonly [entry: string, what: string];

function inAnswer(entry: Entry, answer: Answer, switches: Switches): Found[] {
  // A page for a browser is no answer of this API: sign-in, and areas that are closed.
  if (typeOf(answer) === 'text/html') return [];
  const isGood = answer.status < 300;
  const isNew = isGood && entry.statusNote === undefined && !entry.status.includes(answer.status);
  const status = isNew ? [`status ${answer.status}`] : [];
  const location =
    answer.status < 300 &&
    switches.locations === 'always' &&
    'Location' in entry.headers &&
    answer.headers?.['Location'] === undefined
      ? ['Location is missing']
      : [];
  const value = jsonIn(answer);
  const own = [...status, ...location].map((what): Found => [entry.id, what]);
  if (value === undefined) return own;
  const form = typeOf(answer);
  const shown = isGood ? shapesIn(entry, 'response', form) : errorShapes(entry, answer.status);
  return [
    ...own,
    ...differences(shown, value.json).map((what): Found => [entry.id, what]),
    ...(entry.id === 'consent-tokens.get' && isGood ? inToken(value.json) : []),
  ];
}

/** A token is two documents of its own. */
function inToken(token: unknown): Found[] {
  const parts = String(token).split('.');
  return ['consent-tokens.header', 'consent-tokens.claims'].flatMap((id, at) => {
    const value: unknown = JSON.parse(Buffer.from(parts[at] ?? '', 'base64url').toString('utf8'));
    return differences(shapesIn(entryOf(id), 'response', ''), value).map((what): Found => [
      id,
      what,
    ]);
  });
}

/** Of a request alone; its parameters too. */
export function inRequest(
  entry: Entry,
  { type, body, query }: Pick<Exchange, 'type' | 'body' | 'query'>,
): string[] {
  const given = new URLSearchParams(query);
  const names = new Set([...given.keys()].map((name) => name.replace(/\[\d+\]$/, '[]')));
  const unknown = [...names].filter((name) => !Object.hasOwn(entry.query, name) && name !== FLAG);
  const missing = Object.entries(entry.query).filter(
    ([name, said]) => said.startsWith('required') && !given.has(name) && name !== FLAG,
  );
  const said =
    entry.requestIn === undefined
      ? body.toString('utf8')
      : (given.get('brokerServiceDescription') ?? '');
  const isJson = entry.requestIn !== undefined || /\bjson\b/.test(type);
  const shapes = shapesOf(entry, 'request').map(({ schema }) => schema);
  return [
    ...unknown.map((name) => `?${name}, which no document shows`),
    ...missing.map(([name]) => `?${name} is missing`),
    ...(isJson && said !== '' && shapes.length > 0 ? differences(shapes, JSON.parse(said)) : []),
  ].filter((what) => !isSentToo(entry, what));
}

function differences(shapes: readonly Schema[], value: unknown): string[] {
  const { wrong, unpublished } = fit(shapes, value);
  const added = unpublished.filter((at) => !isAddedLater(at));
  return [...wrong, ...added.map((at) => `${at}, which no document shows`)];
}

/** The oddity that every HAL answer has by switch. */
const isAddedLater = (at: string): boolean =>
  at.endsWith(`/${addedLater.field}`) || at.endsWith(`/_links/${addedLater.relation}`);

const plain = new Map<Schema, Schema>();

/** Whoever does not ask for HAL gets no links; where a document shows that answer too, as it stands there. */
function shapesIn(entry: Entry, of: Of, type: string): readonly Schema[] {
  const all = shapesOf(entry, of).map(({ schema }) => schema);
  return type === 'application/json' ? [...all, ...all.map(bared)] : all;
}

function bared(schema: Schema): Schema {
  const made = plain.get(schema) ?? withoutHal(schema);
  plain.set(schema, made);
  return made;
}

/**
 * Of an error hardly a document shows all forms that it may have: those of its area, and the one of all newer APIs. Where an area shows
 * none, a documented refusal may also be worded in the answer itself.
 */
function errorShapes(entry: Entry, status: number): readonly Schema[] {
  const near = entries().filter(({ area }) => area === entry.area);
  const own = near.flatMap((one) => shapesOf(one, 'error'));
  const inside =
    own.length === 0 && entry.status.includes(status) ? shapesOf(entry, 'response') : [];
  const general = shapesOf(entryOf('errors.model'), 'response');
  return [...own, ...inside, ...general].map(({ schema }) => schema);
}

const typeOf = ({ headers }: Answer): string =>
  String(headers?.['Content-Type'] ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase() ?? '';

/** XML is written from the same value as JSON. What cannot be read was spoilt by a test. */
function jsonIn(answer: Answer): { readonly json: unknown } | undefined {
  const { body = '' } = answer;
  if (body === '' || body.length > LONGEST || !typeOf(answer).endsWith('json')) return undefined;
  try {
    return { json: JSON.parse(body) };
  } catch {
    return undefined;
  }
}
