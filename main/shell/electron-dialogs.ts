// Electron's system dialogs: which file to open, where to save, and whether the browser may open an address.
import {
  type BrowserWindow,
  dialog,
  type OpenDialogOptions,
  type SaveDialogOptions,
  shell as desktop,
} from 'electron';
import { safeFileName } from '../storage/file-names.ts';
import { checkedExternalAddress, notOpened } from './external-address.ts';
import type { Dialogs } from './shell.ts';

export function createDialogs(window: () => BrowserWindow | undefined): Dialogs {
  return {
    async open({ extensions }) {
      const filters =
        extensions.length === 0
          ? []
          : [{ name: extensions.join(', '), extensions: [...extensions] }];
      const asked: OpenDialogOptions = { properties: ['openFile'], filters };
      const over = window();
      const { canceled, filePaths } = await (over
        ? dialog.showOpenDialog(over, asked)
        : dialog.showOpenDialog(asked));
      return canceled ? undefined : filePaths[0];
    },
    async openSeveral() {
      const asked: OpenDialogOptions = { properties: ['openFile', 'multiSelections'] };
      const over = window();
      const { canceled, filePaths } = await (over
        ? dialog.showOpenDialog(over, asked)
        : dialog.showOpenDialog(asked));
      return canceled ? [] : filePaths;
    },
    async save({ suggestedName }) {
      const asked: SaveDialogOptions = { defaultPath: safeFileName(suggestedName) };
      const over = window();
      const { canceled, filePath } = await (over
        ? dialog.showSaveDialog(over, asked)
        : dialog.showSaveDialog(asked));
      return canceled ? undefined : filePath;
    },
    async folder() {
      const asked: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
      const over = window();
      const { canceled, filePaths } = await (over
        ? dialog.showOpenDialog(over, asked)
        : dialog.showOpenDialog(asked));
      return canceled ? undefined : filePaths[0];
    },
  };
}

/** The person sees the host that will be opened, and decides. */
export async function openExternal(address: URL, over: BrowserWindow | undefined): Promise<void> {
  const checked = checkedExternalAddress(address);
  const question = {
    type: 'question' as const,
    message: `Open ${checked.host} in the system's browser?`,
    detail: checked.href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  };
  const { response } = over
    ? await dialog.showMessageBox(over, question)
    : await dialog.showMessageBox(question);
  if (response !== 0) throw notOpened();
  await desktop.openExternal(checked.href);
}
