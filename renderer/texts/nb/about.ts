// Norwegian words about the program: what is inside it, and the report for whoever helps.
import type { about as english } from '../en/about.ts';
import { number } from '../formats.ts';

export const about: typeof english = {
  title: 'Om Steward',
  report: {
    open: 'Rapport til brukerstøtte …',
    hint: 'Fakta om programmet og de siste linjene i loggen, til den som hjelper deg. Du ser rapporten før den sendes noe sted.',
    title: 'Rapport til brukerstøtte',
    text: 'Les gjennom den før du gir den fra deg. Den inneholder ingen hemmeligheter, ingen personnavn og ingen fødsels- eller organisasjonsnumre. Den er på engelsk, så alle som hjelper, kan lese den.',
    copy: 'Kopier rapporten',
    save: 'Lagre som fil …',
    saved: (name: string) => `${name} er lagret.`,
    attempted: 'Kunne ikke lage rapporten',
    attemptedSaving: 'Kunne ikke lagre rapporten',
  },
  materials: {
    open: 'Hva programmet består av …',
    hint: 'Bibliotekene Steward er bygget med, og lisensene deres.',
    title: 'Hva Steward består av',
    text: 'Steward er bygget med andres arbeid. Hvert bibliotek står med lisensen sin og teksten som skal følge med.',
    find: 'Finn bibliotek eller lisens',
    list: 'Biblioteker',
    count: (shown: number, all: number) =>
      shown === all
        ? `${number('nb', all)} biblioteker`
        : `${number('nb', shown)} av ${number('nb', all)} biblioteker`,
    noMatch: 'Ingen biblioteker passer.',
    notice: (name: string) => `Lisensen til ${name}`,
    unknownVersion: 'versjon ikke oppgitt',
    save: 'Lagre komponentliste (SBOM) …',
    saved: (name: string) => `${name} er lagret.`,
    none: 'Ingen liste i denne kopien',
    noneText: 'Denne kopien av Steward ble bygget uten en liste over hva den består av.',
    attempted: 'Kunne ikke hente komponentlisten',
    attemptedSaving: 'Kunne ikke lagre komponentlisten',
  },
};
