// Reads one large answer from the operation to the page's end, and says for how long the loop was held meanwhile.
import { openBareClient } from './bare-client.ts';
import { type Measured, startConnected } from './measured-program.ts';
import { watchLoop } from './own-process.ts';

export interface Held {
  readonly longestMs: number;
  readonly seconds: number;
  readonly items: number;
}
/** The page is another process: what its end of the border would do is not done here. */
export async function measureLarge(measured: Measured): Promise<Held> {
  const { app, connection } = await startConnected(measured);
  let items = 0;
  const answered = new Promise<void>((resolve) => {
    app.serve({
      listen: (hear) => {
        queueMicrotask(() => {
          const input = { connection, who: 'my', skip: 0, top: 50 };
          hear({ kind: 'call', id: 1, name: 'messages.list', input });
        });
        return () => undefined;
      },
      post: (message) => {
        // As a shell does it: text on its way to another process.
        JSON.stringify(message);
        if (message.kind === 'part') items += message.items.length;
        if (message.kind === 'answer') resolve();
      },
    });
  });
  const delays = watchLoop();
  const begun = performance.now();
  await answered;
  const seconds = (performance.now() - begun) / 1000;
  const { longestMs } = await delays();
  await app.stop();
  return { longestMs, seconds, items };
}

/** The anchor: the same answer by Node's own client, unpacked and parsed in one piece, and an XML one read as text alone. */
export async function measureBare({ platform }: Measured, form: 'json' | 'xml'): Promise<Held> {
  const client = openBareClient(platform);
  const delays = watchLoop();
  const begun = performance.now();
  const text = (await client.ask({ path: '/api/my/messages' })).toString();
  const items =
    form === 'json' ? itemsOf(text) : text.split('<resource rel="messages">').length - 1;
  const seconds = (performance.now() - begun) / 1000;
  const { longestMs } = await delays();
  client.close();
  return { longestMs, seconds, items };
}

function itemsOf(text: string): number {
  const list = JSON.parse(text) as { _embedded: { messages: readonly unknown[] } };
  return list._embedded.messages.length;
}
