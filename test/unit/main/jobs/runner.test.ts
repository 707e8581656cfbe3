// When a run of a job ends its calls: at once for a stop, after two seconds for a pause or a closing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, JobRecord, JobRecords } from '../../../../main/jobs/records.ts';
import {
  createJobRunner,
  type KindHandler,
  type RunControl,
} from '../../../../main/jobs/runner.ts';
import { createRememberingLog } from '../../../support/handlers.ts';
import { saved } from '../../../support/job-world.ts';

const ID = '3b0a5b2e-5e0d-4a4f-9d0a-6f1d6c1f2a10';

/** A runner with one job, whose work waits until its calls are ended; `writing` holds back the writing of its end. */
function begun(writing: () => Promise<void> = async () => undefined, work?: () => Promise<never>) {
  const log = createRememberingLog();
  let record = {
    id: ID,
    kind: 'synchronise',
    state: 'running',
    connection: saved.id,
    environment: saved.environment,
    baseAddress: saved.baseAddress,
  } as unknown as JobRecord;
  const change = (_id: string, to: Change) => {
    record = { ...record, ...to };
  };
  const records: Pick<
    JobRecords,
    'all' | 'find' | 'change' | 'report' | 'conclude' | 'close' | 'isUnwritten'
  > = {
    all: () => [record],
    find: () => record,
    change: async (id, to) => {
      change(id, to);
    },
    report: change,
    conclude: async (id, to) => {
      await writing();
      change(id, to);
    },
    close: async () => undefined,
    isUnwritten: () => false,
  };
  let control!: RunControl;
  const kind: KindHandler = {
    checkReady: async () => undefined,
    run: (_id, given) => {
      control = given;
      if (work) return work();
      return new Promise((resolve) => {
        given.callSignal.addEventListener('abort', () => {
          resolve(given.haltReason() ?? 'none');
        });
      });
    },
    stop: async () => ({ state: 'stopped' }),
    recover: () => undefined,
    forget: async () => undefined,
  };
  const kinds = new Proxy({} as Record<JobRecord['kind'], KindHandler>, { get: () => kind });
  const runner = createJobRunner({
    records: records as JobRecords,
    connections: { all: () => [saved] },
    kinds,
    log,
  });
  const isEnded = () => control.callSignal.aborted;
  return { runner, log, isEnded, state: () => [record.state, record.because] };
}

it('an error that is a defect of Steward is in the log, since a person is asked to report it', async () => {
  const { runner, log, state } = begun(undefined, () => Promise.reject(new TypeError('of ours')));
  await runner.begin('synchronise', ID, async () => undefined);
  await runner.whenIdle();
  expect(state()).toEqual(['paused', 'program-error']);
  expect(log.lines).toMatchObject([{ level: 'error', event: 'job synchronise' }]);
});

describe('calls under way', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function running(writing?: () => Promise<void>) {
    const job = begun(writing);
    await job.runner.begin('synchronise', ID, async () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    return job;
  }

  it('have two seconds to end after a pause is asked for', async () => {
    const { runner, isEnded, state } = await running();
    await runner.pause(ID);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(isEnded()).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(isEnded()).toBe(true);
    expect(state()).toEqual(['paused', 'asked']);
  });

  it('end at once when the job is stopped, also while it is pausing', async () => {
    const one = await running();
    await one.runner.stop(ID);
    expect(one.isEnded()).toBe(true);
    const other = await running();
    await other.runner.pause(ID);
    await other.runner.stop(ID);
    expect(other.isEnded()).toBe(true);
  });

  it('are over when a job that has just come to rest is stopped: its end is written first', async () => {
    let write!: () => void;
    const writing = new Promise<void>((resolve) => (write = resolve));
    const job = await running(() => writing);
    await job.runner.pause(ID);
    await vi.advanceTimersByTimeAsync(2_100);
    const stopped = job.runner.stop(ID);
    await vi.advanceTimersByTimeAsync(0);
    write();
    await stopped;
    expect(job.state()[0]).toBe('stopped');
  });

  it('have the same two seconds when the program closes, and the record still says that the job runs', async () => {
    const { runner, isEnded, state } = await running();
    const closed = runner.close();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(isEnded()).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await closed;
    expect(isEnded()).toBe(true);
    expect(state()[0]).toBe('running');
  });
});

describe('a job that is being stopped', () => {
  it('neither begins again nor is stopped twice before its end is written', async () => {
    let write!: () => void;
    const writing = new Promise<void>((resolve) => (write = resolve));
    const { runner, state } = begun(() => writing);
    const stopped = runner.stop(ID);
    // Its work is tidied up after these turns; only the writing is still under way.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    await expect(runner.resume(ID)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    await expect(runner.stop(ID)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    write();
    await stopped;
    expect(state()[0]).toBe('stopped');
    expect(runner.isRunning(ID)).toBe(false);
  });
});
