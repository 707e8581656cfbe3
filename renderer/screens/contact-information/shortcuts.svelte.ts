// The keyboard shortcuts of contact information. No key alone ever changes anything.
import { router } from '../../state/router.svelte.ts';
import { listKeys, namedKeys } from '../../state/list-keys.ts';
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
  // Handled by the table itself.
  ...namedKeys('page', 'open'),
];

function onScreen({ contacts, dialogs, find }: Parts): readonly Shortcut[] {
  const t = language.t.contactInformation;
  const enabled = () => contacts.blocked === undefined;
  return listKeys({
    find,
    refresh: { label: t.refresh, run: () => contacts.load() },
    create: { label: t.add.ask, run: () => dialogs.open({ kind: 'add' }), enabled },
    save: {
      label: t.export,
      run: () => contacts.exporting.ask(),
      enabled: () => contacts.exporting.possible,
    },
    fromFile: { label: t.bulkAsk, run: () => router.go({ id: BULK }), enabled },
    close: {
      run: () => router.replace({ id: null }),
      enabled: () => contacts.current !== undefined,
    },
  });
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
