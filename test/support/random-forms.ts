// Random schemas in the manner of real forms, and random documents for them, from seeds.
import type { Chance } from '../platform/randomness.ts';
import { createChance } from '../platform/randomness.ts';

export interface LeafType {
  readonly name: string;
  readonly xsd: string;
  /** One that fits. */
  readonly sample: (chance: Chance) => string;
}
interface Times {
  readonly min: number;
  /** Infinity: any number of times. */
  readonly max: number;
}
export interface ModelElement extends Times {
  readonly kind: 'element';
  readonly name: string;
  readonly leaf: LeafType | null;
  readonly nillable: boolean;
  readonly parts: readonly ModelPart[];
  readonly attributes: readonly ModelAttribute[];
  readonly unordered: boolean;
}
export interface ModelAttribute {
  readonly name: string;
  readonly fixed: string | null;
  readonly required: boolean;
}
export interface ModelGroup extends Times {
  readonly kind: 'choice' | 'sequence';
  readonly parts: readonly ModelPart[];
}
export interface ModelAny extends Times {
  readonly kind: 'any';
}
export type ModelPart = ModelElement | ModelGroup | ModelAny;

export interface FormModel {
  readonly root: ModelElement;
  readonly namespace: string | null;
  readonly qualified: boolean;
  readonly types: readonly LeafType[];
}

const WORDS = [
  'Oppgavegiver', 'Fødselsnummer', 'Beløp', 'Årstall', 'Rapportering', 'Enhet', 'Navn', 'Adresse', 'Kjøretøy', 'Sum',
  'MVA', 'Dato', 'Mottaker', 'Næring', 'Ytelse', 'Post', 'Vare', 'Antall', 'Merknad', 'Avsender',
] as const; // prettier-ignore

const digits = (chance: Chance, length: number) =>
  `${String(1 + chance.below(9))}${chance.text(length - 1, '0123456789')}`;
const LETTERS = 'abcæøå ABC&<>"\']-1';
const two = (value: number) => String(value).padStart(2, '0');
const day = (chance: Chance) =>
  `${String(1990 + chance.below(60))}-${two(1 + chance.below(12))}-${two(1 + chance.below(28))}`;

function leafType(chance: Chance, name: string): LeafType {
  const simple = (base: string, facets: string, sample: LeafType['sample']): LeafType => ({
    name,
    xsd: `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`,
    sample,
  });
  switch (chance.below(9)) {
    case 0:
    case 1: {
      const most = 1 + chance.below(40);
      return simple(
        'string',
        `<xs:minLength value="1"/><xs:maxLength value="${String(most)}"/>`,
        (c) => c.text(1 + c.below(most), LETTERS),
      );
    }
    case 2: {
      const values = Array.from({ length: 2 + chance.below(5) }, (_, at) => `verdi ${String(at)}`);
      const facets = values.map((value) => `<xs:enumeration value="${value}"/>`).join('');
      return simple('string', facets, (c) => values[c.below(values.length)] ?? '');
    }
    case 3:
      return simple('date', '', day);
    case 4:
      return simple('boolean', '', (c) => c.pick(['true', 'false', '1', '0']));
    case 5:
      return simple('decimal', '<xs:totalDigits value="9"/><xs:fractionDigits value="2"/>', (c) =>
        c.pick([digits(c, 5), `${digits(c, 4)}.${c.text(2, '0123456789')}`, `-${digits(c, 3)}.5`]),
      );
    case 6:
      return simple(
        'integer',
        '<xs:minInclusive value="0"/><xs:maxInclusive value="99999"/>',
        (c) => String(c.below(100000)),
      );
    case 7:
      return simple(
        'string',
        String.raw`<xs:pattern value="[0-9]{4}"/><xs:pattern value="[A-Z]\d+"/>`,
        (c) => c.pick([digits(c, 4), `N${digits(c, 3)}`]),
      );
    default:
      return simple(
        'token',
        '<xs:maxLength value="20"/><xs:minLength value="1"/>',
        (c) => `x${c.text(5, 'abcæøå')}`,
      );
  }
}

