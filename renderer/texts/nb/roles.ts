// Norwegian texts of roles of everyone.
import type { roles as en } from '../en/roles.ts';
import { counted, plural } from '../formats.ts';

const many = (n: number) => counted('nb', n, 'rolle', 'roller');

export const roles: typeof en = {
  title: 'Rollekatalog',
  list: 'Liste over roller',
  details: 'Rolle',

  search: 'Søk på navn, kode eller nummer',
  count: (shown, all) => (shown === all ? `${all} roller` : `${shown} av ${all} roller`),
  refresh: 'Last på nytt fra plattformen',
  loading: 'Kunne ikke hente rollene',
  empty: 'Plattformen har ingen roller',
  emptyText: 'Ventet du noen, laster du på nytt fra plattformen.',
  filterEmptyText: 'Ingen rolle har alt du skrev, i navn, kode eller nummer.',
  show: 'Vis',
  segments: { all: 'Alle', external: 'Eksterne', platform: 'Plattform', local: 'Lokale' },
  kindNames: { external: 'Ekstern', platform: 'Plattform', local: 'Lokal' },
  kinds: {
    external: 'Rolle fra Enhetsregisteret',
    platform: 'Plattformrolle',
    local: 'Lokal rolle',
  },

  noneChosen: 'Ingen rolle er valgt',
  noneChosenText: 'Velg en rolle for å se hva den gir tilgang til.',
  gone: 'Rollen er ikke i de åpne metadataene',
  goneText: 'Plattformen har fjernet den, eller den er en lokal rolle hos en aktør.',
  back: 'Tilbake til listen',
  kept: 'Tilgjengelig frakoblet',
  copyCode: 'Kopier koden',
  copyNumber: 'Kopier nummeret',
  copied: (code) => `Kopierte ${code}`,
  number: 'Nummer',
  noDescription: 'Ingen beskrivelse.',

  tabs: {
    label: 'Om rollen',
    related: 'Tilknyttede roller',
    picture: 'Diagram',
    services: 'Tjenester',
  },
  children: 'Gir tilgang til',
  parents: 'Inngår i',

  picture: {
    label: (name) => `${name} og tilknyttede roller`,
    text: 'En rolle omfatter rollene til høyre som den er forbundet med. Piltastene flytter, Enter åpner.',
    columns: {
      [-2]: 'Inngår indirekte i',
      [-1]: 'Inngår i',
      0: 'Denne rollen',
      1: 'Gir tilgang til',
      2: 'Indirekte tilgang',
    },
    through: (names) => `gjennom ${names}`,
    left: (n) => `${many(n)} til innen to steg vises ikke. Se alle under Tilknyttede roller.`,
    alone: 'Ingen tilknyttede roller',
  },

  services: {
    loading: 'Kunne ikke hente tjenestene til rollen',
    known: (known, all) => `Rollekrav er kjent for ${known} av ${all} tjenester`,
    partly: 'Rollen kan gi tilgang til flere tjenester enn disse.',
    count: (n, shown) => `${shown} ${plural('nb', n, { one: 'tjeneste', other: 'tjenester' })}`,
    countOf: (shown, all) => `${shown} av ${all} tjenester`,
    search: 'Søk i tjenester',
    list: (name) => `Tjenester som ${name} gir tilgang til`,
    open: 'Åpne tjenesten',
    unknown: 'Tjenestene for denne rollen er ukjente',
    unknownText:
      'Plattformen oppgir roller tjeneste for tjeneste. Last ned rollekravene for å se dem her.',
    none: 'Ingen tjeneste med kjente rollekrav krever denne rollen',
    more: 'Last ned mer …',
  },
};
