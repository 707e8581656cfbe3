// What a declaration is called, and what help there is for it: the schema's own words, else the words of its name.
import {
  type AttributeDeclaration,
  type Described,
  type ElementDeclaration,
  type GroupDeclaration,
  isOfTypes,
  type Particle,
  type ValueRules,
} from './form-schema.ts';

export type LabelLanguage = 'en' | 'nb' | 'nn';

/** As schemas write languages: the platform's three letters, its numbers, or those of `xml:lang`. */
const WRITTEN: Readonly<Record<LabelLanguage, RegExp>> = {
  nb: /^(nob|nor|nb|no|1044)\b/i,
  nn: /^(nno|nn|2068)\b/i,
  en: /^(eng|en|1033)\b/i,
};
const INSTEAD: Readonly<Record<LabelLanguage, readonly LabelLanguage[]>> = {
  nb: ['nb', 'nn', 'en'],
  nn: ['nn', 'nb', 'en'],
  en: ['en', 'nb', 'nn'],
};
/** Longer is an explanation, and no name. */
const LONGEST_LABEL = 120;
/** Of a longer one, the first sentence is the label. */
const LONG_LABEL = 80;

export function labelOf(
  of: Described & Partial<Pick<ElementDeclaration, 'typed' | 'type'>>,
  language: LabelLanguage,
): string {
  const said = textOfKind(of, 'LEDE', language);
  if (said !== undefined) return parted(said).label;
  if (isLabel(of.documentation)) return of.documentation;
  // A type of an element is called what the type is: the choice of them has the element's name.
  return wordsOf(of.typed === 'said' || of.typed === 'own' ? (of.type ?? of.name) : of.name);
}

/** Null where the schema says nothing beyond the label. */
export function helpOf(of: Described, language: LabelLanguage): string | null {
  const led = textOfKind(of, 'LEDE', language);
  const said = [led === undefined ? '' : parted(led).rest, textOfKind(of, 'HJELP', language) ?? '']
    .filter(Boolean)
    .join(' ');
  if (said !== '') return said;
  const { documentation } = of;
  return documentation === '' || documentation === labelOf(of, language) ? null : documentation;
}

/** One of the values that a field may have. */
export type Choice = ValueRules['values'][number];

/** Empty where the schema has no words for it. */
export const choiceLabel = ({ label, texts = [] }: Choice, language: LabelLanguage): string =>
  parted(textOfKind({ texts }, 'LEDE', language) ?? label).label;

export const choiceHelp = ({ label, texts = [] }: Choice, language: LabelLanguage): string | null =>
  [
    parted(textOfKind({ texts }, 'LEDE', language) ?? label).rest,
    textOfKind({ texts }, 'HJELP', language) ?? '',
  ]
    .filter(Boolean)
    .join(' ') || null;

/** In every language: whoever writes a table may use any of them. */
export const choiceLabels = ({ label, texts = [] }: Choice): readonly string[] => [
  ...(label === '' ? [] : [label]),
  ...texts.filter((one) => isKind(one, 'LEDE')).map(({ text }) => text),
];

