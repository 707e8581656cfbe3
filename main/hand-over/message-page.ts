// One message of a hand-over as a page: what it says, and where its files are.
import path from 'node:path';
import type { Locale } from '../../preload/contract/locale.ts';
import type { Message } from '../../preload/contract/messages.ts';
import { neutral } from '../../preload/contract/body-rules.ts';
import { cleanHtml } from '../messages/clean-html.ts';
import type { NamedFile } from '../messages/item-files.ts';
import { escaped } from '../messages/html-text.ts';
import { link, linkTo, pageOf } from './pages.ts';
import { shownDate } from './shown.ts';
import { handOverWords } from './words.ts';

/** `files`: those that are in the message's folder by now. */
export function messagePage(shown: Message, files: readonly NamedFile[], locale: Locale): string {
  const t = handOverWords[locale];
  const service = [shown.serviceCode, shown.serviceEdition]
    .filter((one) => one !== null)
    .map(String)
    .join('/');
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t.message.from, shown.sender ?? shown.serviceOwner],
    [t.message.status, shown.status.word],
    [t.message.type, shown.type.word],
    [t.message.service, service],
    [t.message.created, shownDate(shown.created, locale)],
    [t.message.changed, shownDate(shown.lastChanged, locale)],
    [t.message.reference, shown.archiveReference],
    [t.message.id, shown.id],
  ];
  const told = facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : [`<dt>${escaped(name)}</dt><dd>${escaped(neutral(value))}</dd>`],
  );
  const body = shown.body ?? '';
  return pageOf({
    locale,
    title: neutral(shown.subject) || shown.id,
    aside: link('../../index.html', t.back),
    body: [
      `<dl>${told.join('\n')}</dl>`,
      shown.summary === null || shown.summary === ''
        ? ''
        : `<p>${escaped(neutral(shown.summary))}</p>`,
      body === ''
        ? ''
        : `<h2>${escaped(t.message.body)}</h2>\n<div class="letter">${cleanHtml(body)}</div>`,
      fileList(files, locale),
    ]
      .filter((html) => html !== '')
      .join('\n'),
  });
}

const RUN_BY_BROWSERS: ReadonlySet<string> = new Set(
  '.htm .html .shtml .xht .xhtml .mht .mhtml .svg .svgz .xml .xsl .xslt .hta .url'.split(' '),
);
const isOwnPage = (part: string): boolean => part === 'body' || part.endsWith(' page');

/** In the order of their names, whatever the order they came in. */
function fileList(files: readonly NamedFile[], locale: Locale): string {
  const t = handOverWords[locale];
  const entries = files
    .filter(({ part }) => !['page', 'message'].includes(part))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path: within, part, name }) => {
      const inner = within.split('/').slice(2).join('/');
      const shown = name ?? path.posix.basename(within);
      // What others wrote and a browser would run is named, and not led to (ATK-08).
      if (!isOwnPage(part) && RUN_BY_BROWSERS.has(path.posix.extname(within).toLowerCase()))
        return `<li>${escaped(inner)} <span class="soft">(${escaped(t.message.inFolder)})</span></li>`;
      const words = part.endsWith(' page') ? `${shown} (${t.message.asPage})` : shown;
      return `<li>${link(linkTo(inner, 0), words)}</li>`;
    });
  return entries.length === 0
    ? ''
    : `<h2>${escaped(t.message.files)}</h2>\n<ul>\n${entries.join('\n')}\n</ul>`;
}
