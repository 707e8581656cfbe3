// The ways in which real servers vary a HAL answer: unknown relations and fields, and other forms of links.
import type { Call } from './call.ts';

type Fields = Readonly<Record<string, unknown>>;
type Asked = Pick<Call, 'shape' | 'address' | 'links'>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What HAL answers have that nobody documents: new relations may appear at any time (platform.md, General rules). */
export const addedLater = { field: 'AddedLater', relation: 'addedlater' } as const;

/** The same HAL value as the platform's shape has it. */
export function odd(call: Asked, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => odd(call, item));
  if (!isFields(value)) return value;
  const all = Object.entries(value).map(([key, item]) => [
    key,
    key === '_links' ? item : odd(call, item),
  ]);
  const fields = Object.fromEntries(all) as Fields;
  const links = value['_links'];
  if (!isFields(links)) return fields;
  const unknown = { [addedLater.relation]: { href: `${call.address}/api/g3/added-later` } };
  return {
    ...fields,
    ...(call.shape.unknowns ? { [addedLater.field]: 'a field of a later release' } : {}),
    _links: Object.fromEntries(
      Object.entries({ ...links, ...(call.shape.unknowns ? unknown : {}) }).map(([rel, link]) => [
        rel,
        linkAs(call, link, rel),
      ]),
    ),
  };
}

function linkAs(call: Asked, link: unknown, rel: string): unknown {
  if (Array.isArray(link)) return link.map((one) => moved(call, one, rel));
  const one = moved(call, link, rel);
  switch (call.shape.links) {
    case 'objects':
      return one;
    case 'arrays':
      return [one];
    case 'text':
      return isFields(one) && Object.keys(one).length === 1 ? one['href'] : one;
  }
}

/** A path, alone or with more facts of the link, as the address that the platform issues for it. */
function addressed({ links }: Asked, link: unknown): unknown {
  if (typeof link === 'string') return link.startsWith('/') ? { href: links.to(link) } : link;
  if (!isFields(link) || !String(link['href']).startsWith('/')) return link;
  return { ...link, href: links.to(String(link['href'])) };
}

/** Nothing answers there: the names of `.invalid` lead nowhere. */
const formerHost = 'https://www.former-host.invalid';

/** Links of other origins: a test says which (`http://…`, another host), or some lead to the former host. */
function moved(call: Asked, given: unknown, rel: string): unknown {
  const link = addressed(call, given);
  const isFormer = call.shape.formerHost && ['metadata', 'roledefinition'].includes(rel);
  const origin = isFormer ? formerHost : call.shape.linkOrigin;
  if (origin === undefined) return link;
  if (typeof link === 'string') return link.replace(call.address, origin);
  if (!isFields(link) || typeof link['href'] !== 'string') return link;
  return { ...link, href: link['href'].replace(call.address, origin) };
}
