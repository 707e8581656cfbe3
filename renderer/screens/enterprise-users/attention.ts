// Which state of a user waits for a person, and the shapes that show it and where a secret is.
import type { OneTimeSecret } from '../../../preload/contract/one-time-secrets.ts';
import type { IconName } from '../../components/icons.ts';
import type { Tone, Where } from './users.ts';

export type Attention = 'none' | 'secret-waiting' | 'outcome-unknown' | 'answer-unclear';

/** By the open entries, which come as events and are fresher than the list. */
export function attentionOf(entry: Pick<OneTimeSecret, 'state'> | undefined): Attention {
  if (entry === undefined || entry.state === 'confirmed') return 'none';
  return entry.state === 'waiting' ? 'secret-waiting' : entry.state;
}

/** Entries come newest first. */
export const newestByUser = (
  entries: readonly OneTimeSecret[],
): ReadonlyMap<string, OneTimeSecret> =>
  new Map([...entries].reverse().map((entry) => [entry.userName, entry]));

const DOTS = {
  fresh: 'ok',
  soon: 'warning',
  overdue: 'danger',
  'possibly-overdue': 'possible',
  untracked: 'unknown',
} as const;

export const dotOf = (tone: Tone): (typeof DOTS)[Tone] => DOTS[tone];

/** None where nothing is known. */
export const WHERE_ICONS = {
  file: 'lock',
  keychain: 'key',
  memory: 'clock',
  elsewhere: 'external',
  unknown: undefined,
} as const satisfies Record<Where['kind'], IconName | undefined>;
