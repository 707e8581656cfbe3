// How a table's columns are declared: each once, with the window that has room for it.
import type { Room } from './window-room.ts';

/** A heading. Without a width it shares what the others leave. */
export interface Column<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly width?: string;
  /** Its numbers stand at the end of the column. */
  readonly end?: boolean;
  /** Only in a window that is at least so wide: its cells are drawn where the row is told that it is shown. */
  readonly from?: Room;
}

/** Whether the table has the column now. */
export type Shows<Name extends string> = (column: Name) => boolean;
