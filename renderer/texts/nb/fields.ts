// Norwegian sentences for every reason a field can be refused.
import type { fields as en } from '../en/fields.ts';

export const fields: typeof en = {
  required: 'Fyll ut feltet.',
  'too-long': 'Dette er for langt.',
  'too-many': 'Dette er for mange.',
  'control-characters': 'Fjern de usynlige styretegnene.',
  'not-a-number': 'Skriv et tall.',
  'out-of-range': 'Tallet er utenfor det som er tillatt.',
  'not-a-choice': 'Velg ett av alternativene.',
  'wrong-type': 'Dette er ikke den typen verdi som ventes her.',
  'unknown-field': 'Feltet er ukjent.',
  'organisation-number': 'Dette er ikke et gyldig organisasjonsnummer. Kontroller de ni sifrene.',
  'base-address': 'Skriv en adresse som begynner med https://, uten brukernavn, «?» eller «#».',
  'user-name': 'Utelat mellomrom og tegnene / \\ ? # %.',
  'unknown-handle': 'Filen er ikke lenger tilgjengelig. Velg den på nytt.',
  'name-in-use': 'Navnet er allerede i bruk.',
  'same-as-before': 'Dette er det samme som før.',
  'passphrase-too-short': 'Bruk minst 12 tegn.',
};
