// The list of enterprise users as a spreadsheet program opens it: what the server and this computer know, no secret.
import { toCsv } from './csv.ts';
import type { KnownUser } from './user-knowledge.ts';

export interface ListedUser {
  readonly userName: string;
  readonly created: string | null;
  readonly owner: string;
}

const HEADINGS = [
  'user name',
  'created',
  'owner organisation number',
  'last rotated',
  'note',
] as const;

export function usersCsv(
  users: readonly ListedUser[],
  known: (userName: string) => Pick<KnownUser, 'lastRotated' | 'note'>,
): string {
  const cells = ({ userName, created, owner }: ListedUser) => {
    const { lastRotated, note } = known(userName);
    return [userName, created ?? '', owner, lastRotated ?? '', note];
  };
  return toCsv([HEADINGS, ...users.map(cells)]);
}
