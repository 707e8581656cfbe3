// The report of `steward check` in plain lines: store by store what was read, what was found, and what to do about it.
import type {
  CheckedStore,
  CheckProgress,
  CheckReport,
  Finding,
} from '../../preload/contract/check.ts';
import { EXIT, type ExitCode } from './terminal-jobs.ts';

const STORES: Readonly<Record<CheckedStore, string>> = {
  documents: 'Settings and documents',
  journal: 'Activity journal',
  vault: 'Keychain',
  escrow: 'One-time secrets',
  jobs: 'Jobs',
  drafts: 'Form drafts',
  copy: 'Offline copy',
};

const KINDS: Readonly<Record<Finding['kind'], string>> = {
  damaged: 'damaged',
  missing: 'missing',
  unreadable: 'cannot be read',
  orphaned: 'belongs to nothing',
  'set-aside': 'set aside earlier',
};

/** What a person does about what is left; the guide says more. */
const ACTS: Readonly<Record<Exclude<Finding['kind'], 'set-aside' | 'orphaned'>, string>> &
  Readonly<Partial<Record<`${CheckedStore} ${Finding['kind']}`, string>>> = {
  damaged: 'Close Steward and start it again. It then keeps what cannot be read beside a new file.',
  missing: 'Restore the file from a backup.',
  unreadable:
    'Run `steward keys` to see whether its key is lost. Restore the keychain, or give up the key there.',
  'vault damaged': 'Restore the keychain from a backup, or add this again.',
  'vault missing': 'Restore the keychain from a backup, or add this again.',
  'jobs missing': 'Restore the file from a backup, or remove the job from the list.',
  'copy damaged': 'Synchronise the offline copy again.',
};
const SET_ASIDE = 'Take from it what you need, then delete the file.';
const ORPHANED = 'Keep it until you know that nobody needs it, then delete it.';

const actOf = (store: CheckedStore, { kind }: Finding): string => {
  if (kind === 'set-aside') return SET_ASIDE;
  if (kind === 'orphaned') return ORPHANED;
  return ACTS[`${store} ${kind}`] ?? ACTS[kind];
};

export function reportLines({ stores, repaired, left, readOnly }: CheckReport): readonly string[] {
  const lines = stores.flatMap(({ store, read, findings, failure }) => [
    `${STORES[store]}: ${String(read)} read, ${findings.length === 0 ? 'nothing found' : `${String(findings.length)} found`}`,
    ...findings.map((one) => `  ${findingLine(store, one)}`),
    ...(failure === null ? [] : [`  Could not check this: ${failure.message}`]),
  ]);
  return [
    ...lines,
    ...(readOnly ? ['Steward cannot write to the data folder, so it repaired nothing.'] : []),
    `${String(repaired)} repaired, ${String(left)} left to you.`,
  ];
}

function findingLine(store: CheckedStore, found: Finding): string {
  const { kind, what, concerns, outcome, kept } = found;
  const named = concerns === null ? what : `${what} (${concerns})`;
  if (outcome === 'left') return `${named}: ${KINDS[kind]}. ${actOf(store, found)}`;
  return `${named}: ${KINDS[kind]}, repaired${kept === null ? '' : `; the damaged version is kept as ${kept}`}.`;
}

export const progressLine = ({ store, done, of }: CheckProgress): string =>
  `${String(done + 1)} of ${String(of)}: ${STORES[store]}`;

export const exitCodeOfCheck = ({ left }: CheckReport): ExitCode =>
  left > 0 ? EXIT.notDone : EXIT.done;
