// Every screen, its list, detail and dialogs, in small windows: nothing is cut off, covered or out of reach.
import type { Locator, Page } from 'playwright-core';
import { en, type Texts } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import type { Platform } from '../platform/platform.ts';
import { picture } from './accessible.ts';
import { isLookedAt, openScreen, settled } from './every-screen.ts';
import { faultsInLayout } from './layout-faults.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

/** A window of 1280 x 800 at a zoom of 200 %, and the smallest in which the sidebar has words. */
const SIZES = [
  { width: 640, height: 400 },
  { width: 900, height: 600 },
];

/** A new screen does not compile until it is here; the first run is walked by its own journeys. */
type ScreenId = Exclude<keyof Texts['frame']['screens'], 'first-run'>;
interface At {
  readonly page: Page;
  readonly main: Locator;
  readonly t: Texts;
  readonly platform: Platform;
}
type Step = readonly [name: string, go: (at: At) => Promise<unknown>];

const first = ({ main }: At, selector: string) => main.locator(selector).first();
const button = (at: At, name: string) => at.main.getByRole('button', { name, exact: true }).first();
const click = (name: string, find: (at: At) => Locator): Step => [name, (at) => find(at).click()];
const detail = click('detail', (at) => first(at, '[role=option], tbody tr[aria-selected]'));
const dialog = (name: string, open: (at: At) => Promise<unknown>): Step => [
  name,
  async (at) => {
    await open(at);
    await at.page.locator('dialog:modal').waitFor();
  },
];
const press = (keys: string, name: string) => dialog(name, ({ page }) => page.keyboard.press(keys));
const ask = (what: (at: At) => string, name = 'dialog') =>
  dialog(name, (at) => button(at, what(at)).click());
const lookUp: Step = [
  'found',
  async (at) => {
    const { field, details } = at.t.serviceOwner;
    const typed = at.main.getByRole('textbox', { name: field });
    await typed.fill(at.platform.organisationNumber);
    await typed.press('Enter');
    await at.page.getByRole('complementary', { name: details }).waitFor();
  },
];

const rules: Step = [
  'rules',
  async (at) => {
    const field = at.page.getByRole('combobox', { name: at.t.serviceRights.service });
    await field.fill('B102/1');
    await field.press('Enter');
    await at.main.getByRole('grid', { name: at.t.serviceRights.title }).waitFor();
  },
];

const ofService: Step = [
  'of-service',
  async (at) => {
    const field = at.page.getByRole('combobox', { name: at.t.ownerRequests.service });
    await field.fill('K108/2');
    await field.press('Enter');
    await at.main.getByRole('grid', { name: at.t.ownerRequests.views.consents }).waitFor();
  },
];

const asked: Step = [
  'asked',
  async (at) => {
    const field = at.page.getByRole('combobox', { name: at.t.lookups.pick });
    await field.fill('L101/1');
    await field.press('Enter');
    await button(at, at.t.lookups.ask).click();
    await at.main.getByRole('alert').waitFor();
  },
];

