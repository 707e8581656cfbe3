// Reads a whole message box as its list asks for it: in main without a page, by a bare client, and in the window.
import type { Page } from 'playwright-core';
import type { z } from '../../preload/contract/schema.ts';
import type { messageList, messageListProgress } from '../../preload/contract/messages.ts';
import type { Result } from '../../preload/result.ts';
import { en } from '../../renderer/texts/en.ts';
import { messagesPage } from '../../test/pages/messages.ts';
import type { ConnectionFacts } from '../../test/support/make-connection.ts';
import { openBareClient, type SeenCall } from './bare-client.ts';
import { connectWindow } from './connected-window.ts';
import { type Measured, startConnected } from './measured-program.ts';
import { settledMemory, watchLoop, watchPeak, watchProcessor } from './own-process.ts';

export interface Reading {
  /** From the call to its first messages, and to all of them. */
  readonly firstMs: number;
  readonly seconds: number;
  readonly items: number;
  readonly calls: number;
  readonly cpuSeconds: number;
  /** For how long the loop was held at most. */
  readonly longestMs: number;
  /** Most memory while it read beyond what there was before, and what stayed. */
  readonly peakGrowthMiB: number;
  readonly keptMiB: number;
}
export interface BoxRead extends Reading {
  readonly complete: boolean;
  /** The part of all that came no newer than any before it. */
  readonly newestFirst: number;
}

/** What a reading costs this process; `read` tells how many items came each time. */
async function measured(
  read: (came: (items: number) => void) => Promise<number>,
): Promise<Reading> {
  const before = await settledMemory();
  const [delays, peak, processor] = [watchLoop(), watchPeak(), watchProcessor()];
  const begun = performance.now();
  let [items, firstMs] = [0, 0];
  const calls = await read((more) => {
    if (items === 0 && more > 0) firstMs = performance.now() - begun;
    items += more;
  });
  const seconds = (performance.now() - begun) / 1000;
  const [cpuSeconds, peakMiB] = [processor(), peak()];
  const { longestMs } = await delays();
  const after = await settledMemory();
  const [peakGrowthMiB, keptMiB] = [peakMiB - before.rssMiB, after.rssMiB - before.rssMiB];
  return { firstMs, seconds, items, calls, cpuSeconds, longestMs, peakGrowthMiB, keptMiB };
}

type Step = z.output<typeof messageListProgress>;

/**
 * All messages of the organisation, as the list asks for them once _Show all_ is pressed. The page is another process: what it does with
 * them is not done here, and a message on its way to it is made text, as a shell does.
 */
export async function readBox(world: Measured): Promise<BoxRead> {
  const { app, connection } = await startConnected(world, { windows: 1 });
  let [inOrder, oldest, complete] = [0, Infinity, false];
  const reading = await measured(
    (came) =>
      new Promise((resolve, reject) => {
        app.serve({
          listen: (hear) => {
            const input = { connection, who: 'my', all: true, asTheyCome: true };
            queueMicrotask(() => {
              hear({ kind: 'call', id: 1, name: 'messages.list', input });
            });
            return () => undefined;
          },
          post: (message) => {
            JSON.stringify(message);
            if (message.kind === 'progress') {
              const { arrived = [] } = message.value as Step;
              came(arrived.length);
              for (const { lastChanged } of arrived) {
                const time = Date.parse(lastChanged ?? '');
                if (time > oldest) continue;
                oldest = time;
                inOrder += 1;
              }
            }
            if (message.kind !== 'answer') return;
            const result = message.result as Result<z.output<typeof messageList>>;
            if (!result.ok) reject(new Error(JSON.stringify(result.failure)));
            else {
              ({ complete } = result.value.completeness);
              resolve(result.value.completeness.calls);
            }
          },
        });
      }),
  );
  await app.stop();
  return { ...reading, complete, newestFirst: inOrder / reading.items };
}

/** The anchor: Node's own client makes the calls that the platform saw, in the same order, parses the answers and keeps nothing. */
export async function readBare(
  { platform }: Measured,
  calls: readonly SeenCall[],
): Promise<Reading> {
  const client = openBareClient(platform);
  const reading = await measured(async (came) => {
    for (const call of calls) {
      const list = JSON.parse((await client.ask(call)).toString()) as {
        _embedded?: { messages?: readonly unknown[] };
      };
      came(list._embedded?.messages?.length ?? 0);
    }
    return calls.length;
  });
  client.close();
  return reading;
}

/** The folders of a connected window. */
export async function openBox(page: Page, platform: ConnectionFacts) {
  await connectWindow(page, platform);
  return messagesPage(page, en);
}
