// A hand-over on the screen: what each part costs, what is selected, when it starts, its job, and verifying a folder.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import '../../renderer/styles/fonts.css';
import type {
  PartReader,
  PlannedPart,
  VerifiedHandOver,
} from '../../preload/contract/hand-over.ts';
import type { HandOverPart } from '../../preload/contract/hand-over-parts.ts';
import type { JobOf, JobRow } from '../../preload/contract/jobs.ts';
import { runVerb, verbsNow } from '../../renderer/frame/palette-verbs.ts';
import Connections from '../../renderer/screens/connections/Connections.svelte';
import { HAND_OVER_PLACE } from '../../renderer/state/job-place.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { shortcuts } from '../../renderer/state/shortcuts.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { createFormats } from '../../renderer/texts/formats.ts';
import { AT, keychainLocked, makeConnection, makeStart, offline } from './support/samples.ts';

// As in the program.
document.documentElement.dataset['size'] = 'sm';
const t = en.handOver;
const format = createFormats('en');
const CERTIFICATE = makeConnection('c-1', { name: 'Certificate' });
const KARI = makeConnection('c-2', { name: 'Kari', signIn: { way: 'pasted-token' } });
const NEW = { handle: 'file-aaaaaaaaaaaaaaaaaaaa', name: 'fjordtrafikk-as-test-hand-over' };
const EARLIER = { handle: 'file-bbbbbbbbbbbbbbbbbbbb', name: 'last year' };

const readerOf = ({ id, name }: typeof KARI, reads: PartReader['reads']): PartReader => ({
  ...{ connection: id, name, reads },
});
const readable = (
  part: HandOverPart,
  connection: typeof KARI | null,
  [count, calls, seconds, bytes]: readonly (number | null)[],
  readers: readonly PartReader[] = connection === null ? [] : [readerOf(connection, 'all')],
): PlannedPart => ({
  ...{ part, connection: connection?.id ?? null, connectionName: connection?.name ?? '' },
  readers: [...readers],
  ...{ obstacle: null, count: count ?? null, calls: calls ?? null },
  ...{ seconds: seconds ?? null, bytes: bytes ?? null },
});
const obstructed = (part: HandOverPart, obstacle: PlannedPart['obstacle']): PlannedPart => ({
  ...readable(part, null, []),
  obstacle,
});
const USERS = readable('users', CERTIFICATE, [24, 1, 1, 40_000]);
const ACCESS = readable('access', KARI, [312, 625, 120, 1_200_000]);
const MESSAGES = readable('messages', KARI, [10_214, 38_640, 7800, 3_200_000_000]);
const JOURNAL = readable('journal', null, [4318, 0, 1, 2_100_000]);
const PLANNED: readonly PlannedPart[] = [
  USERS,
  ACCESS,
  readable('local-roles', KARI, [6, 7, 2, 60_000]),
  readable('organisation', KARI, [41, 5, 2, 110_000]),
  MESSAGES,
  obstructed('file-transfers', 'switched-off'),
  readable('consents', CERTIFICATE, [57, 58, 12, 300_000]),
  obstructed('service-owner', 'no-connection'),
  readable('services', CERTIFICATE, [37, 148, 35, 14_000_000]),
  JOURNAL,
];
const planOf = (parts: readonly PlannedPart[]) => ({
  organisationNumber: '974760673',
  organisationName: 'Fjordtrafikk AS',
  parts: [...parts],
});

