// The words about a job of any kind: its progress, what it waits for, and the newest unfinished one.
import { describe, expect, it } from 'vitest';
import type { Job, JobOf, JobRow } from '../../../../preload/contract/jobs.ts';
import {
  countsOf,
  deedOf,
  isTroubled,
  leftOf,
  nameOf,
  newestUnended,
  openOf,
  progressOf,
  rowDeedOf,
  statesLeftOf,
  titleOf,
  whyOf,
} from '../../../../renderer/components/job-words.ts';
import type { Texts } from '../../../../renderer/texts/en.ts';
import { en } from '../../../../renderer/texts/en.ts';
import { nb } from '../../../../renderer/texts/nb.ts';

const head = {
  id: 'j-1',
  connection: 'c-1',
  connectionName: 'C',
  environment: 'test',
  organisationName: 'Fjordtrafikk AS',
  state: 'running',
  because: 'none',
  started: '2026-11-21T10:00:00Z',
  changed: '2026-11-21T10:00:00Z',
} as const;
type Rotation = JobOf<'rotate-secrets'>;
const rotation = (change: Partial<Rotation> = {}): Rotation => ({
  ...head,
  kind: 'rotate-secrets',
  tally: { waiting: 3, running: 1, done: 4, notFound: 0, refused: 2, unknown: 1, skipped: 5 },
  details: { destination: { kind: 'keychain' } },
  ...change,
});
const download = (change: Partial<JobOf<'synchronise'>> = {}): Job => ({
  ...head,
  kind: 'synchronise',
  tally: { waiting: 60, running: 0, done: 30, notFound: 0, refused: 3, unknown: 0, skipped: 7 },
  details: {
    language: 1044,
    scope: { what: 'everything' },
    unchanged: 20,
    bytes: 0,
    secondsLeft: null,
    skippedAreas: [],
    cutAreas: [],
  },
  ...change,
});

it('has come as far as rows that will not change any more', () => {
  expect(progressOf(rotation())).toEqual({ all: 16, ended: 12 });
  expect(progressOf(download())).toEqual({ all: 100, ended: 40 });
  expect(openOf(rotation())).toBe(3);
});

it('is titled by its kind, its state and how many rows it has, as the language writes numbers', () => {
  expect(titleOf(rotation(), en)).toBe('Rotating 16 secrets');
  const tally = { ...rotation().tally, skipped: 0, waiting: 1992 };
  expect(titleOf(rotation({ state: 'paused', tally }), en)).toBe(
    'Rotation of 2,000 secrets paused',
  );
  expect(titleOf(rotation({ state: 'paused', tally }), nb)).toBe(
    'Rotering av 2\u202f000 hemmeligheter er på pause',
  );
  expect(titleOf(download(), en)).toBe('Downloading open metadata');
});

describe('counts', () => {
  const shown = (job: Job) => countsOf(job, en).map(({ label, n }) => `${label} ${String(n)}`);

  it('are of states that any row is in, and of what is done', () => {
    expect(shown(rotation())).toEqual([
      ...['Done 4', 'Refused 2', 'No answer 1', 'In progress 1', 'Waiting 3', 'Skipped 5'],
    ]);
    const nothing = { waiting: 2, running: 0, done: 0, notFound: 0, refused: 0 };
    expect(shown(rotation({ tally: { ...nothing, unknown: 0, skipped: 0 } }))).toEqual([
      ...['Done 0', 'Waiting 2'],
    ]);
  });

  it('of a download are of documents, those that were the same apart', () => {
    expect(shown(download())).toEqual([
      ...['New or changed 10', 'Unchanged 20', 'Could not be loaded 3', 'Waiting 60'],
      'No longer offered 7',
    ]);
  });
});

describe('why it stands still', () => {
  it('is said with what to do, and nothing while it goes on or has finished', () => {
    expect(whyOf(rotation({ state: 'paused', because: 'disk-full' }), en)).toBe(
      en.jobs.because['disk-full'],
    );
    expect(whyOf(rotation({ because: 'disk-full' }), en)).toBe('');
    expect(whyOf(rotation({ state: 'finished' }), en)).toBe('');
    expect(whyOf(rotation({ state: 'stopped', because: 'asked' }), en)).toBe(en.jobs.stopped);
  });

  it('has words of its own where a kind leaves something else to do', () => {
    const because = 'unknown-outcome';
    expect(whyOf(rotation({ state: 'paused', because }), en)).toBe(
      en.jobs.becauseOf.rotationUnknown,
    );
    expect(whyOf(download({ state: 'paused', because }), en)).toBe(en.jobs.because[because]);
    expect(whyOf(download({ state: 'paused', because: 'sign-in-needed' }), en)).toBe(
      en.jobs.becauseOf.openSignIn,
    );
  });

  it('leaves what is really open: rows not started, refused and without an answer, and how a rotation resolves them', () => {
    const paused = { state: 'paused', because: 'asked' } as const;
    const tally = { waiting: 1200, running: 0, done: 4, notFound: 0, refused: 2, unknown: 1 };
    const open = rotation({ ...paused, tally: { ...tally, skipped: 5 } });
    expect(leftOf(open, en)).toBe(
      `Remaining: 1,200 not started, 2 refused, 1 without an answer. ${en.jobs.stillOpen.decide}`,
    );
    // A list of something else than its rows has none to select.
    expect(statesLeftOf(open, en)).toBe(
      'Remaining: 1,200 not started, 2 refused, 1 without an answer.',
    );
    expect(leftOf(open, nb)).toMatch(
      /^Gjenstår: 1\u202f200 ikke startet, 2 avvist, 1 uten svar\. /,
    );
    const fine = { ...open.tally, refused: 0, unknown: 0 };
    expect(leftOf(rotation({ ...paused, tally: fine }), en)).toBe('Remaining: 1,200 not started.');
    expect(leftOf(rotation({ ...paused, tally: { ...fine, waiting: 0 } }), en)).toBe('');
    expect(leftOf(rotation(), en)).toBe('');
    expect(leftOf(download(paused), en)).toBe('');
  });

  it('is trouble unless a person asked for it', () => {
    expect(isTroubled({ state: 'paused', because: 'asked' })).toBe(false);
    expect(isTroubled({ state: 'paused', because: 'restarted' })).toBe(true);
    expect(isTroubled({ state: 'stopped', because: 'asked' })).toBe(false);
  });
});

