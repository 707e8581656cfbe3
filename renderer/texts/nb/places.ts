// Norwegian texts of places from a file.
import type { places as en } from '../en/places.ts';
import { counted } from '../formats.ts';

export const places: typeof en = {
  open: 'Steder',
  get: 'Hent steder fra en fil',
  title: 'Steder fra en fil',
  lead: 'Virksomheten din eller leverandøren kan gi deg en fil med adressene til plattformen og til innloggingen, så du slipper å skrive dem inn. Du ser alt som står i filen, før den tas i bruk.',
  drop: 'Slipp en stedsfil her',
  dropHint: 'En JSON-fil på høyst 256 KiB',
  reading: 'Kunne ikke lese filen',
  refused: (file) => `${file} kan ikke brukes`,
  refusedText: 'Ingenting er endret. Rett opp filen, eller be den som ga deg den, om en ny.',
  known: 'I bruk: steder fra',
  forget: 'Glem disse stedene',
  forgotten: 'Stedene er glemt. Tilkoblingene er som før.',
  forgetting: 'Kunne ikke glemme stedene',
  from: 'Fra',
  check:
    'Sjekk at du vet hvem som har gitt deg filen, og at adressene stemmer. Nye tilkoblinger kan sende sertifikater, nøkler og token dit.',
  managed: (by) =>
    `${by} styrer hvor tilkoblinger kan gå på denne maskinen. Steder fra en fil brukes ikke her.`,
  managedProviders: (by) =>
    `${by} styrer hvilke leverandører du kan logge inn gjennom. De som står i filen, brukes ikke her.`,
  places: 'Steder',
  providers: 'Innlogging og token',
  exchange: 'Bytter token:',
  states: { new: 'Ny', changed: 'Endret', same: 'Uendret', gone: 'Fjernes' },
  before: (text) => `Hittil: ${text}`,
  lookalike: 'Vertsnavnet har bokstaver utenfor a–z. Sjekk det nøye.',
  movedTitle: (n) => `${counted('nb', n, 'tilkobling', 'tilkoblinger')} bruker en gammel adresse`,
  movedText:
    'Steward endrer ingen tilkobling uten at du gjør det. Endre dem én for én når det passer.',
  use: 'Bruk disse stedene',
  taking: 'Kunne ikke ta stedene i bruk',
  another: 'Velg en annen fil',
  taken: (by) => `Stedene fra ${by} er i bruk`,
  place: 'Sted',
  hint: (by) => `Fra stedsfilen til ${by}.`,
  other: 'En annen adresse',
  otherOf: (label) => `${label}: en annen adresse`,
  movedPlace: (name) => `${name} har fått ny adresse`,
  movedPlaceText: (address) =>
    `Stedsfilen har ${address}. Denne tilkoblingen bruker fortsatt den gamle adressen.`,
  useNew: 'Bruk den nye adressen',
};
