// Main's end of the border in Chromium: serves exactly one document, our own in the main frame (IPC-02).
import { setTimeout as delay } from 'node:timers/promises';
import { ORIGIN } from './chromium-arguments.ts';
import type { Events, Protocol } from './chromium-protocol.ts';
import { createPagePort, type PagePort } from './page-port.ts';
import type { App } from './shell.ts';

/** Known to preload/chromium-bridge.ts. */
const TO_MAIN = 'stewardToMain';
const TO_PAGE = 'stewardToPage';
const DELIVERED_WITHIN_MS = 1000;

interface Served {
  readonly context: number;
  readonly uniqueId: string;
  readonly channel: PagePort;
  /** Resolves when the page has all that was posted, or is gone. */
  delivered(): Promise<void>;
  dropped(paths: readonly string[]): void;
  close(): void;
}

export interface BridgeEnd {
  /** Gives the page what it is still to get (the answer to `quit`), then ends. */
  close(): Promise<void>;
  /** Tells our document of files that were dropped onto it. */
  dropped(paths: readonly string[]): void;
  /** Calls that came from anywhere but our own document. */
  readonly refused: () => number;
}

type Context = Events['Runtime.executionContextCreated']['context'];

interface Given {
  readonly protocol: Protocol;
  readonly app: Pick<App, 'serve'>;
  /** Where the window's main frame is now. */
  readonly address: () => string;
}

export async function openBridgeEnd({ protocol, app, address }: Given): Promise<BridgeEnd> {
  const { frameTree } = await protocol.send('Page.getFrameTree');
  let served: Served | undefined;
  let refused = 0;
  const close = () => {
    served?.close();
    served = undefined;
  };
  protocol.on('Runtime.executionContextCreated', ({ context }) => {
    if (!isOurs(context, frameTree.frame.id)) return;
    close();
    served = serve(protocol, app, context);
  });
  protocol.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (served?.context === executionContextId) close();
  });
  protocol.on('Runtime.executionContextsCleared', close);
  protocol.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== TO_MAIN) return;
    const trusted = served?.context === executionContextId && address().startsWith(`${ORIGIN}/`);
    if (trusted) served?.channel.receive(payload);
    else refused += 1;
  });
  await protocol.send('Runtime.addBinding', { name: TO_MAIN });
  await protocol.send('Runtime.enable');
  return {
    close: async () => {
      await served?.delivered().finally(close);
    },
    dropped: (paths) => served?.dropped(paths),
    refused: () => refused,
  };
}

function isOurs({ origin, auxData }: Context, mainFrame: string): boolean {
  return origin === ORIGIN && auxData?.isDefault === true && auxData.frameId === mainFrame;
}

function serve(protocol: Protocol, app: Pick<App, 'serve'>, context: Context): Served {
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  let open = true;
  // One message in flight, the rest in one batch: the order is kept and a flood costs few crossings.
  const sendAll = async () => {
    while (open && waiting.length > 0) {
      const texts = waiting;
      waiting = [];
      const expression = `${TO_PAGE}(${JSON.stringify(texts)})`;
      await protocol
        .send('Runtime.evaluate', {
          expression,
          uniqueContextId: context.uniqueId,
          awaitPromise: true,
        })
        // The document is gone: what was meant for it has no reader.
        .catch(() => undefined);
    }
    sending = undefined;
  };
  const channel = createPagePort((text) => {
    waiting.push(text);
    sending ??= sendAll();
  });
  const serving = app.serve(channel.port);
  return {
    context: context.id,
    uniqueId: context.uniqueId,
    channel,
    // A page that shows a question box takes nothing in; leaving does not wait for it.
    delivered: () => Promise.race([sending, delay(DELIVERED_WITHIN_MS, undefined, { ref: false })]),
    dropped: (paths) => {
      serving.dropped(paths);
    },
    close() {
      open = false;
      serving.close();
    },
  };
}