export interface Wanted {
  readonly leaves: number;
  /** Whether choices, any, `all` and sequences that repeat may stand in it. */
  readonly odd?: boolean;
}

export function randomModel(chance: Chance, { leaves, odd = true }: Wanted): FormModel {
  const types = Array.from({ length: 12 }, (_, at) => leafType(chance, `Type${String(at)}`));
  let left = leaves;
  let number = 1;
  const name = (tail: string) => {
    number += 1 + chance.below(30);
    const words = Array.from({ length: 1 + chance.below(2) }, () => chance.pick(WORDS));
    return `${words.join('')}-${tail}-${String(number)}`;
  };
  const fixed = (key: string): ModelAttribute => ({
    name: key,
    fixed: String(number),
    required: chance.below(10) > 0,
  });
  const leaf = (): ModelElement => {
    left -= 1;
    const type = types[chance.below(types.length)] ?? null;
    const attributes = chance.below(10) > 0 ? [fixed('orid')] : [];
    if (chance.below(20) === 0) attributes.push({ name: 'valuta', fixed: null, required: false });
    return {
      kind: 'element',
      name: name('datadef'),
      min: chance.below(2),
      max: chance.below(12) === 0 ? 3 : 1,
      leaf: type,
      nillable: chance.below(10) < 7,
      parts: [],
      attributes,
      unordered: false,
    };
  };
  const group = (depth: number, repeats: number): ModelElement => {
    const isRepeat = repeats < 2 && chance.below(3) === 0;
    const unordered = odd && chance.below(15) === 0;
    return {
      kind: 'element',
      name: name('grp'),
      min: chance.below(2),
      max: isRepeat ? chance.pick([3, 24, 1000, Infinity]) : 1,
      leaf: null,
      nillable: false,
      parts: unordered
        ? Array.from({ length: 1 + chance.below(3) }, () => ({ ...leaf(), max: 1 }))
        : parts(depth + 1, repeats + (isRepeat ? 1 : 0)),
      attributes: [fixed('gruppeid')],
      unordered,
    };
  };
  const once = (part: ModelElement): ModelElement => ({ ...part, min: 1, max: 1 });
  const parts = (depth: number, repeats: number): readonly ModelPart[] => {
    const made: ModelPart[] = [];
    const count = 1 + chance.below(5);
    for (let at = 0; at < count || (depth === 1 && left > 0); at += 1) {
      const kind = chance.below(12);
      if (depth < 5 && left > 0 && kind < 4) made.push(group(depth, repeats));
      else if (odd && kind === 4)
        made.push({
          kind: 'choice',
          min: chance.below(2),
          max: chance.below(4) === 0 ? 3 : 1,
          parts: [
            once(leaf()),
            { kind: 'sequence', min: 1, max: 1, parts: [once(leaf()), { ...leaf(), max: 1 }] },
            once(leaf()),
          ],
        });
      else if (odd && kind === 5)
        made.push({
          kind: 'sequence',
          min: 0,
          max: chance.below(2) === 0 ? 1 : 4,
          parts: [once(leaf()), { ...leaf(), max: 1 }],
        });
      else made.push(leaf());
    }
    if (odd && chance.below(12) === 0) made.push({ kind: 'any', min: 0, max: 2 });
    return made;
  };
  const namespace = chance.below(4) === 0 ? 'urn:skjema:prøve' : null;
  return {
    root: {
      kind: 'element',
      name: 'Skjema',
      min: 1,
      max: 1,
      leaf: null,
      nillable: false,
      parts: parts(1, 0),
      attributes: [{ name: 'skjemanummer', fixed: '669', required: true }],
      unordered: false,
    },
    namespace,
    qualified: namespace !== null && chance.below(3) > 0,
    types,
  };
}

const attribute = ({ name, fixed, required }: ModelAttribute) =>
  `<xs:attribute name="${name}" type="xs:string"${required ? ' use="required"' : ''}${fixed === null ? '' : ` fixed="${fixed}"`}/>`;

