// How much room a wide window has: from which width on tables and inspectors show more. Styles repeat these widths.
import { MediaQuery } from 'svelte/reactivity';

/** Two steps: a window that is just wide enough for some more columns would cut off the others. */
const ROOMS = {
  wide: new MediaQuery('width >= 1600px'),
  widest: new MediaQuery('width >= 1800px'),
} as const;
export type Room = keyof typeof ROOMS;

/** Whether the window is at least that wide. Without a room, which a column of every window has, always. */
export const hasRoom = (from?: Room): boolean => from === undefined || ROOMS[from].current;
