// Norwegian texts of the switcher of parties.
import { counted, number } from '../formats.ts';
import type { acting as en } from '../en/acting.ts';

export const acting: typeof en = {
  title: 'Opptrer for',
  other: 'Opptrer for en annen aktør',
  change: 'Velg hvem du opptrer for',
  search: 'Søk på navn eller organisasjonsnummer',
  signedInWith: {
    certificate: 'Logget inn med virksomhetssertifikat',
    'machine-token': 'Logget inn med maskintoken',
    'pasted-token': 'Logget inn med innlimt token',
    person: 'Logget inn som person, i nettleseren',
    password: 'Logget inn med brukernavn og passord',
    'enterprise-user': 'Logget inn som virksomhetsbruker',
    'enterprise-user-token': 'Logget inn som virksomhetsbruker, med maskintoken',
    none: 'Åpne data, uten innlogging',
  },
  ownSection: 'Virksomheten i tilkoblingen',
  recent: 'Sist brukt',
  starred: 'Stjernemerket',
  all: 'Alle aktører',
  results: 'Treff',
  unit: (of) => `Underenhet av ${of}`,
  person: 'Person',
  otherKind: 'Annen type',
  deleted: 'Slettet',
  starredOne: 'Stjernemerket',
  now: 'Du opptrer for denne',
  showDeleted: (n) => `Vis slettede (${number('nb', n)})`,
  openParties: 'Åpne Aktører',
  reading: 'Kunne ikke hente aktørene',
  readSoFar: (n) => `${number('nb', n)} hentet så langt`,
  notRead: 'Aktørene er ikke hentet.',
  nothing: 'Ingen treff. Søk på navn eller organisasjonsnummer.',
  nothingDeleted: (n) =>
    `Ingen treff blant aktive aktører. ${counted('nb', n, 'slettet er', 'slettede er')} skjult.`,
  notListed:
    'Plattformen har ikke denne virksomheten på listen over dem du kan opptre for, og kan avvise kallene dine.',
  shown: (n) => counted('nb', n, 'aktør', 'aktører'),
  chosen: (name) => `Opptrer for ${name}`,
  back: (name) => `Opptre for ${name} igjen`,
  lost: {
    gone: (who) => `Du kan ikke lenger opptre for ${who}.`,
    deleted: (who) => `${who} er slettet.`,
  },
  lostText: (own) => `Steward opptrer for ${own} til du velger en annen aktør.`,
  whose: {
    'enterprise-users': (own) =>
      `Virksomhetsbrukerne tilhører ${own}, uansett hvem du opptrer for.`,
    'service-owner': (own) => `Oppslagene gjøres av ${own}, uansett hvem du opptrer for.`,
    'party-access': (own) => `Oppslagene gjøres av ${own}, uansett hvem du opptrer for.`,
    'service-rights': (own) => `Registeret leses for ${own}, uansett hvem du opptrer for.`,
    'owner-requests': (own) => `Forespørsler til brukere fra ${own}, uansett hvem du opptrer for.`,
    'owner-events': (own) => `Hendelser for meldinger fra ${own}, uansett hvem du opptrer for.`,
    consents: (own) => `Samtykkene gjelder ${own}, uansett hvem du opptrer for.`,
    reportees: () => 'Aktørene til den som er logget inn, uansett hvem du opptrer for.',
  },
  lostParty: 'aktøren du hadde valgt',
};
