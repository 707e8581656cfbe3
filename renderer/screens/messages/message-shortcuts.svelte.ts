// The keyboard shortcuts of a folder. No key alone changes anything or marks a message as read.
import { router } from '../../state/router.svelte.ts';
import { listKeys, namedKeys } from '../../state/list-keys.ts';
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
  readonly export: () => void;
}

export function messageShortcuts({
  model,
  open,
  find,
  close,
  ...acts
}: Parts): readonly Shortcut[] {
  const t = language.t.messages;
  const isOpen = () => open() !== null;
  const { selection } = model;
  const isSelected = () => selection.messages.length > 0;
  /** A message that is open and not selected is the one that is meant. */
  const meansSelected = () => {
    const id = open();
    return isSelected() && (id === null || selection.ticks.names.has(id));
  };
  const inTrash = model.folder === 'trash';
  return [
    ...listKeys({
      find,
      refresh: { label: t.refresh, run: () => model.load() },
      ...(!inTrash && {
        create: { label: t.start, run: () => router.go({ id: startId(null) }) },
        save: {
          label: t.export,
          run: () => (isSelected() ? selection.export() : acts.export()),
        },
      }),
      close: {
        run: () => {
          if (isOpen()) close();
          else selection.clear();
        },
        enabled: () => isOpen() || isSelected(),
      },
    }),
    {
      keys: 'Delete',
      group: 'list',
      label: t.remove,
      run: () => {
        if (!meansSelected()) model.deleting = open() ?? undefined;
        else if (selection.blocked === undefined) selection.deleting = true;
      },
      enabled: () => isOpen() || isSelected(),
    },
    ...ofTheList(),
  ];
}

/** Handled by the list itself; here they are named for the list of shortcuts. */
const ofTheList = (): readonly Shortcut[] => [
  ...namedKeys('move', 'ends', 'page', 'open', 'tick', 'range'),
  { keys: 'Mod+A', label: language.t.messages.selected.all, group: 'list' },
];
