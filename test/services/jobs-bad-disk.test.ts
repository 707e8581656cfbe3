// FLT-01 through the whole program: exports and copies on a disk that is full, read-only or failing at any write.
import { everythingOn } from '../platform/shape.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/result.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { sickDisk } from '../support/sick-disk.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const CODES = [
  ['ENOSPC', 'disk-full', 'disk-full'],
  ['EIO', 'disk-failed', 'other'],
  ['EROFS', 'disk-read-only', 'read-only'],
] as const;
const ENDS = ['resumed', 'stopped'] as const;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({
    users: 1,
    messages: 0,
    services: 4,
    seed: 7,
    switches: everythingOn,
  });
  const { control, organisationNumber: party } = platform;
  const attachments = [{ fileName: 'kart.pdf', size: 3_000 }];
  control.messages.make({ party, subject: 'Brev', body: '<p>Hei</p>', attachments });
  control.messages.make({ party, kind: 'FormTask', state: 'sent', subject: 'Skjema' });
});
afterAll(() => platform.stop());

/** Jobs of one kind in a program of their own, one after the other. */
interface Jobs {
  start(): Promise<Result<Job>>;
  /** A start that the disk refused. */
  refused(code: string): Promise<void>;
  /** What a job that rests has written so far. */
  resting(): Promise<void>;
  finished(job: Job): Promise<void>;
  stopped(): Promise<void>;
  /** Before the next one. */
  clear(): Promise<void>;
}

/** Asked for rarely: a window may make only so many calls. */
async function rested({ client, on }: Steward, id: string): Promise<Job> {
  const isMoving = ({ state }: Pick<Job, 'state'>) => /running|pausing/.test(state);
  let stop = () => undefined as void;
  const heard = new Promise<void>((resolve) => {
    stop = on('jobsChanged', ({ changed }) => {
      if (changed.some((job) => job.id === id && !isMoving(job))) resolve();
    });
  });
  const now = async () => {
    const job = (await valueOf(client.jobs.list({}))).find((one) => one.id === id);
    if (job === undefined) throw new Error('It is not on the list.');
    return job;
  };
  const found = await now();
  if (isMoving(found)) await heard;
  stop();
  return isMoving(found) ? now() : found;
}

type Begin = (steward: Steward, connection: string) => Promise<Jobs>;

interface Exported {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)))
    .sort();

function expectWhole(root: string, { path: name, bytes, sha256 }: Exported): void {
  const content = readFileSync(path.join(root, name));
  expect(content.length, name).toBe(bytes);
  expect(createHash('sha256').update(content).digest('hex'), name).toBe(sha256);
}

/** Each export has a folder of its own; half files may only be where they grow. */
async function exports({ client, app }: Steward, connection: string): Promise<Jobs> {
  const place = tempFolder('steward-bad-disk');
  let number = 1;
  const root = () => path.join(place, `export-${String(number)}`);
  const isOurs = (name: string) => /^(manifest\.json|\.unfinished|\..*\.tmp$)/.test(name);
  /** Every file at its place is one of these, and whole. */
  const expectOnly = (files: readonly Exported[]) => {
    const there = filesIn(root()).filter((name) => !isOurs(name));
    for (const name of there)
      expect(
        files.map((file) => file.path),
        name,
      ).toContain(name);
    for (const file of files) if (there.includes(file.path)) expectWhole(root(), file);
    return there;
  };
  const manifest = () =>
    JSON.parse(readFileSync(path.join(root(), 'manifest.json'), 'utf8')) as {
      readonly state: string;
      readonly complete: boolean;
      readonly messages: readonly { readonly files: readonly Exported[] }[];
    };
  const named = () => manifest().messages.flatMap(({ files }) => files);
  return {
    start: () =>
      client.jobs.startMessageExport({
        connection,
        who: 'my',
        partyName: 'Fjordtrafikk AS',
        folders: ['inbox', 'archive'],
        from: null,
        to: null,
        forms: true,
        attachments: true,
        print: true,
        folder: app.targetFor(root()),
      }),
    async refused(code) {
      // On a full disk all of it can be taken away again.
      if (code === 'ENOSPC') expect(existsSync(root())).toBe(false);
      number += 1;
    },
    async resting() {
      const lines = path.join(root(), 'manifest.jsonl');
      // Its end was written, and only the record of the job was not.
      if (!existsSync(lines)) {
        expectOnly(named());
        return;
      }
      const found = readFileSync(lines, 'utf8').split('\n').slice(1, -1);
      expectOnly(
        found
          .map((line) => JSON.parse(line) as Exported & { readonly kind: string })
          .filter(({ kind }) => kind === 'file'),
      );
    },
    async finished(job) {
      expect(job).toMatchObject({ tally: { done: 2, refused: 0, unknown: 0, waiting: 0 } });
      expect(manifest()).toMatchObject({ state: 'finished', complete: true });
      const files = named().map((file) => file.path);
      expect(expectOnly(named())).toEqual(files.sort());
      expect(filesIn(root())).toEqual([...files, 'manifest.json'].sort());
    },
    async stopped() {
      expect(manifest()).toMatchObject({ state: 'cancelled' });
      const files = named().map((file) => file.path);
      expect(filesIn(root())).toEqual([...files, 'manifest.json'].sort());
      expectOnly(named());
    },
    async clear() {
      number += 1;
      expect(platform.control.messages.markedRead).toEqual([]);
    },
  };
}

