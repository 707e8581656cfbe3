// What is wrong with a part of a form, in words.
import type { DateKind, ValueProblem } from '../../preload/forms/field-values.ts';
import type { TypedIn } from '../../preload/forms/field-texts.ts';
import type { FillProblem } from '../../preload/forms/fill-form.ts';
import type { Refusal } from '../../preload/forms/form-edits.ts';
import type { Texts } from '../texts/en.ts';
import type { Formats } from '../texts/formats.ts';
import { patternWords } from './pattern-words.ts';
import type { FieldProblem } from './form-fields.svelte.ts';
import type { FormProblem } from './form-problems.ts';

type Words = Texts['formFields'];
/** How the page writes. */
type Writing = TypedIn & { readonly format: Formats };

export function valueWords(problem: ValueProblem, t: Words, typedIn: Writing): string {
  const words = t.values;
  switch (problem.kind) {
    case 'empty':
    case 'not-number':
    case 'not-whole-number':
    case 'not-boolean':
    case 'not-in-list':
      return words[problem.kind];
    case 'character':
      return words.character(`U+${problem.code.toString(16).toUpperCase().padStart(4, '0')}`);
    case 'not-date':
      return words['not-date'](patternOf(problem.of, t, typedIn.format));
    case 'not-of-type':
      return words['not-of-type'](problem.of);
    case 'too-long':
    case 'too-short':
    case 'other-length':
    case 'too-many-digits':
    case 'too-many-decimals':
    case 'too-many-chosen':
    case 'too-few-chosen':
      return words[problem.kind](problem.limit, problem.is);
    case 'too-small':
    case 'too-large':
      return words[problem.kind](problem.limit, problem.inclusive);
    case 'pattern':
      return patternWords(problem, words.pattern, typedIn);
    case 'not-checked':
      return words['not-checked'][problem.what];
  }
}

/** As it is typed: a day in the form of the language, the rest as XML has it. */
export const patternOf = (kind: DateKind, t: Words, format: Formats): string =>
  kind === 'date' ? format.dayPattern : t.patterns[kind];

export function problemWords(
  { said }: FieldProblem,
  t: Words,
  of: { readonly typedIn: Writing; readonly xsd: (problem: FormProblem) => string },
): string {
  switch (said.by) {
    case 'value':
      return valueWords(said.problem, t, of.typedIn);
    case 'structure': {
      const { kind, name, expected = '' } = said.problem;
      return kind === 'no-way-chosen' ? t.structure[kind] : t.structure[kind](name, expected);
    }
    case 'xsd':
      return of.xsd(said.problem);
  }
}

/** What has no place in a form that is filled in from another one, and why. */
export function leftWords(problem: FillProblem, t: Words, typedIn: Writing): string {
  const words = t.fill.reasons;
  if (problem.kind === 'not-xml' || problem.kind === 'other-form') return t.other.otherForm;
  const { path } = problem;
  switch (problem.kind) {
    case 'refused':
      return words.left(path, refusalWords(problem.refusal, t));
    case 'value': {
      const [first] = problem.problems;
      return words.left(path, first === undefined ? '' : valueWords(first, t, typedIn));
    }
    default:
      return words.left(path, words[problem.kind]);
  }
}

export function refusalWords(refusal: Refusal, t: Words): string {
  switch (refusal.kind) {
    case 'character':
      return t.values.character(`U+${refusal.code.toString(16).toUpperCase().padStart(4, '0')}`);
    case 'too-many':
    case 'too-few':
      return t.refusals[refusal.kind](refusal.limit);
    case 'not-xml':
      return t.refusals['not-xml'](String(refusal.problem.line));
    case 'not-there':
    case 'there-already':
      return t.refusals['no-place'];
    default:
      return t.refusals[refusal.kind];
  }
}
