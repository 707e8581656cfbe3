// The border in Electron: one frozen port of text on the page's window. Knows no feature, hands out nothing of it.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { TextPort } from './wire.ts';

/** The only channel of the page, in both directions; its messages are JSON text. */
const CHANNEL = 'steward';

const steward: TextPort = Object.freeze({
  post(text: string): void {
    ipcRenderer.send(CHANNEL, String(text));
  },
  listen(receive: (text: string) => void): () => void {
    // The event object is kept back: it would hand the page a sender.
    const hear = (_event: unknown, text: unknown): void => {
      receive(String(text));
    };
    ipcRenderer.on(CHANNEL, hear);
    return () => {
      ipcRenderer.off(CHANNEL, hear);
    };
  },
});

/** Paths of dropped files go past the page: it is told of names, by main. Nothing that the page makes up is a drop. */
const DROPPED = 'steward-dropped';

window.addEventListener('drop', (event) => {
  if (!event.isTrusted) return;
  const files = [...(event.dataTransfer?.files ?? [])];
  const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  if (paths.length > 0) ipcRenderer.send(DROPPED, paths);
});

contextBridge.exposeInMainWorld('steward', steward);
