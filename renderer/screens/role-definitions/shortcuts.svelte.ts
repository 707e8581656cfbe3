// The keyboard shortcuts of the Local roles screen. They open forms and dialogs; no key alone ever changes anything.
import { copyText } from '../../components/copy-text.ts';
import { listKeys, namedKeys } from '../../state/list-keys.ts';
import type { Shortcut } from '../../state/shortcuts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { RolesModel } from './roles-model.svelte.ts';
import type { Row } from './roles.ts';

interface Parts {
  readonly model: RolesModel;
  readonly find: () => void;
  readonly remove: (row: Row) => void;
  readonly save: (row: Row) => void;
  readonly close: () => void;
}

export function roleShortcuts(parts: Parts): readonly Shortcut[] {
  // The last are handled by the table itself.
  return [...onScreen(parts), ...onRole(parts), ...namedKeys('move', 'ends', 'page', 'open')];
}

function onScreen({ model, find, close }: Parts): readonly Shortcut[] {
  const t = language.t.roleDefinitions;
  return listKeys({
    find,
    refresh: { label: t.refresh, run: () => model.refresh() },
    create: {
      label: t.newRole,
      run: () => model.go({ kind: 'new' }),
      enabled: () => model.blocked === undefined,
    },
    close: { run: close, enabled: () => model.place.kind === 'role' },
  });
}

function onRole({ model, remove, save }: Parts): Shortcut[] {
  const t = language.t.roleDefinitions;
  const list = { group: 'list' } as const;
  const withRole = (act: (row: Row) => void) => () => {
    if (model.current !== undefined) act(model.current);
  };
  const isLocal = () => model.current?.kind === 'local' && model.blocked === undefined;
  const copy = ({ code, id }: Row) => {
    // Text that a person marked is what they want to copy.
    if (getSelection()?.isCollapsed === false) document.execCommand('copy');
    else copyText(code ?? String(id));
  };
  return [
    {
      ...list,
      keys: 'F2',
      label: t.change,
      run: withRole(({ id }) => model.go({ kind: 'change', role: id })),
      enabled: isLocal,
    },
    { ...list, keys: 'Mod+E', label: t.exportRole, run: withRole(save), enabled: isLocal },
    { ...list, keys: 'Delete', label: t.remove, run: withRole(remove), enabled: isLocal },
    {
      ...list,
      keys: 'Mod+C',
      label: t.copyCode,
      run: withRole(copy),
      enabled: () => model.current !== undefined,
    },
  ];
}
