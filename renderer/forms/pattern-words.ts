// A pattern as a sentence that says what to enter, with an example of it.
import {
  checkValue,
  inputOf,
  isWrong,
  type ValueProblem,
} from '../../preload/forms/field-values.ts';
import { shownValue, type TypedIn } from '../../preload/forms/field-texts.ts';
import { examplesOf, type Shape, shapeOf, type Signs } from '../../preload/forms/pattern-shape.ts';
import type { Texts } from '../texts/en.ts';

type Words = Texts['formFields']['values']['pattern'];

export function patternWords(
  { pattern, of }: Extract<ValueProblem, { readonly kind: 'pattern' }>,
  t: Words,
  typedIn: TypedIn,
): string {
  const fit = examplesOf(pattern).find((one) => !checkValue(of, one).some(isWrong));
  const example = fit === undefined ? undefined : shownValue(inputOf(of), fit, typedIn);
  const shape = shapeOf(pattern);
  if (shape !== undefined) {
    const words = shapeWords(shape, t, true);
    return example === undefined ? t.told(words) : t.toldWith(words, example);
  }
  return example === undefined ? t.unknown : t.like(example);
}

/** `alone`: it is all that there is. */
function shapeWords(shape: Shape, t: Words, alone = false): string {
  switch (shape.kind) {
    case 'text':
      return shape.text === ' ' ? t.nouns.space.one : t.quoted(shape.text);
    case 'signs': {
      const { one, many } = nounOf(shape.of, t);
      const { min, max } = shape;
      return alone && max === Infinity && min <= 1 ? t.only(many) : t.amount(one, many, min, max);
    }
    case 'sequence':
      return joined(
        shape.parts.map((part) => shapeWords(part, t)),
        t.all,
      );
    case 'either':
      return joined(
        shape.ways.map((way) => shapeWords(way, t)),
        t.either,
      );
    case 'optional':
      return t.optional(shapeWords(shape.of, t));
    case 'number': {
      const [min, max] = shape.decimals;
      const most = shape.most === Infinity ? null : shape.most;
      const { one, many } = t.nouns.decimal;
      return max === 0 ? t.whole(most) : t.number(t.amount(one, many, min, max), most);
    }
    case 'email':
      return t.email;
  }
}

function joined(parts: readonly string[], last: (first: string, last: string) => string): string {
  const end = parts.at(-1) ?? '';
  return parts.length < 2 ? end : last(parts.slice(0, -1).join(', '), end);
}

interface Noun {
  /** With “one” before it. */
  readonly one: string;
  readonly bare: string;
  readonly many: string;
}

function nounOf({ upper, lower, digits, others, any }: Signs, t: Words): Noun {
  if (any) return t.nouns.character;
  const nouns: Noun[] = [];
  const letters = upper === 'none' ? lower : upper;
  if (letters !== 'none') {
    const noun =
      upper === 'none' ? t.nouns.small : lower === 'none' ? t.nouns.capital : t.nouns.letter;
    nouns.push(letters === 'ascii' ? ranged(noun, 'A', 'Z', t) : noun);
  }
  if (digits !== null) {
    const [from, to] = digits;
    nouns.push(from === '0' && to === '9' ? t.nouns.digit : ranged(t.nouns.digit, from, to, t));
  }
  for (const one of others) {
    const quoted = t.quoted(one);
    nouns.push(one === ' ' ? t.nouns.space : { one: quoted, bare: quoted, many: quoted });
  }
  return {
    one: joined(
      nouns.map((noun, i) => (i === 0 ? noun.one : noun.bare)),
      t.either,
    ),
    bare: joined(
      nouns.map(({ bare }) => bare),
      t.either,
    ),
    many: joined(
      nouns.map(({ many }) => many),
      t.either,
    ),
  };
}

const ranged = (noun: Noun, from: string, to: string, t: Words): Noun => ({
  one: t.ranged(noun.one, from, to),
  bare: t.ranged(noun.bare, from, to),
  many: t.ranged(noun.many, from, to),
});
