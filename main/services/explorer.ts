// Reads anything of the platform by entry points and links; the page holds handles, main the addresses (LNK-01).
import { isAddressable } from '../../preload/contract/rules.ts';
import { randomBytes } from 'node:crypto';
import type { Handlers } from '../../preload/contract/contract.ts';
import type {
  EntryPoint,
  Explored,
  ShownField,
  ShownLink,
  ShownResource,
} from '../../preload/contract/explorer.ts';
import type { FieldProblem } from '../../preload/result.ts';
import type { Api } from '../platform/api.ts';
import type { Answered } from '../platform/client.ts';
import type { ApiCall } from '../platform/requests.ts';
import { entryPointsFor } from '../platform/entry-points.ts';
import { cleanStart, CUT_MARGIN } from '../http/text-answer.ts';
import {
  expandTemplate,
  itemsOf,
  type Link,
  readList,
  readResource,
  type Resource,
} from '../http/hal.ts';
import { decideLink } from '../http/links.ts';
import type { Problem } from '../problem.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import type { About, RequestLog } from '../diagnostics/request-log.ts';
import { notFound, refusedField } from '../problems.ts';

export interface ExplorerNeeds {
  readonly api: Pick<Api, 'open' | 'client'>;
  readonly connections: Pick<ConnectionStore, 'find' | 'all'>;
  readonly requestLog: RequestLog;
  /** Makes what takes secrets and national identity numbers out of texts; line ends stay. */
  readonly cleaner: () => (text: string) => string;
  /** The report's text, from cleaned facts and those of the connection. */
  readonly report: (
    about: About & { readonly reference?: string | undefined },
    connection: SavedConnection | undefined,
  ) => string;
  readonly copy: (text: string) => Promise<void>;
  readonly openExternal: (address: URL) => Promise<void>;
}

const MOST_HANDLES = 20_000;
const MOST_RESOURCES = 300;
const MOST_LINKS = 100;
const LONGEST_RAW = 256 * 1024;
const LONGEST_FIELD = 20_000;

export function explorerService(needs: ExplorerNeeds): Handlers<'explorer'> {
  const { connections, requestLog, report } = needs;
  const handles = createLinkHandles();
  const reportOn = ({ reference, exchange }: Asked) => {
    const about =
      reference === undefined ? aboutExchange(requestLog, exchange) : requestLog.about(reference);
    const of = about.exchange?.connection;
    return report(
      { reference, ...about },
      connections.all().find(({ id }) => id === of),
    );
  };
  return {
    entryPoints: async ({ connection }) => ({
      entries: [...entryPointsFor(connections.find(connection))],
    }),

    get: (input, { signal }) => explore(needs, handles, input, signal),

    async openLink({ connection, link }) {
      const { href } = handles.find(link, connection, 'link');
      const address = browserAddress(href);
      if (address === undefined) throw wrongInput('link', 'base-address');
      await needs.openExternal(address);
      return { host: address.host };
    },

    async traffic({ since }) {
      const exchanges = requestLog.list(since);
      return { exchanges: [...exchanges], last: exchanges.at(-1)?.number ?? since ?? 0 };
    },
    async clearTraffic() {
      requestLog.clear();
      return {};
    },
    supportReport: async (asked) => ({ text: reportOn(asked) }),
    async copySupportReport(asked) {
      const text = reportOn(asked);
      await needs.copy(text);
      return { text };
    },
  };
}

type GetInput = Parameters<Handlers<'explorer'>['get']>[0];

/** One GET; what needs no sign-in, and what such an answer links to, is asked without one. */
async function explore(
  { api, connections, cleaner }: ExplorerNeeds,
  handles: LinkHandles,
  { connection, at, accept, open }: GetInput,
  signal: AbortSignal,
): Promise<Explored> {
  const saved = connections.find(connection);
  const goal = 'entry' in at ? entryGoal(saved, at) : linkGoal(saved, handles, at);
  const isOpen = open === true || goal.open || saved.signIn.way === 'none';
  const reading = await (isOpen ? api.open(connection) : api.client(connection));
  // Parameters are what the person filled in; one that was emptied stays away.
  const how = { raw: true, links: true, accept, signal, large: true, language: false } as const;
  const answer =
    'path' in goal.to
      ? await reading.load({ ...goal.to, ...how })
      : await reading.follow(goal.to.href, how);
  const issue = (href: string, templated: boolean) =>
    handles.issue({ connection, href, templated, open: isOpen });
  const clean = cleaner();
  return {
    asked: {
      address: clean(goal.address),
      signedIn: !isOpen,
      mediaType: accept ?? saved.mediaType,
    },
    ...shown(answer, { saved, issue, clean }),
  };
}

interface Asked {
  readonly reference?: string | undefined;
  readonly exchange?: number | undefined;
}

function aboutExchange(requestLog: RequestLog, number: number | undefined): About {
  const exchange = number === undefined ? undefined : requestLog.find(number);
  if (exchange === undefined) throw notFound('This exchange is no longer in the list.');
  const { failure } = exchange.reference === null ? {} : requestLog.about(exchange.reference);
  return { exchange, failure };
}

