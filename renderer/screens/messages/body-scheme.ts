// The page's present colour scheme, for frames, which cannot read it from the page's document.
import { MediaQuery } from 'svelte/reactivity';
import { session } from '../../state/session.svelte.ts';

const systemIsDark = new MediaQuery('prefers-color-scheme: dark');

/** Reactive where it is read in an effect or a derived value. */
export function pageScheme(): 'light' | 'dark' {
  const { scheme } = session.settings;
  if (scheme !== 'auto') return scheme;
  return systemIsDark.current ? 'dark' : 'light';
}
