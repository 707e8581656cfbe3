// The keyboard shortcuts of the Services screen.
import { copyText } from '../../components/copy-text.ts';
import type { Shortcut } from '../../state/shortcuts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { ServicesModel } from './services-model.svelte.ts';
import { referenceText } from './service-places.ts';

interface Parts {
  readonly model: ServicesModel;
  readonly find: () => void;
  readonly close: () => void;
}

export function serviceShortcuts({ model, find, close }: Parts): readonly Shortcut[] {
  const t = language.t.services;
  const names = language.t.frame.shortcuts;
  const isOpen = () => model.place.kind === 'service';
  const copy = () => {
    const { current } = model;
    // Text that a person marked is what they want to copy.
    if (getSelection()?.isCollapsed === false) document.execCommand('copy');
    else if (current !== undefined) copyText(referenceText(current));
  };
  const screen = { group: 'screen' } as const;
  const list = { group: 'list' } as const;
  // What takes the whole screen may have something of its own to refresh.
  const isOurs = () => inList() || model.place.kind === 'compare';
  const inList = () => isOpen() || model.place.kind === 'list';
  return [
    { ...screen, keys: '/', label: names.filter, run: find, enabled: inList },
    {
      ...screen,
      keys: 'Mod+R',
      label: t.refresh,
      run: () => void model.refresh(),
      enabled: isOurs,
    },
    { ...screen, keys: 'Escape', label: names.close, run: close, enabled: isOpen },
    { ...list, keys: 'Mod+C', label: t.copyReference, run: copy, enabled: isOpen },
    ...ofTheList(),
  ];
}

/** Handled by the list itself; here they are named for the list of shortcuts. */
function ofTheList(): Shortcut[] {
  const names = language.t.frame.shortcuts;
  const keys: readonly (readonly [string, string])[] = [
    ['ArrowDown', names.move],
    ['Home', names.ends],
    ['PageDown', names.page],
    ['Enter', names.open],
  ];
  return keys.map(([keys, label]) => ({ keys, label, group: 'list' }));
}
