// Norwegian texts of contact look-up.
import { counted, number } from '../formats.ts';
import type { serviceOwner as en } from '../en/service-owner.ts';

const organisations = (n: number): string => counted('nb', n, 'virksomhet', 'virksomheter');
const contacts = (n: number): string => counted('nb', n, 'kontakt', 'kontakter');
const numbers = (n: number): string => counted('nb', n, 'nummer', 'numre');

export const serviceOwner: typeof en = {
  title: 'Adresser til virksomheter',
  text: 'Kontakter i en virksomhet, slik de vises for tjenesteeiere',
  refresh: 'Slå opp på nytt',
  fromFile: 'Numre fra fil …',
  export: 'Eksporter …',
  details: 'Virksomhet',
  recipient: {
    ask: 'Kontroller en mottaker …',
    title: 'Kontroller en mottaker',
    go: 'Kontroller',
    failed: 'Kunne ikke kontrollere mottakeren',
    kind: 'Mottaker',
    kinds: { organisation: 'Virksomhet', person: 'Person' },
    identityNumber: 'Fødselsnummer',
    identityHint: 'Sendes til plattformen én gang og lagres aldri.',
    lastName: 'Etternavn',
    lastNameHint: 'Plattformen sammenligner de fire første bokstavene.',
    service: 'For en tjeneste (valgfritt)',
    can: {
      inbox: 'Kan motta meldinger i innboksen',
      sms: 'Kan varsles på SMS',
      email: 'Kan varsles på e-post',
    },
    cannot: {
      inbox: 'Kan ikke motta meldinger i innboksen',
      sms: 'Kan ikke varsles på SMS',
      email: 'Kan ikke varsles på e-post',
    },
  },

  search: 'Slå opp',
  field: 'Organisasjonsnummer, e-post eller telefon',
  searchAs: 'Slå opp som',
  by: {
    organisationNumber: 'Organisasjonsnummer',
    email: 'E-post',
    phoneNumber: 'Telefonnummer',
  },
  typed: {
    empty: 'Søk blir ikke lagret.',
    takenAs: {
      organisationNumber: (value) => `Organisasjonsnummer ${value}. Trykk Enter for å slå det opp.`,
      email: 'E-post. Trykk Enter for å slå opp hvem som har registrert den.',
      phoneNumber: 'Telefonnummer. Trykk Enter for å slå det opp med og uten landkode.',
    },
    either: 'Dette kan være et organisasjonsnummer eller et telefonnummer. Velg hva det er.',
    'wrong-check-digit':
      'Ikke et gyldig organisasjonsnummer: Det siste sifferet passer ikke til de andre.',
    'short-number': 'Et organisasjonsnummer har ni sifre, et norsk telefonnummer åtte.',
    'unfinished-number': 'Et organisasjonsnummer har ni sifre, et norsk telefonnummer åtte.',
    'unfinished-email': 'Skriv inn en fullstendig e-postadresse.',
    'identity-number':
      'Dette ser ut som et fødselsnummer. Steward sender aldri slike. Skriv utenlandske telefonnumre med + og landkode.',
    'long-number': 'For langt til å være et telefonnummer.',
    unclear:
      'Navn kan ikke slås opp. Skriv inn et organisasjonsnummer, en e-postadresse eller et telefonnummer.',
  },
  asPhone: 'Slå opp som telefonnummer',

  start: 'Slå opp en virksomhet',
  startText:
    'Skriv inn et organisasjonsnummer, en e-postadresse eller et telefonnummer over. Steward laster aldri ned hele registeret.',
  looking: 'Kunne ikke slå opp',
  found: (n) => `${organisations(n)} funnet`,
  results: 'Virksomheter som ble funnet',
  none: {
    organisationNumber: 'Ingen virksomhet har dette nummeret',
    email: 'Ingen virksomhet har registrert denne e-postadressen',
    phoneNumber: 'Ingen virksomhet har registrert dette telefonnummeret',
  },
  noneText: 'Slettede virksomheter og noen underenheter finnes ikke i kontaktregisteret.',
  another: 'Slå opp noe annet',
  noneChosen: 'Ingen virksomhet er valgt',
  noneChosenText: 'Velg en virksomhet i listen for å se kontaktene.',

  copyNumber: 'Kopier organisasjonsnummeret',
  copyEmail: (email) => `Kopier ${email}`,
  copyPhone: (phone) => `Kopier ${phone}`,
  form: 'Organisasjonsform',
  lastChanged: 'Sist endret',
  lastConfirmed: 'Sist bekreftet',
  never: 'Aldri',
  email: 'E-post',
  mobile: 'Mobil',
  changed: (date) => `Endret ${date}`,
  nothing: 'Ingenting registrert',

  official: 'Offisielle kontakter',
  officialHint: 'Registrert av virksomheten selv',
  officialNone: 'Virksomheten har ikke registrert noen.',
  officialFailed: 'Kunne ikke hente de offisielle kontaktene',
  personal: 'Personlige kontakter',
  personalHint: 'Registrert av personer med roller i virksomheten',
  personalNone: 'Ingen med en rolle har registrert noen.',
  personalFailed: 'Kunne ikke hente de personlige kontaktene',
  filterEmpty: 'Ingen passer med filteret.',
  role: 'Rolle',
  roleHint: 'Kode eller navn',
  service: 'Tilgang til en tjeneste',
  serviceHint: 'Navn eller kode/utgave',
  pickNothing: 'Ingen treff.',
  pickLoading: 'Henter listen …',
  pickFailed: 'Kunne ikke hente listen. Du kan likevel skrive inn en kode.',
  pickTyped: (code) => `Bruk ${code}`,
  clearPick: (label) => `Tøm ${label}`,

  showRoles: (name) => `Roller for ${name}`,
  roles: 'Roller',
  rolesNone: 'Ingen roller vises for denne personen.',
  rolesFailed: 'Kunne ikke hente rollene',
  revealFailed: 'Kunne ikke hente fødselsnummeret',

  bulk: {
    title: 'Slå opp numre fra fil',
    text: 'Ett organisasjonsnummer per linje eller celle, som tekst, CSV eller arbeidsbok. Høyst 5 000.',
    choose: 'Velg fil …',
    chooseOther: 'Velg en annen fil …',
    back: 'Tilbake til søket',
    file: 'Fil',
    readingFailed: 'Kunne ikke lese filen',
    read: (n) => `${numbers(n)} å slå opp`,
    repeated: (n) => `${counted('nb', n, 'duplikat', 'duplikater')} ble utelatt.`,
    refused: (n) => `${counted('nb', n, 'oppføring', 'oppføringer')} hoppet over`,
    refusedList: 'Oppføringer som er hoppet over',
    line: (n) => `Linje ${number('nb', n)}`,
    nothing: 'Ingen organisasjonsnumre i denne filen.',
    identityNumber: 'Dette ser ut som et fødselsnummer. Steward sender aldri slike.',
    what: 'Hva som skal slås opp',
    official: 'Offisielle kontakter',
    personal: 'Personlige kontakter',
    whatNeeded: 'Velg minst én.',
    only: 'Begrens personlige kontakter til',
    kept: 'Resultatene lagres kryptert på denne maskinen til du fjerner jobben fra listen. Fødselsnumre lagres bare i maskert form.',
    go: (n) => `Slå opp ${numbers(n)}`,
    startingFailed: 'Kunne ikke starte oppslaget',
  },
  job: {
    back: 'Tilbake til søket',
    gone: 'Dette oppslaget er ikke lenger på listen',
    goneText: 'Det er fjernet, eller det hører til en annen tilkobling.',
    resultsSoFar: (n) => `${organisations(n)} så langt`,
    waiting: 'Ingenting er funnet ennå.',
    failed: 'Kunne ikke hente resultatene',
    notAsked: 'Ikke slått opp i denne jobben.',
  },

  exporting: {
    title: 'Eksporter kontakter',
    what: 'Hva som skal lagres',
    all: (n) => `Alle treff (${number('nb', n)})`,
    one: 'Bare denne virksomheten',
    tooMany: (most) =>
      `Mer enn ${number('nb', most)} funnet. Bare den som er åpen, kan lagres. Slå opp numre fra fil for å lagre flere.`,
    holds: (organisationCount, contactCount) =>
      `Filen vil inneholde ${organisations(organisationCount)} med ${contacts(contactCount)}.`,
    holdsUnread: (organisationCount) =>
      `Filen vil inneholde ${organisations(organisationCount)} med kontaktene deres, som hentes når du lagrer.`,
    holdsSoFar: (organisationCount, contactCount) =>
      `Filen vil inneholde det som er funnet så langt: ${organisations(organisationCount)} med ${contacts(contactCount)}.`,
    withFilter: 'Personlige kontakter er filtrert som på skjermen.',
    personalTitle: 'Dette er personopplysninger',
    personalText:
      'Navn, e-postadresser og telefonnumre til personer. Del filen bare med dem som trenger den i arbeidet, og slett den når den ikke trengs lenger.',
    identityNumbers: 'Fødselsnumre',
    identity: {
      none: 'Utelatt',
      masked: 'Maskert',
      whole: 'Fullstendig',
    },
    need: 'Jeg trenger hele fødselsnumre til denne oppgaven',
    needHint: 'De hentes på nytt. Eksporten registreres i aktivitetsjournalen.',
    progress: (done, of) => `${number('nb', done)} av ${organisations(of)}`,
    cancelled: 'Eksporten ble avbrutt. Ingen fil ble lagret.',
    failed: 'Kunne ikke eksportere resultatene',
    saved: (name, rows) => `${counted('nb', rows, 'rad', 'rader')} lagret som ${name}`,
  },
};
