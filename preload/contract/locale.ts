// Which of its two languages the program speaks: the page, and main where no page can be believed or none is there.

export type Locale = 'en' | 'nb';

/** The language a setting means on this computer; Norwegian of any kind reads bokmål. `osLanguage`: BCP 47 tag of the system's. */
export function localeFor(setting: 'auto' | Locale, osLanguage: string): Locale {
  if (setting !== 'auto') return setting;
  return /^(nb|nn|no)([-_]|$)/i.test(osLanguage) ? 'nb' : 'en';
}
