// The keyboard shortcuts of contact information. No key alone ever changes anything.
import { router } from '../../state/router.svelte.ts';
import type { Shortcut } from '../../state/shortcuts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { Contacts } from './contacts.svelte.ts';
import type { Dialogs } from './dialogs.svelte.ts';
import { BULK } from './places.ts';

interface Parts {
  readonly contacts: Contacts;
  readonly dialogs: Dialogs;
  readonly find: () => void;
}

export const contactShortcuts = (parts: Parts): readonly Shortcut[] => [
  ...onScreen(parts),
  ...onEntry(parts),
  ...ofTheTable(),
];

function onScreen({ contacts, dialogs, find }: Parts): Shortcut[] {
  const t = language.t.contactInformation;
  const names = language.t.frame.shortcuts;
  const screen = { group: 'screen' } as const;
  const mayChange = () => contacts.blocked === undefined;
  return [
    { ...screen, keys: '/', label: names.filter, run: find },
    { ...screen, keys: 'Mod+R', label: t.refresh, run: () => contacts.load() },
    {
      ...screen,
      keys: 'Mod+E',
      label: t.export,
      run: () => void contacts.exportList(),
      enabled: () => contacts.rows.length > 0,
    },
    {
      ...screen,
      keys: 'Mod+N',
      label: t.add.ask,
      run: () => dialogs.open({ kind: 'add' }),
      enabled: mayChange,
    },
    {
      ...screen,
      keys: 'Mod+I',
      label: t.bulkAsk,
      run: () => router.go({ id: BULK }),
      enabled: mayChange,
    },
    {
      ...screen,
      keys: 'Escape',
      label: names.close,
      run: () => router.replace({ id: null }),
      enabled: () => contacts.current !== undefined,
    },
  ];
}

function onEntry({ contacts, dialogs }: Parts): Shortcut[] {
  const t = language.t.contactInformation.entries;
  const open = (kind: 'replace' | 'remove') => () => {
    const row = contacts.current;
    if (row !== undefined) dialogs.open({ kind, row });
  };
  const list = { group: 'list' } as const;
  const enabled = () => contacts.current !== undefined && contacts.blocked === undefined;
  return [
    { ...list, keys: 'F2', label: t.replace, run: open('replace'), enabled },
    { ...list, keys: 'Delete', label: t.remove, run: open('remove'), enabled },
  ];
}

/** Handled by the table itself; here they are named for the list of shortcuts. */
function ofTheTable(): Shortcut[] {
  const names = language.t.frame.shortcuts;
  const keys: readonly (readonly [string, string])[] = [
    ['PageDown', names.page],
    ['Enter', names.open],
  ];
  return keys.map(([keys, label]) => ({ keys, label, group: 'list' }));
}
