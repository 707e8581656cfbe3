// The program put away: where the system can ask for the person, no window gets anything until they opened it (ATK-22).
import { localeFor } from '../preload/contract/locale.ts';
import type { Settings } from '../preload/contract/settings.ts';
import type { Log } from './diagnostics/log.ts';
import { cancelled } from './problems.ts';
import { serial } from './serial.ts';
import type { Shell } from './shell/shell.ts';

export interface PutAway {
  /** Whether a person has to open it. */
  isClosed(): boolean;
  /** Whether it was put away and not opened again, also where nobody is asked for then. */
  isAway(): boolean;
  /** Where nobody can be asked for, it stays as open as it was. */
  close(): void;
  /** Asks for the person; true when it is open. */
  open(): Promise<boolean>;
  /** Problem cancelled for what a window asks while it is closed, but for what it needs to be opened, or left. */
  allow(operation: string, call: { readonly window?: symbol | undefined }): void;
}

const ALWAYS: ReadonlySet<string> = new Set([
  'app.start',
  'app.lock',
  'app.openAgain',
  'app.holdDrafts',
  'app.quit',
]);

interface PutAwayNeeds {
  readonly person: Shell['person'];
  readonly settings: () => Pick<Settings, 'language'>;
  readonly osLanguage: string;
  readonly log: Pick<Log, 'info'>;
}

/** The system puts its own words before it. */
const REASON = { en: 'open again', nb: 'åpne igjen' };

export function createPutAway({ person, settings, osLanguage, log }: PutAwayNeeds): PutAway {
  const oneByOne = serial();
  let closed = false;
  let away = false;
  return {
    isClosed: () => closed,
    isAway: () => away,
    close() {
      away = true;
      closed ||= person?.canAsk() === true;
    },
    open: () =>
      oneByOne(async () => {
        if (!closed || person === undefined) {
          away = false;
          return true;
        }
        const reason = REASON[localeFor(settings().language, osLanguage)];
        // Also where it cannot be asked for any more: a few wrong fingers must not open it.
        closed = !(await person.ask(reason));
        away = closed;
        log.info('opened-again', { outcome: closed ? 'refused' : 'allowed' });
        return !closed;
      }),
    allow(operation, { window }) {
      if (closed && window !== undefined && !ALWAYS.has(operation))
        throw cancelled('The session has been cleared.');
    },
  };
}
