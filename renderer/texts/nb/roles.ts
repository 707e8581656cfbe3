// Norwegian texts of roles of everyone.
import type { roles as en } from '../en/roles.ts';
import { counted, plural } from '../formats.ts';

const many = (n: number) => counted('nb', n, 'rolle', 'roller');

export const roles: typeof en = {
  title: 'Roller',
  list: 'Liste over roller',
  details: 'Rollen',

  search: 'Søk på navn, kode eller nummer',
  count: (shown, all) => `${shown} av ${all} roller`,
  refresh: 'Spør plattformen om rollene',
  loading: 'Kunne ikke hente rollene',
  empty: 'Plattformen har ingen roller.',
  emptyText: 'Spør igjen hvis det er uventet.',
  filterEmpty: 'Ingen treff.',
  filterEmptyText: 'Ingen rolle har alt du skrev, i navn, kode eller nummer.',
  noCopy: 'Det finnes ingen kopi på denne datamaskinen',
  noCopyText: 'Last ned en mens plattformen kan nås, så er den her også uten.',
  toCopy: 'Last ned for frakoblet bruk …',
  show: 'Vis',
  segments: { all: 'Alle', external: 'Eksterne', platform: 'Plattform', local: 'Lokale' },
  kindNames: { external: 'Ekstern', platform: 'Plattform', local: 'Lokal' },
  kinds: {
    external: 'Rolle fra enhetsregisteret',
    platform: 'Plattformens rolle',
    local: 'Lokal rolle',
  },

  noneChosen: 'Ingen rolle er valgt.',
  noneChosenText: 'Velg en i listen for å se hva den gir tilgang til.',
  gone: 'Denne rollen står ikke i de åpne metadataene.',
  goneText: 'Den er borte fra plattformen, eller den er en lokal rolle hos en aktør.',
  back: 'Tilbake til listen',
  kept: 'Tilgjengelig frakoblet',
  copyCode: 'Kopier koden',
  copyNumber: 'Kopier nummeret',
  copied: (code) => `${code} er kopiert`,
  number: 'Nummer',
  noDescription: 'Plattformen gir ingen beskrivelse.',

  tabs: {
    label: 'Om rollen',
    related: 'Beslektede roller',
    picture: 'Bilde',
    services: 'Tjenester',
  },
  children: 'Gir tilgang til',
  parents: 'Inngår i',

  picture: {
    label: (name) => `${name} og rollene rundt`,
    text: 'Den som har en rolle, har også dem til høyre som en strek fører til. Piltaster flytter, Enter åpner.',
    columns: {
      [-2]: 'Inngår i, indirekte',
      [-1]: 'Inngår i',
      0: 'Denne rollen',
      1: 'Gir tilgang til',
      2: 'Gir tilgang, indirekte',
    },
    through: (names) => `gjennom ${names}`,
    left: (n) => `${many(n)} til innen to steg er ikke tegnet. Beslektede roller har alle.`,
    alone: 'Ingen andre roller er knyttet til denne.',
  },

  services: {
    loading: 'Kunne ikke hente tjenestene til rollen',
    known: (known, all) => `Rollekrav er kjent for ${known} av ${all} tjenester.`,
    partly: 'Rollen kan gi tilgang til flere tjenester enn dem som vises her.',
    count: (n, shown) => `${shown} ${plural('nb', n, { one: 'tjeneste', other: 'tjenester' })}`,
    countOf: (shown, all) => `${shown} av ${all} tjenester`,
    search: 'Søk i tjenestene',
    list: (name) => `Tjenester som ${name} gir tilgang til`,
    open: 'Åpne tjenesten',
    unknown: 'Det er ikke kjent hvilke tjenester rollen kan bruke.',
    unknownText:
      'Plattformen oppgir det tjeneste for tjeneste. Last ned rollekrav for frakoblet bruk for å se det her.',
    none: 'Ingen av tjenestene med kjente rollekrav krever denne rollen.',
    filterEmpty: 'Ingen tjenester har alle ordene du skrev.',
    more: 'Last ned mer …',
  },
};