it('the newest that has not ended is the one that a screen points to', () => {
  const jobs = [
    rotation({ id: 'old', state: 'paused' }),
    rotation({ id: 'new', state: 'paused', started: '2026-11-21T11:00:00Z' }),
    rotation({ id: 'ended', state: 'finished', started: '2026-11-21T12:00:00Z' }),
  ];
  expect(newestUnended(jobs)?.id).toBe('new');
  expect(newestUnended(jobs.slice(2))).toBeUndefined();
});

/** Jobs of each kind, and each thing that a kind can do. */
const DEEDS: readonly { readonly job: Job; readonly rows: readonly JobRow['action'][] }[] = (
  [
    [{ kind: 'rotate-secrets', details: { destination: { kind: 'keychain' } } }, ['rotate']],
    [
      { kind: 'change-contact-entries', details: { organisationNumber: '910514318' } },
      ['add', 'remove'],
    ],
    [{ kind: 'change-delegations', details: { who: 'my' } }, ['add', 'remove']],
    [
      { kind: 'change-messages', details: { who: 'my', change: 'mark-as-read', from: 'inbox' } },
      ['mark-as-read'],
    ],
    [
      { kind: 'change-messages', details: { who: 'my', change: 'delete', from: 'inbox' } },
      ['delete'],
    ],
    ...(['fill-in', 'await-signature'] as const).map((then) => [
      {
        kind: 'send-forms',
        details: { who: 'my', serviceCode: '4628', serviceEdition: 7, serviceName: 'Ferge', then },
      },
      ['send'],
    ]),
    [{ kind: 'request-consents', details: {} }, ['send']],
    [{ kind: 'delete-users', details: {} }, ['delete']],
    [{ kind: 'look-up', details: { officialContacts: true, personalContacts: true } }, ['look-up']],
  ] as [Pick<Job, 'kind' | 'details'>, JobRow['action'][]][]
).map(([given, rows]) => ({ job: { ...rotation(), ...given } as Job, rows }));

const STATES = ['running', 'pausing', 'paused', 'stopped', 'finished'] as const;
const OUTCOMES = [
  'waiting',
  'running',
  'done',
  'not-found',
  'refused',
  'unknown',
  'skipped',
] as const;

/** Everything that is said of a job and its rows, in all states and outcomes. */
const allWords = ({ job, rows }: (typeof DEEDS)[number], texts: Texts): readonly string[] => [
  nameOf(job, texts),
  texts.jobs.stopText[deedOf(job)],
  ...STATES.flatMap((state) => [
    titleOf({ ...job, state }, texts),
    whyOf({ ...job, state }, texts),
    leftOf({ ...job, state }, texts),
  ]),
  ...rows.flatMap((action) => {
    const deed = rowDeedOf(job, action);
    return [
      ...OUTCOMES.map((outcome) => texts.jobs.row[deed][outcome]),
      texts.jobs.attempt[deed]('X'),
      texts.jobs.notKnown[deed]('X'),
    ];
  }),
];

describe.each([
  ['English', en],
  ['Norwegian', nb],
] as const)('FLD-02 every word of a job in %s', (_language, texts) => {
  const of = (wanted: string) => {
    const found = DEEDS.find(({ job }) => deedOf(job) === wanted);
    if (found === undefined) throw new Error(`No job of ${wanted}.`);
    return allWords(found, texts).join('\n');
  };

  it('is there', () => {
    for (const deed of DEEDS)
      for (const words of allWords(deed, texts)) expect(words).not.toMatch(/undefined/);
  });

  it('says of drafts that they are saved, and never that they are sent', () => {
    expect(of('save-forms')).toMatch(/draft|utkast/i);
    expect(of('save-forms')).not.toMatch(/\b(sent|send(s|ing|e|er|t)?)\b/i);
  });

  it('tells each deed from every other by its name and its titles', () => {
    const titles = DEEDS.flatMap(({ job }) =>
      STATES.map((state) => titleOf({ ...job, state }, texts)),
    );
    expect(new Set(titles).size).toBe(titles.length);
    const names = DEEDS.map(({ job }) => nameOf(job, texts));
    expect(new Set(names).size).toBe(names.length);
  });

  it('says of a reading that nothing was changed, and of messages only what was asked', () => {
    expect(of('mark-as-read')).not.toMatch(/delet|slett/i);
    expect(of('look-up')).not.toMatch(/\b(sent|sendt|changed|endret)\b/i);
  });
});
