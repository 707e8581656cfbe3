// The system clipboard through Electron: a secret is copied with the marks that keep it out of clipboard histories.
import { clipboard, ClipboardItem } from 'electron';
import type { Clipboard } from './shell.ts';

export const systemClipboard: Clipboard = {
  async write(secret) {
    const items: Record<string, string | Blob> = { 'text/plain': secret.expose() };
    for (const [format, bytes] of concealingFormats(process.platform)) {
      const type = `electron application/osclipboard;format="${format}"`;
      items[type] = new Blob([new Uint8Array(bytes)]);
    }
    try {
      // One write for all formats: a second one would replace the first.
      await clipboard.write([new ClipboardItem(items)]);
    } catch {
      // A system that does not take the marks: the person has asked for a copy, and it is cleared all the same.
      await clipboard.writeText(secret.expose());
    }
  },
  writeText: async (text) => {
    await clipboard.writeText(text);
  },
  holds: async (secret) => (await clipboard.readText()) === secret.expose(),
  clear: async () => {
    clipboard.clear();
  },
};

/** A raw format of the system's clipboard and its bytes. */
type ConcealingFormat = readonly [format: string, bytes: Uint8Array];

const NO = new Uint8Array(4); // a DWORD of 0
/** Its being there is what counts; a format without a byte may be left out on the way. */
const THERE = Uint8Array.of(1);

export function concealingFormats(platform: NodeJS.Platform): readonly ConcealingFormat[] {
  switch (platform) {
    case 'win32':
      return [
        ['ExcludeClipboardContentFromMonitorProcessing', NO],
        ['CanIncludeInClipboardHistory', NO],
        ['CanUploadToCloudClipboard', NO],
      ];
    case 'darwin':
      return [['org.nspasteboard.ConcealedType', THERE]];
    default:
      return [['x-kde-passwordManagerHint', new TextEncoder().encode('secret')]];
  }
}
