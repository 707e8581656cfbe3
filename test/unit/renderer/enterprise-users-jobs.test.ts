// Bulk rotation as it is shown: what may be pressed, which job is resumed, how its files are called.
import { describe, expect, it } from 'vitest';
import type { RotationJob } from '../../../preload/contract/jobs.ts';
import {
  canPause,
  canResume,
  canSettle,
  countsOf,
  hasEnded,
  openJob,
} from '../../../renderer/screens/enterprise-users/jobs.ts';
import { fileName } from '../../../renderer/state/file-name.ts';
import { signsOf } from '../../../renderer/screens/enterprise-users/secret-text.ts';

const job = (change: Partial<RotationJob> = {}): RotationJob => ({
  id: 'job-1',
  kind: 'rotate-secrets',
  connection: 'con-1',
  connectionName: 'Fjordtrafikk',
  environment: 'production',
  organisationName: 'Fjordtrafikk AS',
  state: 'running',
  because: 'none',
  started: '2026-11-21T10:00:00Z',
  changed: '2026-11-21T10:00:00Z',
  destination: { kind: 'keychain' },
  tally: { waiting: 3, running: 1, done: 4, notFound: 0, refused: 2, unknown: 1, skipped: 5 },
  ...change,
});

describe('a job', () => {
  it('counts its rows', () => {
    expect(countsOf(job())).toEqual({ all: 16, rotated: 4, toSettle: 3, left: 4 });
  });

  it('lets a row be settled only while it stands still', () => {
    const states = ['running', 'pausing', 'paused', 'stopped', 'finished'] as const;
    const pick = (rule: (job: RotationJob) => boolean) =>
      states.filter((state) => rule(job({ state })));
    expect(pick(canSettle)).toEqual(['paused', 'stopped', 'finished']);
    expect(pick(canPause)).toEqual(['running']);
    expect(pick(canResume)).toEqual(['paused']);
    expect(pick(hasEnded)).toEqual(['stopped', 'finished']);
  });

  it('the banner shows the newest job of this connection that has not ended', () => {
    const jobs = [
      job({ id: 'old', state: 'paused' }),
      job({ id: 'new', state: 'paused', started: '2026-11-21T11:00:00Z' }),
      job({ id: 'ended', state: 'finished', started: '2026-11-21T12:00:00Z' }),
      job({ id: 'other', connection: 'con-2', started: '2026-11-21T13:00:00Z' }),
    ];
    expect(openJob(jobs, 'con-1')?.id).toBe('new');
    expect(openJob(jobs, 'con-3')).toBeUndefined();
  });
});

describe('file names', () => {
  const day = new Date(2026, 10, 3);
  it('carry organisation, environment and day, in signs every file system takes', () => {
    expect(fileName('Fjordtrafikk AS', 'production', 'secrets', day, '.age')).toBe(
      'fjordtrafikk-as-PRODUCTION-secrets-2026-11-03.age',
    );
    expect(fileName('Sør/Æøå ..', 'test', 'report', day, '.csv')).toBe(
      'sor-aeoa-test-report-2026-11-03.csv',
    );
    expect(fileName('…', 'test', 'report', day, '.csv')).toBe('test-report-2026-11-03.csv');
  });
});

it('a secret is split by whole signs, whatever it holds', () => {
  expect(signsOf('a1-😀')).toEqual([
    { text: 'a', kind: 'letter' },
    { text: '1', kind: 'digit' },
    { text: '-', kind: 'other' },
    { text: '😀', kind: 'other' },
  ]);
});
