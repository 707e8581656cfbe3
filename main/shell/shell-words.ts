// What a host's own boxes say, in both languages: they are shown where no page can say it.
import { type Locale, localeFor } from '../../preload/contract/locale.ts';
import type { FileProblem } from '../storage/disk.ts';
import type { Asked, TypedWords } from './shell.ts';

/** A box that only tells something. */
export interface Told {
  readonly message: string;
  readonly detail: string;
  readonly close: string;
}

export interface ShellWords {
  /** Titles of error boxes. */
  readonly doesNotStart: string;
  readonly notUpdated: string;
  readonly couldNotStart: string;
  /** Why the data folder cannot be used; absent where the problem says it itself, in English. */
  readonly files: Readonly<Partial<Record<FileProblem, string>>>;
  openInBrowser(host: string, address: string): Asked;
  readonly toOpen: TypedWords;
  /** In place of a system's dialog, where there is none. */
  saveIn(name: string, folder: string): string;
  useFolder(folder: string): string;
  readonly toSave: TypedWords;
  /** A command line has the data folder. `command`: its operations. */
  folderInUse(command: string, folder: string): Asked;
  /** The program ends because of an error that nothing caught. `errorId`: its line in the log; undefined where there is none. */
  failed(errorId: string | undefined, logs: string): Told;
}

const en: ShellWords = {
  doesNotStart: 'Steward does not start',
  notUpdated: 'Steward was not updated',
  couldNotStart: 'Steward could not start.',
  files: {},
  openInBrowser: (host, address) => ({
    message: `Open ${host} in the system's browser?`,
    detail: address,
    yes: 'Open',
    no: 'Cancel',
  }),
  toOpen: {
    typed: 'To open it, type',
    again: 'That was too quick to be read. To open it, type',
  },
  saveIn: (name, folder) => `Save ${name} in ${folder}?`,
  useFolder: (folder) => `Use the folder ${folder}?`,
  toSave: {
    typed: 'To save there, type',
    again: 'That was too quick to be read. To save there, type',
  },
  folderInUse: (command, folder) => ({
    message: "A command is using Steward's data folder.",
    detail:
      `"steward ${command}" is running, and one program at a time can use ${folder}. ` +
      'If you wait, the window opens when the command has ended.',
    yes: 'Wait',
    no: 'Cancel',
  }),
  failed: (errorId, logs) => ({
    message: 'Steward has to close because of an error in the program.',
    detail:
      'What was done is stored; jobs can be resumed. Start Steward again. If it happens again, report it' +
      (errorId === undefined
        ? ' and attach the files in '
        : ` with error ID ${errorId} and attach the files in `) +
      `${logs}.`,
    close: 'Close Steward',
  }),
};

const nb: ShellWords = {
  doesNotStart: 'Steward starter ikke',
  notUpdated: 'Steward ble ikke oppdatert',
  couldNotStart: 'Steward kunne ikke starte.',
  files: {
    'disk-full':
      'Disken med datamappen er full. Frigjør plass på den, og start Steward på nytt. Ingenting i mappen er endret.',
    'read-only': 'Disken med datamappen er skrivebeskyttet.',
  },
  openInBrowser: (host, address) => ({
    message: `Vil du åpne ${host} i systemets nettleser?`,
    detail: address,
    yes: 'Åpne',
    no: 'Avbryt',
  }),
  toOpen: {
    typed: 'For å åpne, skriv',
    again: 'Det gikk for fort til å bli lest. For å åpne, skriv',
  },
  saveIn: (name, folder) => `Lagre ${name} i ${folder}?`,
  useFolder: (folder) => `Bruke mappen ${folder}?`,
  toSave: {
    typed: 'For å lagre der, skriv',
    again: 'Det gikk for fort til å bli lest. For å lagre der, skriv',
  },
  folderInUse: (command, folder) => ({
    message: 'En kommando bruker datamappen til Steward.',
    detail:
      `«steward ${command}» kjører, og bare ett program om gangen kan bruke ${folder}. ` +
      'Hvis du venter, åpnes vinduet når kommandoen er ferdig.',
    yes: 'Vent',
    no: 'Avbryt',
  }),
  failed: (errorId, logs) => ({
    message: 'Steward må avsluttes på grunn av en feil i programmet.',
    detail:
      'Det som er gjort, er lagret; jobber kan gjenopptas. Start Steward igjen. Hender det på nytt, meld fra' +
      (errorId === undefined
        ? ' og legg ved filene i '
        : ` med feil-ID ${errorId} og legg ved filene i `) +
      `${logs}.`,
    close: 'Avslutt Steward',
  }),
};

export const shellWords = (locale: Locale): ShellWords => ({ en, nb })[locale];

/** Of the languages that a person prefers, in their order, the first that Steward speaks; else the first. BCP 47 tags. */
export const preferredLanguage = (languages: readonly string[]): string =>
  languages.find((tag) => /^en([-_]|$)/i.test(tag) || localeFor('auto', tag) === 'nb') ??
  languages[0] ??
  '';
