// Measures calls of the program in a process of its own: many, what one costs, and the same by a bare client.
import type { Client } from '../../preload/contract/contract.ts';
import { valueOf } from '../../test/support/steward.ts';
import type { Port, ToMain, ToPage } from '../../preload/wire.ts';
import { type BareClient, openBareClient } from './bare-client.ts';
import { type Measured, startConnected } from './measured-program.ts';
import { watchProcessor } from './own-process.ts';

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

/** The same by Node's own client with the same certificate: what of it Node takes beside curl. */
export async function measureBareCalls(
  { platform }: Measured,
  { calls, atOnce, userName }: Asked & { atOnce: number },
): Promise<number> {
  const client = openBareClient(platform, atOnce);
  const begun = performance.now();
  let next = 0;
  const lane = async () => {
    while (next++ < calls) await readBare(client, userName);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - begun) / 1000;
  client.close();
  return seconds;
}

async function readBare(client: BareClient, userName: string): Promise<void> {
  const path = `/api/enterpriseusers/${userName}`;
  JSON.parse((await client.ask({ path, query: 'ForceEIAuthentication' })).toString());
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
  const read = () => readBare(client, userName);
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
