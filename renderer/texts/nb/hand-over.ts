// Norwegian (bokmål) texts of a hand-over: everything that an organisation has on the platform, in a folder.
import { counted, number } from '../formats.ts';
import type { handOver as en } from '../en/hand-over.ts';

const files = (count: number): string => counted('nb', count, 'fil', 'filer');

export const handOver: typeof en = {
  title: 'Overlevering',
  open: 'Overlevering …',
  of: (organisation) =>
    `Alt som ${organisation} har på plattformen, i en mappe som kan leses uten Steward`,
  back: 'Tilbake til tilkoblingene',
  folder: 'Mappe',
  noFolder: 'Ingen mappe er valgt',
  choose: 'Velg …',
  chooseEarlier: 'Oppdater en tidligere …',
  earlierFolder: 'Bare det som er nytt eller endret siden forrige overlevering, blir hentet.',
  intoDownloads: 'Den nye mappen opprettes i nedlastingsmappen din.',
  verifyInTerminal: 'Kjør «steward verify MAPPE» i terminalen for å kontrollere en mappe.',
  chooseFailed: 'Kunne ikke velge mappen',
  table: 'Delene av overleveringen',
  all: 'Alle deler',
  columns: {
    part: 'Del',
    readAs: 'Leses som',
    count: 'Antall',
    calls: 'Kall',
    time: 'Tid',
    size: 'Størrelse',
  },
  parts: {
    users: { name: 'Virksomhetsbrukere', what: 'Notater og alder, aldri en hemmelighet' },
    access: {
      name: 'Hvem har tilgang',
      what: 'Hvem, med hvilke roller og rettigheter, og hvordan de fikk dem',
    },
    'local-roles': { name: 'Lokale roller', what: 'Med rettighetene i hver' },
    organisation: { name: 'Profil, kontakter og aktører', what: 'Også din egen tilgang' },
    messages: {
      name: 'Meldinger',
      what: 'Alle år og mapper, med vedlegg, skjemaer og utskrifter',
    },
    'file-transfers': { name: 'Filoverføringer', what: 'Lister og kvitteringer' },
    consents: { name: 'Samtykker', what: 'Gitt og bedt om' },
    'service-owner': {
      name: 'Tjenesteeierens lister',
      what: 'Delegeringsforespørsler',
    },
    services: {
      name: 'Tjenester som er nevnt over',
      what: 'Detaljer, skjemadefinisjoner og rollekrav',
    },
    journal: { name: 'Journalen på denne maskinen', what: 'Det som er gjort med Steward' },
  },
  obstacles: {
    'no-connection': 'Ingen av virksomhetens tilkoblinger kan lese dette',
    'switched-off': 'Plattformen tilbyr ikke dette lenger',
    'not-reached': 'Kunne ikke telles. Oppdater for å prøve igjen',
  },
  noServiceOwner: 'Ingen av virksomhetens tilkoblinger er for en tjenesteeier',
  noCalls: 'ingen',
  atLeast: (sum) => `${sum}+`,
  partsOf: (chosen, of) => `${number('nb', chosen)} av ${counted('nb', of, 'del', 'deler')}`,
  counting: (done, of) => `Teller: ${number('nb', done)} av ${counted('nb', of, 'del', 'deler')}`,
  countingFirst: 'Teller …',
  cancel: 'Avbryt',
  countFailed: 'Kunne ikke telle det som skal overleveres',
  estimated:
    'Antallene er plattformens. Tid og størrelse er anslag. Du kan stoppe når som helst. Kjører du på nytt, hentes bare det som er nytt eller endret.',
  unknown: 'En strek betyr at tallet først er kjent når delen er hentet.',
  personalTitle: 'Mappen vil inneholde personopplysninger',
  personalText:
    'Den lagres ukryptert. Velg en mappe som bare de rette personene kan åpne. Krypter den med age før du sender den.',
  about: (time) => `Omtrent ${time}, med opptil seks kall samtidig`,
  atLeastAbout: (time) => `Minst ${time}, med opptil seks kall samtidig`,
  start: 'Start',
  starting: 'Kunne ikke starte overleveringen',
  conflict: {
    what: 'En annen overlevering pågår, eller mappen inneholder noe annet',
    fix: 'Velg en ny mappe, eller en med en tidligere overlevering av samme virksomhet.',
  },
  nothingChosen: 'Velg minst én del',
  folderFirst: 'Velg en mappe først',
  running: 'En annen overlevering pågår. Overleveringer kjøres én om gangen.',
  stillCounting: 'Vent til alt er talt',
  notCounted: 'Delene er ikke talt ennå. Oppdater for å telle dem',
  into: (folder) => `I mappen «${folder}»`,
  holds: files,
  verify: 'Kontroller',
  verifyFolder: 'Kontroller en mappe …',
  verifying: (done, all) => `Kontrollerer: ${done} av ${all}`,
  verifyFailed: 'Kunne ikke kontrollere mappen',
  verifiedFolder: (folder) => `Mappen «${folder}»`,
  completeOn: (time) => `Fullstendig ${time}`,
  completeBut: (parts) => `Fullstendig bortsett fra ${parts}`,
  notEnded: 'Denne overleveringen er ikke ferdig',
  notEndedText: 'Gjenoppta jobben, eller kjør den på nytt til samme mappe.',
  ended: (time) => `Ferdig ${time}.`,
  matches: (organisation, count, size) =>
    `${organisation}: ${files(count)} (${size}) er på plass og uendret.`,
  different: 'Mappen stemmer ikke med det den sier at den inneholder',
  noManifest: 'Manifestet i mappen kan ikke leses',
  noManifestText: 'Det kan være endret eller slettet. Kjør overleveringen på nytt til en ny mappe.',
  lackOf: (part, here, onPlatform) =>
    onPlatform === null
      ? `${part}: ${number('nb', here)} her`
      : `${part}: ${number('nb', here)} her, ${number('nb', onPlatform)} på plattformen`,
  lackBecause: (lack, why) => `${lack}. ${why}`,
  lackStates: {
    incomplete: 'Ikke alt kunne hentes.',
    'not-offered': 'Plattformen tilbyr det ikke lenger, eller ikke til denne virksomheten.',
  },
  missing: 'Mangler',
  changed: 'Endret',
  brokenLinks: 'Lenker som ikke fører noe sted',
  otherCounts: 'Lister med et annet antall rader enn manifestet sier',
  others: 'Ikke fra overleveringen',
  gone: 'Denne overleveringen er ikke lenger i listen',
  goneText: 'Mappen er ikke flyttet.',
  another: 'Ny overlevering',
};
