// Norwegian texts of look-up services: choosing one, the question, and its answer.
import type { lookups as en } from '../en/lookups.ts';

export const lookups: typeof en = {
  title: 'Innsyn i data',
  text: (party) => `Slå opp opplysninger hos tjenesteeiere som ${party}.`,
  pick: 'Finn en innsynstjeneste',
  pickNone: 'Fant ingen innsynstjeneste. Du kan skrive kode og utgave, for eksempel L101/1.',
  unlisted: (reference) => `Bruk ${reference}, som ikke står i listen`,
  noneChosen: 'Ingen tjeneste er valgt',
  noneChosenText: 'Finn tjenesten du vil spørre, etter navn, kode eller eier.',
  couldNotDescribe: 'Kunne ikke hente beskrivelsen av tjenesten',
  notForUsers: 'Tjenesten godtar ikke virksomhetsbrukere.',
  query: 'Spørring',
  ways: { fields: 'Felt', text: 'Tekst' },
  notation: 'Send som',
  notations: { xml: 'XML', pairs: 'navn=verdi' },
  sentAs: 'Dette sendes:',
  textHint:
    'Tjenesteeieren bestemmer hvordan spørringen skal se ut, og om du kan be om XML eller JSON i den.',
  noFields:
    'Beskrivelsen av spørringen kan ikke vises som felt. Skriv den slik tjenesteeieren beskriver.',
  tooLong: 'Spørringen er for lang.',
  consent: 'Samtykkekode',
  consentHint: 'Bare for tjenester som krever samtykke.',
  ask: 'Slå opp',
  asking: 'Slår opp …',
  kept: 'Spørringen blir stående til du tømmer økten, bytter aktør eller tilkobling, eller avslutter. Den lagres ikke på disken.',
  couldNotAsk: 'Kunne ikke slå opp',
  otherNotation:
    'Hvis tjenesten ikke forstår spørringen, kan du sende den på den andre måten eller skrive den som tekst.',
  answer: 'Svar',
  nothing: 'Ikke noe svar ennå',
  nothingText: 'Svaret vises her.',
  kinds: { xml: 'XML', json: 'JSON', text: 'Tekst', binary: 'Ikke tekst', empty: 'Tomt' },
  copy: 'Kopier',
  save: 'Lagre svaret',
  saved: (name) => `Lagret ${name}`,
  couldNotSave: 'Kunne ikke lagre svaret',
  notKept: 'Steward har ikke lenger dette svaret. Slå opp på nytt, og lagre det da.',
  cut: 'Viser de første 256 kB. Den lagrede filen har hele svaret.',
  packed:
    'Plattformen sendte svaret som en streng i anførselstegn. Steward viser og lagrer det som står i den.',
  binary: 'Svaret er ikke tekst. Lagre det for å åpne det i et annet program.',
  empty: 'Tjenesten sendte et tomt svar.',
};