type HandOver = JobOf<'hand-over'>;
const makeHandOver = (more: Partial<HandOver> = {}): HandOver => ({
  ...{ id: 'j-1', kind: 'hand-over', state: 'finished', because: 'none' },
  ...{ connection: 'c-1', connectionName: 'Certificate', environment: 'test' },
  ...{ organisationName: 'Fjordtrafikk AS', started: AT, changed: AT },
  tally: { waiting: 0, running: 0, done: 2, notFound: 0, refused: 1, unknown: 0, skipped: 0 },
  details: {
    ...{ organisationNumber: '974760673', parts: ['users', 'messages'] },
    ...{ folder: 'Fjordtrafikk AS 2026', files: 1204, bytes: 3_200_000 },
  },
  ...more,
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const cells = (name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
    .getByRole('cell');
const box = (part: HandOverPart) => page.getByRole('checkbox', { name: t.parts[part].name });
const figures = async (name: string) => {
  await expect.element(cells(name).first()).toBeInTheDocument();
  return cells(name)
    .elements()
    .map((cell) => cell.textContent.trim().replaceAll('\u00a0', ' '))
    .filter((text) => text !== '');
};
const total = (chosen: number) => figures(t.partsOf(chosen, 10));
const refusal = (reason: string) =>
  eventually(() => {
    const start = button(t.start).element();
    expect([start.getAttribute('aria-disabled'), start.getAttribute('title')]).toEqual([
      'true',
      reason,
    ]);
  });

const DIALOGS = { hideFromScreenSharing: false, saveDialog: true };
async function open(id: string, jobs: readonly HandOver[] = [], can = DIALOGS) {
  main.always('app.start', () =>
    makeStart({ connections: [CERTIFICATE, KARI], chosen: 'c-1', jobs: [...jobs], can }),
  );
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe('c-1');
  });
  router.go({ connection: 'c-1', screen: 'connections', id });
  onTestFinished(() => router.replace({ id: null }));
  return show(Connections, {});
}
const openPlan = () => open(HAND_OVER_PLACE);

beforeEach(() => {
  main.always('handOver.plan', () => planOf(PLANNED));
  main.always('files.chooseFolder', ({ suggestedName }) =>
    suggestedName === undefined ? EARLIER : NEW,
  );
});

describe('the parts', () => {
  it('have what they cost and who reads them, and add up', async () => {
    await openPlan();
    expect(await figures(t.parts.users.name)).toEqual(['Certificate', '24', '1', '1 s', '40 kB']);
    expect(await figures(t.parts.messages.name)).toEqual([
      ...['Kari', '10,214', '38,640', '2 h 10 min', '3.2 GB'],
    ]);
    expect(await figures(t.parts.journal.name)).toEqual(['4,318', t.noCalls, '1 s', '2.1 MB']);
    expect(await total(8)).toEqual(['15,009', '39,484', '2 h 13 min', '3.2 GB']);
    await expect.element(page.getByText(t.about(format.duration(7973)))).toBeVisible();
    await expect.element(page.getByText(t.of('Fjordtrafikk AS'))).toBeVisible();
    await expect.element(page.getByText(t.personalText)).toBeVisible();
  });

  it('that cannot be read say why, and cannot be selected', async () => {
    await openPlan();
    for (const [part, why] of [
      ['service-owner', t.noServiceOwner],
      ['file-transfers', t.obstacles['switched-off']],
    ] as const) {
      await expect.element(page.getByText(why)).toBeVisible();
      await expect.element(box(part)).toBeDisabled();
      await expect.element(box(part)).not.toBeChecked();
    }
  });

  it('that are not selected are not added up, nor is any where none is', async () => {
    await openPlan();
    await box('messages').click();
    expect(await total(7)).toEqual(['4,795', '844', '3 min', '17.8 MB']);
    // The name is as good as the box.
    await page.getByText(t.parts.messages.name, { exact: true }).click();
    expect(await total(8)).toEqual(['15,009', '39,484', '2 h 13 min', '3.2 GB']);
    const all = page.getByRole('checkbox', { name: t.all });
    await all.click();
    expect(await total(0)).toEqual([]);
    await refusal(t.nothingChosen);
    await all.click();
    await expect.element(box('users')).toBeChecked();
    await expect.element(box('service-owner')).not.toBeChecked();
  });

  it('of which a figure is not known yet make the sum a lower bound', async () => {
    const unknown = { ...MESSAGES, calls: null, seconds: null, bytes: null };
    main.always('handOver.plan', () => planOf([USERS, unknown]));
    await openPlan();
    expect(await figures(t.parts.messages.name)).toEqual(['Kari', '10,214', '–', '–', '–']);
    expect(await total(2)).toEqual(['10,238', '1+', '1 s+', '40 kB+']);
    await expect.element(page.getByText(t.unknown)).toBeVisible();
  });
});

describe('who reads a part', () => {
  const ORGANISATION = readable(
    'organisation',
    KARI,
    [41, 5, 2, 110_000],
    [readerOf(KARI, 'all'), readerOf(CERTIFICATE, 'untried')],
  );
  const who = (part: HandOverPart) =>
    page.getByRole('combobox', { name: t.readAsOf(t.parts[part].name) });
  const named = (part: HandOverPart) =>
    [...who(part).element().querySelectorAll('option')].map((one) => [one.text, one.disabled]);
  const pick = async (part: HandOverPart, name: string) => {
    await expect.element(who(part)).toBeVisible();
    await who(part).selectOptions(name);
  };

  it('can be chosen among those who can, and the others say why not', async () => {
    const readers = [
      readerOf(KARI, 'all'),
      readerOf(CERTIFICATE, 'no-connection'),
      { connection: 'c-3', name: 'Ola', reads: 'some' as const },
    ];
    main.always('handOver.plan', () =>
      planOf([USERS, readable('organisation', KARI, [41, 5, 2, 110_000], readers), JOURNAL]),
    );
    await openPlan();
    await expect.element(who('organisation')).toHaveValue('c-2');
    expect(named('organisation')).toEqual([
      ['Kari', false],
      [t.readerThat('Certificate', t.reads['no-connection']), true],
      [t.readerThat('Ola', t.reads.some), false],
    ]);
    // Of one alone there is no choice.
    await expect.element(who('users')).not.toBeInTheDocument();
  });

  it('is counted through the one that is chosen, which is sent when it starts, and kept when all is counted anew', async () => {
    main.always('handOver.start', () => makeHandOver({ state: 'running' }));
    main.always('handOver.plan', () => planOf([USERS, ORGANISATION]));
    await openPlan();
    main.waits('handOver.plan');
    await pick('organisation', 'Certificate');
    const call = main.last('handOver.plan');
    const through = [{ part: 'organisation', connection: 'c-1' }];
    expect(call.input).toEqual({ connection: 'c-1', through, parts: ['organisation'] });
    await expect.element(page.getByText(t.countingPart(t.parts.organisation.name))).toBeVisible();
    await refusal(t.stillCounting);
    const again = readable(
      'organisation',
      CERTIFICATE,
      [9, 3, 1, 20_000],
      [readerOf(CERTIFICATE, 'some'), readerOf(KARI, 'untried')],
    );
    call.answer(planOf([again]));
    await expect.element(who('organisation')).toHaveValue('c-1');
    expect((await figures(t.parts.organisation.name)).slice(1)).toEqual(['9', '3', '1 s', '20 kB']);
    expect(await total(2)).toEqual(['33', '4', '2 s', '60 kB']);
    shortcuts.all.find(({ keys }) => keys === 'Mod+R')?.run?.();
    await eventually(() => {
      expect(main.last('handOver.plan').input).toEqual({ connection: 'c-1', through });
    });
    main.last('handOver.plan').answer(planOf([USERS, again]));
    await button(t.choose).click();
    await button(t.start).click();
    expect(main.last('handOver.start').input.parts).toEqual([
      { part: 'users', connection: 'c-1' },
      { part: 'organisation', connection: 'c-1' },
    ]);
  });

  it('says that the one who was chosen cannot, and who does instead', async () => {
    main.always('handOver.plan', () => planOf([USERS, ORGANISATION]));
    await openPlan();
    const readers = [readerOf(CERTIFICATE, 'no-connection'), readerOf(KARI, 'all')];
    main.always('handOver.plan', () =>
      planOf([readable('organisation', KARI, [41, 5, 2, 110_000], readers)]),
    );
    await pick('organisation', 'Certificate');
    const words = t.unfit('Certificate', t.parts.organisation.name);
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(who('organisation')).toHaveValue('c-2');
    expect(named('organisation').map(([, disabled]) => disabled)).toEqual([true, false]);
  });

  it('stays who it was where the count is cancelled or fails', async () => {
    main.always('handOver.plan', () => planOf([USERS, ORGANISATION]));
    await openPlan();
    main.waits('handOver.plan');
    await pick('organisation', 'Certificate');
    await button(t.cancel).click();
    await eventually(() => {
      expect(main.last('handOver.plan').stopped).toBe(true);
    });
    main.last('handOver.plan').fail({ kind: 'cancelled', message: '' });
    await expect.element(button(t.cancel)).not.toBeInTheDocument();
    await expect.element(who('organisation')).toHaveValue('c-2');
    main.alwaysFails('handOver.plan', offline);
    await pick('organisation', 'Certificate');
    await expect.element(page.getByText(t.countFailed)).toBeVisible();
    await expect.element(who('organisation')).toHaveValue('c-2');
  });

  it('is chosen by keyboard alone, and the keyboard stays where it is', async () => {
    main.always('handOver.plan', () => planOf([USERS, ORGANISATION]));
    await openPlan();
    await expect.element(who('organisation')).toBeVisible();
    const again = readable(
      'organisation',
      CERTIFICATE,
      [9, 3, 1, 20_000],
      [...[readerOf(CERTIFICATE, 'all'), readerOf(KARI, 'untried')]],
    );
    main.always('handOver.plan', () => planOf([again]));
    const box = await who('organisation').findElement();
    if (box instanceof HTMLElement) box.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(who('organisation')).toHaveValue('c-1');
    expect(document.activeElement).toBe(who('organisation').element());
  });
});

describe('counting', () => {
  it('shows each part as it comes, can be cancelled, and begins again', async () => {
    main.waits('handOver.plan');
    await openPlan();
    const call = main.last('handOver.plan');
    expect(call.input).toEqual({ connection: 'c-1', through: [] });
    await expect.element(page.getByText(t.countingFirst)).toBeVisible();
    call.report({ parts: [USERS, ACCESS], of: 10 });
    await expect.element(page.getByText(t.counting(2, 10))).toBeVisible();
    await expect.element(box('access')).toBeChecked();
    await expect.element(box('messages')).toBeDisabled();
    await refusal(t.stillCounting);
    await button(t.cancel).click();
    await eventually(() => {
      expect(call.stopped).toBe(true);
    });
    await refusal(t.notCounted);
    // The keys of a screen are the window's; its button is there while there is nothing else to do.
    expect(shortcuts.all.map(({ keys }) => keys)).toContain('Mod+R');
    await button(en.words.refresh).click();
    main.last('handOver.plan').answer(planOf(PLANNED));
    await expect.element(box('messages')).toBeChecked();
  });

  it('says why it failed, and is repeated', async () => {
    main.alwaysFails('handOver.plan', offline);
    await openPlan();
    await expect.element(page.getByText(t.countFailed)).toBeVisible();
    main.always('handOver.plan', () => planOf(PLANNED));
    await page.getByRole('button', { name: en.words.tryAgain }).click();
    await expect.element(box('users')).toBeChecked();
  });
});

describe('starting', () => {
  it('is refused without a folder, and sends the parts with who reads each', async () => {
    main.always('handOver.start', () => makeHandOver({ state: 'running' }));
    await openPlan();
    await expect.element(box('users')).toBeChecked();
    await refusal(t.folderFirst);
    const before = main.calls('handOver.start').length;
    await button(t.start).click({ force: true });
    expect(main.calls('handOver.start')).toHaveLength(before);
    await button(t.choose).click();
    const { make, suggestedName } = main.last('files.chooseFolder').input;
    expect(make).toBe(false);
    expect(suggestedName).toMatch(/^fjordtrafikk-as-test-hand-over-\d{4}-\d\d-\d\d$/);
    await expect.element(page.getByRole('textbox', { name: t.folder })).toHaveValue(NEW.name);
    await box('messages').click();
    await button(t.start).click();
    expect(main.last('handOver.start').input).toEqual({
      connection: 'c-1',
      organisationNumber: '974760673',
      organisationName: 'Fjordtrafikk AS',
      folder: NEW.handle,
      parts: PLANNED.filter(({ part, obstacle }) => obstacle === null && part !== 'messages').map(
        ({ part, connection }) => ({ part, connection }),
      ),
    });
    await eventually(() => {
      expect(router.route.id).toBe('job+j-1');
    });
  });

  it('goes into an earlier folder too, and says what may be wrong with it', async () => {
    main.alwaysFails('handOver.start', { kind: 'conflict', message: '', what: 'folder' } as never);
    await openPlan();
    await button(t.chooseEarlier).click();
    expect(main.last('files.chooseFolder').input).not.toHaveProperty('suggestedName');
    await expect.element(page.getByText(t.earlierFolder)).toBeVisible();
    await button(t.start).click();
    expect(main.last('handOver.start').input.folder).toBe(EARLIER.handle);
    await expect.element(page.getByText(t.conflict.fix)).toBeVisible();
  });

  it('goes into the downloads folder where no other can be chosen, and is verified from its job', async () => {
    main.always('jobs.rows', () => ({ rows: [], total: 0, revision: 1 }));
    await open(HAND_OVER_PLACE, [makeHandOver()], { ...DIALOGS, saveDialog: false });
    await expect.element(page.getByText(t.intoDownloads)).toBeVisible();
    for (const name of [t.chooseEarlier, t.verifyFolder])
      await expect.element(button(name)).not.toBeInTheDocument();
    router.go({ id: 'job+j-1' });
    await expect.element(button(t.verify)).toBeVisible();
  });

  it('waits for one that is running', async () => {
    await open(HAND_OVER_PLACE, [makeHandOver({ state: 'running' })]);
    await refusal(t.running);
    await button(en.jobs.open).click();
    expect(router.route.id).toBe('job+j-1');
  });

  it('is a command of the palette, where it is not switched off', async () => {
    await open('');
    const verb = verbsNow().find(({ id }) => id === 'hand-over');
    expect(verb?.text).toBe(t.open);
    if (verb !== undefined) runVerb(verb);
    await expect.element(box('users')).toBeChecked();
    await button(t.back).click();
    const managed = { version: 1 as const, managedBy: 'IT', off: ['hand-over' as const] };
    main.always('app.start', () => makeStart({ connections: [KARI], chosen: 'c-2', managed }));
    await startWindow();
    await eventually(() => {
      expect(session.chosen?.id).toBe('c-2');
    });
    expect(verbsNow().map(({ id }) => id)).not.toContain('hand-over');
    await expect.element(button(t.open)).not.toBeInTheDocument();
  });

  it('is reached from the list, for the connection that is selected', async () => {
    await open('c-2');
    await button(t.open).click();
    expect(router.route.id).toBe(`c-2${HAND_OVER_PLACE}`);
    await eventually(() => {
      expect(main.last('handOver.plan').input).toEqual({ connection: 'c-2', through: [] });
    });
    await button(t.back).click();
    expect(router.route.id).toBe('c-2');
  });
});

it('is used by keyboard alone: each box, button and what scrolls can be reached, in the order shown', async () => {
  await openPlan();
  await expect.element(box('users')).toBeChecked();
  const heading = await button(t.verifyFolder).findElement();
  if (heading instanceof HTMLElement) heading.focus();
  const reached: string[] = [];
  for (let i = 0; i < 16; i += 1) {
    await userEvent.tab();
    const at = document.activeElement;
    reached.push(
      at?.id.replace(/^.*?-(?=[a-z])/, '') ||
        at?.getAttribute('aria-label') ||
        at?.textContent.trim() ||
        '',
    );
  }
  const boxes = PLANNED.filter(({ obstacle }) => obstacle === null).map(({ part }) => part);
  expect(reached).toEqual([
    ...[t.back, t.title, 'folder', t.choose, t.chooseEarlier, t.all],
    ...[...boxes, t.start],
    expect.anything(),
  ]);
});

it.each([560, 840, 1048])('fits %i px, in both schemes', async (width) => {
  onTestFinished(() => void delete document.documentElement.dataset['colorScheme']);
  const readers = [readerOf(KARI, 'all'), readerOf(CERTIFICATE, 'untried')];
  const chosen = PLANNED.map((one) => (one.connection === null ? one : { ...one, readers }));
  main.always('handOver.plan', () => planOf(chosen));
  const { target } = await openPlan();
  target.style.width = `${String(width)}px`;
  for (const scheme of ['light', 'dark']) {
    document.documentElement.dataset['colorScheme'] = scheme;
    await expect.element(box('users')).toBeChecked();
    for (const part of [target, ...target.querySelectorAll('.body, .card')])
      expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth + 1);
  }
});

