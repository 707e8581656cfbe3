// The keyboard shortcuts of a folder. No key alone changes anything or marks a message as read.
import { router } from '../../state/router.svelte.ts';
import type { Shortcut } from '../../state/shortcuts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { MessagesModel } from './messages-model.svelte.ts';
import { startId } from './places.ts';

interface Parts {
  readonly model: MessagesModel;
  /** The message that is open. */
  readonly open: () => string | null;
  readonly find: () => void;
  readonly close: () => void;
}

export function messageShortcuts({ model, open, find, close }: Parts): readonly Shortcut[] {
  const t = language.t.messages;
  const names = language.t.frame.shortcuts;
  const screen = { group: 'screen' } as const;
  const isOpen = () => open() !== null;
  const inTrash = model.folder === 'trash';
  const ofTheBox: Shortcut[] = [
    { ...screen, keys: 'Mod+E', label: t.export, run: () => router.go({ id: '+export' }) },
    { ...screen, keys: 'Mod+N', label: t.start, run: () => router.go({ id: startId(null) }) },
  ];
  return [
    { ...screen, keys: '/', label: names.filter, run: find },
    { ...screen, keys: 'Mod+R', label: t.refresh, run: () => model.load() },
    ...(inTrash ? [] : ofTheBox),
    { ...screen, keys: 'Escape', label: names.close, run: close, enabled: isOpen },
    {
      keys: 'Delete',
      group: 'list',
      label: t.remove,
      run: () => (model.deleting = open() ?? undefined),
      enabled: isOpen,
    },
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
