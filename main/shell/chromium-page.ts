// The dialogs and clipboard calls the Chromium shell makes in its page, from a world that page scripts cannot reach.
import { randomInt } from 'node:crypto';
import type { Secret } from '../secret.ts';
import { ORIGIN } from './chromium-arguments.ts';
import type { Protocol, RemoteObject } from './chromium-protocol.ts';
import type { Clipboard, TypedWords } from './shell.ts';

export interface PageTools {
  readonly clipboard: Clipboard;
  /** Chromium's own file dialog; the file is never read in the page. Undefined when it was cancelled. */
  pickFile(extensions: readonly string[]): Promise<string | undefined>;
  /** The same for several; none when it was cancelled. */
  pickFiles(extensions: readonly string[]): Promise<readonly string[]>;
  /** Hears the paths of files that are dropped where the page takes them; the page itself gets no path. */
  watchDrops(hear: (paths: readonly string[]) => void): Promise<void>;
  /** The browser's own question box over the page; false when it was closed or suppressed. */
  confirm(question: string): Promise<boolean>;
  /**
   * The same where a yes counts: two digits are typed, which main chooses anew each time and the page never knows, so that no key meant
   * for the page is a yes. What comes within a second counts as nothing, and is asked once more. False when it was ended by the signal.
   */
  consent(question: string, words: TypedWords, signal?: AbortSignal): Promise<boolean>;
  /** Who answers a box of the window: ours is left to the person, the page has none to ask in the browser's name. */
  answerTo(box: WindowBox, mayLeave: () => boolean): 'left' | 'accept' | 'dismiss';
  /** Takes every permission from the page: nothing is asked, all is denied (NAV-05, CLP-03). */
  denyAll(): Promise<void>;
  /** The window in front of the person, also when it was minimised. */
  bringForward(): Promise<void>;
}

/** As the browser tells of it: `confirm`, `prompt`, `alert` or `beforeunload`, with its words. */
export interface WindowBox {
  type(): string;
  message(): string;
}

const WORLD = 'steward-shell';
const PICK = (accept: string, several: boolean) => `new Promise((done) => {
  const input = document.createElement('input');
  globalThis.stewardPick?.(undefined);
  globalThis.stewardPick = done;
  input.type = 'file';
  input.accept = ${JSON.stringify(accept)};
  input.multiple = ${String(several)};
  input.onchange = () => done([...input.files]);
  input.oncancel = () => done([]);
  globalThis.stewardInput = input;
  input.click();
})`;

type Run = (expression: string, returnByValue: boolean) => Promise<RemoteObject>;

/** `clock` in milliseconds, of a clock that nobody sets. */
export function createPageTools(
  protocol: Protocol,
  clock: () => number = () => performance.now(),
): PageTools {
  const run: Run = (expression, returnByValue) =>
    evaluateApart(protocol, expression, returnByValue);
  const pick = async (extensions: readonly string[], several: boolean) => {
    const accept = extensions.map((ending) => `.${ending.replace(/^\./, '')}`).join(',');
    return pathsIn(protocol, await run(PICK(accept, several), false));
  };
  const questions = createQuestions(protocol, run, clock);
  return {
    clipboard: createClipboard(protocol, run),
    denyAll: () => allow(protocol),
    bringForward: () => bringForward(protocol),
    confirm: (question) => questions.confirm(question),
    consent: (question, words, signal) => questions.consent(question, words, signal),
    answerTo: (box, mayLeave) => {
      if (questions.isAsking(box.message())) return 'left';
      return box.type() === 'beforeunload' && mayLeave() ? 'accept' : 'dismiss';
    },
    pickFile: async (extensions) => (await pick(extensions, false))[0],
    pickFiles: (extensions) => pick(extensions, true),
    watchDrops: (hear) => watchDrops(protocol, hear),
  };
}

/** An answer that comes sooner was on its way before anybody could read the question (ATK-26). */
export const TOO_SOON_MS = 1000;

function createQuestions(protocol: Protocol, run: Run, clock: () => number) {
  let shown: string | undefined;
  const box = async (kind: 'confirm' | 'prompt', text: string, signal?: AbortSignal) => {
    // It rejects when the person was faster.
    const close = () =>
      void protocol.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
    signal?.addEventListener('abort', close);
    shown = text;
    try {
      return (await run(`${kind}(${JSON.stringify(text)})`, true)).value;
    } finally {
      shown = undefined;
      signal?.removeEventListener('abort', close);
    }
  };
  return {
    confirm: async (question: string) => (await box('confirm', question)) === true,
    async consent(question: string, { typed, again }: TypedWords, signal?: AbortSignal) {
      const isOver = () => signal?.aborted === true;
      const digits = twoDigits();
      const since = clock();
      const first = await box('prompt', `${question}\n\n${typed} ${digits}`, signal);
      if (isOver()) return false;
      if (clock() - since >= TOO_SOON_MS) return first === digits;
      // Other digits: what was typed into the first box says nothing in this one.
      const others = twoDigits(digits);
      const second = await box('prompt', `${question}\n\n${again} ${others}`, signal);
      return second === others && !isOver();
    },
    isAsking: (text: string) => shown === text,
  };
}

