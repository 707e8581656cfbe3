// The word for a party's status and its tone. What the platform says and Steward does not know is shown unchanged.
import type { Reportee } from '../../preload/contract/reportees.ts';
import type { Texts } from '../texts/en.ts';

export interface Standing {
  readonly tone: 'ok' | 'danger' | 'unknown';
  readonly text: string;
}

/** Undefined for who has none, such as a person. */
export function statusOf(
  { status }: Pick<Reportee, 'status'>,
  { status: words }: Texts['reportees'],
): Standing | undefined {
  switch (status?.known) {
    case undefined:
      return undefined;
    case 'active':
      return { tone: 'ok', text: words.active };
    case 'deleted':
      return { tone: 'danger', text: words.deleted };
    case 'unknown':
      return { tone: 'unknown', text: status?.word ?? '' };
  }
}
