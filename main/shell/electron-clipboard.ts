// The system's clipboard through Electron: a secret goes onto it with the marks that keep it out of histories.
import { clipboard, ClipboardItem } from 'electron';
import { concealingFormats } from './concealed-clipboard.ts';
import type { Clipboard } from './shell.ts';

export const systemClipboard: Clipboard = {
  async write(secret) {
    const items: Record<string, string | Blob> = { 'text/plain': secret.expose() };
    for (const [format, bytes] of concealingFormats(process.platform)) {
      const type = `electron application/osclipboard;format="${format}"`;
      items[type] = new Blob([new Uint8Array(bytes)]);
    }
    // One write for all formats: a second one would replace the first.
    await clipboard.write([new ClipboardItem(items)]);
  },
  writeText: async (text) => {
    await clipboard.writeText(text);
  },
  holds: async (secret) => (await clipboard.readText()) === secret.expose(),
  clear: async () => {
    clipboard.clear();
  },
};
