// Norwegian texts of what a pattern asks for, put together to one sentence.
import type { patterns as en } from '../en/patterns.ts';
import { number } from '../formats.ts';

const TEN = ['ingen', 'ett', 'to', 'tre', 'fire', 'fem', 'seks', 'sju', 'åtte', 'ni', 'ti'];
const spelled = (n: number) => TEN[n] ?? number('nb', n);
const noun = (article: 'én' | 'ett', bare: string, many: string) => ({
  one: `${article} ${bare}`,
  bare,
  many,
});

export const patterns: typeof en = {
  told: (words) => `Skriv ${words}`,
  toldWith: (words, example) => `Skriv ${words}, for eksempel ${example}`,
  like: (example) => `Skriv det på denne formen: ${example}`,
  unknown: 'Har ikke formen som feltet krever',
  nouns: {
    character: noun('ett', 'tegn', 'tegn'),
    letter: noun('én', 'bokstav', 'bokstaver'),
    capital: noun('én', 'stor bokstav', 'store bokstaver'),
    small: noun('én', 'liten bokstav', 'små bokstaver'),
    digit: noun('ett', 'siffer', 'sifre'),
    decimal: noun('én', 'desimal', 'desimaler'),
    space: { one: 'et mellomrom', bare: 'mellomrom', many: 'mellomrom' },
  },
  quoted: (text) => `«${text}»`,
  ranged: (words, from, to) => `${words} fra ${from} til ${to}`,
  amount: (one, many, min, max) => {
    if (max === Infinity && min === 0) return `så mange ${many} du vil`;
    if (max === Infinity && min === 1) return `${one} eller flere`;
    if (max === Infinity) return `minst ${spelled(min)} ${many}`;
    if (max === 1) return min === 1 ? one : `høyst ${one}`;
    if (min === max) return `${spelled(max)} ${many}`;
    return min === 0
      ? `høyst ${spelled(max)} ${many}`
      : `${number('nb', min)} til ${number('nb', max)} ${many}`;
  },
  only: (many) => `bare ${many}`,
  all: (first, last) => `${first} og ${last}`,
  either: (first, last) => `${first} eller ${last}`,
  optional: (words) => `eventuelt ${words}`,
  whole: (most) => (most === null ? 'et heltall' : `et heltall på høyst ${spelled(most)} sifre`),
  number: (decimals, most) =>
    `et tall med ${decimals}${most === null ? '' : `, og høyst ${spelled(most)} sifre foran dem`}`,
  email: 'en e-postadresse',
};
