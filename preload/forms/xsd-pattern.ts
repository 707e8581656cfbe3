// Patterns of XML Schema, matched in time that grows with the text alone: whatever a schema brings, no key press hangs.

/** Undefined: it is written in a way that programs read differently, or needs more than is done here. */
export type PatternMatch = ((text: string) => boolean) | undefined;

const known = new Map<string, PatternMatch>();
const MOST_KNOWN = 2000;
const MOST_STATES = 5000;

export function patternMatch(pattern: string): PatternMatch {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size > MOST_KNOWN) known.clear();
  const made = matcherOf(pattern);
  known.set(pattern, made);
  return made;
}

/** How a pattern is put together; undefined as for `patternMatch`. */
export function patternNode(pattern: string): PatternNode | undefined {
  return read(() => new Parser(pattern).all());
}

type Takes = (character: string) => boolean;
export type PatternNode =
  | { readonly kind: 'one'; readonly takes: Takes }
  | { readonly kind: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: 'times';
      readonly of: PatternNode;
      readonly min: number;
      readonly max: number;
    };

class NotRead extends Error {}

function matcherOf(pattern: string): PatternMatch {
  return read(() => {
    const states = new States();
    const end = states.add({ kind: 'end' });
    const start = states.build(new Parser(pattern).all(), end);
    return (text) => states.match(text, start, end);
  });
}

function read<T>(made: () => T): T | undefined {
  try {
    return made();
  } catch (thrown) {
    if (thrown instanceof NotRead || thrown instanceof SyntaxError || thrown instanceof RangeError)
      return undefined;
    throw thrown;
  }
}

type State =
  | { readonly kind: 'end' }
  | { readonly kind: 'one'; readonly takes: Takes; readonly next: number }
  | { readonly kind: 'split'; next: readonly number[] };

class States {
  readonly #states: State[] = [];

  add(state: State): number {
    if (this.#states.length >= MOST_STATES) throw new NotRead();
    return this.#states.push(state) - 1;
  }

  /** Where to begin so that it goes on at `next` behind the node. */
  build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'one':
        return this.add({ kind: 'one', takes: node.takes, next });
      case 'all':
        return node.parts.reduceRight((behind, part) => this.build(part, behind), next);
      case 'either':
        return this.add({ kind: 'split', next: node.parts.map((part) => this.build(part, next)) });
      case 'times': {
        const { of, min, max } = node;
        let start = next;
        if (max === Infinity) {
          const again: State = { kind: 'split', next: [] };
          start = this.add(again);
          again.next = [this.build(of, start), next];
        } else
          for (let more = max - min; more > 0; more -= 1)
            start = this.add({ kind: 'split', next: [this.build(of, start), next] });
        for (let one = 0; one < min; one += 1) start = this.build(of, start);
        return start;
      }
    }
  }

  match(text: string, start: number, end: number): boolean {
    let now = this.#reach([start]);
    for (const character of text) {
      const next: number[] = [];
      for (const index of now) {
        const state = this.#states[index];
        if (state?.kind === 'one' && state.takes(character)) next.push(state.next);
      }
      now = this.#reach(next);
      if (now.size === 0) return false;
    }
    return now.has(end);
  }

  #reach(from: readonly number[]): ReadonlySet<number> {
    const found = new Set<number>();
    const open = [...from];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (found.has(index)) continue;
      found.add(index);
      const state = this.#states[index];
      if (state?.kind === 'split') open.push(...state.next);
    }
    return found;
  }
}

const NAME_START = ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF';
/** As classes of a regular expression, without brackets. */
const CLASSES: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  s: ' \\t\\n\\r',
  i: NAME_START,
  c: `${NAME_START}\\-.0-9\\xB7\\u0300-\\u036F\\u203F-\\u2040`,
};
const BLOCKS: Readonly<Record<string, string>> = {
  BasicLatin: '\\0-\\x7F',
  'Latin-1Supplement': '\\x80-\\xFF',
  'LatinExtended-A': '\\u0100-\\u017F',
  'LatinExtended-B': '\\u0180-\\u024F',
  GeneralPunctuation: '\\u2000-\\u206F',
  CurrencySymbols: '\\u20A0-\\u20CF',
};
const SINGLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const ESCAPED = '\\|.-^?*+{}()[]';
const MOST_TIMES = 1000;

