// What Electron asks and shows beside the window: files, questions, Touch ID, an address, a file in its folder.
import {
  type BrowserWindow,
  dialog,
  type OpenDialogOptions,
  type SaveDialogOptions,
  shell as desktop,
  systemPreferences,
} from 'electron';
import { fileTrouble } from '../storage/disk.ts';
import { safeFileName } from '../storage/file-names.ts';
import type { ShellWords, Told } from './shell-words.ts';
import { checkedExternalAddress, notOpened } from './external-address.ts';
import { isPlainPath } from './file-manager.ts';
import type { Asked, Dialogs, Shell } from './shell.ts';

export function createDialogs(window: () => BrowserWindow | undefined): Dialogs {
  /** Nothing when the person cancelled. */
  const picked = async (asked: OpenDialogOptions): Promise<readonly string[]> => {
    const over = window();
    const { canceled, filePaths } = await (over
      ? dialog.showOpenDialog(over, asked)
      : dialog.showOpenDialog(asked));
    return canceled ? [] : filePaths;
  };
  return {
    async open({ extensions }) {
      const filters =
        extensions.length === 0
          ? []
          : [{ name: extensions.join(', '), extensions: [...extensions] }];
      return (await picked({ properties: ['openFile'], filters }))[0];
    },
    openSeveral: () => picked({ properties: ['openFile', 'multiSelections'] }),
    async save({ suggestedName }) {
      const asked: SaveDialogOptions = { defaultPath: safeFileName(suggestedName) };
      const over = window();
      const { canceled, filePath } = await (over
        ? dialog.showSaveDialog(over, asked)
        : dialog.showSaveDialog(asked));
      return canceled ? undefined : filePath;
    },
    folder: async () => (await picked({ properties: ['openDirectory', 'createDirectory'] }))[0],
  };
}

/** The system's own question box, which closes as a no. No is what Enter says. */
export async function ask(
  { message, detail, yes, no }: Asked,
  over: BrowserWindow | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const question = {
    type: 'question' as const,
    message,
    detail,
    buttons: [yes, no],
    defaultId: 1,
    cancelId: 1,
    ...(signal && { signal }),
  };
  const { response } = over
    ? await dialog.showMessageBox(over, question)
    : await dialog.showMessageBox(question);
  return response === 0;
}

/** The system's box for what can only be read. */
export async function tell(
  { message, detail, close }: Told,
  over: BrowserWindow | undefined,
): Promise<void> {
  const told = { type: 'error' as const, message, detail, buttons: [close] };
  await (over ? dialog.showMessageBox(over, told) : dialog.showMessageBox(told));
}

/** The person sees the host that will be opened, and decides. */
export async function openExternal(
  address: URL,
  over: BrowserWindow | undefined,
  words: ShellWords,
): Promise<void> {
  const checked = checkedExternalAddress(address);
  if (!(await ask(words.openInBrowser(checked.host, checked.href), over))) throw notOpened();
  await desktop.openExternal(checked.href);
}

/** Selected in its folder, and nothing of it is opened. */
export function showInFolder(file: string): void {
  if (!isPlainPath(file)) throw fileTrouble('not-a-file');
  desktop.showItemInFolder(file);
}

/** Touch ID, where the system has it. Windows Hello and the questions of Linux are out of Electron's reach. */
export const touchId = (platform: NodeJS.Platform): Shell['person'] =>
  platform === 'darwin'
    ? {
        canAsk: () => systemPreferences.canPromptTouchID(),
        ask: (reason) =>
          systemPreferences.promptTouchID(reason).then(
            () => true,
            () => false,
          ),
      }
    : undefined;