describe('the job', () => {
  const row = (at: number, subject: string, more: Partial<JobRow> = {}): JobRow => ({
    ...{ row: at, action: 'export', subject, state: 'done', at: AT, failure: null },
    ...more,
  });
  const rows = [
    row(0, 'users'),
    row(1, 'a1', { title: 'Årsregnskap 2025' }),
    row(2, 'a2', { state: 'refused' }),
  ];

  it('says where it writes, what it reads, and opens the folder', async () => {
    main.always('jobs.rows', () => ({ rows, total: 3, revision: 1 }));
    main.always('jobs.showWritten', () => ({}));
    await open('job+j-1', [makeHandOver()]);
    await expect.element(page.getByText(t.into('Fjordtrafikk AS 2026'))).toBeVisible();
    await expect.element(page.getByText(t.holds(1204))).toBeVisible();
    for (const name of [t.parts.users.name, 'Årsregnskap 2025', 'a2'])
      await expect.element(page.getByRole('option', { name })).toBeVisible();
    await button(en.words.showInFolder).click();
    expect(main.last('jobs.showWritten').input).toEqual({ job: 'j-1' });
    await button(t.another).click();
    expect(router.route.id).toBe(HAND_OVER_PLACE);
  });

  it('that was removed from the list leads back', async () => {
    await open('job+j-9');
    await expect.element(page.getByText(t.gone)).toBeVisible();
    await button(t.back).first().click();
    expect(router.route.id).toBeNull();
  });
});

