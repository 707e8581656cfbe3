// The two XML forms of a resource, HAL and plain: a HAL value out, a HAL value in.
import { element, escapeXml, parseXml, type XmlElement } from './xml.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const head = '<?xml version="1.0" encoding="utf-8"?>';

/** `<Message>…</Message>`, or `<ArrayOfMessage>` for an array. `value` is already without links. */
export function plainXml(value: unknown, name: string): string {
  const spaces = {
    'xmlns:i': 'http://www.w3.org/2001/XMLSchema-instance',
    xmlns: `urn:platform:contract:${name.toLowerCase()}`,
  };
  const body = Array.isArray(value)
    ? element(`ArrayOf${name}`, spaces, value.map((item) => field(name, item, 'i')).join(''))
    : element(name, spaces, contentOf(name, value, 'i'));
  return head + body;
}

/** `<resource href="…">…</resource>`, or `<resources>` for a bare array. */
export function halXml(value: unknown): string {
  const space = { 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance' };
  return (
    head +
    (Array.isArray(value)
      ? element('resources', space, value.map((item) => resource({}, item)).join(''))
      : resource({ rel: 'self', ...space }, value))
  );
}

function resource(attributes: Fields, value: unknown): string {
  if (!isFields(value)) return field('item', value, 'xsi');
  const { _links: links, _embedded: embedded, ...state } = value;
  const { self, ...others } = isFields(links) ? links : {};
  const href = firstHref(self);
  const content =
    linksXml(others) +
    Object.entries(state)
      .map(([key, item]) => field(key, item, 'xsi'))
      .join('') +
    Object.entries(isFields(embedded) ? embedded : {})
      .flatMap(([rel, items]) =>
        (Array.isArray(items) ? items : [items]).map((i) => resource({ rel }, i)),
      )
      .join('');
  return element('resource', { ...(attributes as Record<string, string>), href }, content);
}

const firstHref = (self: unknown): string | undefined => {
  const one: unknown = Array.isArray(self) ? self[0] : self;
  return isFields(one) ? String(one['href']) : typeof one === 'string' ? one : undefined;
};

function linksXml(links: Fields): string {
  return Object.entries(links)
    .flatMap(([rel, given]) =>
      (Array.isArray(given) ? given : [given]).map((one: unknown) => [rel, one] as const),
    )
    .map(([rel, one]) => {
      const facts = isFields(one) ? one : { href: one };
      const named = Object.entries(facts).map(([key, fact]) => [
        key === 'isTemplated' ? 'templated' : key,
        String(fact),
      ]);
      return element('link', { rel, ...(Object.fromEntries(named) as Record<string, string>) }, '');
    })
    .join('');
}

function field(key: string, value: unknown, nilPrefix: string): string {
  const name = /^[A-Za-z_][\w.-]*$/.test(key) ? key : 'item';
  if (value === undefined) return '';
  if (value === null) return element(name, { [`${nilPrefix}:nil`]: 'true' }, '');
  return element(name, {}, contentOf(key, value, nilPrefix));
}

function contentOf(key: string, value: unknown, nilPrefix: string): string {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => field(itemName(key, item), item, nilPrefix)).join('');
  }
  if (!isFields(value)) return escapeXml(String(value));
  const { _links: links, ...state } = value;
  const inner = Object.entries(state).map(([name, item]) => field(name, item, nilPrefix));
  return (isFields(links) ? linksXml(links) : '') + inner.join('');
}

function itemName(key: string, item: unknown): string {
  if (typeof item === 'number') return 'int';
  if (typeof item === 'string') return 'string';
  return /.s$/.test(key) ? key.slice(0, -1) : 'item';
}

/** A HAL value out of either XML form; all scalars are text. Throws XmlFault. */
export function fromXml(document: string): unknown {
  const root = parseXml(document);
  if (root.name === 'resources') return root.children.map(resourceValue);
  if (/^ArrayOf./.test(root.name)) return root.children.map((child) => valueOf(child));
  return root.name === 'resource' ? resourceValue(root) : valueOf(root);
}

function resourceValue(root: XmlElement): Record<string, unknown> {
  const links: Record<string, unknown[]> = {};
  const embedded: Record<string, unknown[]> = {};
  const state: Record<string, unknown> = {};
  if (root.attributes['href'] !== undefined) links['self'] = [{ href: root.attributes['href'] }];
  for (const child of root.children) {
    const { rel = '', ...facts } = child.attributes;
    if (child.name === 'link') (links[rel] ??= []).push(facts);
    else if (child.name === 'resource') (embedded[rel] ??= []).push(resourceValue(child));
    else state[child.name] = valueOf(child);
  }
  const singles = Object.entries(embedded).map(([rel, all]) => [
    rel,
    all.length === 1 ? all[0] : all,
  ]);
  return {
    ...state,
    ...(Object.keys(links).length > 0 ? { _links: links } : {}),
    ...(singles.length > 0 ? { _embedded: Object.fromEntries(singles) as object } : {}),
  };
}

function valueOf(given: XmlElement): unknown {
  if (given.attributes['nil'] === 'true') return null;
  const first = given.children[0];
  if (!first) return given.text;
  const one = given.children.every((child) => child.name === first.name);
  const itemNames = [
    'item',
    'string',
    'int',
    ...(/.s$/.test(given.name) ? [given.name.slice(0, -1)] : []),
  ];
  if (one && (given.children.length > 1 || itemNames.includes(first.name))) {
    return given.children.map(valueOf);
  }
  return Object.fromEntries(given.children.map((child) => [child.name, valueOf(child)]));
}
