// Norwegian texts of the question about unsaved drafts.
import type { drafts as en } from '../en/drafts.ts';
import { number } from '../formats.ts';

export const drafts: typeof en = {
  title: 'Ulagrede endringer',
  text: (n) =>
    n === 1
      ? 'Dette er ikke lagret. Går du videre, går det tapt:'
      : 'Disse er ikke lagret. Går du videre, går de tapt:',
  stay: 'Bli her',
  discard: 'Forkast og gå videre',
  connection: (name) => (name === '' ? 'Ny tilkobling' : `Endringer i «${name}»`),
  quit: (n) =>
    n === 1
      ? 'Ett skjema har endringer som ikke er lagret. De går tapt.'
      : `${number('nb', n)} skjemaer har endringer som ikke er lagret. De går tapt.`,
};
