// Every visible word in Norwegian bokmål; a missing or surplus text is a compile error.
import type { Texts } from './en.ts';
import { nbAtStart } from './nb-at-start.ts';
import { nbOfScreens } from './nb-of-screens.ts';

export const nb: Texts = { ...nbAtStart, ...nbOfScreens };