function twoDigits(before?: string): string {
  const all = Array.from({ length: 90 }, (_, at) => String(at + 10)).filter(
    (one) => one !== before,
  );
  return all[randomInt(all.length)] ?? '';
}

async function bringForward(protocol: Protocol): Promise<void> {
  const { windowId, bounds } = await protocol.send('Browser.getWindowForTarget');
  if (bounds.windowState === 'minimized') {
    await protocol.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  }
  await protocol.send('Page.bringToFront');
}

/** Of a list of files in the page. Each is named to us by the browser, which knows what the page does not. */
async function pathsIn(protocol: Protocol, list: RemoteObject): Promise<readonly string[]> {
  const { objectId } = list;
  if (objectId === undefined) return [];
  const { result } = await protocol.send('Runtime.getProperties', {
    objectId,
    ownProperties: true,
  });
  const paths: string[] = [];
  for (const { name, value } of result) {
    if (!/^\d+$/.test(name) || value?.objectId === undefined) continue;
    const { path } = await protocol.send('DOM.getFileInfo', { objectId: value.objectId });
    await protocol.send('Runtime.releaseObject', { objectId: value.objectId });
    if (path !== '') paths.push(path);
  }
  await protocol.send('Runtime.releaseObject', { objectId });
  return paths;
}

/** Only what a person dropped: an event that the page made up is not trusted. Frames within have no say. */
const DROPPED = 'stewardDropped';
const WATCH_DROPS = `if (window === window.top) addEventListener('drop', (event) => {
  if (!event.isTrusted || event.dataTransfer.files.length === 0) return;
  globalThis.stewardFiles = [...event.dataTransfer.files];
  ${DROPPED}('');
})`;

/** The binding is in our own world alone, in every document from now on. */
async function watchDrops(protocol: Protocol, hear: (paths: readonly string[]) => void) {
  protocol.on('Runtime.bindingCalled', ({ name, executionContextId: contextId }) => {
    if (name !== DROPPED) return;
    void protocol
      .send('Runtime.evaluate', { expression: 'globalThis.stewardFiles', contextId })
      .then(({ result }) => pathsIn(protocol, result))
      // The document is gone, and its files with it.
      .then(hear, () => undefined);
  });
  await protocol.send('Runtime.addBinding', { name: DROPPED, executionContextName: WORLD });
  await protocol.send('Page.addScriptToEvaluateOnNewDocument', {
    source: WATCH_DROPS,
    worldName: WORLD,
  });
}

/** Grants these to the page's origin and refuses all others. */
async function allow(protocol: Protocol, ...permissions: string[]): Promise<void> {
  await protocol.send('Browser.grantPermissions', { origin: ORIGIN, permissions });
}

/**
 * Never read: the right to read would be the origin's, and so the page's (ATK-27). What we wrote counts as still there until we write
 * something else, so that no secret stays; what was copied elsewhere meanwhile is cleared with it.
 */
function createClipboard(protocol: Protocol, run: Run): Clipboard {
  /** We wrote something else since. A window that was opened anew does not know what another one wrote. */
  let isReplaced = false;
  /** The permission to write is the origin's, so the page has it too, but for this moment only. */
  const write = async (text: string): Promise<void> => {
    await allow(protocol, 'clipboardSanitizedWrite');
    try {
      await run(`navigator.clipboard.writeText(${JSON.stringify(text)})`, true);
    } finally {
      await allow(protocol);
    }
  };
  return {
    write: async (secret: Secret) => {
      // Also of a write that failed it is not known what it has left.
      isReplaced = false;
      await write(secret.expose());
    },
    writeText: async (text) => {
      await write(text);
      isReplaced = true;
    },
    holds: async () => !isReplaced,
    clear: async () => {
      await write('');
      isReplaced = true;
    },
  };
}

async function evaluateApart(
  protocol: Protocol,
  expression: string,
  returnByValue: boolean,
): Promise<RemoteObject> {
  const { frameTree } = await protocol.send('Page.getFrameTree');
  const { executionContextId } = await protocol.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: WORLD,
  });
  const { result, exceptionDetails } = await protocol.send('Runtime.evaluate', {
    expression,
    contextId: executionContextId,
    userGesture: true,
    awaitPromise: true,
    returnByValue,
  });
  // The details may repeat the expression, which may hold a secret.
  if (exceptionDetails) throw new Error('The page refused what the shell asked of it.');
  return result;
}
