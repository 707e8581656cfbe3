// How much room the window has for its frame: in a narrow one the sidebar is a rail of icons.
import { MediaQuery } from 'svelte/reactivity';

const narrow = new MediaQuery('width <= 900px');
const low = new MediaQuery('height < 880px');

export const frameSize = {
  get isNarrow(): boolean {
    return narrow.current;
  },
  get isLow(): boolean {
    return low.current;
  },
};
