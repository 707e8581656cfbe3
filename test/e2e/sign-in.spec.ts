// Journeys of the other sign-in methods: machine token, a person in the browser, password, pasted token, refusal.
import type { Locator, Page } from 'playwright-core';
import type { SignIn } from '../../preload/contract/connections.ts';
import { en, type Texts } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { firstRun } from '../pages/connections.ts';
import { framePage } from '../pages/frame.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { oneTimeSecretWindow } from '../pages/one-time-secrets.ts';
import { signInPage } from '../pages/sign-in.ts';
import { type Platform } from '../platform/platform.ts';
import { persons } from '../platform/persons.ts';
import { expectAccessible, look } from './accessible.ts';
import { expect, test as base } from './program.ts';
import type { Steward } from './steward.ts';
import { systemBrowser, type SystemBrowser } from './system-browser.ts';

/** A program of its own opens addresses in this browser. */
const test = base.extend<{ web: SystemBrowser }>({
  web: async ({ folder }, use) => {
    await use(systemBrowser(folder));
  },
  steward: async ({ start, web }, use) => {
    const steward = await start({ env: { PATH: web.path } });
    web.allow(steward.page);
    await use(steward);
  },
});

const READ = 'altinn:enterpriseusers.read';

function personAt({ identity }: Platform): SignIn {
  return {
    way: 'person',
    provider: { found: 'discovery', issuer: identity.issuer },
    clientId: identity.clientId,
    scopes: ['openid', 'profile', 'altinn:reportees', 'altinn:instances.read'],
    acrValues: 'Level3',
  };
}

/** A second connection beside the one by certificate, with its key and the same CA; it is chosen at once. */
async function alsoBy(steward: Steward, signIn: SignIn, name: string) {
  const { all } = (await steward.call('connections.list', {})) as {
    all: readonly Readonly<Record<string, unknown>>[];
  };
  const [first = {}] = all;
  const own = Object.entries(first).filter(([key]) => key !== 'id' && key !== 'extraCa');
  const input = { ...Object.fromEntries(own), name, signIn };
  const { id } = (await steward.call('connections.create', input)) as { id: string };
  await giveCa(steward, id, input);
  await steward.call('connections.choose', { connection: id });
}

async function giveCa(steward: Steward, connection: string, saved: object) {
  let chosen: Promise<unknown> | undefined;
  await steward.pick(async () => {
    chosen = steward.call('files.choose', { purpose: 'certificate-authority' });
  }, caFile);
  const { handle } = (await chosen) as { handle: string };
  await steward.call('connections.change', { ...saved, connection, extraCaFile: handle });
}
let caFile = '';
test.beforeEach(({ platform }) => {
  caFile = platform.caFile;
});

