// Who has access: what holders have as a column and a filter, two compared, and giving what one can give.
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import Delegations from '../../renderer/screens/delegations/Delegations.svelte';
import { acting } from '../../renderer/state/acting.svelte.ts';
import { givePlace } from '../../renderer/state/give-place.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import type {
  HeldInBrief,
  HeldRight,
  HeldRole,
  RightHolder,
} from '../../preload/contract/delegations.ts';
import type { Failure } from '../../preload/result.ts';
import { allThere, AT, makeConnection, makeStart } from './support/samples.ts';

const t = en.delegations;
const HERE = makeConnection('c-1');
const notFound: Failure = { kind: 'not-found', message: '', reason: '' };

const holder = (id: string, name: string, more: Partial<RightHolder> = {}): RightHolder => ({
  ...{ id, name, kind: 'organisation', identityNumber: null, organisationNumber: '910514318' },
  ...more,
});
const ARKIV = holder('u1', 'arkiv-uttrekk', { kind: 'enterprise-user', organisationNumber: null });
const BERG = holder('r2', 'Bergtind Regnskap AS');
const ODD = holder('r3', 'Odd Lyngmyr', { kind: 'person', organisationNumber: null });

const role = (id: number, name: string, more: Partial<HeldRole> = {}): HeldRole => ({
  ...{ id, name, kind: 'platform', type: 'Platform', description: '', code: null },
  ...{ held: String(880_000 + id), delegator: 'Kari', since: null },
  ...more,
});
const FILLS = role(27, 'Utfyller og innsender');
const READS = role(26, 'Bare lesing');
const BOOKS = role(30, 'Regnskapsmedarbeider');
const right = (word: 'Read' | 'Write', more: Partial<HeldRight> = {}): HeldRight => ({
  ...{ id: word, type: 'Service', serviceCode: '0112', serviceEdition: 1 },
  ...{ action: { word, known: word }, source: 'DirectlyDelegated', delegable: true, direct: true },
  ...more,
});
const brief = (
  { id }: RightHolder,
  roles: readonly HeldRole[],
  rights: readonly HeldRight[] = [],
): HeldInBrief => ({
  holder: id,
  roles: roles.map((one) => ({ id: one.id, name: one.name, given: true })),
  rights: rights.map(({ serviceCode, serviceEdition, action }) => ({
    ...{ serviceCode, serviceEdition, action },
  })),
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const grid = page.getByRole('grid', { name: t.title });
const names = () =>
  grid
    .getByRole('row')
    .elements()
    .slice(1)
    .map((one) => one.querySelector('td.medium')?.textContent);
const readings = () => main.calls('delegations.holdings');

async function open(id: string | null = null) {
  const { own: actor } = acting;
  if (actor === null) throw new Error('A connection is chosen.');
  router.go({ connection: 'c-1', screen: 'delegations', id });
  show(Delegations, { connection: HERE, actor });
  await expect.element(row(ODD.name)).toBeVisible();
}

beforeEach(async () => {
  main.always('app.start', () => makeStart({ connections: [HERE], chosen: 'c-1' }));
  main.always('delegations.list', () => ({ holders: [ARKIV, BERG, ODD], completeness: allThere }));
  main.always('roleDefinitions.list', () => ({
    roles: [FILLS, READS, BOOKS].map(({ id, kind, type, name, description, code }) => ({
      ...{ id, kind, type, name, description, code },
    })),
    completeness: allThere,
  }));
  main.always('delegations.own', () => ({
    roles: [FILLS],
    rights: [right('Read')],
    completeness: allThere,
  }));
  main.always('delegations.knownUsers', () => ({ users: null }));
  main.always('reference.named', ({ services }) => ({
    services: services.map(() => null),
    origin: { from: 'platform', fetched: AT },
  }));
  main.waits('delegations.holdings');
  main.waits('delegations.get');
  await startWindow();
});

describe('FLD-28 who has a role', () => {
  it('is asked in two presses; nothing is read before, and rows come as they are read', async () => {
    const before = readings().length;
    await open();
    expect(readings()).toHaveLength(before);
    await button(t.held.filter).click();
    await button(/^Utfyller/).click();
    await eventually(() => {
      expect(readings()).toHaveLength(before + 1);
    });
    const call = main.last('delegations.holdings');
    expect(call.input).toMatchObject({ holders: ['u1', 'r2', 'r3'] });
    call.report({ items: 1, calls: 1, arrived: [brief(ARKIV, [READS, FILLS])] });
    await expect.element(page.getByText(t.held.reading(1, 3))).toBeVisible();
    await expect.element(row(ARKIV.name)).toHaveTextContent('Utfyller og innsender, Bare lesing');
    expect(names()).toEqual([ARKIV.name]);
    call.answer({
      held: [brief(ARKIV, [READS, FILLS]), brief(BERG, [BOOKS])],
      unread: [{ holder: 'r3', failure: notFound }],
    });
    // Of whom it is not known is said: it may have the role.
    await expect.element(page.getByText(t.held.mayHaveIt(1))).toBeVisible();
    expect(names()).toEqual([ARKIV.name]);
    await button(t.held.clear).click();
    await expect.element(row(ODD.name)).toHaveTextContent(t.held.unread);
    await expect.element(row(BERG.name)).toHaveTextContent(BOOKS.name);
    expect(readings()).toHaveLength(before + 1);
    // Asked again, it is asked about that one alone.
    await button(t.held.readMissing(1)).click();
    await eventually(() => {
      expect(main.last('delegations.holdings').input).toMatchObject({ holders: ['r3'] });
    });
    main.last('delegations.holdings').answer({ held: [brief(ODD, [FILLS])], unread: [] });
    await expect.element(row(ODD.name)).toHaveTextContent(FILLS.name);
  });

  it('stops where it is stopped: what came stays, and the rest is not read yet', async () => {
    await open();
    await button(t.held.ask).click();
    await eventually(() => {
      expect(main.last('delegations.holdings').answered).toBe(false);
    });
    const call = main.last('delegations.holdings');
    call.report({ items: 1, calls: 1, arrived: [brief(BERG, [BOOKS])] });
    await expect.element(row(BERG.name)).toHaveTextContent(BOOKS.name);
    await button(en.words.stop).click();
    await eventually(() => {
      expect(call.stopped).toBe(true);
    });
    await expect.element(row(ODD.name)).toHaveTextContent(t.held.notYet);
    await expect.element(row(BERG.name)).toHaveTextContent(BOOKS.name);
    await expect.element(page.getByText(t.held.unknown(2))).toBeVisible();
  });

  it('a right given by itself is found too, and each choice says how many have it', async () => {
    await open();
    await button(t.held.ask).click();
    await eventually(() => {
      expect(main.last('delegations.holdings').answered).toBe(false);
    });
    main.last('delegations.holdings').answer({
      held: [brief(ARKIV, [FILLS]), brief(BERG, [FILLS], [right('Write')]), brief(ODD, [])],
      unread: [],
    });
    await expect.element(row(ODD.name)).toHaveTextContent(t.held.none);
    await button(t.held.filter).click();
    await expect.element(button(/^Utfyller og innsender 2$/)).toBeVisible();
    await button(/0112\/1: Write 1$/).click();
    await eventually(() => {
      expect(names()).toEqual([BERG.name]);
    });
  });

  it('what was just read of one holder is in its row without reading all again', async () => {
    await open();
    await button(t.held.ask).click();
    await eventually(() => {
      expect(main.last('delegations.holdings').answered).toBe(false);
    });
    main.last('delegations.holdings').answer({
      held: [ARKIV, BERG, ODD].map((one) => brief(one, [READS])),
      unread: [],
    });
    await expect.element(row(BERG.name)).toHaveTextContent(READS.name);
    const before = readings().length;
    await row(BERG.name).click();
    await eventually(() => {
      expect(main.last('delegations.get').input).toMatchObject({ receiver: 'r2' });
    });
    main.last('delegations.get').answer({ holder: BERG, roles: [BOOKS], rights: [] });
    await expect.element(row(BERG.name)).toHaveTextContent(BOOKS.name);
    expect(readings()).toHaveLength(before);
  });

  it('goes by keyboard alone', async () => {
    await open();
    button(t.held.filter).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: t.held.find })).toHaveFocus();
    await expect.element(button(/^Utfyller/)).toBeVisible();
    await userEvent.keyboard('utf{ArrowDown}{Enter}');
    await eventually(() => {
      expect(main.last('delegations.holdings').answered).toBe(false);
    });
    main.last('delegations.holdings').answer({ held: [brief(ODD, [FILLS])], unread: [] });
    await eventually(() => {
      expect(names()).toEqual([ODD.name]);
    });
  });
});

