// The language of the page: one state to change it, and the texts and formats that follow it everywhere.
import { en, type Texts } from './en.ts';
import { localeFor, type Locale } from '../../preload/contract/locale.ts';
import { createFormats, type Formats } from './formats.ts';

/** English is always there; what else is loaded when it is first used. */
const loaded: { readonly en: Texts; nb?: Texts } = { en };
/** The last one that was asked for. */
let wanted: Locale = 'en';
let locale = $state<Locale>('en');
const texts = $derived<Texts>(loaded[locale] ?? en);
const formats = $derived<Formats>(createFormats(locale));

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
  async load(setting: 'auto' | Locale, osLanguage: string): Promise<void> {
    if (loaded[localeFor(setting, osLanguage)] !== undefined) return;
    loaded.nb = (await import('./nb.ts')).nb;
  },
  /**
   * Follows the operating system unless a person chose. Texts that are there are used at once; others when they are loaded, all in
   * one step, if nothing else was asked for meanwhile. Rejects where they cannot be loaded: the language stays.
   */
  async use(setting: 'auto' | Locale, osLanguage: string): Promise<void> {
    const next = (wanted = localeFor(setting, osLanguage));
    if (loaded[next] === undefined) await language.load(setting, osLanguage);
    if (wanted !== next) return;
    locale = next;
    document.documentElement.lang = next;
  },
};