/** Goes on with Tab until it has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab') {
  const isFocused = (element: Element) => element === document.activeElement;
  for (let i = 0; i < 90 && !(await wanted.evaluate(isFocused)); i++) {
    await page.keyboard.press(key);
  }
  await expect(wanted).toBeFocused();
}

test(
  'AUT-09 a connection by machine token is made by keyboard only, and lists the enterprise users',
  { tag: ['@keyboard', '@connections'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const t = signInPage(page, en);
    const type = async (wanted: Locator, text: string) => {
      await tabTo(page, wanted);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    };
    const { form } = en.connections;
    const { fields } = en.signIn;
    await tabTo(page, t.screen('connections'));
    await page.keyboard.press('Enter');
    await t.newOne.waitFor();
    await page.keyboard.press('Control+N');
    await tabTo(page, page.getByRole('radio', { name: en.words.production, exact: true }));
    await page.keyboard.press('Space');
    await type(t.field(form.baseAddress), platform.address);
    await type(t.field(form.name), 'By token');
    await type(t.field(form.organisationName), platform.organisation.name);
    await type(t.field(form.organisationNumber), platform.organisationNumber);
    await tabTo(page, t.way('certificate'));
    await page.keyboard.press('ArrowDown');
    await expect(t.way('machine-token')).toBeChecked();
    await type(t.field(fields.tokenEndpoint), platform.identity.machineTokenEndpoint);
    await type(t.field(fields.audience), platform.identity.audience);
    await type(t.field(fields.clientId), platform.identity.machineClientId);
    await type(t.field(form.certificate), 'Certificate');
    const suggest = page.getByRole('button', { name: en.scopes.suggest, exact: true });
    await tabTo(page, suggest);
    await page.keyboard.press('Enter');
    await expect(t.scopes).toHaveValue(`${READ} altinn:enterpriseusers.write`);
    await type(t.field(form.apiKey), 'Key');
    const file = page.getByRole('button', { name: `${en.words.chooseFile} ${form.extraCa}` });
    await tabTo(page, file);
    await steward.pick(() => page.keyboard.press('Enter'), platform.caFile);
    await tabTo(page, page.getByRole('radio', { name: en.connections.proxies.system }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, t.save, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText(en.connections.test.passed).waitFor();
    await expect(t.state('signed-in')).toBeVisible();
    await expect(t.panel.getByText(en.scopes.opens['enterpriseusers.read'])).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: en.connections.use }));
    await page.keyboard.press('Enter');
    await tabTo(page, t.screen('enterprise-users'));
    await page.keyboard.press('Enter');
    const [user = ''] = platform.control.users;
    await enterpriseUsersPage(page, en).row(user).waitFor();
    await expect(t.statusBar).toContainText(/\d+:\d\d min/);
    const asked = platform.control.requests.filter(({ operation }) => operation.includes('list'));
    expect(asked.at(-1)?.headers.map((name) => name.toLowerCase())).toContain('authorization');
  },
);

test(
  'AUT-01 a person signs in in the system browser, stops, is refused, is in, and signs out',
  { tag: ['@first', '@connections'] },
  async ({ alone: steward, platform, web }) => {
    const { page } = steward;
    const { caPem } = platform;
    const t = signInPage(page, en);
    await alsoBy(steward, personAt(platform), 'Kari');
    await t.screen('connections').click();
    await t.bar.waitFor();

    await t.barSignIn.click();
    await t.underWay.waitFor();
    await web.opened(1);
    await t.cancel.click();
    await t.bar.waitFor();
    await expect(t.bar).toContainText(en.signIn.barText);

    await t.barSignIn.click();
    const denied = await web.visit(await web.opened(2), { caPem, deny: true });
    expect(denied.redirect?.searchParams.get('error')).toBe('access_denied');
    await expect(t.bar).toContainText('access_denied');

    await t.barSignIn.click();
    const answer = await web.visit(await web.opened(3), {
      caPem,
      person: persons[0]?.id ?? '',
    });
    expect(answer.status).toBe(200);
    await expect(t.bar).toBeHidden();
    await expect(t.statusBar).toContainText('Kari Steinvåg');
    await t.row('Kari').click();
    await expect(t.state('signed-in')).toBeVisible();
    await expect(t.panel).toContainText('3');
    await expect(t.panel.getByText(en.scopes.opens.reportees)).toBeVisible();
    expect(await page.content()).not.toMatch(/eyJ[\w-]+\./);
    await t.signOut.click();
    await expect(t.state('needed')).toBeVisible();
    await expect(t.bar).toBeVisible();
  },
);

test(
  'AUT-12 a user name and a password are added in the form and sign in; the password is not in the page',
  { tag: ['@first', '@connections'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const t = signInPage(page, en);
    const [, odd] = persons;
    if (odd === undefined) throw new Error('There are no persons.');
    await t.screen('connections').click();
    await t.row('Local platform').first().click();
    await t.change.click();
    await t.way('password').check();
    await t.field(en.signIn.fields.userName).fill(odd.userName);
    await page
      .getByRole('button', { name: `${en.connections.form.addKey} ${en.signIn.fields.password}` })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(en.credentials.form.password, { exact: true }).fill(odd.password);
    await dialog.getByRole('button', { name: en.credentials.form.add, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await t.save.click();
    await page.getByText(en.connections.test.passed).waitFor();
    await expect(t.state('signed-in')).toBeVisible();
    await expect(t.panel).toContainText(odd.userName);
    expect(platform.control.identity.living.cookies).toBeGreaterThan(0);
    expect(await page.content()).not.toContain(odd.password);
  },
);

test('AUT-06 a pasted token is gone from the page at once, and opens what it allows', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const t = signInPage(page, en);
  await alsoBy(steward, { way: 'pasted-token' }, 'Pasted');
  await t.barPaste.click();
  await expect(t.tokenField).toHaveAttribute('type', 'password');
  await t.tokenField.fill('not a token');
  await t.useToken.click();
  await expect(t.tokenField).toHaveValue('');
  await t.tokenField.fill(platform.control.addToken(undefined, [READ]));
  await t.useToken.click();
  await expect(t.state('signed-in')).toBeVisible();
  await t.screen('enterprise-users').click();
  const [user = ''] = platform.control.users;
  await enterpriseUsersPage(page, en).row(user).waitFor();
});

test('what could not be read while signed out is asked for after the sign-in, without another press', async ({
  alone: steward,
  platform,
  web,
}) => {
  const t = signInPage(steward.page, en);
  const { requests } = platform.control;
  const byToken = () =>
    requests.filter(({ headers }) => headers.some((name) => /^authorization$/i.test(name)));
  await alsoBy(steward, personAt(platform), 'Kari');
  await t.screen('reportees').click();
  await expect(t.failure).toContainText(en.failures.signInNeeded.person.what);
  expect(byToken()).toEqual([]);
  await t.failure.getByRole('button', { name: en.failures.fixes['sign-in'], exact: true }).click();
  const { caPem } = platform;
  await web.visit(await web.opened(1), { caPem, person: persons[0]?.id ?? '' });
  await expect.poll(() => byToken().map(({ path }) => path)).toContain('/api/reportees');
});

test('a missing scope is told apart from the key and the right, in both languages', async ({
  connected: steward,
  platform,
}) => {
  const machine = machineAt(platform, await certificateOf(steward), [
    'altinn:enterpriseusers.write',
  ]);
  platform.control.identity.missingScope = 403;
  await alsoBy(steward, machine, 'Too little');
  for (const t of [en, nb]) {
    await steward.call('settings.change', { language: t === en ? 'en' : 'nb' });
    const at = signInPage(steward.page, t);
    await at.screen('enterprise-users').click();
    await expect(at.needs).toHaveCount(3);
    await expect(at.needs.nth(1)).toContainText(READ);
    await expect(at.needs.nth(1)).toContainText('altinn:enterpriseusers.write');
    await expect(at.needs.nth(1).getByLabel(t.failures.needs.states.missing)).toBeVisible();
  }
});

test('the first connection can do without any sign-in, one press away from the certificate', async ({
  steward,
  platform,
}) => {
  const { page } = steward;
  const steps = firstRun(page, en);
  const t = signInPage(page, en);
  await expect(t.way('none')).toHaveCount(0);
  await steps.otherWays();
  await steps.where({
    address: platform.address,
    organisationName: platform.organisation.name,
    organisationNumber: platform.organisationNumber,
  });
  await t.way('none').check();
  await expect(t.field(en.connections.form.apiKey)).toHaveCount(0);
  await steps.openMore();
  await steps.caFile(steward.pick(steps.chooseOtherCa, platform.caFile), platform.caFile);
  await expectAccessible(page);
  await steps.connect();
  await framePage(page, en).screen('services').waitFor();
  await expect(steps.heading).toBeHidden();
  expect(platform.control.credentialsAtOpen).toBe(0);
});

test('a new secret can be tried before the window is closed', async ({
  connected: { page },
  platform: { control },
}) => {
  const users = enterpriseUsersPage(page, en);
  const secret = oneTimeSecretWindow(page, en);
  const [user = ''] = control.users;
  await users.choose(user);
  await (await users.askToRotate(user)).click();
  await secret.window.getByRole('button', { name: en.oneTimeSecrets.check.ask }).click();
  await expect(secret.window.getByText(en.oneTimeSecrets.check.works)).toBeVisible();
  await expectAccessible(page);
  await secret.confirm();
});

const machineAt = ({ identity }: Platform, certificate: string, scopes: string[]): SignIn => ({
  way: 'machine-token',
  tokenEndpoint: identity.machineTokenEndpoint,
  audience: identity.audience,
  clientId: identity.machineClientId,
  scopes,
  proof: { by: 'certificate', certificate },
});

async function certificateOf(steward: Steward): Promise<string> {
  const all = (await steward.call('credentials.list', {})) as { kind: string; id: string }[];
  return all.find(({ kind }) => kind === 'certificate')?.id ?? '';
}

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `CSP-02 signing in looks and reads well in ${language}, in both schemes`,
    { tag: ['@looks', '@connections'] },
    async ({ alone: steward, platform, web }) => {
      const { page } = steward;
      const t = signInPage(page, texts);
      const see = (name: string) => look(steward, `sign-in-${name}-${language}`);
      await steward.call('settings.change', { language });
      await t.screen('connections').click();
      // The keys of a screen come with it.
      await t.newOne.waitFor();
      await page.keyboard.press('Control+N');
      const ways = [
        'certificate',
        'machine-token',
        'enterprise-user-token',
        'person',
        'none',
      ] as const;
      for (const way of ways) {
        await t.way(way).check();
        await page.locator('form').evaluate((form) => form.scrollTo(0, 640));
        await see(`form-${way}`);
      }
      await t.way('person').check();
      await page.getByText(texts.scopes.pick, { exact: true }).click();
      await page.getByText(texts.signIn.fields.foundWays.typed, { exact: true }).click();
      await t.save.click();
      await t.scopes.scrollIntoViewIfNeeded();
      await see('form-wrong');
      await leaveForm(page, texts);
      await alsoBy(steward, personAt(platform), 'Kari');
      await t.bar.waitFor();
      await see('bar');
      await t.barSignIn.click();
      await t.underWay.waitFor();
      await see('under-way');
      const kari = persons[0]?.id ?? '';
      await web.visit(await web.opened(1), { caPem: platform.caPem, person: kari });
      await expect(t.bar).toBeHidden();
      await t.screen('connections').click();
      await t.row('Kari').click();
      await t.state('signed-in').waitFor();
      await see('panel');
      platform.control.identity.missingScope = 403;
      const machine = machineAt(platform, await certificateOf(steward), [
        'altinn:enterpriseusers.write',
      ]);
      await alsoBy(steward, machine, 'Too little');
      await t.screen('enterprise-users').click();
      await t.needs.first().waitFor();
      await see('refused');
      await alsoBy(steward, { way: 'pasted-token' }, 'Pasted');
      await t.barPaste.click();
      await t.tokenField.waitFor();
      await see('paste');
    },
  );
}

async function leaveForm(page: Page, texts: Texts) {
  await page.keyboard.press('Escape');
  const discard = page.getByRole('button', { name: texts.drafts.discard, exact: true });
  await discard.click();
  await discard.waitFor({ state: 'detached' });
}
