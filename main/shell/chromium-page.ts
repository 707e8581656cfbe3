// What the Chromium shell asks of its page from a world the page's scripts cannot reach: dialogs and the clipboard.
import type { Secret } from '../secret.ts';
import { ORIGIN } from './chromium-arguments.ts';
import type { Protocol, RemoteObject } from './chromium-protocol.ts';
import type { Clipboard } from './shell.ts';

export interface PageTools {
  readonly clipboard: Clipboard;
  /** Chromium's own file dialog; the file is never read in the page. Undefined when it was cancelled. */
  pickFile(extensions: readonly string[]): Promise<string | undefined>;
  /** The browser's own question box over the page; false when it was closed. */
  confirm(question: string): Promise<boolean>;
  /** Takes every permission from the page: nothing is asked, all is denied (checks.md NAV-05, CLP-03). */
  denyAll(): Promise<void>;
}

const WORLD = 'steward-shell';
const PICK = (accept: string) => `new Promise((done) => {
  const input = document.createElement('input');
  globalThis.stewardPick?.(undefined);
  globalThis.stewardPick = done;
  input.type = 'file';
  input.accept = ${JSON.stringify(accept)};
  input.onchange = () => done(input.files[0]);
  input.oncancel = () => done(undefined);
  globalThis.stewardInput = input;
  input.click();
})`;

type Run = (expression: string, returnByValue: boolean) => Promise<RemoteObject>;

export function createPageTools(protocol: Protocol): PageTools {
  const run: Run = (expression, returnByValue) =>
    evaluateApart(protocol, expression, returnByValue);
  return {
    clipboard: createClipboard(protocol, run),
    denyAll: () => allow(protocol),
    async confirm(question) {
      return (await run(`confirm(${JSON.stringify(question)})`, true)).value === true;
    },
    async pickFile(extensions) {
      const accept = extensions.map((ending) => `.${ending.replace(/^\./, '')}`).join(',');
      const { objectId } = await run(PICK(accept), false);
      if (objectId === undefined) return undefined;
      const { path } = await protocol.send('DOM.getFileInfo', { objectId });
      await protocol.send('Runtime.releaseObject', { objectId });
      return path === '' ? undefined : path;
    },
  };
}

/** Grants these to the page's origin and refuses all others. */
async function allow(protocol: Protocol, ...permissions: string[]): Promise<void> {
  await protocol.send('Browser.grantPermissions', { origin: ORIGIN, permissions });
}

function createClipboard(protocol: Protocol, run: Run): Clipboard {
  /** The permission is the origin's, so the page has it too, but for this moment only. */
  const allowed = async (permission: string, expression: string): Promise<unknown> => {
    await allow(protocol, permission);
    try {
      return (await run(expression, true)).value;
    } finally {
      await allow(protocol);
    }
  };
  const write = (text: string) =>
    allowed('clipboardSanitizedWrite', `navigator.clipboard.writeText(${JSON.stringify(text)})`);

  return {
    write: async (secret: Secret) => {
      await write(secret.expose());
    },
    writeText: async (text) => {
      await write(text);
    },
    holds: async (secret: Secret) => {
      const text = JSON.stringify(secret.expose());
      const same = `navigator.clipboard.readText().then((text) => text === ${text})`;
      return (await allowed('clipboardReadWrite', same)) === true;
    },
    clear: async () => {
      await write('');
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
