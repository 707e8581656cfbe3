// The words for a party's form: the register's code never stands alone where it is known.
import { expect, it } from 'vitest';
import { formOf } from '../../../../../renderer/screens/reportees/words.ts';
import { en } from '../../../../../renderer/texts/en.ts';
import { nb } from '../../../../../renderer/texts/nb.ts';
import type { Reportee } from '../../../../../preload/contract/reportees.ts';

const party = (form: string | null) => ({ form }) as Reportee;

it.each([
  ['AS', 'Limited company (AS)', 'Aksjeselskap (AS)'],
  ['ENK', 'Sole proprietorship (ENK)', 'Enkeltpersonforetak (ENK)'],
  ['as', 'Limited company (AS)', 'Aksjeselskap (AS)'],
  ['XYZ', 'XYZ', 'XYZ'],
  // A name that every object has is no form.
  ['CONSTRUCTOR', 'CONSTRUCTOR', 'CONSTRUCTOR'],
  [null, null, null],
])('%s is %s and %s', (form, english, norwegian) => {
  expect(formOf(party(form), en.reportees)).toBe(english);
  expect(formOf(party(form), nb.reportees)).toBe(norwegian);
});
