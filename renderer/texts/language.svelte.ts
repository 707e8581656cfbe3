// The language of the page: one state to change it, and the texts and formats that follow it everywhere.
import { en, type Texts } from './en.ts';
import { createFormats, localeFor, type Formats, type Locale } from './formats.ts';
import { nb } from './nb.ts';

let locale = $state<Locale>('en');
const texts = $derived<Texts>(locale === 'nb' ? nb : en);
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
  /** Follows the operating system unless a person chose. */
  use(setting: 'auto' | Locale, osLanguage: string): void {
    locale = localeFor(setting, osLanguage);
    document.documentElement.lang = locale;
  },
};
