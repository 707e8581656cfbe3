// The keyboard shortcuts of the Enterprise users screen. They open dialogs; no key alone ever changes anything.
import { copyText } from '../../components/copy-text.ts';
import { listKeys, namedKeys } from '../../state/list-keys.ts';
import type { Shortcut } from '../../state/shortcuts.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { UsersModel } from './users-model.svelte.ts';
import type { Dialogs } from './dialogs.svelte.ts';
import { noTicks } from '../../components/ticks.ts';

interface Parts {
  readonly model: UsersModel;
  readonly dialogs: Dialogs;
  readonly find: () => void;
}

export function userShortcuts(parts: Parts): readonly Shortcut[] {
  return [...onScreen(parts), ...onUser(parts.model, parts.dialogs), ...ofTheTable()];
}

function onScreen({ model, dialogs, find }: Parts): readonly Shortcut[] {
  const t = language.t.enterpriseUsers;
  return listKeys({
    find,
    refresh: { label: t.refresh, run: () => void model.load() },
    create: {
      label: t.newUser,
      run: () => dialogs.open({ kind: 'create' }),
      enabled: () => model.blocked === undefined,
    },
    save: {
      label: t.export,
      run: () => model.exportTicked(),
      enabled: () => model.exporting.possible,
    },
    close: {
      run: () => {
        if (model.current !== undefined) router.replace({ id: null });
        else model.ticks = noTicks;
      },
      enabled: () => model.current !== undefined || model.ticks.names.size > 0,
    },
  });
}

/** Handled by the table itself; here they are named for the list of shortcuts. */
const ofTheTable = (): readonly Shortcut[] => [
  ...namedKeys('page', 'open', 'tick', 'range'),
  { keys: 'Mod+A', label: language.t.enterpriseUsers.columns.tickAll, group: 'list' },
];

function onUser(model: UsersModel, dialogs: Dialogs): Shortcut[] {
  const t = language.t.enterpriseUsers;
  const open = (kind: 'rename' | 'remove' | 'rotate') => () => {
    if (model.current !== undefined) dialogs.open({ kind, userName: model.current.name });
  };
  const list = { group: 'list' } as const;
  /** A user that is open and not ticked is the one that is meant. */
  const meansTicked = () =>
    model.ticks.names.size > 0 &&
    (model.current === undefined || model.ticks.names.has(model.current.name));
  const enabled = () => model.current !== undefined && model.blocked === undefined;
  const copy = () => {
    // Text that a person marked is what they want to copy.
    if (getSelection()?.isCollapsed === false) document.execCommand('copy');
    else copyText(model.current?.name ?? '');
  };
  return [
    { ...list, keys: 'F2', label: t.rename, run: open('rename'), enabled },
    { ...list, keys: 'Mod+Shift+R', label: t.rotate, run: open('rotate'), enabled },
    {
      ...list,
      keys: 'Delete',
      label: t.remove,
      run: () => {
        if (meansTicked()) dialogs.open({ kind: 'remove-many', userNames: [...model.ticks.names] });
        else open('remove')();
      },
      enabled: () => (meansTicked() ? model.deletionBlocked === undefined : enabled()),
    },
    {
      ...list,
      keys: 'Mod+C',
      label: t.copyName,
      run: copy,
      enabled: () => model.current !== undefined,
    },
  ];
}
