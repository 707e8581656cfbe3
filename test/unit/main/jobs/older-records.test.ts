// Rotations of older versions with their rows in jobs.json: migrated without loss, whenever the program is killed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealDocument, unsealDocument } from '../../../../main/storage/documents.ts';
import { JobWorld, saved } from '../../../support/job-world.ts';

const ID = '0f0e0d0c-0b0a-4908-8706-050403020100';
const AT = '2026-05-04T08:00:00.000Z';
const refused = {
  kind: 'refused',
  message: 'No.',
  status: 403,
  reason: 'no',
  reference: 'r',
  cause: 'other',
};
const row = (n: number, state: string, more: object = {}) => ({
  userName: `user-0${String(n)}`,
  state,
  at: AT,
  failure: null,
  secret: null,
  delivered: false,
  ...more,
});
const rows = [
  row(1, 'rotated', { secret: 'secret-1', delivered: true }),
  row(2, 'refused', { failure: refused }),
  row(3, 'unknown', {
    failure: { kind: 'outcome-unknown', message: 'No answer.', reference: 'r' },
  }),
  row(4, 'skipped'),
  row(5, 'rotating'),
  row(6, 'waiting', { at: null }),
];

/** As the version of before wrote it; the oldest one does not say where the connection led. */
const older = (more: object = {}) => ({
  id: ID,
  connection: saved.id,
  connectionName: saved.name,
  environment: 'test',
  organisationName: 'Fjordtrafikk AS',
  started: AT,
  changed: AT,
  state: 'paused',
  because: 'unreachable',
  kind: 'rotate-secrets',
  destination: { kind: 'keychain' },
  file: null,
  settled: false,
  rows,
  ...more,
});

function worldWith(record: object): JobWorld {
  const world = new JobWorld();
  mkdirSync(world.data, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(world.data, 'jobs.json'), sealDocument([record]), { mode: 0o600 });
  return world;
}

const recorded = (world: JobWorld) =>
  unsealDocument(readFileSync(path.join(world.data, 'jobs.json'), 'utf8')) as [object];

const BROUGHT = [
  ['user-01', 'done', AT, 'secret-1', true],
  ['user-02', 'refused', AT, null, false],
  ['user-03', 'unknown', AT, null, false],
  ['user-04', 'skipped', AT, null, false],
  ['user-05', 'waiting', AT, null, false],
  ['user-06', 'waiting', null, null, false],
];

const seen = async (world: JobWorld) =>
  (await world.rows(ID)).map(({ subject, state, at, secret, delivered }) => [
    ...[subject, state, at, secret, delivered],
  ]);

describe('a rotation of an older version', () => {
  it.each([
    ['that says where its connection led', { baseAddress: saved.baseAddress }],
    ['that does not', {}],
  ])('%s keeps every row, its failures and what was handed over', async (_, more) => {
    const world = await worldWith(older(more)).open();
    expect(world.rotations()).toMatchObject([
      { state: 'paused', because: 'unreachable', tally: { done: 1, refused: 1, waiting: 2 } },
    ]);
    expect(await seen(world)).toEqual(BROUGHT);
    const [, second] = await world.rows(ID);
    expect(second?.failure).toEqual(refused);
    expect(JSON.stringify(recorded(world))).not.toContain('user-0');
    await world.jobs.resume(ID);
    expect(await world.resting()).toMatchObject({ state: 'finished' });
    expect(world.calls).toEqual(['user-05', 'user-06']);
  });

  it('that had ended long ago does not look as if it had ended today', async () => {
    const ended = { state: 'finished', because: 'none', settled: true };
    const world = await worldWith(older(ended)).open();
    expect(world.rotations()).toMatchObject([{ state: 'finished', changed: AT }]);
    expect(recorded(world)).toMatchObject([{ changed: AT }]);
    expect(recorded(world)).not.toHaveProperty('0.rows');
  });

  it('that had ended with something left to hand over can be resumed', async () => {
    const world = await worldWith(older({ state: 'finished', because: 'none' })).open();
    expect(world.rotations()).toMatchObject([{ state: 'paused', because: 'restarted' }]);
  });

  it('is shown with its counts, and can be stopped, while keys end with the session; its rows stay', async () => {
    const world = worldWith(older());
    world.keepsKeys = false;
    await world.open();
    expect(world.rotations()).toMatchObject([{ tally: { done: 1, unknown: 1 } }]);
    await expect(world.jobs.resume(ID)).rejects.toMatchObject({ failure: { kind: 'keychain' } });
    expect(recorded(world)).toMatchObject([{ rows }]);
    await world.jobs.stop(ID);
    expect(world.rotations()).toMatchObject([{ state: 'stopped', tally: { waiting: 0 } }]);
    expect(recorded(world)).toMatchObject([{ state: 'stopped', rows }]);
    expect(existsSync(path.join(world.data, 'jobs'))).toBe(false);
  });

  it('killed at every step is as it was, or brought forward', async () => {
    let kills = 0;
    for (let step = 0; ; step += 1) {
      const world = worldWith(older());
      world.world.fate.killAt = step;
      await world.open({ keepFate: true }).catch(() => undefined);
      const died = world.world.fate.dead;
      await world.open();
      expect(await seen(world), `killed at ${String(step)}`).toEqual(BROUGHT);
      expect(JSON.stringify(recorded(world))).not.toContain('user-0');
      if (!died) break;
      kills += 1;
    }
    // Before and after the rows, before and after the record.
    expect(kills).toBe(4);
  });
});
