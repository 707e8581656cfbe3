// Notifications of the system through Electron: one at a time, and a click brings the window to the front.
import { type BrowserWindow, Notification } from 'electron';
import { bringForward } from './electron-window.ts';
import type { Notifications } from './shell.ts';

/** Undefined where the system shows none. */
export function systemNotifications(
  window: () => BrowserWindow | undefined,
): Notifications | undefined {
  if (!Notification.isSupported()) return undefined;
  // Held also after it went from sight: one that is collected as garbage hears no click in the system's list.
  let newest: Notification | undefined;
  return {
    isWatched: () => window()?.isFocused() === true,
    show(text, opened) {
      newest?.close();
      newest = new Notification({ title: text.title, body: text.body });
      newest.on('click', () => {
        const raised = window();
        if (raised === undefined) return;
        bringForward(raised);
        opened();
      });
      newest.show();
    },
  };
}
