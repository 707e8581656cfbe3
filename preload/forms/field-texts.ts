// A value of a form as the language writes it, and what is typed in that form as XML has it.
import type { Locale } from '../contract/locale.ts';
import { dayShown, parseDay } from '../writing.ts';
import type { FieldInput } from './field-values.ts';
import { fromTyped, toTyped } from './typed-values.ts';

export interface TypedIn {
  readonly locale: Locale;
}

export function shownValue(input: FieldInput, value: string, { locale }: TypedIn): string {
  // A day is written as everywhere in the program.
  if (input.kind === 'date') return dayShown(locale, value) || value;
  return toTyped(input, value, locale);
}

/** What can't be read is kept as it was typed, for the person and the check to see. */
export function typedValue(input: FieldInput, text: string, { locale }: TypedIn): string {
  if (input.kind === 'date') return parseDay(text) ?? text;
  const typed = fromTyped(input, text, locale);
  return typed.ok ? typed.value : text;
}
