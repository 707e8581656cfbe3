// The border in Electron: one frozen Port on the page's window. Knows no feature, hands out nothing of Electron.
import { contextBridge, ipcRenderer } from 'electron';
import type { Port, ToMain, ToPage } from './wire.ts';

/** The only channel there is, in both directions; its messages are JSON text. */
const CHANNEL = 'steward';

const steward: Port<ToMain, ToPage> = Object.freeze({
  post(message: ToMain): void {
    ipcRenderer.send(CHANNEL, JSON.stringify(message));
  },
  listen(receive: (message: ToPage) => void): () => void {
    // The event object is kept back: it would hand the page a sender.
    const hear = (_event: unknown, text: unknown): void => {
      receive(JSON.parse(String(text)) as ToPage);
    };
    ipcRenderer.on(CHANNEL, hear);
    return () => {
      ipcRenderer.off(CHANNEL, hear);
    };
  },
});

contextBridge.exposeInMainWorld('steward', steward);
