// What a pattern of XML Schema asks for, as parts that can be told in a sentence, and a text that is an example of it.
import { patternMatch, type PatternNode, patternNode } from './xsd-pattern.ts';

/** Signs of one kind: letters, digits from one to another, and single signs beside them. */
export interface Signs {
  /** `ascii`: from A to Z, without the letters of other languages. */
  readonly upper: 'none' | 'ascii' | 'all';
  readonly lower: 'none' | 'ascii' | 'all';
  readonly digits: readonly [from: string, to: string] | null;
  readonly others: readonly string[];
  /** Nearly any sign at all. */
  readonly any: boolean;
}

export type Shape =
  | { readonly kind: 'signs'; readonly of: Signs; readonly min: number; readonly max: number }
  /** These signs themselves. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Shape[] }
  | { readonly kind: 'either'; readonly ways: readonly Shape[] }
  | { readonly kind: 'optional'; readonly of: Shape }
  | {
      readonly kind: 'number';
      readonly signed: boolean;
      /** What stands before the decimals. */
      readonly mark: '.' | ',' | null;
      /** Of digits before the decimals; Infinity: any number of them. */
      readonly most: number;
      readonly decimals: readonly [min: number, max: number];
    }
  | { readonly kind: 'email' };

/** More than a sentence holds. */
const MOST_PARTS = 6;
const MOST_WAYS = 5;
const MOST_OTHERS = 4;

const known = new Map<string, Shape | undefined>();
const MOST_KNOWN = 500;

/** Undefined: it is more than a sentence can say. */
export function shapeOf(pattern: string): Shape | undefined {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size > MOST_KNOWN) known.clear();
  const shape = isEmail(pattern) ? ({ kind: 'email' } as const) : told(pattern);
  known.set(pattern, shape);
  return shape;
}

function told(pattern: string): Shape | undefined {
  const node = patternNode(pattern);
  const shape = node && shapeOfNode(node);
  return shape === undefined || isEmpty(shape) || partsOf(shape) > MOST_PARTS ? undefined : shape;
}

const EMAILS = ['navn@eksempel.no', 'name@example.com'];
const NO_EMAILS = ['navn', 'navn@', '@eksempel.no', 'navneksempel.no'];
function isEmail(pattern: string): boolean {
  const match = patternMatch(pattern);
  return (
    match !== undefined && EMAILS.some((one) => match(one)) && !NO_EMAILS.some((one) => match(one))
  );
}

const EMPTY: Shape = { kind: 'text', text: '' };
const isEmpty = (shape: Shape) => shape.kind === 'text' && shape.text === '';

function partsOf(shape: Shape): number {
  switch (shape.kind) {
    case 'sequence':
      return shape.parts.reduce((sum, part) => sum + partsOf(part), 0);
    case 'either':
      return shape.ways.length > MOST_WAYS
        ? Infinity
        : Math.max(...shape.ways.map((way) => partsOf(way)));
    case 'optional':
      return partsOf(shape.of);
    default:
      return 1;
  }
}

function shapeOfNode(node: PatternNode): Shape | undefined {
  switch (node.kind) {
    case 'one':
      return shapeOfSign(node.takes);
    case 'all': {
      const parts = node.parts.map((part) => shapeOfNode(part));
      return parts.every((part) => part !== undefined) ? sequence(parts) : undefined;
    }
    case 'either': {
      const ways = node.parts.map((part) => shapeOfNode(part));
      return ways.every((way) => way !== undefined) ? either(ways) : undefined;
    }
    case 'times': {
      const of = shapeOfNode(node.of);
      return of && repeated(of, node.min, node.max);
    }
  }
}

function either(ways: readonly Shape[]): Shape | undefined {
  const filled = [
    ...new Map(
      ways.filter((way) => !isEmpty(way)).map((way) => [JSON.stringify(way), way]),
    ).values(),
  ];
  const [first, ...rest] = filled;
  if (first === undefined) return EMPTY;
  const all: Shape = rest.length === 0 ? first : { kind: 'either', ways: filled };
  return ways.some(isEmpty) ? repeated(all, 0, 1) : all;
}

