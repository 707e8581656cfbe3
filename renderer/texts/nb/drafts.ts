// Norwegian texts of the question about unsaved drafts.
import type { drafts as en } from '../en/drafts.ts';
import { number } from '../formats.ts';

export const drafts: typeof en = {
  title: 'Ulagrede endringer',
  text: (n) =>
    n === 1 ? 'Dette går tapt hvis du fortsetter:' : 'Disse går tapt hvis du fortsetter:',
  stay: 'Bli her',
  discard: 'Forkast og fortsett',
  connection: (name) => (name === '' ? 'Ny tilkobling' : `Endringer i «${name}»`),
  quit: (n) =>
    n === 1
      ? 'Ett skjema har ulagrede endringer. De går tapt.'
      : `${number('nb', n)} skjemaer har ulagrede endringer. De går tapt.`,
};
