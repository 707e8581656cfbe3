// Norwegian words about the program: what is inside it, and the report for whoever helps.
import type { about as english } from '../en/about.ts';

export const about: typeof english = {
  title: 'Om Steward',
  report: {
    open: 'Rapport til brukerstøtte…',
    hint: 'Fakta om programmet og de siste linjene i loggen, til den som hjelper deg. Du ser rapporten før den sendes noe sted.',
    title: 'Rapport til brukerstøtte',
    text: 'Les gjennom den før du gir den fra deg. Den inneholder ingen hemmeligheter, ingen personnavn og ingen fødsels- eller organisasjonsnumre. Den er på engelsk, så alle som hjelper, kan lese den.',
    copy: 'Kopier rapporten',
    save: 'Lagre som fil…',
    saved: (name: string) => `${name} er lagret.`,
    attempted: 'Å lage rapporten',
    attemptedSaving: 'Å lagre rapporten',
  },
};
