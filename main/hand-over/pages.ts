// Pages of a hand-over: opened from the disk in any browser, without a script, and with a policy of their own.
import { createHash } from 'node:crypto';
import type { Locale } from '../../preload/contract/locale.ts';
import { escaped } from '../messages/html-text.ts';

/** An address within the folder, from a page that stands `depth` folders down. */
export const linkTo = (within: string, depth: number): string =>
  `${'../'.repeat(depth)}${within.split('/').map(encodeURIComponent).join('/')}`;

const STYLE = `
:root { color-scheme: light; --text: #1f2c3d; --soft: #545e6b; --line: #d4d7da; --tint: #f3f4f4; --link: #0d5eac; --ok: #14691f; --warning: #8a5a00; }
body { margin: 0 auto; padding: 32px 24px 64px; max-width: 1180px; color: var(--text); background: #fff; overflow-wrap: break-word;
  font: 15px/1.5 system-ui, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; } h2 { font-size: 19px; margin: 28px 0 8px; } h3 { font-size: 16px; margin: 20px 0 6px; }
h4, h5, h6 { font-size: 15px; margin: 16px 0 4px; }
p { margin: 0 0 10px; } .scrolls { overflow-x: auto; } caption { text-align: left; color: var(--soft); } main > dl:first-child { margin-top: 14px; } .soft { color: var(--soft); font-size: 13px; }
header { display: flex; gap: 16px; justify-content: space-between; align-items: flex-start; }
nav { white-space: nowrap; font-size: 13px; } a { color: var(--link); text-underline-offset: 2px; }
table { border-collapse: collapse; width: 100%; margin: 0 0 12px; } th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); }
th { white-space: nowrap; font-size: 13px; font-weight: 600; color: var(--soft); } .number { text-align: right; font-variant-numeric: tabular-nums; }
.sum { border: 1px solid var(--line); border-left: 4px solid var(--ok); border-radius: 8px; padding: 12px 16px; margin: 16px 0 20px; }
.sum.lacking { border-left-color: #e39a1d; } .ok { color: var(--ok); } .lacking td .state, .state.lacking { color: var(--warning); }
dl { display: grid; grid-template-columns: minmax(140px, 26%) 1fr; gap: 2px 16px; margin: 0 0 12px; } dt { color: var(--soft); } dd { margin: 0; white-space: pre-wrap; }
table.form-rows td { white-space: pre-wrap; } pre { white-space: pre-wrap; background: var(--tint); padding: 8px 12px; border-radius: 6px; font-size: 13px; }
.letter { border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; } footer { margin-top: 32px; border-top: 1px solid var(--line); padding-top: 16px; font-size: 13px; color: var(--soft); }
code { font-size: 13px; } @media print { nav { display: none; } body { padding: 0; } }
`.replaceAll('\n', ' ');

/** A page may show itself, and nothing else: no script, no picture, no address that is asked by itself. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

export interface Page {
  readonly locale: Locale;
  readonly title: string;
  /** HTML behind the title: what is in it is escaped already. */
  readonly body: string;
  /** HTML beside the title. */
  readonly aside?: string;
  readonly lead?: string;
}

/** A whole document, always of the same bytes for the same input. */
export const pageOf = ({ locale, title, body, aside = '', lead = '' }: Page): string =>
  `<!doctype html>\n<html lang="${locale}"><head><meta charset="utf-8">` +
  `<meta http-equiv="content-security-policy" content="${POLICY}">` +
  `<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">` +
  `<title>${escaped(title)}</title><style>${STYLE}</style></head>\n<body>\n` +
  `<header><div><h1>${escaped(title)}</h1>${lead === '' ? '' : `<p class="soft">${escaped(lead)}</p>`}</div>` +
  `<nav>${aside}</nav></header>\n<main>\n${body}\n</main>\n</body></html>\n`;

/** Rows are HTML of cells; headings are plain. */
export const tableOf = (
  headings: readonly string[],
  rows: Iterable<readonly string[]>,
  numbers: ReadonlySet<number> = new Set(),
): string => {
  const cell = (tag: 'th' | 'td', html: string, at: number) =>
    `<${tag}${tag === 'th' ? ' scope="col"' : ''}${numbers.has(at) ? ' class="number"' : ''}>${html}</${tag}>`;
  const lines = [`<tr>${headings.map((one, at) => cell('th', escaped(one), at)).join('')}</tr>`];
  for (const row of rows)
    lines.push(`<tr>${row.map((one, at) => cell('td', one, at)).join('')}</tr>`);
  const [head = '', ...body] = lines;
  return `<div class="scrolls"><table><thead>${head}</thead>\n<tbody>\n${body.join('\n')}\n</tbody></table></div>`;
};

export const link = (href: string, text: string, language?: Locale): string =>
  `<a href="${escaped(href)}"${language === undefined ? '' : ` lang="${language}" hreflang="${language}"`}>${escaped(text)}</a>`;

/** Pages that are in both languages. */
export const LOCALES: readonly Locale[] = ['en', 'nb'];
export const pageName = (locale: Locale): string =>
  locale === 'en' ? 'index.html' : 'index.nb.html';

const LANGUAGE: Readonly<Record<Locale, string>> = { en: 'English', nb: 'Norsk' };

/** From such a page to itself in the other language. */
export function languageLinks(locale: Locale): string {
  const other = locale === 'en' ? 'nb' : 'en';
  return `<strong>${LANGUAGE[locale]}</strong> · ${link(pageName(other), LANGUAGE[other], other)}`;
}
