// A day of work in one process: what the program holds after its start, and after ten thousand operations.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../../preload/contract/contract.ts';
import { connectTo, valueOf } from '../../test/support/steward.ts';
import { type Measured, startProgram } from './measured-program.ts';
import { openBareClient } from './bare-client.ts';
import { settledMemory } from './own-process.ts';

export interface Day {
  readonly startRssMiB: number;
  readonly startHeapMiB: number;
  /** After `restSeconds` in which nothing is done: V8 gives memory back when it is left alone. */
  readonly startRestMiB: number;
  /** Once everything had been done a first time: code and copies that stay are loaded. */
  readonly warmRssMiB: number;
  readonly endRssMiB: number;
  readonly endHeapMiB: number;
  readonly endRestMiB: number;
  readonly operations: number;
  readonly seconds: number;
}

interface Asked {
  readonly operations: number;
  readonly restSeconds: number;
  readonly userName: string;
}

/** Rounds before what stays in memory is there. */
const WARM_ROUNDS = 10;

/** What is done, again and again: read widely, changed now and then, as by many people on one computer in one day. */
export async function measureDay(
  measured: Measured,
  { operations, restSeconds, userName }: Asked,
): Promise<Day> {
  const program = await startProgram(measured);
  const rested = async () => {
    await wait(restSeconds * 1000);
    return (await settledMemory()).rssMiB;
  };
  const start = await settledMemory();
  const startRestMiB = await rested();
  const { connection } = await connectTo(program, measured.platform, { highestTls: 'TLSv1.3' });
  const [other, who] = [`${userName}-day`, 'my'];
  const { organisationNumber } = measured.platform;
  let done = 0;
  const next = (): Client => {
    const window = program.windows[done % program.windows.length];
    done += 1;
    if (window === undefined) throw new Error('There is no window.');
    return window;
  };
  const round = async () => {
    const { users } = await valueOf(next().enterpriseUsers.list({ connection }));
    for (const one of users.slice(0, 3))
      await valueOf(next().enterpriseUsers.get({ connection, userName: one.userName }));
    await valueOf(next().enterpriseUsers.rename({ connection, userName, newName: other }));
    await valueOf(
      next().enterpriseUsers.rename({ connection, userName: other, newName: userName }),
    );
    const { messages } = await valueOf(next().messages.list({ connection, who, all: true }));
    for (const { id } of messages.slice(0, 4))
      await valueOf(next().messages.get({ connection, who, message: id }));
    await valueOf(next().roleDefinitions.list({ connection, who }));
    await valueOf(next().contactInformation.list({ connection, organisationNumber }));
    await valueOf(next().connections.list({}));
    await valueOf(next().settings.get({}));
    await valueOf(next().jobs.list({}));
    await valueOf(next().today.list({}));
    await valueOf(next().activity.list({ filter: {}, limit: 50 }));
  };
  for (let at = 0; at < WARM_ROUNDS; at += 1) await round();
  const warm = await settledMemory();
  const begun = performance.now();
  while (done < operations) await round();
  const seconds = (performance.now() - begun) / 1000;
  const end = await settledMemory();
  const endRestMiB = await rested();
  await program.app.stop();
  return {
    startRssMiB: start.rssMiB,
    startHeapMiB: start.heapMiB,
    startRestMiB,
    warmRssMiB: warm.rssMiB,
    endRssMiB: end.rssMiB,
    endHeapMiB: end.heapMiB,
    endRestMiB,
    operations: done,
    seconds,
  };
}

/** The anchor: what Node's own client holds before the first and after so many calls, which keeps nothing. */
export async function measureBareDay(
  { platform }: Measured,
  { operations, userName }: Asked,
): Promise<{ readonly startRssMiB: number; readonly endRssMiB: number }> {
  const client = openBareClient(platform);
  const start = await settledMemory();
  for (let done = 0; done < operations; done += 1)
    JSON.parse((await client.ask({ path: `/api/enterpriseusers/${userName}` })).toString());
  const end = await settledMemory();
  client.close();
  return { startRssMiB: start.rssMiB, endRssMiB: end.rssMiB };
}