/** What is opened on each screen, one after the other. A dialog is closed again. */
const steps: Readonly<Record<ScreenId, readonly Step[]>> = {
  today: [],
  'enterprise-users': [
    detail,
    press('Control+N', 'new'),
    press('Control+Shift+R', 'rotate'),
    press('F2', 'rename'),
    press('Delete', 'remove'),
  ],
  delegations: [detail, ask(({ t }) => t.delegations.give.ask)],
  'role-definitions': [
    detail,
    press('Delete', 'remove'),
    click('new', (at) => button(at, at.t.roleDefinitions.newRole)),
  ],
  'contact-information': [ask(({ t }) => t.contactInformation.add.ask), detail],
  profile: [],
  reportees: [detail],
  consents: [detail, ask(({ t }) => t.consents.create.ask)],
  inbox: [detail, click('export', (at) => button(at, at.t.messages.export))],
  'work-list': [detail, click('start', (at) => button(at, at.t.messages.start))],
  archive: [detail],
  trash: [detail],
  lookups: [asked],
  'file-transfer': [detail, ask(({ t }) => t.fileTransfer.send.ask)],
  'service-owner': [lookUp, ask(({ t }) => t.serviceOwner.export)],
  'party-access': [],
  'owner-requests': [
    ofService,
    detail,
    ask(({ t }) => t.ownerRequests.consents.exportAsk, 'export'),
  ],
  'owner-events': [detail],
  'service-rights': [rules, ask(({ t }) => t.serviceRights.grant.ask, 'grant'), detail],
  services: [detail],
  'code-lists': [detail, ask(({ t }) => t.codeLists.export)],
  roles: [detail],
  explorer: [
    click('entry', (at) => first(at, 'button[title]')),
    click('traffic', (at) => at.main.getByText(at.t.explorer.views.traffic, { exact: true })),
  ],
  activity: [],
  connections: [
    ask(({ t }) => t.credentials.addApiKeyAsk),
    ask(({ t }) => t.credentials.importCertificateAsk, 'import'),
    click('connection', (at) => first(at, 'button[data-row]')),
    click('new', (at) => button(at, at.t.connections.newOne)),
  ],
  settings: [ask(({ t }) => t.onThisComputer.everything.ask, 'erase')],
};

/** Something in every list: a form to fill in, a job, and lines of the journal of several kinds. */
async function fill(steward: Steward, { control }: Platform, language: 'en' | 'nb'): Promise<void> {
  const t = { en, nb }[language];
  const service = control.messages.serviceWith({ attachments: true });
  control.messages.make({ kind: 'FormTask', state: 'filling', service });
  const { chosen: connection } = (await steward.call('app.start', {})) as { chosen: string };
  const [userName] = control.users;
  await steward.call('settings.change', { language, idleLockMinutes: 45 });
  await steward.call('enterpriseUsers.changeNote', { connection, userName, note: 'by night' });
  const absent = { connection, userName: 'not-there' };
  await steward.call('enterpriseUsers.remove', absent).catch(() => undefined);
  const key = await steward.call('credentials.addApiKey', { name: 'Old key', key: 'abcdefgh' });
  await steward.call('credentials.remove', { credential: (key as { id: string }).id });
  await steward.call('jobs.startSynchronise', { connection, scope: { what: 'list' } });
  // Its news would come while another screen is looked at.
  await steward.page.getByText(t.reference.ended.finished).waitFor();
}

/** Without the news that came meanwhile. */
async function quiet({ page, t }: At): Promise<void> {
  const news = page.getByRole('button', { name: t.words.dismiss, exact: true });
  await news.evaluateAll((all: HTMLElement[]) => all.forEach((one) => one.click()));
  await settled(page, t);
}

for (const [language, t, title] of [
  ['en', en, 'in small windows nothing is cut off, covered or out of reach on any screen'],
  ['nb', nb, 'every screen looks and reads well in nb in small windows too'],
] as const) {
  test(title, { tag: '@looks' }, async ({ connected: steward, platform }) => {
    const { page } = steward;
    const at: At = { page, main: page.getByRole('main'), t, platform };
    const found: Record<string, readonly string[]> = {};
    const look = async (place: string) => {
      await quiet(at);
      for (const size of SIZES) {
        const name = `${place} ${String(size.width)}`;
        await page.setViewportSize(size);
        await picture(page, name);
        const faults = await faultsInLayout(page);
        if (faults.length > 0) found[name] = faults;
      }
    };
    await fill(steward, platform, language);
    for (const [screen, opening] of Object.entries(steps)) {
      if (!isLookedAt(screen)) continue;
      await openScreen(page, screen);
      await look(screen);
      for (const [name, go] of opening) {
        await go(at);
        await look(`${screen} ${name}`);
        if ((await page.locator('dialog:modal').count()) === 0) continue;
        await page.keyboard.press('Escape');
        await page.locator('dialog:modal').waitFor({ state: 'detached' });
      }
    }
    expect(found).toEqual({});
  });
}
