// What a declaration is called, and what help there is for it: the schema's own words, else the words of its name.
import type { Described, ValueRules } from './form-schema.ts';

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

export function labelOf(of: Described, language: LabelLanguage): string {
  const said = textOfKind(of, 'LEDE', language);
  if (said !== undefined) return said;
  return isLabel(of.documentation) ? of.documentation : wordsOf(of.name);
}

/** Null where the schema says nothing beyond the label. */
export function helpOf(of: Described, language: LabelLanguage): string | null {
  const said = textOfKind(of, 'HJELP', language);
  if (said !== undefined) return said;
  const { documentation } = of;
  return documentation === '' || documentation === labelOf(of, language) ? null : documentation;
}

/** One of the values that a field may have. */
export type Choice = ValueRules['values'][number];

/** Empty where the schema has no words for it. */
export const choiceLabel = ({ label, texts = [] }: Choice, language: LabelLanguage): string =>
  textOfKind({ texts }, 'LEDE', language) ?? label;

export const choiceHelp = ({ texts = [] }: Choice, language: LabelLanguage): string | null =>
  textOfKind({ texts }, 'HJELP', language) ?? null;

/** In every language: whoever writes a table may use any of them. */
export const choiceLabels = ({ label, texts = [] }: Choice): readonly string[] => [
  ...(label === '' ? [] : [label]),
  ...texts.filter((one) => isKind(one, 'LEDE')).map(({ text }) => text),
];

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
