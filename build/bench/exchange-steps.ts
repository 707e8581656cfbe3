// Measures what the program does on the wire, in a process of its own: a streamed upload, and many small calls.
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { createApp } from '../../main/app.ts';
import { createCertificates } from '../../main/secrets/certificates.ts';
import type { Client } from '../../preload/contract/contract.ts';
import { connect } from '../../renderer/client.ts';
import { createPorts } from '../../test/support/ports.ts';
import { connectTo, type PlatformFacts, valueOf } from '../../test/support/steward.ts';
import { createTestShell } from '../../test/support/test-shell.ts';
import { startSink } from './upload-sink.ts';

export { startSink };

export interface Measured {
  readonly dataFolder: string;
  /** Of the program as it is built: where its threads are. */
  readonly builtMain: string;
  readonly platform: PlatformFacts;
}

const MIB = 1024 * 1024;
/** Between two looks at the memory. */
const SAMPLE_MS = 25;
/** One window may call 200 times in a second, which nobody reaches by hand: the measure takes turns. */
const WINDOWS = 24;

async function startProgram({ dataFolder, builtMain, platform }: Measured) {
  const startWorker = () => new Worker(path.join(builtMain, 'certificate-worker.js'), { env: {} });
  const app = await createApp(createTestShell(dataFolder), {
    certificates: createCertificates({ startWorker }),
  });
  const windows = Array.from({ length: WINDOWS }, () => {
    const ports = createPorts({ kept: false });
    app.serve(ports.main);
    return connect(ports.page).client;
  });
  const [client] = windows;
  if (client === undefined) throw new Error('There is no window.');
  const { connection } = await connectTo({ client, app }, platform, { highestTls: 'TLSv1.3' });
  return { app, client, windows, connection };
}

export interface Upload {
  /** Of this process while it sent, in seconds. */
  readonly cpuSeconds: number;
  /** Most memory while it sent, beyond what there was before. */
  readonly growthMiB: number;
  readonly peakMiB: number;
  readonly loopP99Ms: number;
}

/** `attachments.stream` of one file, as a screen asks for it. Throws when it fails. */
export async function measureUpload(measured: Measured, file: string): Promise<Upload> {
  const { app, client, connection } = await startProgram(measured);
  const target = { connection, who: 'my', message: 'a1' };
  // Signed in and connected: what remains is the sending.
  await valueOf(client.messages.get(target));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  await valueOf(client.attachments.stream({ ...target, file: app.handleFor(file), type: 'Any' }));
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  clearInterval(look);
  await app.stop();
  return {
    cpuSeconds: (user + system) / 1e6,
    growthMiB: (peak - before) / MIB,
    peakMiB: peak / MIB,
    loopP99Ms: delay.percentile(99) / 1e6,
  };
}

/** Seconds for so many calls of one enterprise user each, with at most so many under way. */
export async function measureCalls(
  measured: Measured,
  { calls, atOnce, userName }: { calls: number; atOnce: number; userName: string },
): Promise<{ readonly seconds: number; readonly cpuSeconds: number }> {
  const { app, windows, connection } = await startProgram(measured);
  const get = (window: Client) => valueOf(window.enterpriseUsers.get({ connection, userName }));
  // As curl, which has its first connection within the measure, too: none is open yet.
  const [cpu, begun] = [process.cpuUsage(), performance.now()];
  let next = 0;
  const lane = async () => {
    for (let call = next++; call < calls; call = next++) {
      const window = windows[call % windows.length];
      if (window !== undefined) await get(window);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await app.stop();
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}
