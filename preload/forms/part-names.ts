// What parts of a form and their values are called, in the language of whoever reads them.
import { number } from '../writing.ts';
import { shownValue, type TypedIn } from './field-texts.ts';
import { chosenIn, inputOf, isSameValue, itemOf } from './field-values.ts';
import type { FieldState, FormPart, ValuePart } from './form-fields.ts';
import { type GroupDeclaration, isOfTypes, type Particle } from './form-schema.ts';
import { type Choice, choiceLabel, type Holder, labelIn } from './labels.ts';
import type { PartWords } from './part-words.ts';

/** What its declaration is called. */
export function partName(part: FormPart, t: PartWords, { locale }: TypedIn): string {
  if (part.kind === 'raw' && part.of === null) return part.element?.local ?? t.otherContent;
  if (part.kind === 'attribute' && !part.known) return part.of.name;
  const { of } = part;
  return of === null || of.kind === 'any'
    ? t.otherContent
    : labelIn(holderOf(part), of, locale) || (of.kind === 'choice' ? t.choice : t.group);
}

/** What is chosen in a choice, or in a new row that is one; `holder` is what the choice stands in. */
export function wayName(
  {
    of,
    way,
    index,
  }: { readonly of: GroupDeclaration; readonly way: Particle; readonly index: number },
  holder: Holder | null,
  t: PartWords,
  { locale }: TypedIn,
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
export function rowName(part: FormPart, t: PartWords, typedIn: TypedIn): string {
  const name = partName(part, t, typedIn);
  const index = 'index' in part ? part.index : null;
  return index === null ? name : `${name} ${number(typedIn.locale, index + 1)}`;
}

/** As the language writes it, and as the list of its values calls it; empty where it has none. */
export function valueName(
  part: ValuePart,
  state: FieldState,
  t: PartWords,
  typedIn: TypedIn,
): string {
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
  // Most are written as the schema writes them, and comparing by meaning takes long.
  return (
    rules.values.find(({ value }) => value === state.value) ??
    rules.values.find(({ value }) => isSameValue(rules, value, state.value))
  );
}
