// Journeys of the explorer: three relations deep, a template, back and forward, the traffic and a report of it.
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { explorerPage } from '../pages/explorer.ts';
import { formsFound } from '../support/markers.ts';
import { look, picture, useScheme } from './accessible.ts';
import { expect, test } from './program.ts';

const MESSAGES = '/api/{who}/messages';
const ROLES = '/api/{who}/authorization/roles';
const t = en.explorer;

test(
  'from an entry point three relations deep, through a template, back and forward',
  { tag: ['@first', '@explorer'] },
  async ({ connected: { page }, platform }) => {
    const explorer = explorerPage(page, en);
    const letter = platform.control.messages.make({ state: 'read' });
    await explorer.open();
    await explorer.filter.fill('messages');
    await explorer.entry(MESSAGES).click();
    await explorer.parameter('who').fill('../x');
    await explorer.send.click();
    await expect(explorer.parameter('who')).toHaveAttribute('aria-invalid', 'true');
    await explorer.parameter('who').fill(platform.organisationNumber);
    await explorer.send.click();
    // A list opens at its items.
    await expect(explorer.tab('embedded')).toHaveAttribute('aria-selected', 'true');
    await explorer.embedded('messages', 2).click();
    await explorer.tab('links').click();
    await explorer.follow('self').click();
    await expect(explorer.here).toHaveText('self');
    await explorer.tab('links').click();
    await explorer.follow('metadata').click();
    await expect(explorer.here).toHaveText('metadata');
    await expect(explorer.answer.getByText('ServiceOwnerCode')).toBeVisible();
    await explorer.tab('links').click();
    await explorer.follow('self').click();
    await expect(explorer.trail.getByRole('listitem')).toHaveCount(4);
    await explorer.tab('raw').click();
    await expect(explorer.answer.locator('pre')).toContainText('"ServiceName"');
    await explorer.tab('headers').click();
    await expect(explorer.answer.getByText('content-type')).toBeVisible();

    await explorer.back.click();
    await expect(explorer.here).toHaveText('metadata');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(explorer.here).toContainText(platform.organisationNumber);
    await expect(explorer.forward).toBeEnabled();
    // The walk comes back to the item it left; the list has the template.
    await explorer.answer.getByRole('button', { name: t.whole, exact: true }).click();
    await explorer.tab('links').click();
    await explorer.fill('find').click();
    const form = explorer.template('find');
    await form.getByRole('textbox').fill(letter.id);
    await form.getByRole('button', { name: t.follow }).click();
    await expect(explorer.here).toHaveText(`find (${letter.id})`);
    await expect(explorer.answer.getByText(letter.id, { exact: true })).toBeVisible();
    await expect(explorer.forward).toBeDisabled();
  },
);

test(
  'by keyboard alone: search, choose, send, tabs, links',
  { tag: ['@keyboard', '@explorer'] },
  async ({ connected: { page } }) => {
    const explorer = explorerPage(page, en);
    await explorer.open();
    await explorer.heading.waitFor();
    await explorer.entry(ROLES).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('metadata/codelists');
    await page.keyboard.press('Tab');
    await expect(explorer.entry('/api/metadata/codelists')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(explorer.entry('/api/metadata/codelists/{name}/{version}')).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(explorer.tab('embedded')).toHaveAttribute('aria-selected', 'true');
    await explorer.tab('embedded').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(explorer.tab('links')).toBeFocused();
    await expect(explorer.tab('links')).toHaveAttribute('aria-selected', 'true');
    await explorer.follow('self').focus();
    await page.keyboard.press('Enter');
    await expect(explorer.here).toHaveText('self');
  },
);

test('what was refused is explained, found in the traffic, and copied as a report without secrets', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const explorer = explorerPage(page, en);
  await explorer.open();
  await explorer.entry('/api/consentRequests').click();
  platform.control.fault({
    operation: 'consents.list',
    acts: false,
    effect: { kind: 'alter', status: 403, reason: 'Not for this key', body: '' },
  });
  await explorer.send.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Not for this key');
  await explorer.look('traffic');
  await explorer.exchangeFilter.fill('consentRequests');
  await explorer.exchanges.first().click();
  await expect(page.getByRole('complementary')).toContainText('ApiKey');
  await explorer.copyReport.click();
  await expect(page.getByText(t.traffic.copied)).toBeVisible();
  const { exchanges } = (await steward.call('explorer.traffic', {})) as {
    exchanges: { number: number; status: number | null }[];
  };
  const refused = exchanges.findLast(({ status }) => status === 403);
  const { text } = (await steward.call('explorer.supportReport', {
    exchange: refused?.number ?? 0,
  })) as { text: string };
  expect(text).toContain('Not for this key');
  expect(formsFound(text, platform.apiKey)).toEqual([]);
  // The walk is still there.
  await explorer.look('browse');
  await expect(alert).toContainText('Not for this key');
});

