// The program's own fonts as rules for the frames of messages, which can load nothing: the files stand in the rules.
import type { PageFiles } from './page-files.ts';

const FAMILIES = {
  inter: 'Inter Variable',
  'jetbrains-mono': 'JetBrains Mono Variable',
} as const;
/** As in `renderer/styles/fonts.css`: the part is decoded only where a letter of it stands. */
const RANGES = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, ' +
    'U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, ' +
    'U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
} as const;

/** Of the built page at `origin`; without one of its files, that part of a text is in a font of the system. */
export function bodyFonts(files: PageFiles, origin: string): string {
  const rules: string[] = [];
  for (const [file, family] of Object.entries(FAMILIES)) {
    for (const [part, range] of Object.entries(RANGES)) {
      const name = new RegExp(`/${file}-${part}-wght-normal-[\\w-]+\\.woff2$`);
      const path = files.paths.find((one) => name.test(one));
      if (path === undefined) continue;
      const data = files.answer(`${origin}${path}`).body.toString('base64');
      rules.push(
        `@font-face { font-family: '${family}'; font-weight: 100 900; unicode-range: ${range}; ` +
          `src: url(data:font/woff2;base64,${data}) format('woff2'); }`,
      );
    }
  }
  return rules.join(' ');
}