function repeated(of: Shape, min: number, max: number): Shape | undefined {
  if (max === 0 || isEmpty(of)) return EMPTY;
  if (min === 1 && max === 1) return of;
  if (of.kind === 'signs' && (of.min === of.max || (of.min <= 1 && min <= 1)))
    return { ...of, min: of.min * min, max: of.max * max };
  if (min === 0 && max === 1) return of.kind === 'optional' ? of : { kind: 'optional', of };
  if (min === max && min <= MOST_PARTS) return sequence(Array.from({ length: min }, () => of));
  return undefined;
}

const DIGITS = ['0', '9'];
const isDigits = (shape: Shape | undefined): shape is Shape & { readonly kind: 'signs' } =>
  shape?.kind === 'signs' &&
  shape.of.digits?.join('') === DIGITS.join('') &&
  isOnlyDigits(shape.of);
const isOnlyDigits = ({ upper, lower, others, any }: Signs) =>
  !any && upper === 'none' && lower === 'none' && others.length === 0;

/** What stands beside its like is one. */
function sequence(given: readonly Shape[]): Shape {
  const parts: Shape[] = [];
  for (const part of given.flatMap((one) => (one.kind === 'sequence' ? one.parts : [one]))) {
    if (isEmpty(part)) continue;
    const last = parts.at(-1);
    if (last?.kind === 'text' && part.kind === 'text')
      parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
    else if (
      last?.kind === 'signs' &&
      part.kind === 'signs' &&
      JSON.stringify(last.of) === JSON.stringify(part.of)
    )
      parts[parts.length - 1] = { ...last, min: last.min + part.min, max: last.max + part.max };
    else parts.push(part);
  }
  const [first, ...rest] = parts;
  if (first === undefined) return EMPTY;
  return numberOf(parts) ?? (rest.length === 0 ? first : { kind: 'sequence', parts });
}

/** A sign that may be there, digits, and decimals behind a point or a comma. */
function numberOf(parts: readonly Shape[]): Shape | undefined {
  const [first] = parts;
  const signed = first?.kind === 'optional' && isSign(first.of);
  const [whole, point, decimals, ...more] = signed ? parts.slice(1) : parts;
  if (!isDigits(whole) || more.length > 0) return undefined;
  const number = { kind: 'number', signed, most: whole.max } as const;
  if (point === undefined) return signed ? { ...number, mark: null, decimals: [0, 0] } : undefined;
  if (pointOf(point) !== null && isDigits(decimals))
    return { ...number, mark: pointOf(point), decimals: [decimals.min, decimals.max] };
  if (point.kind !== 'optional' || point.of.kind !== 'sequence' || decimals !== undefined)
    return undefined;
  const [mark, digits, ...others] = point.of.parts;
  return pointOf(mark) !== null && isDigits(digits) && others.length === 0
    ? { ...number, mark: pointOf(mark), decimals: [0, digits.max] }
    : undefined;
}
const pointOf = (shape: Shape | undefined): '.' | ',' | null =>
  shape?.kind === 'text' && (shape.text === '.' || shape.text === ',') ? shape.text : null;
const PLUS_OR_MINUS = JSON.stringify(['+', '-'].map((text) => ({ kind: 'text', text })));
const isSign = (shape: Shape): boolean =>
  (shape.kind === 'text' && shape.text === '-') ||
  (shape.kind === 'either' && JSON.stringify(shape.ways) === PLUS_OR_MINUS);

const signsFrom = (from: string, to: string) => {
  const first = from.charCodeAt(0);
  return Array.from({ length: to.charCodeAt(0) - first + 1 }, (_, i) =>
    String.fromCharCode(first + i),
  );
};
const UPPER = signsFrom('A', 'Z');
const LOWER = signsFrom('a', 'z');
const TENS = signsFrom('0', '9');
const NORDIC_UPPER = [...'ÆØÅ'];
const NORDIC_LOWER = [...'æøå'];
const OTHERS = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const ALL = [...UPPER, ...LOWER, ...TENS, ...NORDIC_UPPER, ...NORDIC_LOWER, ...OTHERS];

