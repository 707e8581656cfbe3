// Every visible word in English: the source of truth for which texts there are.
import { enAtStart, type TextsAtStart } from './en-at-start.ts';
import { enOfScreens, type TextsOfScreens } from './en-of-screens.ts';

export type Texts = TextsAtStart & TextsOfScreens;
/** The page itself loads the two parts when it needs them (language.svelte.ts). */
export const en: Texts = { ...enAtStart, ...enOfScreens };
