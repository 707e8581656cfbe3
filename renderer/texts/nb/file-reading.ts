// Norwegian texts of how the text of a picked file is read.
import type { fileReading as en } from '../en/file-reading.ts';

export const fileReading: typeof en = {
  title: 'Hvordan skal filen leses?',
  text: (name, n) =>
    n === 1
      ? `«${name}» er ikke i tegnsettet den oppgir. Slik ser den ut:`
      : `«${name}» er ikke i tegnsettet den oppgir. Velg det der bokstavene er riktige:`,
  use: 'Les den slik',
  sent: 'Filen blir ikke endret. Det som sendes, er i UTF-8.',
  told: (name, charset) => `«${name}» er i ${charset}. Den sendes i UTF-8.`,
  charset: (name) => NAMES[name] ?? name.toUpperCase(),
};

const NAMES: Readonly<Record<string, string>> = {
  'windows-1252': 'Windows-1252 (vesteuropeisk)',
  'iso-8859-15': 'ISO-8859-15 (Latin-9)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};
