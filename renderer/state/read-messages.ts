// The messages that were read in this session, for the palette: the message box says which, whenever it is asked.
import type { Searchable } from './palette.ts';

export interface ReadMessage extends Searchable {
  readonly id: string;
  readonly subject: string;
  readonly from: string;
  /** The folder it is in. */
  readonly screen: 'inbox' | 'work-list' | 'archive' | 'trash';
}
type Source = (connection: string, who: string) => readonly ReadMessage[];

let source: Source | undefined;

export function provideReadMessages(given: Source): void {
  source = given;
}

/** Of one party; none before its message box was read. Asks the platform nothing. */
export const readMessages: Source = (connection, who) => source?.(connection, who) ?? [];