interface Issued {
  readonly connection: string;
  readonly href: string;
  readonly templated: boolean;
  /** Links of an answer that was got openly are followed openly. */
  readonly open: boolean;
}

/** Bounded: the oldest are forgotten first, and the page asks their answer again. */
function createLinkHandles() {
  const issued = new Map<string, Issued>();
  return {
    issue(link: Issued): string {
      const handle = `link-${randomBytes(18).toString('base64url')}`;
      issued.set(handle, link);
      const [oldest] = issued.keys();
      if (issued.size > MOST_HANDLES && oldest !== undefined) issued.delete(oldest);
      return handle;
    },
    /** A link of one connection says nothing to another. */
    find(handle: string, connection: string, field: 'link' | 'at.link'): Issued {
      const found = issued.get(handle);
      if (found?.connection === connection) return found;
      throw wrongInput(field, 'unknown-handle');
    },
  };
}
type LinkHandles = ReturnType<typeof createLinkHandles>;
type Values = Readonly<Record<string, string>>;

interface Goal {
  readonly to: Pick<ApiCall, 'path' | 'query'> | { readonly href: string };
  readonly address: string;
  readonly open: boolean;
}

function entryGoal(
  saved: SavedConnection,
  { entry, values = {} }: { readonly entry: string; readonly values?: Values | undefined },
): Goal {
  const found = entryPointsFor(saved).find(({ id }) => id === entry);
  if (found === undefined) throw wrongInput('at.entry', 'not-a-choice');
  const unknown = Object.keys(values).find(
    (name) => !found.parameters.some((parameter) => parameter.name === name),
  );
  if (unknown !== undefined) throw wrongInput(`at.values.${unknown}`, 'unknown-field');
  const path = filledPath(found, values);
  const query = Object.fromEntries(
    found.parameters
      .filter(({ name, in: where }) => where === 'query' && (values[name] ?? '') !== '')
      .map(({ name }) => [name, values[name]]),
  );
  const search = Object.entries(query).map(([name, value]) => `${name}=${value ?? ''}`);
  const shownSearch = search.length === 0 ? '' : `?${search.join('&')}`;
  const base = saved.baseAddress.replace(/\/+$/, '');
  return { to: { path, query }, address: `${base}/${path}${shownSearch}`, open: found.open };
}

function filledPath({ id, parameters }: EntryPoint, values: Values): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((path, { name, usual }) => {
      const value = values[name] ?? usual;
      checkPart(name, value);
      return path.replace(`{${name}}`, encodeURIComponent(value));
    }, `api/${id}`);
}

/** One part of a path: nothing that leaves its place, however it is encoded (LNK-01). What the platform lists may have any other sign. */
function checkPart(name: string, value: string): void {
  if (value === '') throw wrongInput(`at.values.${name}`, 'required');
  // Encoded it stays one part, as far as servers do not take it apart all the same.
  if (!isAddressable(value)) throw wrongInput(`at.values.${name}`, 'wrong-type');
}

function linkGoal(
  saved: SavedConnection,
  handles: LinkHandles,
  { link, values = {} }: { readonly link: string; readonly values?: Values | undefined },
): Goal {
  const { href, templated, open } = handles.find(link, saved.id, 'at.link');
  if (!templated) return { to: { href }, address: href, open };
  for (const { name, in: where } of variablesIn(href))
    if (where === 'path') checkPart(name, values[name] ?? '');
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const filled = expandTemplate(href, given);
  return { to: { href: filled }, address: filled, open };
}