describe('two holders', () => {
  async function compareBoth() {
    await open();
    await page.getByRole('checkbox', { name: t.columns.tick(BERG.name) }).click();
    await page.getByRole('checkbox', { name: t.columns.tick(ODD.name) }).click();
    await eventually(() => {
      expect(
        main
          .calls('delegations.get')
          .filter(({ answered }) => !answered)
          .map(({ input }) => input.receiver),
      ).toEqual(['r2', 'r3']);
    });
    const [first, second] = main.calls('delegations.get').filter(({ answered }) => !answered);
    first?.answer({
      holder: BERG,
      roles: [FILLS, BOOKS, role(4, 'Daglig leder', { kind: 'external' })],
      rights: [],
    });
    second?.answer({ holder: ODD, roles: [FILLS], rights: [right('Read'), right('Write')] });
    await expect.element(page.getByRole('heading', { name: t.compare.title })).toBeVisible();
  }
  const lines = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map((one) => one.textContent.trim().replaceAll(/\s+/g, ' '));

  it('are compared at two ticks: what only one has, how it came, and all of it at a press', async () => {
    await compareBoth();
    await expect.element(page.getByText(t.compare.differ(2, 2))).toBeVisible();
    expect(lines()).toEqual(expect.arrayContaining(['Daglig leder', BOOKS.name]));
    expect(lines()).not.toContain(FILLS.name);
    const books = page.getByRole('row', { name: BOOKS.name });
    await expect.element(books).toHaveTextContent(t.compare.came.given);
    await expect.element(books).toHaveTextContent(t.compare.hasNot);
    await expect.element(page.getByText(t.compare.both(FILLS.name))).toBeVisible();
    await page.getByText(`${t.compare.all} 5`, { exact: true }).click();
    await eventually(() => {
      expect(lines()).toContain(FILLS.name);
    });
  });

  it('lead to giving what one lacks and one may give: not a role of the register, nor what one has not', async () => {
    await compareBoth();
    // Of the roles of the other, one cannot give Regnskapsmedarbeider; of its rights only Read.
    await expect.element(button(t.compare.giveTo(1, BERG.name))).toBeVisible();
    expect(button(t.compare.giveTo(1, ODD.name)).query()).toBeNull();
    await button(t.compare.giveTo(1, BERG.name)).click();
    const dialog = page.getByRole('dialog', { name: t.give.title });
    await expect
      .element(dialog.getByRole('textbox', { name: t.give.fields.name }))
      .toHaveValue(BERG.name);
    await expect.element(dialog.getByText(t.give.rights(1))).toBeVisible();
  });

  it('a third tick ends the comparison, and Compare says that it takes two', async () => {
    await compareBoth();
    await page.getByRole('checkbox', { name: t.columns.tick(ARKIV.name) }).click();
    await expect
      .element(page.getByRole('heading', { name: t.compare.title }))
      .not.toBeInTheDocument();
    await expect.element(button(t.compare.ask)).toHaveAttribute('title', t.compare.two);
  });
});

