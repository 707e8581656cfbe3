// A value of a form as the language writes it, and what is typed in that form as XML has it.
import type { FieldInput } from '../../preload/forms/field-values.ts';
import { fromTyped, toTyped } from '../../preload/forms/typed-values.ts';
import type { Locale } from '../../preload/contract/locale.ts';
import type { Formats } from '../texts/formats.ts';

export interface TypedIn {
  readonly locale: Locale;
  readonly format: Formats;
}

export function shownValue(input: FieldInput, value: string, { locale, format }: TypedIn): string {
  // A day is written as everywhere in the program.
  if (input.kind === 'date') return format.day(value) || value;
  return toTyped(input, value, locale);
}

/** What can't be read is kept as it was typed, for the person and the check to see. */
export function typedValue(input: FieldInput, text: string, { locale, format }: TypedIn): string {
  if (input.kind === 'date') return format.parseDay(text) ?? text;
  const typed = fromTyped(input, text, locale);
  return typed.ok ? typed.value : text;
}
