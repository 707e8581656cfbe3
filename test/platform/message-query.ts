// $filter and $orderby of the message list: OData versions 1 to 3, with a parser's messages for what it cannot read.
import { refuseWith } from './errors.ts';
import { momentOf } from './timestamps.ts';

export type Value = string | number | boolean | Date | null;
/** A property of an item; undefined when the type has no such property. */
export type Lookup<T> = (item: T, property: string) => Value | undefined;

type Node<T> = { readonly type: string; readonly of: (item: T) => Value };

interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'date' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const pattern =
  /\s*(?:(datetime(?:offset)?'[^']*')|'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?[dfmlDFML]?)(?![\w.])|([A-Za-z_]\w*)|([(),]))/iuy;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) refuseWith(400, `Syntax error at position ${at} in '${text}'.`);
    const [, date, string, number, name, sign] = found;
    if (date !== undefined)
      tokens.push({ kind: 'date', text: date.slice(date.indexOf("'") + 1, -1), at });
    else if (string !== undefined)
      tokens.push({ kind: 'text', text: string.replaceAll("''", "'"), at });
    else if (number !== undefined)
      tokens.push({ kind: 'number', text: number.replace(/[a-z]$/i, ''), at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else tokens.push({ kind: 'sign', text: sign ?? '', at });
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

type Function = {
  readonly takes: readonly string[];
  readonly gives: string;
  run(...given: never[]): Value;
};

const functions: Readonly<Record<string, Function>> = {
  substringof: {
    takes: ['String', 'String'],
    gives: 'Boolean',
    run: (part: string, whole: string) => whole.includes(part),
  },
  startswith: {
    takes: ['String', 'String'],
    gives: 'Boolean',
    run: (whole: string, part: string) => whole.startsWith(part),
  },
  endswith: {
    takes: ['String', 'String'],
    gives: 'Boolean',
    run: (whole: string, part: string) => whole.endsWith(part),
  },
  indexof: {
    takes: ['String', 'String'],
    gives: 'Int32',
    run: (whole: string, part: string) => whole.indexOf(part),
  },
  tolower: { takes: ['String'], gives: 'String', run: (text: string) => text.toLowerCase() },
  toupper: { takes: ['String'], gives: 'String', run: (text: string) => text.toUpperCase() },
  trim: { takes: ['String'], gives: 'String', run: (text: string) => text.trim() },
  length: { takes: ['String'], gives: 'Int32', run: (text: string) => text.length },
  year: { takes: ['DateTime'], gives: 'Int32', run: (at: Date) => at.getUTCFullYear() },
  month: { takes: ['DateTime'], gives: 'Int32', run: (at: Date) => at.getUTCMonth() + 1 },
  day: { takes: ['DateTime'], gives: 'Int32', run: (at: Date) => at.getUTCDate() },
};

const comparisons: Readonly<Record<string, (a: Value, b: Value) => boolean>> = {
  eq: (a, b) => scalar(a) === scalar(b),
  ne: (a, b) => scalar(a) !== scalar(b),
  gt: (a, b) => ordered(a, b) > 0,
  ge: (a, b) => ordered(a, b) >= 0,
  lt: (a, b) => ordered(a, b) < 0,
  le: (a, b) => ordered(a, b) <= 0,
};

const scalar = (value: Value): string | number | boolean | null =>
  value instanceof Date ? value.getTime() : value;

/** NaN (always false) when one of them is null. */
function ordered(a: Value, b: Value): number {
  const [x, y] = [scalar(a), scalar(b)];
  if (x === null || y === null) return Number.NaN;
  return x < y ? -1 : x > y ? 1 : 0;
}

const typeOf = (value: Value): string =>
  value instanceof Date
    ? 'DateTime'
    : typeof value === 'string'
      ? 'String'
      : typeof value === 'number'
        ? 'Int32'
        : typeof value === 'boolean'
          ? 'Boolean'
          : 'null';

/** The test of a `$filter`; what it cannot read is refused with a parser's words. `types` names the properties. */
export function filterOf<T>(
  text: string,
  types: Readonly<Record<string, string>>,
  look: Lookup<T>,
): (item: T) => boolean {
  const parser = new Parser(tokensOf(text), types, look, text);
  const node = parser.whole();
  if (node.type !== 'Boolean')
    refuseWith(400, 'The $filter expression must evaluate to a single boolean value.');
  return (item) => node.of(item) === true;
}

class Parser<T> {
  private next = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly types: Readonly<Record<string, string>>,
    private readonly look: Lookup<T>,
    private readonly text: string,
  ) {}

  whole(): Node<T> {
    const node = this.either();
    if (this.peek().kind !== 'end') this.fail(this.peek());
    return node;
  }

  private either(): Node<T> {
    let left = this.both();
    while (this.word('or'))
      left = this.logical(left, this.both(), (a, b) => a === true || b === true);
    return left;
  }

  private both(): Node<T> {
    let left = this.not();
    while (this.word('and'))
      left = this.logical(left, this.not(), (a, b) => a === true && b === true);
    return left;
  }

  private logical(a: Node<T>, b: Node<T>, join: (a: Value, b: Value) => boolean): Node<T> {
    for (const side of [a, b]) this.mustBe(side.type, 'Boolean', 'And');
    return { type: 'Boolean', of: (item) => join(a.of(item), b.of(item)) };
  }

  private not(): Node<T> {
    if (!this.word('not')) return this.comparison();
    const inner = this.not();
    this.mustBe(inner.type, 'Boolean', 'Not');
    return { type: 'Boolean', of: (item) => inner.of(item) !== true };
  }

  private comparison(): Node<T> {
    const left = this.value();
    const token = this.peek();
    const compare = token.kind === 'name' ? comparisons[token.text] : undefined;
    if (!compare) return left;
    this.next += 1;
    const right = this.value();
    if (left.type !== right.type && left.type !== 'null' && right.type !== 'null') {
      refuseWith(
        400,
        `A binary operator with incompatible types was detected. Found operand types 'Edm.${left.type}' and 'Edm.${right.type}'.`,
      );
    }
    return { type: 'Boolean', of: (item) => compare(left.of(item), right.of(item)) };
  }

  private value(): Node<T> {
    const token = this.take();
    switch (token.kind) {
      case 'text':
        return { type: 'String', of: () => token.text };
      case 'number':
        return { type: 'Int32', of: () => Number(token.text) };
      case 'date':
        return this.date(token);
      case 'name':
        return this.named(token);
      case 'sign':
        if (token.text !== '(') return this.fail(token);
        return this.closed(this.either());
      case 'end':
        return this.fail(token);
    }
  }

  private date(token: Token): Node<T> {
    const moment = momentOf(token.text);
    if (moment === undefined)
      refuseWith(
        400,
        `Unrecognized 'Edm.DateTime' literal '${token.text}' at '${token.at}' in '${this.text}'.`,
      );
    return { type: 'DateTime', of: () => new Date(moment) };
  }

  private named(token: Token): Node<T> {
    const constant = { true: true, false: false, null: null }[token.text];
    if (constant !== undefined) return { type: typeOf(constant), of: () => constant };
    if (this.peek().text === '(' && this.peek().kind === 'sign') return this.call(token);
    const type = this.types[token.text];
    if (type === undefined) {
      refuseWith(400, `Could not find a property named '${token.text}' on type 'Message'.`);
    }
    return { type, of: (item) => this.look(item, token.text) ?? null };
  }

  private call(token: Token): Node<T> {
    const known = functions[token.text];
    if (!known) refuseWith(400, `An unknown function with name '${token.text}' was found.`);
    this.next += 1;
    const given = known.takes.map((type, at) => {
      if (at > 0) this.expect(',');
      const node = this.either();
      this.mustBe(node.type, type, token.text);
      return node;
    });
    this.expect(')');
    return {
      type: known.gives,
      of(item) {
        const values = given.map((node) => node.of(item));
        return values.includes(null) ? null : known.run(...(values as never[]));
      },
    };
  }

  private closed(node: Node<T>): Node<T> {
    this.expect(')');
    return node;
  }

  private mustBe(type: string, wanted: string, operator: string): void {
    if (type !== wanted && type !== 'null')
      refuseWith(400, `'${operator}' cannot be applied to an operand of type 'Edm.${type}'.`);
  }

  private word(text: string): boolean {
    const token = this.peek();
    const found = token.kind === 'name' && token.text === text;
    if (found) this.next += 1;
    return found;
  }

  private expect(sign: string): void {
    const token = this.take();
    if (token.kind !== 'sign' || token.text !== sign) this.fail(token);
  }

  private peek(): Token {
    return this.tokens[this.next] ?? { kind: 'end', text: '', at: this.text.length };
  }

  private take(): Token {
    const token = this.peek();
    this.next += 1;
    return token;
  }

  private fail(token: Token): never {
    refuseWith(400, `Syntax error at position ${token.at} in '${this.text}'.`);
  }
}

/** The comparison of an `$orderby`. What it cannot read is refused. */
export function orderOf<T>(
  text: string,
  types: Readonly<Record<string, string>>,
  look: Lookup<T>,
): (a: T, b: T) => number {
  const keys = text.split(',').map((part) => {
    const [property = '', direction = 'asc', ...rest] = part.trim().split(/\s+/);
    if (!(property in types))
      refuseWith(400, `Could not find a property named '${property}' on type 'Message'.`);
    if (!['asc', 'desc'].includes(direction) || rest.length > 0) {
      refuseWith(400, `Syntax error at position ${property.length + 1} in '${text}'.`);
    }
    return { property, sign: direction === 'desc' ? -1 : 1 };
  });
  return (a, b) => {
    for (const { property, sign } of keys) {
      const found = ordered(look(a, property) ?? null, look(b, property) ?? null);
      if (found) return found * sign;
    }
    return 0;
  };
}
