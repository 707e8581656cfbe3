// What is said of a part of a form: its name, its value, and what is wrong with it.
import {
  chosenIn,
  type DateKind,
  inputOf,
  isSameValue,
  itemOf,
  type ValueProblem,
} from '../../preload/forms/field-values.ts';
import type { FillProblem } from '../../preload/forms/fill-form.ts';
import type { Refusal } from '../../preload/forms/form-edits.ts';
import type { FieldState, FormPart, ValuePart } from '../../preload/forms/form-fields.ts';
import {
  type GroupDeclaration,
  isOfTypes,
  type Particle,
} from '../../preload/forms/form-schema.ts';
import { type Choice, choiceLabel, type Holder, labelIn } from '../../preload/forms/labels.ts';
import type { Texts } from '../texts/en.ts';
import type { Formats } from '../texts/formats.ts';
import { shownValue, type TypedIn } from './field-texts.ts';
import { patternWords } from './pattern-words.ts';
import type { FieldProblem } from './form-fields.svelte.ts';
import type { FormProblem } from './form-problems.ts';

type Words = Texts['formFields'];

/** What its declaration is called. */
export function partName(part: FormPart, t: Words, { locale }: Pick<TypedIn, 'locale'>): string {
  if (part.kind === 'raw' && part.of === null) return part.element?.local ?? t.otherContent;
  if (part.kind === 'attribute' && !part.known) return part.of.name;
  const { of } = part;
  return of === null || of.kind === 'any'
    ? t.otherContent
    : labelIn(holderOf(part), of, locale) || t.choice;
}

/** What is chosen in a choice, or in a new row that is one; `holder` is what the choice stands in. */
export function wayName(
  {
    of,
    way,
    index,
  }: { readonly of: GroupDeclaration; readonly way: Particle; readonly index: number },
  holder: Holder | null,
  t: Words,
  { locale }: Pick<TypedIn, 'locale'>,
): string {
  if (way.kind === 'any') return t.otherContent;
  return labelIn(isOfTypes(of) ? of : holder, way, locale) || t.wayOf(index + 1);
}

/** What it stands in: what comes once is as if its parts stood there themselves. */
export function holderOf(part: FormPart): Holder | null {
  for (let above = part.parent; above !== null; above = above.parent) {
    if (above.kind === 'section' || above.kind === 'field') return above.of;
    if (above.kind === 'choice' && isOfTypes(above.of)) return above.of;
    if (
      above.kind !== 'repeat' &&
      above.kind !== 'attribute' &&
      above.kind !== 'raw' &&
      above.index !== null
    )
      return above.of;
  }
  return null;
}

/** With its number, where it is one of several. */
export function rowName(part: FormPart, t: Words, typedIn: TypedIn): string {
  const name = partName(part, t, typedIn);
  const index = 'index' in part ? part.index : null;
  return index === null ? name : `${name} ${typedIn.format.number(index + 1)}`;
}

/** As the language writes it, and as the list of its values calls it; empty where it has none. */
export function valueName(part: ValuePart, state: FieldState, t: Words, typedIn: TypedIn): string {
  if (state.kind !== 'value') return state.kind === 'nil' ? t.nil : '';
  const { rules } = part.of;
  const input = inputOf(rules);
  if (input.kind === 'boolean' && ['true', 'false', '1', '0'].includes(state.value.trim()))
    return isSameValue(rules, state.value, 'true') ? t.yes : t.no;
  if (input.kind === 'enumeration') {
    const chosen = choiceOf(part, state);
    const label = chosen && choiceLabel(chosen, typedIn.locale);
    if (label !== undefined && label !== '') return label;
  }
  if (input.kind === 'choices')
    return chosenIn(state.value)
      .map((one) => {
        const found = input.values.find(({ value }) => isSameValue(itemOf(rules), value, one));
        return (found && choiceLabel(found, typedIn.locale)) || one;
      })
      .join(', ');
  return shownValue(input, state.value, typedIn);
}

/** Which of the values that it may have it is; undefined where it is none of them, or may be anything. */
export function choiceOf({ of: { rules } }: ValuePart, state: FieldState): Choice | undefined {
  if (state.kind !== 'value') return undefined;
  return rules.values.find(({ value }) => isSameValue(rules, value, state.value));
}

export function valueWords(problem: ValueProblem, t: Words, typedIn: TypedIn): string {
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
  of: { readonly typedIn: TypedIn; readonly xsd: (problem: FormProblem) => string },
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
export function leftWords(problem: FillProblem, t: Words, typedIn: TypedIn): string {
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
