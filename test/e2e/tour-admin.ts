// The administration part of the demo's tour: a local role, contact information, the party acted for, and a look-up.
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { actingPage } from '../pages/acting.ts';
import { contactInformationPage } from '../pages/contact-information.ts';
import { framePage } from '../pages/frame.ts';
import { roleDefinitionsPage } from '../pages/role-definitions.ts';
import { roleEditorPage } from '../pages/role-editor.ts';
import { serviceOwnerPage } from '../pages/service-owner.ts';
import type { StandAlone } from '../platform/stand-alone.ts';

interface Walk {
  readonly page: Page;
  picture(name: string): Promise<unknown>;
}
type Step = readonly [name: string, act: () => Promise<void>];

const ROLE = 'Innsending';
const EMAIL = 'drift@fjordtrafikk.example';

export function adminSteps(walk: Walk, platform: StandAlone): readonly Step[] {
  return [
    ['makes a local role out of services', () => makeRole(walk, platform)],
    ['adds an address for notices', () => addContact(walk, platform)],
    ['acts for another party, and back', () => actForAnother(walk)],
    ['looks up an organisation with its contacts', () => lookUp(walk, platform)],
  ];
}

async function makeRole(walk: Walk, { announcement, control }: StandAlone) {
  const list = roleDefinitionsPage(walk.page, en);
  const editor = roleEditorPage(walk.page, en);
  await list.open();
  // The documents let users alone in; this platform lets the organisation in, and a person says so once.
  await walk.page.getByRole('button', { name: en.limits.tryAnyway, exact: true }).click();
  await list.newRole.waitFor();
  await walk.picture('local-roles');
  await list.newRole.click();
  await editor.name.fill(ROLE);
  for (const { code, edition } of control.metadata.services.slice(7, 9)) {
    await editor.picker.fill(`${code}/${String(edition)}`);
    await editor.options.first().click();
    await editor.cell(`${code}/${String(edition)}`, 'Write').check();
  }
  await walk.picture('role-editor');
  await editor.create.click();
  await list.name.waitFor();
  const made = control
    .localRoles(announcement.organisationNumber)
    .find(({ name }) => name === ROLE);
  if (made?.rights.length !== 4) throw new Error('The platform has another role.');
}

async function addContact(walk: Walk, { announcement, control }: StandAlone) {
  const screen = contactInformationPage(walk.page, en);
  await screen.open();
  await screen.add.click();
  await screen.email.fill(EMAIL);
  await walk.picture('contact-information');
  await screen.save.click();
  await screen.row(EMAIL).waitFor();
  const entries = control.contactInformation(announcement.organisationNumber);
  if (!JSON.stringify(entries).includes(EMAIL)) throw new Error('The platform has no such entry.');
}

async function actForAnother(walk: Walk) {
  const acting = actingPage(walk.page, en);
  await acting.open();
  await walk.picture('acting-as');
  const own = await acting.options.first().locator('b').first().textContent();
  // After the organisation itself, in the short list and in the tree: its first unit.
  await acting.options.nth(2).click();
  await acting.otherCard.waitFor();
  await walk.picture('acting-for-another');
  await acting.choose(own?.trim() ?? '');
  await acting.card.waitFor();
}

async function lookUp(walk: Walk, { announcement }: StandAlone) {
  const screen = serviceOwnerPage(walk.page, en);
  // Nothing says yet that this connection is a service owner's: its screens have no row, and the palette finds them.
  await framePage(walk.page, en).palette.run(en.frame.screens['service-owner']);
  await screen.lookUp(announcement.organisationNumber);
  await screen.personal.waitFor();
  await walk.picture('contact-look-up');
}
