// Electron's application menu: the usual one on macOS, only its keys elsewhere; no developer tools once installed.
import { type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import { type Locale, localeFor } from '../../preload/contract/locale.ts';

type Item = MenuItemConstructorOptions;
type Role = NonNullable<Item['role']>;

/** Electron names its roles in English only. */
const NORWEGIAN: Partial<Record<Role, string>> = {
  about: 'Om Steward',
  hide: 'Skjul Steward',
  hideOthers: 'Skjul andre',
  unhide: 'Vis alle',
  quit: 'Avslutt Steward',
  undo: 'Angre',
  redo: 'Gjør om',
  cut: 'Klipp ut',
  copy: 'Kopier',
  paste: 'Lim inn',
  selectAll: 'Marker alt',
  resetZoom: 'Vanlig størrelse',
  zoomIn: 'Større',
  zoomOut: 'Mindre',
  togglefullscreen: 'Fullskjerm',
  minimize: 'Minimer',
  zoom: 'Zoom',
  close: 'Lukk vindu',
  front: 'Legg alle fremst',
};
const HEADINGS = {
  en: { edit: 'Edit', view: 'View', window: 'Window' },
  nb: { edit: 'Rediger', view: 'Vis', window: 'Vindu' },
} as const;

export interface MenuGiven {
  readonly platform: NodeJS.Platform;
  /** BCP 47 tag of the system's language. */
  readonly language: string;
  readonly packaged: boolean;
}

const itemsIn =
  (locale: Locale) =>
  (role: Role, more: Item = {}): Item => {
    const label = locale === 'nb' ? NORWEGIAN[role] : undefined;
    return { role, ...(label !== undefined && { label }), ...more };
  };

/** What was clicked, as far as it decides about the menu. */
type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** What can be done with the text there; nothing where there is none. Electron brings no such menu along. */
export function openContextMenu(
  { isEditable, selectionText, editFlags }: Clicked,
  locale: Locale,
): void {
  const item = itemsIn(locale);
  const copy = item('copy', { enabled: editFlags.canCopy });
  const items = isEditable
    ? [
        item('cut', { enabled: editFlags.canCut }),
        copy,
        item('paste', { enabled: editFlags.canPaste }),
        item('selectAll', { enabled: editFlags.canSelectAll }),
      ]
    : selectionText.trim() === ''
      ? []
      : [copy];
  if (items.length > 0) Menu.buildFromTemplate(items).popup();
}

/** Replaces the menu that Electron brings along, with its developer tools and its links to the web. */
export function setMenu({ platform, language, packaged }: MenuGiven): void {
  const locale = localeFor('auto', language);
  const item = itemsIn(locale);
  const heading = HEADINGS[locale];
  const view: Item[] = [
    item('resetZoom'),
    item('zoomIn'),
    // On keyboards where plus takes Shift.
    item('zoomIn', { accelerator: 'CommandOrControl+=', visible: false }),
    item('zoomOut'),
    item('togglefullscreen'),
    ...(packaged ? [] : [item('reload'), item('toggleDevTools')]),
  ];
  const menus: Item[] =
    platform === 'darwin'
      ? [
          { label: 'Steward', submenu: program(item) },
          { label: heading.edit, submenu: editing(item) },
          { label: heading.view, submenu: view },
          { label: heading.window, submenu: windows(item) },
        ]
      : [{ label: heading.view, submenu: [...view, item('quit')] }];
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus));
}

type MakeItem = (role: Role) => Item;
const line: Item = { type: 'separator' };

const program = (item: MakeItem): Item[] => [
  ...[item('about'), line],
  ...[item('hide'), item('hideOthers'), item('unhide'), line],
  item('quit'),
];

/** Without these a Mac knows no keys for copying and pasting. */
const editing = (item: MakeItem): Item[] => [
  ...[item('undo'), item('redo'), line],
  ...[item('cut'), item('copy'), item('paste'), item('selectAll')],
];

const windows = (item: MakeItem): Item[] => [
  ...[item('minimize'), item('zoom'), item('close'), line],
  item('front'),
];
