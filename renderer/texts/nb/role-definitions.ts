// Norwegian texts of local roles.
import type { roleDefinitions as en } from '../en/role-definitions.ts';
import { counted, number, plural } from '../formats.ts';

const services = (n: number) => counted('nb', n, 'tjeneste', 'tjenester');
const roles = (n: number) => plural('nb', n, { one: 'rolle', other: 'roller' });

export const roleDefinitions: typeof en = {
  title: 'Lokale roller',
  count: (n, party) => `${counted('nb', n, 'lokal', 'lokale')} ${roles(n)} for ${party}`,
  all: (n) => `${number('nb', n)} ${roles(n)}`,
  refresh: 'Oppdater listen',
  newRole: 'Ny rolle',
  importRole: 'Importer …',
  exportAll: 'Eksporter alle lokale roller …',
  compare: 'Sammenlign med en fil …',
  filter: 'Filtrer på navn, kode eller beskrivelse',
  show: 'Vis',
  segments: {
    all: 'Alle',
    local: 'Lokale',
    platform: 'Plattform',
    external: 'Eksterne',
  },
  groups: {
    local: 'Lokale roller',
    platform: 'Plattformroller',
    external: 'Roller fra Enhetsregisteret',
  },
  kind: {
    local: 'Lokal rolle',
    platform: 'Plattformrolle',
    external: 'Ekstern rolle',
  },
  columns: { name: 'Navn', code: 'Kode', description: 'Beskrivelse' },
  shown: (n) => `${number('nb', n)} ${roles(n)} vises`,
  noLocal: 'Ingen ennå. En ny rolle gir nøyaktig de rettighetene du velger.',

  notOffered: 'Plattformen tilbyr ikke lenger lokale roller',
  loading: 'Kunne ikke hente rollene',
  empty: 'Ingen roller ennå',
  emptyLocal: 'Ingen lokale roller ennå',
  emptyText: 'Opprett en for å gi noen nøyaktig de rettighetene de trenger, og ikke flere.',
  filterEmptyText: 'Ingen navn, koder eller beskrivelser passer med filteret.',

  details: 'Detaljer om rollen',
  noneChosenText: 'Velg en rolle i listen for å se rettighetene.',
  gone: 'Denne rollen finnes ikke lenger',
  goneText: 'Den er slettet, eller den hører til en annen aktør.',
  back: 'Tilbake til listen',
  change: 'Endre …',
  copyAsNew: 'Kopier til ny …',
  exportRole: 'Eksporter …',
  exporting: 'Kunne ikke lagre rollen som fil',
  remove: 'Slett …',
  copyCode: 'Kopier koden',
  copyNumber: 'Kopier nummeret',
  code: 'Kode',
  number: 'Nummer',
  description: 'Beskrivelse',
  notLocal: 'Bare lokale roller kan endres. Kopier denne for å lage din egen.',
  afterDelegation: 'En lokal rolle gir rettigheter først når den er delegert til noen.',

  tabs: {
    label: 'Om rollen',
    rights: 'Rettigheter',
    children: 'Gir tilgang til',
    parents: 'Inngår i',
  },
  rights: {
    loading: 'Kunne ikke hente rettighetene',
    caption: (name) => `Rettigheter for ${name}`,
    service: 'Tjeneste',
    services,
    none: 'Rollen gir ingen egne rettigheter.',
    has: 'Ja',
    hasNoPassing: 'Ja, kan ikke gis videre',
    hasNot: 'Nei',
    noPassing: '* Kan ikke gis videre til andre.',
    access:
      'Tilgang: Plattformen sier bare at rollen gir tilgang til tjenesten, ikke hva den kan brukes til.',
    other: (type) => `Ikke en tjeneste (${type})`,
    all: (n) => `Vis alle ${services(n)}`,
  },
  actions: {
    Read: 'Lese',
    Write: 'Skrive',
    Delete: 'Slette',
    Sign: 'Signere',
    ReadArchive: 'Lese arkiv',
    DeleteArchive: 'Slette arkiv',
    Access: 'Tilgang',
  },
  tree: {
    loading: 'Kunne ikke hente hvordan rollene henger sammen',
    children: (name) => `Roller som ${name} gir tilgang til`,
    parents: (name) => `Roller som ${name} inngår i`,
    childrenText: 'Den som har denne rollen, har også disse.',
    parentsText: 'Den som har en av disse, har også denne rollen.',
    noChildren: 'Rollen gir ikke tilgang til andre roller.',
    noParents: 'Rollen inngår ikke i andre roller.',
    unknown:
      'Rollen finnes ikke i de åpne metadataene, så sammenhengen med andre roller er ukjent.',
    missing: (id) => `Rolle ${id}`,
    missingText: 'ikke i de åpne metadataene',
    circle: 'allerede vist over',
  },

  removeDialog: {
    title: 'Slette den lokale rollen?',
    failed: 'Kunne ikke slette rollen',
    warning:
      'Rollen fjernes fra plattformen. Alle som har fått den delegert, mister rettighetene den gir. Dette kan ikke angres.',
    go: 'Slett rollen',
    done: (name) => `${name} er slettet`,
  },
};
