// The border in Chromium: the same port of text as an init script, over one binding in and one function out.
import type { StewardWindow, TextPort } from './wire.ts';

/** Both names are known to main/shell/chromium-page.ts. */
interface Ends {
  /** A binding of the shell; takes one text. */
  stewardToMain?: (text: string) => void;
  /** Called by the shell with a list of texts, in order; resolves when each was received. */
  readonly stewardToPage?: (texts: readonly string[]) => Promise<void>;
}

const page = window as unknown as Ends & Partial<StewardWindow>;
const toMain = page.stewardToMain;

// A frame or a foreign document has no business with main; the shell checks the sender as well.
if (toMain && window === window.top && location.href.startsWith('https://steward.local/')) {
  open(toMain);
}
delete page.stewardToMain;
// The browser's boxes are main's alone, which asks from a world of its own: to the page, in each of its frames, they say no and nothing
// is shown, so that none can be taken for main's (ATK-26).
Object.assign(window, { alert: () => undefined, confirm: () => false, prompt: () => null });

function open(send: (text: string) => void): void {
  const listeners = new Set<(text: string) => void>();
  const steward: TextPort = Object.freeze({
    post(text: string): void {
      send(String(text));
    },
    listen(receive: (text: string) => void): () => void {
      listeners.add(receive);
      return () => listeners.delete(receive);
    },
  });
  const stewardToPage = turns((text) => {
    for (const receive of [...listeners]) receive(text);
  });
  // Neither can be replaced by what the page loads later.
  Object.defineProperty(window, 'steward', { value: steward, enumerable: true });
  Object.defineProperty(window, 'stewardToPage', { value: stewardToPage });
  // Closing asks the shell first; it keeps the window open while something would be lost.
  window.addEventListener('beforeunload', (event) => {
    // Before the first click or key Chromium would not ask; the shell then opens the window again.
    if (navigator.userActivation.hasBeenActive) event.preventDefault();
  });
}

/**
 * Gives each text to `receive` in a task of its own, as Electron does: whoever waited for an answer has gone on before the
 * event behind it is heard, and what fails at one message takes no other with it.
 */
function turns(receive: (text: string) => void): (texts: readonly string[]) => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const ends: (() => void)[] = [];
  port2.onmessage = ({ data }: MessageEvent<string | null>) => {
    if (data === null) ends.shift()?.();
    else receive(data);
  };
  return (texts) =>
    new Promise((resolve) => {
      ends.push(resolve);
      for (const text of [...texts, null]) port1.postMessage(text);
    });
}
