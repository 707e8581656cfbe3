// The language of the page: one state to change it, and the texts and formats that follow it everywhere.
import { localeFor, type Locale } from '../../preload/contract/locale.ts';
import type { Texts } from './en.ts';
import { enAtStart, type TextsAtStart } from './en-at-start.ts';
import type { TextsOfScreens } from './en-of-screens.ts';
import { createFormats, type Formats } from './formats.ts';

interface Sources {
  readonly atStart: () => Promise<TextsAtStart>;
  readonly ofScreens: () => Promise<TextsOfScreens>;
}
const sources: Readonly<Record<Locale, Sources>> = {
  en: {
    atStart: () => Promise.resolve(enAtStart),
    ofScreens: async () => (await import('./en-of-screens.ts')).enOfScreens,
  },
  nb: {
    atStart: async () => (await import('./nb-at-start.ts')).nbAtStart,
    ofScreens: async () => (await import('./nb-of-screens.ts')).nbOfScreens,
  },
};

interface Loaded {
  readonly texts: Partial<Texts>;
  /** With what screens say. */
  readonly isWhole: boolean;
}
/** The English of the frame is always there; what else is loaded when it is first needed. */
let loaded = $state.raw<Readonly<Record<Locale, Loaded | undefined>>>({
  en: { texts: enAtStart, isWhole: false },
  nb: undefined,
});
/** Whether a screen has asked for its words: from then on a language is there when it has both parts. */
let withScreens = false;
/** The last one that was asked for. */
let wanted: Locale = 'en';
let locale = $state<Locale>('en');
// What only screens say is there before the first of them is (LoadedLater), and nothing else reads it (page-chunks.test.ts).
const texts = $derived((loaded[locale]?.texts ?? enAtStart) as Texts);
const formats = $derived<Formats>(createFormats(locale));

const isThere = (which: Locale) =>
  loaded[which] !== undefined && (loaded[which].isWhole || !withScreens);

async function bring(which: Locale): Promise<void> {
  while (!isThere(which)) {
    const { atStart, ofScreens } = sources[which];
    const [first, more] = await Promise.all([atStart(), withScreens ? ofScreens() : undefined]);
    const before = loaded[which];
    const isWhole = before?.isWhole === true || more !== undefined;
    loaded = { ...loaded, [which]: { texts: { ...before?.texts, ...first, ...more }, isWhole } };
  }
}

export const language = {
  get locale(): Locale {
    return locale;
  },
  get t(): Texts {
    return texts;
  },
  get format(): Formats {
    return formats;
  },
  /** What `use` will need. Rejects where the texts cannot be loaded, and then does so for good. */
  load: (setting: 'auto' | Locale, osLanguage: string): Promise<void> =>
    bring(localeFor(setting, osLanguage)),
  /** What screens say, in the language that is used and in each that is used later. Rejects where it cannot be loaded, for good. */
  async loadOfScreens(): Promise<void> {
    withScreens = true;
    await bring(locale);
  },
  /**
   * Follows the operating system unless a person chose. Texts that are there are used at once; others when they are loaded, all in
   * one step, if nothing else was asked for meanwhile. Rejects where they cannot be loaded: the language stays.
   */
  async use(setting: 'auto' | Locale, osLanguage: string): Promise<void> {
    const next = (wanted = localeFor(setting, osLanguage));
    if (!isThere(next)) await bring(next);
    if (wanted !== next) return;
    locale = next;
    document.documentElement.lang = next;
  },
};
