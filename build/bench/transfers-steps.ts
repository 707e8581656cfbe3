// Measures streams of the program, in a process of its own: an upload, and files of file transfer both ways.
import { setTimeout as wait } from 'node:timers/promises';
import { valueOf } from '../../test/support/steward.ts';
import { type Measured, startConnected } from './measured-program.ts';
import { watchLoop, watchPeak, watchProcessor } from './own-process.ts';
import { type SinkOptions, startSink } from './upload-sink.ts';

const MIB = 1024 * 1024;

/** A server of files in this process, until the benchmark that began it is gone; it is asked what came. */
export async function serveFiles(folder: string, options: SinkOptions): Promise<void> {
  const { files, received } = await startSink(folder, options);
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
  return await measureTransfer(measured, async ({ app, client, connection }) => {
    const target = { connection, who: 'my', message: 'a1', type: 'Any' };
    await valueOf(client.attachments.stream({ ...target, file: app.handleFor(file) }));
  });
}

export interface Transfer extends Upload {
  /** From the command to what a person can rely on: a reference, or a file that is whole and synced. */
  readonly seconds: number;
}

const SENT = {
  code: '1',
  edition: 1,
  sendersReference: 'measured',
  recipients: ['974760673'],
  properties: [],
  fileList: false,
};

/** `fileTransfer.send` of a zip as it is, or of a folder as a zip that is made while it is sent. Throws when it fails. */
export async function measureSending(measured: Measured, source: string): Promise<Transfer> {
  return await measureTransfer(measured, async ({ app, client, connection }) => {
    const given = { connection, who: 'my', source: app.handleFor(source), ...SENT };
    await valueOf(client.fileTransfer.send(given));
  });
}

/** The job that downloads all that waits into a folder. Throws when it fails. */
export async function measureReceiving(measured: Measured, folder: string): Promise<Transfer> {
  return await measureTransfer(measured, async ({ app, client, connection }) => {
    const { id } = await valueOf(
      client.jobs.startFileDownload({
        connection,
        who: 'my',
        organisationName: 'Measured',
        folder: app.targetFor(folder),
        confirm: true,
      }),
    );
    for (;;) {
      const job = (await valueOf(client.jobs.list({}))).find((one) => one.id === id);
      if (job?.state === 'finished' && job.tally.done === 1) return;
      if (job?.state !== 'running') throw new Error(`It is ${JSON.stringify(job)}.`);
      await wait(POLL_MS);
    }
  });
}

const POLL_MS = 10;

async function measureTransfer(
  measured: Measured,
  work: (program: Awaited<ReturnType<typeof startConnected>>) => Promise<void>,
): Promise<Transfer> {
  const program = await startConnected(measured);
  const { client, connection } = program;
  // Signed in and connected: what remains is the transfer.
  await valueOf(client.messages.get({ connection, who: 'my', message: 'a1' }));
  globalThis.gc?.();
  const before = process.memoryUsage.rss() / MIB;
  const [peak, delays, processor] = [watchPeak(), watchLoop(), watchProcessor()];
  const begun = performance.now();
  await work(program);
  const seconds = (performance.now() - begun) / 1000;
  const [cpuSeconds, peakMiB] = [processor(), peak()];
  const { p99Ms } = await delays();
  await program.app.stop();
  return { seconds, cpuSeconds, growthMiB: peakMiB - before, peakMiB, loopP99Ms: p99Ms };
}
