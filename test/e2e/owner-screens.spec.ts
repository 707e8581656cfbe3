// Journeys of service owners: the access of a party, a recipient, consents and requests, and events.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { button } from '../pages/controls.ts';
import { dialogOf } from '../pages/dialog.ts';
import { ownerEventsPage, ownerRequestsPage, partyAccessPage } from '../pages/owner-screens.ts';
import { serviceOwnerPage } from '../pages/service-owner.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';

const PERSON = '03916823456';
const MASKED = '039168•••••';

/** The text of the file that the newest toast names. */
async function saved(page: Page, downloads: string): Promise<string> {
  const toast = page.getByRole('status', { name: en.frame.notifications });
  const said = await toast
    .getByText(/aved as/)
    .last()
    .textContent();
  return readFile(path.join(downloads, /aved as (\S+)/.exec(said ?? '')?.[1] ?? ''), 'utf8');
}

async function saveAsCsv(page: Page): Promise<void> {
  const { window } = dialogOf(page);
  // The dialog may still be coming to its place: what is pressed is seen to be chosen.
  await expect(async () => {
    await window.getByText(en.words.exporting.formats.csv, { exact: true }).click();
    await expect(window.getByRole('radio', { name: en.words.exporting.formats.csv })).toBeChecked({
      timeout: 1000,
    });
  }).toPass();
  await button(window, en.words.exporting.go).click();
  await expect(window).toBeHidden();
}

test(
  'PAC-01 PAC-02 PAC-03 whom a person represents is looked up, with roles and rights, and saved without whole numbers',
  { tag: ['@first', '@dark', '@party-access'] },
  async ({ connected: steward, platform: { organisation } }) => {
    const { page, downloads } = steward;
    const t = en.partyAccess;
    const screen = partyAccessPage(page, en);
    await screen.open();
    await screen.filter.fill('910 514 319');
    await expect(screen.said).toHaveText(t.typed.wrong);
    await expect(screen.look).toBeDisabled();
    await screen.lookUp(PERSON);
    await expect(screen.facts).toContainText(MASKED);
    await screen.row(organisation.name).first().click();
    await expect(screen.roles.getByRole('listitem').first()).toBeVisible();
    await expect(screen.rights.getByRole('table')).toBeVisible();
    expect(page.url()).not.toContain(PERSON);
    await look(steward, 'access');
    await screen.export.click();
    await saveAsCsv(page);
    const text = await saved(page, downloads);
    expect(text).toContain(organisation.name);
    expect(text).not.toMatch(/(?<![\w-])\d{11}(?![\w-])/);
  },
);

test('ORE-01 a recipient is checked before a notice is sent', async ({ connected: steward }) => {
  const { page } = steward;
  const t = en.serviceOwner.recipient;
  await serviceOwnerPage(page, en).open();
  await button(page, t.ask).click();
  const { window } = dialogOf(page, t.title);
  await window.getByText(t.kinds.person, { exact: true }).click();
  await window.getByLabel(t.identityNumber).fill(PERSON);
  await button(window, t.go).click();
  await expect(window).toContainText(en.fields.required);
  await window.getByLabel(t.lastName).fill('Lyngmyr');
  await button(window, t.go).click();
  await expect(window.getByText(t.can.inbox)).toBeVisible();
  await look(steward, 'recipient');
  await window.getByLabel(t.lastName).fill('Feil');
  await button(window, t.go).click();
  await expect(window.getByText(t.cannot.inbox)).toBeVisible();
});

test(
  'OCO-01 ODR-01 ODR-02 consents are read, and a request is sent after a question and removed',
  { tag: ['@first', '@dark', '@owner-requests'] },
  async ({ connected: steward, platform: { control, organisationNumber } }) => {
    const { page } = steward;
    const t = en.ownerRequests;
    const giver = control.register.find(({ number }) => number !== organisationNumber);
    const service = control.metadata.services.find(
      ({ kind, code }) => kind === 'formtask' && Number(code) % 9 !== 0 && Number(code) % 5 !== 0,
    );
    control.consents.make({ status: 'Accepted' });
    const screen = ownerRequestsPage(page, en);
    await screen.consents.open();
    await expect(page.getByText(t.consents.chooseText)).toBeVisible();
    await look(steward, 'consents-of-which');
    await screen.consents.ofService('K103/1');
    await screen.consents.row(t.consents.status.active).first().click();
    await expect(screen.consents.inspector).toContainText(t.code);
    await look(steward, 'consents');

    await screen.show('requests');
    await screen.ask.click();
    await button(screen.dialog, t.requests.new.go).click();
    await expect(screen.dialog).toContainText(en.fields.required);
    const asked = screen.dialog.getByRole('region', { name: t.requests.new.giver, exact: true });
    const fill = (name: string, value: string) =>
      asked.getByLabel(name, { exact: true }).fill(value);
    await fill(t.requests.new.organisationNumber, giver?.number ?? '');
    await fill(t.requests.new.name, giver?.name ?? '');
    await screen.service.fill(`${service?.code ?? ''}/${String(service?.edition ?? '')}`);
    await page.getByRole('option').first().click();
    await screen.dialog.getByRole('checkbox', { name: 'Read', exact: true }).check();
    await screen.dialog
      .getByLabel(t.requests.new.redirectUrl)
      .fill('https://retur.fjordtrafikk.example');
    await look(steward, 'ask');
    await button(screen.dialog, t.requests.new.go).click();
    await expect(screen.dialog).toBeHidden();
    expect(steward.asked.at(-1)).toContain(`to give access to ${organisationNumber}?`);
    await expect(screen.requests.details.opened(giver?.name ?? '')).toBeVisible();
    await look(steward, 'request');
    const count = control.delegationRequests.all.length;
    await screen.remove.click();
    await button(screen.dialog, t.requests.remove.go).click();
    await expect(screen.dialog).toBeHidden();
    expect(control.delegationRequests.all).toHaveLength(count - 1);
  },
);

test(
  'OEV-01 OEV-02 events are read on from where one was, also at the next visit',
  { tag: ['@first', '@dark', '@owner-events'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const t = en.ownerEvents;
    const screen = ownerEventsPage(page, en);
    await screen.open();
    await expect(screen.row(t.kinds['notification-sent']).first()).toBeVisible();
    await screen.row(t.kinds.archived).first().click();
    await expect(screen.inspector).toContainText(t.offset);
    await look(steward, 'events');
    await screen.more.click();
    await expect(page.getByText(t.empty, { exact: true })).toBeVisible();
    control.events.add({ kind: 'Deleted', correspondence: 'a6999999' });
    await serviceOwnerPage(page, en).open();
    await screen.open();
    await expect(screen.row('a6999999')).toBeVisible();
    await expect(screen.row(t.kinds.archived)).toHaveCount(0);
    await screen.restart.click();
    await expect(screen.row(t.kinds.archived).first()).toBeVisible();
  },
);