describe('giving', () => {
  const dialog = page.getByRole('dialog', { name: t.give.title });
  const box = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) });

  it('shows first what one can give; the rest is folded with the reason, and not lost', async () => {
    await open(givePlace());
    await expect.element(dialog.getByText(t.give.notYours(2))).toBeVisible();
    await expect.element(dialog.getByText(t.give.notYoursWhy)).toBeVisible();
    await expect.element(box(FILLS.name)).toBeVisible();
    expect(box(BOOKS.name).query()).toBeNull();
    await dialog.getByText(t.give.notYours(2)).click();
    await box(BOOKS.name).click();
    // What is chosen is in sight, also where the rest is folded again.
    await dialog.getByText(t.give.notYours(1)).click();
    await expect.element(box(BOOKS.name)).toBeChecked();
    expect(box(READS.name).query()).toBeNull();
  });

  it.each([
    ['could not be read', () => main.alwaysFails('delegations.own', notFound)],
    [
      'is not whole',
      () =>
        main.always('delegations.own', () => ({
          ...{ roles: [FILLS], rights: [] },
          completeness: { complete: false, because: 'limit', calls: 1 },
        })),
    ],
  ])('hides nothing where what one has %s', async (_why, settle) => {
    settle();
    await open(givePlace());
    await expect.element(box(FILLS.name)).toBeVisible();
    for (const one of [READS, BOOKS]) await expect.element(box(one.name)).toBeVisible();
  });

  it('offers the enterprise users that are known, and says of another name that nobody has it', async () => {
    main.always('delegations.knownUsers', () => ({
      users: { userNames: ['lonn-amelding', 'erp-faktura'], read: '2026-11-12T08:00:00.000Z' },
    }));
    await open(givePlace());
    const field = dialog.getByRole('combobox', { name: t.give.fields.userName });
    await field.fill('lonn');
    await page.getByRole('option', { name: 'lonn-amelding' }).click();
    await expect.element(field).toHaveValue('lonn-amelding');
    const unknown = dialog.getByText(/No enterprise user of your organisation had this name/);
    await expect.element(unknown).not.toBeInTheDocument();
    await field.fill('lonn-amelding-2');
    await expect.element(unknown).toBeVisible();
    // A holder is there, whatever an older list says.
    await field.fill(ARKIV.name);
    await expect.element(unknown).not.toBeInTheDocument();
  });
});
