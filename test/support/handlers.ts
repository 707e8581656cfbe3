// Handlers for every operation of the contract that do what a test says, and a journal that remembers.
import { type AllHandlers, contract } from '../../preload/contract/contract.ts';
import type { Log } from '../../main/diagnostics/log.ts';
import type { Journal, JournalEntry } from '../../main/storage/journal.ts';

export type Act = (
  input: unknown,
  call: { signal: AbortSignal; report: (step: unknown) => void },
) => Promise<unknown>;

/** Every operation runs `act` with its full name. */
export function handlersDoing(act: (name: string) => Act): AllHandlers {
  const features = Object.entries(contract as Record<string, Record<string, unknown>>);
  return Object.fromEntries(
    features.map(([feature, group]) => [
      feature,
      Object.fromEntries(Object.keys(group).map((name) => [name, act(`${feature}.${name}`)])),
    ]),
  ) as unknown as AllHandlers;
}

export interface RememberedAct extends JournalEntry {
  outcome: 'begun' | 'done' | 'refused' | 'unknown';
  detail: string;
}

export function createRememberingJournal(): Pick<Journal, 'begin'> & {
  readonly acts: RememberedAct[];
} {
  const acts: RememberedAct[] = [];
  return {
    acts,
    async begin(entry) {
      const act: RememberedAct = { ...entry, outcome: 'begun', detail: '' };
      acts.push(act);
      return {
        async end(outcome, detail) {
          Object.assign(act, { outcome, detail });
        },
      };
    },
  };
}

/** Keeps lines as values; a test looks at what was logged. */
export function createRememberingLog(): Log & { readonly lines: unknown[] } {
  const lines: unknown[] = [];
  return {
    lines,
    info: (event, fields) => lines.push({ level: 'info', event, ...fields }),
    warn: (event, fields) => lines.push({ level: 'warn', event, ...fields }),
    error: (reference, event, error) => lines.push({ level: 'error', event, reference, error }),
    close: () => undefined,
  };
}
