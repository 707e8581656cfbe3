// The words for a party's kind and form. What the platform says and Steward does not know is shown unchanged.
import type { Reportee } from '../../../preload/contract/reportees.ts';
import type { Texts } from '../../texts/en.ts';

type Words = Texts['reportees'];

export function kindOf(party: Reportee, { oneKind }: Words): string {
  if (party.kind === 'unknown') return party.type === '' ? oneKind.unknown : party.type;
  if (party.kind === 'person') return oneKind.person;
  return party.parentOrganisationNumber === null ? oneKind.organisation : oneKind.unit;
}

/** The word for its form with the code; the code alone where it is not known. Null where the platform gives none. */
export function formOf({ form }: Reportee, { forms, formWithCode }: Words): string | null {
  const code = form?.trim().toUpperCase() ?? '';
  const isKnown = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name);
  return isKnown(code) ? formWithCode(forms[code], code) : form;
}
