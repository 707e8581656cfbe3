// Journeys of the message box by mouse and keyboard: folders, local filters and the platform's, incomplete lists.
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { messagesPage } from '../pages/messages.ts';
import { screenLink } from '../pages/navigation.ts';
import { expectAccessible, look, picture, useScheme } from './accessible.ts';
import { expect, test } from './program.ts';

const t = en.messages;
const DAY = 86_400_000;

test(
  'folders are found, narrowed here and by the platform, stopped and honest about what is missing; nothing is marked read',
  { tag: ['@first', '@dark', '@inbox', '@work-list', '@archive', '@trash'] },
  async ({ connected: steward, platform: { control, organisationNumber: who } }) => {
    const { page } = steward;
    const box = messagesPage(page, en);
    const shot = (name: string) => picture(page, name);
    const now = Date.now();
    const letter = control.messages.make({
      subject: 'Varsel om kontroll i Å',
      sender: "Tilsynet for d'Hav",
      changed: new Date(now - 2 * DAY),
    });
    const read = control.messages.make({
      subject: 'Svar på søknad',
      state: 'read',
      changed: new Date(now - 40 * DAY),
    });
    const old = control.messages.make({
      subject: 'Et gammelt brev',
      state: 'read',
      changed: new Date(now - 500 * DAY),
    });
    const task = control.messages.make({
      kind: 'FormTask',
      subject: 'Årsmelding for fergene',
      changed: new Date(now - 3 * DAY),
    });
    const signing = control.messages.make({
      kind: 'FormTask',
      state: 'signing',
      subject: 'Melding om fartøy',
      changed: new Date(now - DAY),
    });
    const later = control.messages.make({
      kind: 'FormTask',
      subject: 'Søknad om kai',
      changed: new Date(now - 60 * DAY),
    });
    const sent = control.messages.make({
      kind: 'FormTask',
      state: 'sent',
      subject: 'Sendt rapport',
      changed: new Date(now - 5 * DAY),
    });
    const connection = await page.evaluate(() => location.hash.split('/')[1] ?? '');
    for (const { id: message, forms } of [task, later]) {
      const form = forms[0]?.id ?? '';
      await steward.call('formDrafts.begin', { connection, who, message, form });
    }

    // What the platform refuses to list is said in its words, with what it may need.
    const key = 'The key lacks the message box';
    control.refuse('messages.list', { form: 'reason', words: key, status: 403 });
    await box.open('inbox');
    await expect(box.main.getByRole('alert')).toContainText(key);
    await box.refresh.click();

    // The newest first, the last twelve months only, and said so.
    await expect(box.row(letter.subject)).toContainText(t.unread);
    await expect(box.row(old.subject)).toBeHidden();
    await expect(box.showAll).toBeVisible();
    // What was read is counted in the navigation, and nothing is asked for it.
    const unread = Number(await box.part('unread').locator('.num').innerText());
    expect(unread).toBeGreaterThan(0);
    const { screens, waiting } = en.frame;
    await expect(screenLink(page, en, 'inbox')).toHaveAccessibleName(
      `${screens.inbox}, ${waiting.inbox(unread)}`,
    );
    await expect(screenLink(page, en, 'work-list')).toHaveAccessibleName(
      new RegExp(`^${screens['work-list']}, \\d+ `),
    );
    await box.row(letter.subject).click();
    await expect(box.pane).toContainText(letter.subject);
    await look(steward);
    await shot('inbox');
    await box.part('unread').click();
    await expect(box.row(read.subject)).toBeHidden();
    await box.part('all').click();
    await box.search.fill('kontroll i a tilsynet');
    await expect(box.rows).toHaveCount(1);
    await box.search.fill('finnes ikke');
    await expect(box.main.getByText(en.words.noMatches)).toBeVisible();
    await box.main.getByRole('button', { name: en.words.clearFilter }).last().click();
    await box.showAll.click();
    await expect(box.showAll).toBeHidden();
    await box.search.fill(old.subject);
    await expect(box.row(old.subject)).toBeVisible();
    await box.search.fill('');

    // From folder to folder nothing is asked again.
    await expect(box.listed).toContainText(/\d/);
    const calls = control.executed('messages.list');
    await box.open('archive');
    await expect(box.rows.first()).toBeVisible();
    await shot('archive');
    expect(control.executed('messages.list')).toBe(calls);

    // A message that is elsewhere says where, and leads there.
    await page.evaluate((to) => (location.hash = to), `#/${connection}/inbox/${sent.id}`);
    await expect(box.pane).toContainText(t.moved(en.frame.screens.archive));
    await shot('moved');
    await box.pane.getByRole('button', { name: t.goThere(en.frame.screens.archive) }).click();
    await expect(box.row(sent.subject)).toHaveAttribute('aria-selected', 'true');

    // What was asked for is stopped, and what was there stays, with its range.
    await box.open('inbox');
    const held = control.hold('messages.list', false);
    await box.range.selectOption('last-year');
    await held.reached;
    await box.stop.click();
    held.release();
    await expect(box.main.getByText(t.stopped)).toBeVisible();
    await expect(box.range).toHaveValue('all');
    await expect(box.row(letter.subject)).toBeVisible();
    await shot('stopped');

    // The platform's filter: the expression is seen, quotes are doubled, and what it refuses leaves the list as it was.
    await box.ask.click();
    await box.field(t.filter.serviceCode).fill(letter.serviceCode);
    await box.field(t.filter.subject).fill("d'Hav");
    await box.filters.getByText(en.words.details).click();
    await expect(box.filters).toContainText(
      `substringof('d''Hav', Subject) and ServiceCode eq '${letter.serviceCode}'`,
    );
    const words = 'The filter is not liked';
    control.refuse('messages.list', { form: 'reason', words, status: 400 });
    await box.apply.click();
    await expect(box.main.getByRole('alert')).toContainText(words);
    await expect(box.row(letter.subject)).toBeVisible();
    await shot('refused');
    await box.field(t.filter.subject).fill('kontroll');
    await box.apply.click();
    await expect(box.filters).toBeHidden();
    await expect(box.rows).toHaveCount(1);
    const asked = control.requests.findLast(({ operation }) => operation === 'messages.list');
    expect(new URLSearchParams(asked?.query).get('$filter')).toBe(
      `substringof('kontroll', Subject) and ServiceCode eq '${letter.serviceCode}'`,
    );
    await shot('filtered');
    await box.removeFilter.click();
    await expect(box.row(read.subject)).toBeVisible();

    // A platform that holds back: said so, and the dates are narrowed by a press.
    control.shape.dataLimit = 0;
    await box.refresh.click();
    await expect(box.main.getByText(t.narrow)).toBeVisible();
    await shot('incomplete');
    control.shape.dataLimit = 1000;
    await box.main.getByRole('button', { name: t.ranges['12-months'] }).click();
    await expect(box.main.getByText(t.narrow)).toBeHidden();
    // The rows of the other range take the place of those before, and the focus would go with them.
    await expect(box.listed).toContainText(/\d/);

    // By keyboard alone: the group, the field, the rows, the pane, the question, and back.
    await page.keyboard.press('Control+2');
    await page.keyboard.press('/');
    await page.keyboard.type('svar pa soknad');
    await page.keyboard.press('Enter');
    await expect(box.list('inbox')).toBeFocused();
    await expect(box.row(read.subject)).toHaveAttribute('aria-selected', 'true');
    // The pane is gone to before it is known what can be done there.
    const opening = control.hold('*', false, { from: 1 });
    await page.keyboard.press('Enter');
    const inPane = () => page.evaluate(() => document.activeElement?.closest('aside') !== null);
    await expect.poll(inPane).toBe(true);
    opening.release();
    await expect(box.pane.getByRole('button', { name: en.messagePane.portal })).toBeVisible();
    expect(await inPane()).toBe(true);
    await page.keyboard.press('Escape');
    await expect(box.list('inbox')).toBeFocused();
    await expect(box.row(read.subject)).toHaveAttribute('aria-selected', 'false');

    // The work list: its parts, the draft of this computer, and a draft whose message is gone.
    await box.open('work-list');
    await expect(box.row(signing.subject)).toContainText(t.states.signing);
    await expect(box.row(task.subject)).toContainText(t.states['filling-in']);
    await box.part('signing').click();
    await expect(box.row(task.subject)).toBeHidden();
    await box.part('all').click();
    await box.row(signing.subject).click();
    await page.keyboard.press('Delete');
    await expect(box.dialog).toContainText(signing.subject);
    await page.keyboard.press('Escape');
    await expect(box.dialog).toBeHidden();
    // Esc closed the question, and nothing else.
    await expect(box.row(signing.subject)).toHaveAttribute('aria-selected', 'true');
    await expect(box.row(task.subject)).toContainText(t.draft);
    await expect(page.getByText(t.drafts.title(1))).toBeHidden();
    await shot('work-list');
    await box.range.selectOption('30-days');
    await expect(page.getByText(t.drafts.title(1))).toBeVisible();
    await expectAccessible(page);
    await shot('drafts');
    await box.main.getByRole('button', { name: t.drafts.discardOf(later.subject) }).click();
    await expect(box.dialog).toContainText(later.id);
    await box.dialog.getByRole('button', { name: t.drafts.go }).click();
    await expect(page.getByText(t.drafts.title(1))).toBeHidden();
    const { drafts } = (await steward.call('formDrafts.list', { connection })) as {
      drafts: { message: string }[];
    };
    expect(drafts.map(({ message }) => message)).toEqual([task.id]);

    // Norwegian, dark: every state once more.
    await steward.call('settings.change', { language: 'nb' });
    await useScheme(steward, 'dark');
    const boks = messagesPage(page, nb);
    await boks.ask.click();
    await expectAccessible(page);
    await shot('work-list-nb');
    await boks.open('trash');
    await expect(page.getByText(nb.messages.trash)).toBeVisible();
    await expectAccessible(page);
    await shot('trash-nb');
    expect(control.messages.markedRead).toEqual([]);
  },
);
