// The door to DOMPurify: turns a sender's HTML into HTML that loads nothing, its links into numbers of a list of them.
import purifier from 'dompurify';
import { bodyLink, type BodyLink } from './body-links.ts';
import {
  ATTRIBUTES,
  beginning,
  BLOCK_TAGS,
  CUT,
  hasMarkup,
  MOST,
  MOST_LINKS,
  neutral,
  TEXT_TAGS,
  UNREAD_FIELDS,
} from '../../../preload/contract/body-rules.ts';
import { withoutReports } from './body-text.ts';

export interface CleanBody {
  /** Empty where there is nothing to read. */
  readonly html: string;
  readonly links: readonly BodyLink[];
  /** How many links there were; more are not listed. */
  readonly linkCount: number;
  readonly images: number;
  /** Fields and buttons, which are taken out. */
  readonly fields: number;
  /** It was too long, and is its beginning as text. */
  readonly cut: boolean;
  /** Signs in each block of text, for the height of the box. */
  readonly blocks: readonly number[];
}

const IMAGES = new Set(['img', 'image', 'picture', 'video', 'svg', 'canvas']);
const FIELDS = new Set(['input', 'button', 'select', 'textarea']);

/** A string in, an inert tree out; never the tree of a document. */
const RULES = {
  ALLOWED_TAGS: [...TEXT_TAGS, ...BLOCK_TAGS],
  ALLOWED_ATTR: [...ATTRIBUTES],
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  ADD_FORBID_CONTENTS: [...UNREAD_FIELDS],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  RETURN_DOM_FRAGMENT: true as const,
};

export function cleanBody(html: string): CleanBody {
  if (html.length > MOST) return asText(html);
  const found = purify(hasMarkup(html) ? html : `<div>${html}</div>`);
  const { fragment } = found;
  const links = numberLinks(fragment, found.addresses);
  const text = neutralise(fragment);
  const plain = !hasMarkup(html);
  if (plain) fragment.firstElementChild?.setAttribute('class', 'plain');
  const blocks = plain ? text.split('\n').map((line) => line.length) : blocksOf(fragment);
  const result = serialised(fragment);
  // Escapes make text longer.
  if (result.length > MOST) return asText(html);
  return {
    html: text.trim() === '' ? '' : result,
    links: links.slice(0, MOST_LINKS),
    linkCount: links.length,
    images: found.images,
    fields: found.fields,
    cut: false,
    blocks,
  };
}

/** Only the beginning, and only its text: what is this long is no letter. */
function asText(html: string): CleanBody {
  const { fragment } = purify(`<div>${beginning(html)}</div>`, { ALLOWED_TAGS: ['#text'] });
  const text = neutralise(fragment).slice(0, CUT / 2);
  const holder = fragment.ownerDocument.createElement('div');
  holder.setAttribute('class', 'plain');
  holder.textContent = text.toWellFormed();
  fragment.replaceChildren(holder);
  const blocks = text.split('\n', 200).map((line) => line.length);
  const none = { links: [], linkCount: 0, images: 0, fields: 0 };
  return { html: serialised(fragment), ...none, cut: true, blocks };
}

interface Purified {
  readonly fragment: DocumentFragment;
  readonly addresses: ReadonlyMap<Node, string>;
  readonly images: number;
  readonly fields: number;
}

function purify(html: string, more: { ALLOWED_TAGS?: string[] } = {}): Purified {
  const addresses = new Map<Node, string>();
  let images = 0;
  let fields = 0;
  purifier.addHook('uponSanitizeElement', (_node, { tagName }) => {
    if (IMAGES.has(tagName)) images += 1;
    if (FIELDS.has(tagName)) fields += 1;
  });
  purifier.addHook('beforeSanitizeAttributes', (node) => {
    const address = node.nodeName === 'A' ? node.getAttribute('href') : null;
    if (address !== null) addresses.set(node, address);
  });
  purifier.addHook('uponSanitizeAttribute', (_node, { attrName, attrValue }) => {
    if (attrName === 'background' || (attrName === 'x-style' && /url\s*\(/i.test(attrValue))) {
      images += 1;
    }
  });
  try {
    // Of a set of frames there is no body, and nothing comes back, whatever the types say.
    const found = purifier.sanitize(withoutReports(html), {
      ...RULES,
      ...more,
    }) as DocumentFragment | null;
    const fragment = found ?? document.createDocumentFragment();
    return { fragment, addresses, images, fields };
  } finally {
    purifier.removeAllHooks();
  }
}

/** Each link has its address in the list only; the same words to the same place are the same link. */
function numberLinks(
  fragment: DocumentFragment,
  addresses: ReadonlyMap<Node, string>,
): readonly BodyLink[] {
  const links = new Map<string, BodyLink>();
  for (const node of fragment.querySelectorAll('a')) {
    const address = addresses.get(node);
    if (address === undefined) continue;
    const text = neutral(node.textContent).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
    const key = `${address}\n${text}`;
    const link = links.get(key) ?? bodyLink(links.size + 1, text, address);
    links.set(key, link);
    node.setAttribute('data-link', String(link.number));
    // Of those beyond the list nobody could say where they lead.
    if (link.number > MOST_LINKS) continue;
    // It leads nowhere: the shells refuse it and say which one was pressed. What a pointer above it is told is the real host.
    node.setAttribute('href', `/${String(link.number)}`);
    node.setAttribute('title', neutral(link.host ?? link.address));
  }
  return [...links.values()];
}

/** Answers all of the text. */
function neutralise(fragment: DocumentFragment): string {
  const texts = fragment.ownerDocument.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = neutral(node.nodeValue ?? '');
    if (text !== node.nodeValue) node.nodeValue = text;
    parts.push(text);
  }
  for (const node of fragment.querySelectorAll('[title]')) {
    node.setAttribute('title', neutral(node.getAttribute('title') ?? ''));
  }
  return parts.join('');
}

const BREAKS = new Set([...BLOCK_TAGS, 'br'].map((name) => name.toUpperCase()));
/** Cells stand beside each other. */
for (const cell of ['TD', 'TH', 'TBODY', 'THEAD', 'TFOOT']) BREAKS.delete(cell);

function blocksOf(fragment: DocumentFragment): number[] {
  const all = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const nodes = fragment.ownerDocument.createTreeWalker(fragment, all);
  const blocks: number[] = [];
  let signs = 0;
  const end = () => {
    if (signs > 0) blocks.push(signs);
    signs = 0;
  };
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    if (BREAKS.has(node.nodeName)) end();
    else if (node.nodeType === Node.TEXT_NODE) {
      signs += (node.nodeValue ?? '').replaceAll(/\s+/g, ' ').trim().length;
    }
  }
  end();
  return blocks;
}

function serialised(fragment: DocumentFragment): string {
  const holder = fragment.ownerDocument.createElement('div');
  holder.append(fragment);
  return holder.getHTML();
}
