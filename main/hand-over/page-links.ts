// Links of a page on the disk: found while it is read in pieces, and where in the folder each leads.
import { StringDecoder } from 'node:string_decoder';

/** What matters of a page's marks: whether it is within one, and an address there. Our pages write addresses in double quotes alone. */
const MARKS = /(<)|(>)|\shref="([^"]*)"/gi;
/** Longer ones lead nowhere here; what a page without marks keeps from one piece to the next is no longer either. */
const LONGEST = 16_384;

export interface LinkReader {
  add(piece: Buffer): void;
}

/** Constant memory, whatever the page holds. `found` hears each address as the page means it. */
export function createLinkReader(found: (href: string) => void): LinkReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isInMark = false;
  return {
    add(piece) {
      const text = rest + decoder.write(piece);
      let end = 0;
      for (const { 0: all, 1: begins, 2: ends, 3: href, index } of text.matchAll(MARKS)) {
        end = index + all.length;
        if (begins !== undefined) isInMark = true;
        else if (ends !== undefined) isInMark = false;
        // In the text of a page it would be what somebody wrote.
        else if (isInMark && href !== undefined) found(unescaped(href));
      }
      rest = text.slice(Math.max(end, text.length - LONGEST));
    },
  };
}

const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => SIGNS[name] ?? all);

const ELSEWHERE = /^(?:https?|mailto):/i;

/** Path within the folder that a link of `page` leads to, '' where it leads out of it; undefined where it leads to the page itself, or into the network. */
export function linkedPlace(page: string, href: string): string | undefined {
  const address = href.split(/[?#]/, 1)[0] ?? '';
  if (address === '' || ELSEWHERE.test(address)) return undefined;
  const place = page.split('/').slice(0, -1);
  for (const part of address.split('/').map(decoded)) {
    // A browser takes such a sign for a part of the name.
    if (part.includes('/')) return '';
    if (part === '..') {
      if (place.pop() === undefined) return '';
    } else if (part !== '.') place.push(part);
  }
  return place.join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
