// The panel of a job in a real browser: what each kind and state shows, what may be pressed, and its rows.
import type { ComponentProps } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job, JobOf, JobRow } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/result.ts';
import { en } from '../../renderer/texts/en.ts';
import { eventually, show } from './support/browser.ts';
import JobProbe from './support/JobProbe.svelte';
import { AT, keychainLocked, makeJob } from './support/samples.ts';

const t = en.jobs;
const nothing = {
  waiting: 0,
  running: 0,
  done: 0,
  notFound: 0,
  refused: 0,
  unknown: 0,
  skipped: 0,
};
const head = {
  id: 'j-1',
  connection: 'c-1',
  connectionName: 'C',
  environment: 'test',
  organisationName: 'Fjordtrafikk AS',
  because: 'none',
  started: AT,
  changed: AT,
} as const;
const makeRow = (row: number, more: Partial<JobRow> = {}): JobRow => ({
  row,
  action: 'look-up',
  subject: `91051431${String(row)}`,
  state: 'done',
  at: null,
  failure: null,
  ...more,
});
type State = Job['state'];
type LookUp = JobOf<'look-up'>;
type Rotation = JobOf<'rotate-secrets'>;
const lookUp = (state: State, more: Partial<LookUp> = {}): LookUp => ({
  ...head,
  kind: 'look-up',
  state,
  tally: { ...nothing, done: 2, refused: 1, waiting: 1 },
  details: { officialContacts: true, personalContacts: true },
  ...more,
});
const rotation = (state: State, more: Partial<Rotation> = {}): Rotation => ({
  ...head,
  kind: 'rotate-secrets',
  state,
  tally: { ...nothing, done: 2, unknown: 1 },
  details: { destination: { kind: 'keychain' } },
  ...more,
});

const refusal: Failure = {
  kind: 'refused',
  status: 400,
  cause: 'other',
  reason: 'Not like this.',
  message: '',
  reference: '',
};
const ROWS = (['done', 'done', 'refused', 'waiting'] as const).map((state, n) =>
  makeRow(n, { state, failure: state === 'refused' ? refusal : null }),
);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const buttons = () =>
  [...document.querySelectorAll('button')].map((one) => one.textContent.trim()).filter(Boolean);
type Probe = Partial<ComponentProps<typeof JobProbe>>;
const begin = (job: Job, more: Probe = {}) => {
  const pressed = vi.fn<(name: string) => void>();
  show(JobProbe, { job, rows: ROWS, onpress: pressed, ...more });
  return pressed;
};

describe('what may be pressed', () => {
  it.each([
    ['running', [t.stop, t.pause]],
    ['pausing', [t.stop, t.pause]],
    ['paused', [t.report, t.stop, t.retry(1), t.resume]],
    ['stopped', [t.report, t.forget]],
    ['finished', [t.report, t.forget, t.retry(1)]],
  ] as const)('fits a look-up that is %s', (state, expected) => {
    begin(lookUp(state));
    expect(buttons()).toEqual(expected);
  });

  it('of a rotation does not try all rows again: each is decided by a person', () => {
    begin(rotation('paused'), { rows: [] });
    expect(buttons()).toEqual([t.report, t.stop, t.resume]);
  });

  it('of a download has no report and no rows: it has no rows to tell of', () => {
    begin(makeJob('j-1', { state: 'paused', because: 'asked' }), { rows: [] });
    expect(buttons()).toEqual([t.stop, t.resume]);
    expect(document.querySelector('[role="listbox"], [role="radio"]')).toBeNull();
  });

  it('is told once each', async () => {
    const pressed = begin(lookUp('paused', { because: 'asked' }));
    for (const name of [t.report, t.retry(1), t.resume]) await button(name).click();
    expect(pressed.mock.calls).toEqual([['report'], ['retry'], ['resume']]);
  });

  it('stops only after a question, whose safe answer has the focus; what kept it is said there', async () => {
    const pressed = begin(lookUp('running'), { stopFails: keychainLocked });
    await button(t.stop).click();
    await expect.element(button(t.stopNo)).toHaveFocus();
    await expect.element(page.getByText(t.stopText['look-up'])).toBeVisible();
    expect(pressed).not.toHaveBeenCalled();
    await button(t.stopYes).click();
    expect(pressed.mock.calls).toEqual([['stop']]);
    await expect.element(page.getByText(/locked/i).first()).toBeVisible();
    await button(t.stopNo).click();
    await expect.element(button(t.stop)).toHaveFocus();
  });
});