/** Each is made beside a copy of the lists alone, which stays until the new one is whole. */
async function copies(steward: Steward, connection: string): Promise<Jobs> {
  const { client } = steward;
  const copyOf = () => valueOf(client.reference.state({ connection }));
  const clear = async () => {
    await valueOf(client.reference.remove({ connection }));
    const scope = { what: 'list' } as const;
    const { id } = await valueOf(client.jobs.startSynchronise({ connection, scope }));
    expect(await rested(steward, id)).toMatchObject({ state: 'finished' });
  };
  await clear();
  const before = await copyOf();
  const withoutTimes = ({ counts, damaged, setAside }: Awaited<ReturnType<typeof copyOf>>) => ({
    counts,
    damaged,
    setAside,
  });
  const whole = { damaged: 0, setAside: [] };
  return {
    start: () => client.jobs.startSynchronise({ connection, scope: { what: 'everything' } }),
    refused: async () => undefined,
    async resting() {
      const now = await copyOf();
      expect(now).toMatchObject(whole);
      const isNew = now.last?.scope.what === 'everything';
      if (!isNew) expect(withoutTimes(now)).toMatchObject({ counts: before.counts });
    },
    async finished() {
      const { counts, ...now } = await copyOf();
      expect(counts).toMatchObject({ services: 4, keptServices: 4 });
      expect(counts.keptCodeLists).toBe(counts.codeLists);
      expect(now).toMatchObject({ ...whole, last: { scope: { what: 'everything' }, failed: 0 } });
    },
    async stopped() {
      expect(withoutTimes(await copyOf())).toEqual({ ...whole, counts: before.counts });
    },
    clear,
  };
}

const KINDS: readonly (readonly [string, Begin])[] = [
  ['an export of messages', exports],
  ['a copy of the metadata', copies],
];
const cases = KINDS.flatMap(([name, begin]) =>
  CODES.map(([code, because, problem], turn) => ({ name, begin, code, because, problem, turn })),
);

describe('FLT-01 a disk that gives up in mid-job', () => {
  it.each(cases)(
    '$name, $code at every write: it rests with the reason, what it wrote is whole, and resumed or stopped, in turn, it comes to its end',
    async ({ begin, code, because, problem, turn }) => {
      const disk = sickDisk();
      const steward = await startSteward();
      onTestFinished(() => steward.stop());
      const { client } = steward;
      const { connection } = await connectTo(steward, platform);
      const jobs = await begin(steward, connection);
      let [refused, paused] = [0, 0];
      for (let step = 1; ; step += 1) {
        const where = `at write ${String(step)}`;
        const end = ENDS[(step + turn) % 2];
        disk.fail(step, code);
        const started = await jobs.start();
        if (!started.ok) {
          refused += 1;
          expect(started.failure, where).toMatchObject({ kind: 'file', problem });
          disk.heal();
          await jobs.refused(code);
          continue;
        }
        const { id } = started.value;
        const job = await rested(steward, id);
        const isPaused = job.state === 'paused';
        if (isPaused) {
          paused += 1;
          expect(job, where).toMatchObject({ because });
          await jobs.resting();
          expect(await client.jobs.stop({ job: id }), where).toMatchObject({ ok: false });
          expect(await rested(steward, id), where).toMatchObject({ state: 'paused', because });
          disk.heal();
          const another = await jobs.start();
          expect(another, where).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
          await jobs.resting();
          if (end === 'resumed') await valueOf(client.jobs.resume({ job: id }));
          else await valueOf(client.jobs.stop({ job: id }));
        }
        const isOver = !isPaused && disk.untouched();
        disk.heal();
        const last = await rested(steward, id);
        // Where all was done, nothing was left to be stopped.
        const { waiting, running } = job.tally;
        // How many documents a copy takes is not known from its beginning.
        const isDone = job.kind !== 'synchronise' && waiting + running === 0;
        const isStopped = isPaused && end === 'stopped' && !isDone;
        expect(last, where).toMatchObject({ state: isStopped ? 'stopped' : 'finished' });
        await (isStopped ? jobs.stopped() : jobs.finished(last));
        await valueOf(client.jobs.forget({ job: id }));
        if (isOver) break;
        await jobs.clear();
      }
      expect(refused).toBeGreaterThan(4);
      expect(paused).toBeGreaterThan(10);
    },
    240_000,
  );
});
