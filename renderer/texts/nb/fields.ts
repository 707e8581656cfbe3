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
  'server-address': 'Skriv en adresse som begynner med https://, uten brukernavn, «?» eller «#».',
  scope: 'Et omfang har ikke mellomrom, anførselstegn eller andre bokstaver enn de engelske.',
  party: 'Velg deg selv, en aktør du kan handle for, eller et organisasjonsnummer.',
  'resource-id': 'Dette er ikke en id fra plattformen.',
  'exactly-one': 'Fyll ut ett av disse, og bare ett.',
  'e-mail': 'Dette er ikke en fullstendig e-postadresse.',
  'identity-number': 'Et fødselsnummer har elleve siffer.',
  'mobile-number': 'Skriv et mobilnummer med sifre, og landkode hvis det er utenlandsk.',
  time: 'Skriv dato og klokkeslett.',
  xml: 'Dette er ikke velformet XML.',
  'file-name': 'Utelat tegn som et filnavn ikke kan ha.',
  'app-or-service': 'Oppgi en tjeneste med utgave, en app eller en delegeringsordning.',
  colon:
    'Et brukernavn med kolon kan ikke brukes her: Navn og hemmelighet sendes med kolon mellom seg.',
  'holds-identity-number': 'Her står et fødselsnummer, og slike lagres aldri.',
  'not-given-directly':
    'Dette er ikke gitt direkte: Det følger av en annen rolle eller et register, og kan ikke tas tilbake.',
  managed: 'Bestemt av organisasjonen din for denne maskinen.',
};