export function xsdOfModel({ root, namespace, qualified, types }: FormModel): string {
  const prefix = namespace === null ? '' : 't:';
  const times = ({ min, max }: Times) =>
    `${min === 1 ? '' : ` minOccurs="${String(min)}"`}${max === 1 ? '' : ` maxOccurs="${max === Infinity ? 'unbounded' : String(max)}"`}`;
  const write = (part: ModelPart, isRoot = false): string => {
    switch (part.kind) {
      case 'any':
        return `<xs:any namespace="##other" processContents="skip"${times(part)}/>`;
      case 'choice':
      case 'sequence':
        return `<xs:${part.kind}${times(part)}>${part.parts.map((one) => write(one)).join('')}</xs:${part.kind}>`;
      case 'element': {
        const head = `<xs:element name="${part.name}"${isRoot ? '' : times(part)}${part.nillable ? ' nillable="true"' : ''}`;
        const attributes = part.attributes.map(attribute).join('');
        if (part.leaf !== null) {
          const type = `${prefix}${part.leaf.name}`;
          return attributes === ''
            ? `${head} type="${type}"/>`
            : `${head}><xs:complexType><xs:simpleContent><xs:extension base="${type}">${attributes}</xs:extension></xs:simpleContent></xs:complexType></xs:element>`;
        }
        const model = part.unordered ? 'all' : 'sequence';
        return `${head}><xs:complexType><xs:${model}>${part.parts.map((one) => write(one)).join('\n')}</xs:${model}>${attributes}</xs:complexType></xs:element>`;
      }
    }
  };
  const target =
    namespace === null
      ? ''
      : ` xmlns:t="${namespace}" targetNamespace="${namespace}"${qualified ? ' elementFormDefault="qualified"' : ''}`;
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${target}>\n${write(root, true)}\n${types.map(({ xsd }) => xsd).join('\n')}\n</xs:schema>`;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** One that is valid, written in one of many ways. `rows`: of what repeats, at most. */
export function randomDocument(chance: Chance, model: FormModel, rows = 3): string {
  const { root, namespace, qualified } = model;
  const eol = chance.pick(['\n', '\n', '\r\n']);
  const indent = chance.pick(['  ', '  ', '\t', '']);
  const isFormatted = indent !== '' || chance.below(2) === 0;
  const xsi = chance.pick(['xsi', 'i', '']);
  const prefix = namespace === null ? '' : chance.pick(['', 'sk:']);
  /** What is in no namespace would be in the default one. */
  const rootPrefix = namespace !== null && !qualified ? 'sk:' : prefix;
  const inner = qualified ? rootPrefix : '';
  const isNoisy = chance.below(3) === 0;
  const quote = chance.pick(['"', "'"]);
  const times = ({ min, max }: Times) =>
    Math.min(max, Math.max(min, chance.below(max > 1 ? rows + 1 : 2)));
  const said = ({ name, fixed, required }: ModelAttribute) =>
    fixed === null || (!required && chance.below(2) === 0)
      ? fixed === null && chance.below(2) === 0
        ? ` ${name}=${quote}NOK${quote}`
        : ''
      : ` ${name}=${quote}${fixed}${quote}`;
  const text = (value: string) => {
    if (isNoisy && chance.below(4) === 0 && !value.includes(']]>')) return `<![CDATA[${value}]]>`;
    const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const [first = ''] = escaped;
    return isNoisy && /[a-zA-Zæøå]/.test(first) && chance.below(3) === 0
      ? `&#x${(first.codePointAt(0) ?? 0).toString(16)};${escaped.slice(1)}`
      : escaped;
  };
  const line = (depth: number) => (isFormatted ? eol + indent.repeat(depth) : '');
  const element = (part: ModelElement, depth: number): string => {
    const name = `${part === root ? rootPrefix : inner}${part.name}`;
    const marks = part.attributes.map(said).join('');
    if (part.leaf !== null) {
      if (part.nillable && xsi !== '' && chance.below(3) === 0)
        return `<${name}${marks} ${xsi}:nil=${quote}true${quote}${chance.below(2) === 0 ? '/>' : `></${name}>`}`;
      return `<${name}${marks}>${text(part.leaf.sample(chance))}</${name}>`;
    }
    const declared =
      part !== root
        ? ''
        : `${namespace === null ? '' : ` xmlns${rootPrefix === '' ? '' : `:${rootPrefix.slice(0, -1)}`}="${namespace}"`}${xsi === '' ? '' : ` xmlns:${xsi}="${XSI}"`}`;
    const children = part.unordered ? chance.shuffle(part.parts) : part.parts;
    const inside = children.flatMap((one) => written(one, depth + 1));
    if (inside.length === 0) return `<${name}${declared}${marks}/>`;
    return `<${name}${declared}${marks}>${inside.join('')}${line(depth)}</${name}>`;
  };
  const written = (part: ModelPart, depth: number): string[] =>
    Array.from({ length: times(part) }).flatMap((): string[] => {
      const note = isNoisy && chance.below(8) === 0 ? `${line(depth)}<!-- <merk> & -->` : '';
      switch (part.kind) {
        case 'any':
          return [`${note}${line(depth)}<a:annet xmlns:a="urn:a">fritt <b/></a:annet>`];
        case 'sequence':
          return part.parts.flatMap((one) => written(one, depth));
        case 'choice':
          return written(part.parts[chance.below(part.parts.length)] as ModelPart, depth);
        case 'element':
          return [`${note}${line(depth)}${element(part, depth)}`];
      }
    });
  const head = chance.pick(['', `<?xml version="1.0" encoding="utf-8"?>${eol}`, '\u{FEFF}']);
  const tail = chance.pick(['', eol, `${eol}<!-- slutt -->`]);
  return `${head}${element(root, 0)}${tail}`;
}

