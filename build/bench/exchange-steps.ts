// Measures what the program does on the wire, in a process of its own: a streamed upload, and many small calls.
import type { Client } from '../../preload/contract/contract.ts';
import { valueOf } from '../../test/support/steward.ts';
import type { Port, ToMain, ToPage } from '../../preload/wire.ts';
import { openBareClient } from './bare-client.ts';
import { type Measured, startConnected } from './measured-program.ts';
import { watchLoop, watchPeak, watchProcessor } from './own-process.ts';
import { type SinkSpeed, startSink } from './upload-sink.ts';

const MIB = 1024 * 1024;

/** A server of files in this process, until the benchmark that began it is gone; it is asked what came. */
export async function serveFiles(folder: string, speed: SinkSpeed): Promise<void> {
  const { files, received } = await startSink(folder, speed);
  process.on('message', () => process.send?.(received()));
  process.once('disconnect', () => process.exit(0));
  process.send?.(files);
  await new Promise(() => undefined);
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
  const { app, client, connection } = await startConnected(measured);
  const target = { connection, who: 'my', message: 'a1' };
  // Signed in and connected: what remains is the sending.
  await valueOf(client.messages.get(target));
  globalThis.gc?.();
  const before = process.memoryUsage.rss() / MIB;
  const [peak, delays, processor] = [watchPeak(), watchLoop(), watchProcessor()];
  await valueOf(client.attachments.stream({ ...target, file: app.handleFor(file), type: 'Any' }));
  const [cpuSeconds, peakMiB] = [processor(), peak()];
  const { p99Ms } = await delays();
  await app.stop();
  return { cpuSeconds, growthMiB: peakMiB - before, peakMiB, loopP99Ms: p99Ms };
}

/** Seconds for so many calls of one enterprise user each, with at most so many under way. */
export async function measureCalls(
  measured: Measured,
  { calls, atOnce, userName }: { calls: number; atOnce: number; userName: string },
): Promise<{ readonly seconds: number; readonly cpuSeconds: number }> {
  const { app, windows, connection } = await startConnected(measured);
  const get = (window: Client) => valueOf(window.enterpriseUsers.get({ connection, userName }));
  // As curl, which has its first connection within the measure, too: none is open yet.
  const [processor, begun] = [watchProcessor(), performance.now()];
  let next = 0;
  const lane = async () => {
    for (let call = next++; call < calls; call = next++) {
      const window = windows[call % windows.length];
      if (window !== undefined) await get(window);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - begun) / 1000;
  const cpuSeconds = processor();
  await app.stop();
  return { seconds, cpuSeconds };
}

export interface Cost {
  /** Milliseconds of one, one after the other: of the first in a process, with what it takes to connect, and of as many after them. */
  readonly coldMs: number;
  readonly warmMs: number;
}
export interface CallCosts extends Cost {
  /** Of main's share of a call: message in to message out, at the median, of a call that asks nobody. */
  readonly borderMs: number;
  /** Of a write: consent, two lines of the journal on the disk, the call. */
  readonly writeMs: number;
}

type MainPort = Port<ToPage, ToMain>;
interface Asked {
  readonly calls: number;
  readonly userName: string;
}
const WRITES = 100;

/** Reads of one enterprise user, from the operation to the wire and back, and writes that give one another name and its own again. */
export async function measureCosts(
  measured: Measured,
  { calls, userName }: Asked,
): Promise<CallCosts> {
  const { app, windows, connection } = await startConnected(measured);
  const windowOf = (turn: number) => windows[turn % windows.length] as Client;
  const read = async (turn: number) => {
    await valueOf(windowOf(turn).enterpriseUsers.get({ connection, userName }));
  };
  const [coldMs, warmMs] = [await each(calls, read), await each(calls, read)];
  const names = [userName, `${userName}-2`] as const;
  const writeMs = await each(WRITES, async (turn) => {
    const [from, to] = turn % 2 === 0 ? names : names.toReversed();
    const wish = { connection, userName: from, newName: to };
    await valueOf(windowOf(turn).enterpriseUsers.rename(wish));
  });
  const borderMs = await borderShare(app);
  await app.stop();
  return { coldMs, warmMs, writeMs, borderMs };
}

const BORDER_CALLS = 400;

/** Milliseconds from a message of a page to main's answer, at the median, slower than a page may call at most. */
async function borderShare(app: { serve: (port: MainPort) => unknown }): Promise<number> {
  let answered: () => void = () => undefined;
  let call: (message: ToMain) => void = () => undefined;
  app.serve({
    post: (message) => {
      if (message.kind === 'answer') answered();
    },
    listen: (hear) => {
      call = hear;
      return () => undefined;
    },
  });
  const times: number[] = [];
  for (let id = 0; id < BORDER_CALLS; id += 1) {
    await new Promise((resolve) => setTimeout(resolve, 6));
    const begun = performance.now();
    await new Promise<void>((resolve) => {
      answered = resolve;
      call({ kind: 'call', id, name: 'settings.get', input: {} });
    });
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[BORDER_CALLS / 2] ?? 0;
}

/** The same reads by Node's own client with the same certificate, whose answers are parsed and no more. */
export async function measureBare(
  { platform }: Measured,
  { calls, userName }: Asked,
): Promise<Cost> {
  const client = openBareClient(platform);
  const path = `/api/enterpriseusers/${userName}`;
  const read = async () => {
    JSON.parse((await client.ask({ path, query: 'ForceEIAuthentication' })).toString());
  };
  const cost = { coldMs: await each(calls, read), warmMs: await each(calls, read) };
  client.close();
  return cost;
}

/** Milliseconds of one, on average. */
async function each(count: number, work: (turn: number) => Promise<void>): Promise<number> {
  const begun = performance.now();
  for (let turn = 0; turn < count; turn += 1) await work(turn);
  return (performance.now() - begun) / count;
}