/** `{?a,b}` and `{&a}` belong to the query, and so does what stands behind a question mark. */
function variablesIn(template: string) {
  const query = template.search(/\?|\{[?&]/);
  return [...template.matchAll(/\{([?&]?)([A-Za-z0-9_.$,-]+)\}/g)].flatMap((match) =>
    (match[2] ?? '').split(',').map((name) => ({
      name,
      in: query >= 0 && match.index >= query ? ('query' as const) : ('path' as const),
    })),
  );
}

interface Show {
  readonly saved: SavedConnection;
  readonly issue: (href: string, templated: boolean) => string;
  readonly clean: (text: string) => string;
}

function shown(answer: Answered, show: Show): Omit<Explored, 'asked'> {
  const { status, reason, type, ms, headers, body, value } = answer;
  const { resources, more } = resourcesOf(value, show);
  return {
    status,
    reason: show.clean(reason),
    type,
    ms,
    bytes: body.length,
    resources,
    more,
    headers: Object.entries(headers).map(([name, given]) => ({
      name,
      value: /^set-cookie$|authenticat|authorization/i.test(name) ? '••••' : show.clean(given),
    })),
    raw: rawOf(body, show.clean),
  };
}

/** Text in UTF-8, or in latin-1 where it is none; anything with a zero byte is no text. */
function rawOf(body: Buffer, clean: Show['clean']): Explored['raw'] {
  if (body.length === 0) return { kind: 'empty', text: '', cut: false };
  const part = body.subarray(0, LONGEST_RAW + CUT_MARGIN);
  const cut = body.length > LONGEST_RAW;
  if (part.includes(0)) return { kind: 'binary', text: '', cut };
  const utf8 = part.toString('utf8');
  // The cut may go through a sign: only more than that makes it another encoding.
  const strange = (utf8.slice(0, -4).match(/\ufffd/g) ?? []).length;
  const text = strange > 0 ? part.toString('latin1') : utf8;
  return { kind: 'text', text: cleanStart(text, LONGEST_RAW, clean), cut };
}

interface Waiting {
  readonly resource: Resource;
  readonly parent: number | null;
  readonly relation: string;
}

/** Breadth first, so that a cut list still shows the whole of what stands at the top. */
function resourcesOf(value: unknown, show: Show): Pick<Explored, 'resources' | 'more'> {
  const root = rootOf(value);
  if (root === undefined) return { resources: [], more: false };
  const waiting: Waiting[] = [{ resource: root, parent: null, relation: '' }];
  const resources: ShownResource[] = [];
  for (let index = 0; index < waiting.length && index < MOST_RESOURCES; index++) {
    const next = waiting[index];
    if (next === undefined) break;
    const { parent, relation } = next;
    const resource = unfolded(next.resource);
    resources.push({ at: index, parent, relation, ...shownResource(resource, show) });
    for (const [name, inside] of Object.entries(resource.embedded))
      for (const one of inside) waiting.push({ resource: one, parent: index, relation: name });
  }
  return { resources, more: waiting.length > resources.length };
}

/** What lies in a field and has links of its own, such as a form of a service, is shown as embedded. */
function unfolded({ state, embedded, links, relations }: Resource): Resource {
  const inside: Record<string, readonly Resource[]> = {};
  for (const [name, value] of Object.entries(state)) {
    if (typeof value !== 'object' || value === null) continue;
    const some = itemsOf(value).map(readResource);
    const all = some.filter((one) => one !== undefined);
    if (all.length === some.length && all.some(({ relations }) => relations.length > 0))
      inside[name] = all;
  }
  const fields = Object.entries(state).filter(([name]) => !Object.hasOwn(inside, name));
  return {
    links,
    relations,
    state: Object.fromEntries(fields),
    embedded: { ...embedded, ...inside },
  };
}

/** A bare list is shown as one resource with its items inside. */
function rootOf(value: unknown): Resource | undefined {
  if (!Array.isArray(value)) return readResource(value);
  const items = readList(value);
  const none = { links: new Map<string, readonly Link[]>(), relations: [] };
  if (items !== undefined) return { state: {}, embedded: { '': items }, ...none };
  return { state: { '': value }, embedded: {}, ...none };
}

function shownResource(resource: Resource, show: Show): Pick<ShownResource, 'state' | 'links'> {
  const links = resource.relations.flatMap(({ name, links: some }) =>
    some.map((link) => shownLink(name, link, show)),
  );
  const state = Object.entries(resource.state).map(([name, value]) =>
    shownField(name, value, show.clean),
  );
  return { state, links: links.slice(0, MOST_LINKS) };
}

function shownField(name: string, value: unknown, clean: Show['clean']): ShownField {
  const text = (given: string) => cleanStart(given, LONGEST_FIELD, clean);
  switch (typeof value) {
    case 'string':
      return { name, kind: 'text', text: text(value) };
    case 'number':
    case 'boolean':
      return { name, kind: typeof value as 'number' | 'boolean', text: text(String(value)) };
    default:
      if (value === null || value === undefined) return { name, kind: 'null', text: '' };
      return { name, kind: 'structure', text: text(JSON.stringify(value, null, 2)) };
  }
}

function shownLink(relation: string, link: Link, { saved, issue, clean }: Show): ShownLink {
  const { href, templated, facts } = link;
  const example = templated ? expandTemplate(href, exampleOf(href)) : href;
  const decision = decideLink(example, new URL(saved.baseAddress), saved.formerHosts);
  const elsewhere = decision.use ? undefined : browserAddress(example);
  return {
    relation,
    handle: issue(href, templated),
    href: clean(href).slice(0, LONGEST_FIELD),
    facts: Object.entries(facts).map(([name, value]) => ({
      name,
      value: clean(typeof value === 'string' ? value : JSON.stringify(value)),
    })),
    templated,
    variables: templated ? variablesIn(href) : [],
    leads: decision.use ? 'platform' : elsewhere === undefined ? 'nowhere' : 'browser',
    host: decision.use ? decision.address.host : (elsewhere?.host ?? ''),
  };
}

const exampleOf = (href: string): Values =>
  Object.fromEntries(variablesIn(href).map(({ name }) => [name, 'x']));

/** An https address without a user name; what else the shell refuses, it refuses itself (NAV-06). */
function browserAddress(href: string): URL | undefined {
  if (!/^https:\/\/[^/\\@%\s]+(?:[/?#]|$)/i.test(href) || !URL.canParse(href)) return undefined;
  const address = new URL(href);
  return address.username === '' && address.password === '' ? address : undefined;
}

function wrongInput(field: string, problem: FieldProblem): Problem {
  const message = 'This cannot be asked.';
  return refusedField(field, problem, message);
}
