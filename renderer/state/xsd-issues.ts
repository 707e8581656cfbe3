// Classifies the checker's messages about a file so that each gets plain words, and lists them all as one text.
import type { Issue } from '../../preload/contract/xsd.ts';

export type IssueKind =
  | 'malformed'
  | 'not-expected'
  | 'missing-element'
  | 'missing-attribute'
  | 'attribute-not-allowed'
  | 'wrong-root'
  | 'pattern'
  | 'too-long'
  | 'too-short'
  | 'length'
  | 'not-a-value'
  | 'number-range'
  | 'digits'
  | 'fixed'
  | 'wrong-type'
  | 'empty'
  | 'date'
  | 'date-time'
  | 'time'
  | 'year'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'no-text'
  | 'other';

const FACETS: Readonly<Record<string, IssueKind>> = {
  pattern: 'pattern',
  maxLength: 'too-long',
  minLength: 'too-short',
  length: 'length',
  enumeration: 'not-a-value',
  minInclusive: 'number-range',
  maxInclusive: 'number-range',
  minExclusive: 'number-range',
  maxExclusive: 'number-range',
  totalDigits: 'digits',
  fractionDigits: 'digits',
};

/** The words of libxml2, which are always English. */
const SAID: readonly (readonly [RegExp, IssueKind])[] = [
  [/No matching global declaration available for the validation root/, 'wrong-root'],
  [/This element is not expected/, 'not-expected'],
  [/Missing child element\(s\)/, 'missing-element'],
  [/The attribute '[^']*' is required but missing/, 'missing-attribute'],
  [/The attribute '[^']*' is not allowed/, 'attribute-not-allowed'],
  [/fixed value constraint/, 'fixed'],
  [/is not a valid value of the/, 'wrong-type'],
  [/Character content is not allowed|Element content is not allowed/, 'no-text'],
];

/** Types of XML Schema whose form a person can be told. */
const FORMS: Readonly<Record<string, IssueKind>> = {
  date: 'date',
  dateTime: 'date-time',
  time: 'time',
  gYear: 'year',
  decimal: 'decimal',
  double: 'decimal',
  float: 'decimal',
  integer: 'integer',
  int: 'integer',
  long: 'integer',
  short: 'integer',
  nonNegativeInteger: 'integer',
  positiveInteger: 'integer',
  boolean: 'boolean',
};
const WRONG_VALUE = /'([^']*)' is not a valid value of the (?:[a-z]+ )*type '(?:xs:)?([^']*)'/;

export function issueKind({ kind, message }: Pick<Issue, 'kind' | 'message'>): IssueKind {
  if (kind === 'malformed') return 'malformed';
  const facet = /\[facet '([A-Za-z]+)'\]/.exec(message)?.[1];
  if (facet !== undefined) return FACETS[facet] ?? 'other';
  const [, value, type = ''] = WRONG_VALUE.exec(message) ?? [];
  if (value?.trim() === '') return 'empty';
  if (value !== undefined && Object.hasOwn(FORMS, type)) return FORMS[type] ?? 'wrong-type';
  return SAID.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
}

/** One line for each, to be mailed or put in a case; tabs between what belongs together. */
export function issueText(
  issues: readonly Issue[],
  { head, lineOf, more }: IssueTextWords,
): string {
  const lines = issues.map(({ line, path, message }) =>
    [line === null ? '' : lineOf(line), path ?? '', message.replaceAll(/\s+/g, ' ')]
      .filter((part) => part !== '')
      .join('\t'),
  );
  return [...head, ...lines, ...(more === undefined ? [] : [more])].join('\n');
}

export interface IssueTextWords {
  readonly head: readonly string[];
  readonly lineOf: (line: number) => string;
  /** Where not all are there. */
  readonly more: string | undefined;
}
