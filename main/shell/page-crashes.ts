// When a page that keeps crashing is not loaded again by itself, and what the person is told instead (ATK-19).
import { type Locale, localeFor } from '../../preload/contract/locale.ts';
import type { Asked } from './shell.ts';

/** Once is chance. A page that crashes at what it shows does so again within seconds of being loaded; three in a minute is a circle. */
const MOST = 3;
const WITHIN_MS = 60_000;

/** `clock`: milliseconds that never jump back. */
export function createCrashCount(clock: () => number = () => performance.now()) {
  let recent: readonly number[] = [];
  return {
    /** Counts one more; true when loading the page again would only go on with it. */
    isTooMany(): boolean {
      const now = clock();
      recent = [...recent.filter((time) => now - time < WITHIN_MS), now];
      return recent.length >= MOST;
    },
    /** A person wants it loaded all the same. */
    forget() {
      recent = [];
    },
  };
}

/**
 * For a person whose page cannot say anything: yes loads it again, no ends the program. `logs`: where the log files are.
 */
export function crashWords(locale: Locale, logs: string): Asked {
  return locale === 'nb'
    ? {
        message: 'Vinduet til Steward har stoppet flere ganger på rad.',
        detail:
          'Steward laster det ikke på nytt automatisk. Det som er gjort, er lagret; jobber kan gjenopptas. Avslutt Steward og start ' +
          `programmet igjen. Hender det på nytt, meld fra og legg ved filene i ${logs}.`,
        yes: 'Last på nytt',
        no: 'Avslutt Steward',
      }
    : {
        message: 'The window of Steward has stopped several times in a row.',
        detail:
          'Steward does not reload it automatically. What was done is stored; jobs can be resumed. Quit Steward and start it ' +
          `again. If it happens again, report it and attach the files in ${logs}.`,
        yes: 'Load again',
        no: 'Quit Steward',
      };
}

/** The same for the browser's box, which names its buttons itself. */
export function crashBox(language: string, words: Asked): string {
  const cancel = localeFor('auto', language) === 'nb' ? 'Avbryt' : 'Cancel';
  return `${words.message}\n\n${words.detail}\n\nOK: ${words.yes}\n${cancel}: ${words.no}`;
}
