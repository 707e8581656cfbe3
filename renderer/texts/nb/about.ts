// Norwegian texts about the program: its components, and the report for support.
import type { about as english } from '../en/about.ts';
import { counted, number } from '../formats.ts';

const libraries = (n: number): string => counted('nb', n, 'bibliotek', 'biblioteker');

export const about: typeof english = {
  title: 'Om Steward',
  report: {
    open: 'Rapport til brukerstøtte …',
    hint: 'Fakta om Steward og slutten av loggen, til den som hjelper deg. Du kan lese rapporten før du deler den.',
    title: 'Rapport til brukerstøtte',
    text: 'Les gjennom rapporten før du deler den. Den inneholder ingen hemmeligheter, ingen personnavn og ingen fødsels- eller organisasjonsnumre. Den er på engelsk, slik at alle som hjelper, kan lese den.',
    copy: 'Kopier rapport til brukerstøtte',
    save: 'Lagre som fil …',
    saved: (name: string) => `${name} er lagret.`,
    attempted: 'Kunne ikke lage rapporten',
    attemptedSaving: 'Kunne ikke lagre rapporten',
  },
  materials: {
    open: 'Komponenter …',
    hint: 'Bibliotekene Steward er bygget med, og lisensene de har.',
    title: 'Komponenter i Steward',
    text: 'Steward bygger på andres arbeid. Hvert bibliotek er oppført med lisensen og teksten den krever.',
    find: 'Finn bibliotek eller lisens',
    list: 'Biblioteker',
    count: (shown: number, all: number) =>
      shown === all ? libraries(all) : `${number('nb', shown)} av ${libraries(all)}`,
    noMatch: 'Ingen treff.',
    notice: (name: string) => `Lisensen til ${name}`,
    unknownVersion: 'ukjent versjon',
    save: 'Lagre komponentliste (SBOM) …',
    saved: (name: string) => `${name} er lagret.`,
    none: 'Ingen komponentliste',
    noneText: 'Denne utgaven av Steward er bygget uten komponentliste.',
    attempted: 'Kunne ikke hente komponentlisten',
    attemptedSaving: 'Kunne ikke lagre komponentlisten',
  },
};
