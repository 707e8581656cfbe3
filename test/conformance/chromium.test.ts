// The suite in the real Chromium shell: a process of its own with a real browser and the built bridge.
import type { ToPage } from '../../preload/wire.ts';
import { openSteeredWindow } from '../support/window.ts';
import { buildShells, type Driven } from './shells.ts';
import { conformance } from './suite.ts';

/** What the page's side of a test keeps on its window. */
interface Probe {
  readonly steward: {
    post: (text: string) => void;
    listen: (hear: (text: string) => void) => void;
  };
  received: unknown[];
}

async function start(): Promise<Driven> {
  const built = await buildShells();
  const window = await openSteeredWindow({ main: built.chromium });
  const { page } = window;
  await page.evaluate(() => {
    const probe = globalThis as unknown as Probe;
    probe.received = [];
    probe.steward.listen((text) => probe.received.push(JSON.parse(text)));
  });
  let known: readonly ToPage[] = [];
  let looking = Promise.resolve(known);
  const look = async () => {
    const more = await page.evaluate(
      (from) => (globalThis as unknown as Probe).received.slice(from),
      known.length,
    );
    known = [...known, ...(more as ToPage[])];
    return known;
  };
  return {
    post: (text) =>
      page.evaluate((given) => {
        (globalThis as unknown as Probe).steward.post(given);
      }, text),
    // One look at a time: two at once would fetch the same messages twice.
    received: () => (looking = looking.then(look)),
    badSenders: {
      'an isolated world of the same page': (text) => fromIsolatedWorld(text),
      'the binding itself, taken from the page': (text) =>
        page.evaluate((given) => {
          const binding = (globalThis as { stewardToMain?: (text: string) => void }).stewardToMain;
          binding?.(given);
        }, text),
      'a frame within': (text) =>
        page.evaluate((given) => {
          const frame = document.createElement('iframe');
          document.body.append(frame);
          const inner = frame.contentWindow as unknown as {
            stewardToMain?: (text: string) => void;
            steward?: Probe['steward'];
          } | null;
          inner?.stewardToMain?.(given);
          inner?.steward?.post(given);
        }, text),
    },
    async stop() {
      await window.stop();
      built.remove();
    },
  };

  async function fromIsolatedWorld(text: string): Promise<void> {
    const protocol = await page.context().newCDPSession(page);
    const { frameTree } = await protocol.send('Page.getFrameTree');
    const { executionContextId } = await protocol.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    const { result } = await protocol.send('Runtime.evaluate', {
      expression: `stewardToMain(${JSON.stringify(text)}), 'sent'`,
      contextId: executionContextId,
    });
    // Its binding is there; only the check of the sender stands between.
    if (result.value !== 'sent') throw new Error('The isolated world has no binding to try.');
    await protocol.detach();
  }
}

conformance('Chromium', start);
