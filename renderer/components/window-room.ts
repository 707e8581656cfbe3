// How much room a wide window has: the one place that says from which width on tables and inspectors show more.
import { MediaQuery } from 'svelte/reactivity';

/** Twice, so that a window that is just wide enough for more has no columns that are cut off. */
const ROOMS = {
  wide: new MediaQuery('width >= 1600px'),
  widest: new MediaQuery('width >= 1800px'),
} as const;
export type Room = keyof typeof ROOMS;

/** Whether the window is at least that wide; every window has the room that nothing asks for. */
export const hasRoom = (from?: Room): boolean => from === undefined || ROOMS[from].current;