/** Something of it wrong, as people and programs make it. */
export function damaged(chance: Chance, xml: string): string {
  const leaves = [...xml.matchAll(/<([^\s<>/!?]+)[^<>]*(?:\/>|>[^<>]*<\/\1>)/g)];
  const found = leaves[chance.below(Math.max(1, leaves.length))];
  if (found === undefined) return xml;
  const [text, at] = [found[0], found.index];
  const put = (insert: string, length = 0) => xml.slice(0, at) + insert + xml.slice(at + length);
  switch (chance.below(6)) {
    case 0:
      return put('<Ukjent-datadef-1/>');
    case 1:
      return put('', text.length);
    case 2:
      return put(text);
    case 3:
      return put('tekst');
    case 4: {
      const other = leaves[chance.below(leaves.length)];
      if (other === undefined || other.index <= at) return xml;
      const between = xml.slice(at + text.length, other.index);
      return put(other[0] + between + text, other.index + other[0].length - at);
    }
    default:
      return put(text.replace(/^<([^\s<>/]+)/, '<$1 ukjent="1"'), text.length);
  }
}

/** A value of any kind, fitting or not. */
export function anyValue(chance: Chance): string {
  switch (chance.below(8)) {
    case 0:
      return '';
    case 1:
      return day(chance);
    case 2:
      return chance.pick(['true', 'verdi 1', ' 12 ', '12.50', '-1', '99999', '100000', '0123']);
    case 3:
      return ']]>&amp;<a>"\'';
    case 4:
      return 'linje\nto\tså';
    default:
      return `${chance.text(chance.below(30), `${LETTERS}\n`)}${chance.pick(['', '😀'])}`;
  }
}

/** The same for the same seed. */
export function formOf(
  seed: number,
  wanted: Wanted,
): { readonly chance: Chance; readonly model: FormModel; readonly xsd: string } {
  const chance = createChance(seed);
  const model = randomModel(chance, wanted);
  return { chance, model, xsd: xsdOfModel(model) };
}
