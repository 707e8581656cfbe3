// English texts of what a pattern asks for, put together to one sentence.
import { number } from '../formats.ts';

const TEN = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const spelled = (n: number) => TEN[n] ?? number('en', n);

const noun = (bare: string, many: string) => ({ one: `one ${bare}`, bare, many });

export const patterns = {
  told: (words: string) => `Enter ${words}`,
  toldWith: (words: string, example: string) => `Enter ${words}, for example ${example}`,
  like: (example: string) => `Enter it in this form: ${example}`,
  unknown: 'Not in the form that this field requires',
  nouns: {
    character: noun('character', 'characters'),
    letter: noun('letter', 'letters'),
    capital: noun('capital letter', 'capital letters'),
    small: noun('small letter', 'small letters'),
    digit: noun('digit', 'digits'),
    decimal: noun('decimal', 'decimals'),
    space: { one: 'a space', bare: 'space', many: 'spaces' },
  },
  quoted: (text: string) => `“${text}”`,
  ranged: (words: string, from: string, to: string) => `${words} from ${from} to ${to}`,
  amount: (one: string, many: string, min: number, max: number) => {
    if (max === Infinity && min === 0) return `any number of ${many}`;
    if (max === Infinity && min === 1) return `${one} or more`;
    if (max === Infinity) return `at least ${spelled(min)} ${many}`;
    if (max === 1) return min === 1 ? one : `at most ${one}`;
    if (min === max) return `${spelled(max)} ${many}`;
    return min === 0
      ? `at most ${spelled(max)} ${many}`
      : `${spelled(min)} to ${spelled(max)} ${many}`;
  },
  only: (many: string) => `${many} only`,
  all: (first: string, last: string) => `${first} and ${last}`,
  either: (first: string, last: string) => `${first} or ${last}`,
  optional: (words: string) => `optionally ${words}`,
  whole: (most: number | null) =>
    most === null ? 'a whole number' : `a whole number of at most ${spelled(most)} digits`,
  number: (decimals: string, most: number | null) =>
    `a number with ${decimals}${most === null ? '' : `, and at most ${spelled(most)} digits before them`}`,
  email: 'an e-mail address',
};
