// What notifications say, in both languages: kinds, numbers and days, since anybody may read a screen that is locked.
import type { Locale } from '../preload/contract/locale.ts';
import type { Notice } from './shell/shell.ts';

/** What may be said of something that waits: nothing of it that names anybody. */
export type Fact =
  | { readonly kind: 'certificate'; readonly expired: boolean; readonly daysLeft: number }
  | { readonly kind: 'secret' }
  | { readonly kind: 'overdue'; readonly count: number }
  | { readonly kind: 'draft'; readonly days: number };

interface NoticeWords {
  /** As a part of a sentence. */
  fact(fact: Fact): string;
  readonly details: string;
  several(n: number): string;
  first(fact: string): string;
}

const counted = (n: number, one: string, many: string): string =>
  `${String(n)} ${n === 1 ? one : many}`;

const en: NoticeWords = {
  fact(fact) {
    switch (fact.kind) {
      case 'certificate':
        if (fact.expired) return 'a certificate has expired';
        if (fact.daysLeft === 0) return 'a certificate expires today';
        return `a certificate expires in ${counted(fact.daysLeft, 'day', 'days')}`;
      case 'secret':
        return 'a new secret has not been stored';
      case 'overdue':
        return fact.count === 1
          ? 'a secret is overdue'
          : `${String(fact.count)} secrets are overdue`;
      case 'draft':
        return `an unsent form was last changed ${counted(fact.days, 'day', 'days')} ago`;
    }
  },
  details: 'Open Today in Steward for details.',
  several: (n) => `${String(n)} things need attention in Steward`,
  first: (fact) => `Most urgent: ${fact}.`,
};

const nb: NoticeWords = {
  fact(fact) {
    switch (fact.kind) {
      case 'certificate':
        if (fact.expired) return 'et sertifikat har utløpt';
        if (fact.daysLeft === 0) return 'et sertifikat utløper i dag';
        return `et sertifikat utløper om ${counted(fact.daysLeft, 'dag', 'dager')}`;
      case 'secret':
        return 'en ny hemmelighet er ikke lagret';
      case 'overdue':
        return fact.count === 1
          ? 'en hemmelighet skulle vært rotert'
          : `${String(fact.count)} hemmeligheter skulle vært rotert`;
      case 'draft':
        return `et skjema som ikke er sendt, ble sist endret for ${counted(fact.days, 'dag', 'dager')} siden`;
    }
  },
  details: 'Åpne «I dag» i Steward for å se mer.',
  several: (n) => `${String(n)} ting trenger oppmerksomhet i Steward`,
  first: (fact) => `Viktigst: ${fact}.`,
};

const asTitle = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first is the most urgent; undefined of nothing. */
export function noticeOf(facts: readonly Fact[], locale: Locale): Notice | undefined {
  const words = { en, nb }[locale];
  const [first] = facts;
  if (first === undefined) return undefined;
  const fact = words.fact(first);
  return facts.length === 1
    ? { title: asTitle(fact), body: words.details }
    : { title: words.several(facts.length), body: words.first(fact) };
}