describe('what is said', () => {
  it('is how far it is, in numbers that a screen reader hears too, with bytes and time where they are known', async () => {
    begin(
      makeJob('j-1', {
        tally: { ...nothing, waiting: 1500, done: 500 },
        details: { ...makeJob('x').details, unchanged: 100, bytes: 1_300_000 },
      }),
      { rows: [], secondsLeft: 130 },
    );
    const bar = page.getByRole('progressbar', { name: '500 of 2,000', exact: true });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '500');
    await expect
      .element(page.getByText('500 of 2,000 done, 1.3 MB, about 2 minutes left'))
      .toBeVisible();
    const counts = page.getByRole('list', { name: t.countsLabel });
    await expect
      .element(counts)
      .toHaveTextContent(/New or changed 400.*Unchanged 100.*Waiting 1,500/);
  });

  it.each(['disk-full', 'two-refusals', 'program-error'] as const)(
    'of one that stands still by %s is why, what to do and what is open, seen and heard',
    async (because) => {
      begin(lookUp('paused', { because }));
      await expect.element(page.getByText(t.because[because], { exact: true })).toBeVisible();
      const heard = [...document.querySelectorAll('[role="status"]')].map((one) => one.textContent);
      const open = t.stillOpen.all(`${t.stillOpen.waiting(1)}, ${t.stillOpen.refused(1)}`);
      await expect.element(page.getByText(open, { exact: true })).toBeVisible();
      expect(heard).toContain(`${t.title['look-up'].paused(4)}. ${t.because[because]} ${open}`);
    },
  );

  it('of one that goes on is not heard at each row', () => {
    begin(lookUp('running'));
    for (const one of document.querySelectorAll('[role="status"]'))
      expect(one.textContent).toBe('');
  });

  it('is what did not work', async () => {
    const failure = { of: keychainLocked, attempted: t.acts.pause };
    begin(lookUp('running'), { failure });
    await expect.element(page.getByText(/Could not pause the job/)).toBeVisible();
  });
});

describe('rows', () => {
  const row = (subject: string) => page.getByRole('option', { name: new RegExp(subject) });

  it('say what became of each, and the chosen one in full why it did not go', async () => {
    begin(lookUp('paused'));
    await expect.element(row('910514312')).toHaveTextContent(/Refused: Not like this\./);
    await row('910514312').click();
    await expect.element(page.getByText(/Could not look up 910514312/)).toBeVisible();
    await row('910514310').click();
    expect(document.body.textContent).not.toContain('Could not look up');
  });

  it('that got no answer say so once', async () => {
    const lost: Failure = { kind: 'outcome-unknown', message: '', reference: '' };
    const rows = [makeRow(0, { action: 'rotate', state: 'unknown', failure: lost })];
    begin(rotation('paused'), { rows });
    const said = document.querySelector('.what')?.textContent;
    expect(said).toBe(t.row.rotate.unknown);
  });

  it('that got no answer do not claim that it failed', async () => {
    const lost: Failure = { kind: 'outcome-unknown', message: '', reference: '' };
    const subject = 'kari@example.no';
    const rows = [makeRow(0, { action: 'add', subject, state: 'unknown', failure: lost })];
    begin(lookUp('paused'), { rows });
    await row(subject).click();
    await expect.element(page.getByText(t.notKnown.add(subject), { exact: true })).toBeVisible();
    await expect.element(page.getByText(t.attempt.add(subject))).not.toBeInTheDocument();
  });

  it('that need attention can be looked at alone, and where there are none the way back is offered', async () => {
    const pressed = begin(lookUp('finished'), { rows: [], onlyOpen: true });
    await expect.element(page.getByText(t.noneOpen, { exact: true })).toBeVisible();
    await button(t.showAll).click();
    expect(pressed.mock.calls).toEqual([['all']]);
  });

  const rotated = (['done', 'unknown', 'done'] as const).map((state, n) =>
    makeRow(n, { state, action: 'rotate', subject: `svc-${String(n)}` }),
  );

  it('of a rotation that rests offer the first that waits for a decision', async () => {
    begin(rotation('paused', { because: 'unknown-outcome' }), { rows: rotated, decides: true });
    await expect.element(row('svc-1')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('Decide about svc-1')).toBeVisible();
    await row('svc-0').click();
    expect(document.body.textContent).not.toContain('Decide about');
  });

  it('of a rotation that goes on show the one in progress, and nothing to decide', async () => {
    const running = rotated.map((one) =>
      one.row === 2 ? { ...one, state: 'running' as const } : one,
    );
    begin(rotation('running'), { rows: running, decides: true });
    await expect.element(row('svc-2')).toHaveAttribute('aria-selected', 'true');
    expect(document.body.textContent).not.toContain('Decide about');
  });

  it('are gone through by keyboard, of any number, and only those in sight are drawn', async () => {
    const many = Array.from({ length: 2000 }, (_, n) =>
      makeRow(n, { action: 'rotate', subject: `svc-${String(n)}` }),
    );
    begin(rotation('finished', { tally: { ...nothing, done: 2000 } }), {
      rows: many,
      decides: true,
    });
    const list = page.getByRole('listbox', { name: t.rows });
    (await list.findElement()).focus();
    await userEvent.keyboard('{End}');
    await eventually(() => {
      const chosen = document.querySelector('[aria-selected="true"]');
      expect(chosen?.textContent).toContain('svc-1999');
    });
    expect(document.querySelectorAll('[role="option"]').length).toBeLessThan(60);
  });
});
