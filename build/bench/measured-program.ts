// The program as a benchmark meets it: in a process of its own, with many windows, connected to the local platform.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createApp } from '../../main/app.ts';
import type { StartThread } from '../../main/threads.ts';
import { connect } from '../../renderer/client.ts';
import { createPorts } from '../../test/support/ports.ts';
import { connectTo, type PlatformFacts } from '../../test/support/steward.ts';
import { createTestShell } from '../../test/support/test-shell.ts';

export interface Measured {
  readonly dataFolder: string;
  /** Of the program as it is built: where its threads are. */
  readonly builtMain: string;
  readonly platform: PlatformFacts;
}

/** One window may call 200 times in a second, which nobody reaches by hand: measures take turns. */
const WINDOWS = 24;

/** Not connected yet: as a start leaves it. */
export async function startProgram({ dataFolder, builtMain }: Measured) {
  const startThread: StartThread = (name) =>
    new Worker(path.join(builtMain, `${name}.js`), { env: {} });
  const app = await createApp(createTestShell(dataFolder), { startThread });
  const windows = Array.from({ length: WINDOWS }, () => {
    const ports = createPorts({ kept: false });
    app.serve(ports.main);
    return connect(ports.page).client;
  });
  const [client] = windows;
  if (client === undefined) throw new Error('There is no window.');
  return { app, client, windows };
}
export type Program = Awaited<ReturnType<typeof startProgram>>;

export async function startConnected(measured: Measured) {
  const program = await startProgram(measured);
  const wish = { highestTls: 'TLSv1.3' } as const;
  return { ...program, ...(await connectTo(program, measured.platform, wish)) };
}

/** What the process holds once the garbage is collected, in MiB. */
export async function settledMemory(): Promise<{
  readonly rssMiB: number;
  readonly heapMiB: number;
}> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssMiB: rss / 1024 / 1024, heapMiB: (heapUsed + external) / 1024 / 1024 };
}
