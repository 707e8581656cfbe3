// FLT-01: jobs on a full, read-only or failing disk pause with the reason and resume without a restart.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Jobs } from '../../../../main/jobs/jobs.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { unsealDocument } from '../../../../main/storage/documents.ts';
import { BatchWorld } from '../../../support/batch-world.ts';
import { JobWorld, usersOf } from '../../../support/job-world.ts';
import { sickDisk } from '../../../support/sick-disk.ts';
import { eventually } from '../../../support/eventually.ts';

const CODES = [
  ['ENOSPC', 'disk-full'],
  ['EIO', 'disk-failed'],
  ['EROFS', 'disk-read-only'],
] as const;

/** A job just begun in a world of its own. */
interface Begun {
  readonly data: string;
  readonly jobs: Jobs;
  readonly id: string;
  /** Another one of the same kind. */
  readonly another: () => Promise<unknown>;
  /** Subjects that the platform was asked to change or to look up, as often as it did. */
  readonly done: () => readonly string[];
}

async function rotation(where: 'keychain' | 'file'): Promise<Begun> {
  const world = await new JobWorld().open();
  const to = where === 'file' ? world.toFile : ({ kind: 'keychain' } as const);
  const { id } = await world.start(4, to);
  const another = () => world.start(2, { kind: 'keychain' });
  return { data: world.data, jobs: world.jobs, id, another, done: () => world.changed };
}

async function contactEntries(): Promise<Begun> {
  const world = await new BatchWorld().open();
  const id = await world.change(...usersOf(4).map((name) => `add ${name}@fjord.example`));
  const another = () => world.change('add other@fjord.example');
  return { data: world.data, jobs: world.jobs, id, another, done: () => world.acts };
}

async function lookUps(): Promise<Begun> {
  const world = await new BatchWorld().open();
  const id = await world.lookUp(...usersOf(4));
  const another = () => world.lookUp('999');
  const found = () => world.calls.filter((call) => call.startsWith('get '));
  // A look-up only reads: asked twice is no harm.
  return { data: world.data, jobs: world.jobs, id, another, done: () => [...new Set(found())] };
}

const KINDS = [
  ['a rotation into a file', () => rotation('file')],
  ['a rotation into the keychain', () => rotation('keychain')],
  ['contact entries', contactEntries],
  ['look-ups', lookUps],
] as const;

const jobOf = ({ jobs, id }: Begun): Job | undefined => jobs.list().find((job) => job.id === id);
const onDisk = ({ data, id }: Begun): Job | undefined => {
  const all = unsealDocument(readFileSync(path.join(data, 'jobs.json'), 'utf8')) as Job[];
  return all.find((job) => job.id === id);
};
const written = (begun: Begun, state: Job['state']) =>
  eventually(() => expect(onDisk(begun)).toMatchObject({ state }));

const cases = KINDS.flatMap(([name, begin]) =>
  CODES.map(([code, because]) => ({ name, begin, code, because })),
);

describe('FLT-01 a disk that gives up in mid-job', () => {
  it.each(cases)(
    '$name, $code at every write',
    async ({ begin, code, because }) => {
      const disk = sickDisk();
      let paused = 0;
      for (let step = 1; ; step += 1) {
        const begun = await begin();
        const { jobs, id, another } = begun;
        disk.fail(step, code);
        await jobs.whenIdle();
        const rested = jobOf(begun);
        if (rested?.state === 'paused') {
          paused += 1;
          expect(rested.because, `at write ${String(step)}`).toBe(because);
          // Nothing runs, whatever stands on the disk: it can be paused, and no other begins beside it.
          await jobs.pause(id);
          await expect(another()).rejects.toMatchObject({ failure: { kind: 'conflict' } });
          await expect(jobs.stop(id)).rejects.toMatchObject({ failure: { kind: 'file' } });
          expect(jobOf(begun)).toMatchObject({ state: 'paused' });
          disk.heal();
          await written(begun, 'paused');
          await jobs.resume(id);
          await jobs.whenIdle();
        }
        disk.heal();
        expect(jobOf(begun), `at write ${String(step)}`).toMatchObject({
          state: 'finished',
          tally: { done: 4, unknown: 0, refused: 0 },
        });
        expect(begun.done()).toHaveLength(4);
        await written(begun, 'finished');
        await jobs.close();
        if (rested?.state !== 'paused' && step > 1 && disk.untouched()) break;
      }
      expect(paused).toBeGreaterThan(4);
    },
    120_000,
  );

  it('the end of a run that could not be written is known, nothing begins beside it, and it is written later', async () => {
    const disk = sickDisk();
    const begun = await contactEntries();
    const { jobs } = begun;
    // Each row is written; only the record is refused, from when the last one is done.
    disk.failRenames('EIO', () => begun.done().length === 4);
    await jobs.whenIdle();
    expect(jobOf(begun)).toMatchObject({ state: 'finished' });
    expect(onDisk(begun)).toMatchObject({ state: 'running' });
    await expect(begun.another()).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    disk.heal();
    await written(begun, 'finished');
    // The file is at its place a moment before it is known to stay there.
    const begins = () =>
      begun.another().then(
        () => 'begun',
        () => 'refused',
      );
    await expect.poll(begins).toBe('begun');
    await jobs.whenIdle();
  });

  it('stopped when it was paused by the disk, it ends as soon as the disk is well', async () => {
    const disk = sickDisk();
    const begun = await contactEntries();
    disk.fail(3, 'ENOSPC');
    await begun.jobs.whenIdle();
    disk.heal();
    await begun.jobs.stop(begun.id);
    expect(jobOf(begun)).toMatchObject({ state: 'stopped' });
    await begun.another();
    await begun.jobs.whenIdle();
  });
});
