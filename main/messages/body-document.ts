// The document of a message's body: our typography around cleaned HTML, for a frame of the window and for a file.
import { createHash } from 'node:crypto';
import { asText } from './html-text.ts';
import type { ShownBody } from './shown-bodies.ts';

/** Our typography around cleaned HTML. Its ground can be reached by Tab: without a script, what is longer than its box is scrolled by the keys. */
export const bodyDocument = (
  { html, scheme, title }: ShownBody,
  fonts: string,
  policy = '',
): string =>
  `<!doctype html><html data-scheme="${scheme}"><head><meta charset="utf-8">${policy}` +
  `<meta name="referrer" content="no-referrer"><title>${asText(title ?? '')}</title>` +
  `<style>${fonts}${TYPOGRAPHY}</style></head><body tabindex="0">${html}</body></html>`;

/** Colours and letters as the page's own in the same scheme: a frame without scripts can take none from it. */
const TYPOGRAPHY = `
:root { color-scheme: light; --ground: #fff; --text: #1f2c3d; --soft: #545e6b; --line: #b8bcc1; --tint: #f3f4f4; --link: #0d5eac; }
:root[data-scheme=dark] { color-scheme: dark; --ground: #192029; --text: #ebeced; --soft: #a4a8ad; --line: #49515a; --tint: #232b35; --link: #a9c4e4; }
html { background: var(--ground); scrollbar-gutter: stable; }
body { margin: 0; padding: 14px 16px 18px; max-width: 76ch; color: var(--text); background: var(--ground); overflow-wrap: anywhere;
  font: 13px/1.5 'Inter Variable', system-ui, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif;
  font-feature-settings: 'cv05' 1, 'ss03' 1; -webkit-font-smoothing: antialiased; }
h1, h2, h3, h4, h5, h6 { margin: 1.1em 0 .4em; line-height: 1.3; font-weight: 650; font-size: 1em; }
h1 { font-size: 1.35em; } h2 { font-size: 1.2em; } h3 { font-size: 1.08em; }
p, ul, ol, dl, blockquote, pre, table, figure { margin: 0 0 .75em; }
body:focus { outline: none; } body > :first-child { margin-top: 0; } body > :last-child { margin-bottom: 0; }
ul, ol { padding-left: 1.6em; } li { margin: .15em 0; } li > ul, li > ol { margin-bottom: 0; }
dt { font-weight: 600; } dd { margin: 0 0 .4em 1.2em; }
blockquote { padding-left: .9em; border-left: 3px solid var(--line); color: var(--soft); }
hr { border: 0; border-top: 1px solid var(--line); margin: 1em 0; }
table { border-collapse: collapse; max-width: 100%; }
th, td { border: 1px solid var(--line); padding: 4px 8px; text-align: left; vertical-align: top; }
th { background: var(--tint); font-weight: 600; }
caption { text-align: left; color: var(--soft); padding-bottom: .3em; }
[align=right] { text-align: right; } [align=center] { text-align: center; }
pre, code, kbd, samp, tt { font-family: 'JetBrains Mono Variable', 'Cascadia Mono', ui-monospace, 'DejaVu Sans Mono', monospace;
  font-size: .93em; font-variant-ligatures: none; font-feature-settings: normal; }
pre, .plain { white-space: pre-wrap; }
small { font-size: .88em; } big { font-size: 1.1em; } mark { background: #ffe9a8; color: #1f2c3d; }
a { color: var(--link); text-decoration: underline; text-underline-offset: 2px; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
a[data-link]::after { content: '[' attr(data-link) ']'; font-size: .78em; font-weight: 600; vertical-align: .35em; margin-left: .15em; }
.field { border-bottom: 1px dotted var(--line); }
`.replaceAll('\n', ' ');

/** A file has no headers, so that its policy stands in it, before anything that it is about. No style but ours counts. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(TYPOGRAPHY).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** The same as a file of its own, which any browser opens. */
export const bodyFile = (html: string, title: string): string =>
  bodyDocument(
    { html, scheme: 'light', title },
    '',
    `<meta http-equiv="content-security-policy" content="${POLICY}">`,
  );
