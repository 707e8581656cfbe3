// Checks all that Steward keeps on this computer, store by store: repairs what is safe to, and reports the rest.
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import type {
  CheckedStore,
  CheckProgress,
  CheckReport,
  Finding,
  StoreReport,
} from '../preload/contract/check.ts';
import { failureOf } from './problem.ts';
import { cancelled } from './problems.ts';
import { serial } from './serial.ts';
import { placeOf } from './storage/folder-places.ts';
import type { Journal } from './storage/journal.ts';
import type { Found, StoreCheck } from './storage/store-check.ts';

export interface DataCheckNeeds {
  /** The data folder. */
  readonly folder: string;
  readonly journal: Pick<Journal, 'begin'>;
  /** In the order in which they are checked: what others rest on comes first. */
  readonly stores: readonly (readonly [CheckedStore, (check: StoreCheck) => Promise<void>])[];
}

export interface DataCheck {
  /**
   * Never deletes what was not read. The first repair is noted in the journal before it begins, like any change; where that
   * cannot be written nothing is repaired. Problem cancelled when the signal is aborted: what was repaired by then stays so.
   */
  run(signal: AbortSignal, report: (progress: CheckProgress) => void): Promise<CheckReport>;
}

export function createDataCheck({ folder, journal, stores }: DataCheckNeeds): DataCheck {
  // Two at once would set the same damage aside twice.
  const oneAtATime = serial();
  return {
    run: (signal, report) =>
      oneAtATime(async () => {
        const repairs = createRepairs(journal, await isReadOnly(folder));
        const setAside = await filesSetAside(folder);
        const reports: StoreReport[] = [];
        try {
          for (const [store, check] of stores) {
            const told = { store, done: reports.length, of: stores.length };
            const progress = (read: number) => {
              report({ ...told, read });
            };
            progress(0);
            const all = async (run: StoreCheck) => {
              for (const what of setAside.filter((name) => storeOf(name) === store))
                run.left({ kind: 'set-aside', what });
              await check(run);
            };
            reports.push(await checkStore(store, all, { signal, repairs, progress }));
          }
        } finally {
          await repairs.end();
        }
        const findings = reports.flatMap((one) => one.findings);
        const unchecked = reports.filter(({ failure }) => failure !== null).length;
        return {
          stores: reports,
          repaired: findings.filter(({ outcome }) => outcome === 'repaired').length,
          left: findings.filter(({ outcome }) => outcome === 'left').length + unchecked,
          readOnly: repairs.isRefused(),
        };
      }),
  };
}

/** Beside the files of the data folder itself; folders tell of their own. */
const filesSetAside = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((name) => name.includes('.bad-') && placeOf(name) !== undefined)
    .sort();

const STORES: Readonly<Record<string, CheckedStore>> = {
  'journal.jsonl': 'journal',
  'vault.log': 'vault',
  'escrow.log': 'escrow',
};
const storeOf = (name: string): CheckedStore => STORES[placeOf(name)?.name ?? ''] ?? 'documents';

interface Run {
  readonly signal: AbortSignal;
  readonly repairs: Repairs;
  readonly progress: (read: number) => void;
}

/** One store that cannot be checked does not keep the others from it. */
async function checkStore(
  store: CheckedStore,
  check: (check: StoreCheck) => Promise<void>,
  { signal, repairs, progress }: Run,
): Promise<StoreReport> {
  const findings: Finding[] = [];
  let read = 0;
  const add = (found: Found, outcome: Finding['outcome'], kept?: string) => {
    findings.push({ concerns: null, ...found, outcome, kept: kept ?? null });
    if (outcome === 'repaired') repairs.count();
  };
  const goOn = () => {
    if (signal.aborted) throw cancelled();
  };
  try {
    goOn();
    await check({
      signal,
      read(count = 1) {
        read += count;
        progress(read);
        goOn();
      },
      left(found) {
        add(found, 'left');
      },
      repaired(found, kept) {
        add(found, 'repaired', kept);
      },
      async repair(found, act, how) {
        const done = await repairs.tried(act, how?.notesItself);
        add(found, done ? 'repaired' : 'left', done?.kept);
      },
    });
    return { store, read, findings, failure: null };
  } catch (error) {
    goOn();
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { store, read, findings, failure };
  }
}

interface Repairs {
  /** Undefined when it could not be done. */
  tried(
    act: () => Promise<string | undefined>,
    notesItself?: boolean,
  ): Promise<{ readonly kept: string | undefined } | undefined>;
  count(): void;
  /** Nothing may be written. */
  isRefused(): boolean;
  end(): Promise<void>;
}

function createRepairs(journal: Pick<Journal, 'begin'>, isReadOnlyFolder: boolean): Repairs {
  let refused = isReadOnlyFolder;
  let done = 0;
  let act: ReturnType<Journal['begin']> | undefined;
  const noted = async (): Promise<boolean> => {
    if (refused) return false;
    act ??= journal.begin({ ...OF_THE_PROGRAM, operation: 'app.check', object: 'everything' });
    const isNoted = await act.then(
      () => true,
      (error: unknown) => {
        if (failureOf(error) === undefined) throw error;
        return false;
      },
    );
    refused = !isNoted;
    return isNoted;
  };
  return {
    async tried(repair, notesItself = false) {
      if (refused || !(notesItself || (await noted()))) return undefined;
      try {
        return { kept: await repair() };
      } catch (error) {
        const failure = failureOf(error);
        if (failure === undefined) throw error;
        refused ||= failure.kind === 'file' && failure.problem === 'read-only';
        return undefined;
      }
    },
    count: () => void (done += 1),
    isRefused: () => refused,
    async end() {
      if (act === undefined || refused) return;
      await (await act).end('done', `${String(done)} repaired`);
    },
  };
}

const OF_THE_PROGRAM = { connection: null, connectionName: '', environment: 'none' } as const;

/** A disk that was mounted so; that of a failing one is found by the first repair. */
const isReadOnly = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => false,
    () => true,
  );
