// The few words that name parts and values of a form, in both languages: for the page's texts, and for main.
import type { Locale } from '../contract/locale.ts';
import { number } from '../writing.ts';

export interface PartWords {
  readonly yes: string;
  readonly no: string;
  /** There, and said to have no value. */
  readonly nil: string;
  /** A choice that the schema does not name. */
  readonly choice: string;
  /** Several that come together, which the schema does not name. */
  readonly group: string;
  /** One of the ways of a choice, by its number. */
  readonly wayOf: (n: number) => string;
  /** What may be anything. */
  readonly otherContent: string;
}

export const partWords: Readonly<Record<Locale, PartWords>> = {
  en: {
    yes: 'Yes',
    no: 'No',
    nil: 'No value (nil)',
    choice: 'One of these',
    group: 'Group',
    wayOf: (n) => `Option ${number('en', n)}`,
    otherContent: 'Other content',
  },
  nb: {
    yes: 'Ja',
    no: 'Nei',
    nil: 'Ingen verdi (nil)',
    choice: 'Ett av disse',
    group: 'Gruppe',
    wayOf: (n) => `Alternativ ${number('nb', n)}`,
    otherContent: 'Annet innhold',
  },
};
