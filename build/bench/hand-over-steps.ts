// Takes a whole organisation along as a hand-over does, and the same calls by a bare client that keeps nothing.
import { link, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { handOverPart } from '../../preload/contract/hand-over-parts.ts';
import { valueOf } from '../../test/support/steward.ts';
import { openBareClient, type SeenCall } from './bare-client.ts';
import { type Measured, startConnected } from './measured-program.ts';
import { settledMemory, watchLoop, watchPeak, watchProcessor } from './own-process.ts';

/** All that the certificate of the organisation may read. */
const PARTS = handOverPart.options;

export interface HandedOver {
  readonly state: string;
  readonly because: string;
  readonly rows: number;
  readonly refused: number;
  readonly files: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** For how long the loop was held at most. */
  readonly longestMs: number;
  /** Most memory while it went on beyond what there was before; beyond the most of its first tenth; and what stayed. */
  readonly growthMiB: number;
  readonly laterGrowthMiB: number;
  readonly keptMiB: number;
  /** What stayed that a collection of the garbage cannot take: the rest is memory that the process has not given back. */
  readonly keptHeapMiB: number;
  /** Null where it cannot be verified. */
  readonly verifyS: number | null;
  readonly intact: boolean | null;
}

interface Asked {
  /** A folder that does not exist. */
  readonly target: string;
  readonly organisationNumber: string;
  readonly messages: number;
}

/** From the start of the job to its end, in a process that has done nothing else; then the folder is verified. */
export async function handOver(
  world: Measured,
  { target, organisationNumber, messages }: Asked,
): Promise<HandedOver> {
  const { app, client, on, connection } = await startConnected(world, { windows: 1 });
  const before = await settledMemory();
  const [delays, peak, processor] = [watchLoop(), watchPeak(), watchProcessor()];
  const peakOfFirst = watchPeak();
  const begun = performance.now();
  // What is done a first time takes memory of its own, however little there is to take along.
  let firstMiB: number | undefined;
  const ended = new Promise<void>((resolve) => {
    on('jobsChanged', ({ changed }) => {
      if (changed.some(({ tally }) => 'done' in tally && tally.done >= messages / 10))
        firstMiB ??= peakOfFirst();
      if (changed.some(({ state }) => !/running|pausing/.test(state))) resolve();
    });
  });
  const job = await valueOf(
    client.handOver.start({
      connection,
      organisationNumber,
      organisationName: 'Fjordtrafikk AS',
      folder: app.targetFor(target),
      parts: PARTS.map((part) => ({ part, connection: part === 'journal' ? null : connection })),
    }),
  );
  await ended;
  const seconds = (performance.now() - begun) / 1000;
  const [cpuSeconds, peakMiB] = [processor(), peak()];
  const { longestMs } = await delays();
  const after = await settledMemory();
  const found = (await valueOf(client.jobs.list({}))).find(({ id }) => id === job.id);
  if (found?.kind !== 'hand-over') throw new Error('There is no hand-over.');
  const verifying = performance.now();
  const verified = await client.handOver.verify({ job: job.id }).catch(() => undefined);
  const verifyS = (performance.now() - verifying) / 1000;
  await app.stop();
  const { tally, details, state, because } = found;
  return {
    state,
    because,
    rows: tally.done,
    refused: tally.refused,
    files: details.files,
    bytes: details.bytes,
    seconds,
    cpuSeconds,
    longestMs,
    growthMiB: peakMiB - before.rssMiB,
    laterGrowthMiB: peakMiB - (firstMiB ?? peakMiB),
    keptMiB: after.rssMiB - before.rssMiB,
    keptHeapMiB: after.heapMiB - before.heapMiB,
    verifyS: verified?.ok === true ? verifyS : null,
    intact: verified?.ok === true ? verified.value.intact : null,
  };
}

export interface BareRead {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/** The anchor: the calls that the platform saw, in the same order, as many at once, by Node's own client; what comes is thrown away. */
export async function readBare(
  { platform }: Measured,
  calls: readonly SeenCall[],
  atOnce: number,
): Promise<BareRead> {
  const client = openBareClient(platform, atOnce);
  const [processor, begun] = [watchProcessor(), performance.now()];
  let [next, bytes] = [0, 0];
  const lane = async () => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++])
      bytes += (await client.ask(call)).length;
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - begun) / 1000;
  client.close();
  return { seconds, cpuSeconds: processor(), bytes };
}

/** What the disk takes for as many small files, each written, synced and put to its place with a synced line of a log, six at once. */
export async function syncFiles(folder: string, files: number, atOnce: number): Promise<number> {
  await mkdir(folder);
  const log = await open(path.join(folder, 'log'), 'a');
  const content = Buffer.alloc(4096, 'x');
  const begun = performance.now();
  let next = 0;
  const lane = async () => {
    for (let file = next++; file < files; file = next++) {
      const part = path.join(folder, `${String(file)}.part`);
      const handle = await open(part, 'wx');
      await handle.writeFile(content);
      await handle.sync();
      await handle.close();
      await log.write('a line\n');
      await log.datasync();
      await link(part, path.join(folder, String(file)));
      await rm(part);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - begun) / 1000;
  await log.close();
  return seconds;
}
