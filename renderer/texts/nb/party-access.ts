// Norwegian texts of party access, as service owners are shown it.
import { counted } from '../formats.ts';
import type { partyAccess as en } from '../en/party-access.ts';

const parties = (n: number) => counted('nb', n, 'aktør', 'aktører');

export const partyAccess: typeof en = {
  title: 'Hva en aktør kan gjøre',
  text: 'Se hvem en person eller virksomhet kan opptre for, og hvilken tilgang de har',
  found: (n, of) => `${of} representerer ${parties(n)}`,
  field: 'Organisasjons- eller fødselsnummer',
  look: 'Slå opp',
  typed: {
    empty: 'Nummeret sendes til plattformen og lagres aldri.',
    organisation: 'Organisasjonsnummer. Trykk Enter for å slå opp.',
    person: 'Fødselsnummer. Trykk Enter for å slå opp.',
    wrong: 'Ugyldig organisasjonsnummer. Kontroller de ni sifrene.',
    unclear: 'Skriv ni sifre for en virksomhet eller elleve for en person.',
  },
  service: 'Tilgang til tjeneste',
  withConsents: 'Ta med aktører som har gitt samtykke',
  start: 'Slå opp en person eller virksomhet',
  startText: 'Se hvem de kan opptre for, og hva de kan gjøre for hver av dem.',
  loading: 'Kunne ikke slå opp dette',
  refresh: 'Slå opp på nytt',
  shown: (n) => `Viser ${parties(n)}`,
  columns: { name: 'Navn', kind: 'Type', number: 'Nummer', status: 'Status' },
  kind: {
    person: 'Person',
    organisation: 'Virksomhet',
    unit: 'Underenhet',
    unknown: 'Annet',
  },
  none: 'Representerer ingen',
  noneNarrowed: 'Representerer ingen med tilgang til denne tjenesten',
  noneText: 'Kontroller nummeret, eller fjern tjenesten.',
  details: 'Tilgang til denne aktøren',
  noneChosen: 'Ingen aktør er valgt',
  noneChosenText: 'Velg en aktør i listen for å se roller og rettigheter.',
  roles: 'Roller',
  noRoles: 'Ingen roller.',
  rolesFailed: 'Kunne ikke hente rollene',
  rights: 'Rettigheter',
  noRights: 'Ingen rettigheter.',
  rightsFailed: 'Kunne ikke hente rettighetene',
  rightsOf: (name) => `Rettigheter for ${name}`,
  onlyPeople: 'Plattformen viser rettigheter bare for personer. For virksomheter viser den roller.',
  otherPerson:
    'Listen skjuler fødselsnummeret til denne personen, så roller og rettigheter kan ikke vises her.',
  exportAsk: 'Eksporter …',
  exportTitle: 'Eksporter aktørene',
  exportText: (n) => `${parties(n)}. Fødselsnumre er maskert.`,
  exportFailed: 'Kunne ikke lagre listen',
  exported: (name) => `Lagret som ${name}`,
  accessAsk: 'Eksporter roller og rettigheter …',
  accessTitle: 'Eksporter roller og rettigheter',
  accessText: (name) => `Roller og rettigheter for ${name}.`,
};
