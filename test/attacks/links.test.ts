// Addresses that lie below the API for us and elsewhere for a server that reads paths in another way.
import { describe, expect, it } from 'vitest';
import { decideLink } from '../../main/http/links.ts';
import { tell } from './report.ts';

const BASE = new URL('https://platform.example/');

/** How servers read a path before they look for dot segments. */
const READINGS: Readonly<Record<string, (path: string) => string>> = {
  'as it is': (path) => path,
  'without parameters of a segment': (path) => path.replaceAll(/;[^/]*/g, ''),
  'decoded, then without parameters': (path) => decoded(path).replaceAll(/;[^/]*/g, ''),
  'decoded twice, then without parameters': (path) =>
    decoded(decoded(path)).replaceAll(/;[^/]*/g, ''),
  'without blanks and dots at the end of a segment': (path) =>
    decoded(path)
      .split('/')
      .map((segment) =>
        /^\.\.?[\s.]*$/.test(segment) ? segment.replace(/[\s.]+$/, '..') : segment,
      )
      .join('/'),
};

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What is left of a path when its dot segments are gone, as RFC 3986 5.2.4 says. */
function resolved(path: string): string {
  const kept: string[] = [];
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  return `/${kept.join('/')}/`;
}

const UPS = [
  '..',
  '.',
  '...',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '.. ',
  '..%20',
  '..%09',
  '..%2520',
];
const TAILS = [
  '',
  ';',
  ';x',
  ';x=1',
  '%3b',
  '%3Bx',
  '%253b',
  ';/;',
  ';..',
  ';%2e%2e',
  '\\',
  '%5c',
  '%00',
  '?',
  '#',
];
const LEADS = [
  '/api/',
  '/api/x/',
  '/api/;/',
  '/api;/',
  '/api/x;a=1/',
  'https://platform.example/api/x/',
];

describe('ATK-18 paths of links', () => {
  it('ATK-18 no spelling of a path that is followed leads a server out of the API', () => {
    const spellings = LEADS.flatMap((lead) =>
      UPS.flatMap((up) =>
        TAILS.flatMap((tail) => [`${lead}${up}${tail}/${up}${tail}/other`, `${lead}${up}${tail}`]),
      ),
    );
    const out = spellings.flatMap((spelling) => {
      const decision = decideLink(spelling, BASE);
      if (!decision.use) return [];
      return Object.entries(READINGS).flatMap(([reading, read]) =>
        resolved(read(decision.address.pathname)).startsWith('/api/')
          ? []
          : [`${spelling} (${reading})`],
      );
    });
    const followed = spellings.filter((spelling) => decideLink(spelling, BASE).use).length;
    tell(
      'ATK-18',
      `${String(spellings.length)} spellings in ${String(Object.keys(READINGS).length)} readings`,
      `${String(followed)} followed, ${String(out.length)} lead out of the API`,
    );
    expect(out).toEqual([]);
  });

  it('ATK-18 ordinary links are followed as before, with a semicolon in a name too', () => {
    const links = [
      '/api/my/messages/a123',
      '/api/x/file.name..pdf',
      '/api/x/a;b',
      '/api/x/.hidden',
      '/api/x/..hidden',
      '/api/x?path=../y;z',
    ];
    for (const link of links) expect(decideLink(link, BASE), link).toMatchObject({ use: true });
  });
});