function shapeOfSign(takes: (sign: string) => boolean): Shape | undefined {
  const taken = ALL.filter((sign) => takes(sign));
  const [only] = taken;
  if (only === undefined) return undefined;
  if (taken.length === 1) return { kind: 'text', text: only };
  if (taken.length <= 3 && !taken.every((sign) => TENS.includes(sign)))
    return { kind: 'either', ways: taken.map((text) => ({ kind: 'text', text })) };
  const upper = lettersIn(taken, UPPER, NORDIC_UPPER);
  const lower = lettersIn(taken, LOWER, NORDIC_LOWER);
  const digits = taken.filter((sign) => TENS.includes(sign));
  const others = taken.filter((sign) => OTHERS.includes(sign));
  const any = taken.length > ALL.length - MOST_OTHERS * 2;
  const [from, to] = [digits[0], digits.at(-1)];
  const range = from === undefined || to === undefined ? null : ([from, to] as const);
  const isWhole = range === null || signsFrom(...range).length === digits.length;
  if (upper === undefined || lower === undefined || !isWhole) return undefined;
  if (!any && others.length > MOST_OTHERS) return undefined;
  return { kind: 'signs', of: { upper, lower, digits: range, others, any }, min: 1, max: 1 };
}

/** Undefined: some of them, and not others. */
function lettersIn(
  taken: readonly string[],
  letters: readonly string[],
  nordic: readonly string[],
): Signs['upper'] | undefined {
  const has = (all: readonly string[]) => all.filter((sign) => taken.includes(sign)).length;
  if (has(letters) === 0) return 'none';
  if (has(letters) < letters.length) return undefined;
  return has(nordic) === 0 ? 'ascii' : 'all';
}

/** Texts that may be one, the likely first; none where it cannot be read. They are no more than the pattern asks for: other rules may refuse them. */
export function examplesOf(pattern: string): readonly string[] {
  const node = patternNode(pattern);
  if (node === undefined) return [];
  const made = ([USUAL, 0, Infinity] as const).map((often) => new Maker(often).text(node));
  const match = patternMatch(pattern);
  return [...LIKELY, ...made].filter((one) => one !== '' && match?.(one) === true && isApt(one));

  /** What is likely stands for itself alone, and for no other length. */
  function isApt(one: string): boolean {
    return (
      !LIKELY.includes(one) ||
      (EMAILS.includes(one) && isEmail(pattern)) ||
      (match?.(one.slice(1)) !== true && match?.(`${one}1`) !== true)
    );
  }
}

const USUAL = 3;
/** An example is no longer. */
const LONGEST = 40;
const LIKELY = [...EMAILS, '2026-12-31', '31.12.2026', '0150'];
const DIGIT_CYCLE = '1234567890';
const LETTER_CYCLE = 'ABCDEFGH';

class Maker {
  /** Of what may come any number of times. */
  readonly #often: number;
  #made = 0;
  #digits = 0;
  #letters = 0;

  constructor(often: number) {
    this.#often = often;
  }

  text(node: PatternNode): string {
    if (this.#made > LONGEST) return '';
    switch (node.kind) {
      case 'one':
        return this.#sign(node.takes);
      case 'all':
        return node.parts.map((part) => this.text(part)).join('');
      case 'either': {
        const [first] = node.parts;
        return first === undefined ? '' : this.text(first);
      }
      case 'times': {
        // What is more than one sign, or may be left out, comes no more often than it has to.
        const isFew = node.of.kind !== 'one' || (node.min === 0 && node.max === 1);
        const wanted = isFew && this.#often === USUAL ? node.min : this.#often;
        const count = Math.min(Math.max(node.min, wanted), node.max, LONGEST);
        return Array.from({ length: count }, () => this.text(node.of)).join('');
      }
    }
  }

  /** One after the other of those that it may be; letters where there is a choice. */
  #sign(takes: (sign: string) => boolean): string {
    const letter = LETTER_CYCLE.charAt(this.#letters % LETTER_CYCLE.length);
    const digit = DIGIT_CYCLE.charAt(this.#digits % DIGIT_CYCLE.length);
    const found = [letter, letter.toLowerCase(), digit, ...ALL].find((sign) => takes(sign)) ?? '';
    this.#made += 1;
    if (found === digit) this.#digits += 1;
    else if (found.toUpperCase() === letter) this.#letters += 1;
    return found;
  }
}