test('of an address where nothing is found it says what that may mean', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const explorer = explorerPage(page, en);
  await explorer.open();
  await explorer.entry('/api/consentRequests').click();
  platform.control.fault({
    operation: 'consents.list',
    acts: false,
    effect: { kind: 'alter', status: 404, reason: 'Not Found', body: '' },
  });
  await explorer.send.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(t.notFound.what);
  await expect(alert).toContainText(t.notFound.fix);
  // No answer is made up for it.
  await expect(explorer.tab('headers')).toBeHidden();
  await useScheme(steward, 'dark');
  await picture(page, 'not-found-dark');
});

test('a link that leads away is opened in the browser only, after its host was shown', async ({
  connected: { page },
  platform,
}) => {
  const explorer = explorerPage(page, en);
  await explorer.open();
  await explorer.entry('/api/consentRequests').click();
  platform.control.fault({
    operation: 'consents.list',
    acts: true,
    effect: {
      kind: 'alter',
      body: JSON.stringify({
        _links: {
          portalview: { href: 'https://portal.example.test/inbox' },
          script: { href: 'javascript:alert(1)' },
        },
      }),
    },
  });
  await explorer.send.click();
  await explorer.tab('links').click();
  await expect(explorer.answer).toContainText(t.leads.nowhere);
  await explorer.openInBrowser.click();
  const dialog = page.getByRole('dialog', { name: t.leaveTitle });
  await expect(dialog).toContainText('portal.example.test');
  await dialog.getByRole('button', { name: en.words.cancel }).click();
  await expect(dialog).toBeHidden();
});

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `CSP-02 the explorer in ${language} is accessible in both schemes`,
    { tag: ['@looks', '@explorer'] },
    async ({ connected: steward, platform }) => {
      await steward.call('settings.change', { language });
      const explorer = explorerPage(steward.page, texts);
      await explorer.open();
      await explorer.entry(ROLES).waitFor();
      const see = (name: string) => look(steward, `${name}-${language}`);
      await see('explorer-empty');
      await explorer.entry(ROLES).click();
      await explorer.parameter('who').fill(platform.organisationNumber);
      await explorer.send.click();
      await explorer.embedded('roles', 1).waitFor();
      await see('explorer-embedded');
      await explorer.embedded('roles', 1).click();
      await see('explorer-state');
      await explorer.tab('links').click();
      await see('explorer-links');
      await explorer.trail.waitFor();
      await explorer.entry('/api/metadata/roledefinitions/{id}').click();
      await explorer.parameter('id').fill('4');
      await explorer.send.click();
      await expect(explorer.answer.getByText('DAGL', { exact: true })).toBeVisible();
      await explorer.tab('raw').click();
      await see('explorer-raw');
      await explorer.parameter('id').fill('999999');
      await explorer.send.click();
      await steward.page.getByRole('alert').waitFor();
      await see('explorer-refused');
      await explorer.look('traffic');
      await explorer.exchanges.nth(1).click();
      await see('explorer-traffic');
    },
  );
}