class Parser {
  readonly #signs: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#signs = [...pattern];
  }

  all(): PatternNode {
    const node = this.#either();
    if (this.#at < this.#signs.length) throw new NotRead();
    return node;
  }

  #either(): PatternNode {
    const parts = [this.#branch()];
    while (this.#next === '|') {
      this.#at += 1;
      parts.push(this.#branch());
    }
    return { kind: 'either', parts };
  }

  #branch(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')')
      parts.push(this.#times(this.#atom()));
    return { kind: 'all', parts };
  }

  get #next(): string | undefined {
    return this.#signs[this.#at];
  }

  #times(of: PatternNode): PatternNode {
    const sign = this.#next;
    let found: PatternNode | undefined;
    if (sign === '?') found = { kind: 'times', of, min: 0, max: 1 };
    else if (sign === '*') found = { kind: 'times', of, min: 0, max: Infinity };
    else if (sign === '+') found = { kind: 'times', of, min: 1, max: Infinity };
    else if (sign === '{') {
      const end = this.#signs.indexOf('}', this.#at);
      const said = /^(\d+)(?:(,)(\d*))?$/.exec(this.#signs.slice(this.#at + 1, end).join(''));
      if (end < 0 || said === null) throw new NotRead();
      const min = Number(said[1]);
      const max = said[2] === undefined ? min : said[3] === '' ? Infinity : Number(said[3]);
      if (min > MOST_TIMES || max < min || (max > MOST_TIMES && max !== Infinity))
        throw new NotRead();
      found = { kind: 'times', of, min, max };
      this.#at = end;
    }
    if (found === undefined) return of;
    this.#at += 1;
    // A mark of Perl's, which means something else here.
    if ('?*+{'.includes(this.#next ?? ' ')) throw new NotRead();
    return found;
  }

  #atom(): PatternNode {
    const sign = this.#next ?? '';
    this.#at += 1;
    switch (sign) {
      case '(': {
        if (this.#next === '?') throw new NotRead();
        const inner = this.#either();
        if (this.#next !== ')') throw new NotRead();
        this.#at += 1;
        return inner;
      }
      case '[':
        return { kind: 'one', takes: this.#class() };
      case '.':
        return { kind: 'one', takes: (one) => one !== '\n' && one !== '\r' };
      case '\\':
        return { kind: 'one', takes: this.#escape() };
      // Plain signs in XML Schema, anchors anywhere else: nobody knows which was meant.
      case '^':
      case '$':
      case '?':
      case '*':
      case '+':
      case '{':
      case '}':
      case ']':
        throw new NotRead();
      default:
        return { kind: 'one', takes: (one) => one === sign };
    }
  }

  /** Behind the backslash: one sign, or what stands for several. */
  #escape(): Takes {
    const sign = this.#next ?? '';
    this.#at += 1;
    const single = SINGLE[sign] ?? (ESCAPED.includes(sign) && sign !== '' ? sign : undefined);
    if (single !== undefined) return (one) => one === single;
    const lower = sign.toLowerCase();
    if (lower === 'w') return negated(/[\p{P}\p{Z}\p{C}]/u, sign === 'w');
    const known = CLASSES[lower];
    if (known !== undefined) return negated(new RegExp(`[${known}]`, 'u'), sign !== lower);
    if (lower !== 'p' || this.#next !== '{') throw new NotRead();
    const end = this.#signs.indexOf('}', this.#at);
    const name = this.#signs.slice(this.#at + 1, end).join('');
    this.#at = end + 1;
    const block = name.startsWith('Is') ? BLOCKS[name.slice(2)] : undefined;
    if (end < 0 || (block === undefined && !/^[LMNPZSC][a-z]?$/.test(name))) throw new NotRead();
    return negated(
      new RegExp(block === undefined ? `\\p{${name}}` : `[${block}]`, 'u'),
      sign === 'P',
    );
  }

  /** Behind the opening bracket. */
  #class(): Takes {
    const isNegated = this.#next === '^';
    if (isNegated) this.#at += 1;
    const parts: Takes[] = [];
    let except: Takes | undefined;
    let isFirst = true;
    for (;;) {
      const sign = this.#next;
      if (sign === undefined) throw new NotRead();
      if (sign === ']' && !isFirst) break;
      if (sign === '-' && this.#signs[this.#at + 1] === '[' && !isFirst) {
        this.#at += 2;
        except = this.#class();
        if (this.#next !== ']') throw new NotRead();
        break;
      }
      parts.push(this.#member(isFirst));
      isFirst = false;
    }
    this.#at += 1;
    const takes: Takes = (one) => parts.some((part) => part(one)) !== isNegated;
    return except === undefined ? takes : (one) => takes(one) && !except(one);
  }

  #member(isFirst: boolean): Takes {
    const [sign = '', second] = [this.#next, this.#signs[this.#at + 1]];
    if (sign === '[' || sign === ']') throw new NotRead();
    const isSet =
      sign === '\\' && SINGLE[second ?? ''] === undefined && !ESCAPED.includes(second ?? ' ');
    if (isSet) {
      this.#at += 1;
      return this.#escape();
    }
    const from = this.#sign();
    if (from === '-' && sign === '-' && !isFirst && this.#next !== ']') throw new NotRead();
    const isRange =
      this.#next === '-' && !['[', ']', undefined].includes(this.#signs[this.#at + 1]);
    if (!isRange) return (one) => one === from;
    this.#at += 1;
    const [low, high] = [codeOf(from), codeOf(this.#sign())];
    if (high < low) throw new NotRead();
    return (one) => codeOf(one) >= low && codeOf(one) <= high;
  }

  #sign(): string {
    const sign = this.#next ?? '';
    this.#at += 1;
    if (sign !== '\\') return sign;
    const escaped = this.#next ?? '';
    this.#at += 1;
    const single = SINGLE[escaped] ?? (ESCAPED.includes(escaped) && escaped !== '' ? escaped : '');
    if (single === '') throw new NotRead();
    return single;
  }
}

const codeOf = (one: string) => one.codePointAt(0) ?? 0;
const negated =
  (pattern: RegExp, isNegated: boolean): Takes =>
  (one) =>
    pattern.test(one) !== isNegated;