/** Words whose point ends no sentence. */
const SHORTENED =
  /(?:^|[\s(])(?:\d+|\p{L}|[fF]\.?eks|bl\.?a|[nN]r|[kK]r|jf|[pP]r|[cC]a|[eE]vt|osv|mv|mm|kl|tlf|[dD]vs|inkl|ekskl|maks|min|ev|[oO]rg|[aA]rt|[sS]t|e\.g|i\.e|[nN]o|etc|incl|max|approx)\.$/u;

/** A long one is its first line or sentence, and the rest; where that is long still, as many words as fit, and all of it as the rest. */
function parted(text: string): { readonly label: string; readonly rest: string } {
  if (text.length <= LONG_LABEL && !text.includes('\n')) return { label: text, rest: '' };
  const end = sentenceEnd(text);
  const sentence = text.slice(0, end).trim();
  if (sentence.length <= LONGEST_LABEL)
    return { label: sentence.replace(/([^.])\.$/, '$1'), rest: text.slice(end).trim() };
  const words = sentence.slice(0, LONGEST_LABEL - 1);
  const blank = words.lastIndexOf(' ');
  return {
    label: `${words.slice(0, blank > 0 ? blank : undefined).replace(/[\s,;:–-]+$/, '')}…`,
    rest: text,
  };
}

function sentenceEnd(text: string): number {
  for (const { index, 0: found } of text.matchAll(/\n|[.!?]["»”)]*(?=\s+["«“(]*[\p{Lu}\d])/gu)) {
    const end = index + found.length;
    if (!SHORTENED.test(text.slice(0, end))) return end;
  }
  return text.length;
}

/** What stands in a section, or in a row of a group. */
export type Holder = Pick<ElementDeclaration, 'particles'> &
  Partial<Pick<ElementDeclaration, 'attributes'>>;
type Labelled = ElementDeclaration | AttributeDeclaration | GroupDeclaration;

const labelled = new WeakMap<Holder, Map<LabelLanguage, ReadonlyMap<Labelled, string>>>();

/** As it is called among what stands beside it: those that would be called the same have the name of their group, or a number. */
export function labelIn(holder: Holder | null, of: Labelled, language: LabelLanguage): string {
  if (holder === null) return labelOf(of, language);
  const known = labelled.get(holder) ?? new Map<LabelLanguage, ReadonlyMap<Labelled, string>>();
  labelled.set(holder, known);
  const labels = known.get(language) ?? labelsIn(holder, language);
  known.set(language, labels);
  return labels.get(of) ?? labelOf(of, language);
}

function labelsIn(holder: Holder, language: LabelLanguage): ReadonlyMap<Labelled, string> {
  const alike = new Map<string, { readonly of: Labelled; readonly group: string }[]>();
  const add = (of: Labelled, group: string) => {
    const label = labelOf(of, language);
    const others = alike.get(label);
    if (others === undefined) alike.set(label, [{ of, group }]);
    else others.push({ of, group });
  };
  const visit = (particles: readonly Particle[], group: string) => {
    for (const of of particles) {
      if (of.kind === 'any') continue;
      if (of.kind === 'element') {
        // A fixed text has no field, and what says none of its types is nothing that is chosen.
        if (of.fixed === null && of.typed !== 'other') add(of, group);
      } else if (isOfTypes(of)) add(of, group);
      else if (of.max === 1) visit(of.particles, labelOf(of, language) || group);
    }
  };
  for (const of of holder.attributes ?? []) if (of.fixed === null) add(of, '');
  visit(holder.particles, '');
  const found = new Map<Labelled, string>();
  for (const [label, all] of alike) {
    if (all.length < 2) continue;
    const groups = new Set(all.map(({ group }) => group));
    const hasGroups = groups.size === all.length && !groups.has('');
    all.forEach(({ of, group }, index) => {
      found.set(of, `${label} (${hasGroups ? group : String(index + 1)})`);
    });
  }
  return found;
}

const isLabel = (text: string) =>
  text !== '' && text.length <= LONGEST_LABEL && !text.includes('\n');

function textOfKind(
  { texts }: Pick<Described, 'texts'>,
  kind: string,
  language: LabelLanguage,
): string | undefined {
  const own = texts.filter((one) => isKind(one, kind));
  const ways = INSTEAD[language].map((one) => WRITTEN[one]);
  for (const way of ways) {
    const found = own.find((one) => way.test(one.language));
    if (found !== undefined) return found.text;
  }
  return own[0]?.text;
}

const isKind = ({ kind, text }: Described['texts'][number], wanted: string) =>
  kind.toUpperCase() === wanted && text !== '';

/** Numbers that the registry of forms puts behind a name. */
const TAIL = /-(datadef|grp)-\d+$/i;

/** `OppgavegiverFodselsnummer-datadef-26` -> `Oppgavegiver fodselsnummer`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(TAIL, '')
    .replaceAll(/[_.\-\s]+/g, ' ')
    .replaceAll(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replaceAll(/(\p{L})(?=\d)|(\d)(?=\p{L})/gu, '$1$2 ')
    .split(' ')
    .filter(Boolean)
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  if (text === '') return name;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
