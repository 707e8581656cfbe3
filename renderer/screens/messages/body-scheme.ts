// Light or dark, as the page is just now: a frame cannot see what the page's document says of itself.
import { MediaQuery } from 'svelte/reactivity';
import { session } from '../../state/session.svelte.ts';

const systemIsDark = new MediaQuery('prefers-color-scheme: dark');

/** Reactive where it is read in an effect or a derived value. */
export function pageScheme(): 'light' | 'dark' {
  const { scheme } = session.settings;
  if (scheme !== 'auto') return scheme;
  return systemIsDark.current ? 'dark' : 'light';
}
