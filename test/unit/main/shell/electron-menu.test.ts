// The menu: keys reserved for programs by the systems, the person's language, no developer tools once installed.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  callsOf,
  type FakeItem,
  resetElectron,
  shownMenu,
} from '../../../support/fake-electron.ts';
import * as fakeElectron from '../../../support/fake-electron.ts';

vi.mock('electron', () => fakeElectron);
const { openContextMenu, setMenu } = await import('../../../../main/shell/electron-menu.ts');

beforeEach(resetElectron);

function menuOf(platform: NodeJS.Platform, language = 'en-GB', packaged = true) {
  setMenu({ platform, language, packaged });
  const [menus] = callsOf('Menu.setApplicationMenu').at(-1)?.args as [readonly FakeItem[]];
  const items = menus.flatMap(({ submenu }) => submenu ?? []);
  return { menus, items, roles: items.flatMap(({ role }) => role ?? []) };
}

describe('the application menu', () => {
  it('has on macOS what a Mac leaves to programs: copying, pasting, hiding, quitting', () => {
    const { roles } = menuOf('darwin');
    for (const role of ['cut', 'copy', 'paste', 'selectAll', 'undo', 'hide', 'quit', 'minimize']) {
      expect(roles).toContain(role);
    }
  });

  it.each(['darwin', 'win32', 'linux'] as const)('enlarges and makes smaller on %s', (platform) => {
    const { roles } = menuOf(platform);
    expect(roles).toEqual(expect.arrayContaining(['resetZoom', 'zoomIn', 'zoomOut', 'quit']));
  });

  it.each(['darwin', 'win32', 'linux'] as const)(
    'ISO-01 has no tools of developers on %s once installed',
    (platform) => {
      const tools = ['toggleDevTools', 'reload', 'forceReload', 'viewMenu', 'help', 'services'];
      const { roles } = menuOf(platform);
      expect(roles.filter((role) => tools.includes(role))).toEqual([]);
      expect(menuOf(platform, 'en-GB', false).roles).toContain('toggleDevTools');
    },
  );

  it('speaks the language of the system', () => {
    const { menus, items } = menuOf('darwin', 'nb-NO');
    expect(menus.map(({ label }) => label)).toEqual(['Steward', 'Rediger', 'Vis', 'Vindu']);
    const silent = items.filter(({ role, label }) => role !== undefined && label === undefined);
    expect(silent).toEqual([]);
    expect(menuOf('darwin', 'nn').menus.at(-1)?.label).toBe('Vindu');
    expect(menuOf('darwin', 'de-DE').menus.at(-1)?.label).toBe('Window');
  });
});

describe('the menu at the pointer', () => {
  const can = { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true };
  const editFlags = { ...can, canDelete: true, canSelectAll: true, canEditRichly: true };
  const rolesAt = (given: Partial<Parameters<typeof openContextMenu>[0]>) => {
    const before = callsOf('menu.popup').length;
    openContextMenu({ isEditable: false, selectionText: '', editFlags, ...given }, 'nb');
    return callsOf('menu.popup').length === before ? undefined : shownMenu();
  };

  it('cuts, copies and pastes in a field, in the person’s language', () => {
    expect(rolesAt({ isEditable: true })).toMatchObject([
      { role: 'cut', label: 'Klipp ut', enabled: true },
      { role: 'copy', label: 'Kopier' },
      { role: 'paste', label: 'Lim inn' },
      { role: 'selectAll', label: 'Marker alt' },
    ]);
    // A hidden secret in a field is not to be copied out of it.
    const hidden = rolesAt({ isEditable: true, editFlags: { ...editFlags, canCopy: false } });
    expect(hidden?.find(({ role }) => role === 'copy')?.enabled).toBe(false);
  });

  it('copies what is selected, and is not there where nothing can be done', () => {
    expect(rolesAt({ selectionText: 'Kari' })?.map(({ role }) => role)).toEqual(['copy']);
    expect(rolesAt({ selectionText: ' ' })).toBeUndefined();
  });
});