describe('verifying', () => {
  const verified: VerifiedHandOver = {
    ...{ intact: true, complete: true, on: AT, organisation: 'Fjordtrafikk AS' },
    ...{ lacks: [], files: 1204, bytes: 3_200_000 },
    ...{ missing: [], changed: [], others: [], brokenLinks: [], otherCounts: [] },
  };
  const said = () => page.getByRole('status').filter({ hasText: t.verifiedFolder(EARLIER.name) });
  async function verify(more: Partial<VerifiedHandOver>) {
    main.always('handOver.verify', () => ({ ...verified, ...more }));
    await openPlan();
    await button(t.verifyFolder).click();
    expect(main.last('handOver.verify').input).toEqual({ folder: EARLIER.handle });
  }

  it('shows how far it is, can be stopped, and says when it was complete', async () => {
    main.waits('handOver.verify');
    await openPlan();
    await button(t.verifyFolder).click();
    await eventually(() => {
      expect(main.last('handOver.verify').answered).toBe(false);
    });
    const call = main.last('handOver.verify');
    call.report({ bytes: 1_000_000, total: 3_200_000 });
    const words = t.verifying(format.size(1_000_000), format.size(3_200_000));
    await expect.element(page.getByText(words)).toBeVisible();
    call.answer(verified);
    await expect.element(said()).toHaveTextContent(t.completeOn(format.dateTime(AT)));
    await expect
      .element(said())
      .toHaveTextContent(t.matches('Fjordtrafikk AS', 1204, format.size(3_200_000)));
  });

  it('says complete but for which parts, what each lacks and why', async () => {
    const lacks: VerifiedHandOver['lacks'] = [
      { part: 'messages', state: 'incomplete', onPlatform: 10_214, here: 10_200 },
      { part: 'consents', state: 'not-offered', onPlatform: null, here: 0 },
      { part: 'of a later version', state: 'incomplete', onPlatform: 2, here: 1 },
    ];
    await verify({ complete: false, lacks });
    const names = [t.parts.messages.name, t.parts.consents.name, 'of a later version'];
    await expect.element(said()).toHaveTextContent(t.completeBut(format.list(names)));
    for (const text of [
      t.lackBecause(t.lackOf(names[0] ?? '', 10_200, 10_214), t.lackStates.incomplete),
      t.lackBecause(t.lackOf(names[1] ?? '', 0, null), t.lackStates['not-offered']),
      t.lackOf('of a later version', 1, 2),
    ])
      await expect.element(said()).toHaveTextContent(text);
  });

  it('names what does not match, and what is not of the hand-over', async () => {
    const files = {
      ...{ missing: ['users/index.html'], changed: ['messages/a1/index.html'] },
      ...{ brokenLinks: ['index.html: users/index.html'], otherCounts: ['messages'] },
    };
    await verify({ intact: false, ...files, others: ['notes.txt'] });
    for (const text of [t.different, ...Object.values(files).flat().slice(0, 3)])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: /^Messages$/ }))
      .toBeVisible();
    await page.getByText(`${t.others} (1)`).click();
    await expect.element(page.getByText('notes.txt')).toBeVisible();
    await expect.element(page.getByText(t.completeOn(format.dateTime(AT)))).not.toBeInTheDocument();
  });

  it.each([
    [{ complete: null, on: null, intact: false }, t.noManifest],
    [{ complete: false, on: null }, t.notEnded],
  ])('says of %o what to do', async (more, words) => {
    await verify(more);
    await expect.element(said()).toHaveTextContent(words);
  });

  it('after a job reads its folder, and says why nothing could be verified', async () => {
    main.always('jobs.rows', () => ({ rows: [], total: 0, revision: 1 }));
    main.alwaysFails('handOver.verify', keychainLocked);
    await open('job+j-1', [makeHandOver()]);
    await button(t.verify).click();
    await expect.element(page.getByText(t.verifyFailed)).toBeVisible();
    expect(main.last('handOver.verify').input).toEqual({ job: 'j-1' });
  });

  it('after a job saves its folder encrypted, once both passphrases are alike and long enough', async () => {
    main.always('jobs.rows', () => ({ rows: [], total: 0, revision: 1 }));
    main.always('files.chooseTarget', () => ({ handle: EARLIER.handle, name: 'sent.zip.age' }));
    main.always('handOver.saveEncrypted', () => ({ name: 'sent.zip.age', bytes: 1 }));
    await open('job+j-1', [makeHandOver()]);
    await button(t.archive.open).click();
    const words = en.oneTimeSecrets.file;
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field(words.passphrase).fill('correct horse battery');
    await field(words.again).fill('correct horse');
    await button(t.archive.action).click();
    await expect.element(page.getByText(words.differ)).toBeVisible();
    expect(main.calls('handOver.saveEncrypted')).toEqual([]);
    await field(words.again).fill('correct horse battery');
    await button(t.archive.action).click();
    await eventually(() => {
      expect(main.last('handOver.saveEncrypted').input).toEqual({
        job: 'j-1',
        target: EARLIER.handle,
        passphrase: 'correct horse battery',
      });
    });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
