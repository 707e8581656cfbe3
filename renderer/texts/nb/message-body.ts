// Norwegian (bokmål) texts of the body of a message in its frame.
import { counted, number } from '../formats.ts';
import type { messageBody as en } from '../en/message-body.ts';

export const messageBody: typeof en = {
  title: 'Teksten i meldingen',
  frame: (subject) => `Teksten i meldingen: ${subject}`,
  attempted: 'Kunne ikke vise teksten i meldingen',
  empty: 'Meldingen har ingen tekst.',
  inside: 'Piltastene ruller. Tab går ut.',
  insideWithLinks: 'Piltastene ruller. Tab går gjennom lenkene og så ut. Enter åpner en lenke.',
  cut: 'Teksten er for lang til å vises i sin helhet. Dette er begynnelsen, uten formatering.',
  images: (n) =>
    `${counted('nb', n, 'bilde', 'bilder')} ble ikke hentet. Bilder kan fortelle avsenderen at du leser dette.`,
  fields: 'Felt og knapper i teksten er skjult. Ingenting kan sendes fra en melding.',
  links: (n) => `Lenker i teksten (${number('nb', n)})`,
  noText: 'Lenke uten tekst',
  open: 'Åpne',
  openLink: (number, host) => `Åpne lenke ${String(number)} på ${host}`,
  opened: (host) => `Åpnet ${host} i nettleseren`,
  openFailed: 'Kunne ikke åpne lenken',
  claims: (named, host) => `Teksten sier ${named}, men lenken går til ${host}.`,
  foreignLetters: 'Adressen inneholder bokstaver som ligner på andre.',
  showAll: (n) => `Vis alle ${number('nb', n)} lenkene`,
  showFewer: 'Vis færre',
  more: (n) => `${counted('nb', n, 'lenke til er', 'lenker til er')} ikke med i listen.`,
  notOpened: {
    insecure: 'Åpnes ikke: Forbindelsen ville ikke vært kryptert.',
    mail: 'Åpnes ikke: Dette er en e-postadresse. Bruk e-postprogrammet ditt.',
    phone: 'Åpnes ikke: Dette er et telefonnummer.',
    within: 'Åpnes ikke: Lenken peker på et sted i meldingen.',
    program: 'Åpnes ikke: Lenken ville startet et program eller kjørt et skript.',
    'user-name': 'Åpnes ikke: Adressen har et brukernavn, som kan skjule hvor lenken går.',
    unreadable: 'Åpnes ikke: Adressen er ikke gyldig.',
    'too-long': 'Åpnes ikke: Adressen er for lang.',
  },
};
