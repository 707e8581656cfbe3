// The two XML forms of an answer, HAL and plain, and the one form of a request body.
import { element, escapeXml, parseXml, XmlFault, type XmlElement } from './xml.ts';

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

/**
 * A HAL value out of a request body: `resource` elements with a `rel`, fields as child elements, an embedded list as a
 * resource (its name is a plural) that holds its items as resources (section 12). All scalars are text. Throws XmlFault.
 */
export function fromXml(document: string): unknown {
  const root = parseXml(document);
  if (root.name !== 'resource') throw new XmlFault(`The element ${root.name} is not expected.`);
  return resourceValue(root);
}

function resourceValue(given: XmlElement): Record<string, unknown> {
  if ((given.attributes['rel'] ?? '') === '') throw new XmlFault('A resource needs a rel.');
  const state: Record<string, unknown> = {};
  const embedded: Record<string, unknown> = {};
  for (const child of given.children) {
    const rel = child.attributes['rel'] ?? '';
    if (child.name !== 'resource') state[child.name] = valueOf(state[child.name], child);
    else if (rel in embedded) throw new XmlFault(`The resource ${rel} is given twice.`);
    else embedded[rel] = /.s$/.test(rel) ? itemsOf(child) : resourceValue(child);
  }
  return { ...state, ...(Object.keys(embedded).length > 0 ? { _embedded: embedded } : {}) };
}

function itemsOf(list: XmlElement): Record<string, unknown>[] {
  const stranger = list.children.find(({ name }) => name !== 'resource');
  if (stranger) throw new XmlFault(`The element ${stranger.name} is not expected in a list.`);
  return list.children.map(resourceValue);
}

/** A field given again is one of several values. */
function valueOf(before: unknown, { attributes, children, name, text }: XmlElement): unknown {
  if (children.length > 0) throw new XmlFault(`The field ${name} has elements in it.`);
  const value = attributes['nil'] === 'true' ? null : text;
  return before === undefined ? value : [before, value].flat();
}
