// Journeys of parties: choosing whom to act as, the list of all, profiles, and national identity numbers.
import { en, type Texts } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { actingPage } from '../pages/acting.ts';
import { screenLink } from '../pages/navigation.ts';
import { profilePage } from '../pages/profile.ts';
import { reporteesPage } from '../pages/reportees.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

/** Somebody who acts for more than a screen holds. */
test.use({ population: { users: 2, parties: 2000 } });

interface Reportee {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly organisationNumber: string | null;
  readonly parentOrganisationNumber: string | null;
  readonly status: { readonly known: string } | null;
}

/** The connection signs in as the first person, who acts for thousands, from here on. */
async function asPerson(
  steward: Steward,
  control: {
    identity: {
      persons: readonly { id: string; name: string; socialSecurityNumber: string }[];
      addToken(of: object): string;
    };
  },
) {
  const { all } = (await steward.call('connections.list', {})) as {
    all: { id: string; extraCa: unknown }[];
  };
  const [first] = all;
  if (first === undefined) throw new Error('There is a connection already.');
  const { id, extraCa, ...fields } = first;
  void extraCa;
  await steward.call('connections.change', {
    ...fields,
    connection: id,
    signIn: { way: 'pasted-token' },
  });
  const [person] = control.identity.persons;
  if (person === undefined) throw new Error('The platform knows nobody.');
  const token = control.identity.addToken({ person: person.id });
  await steward.call('signIn.pasteToken', { connection: id, token });
  const { reportees } = (await steward.call('reportees.list', { connection: id })) as {
    reportees: Reportee[];
  };
  return { connection: id, person, reportees };
}

const t = en.acting;

test(
  'whom one acts as is chosen in the frame, is said everywhere, and local roles follow; a party that is gone is left, and said',
  { tag: ['@first', '@reportees'] },
  async ({ connected: steward, platform: { control, organisation } }) => {
    const { page } = steward;
    const acting = actingPage(page, en);
    const unit = `${organisation.name} avd. Kaia`;
    await acting.open();
    await expect(acting.current).toContainText(organisation.name);
    await expect(acting.option(`${organisation.name} avd. Nedlagt rute`)).toHaveCount(0);
    await acting.showDeleted.check();
    await expect(acting.option(`${organisation.name} avd. Nedlagt rute`)).toContainText(t.deleted);
    await page.keyboard.press('Escape');
    await expect(acting.popover).toBeHidden();

    await screenLink(page, en, 'role-definitions').click();
    // What was open belongs to the party before.
    await page.evaluate(() => {
      location.hash += '/12';
    });
    await expect(page).toHaveURL(/role-definitions\/12$/);
    control.forget();
    await acting.choose(unit);
    await expect(page).toHaveURL(/role-definitions$/);
    await expect(acting.otherCard).toContainText(unit);
    await expect(page).toHaveTitle(
      new RegExp(`${en.frame.screens['role-definitions']} – ${unit} – PRODUCTION`),
    );
    // The open metadata of roles is nobody's, and may be read before or after.
    const asked = () =>
      control.requests
        .map(({ path }) => path)
        .filter((path) => path.includes('roledefinitions') && !path.startsWith('/api/metadata/'));
    const list = (await steward.call('reportees.list', {
      connection: page.url().split('#/')[1]?.split('/')[0] ?? '',
    })) as { reportees: Reportee[] };
    const kaia = list.reportees.find(({ name }) => name === unit);
    await expect.poll(() => asked().at(-1)).toContain(`/${kaia?.organisationNumber ?? 'none'}/`);

    // A screen that does not go by the party says whose data it shows.
    const whose = page.getByText(t.whose['enterprise-users'](organisation.name), { exact: true });
    await expect(whose).toBeHidden();
    await screenLink(page, en, 'enterprise-users').click();
    await expect(whose).toBeVisible();

    await acting.open();
    await expect(acting.popover.getByText(t.recent, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');

    // The platform does not list it any more: back to the own organisation, in words, and for good.
    const body = JSON.stringify(
      [list.reportees[0]].map((one) => ({
        ReporteeId: one?.id,
        Name: one?.name,
        Type: 'Foretak',
        Status: 'Active',
        OrganizationNumber: one?.organisationNumber,
      })),
    );
    control.fault({
      operation: 'reportees.list',
      acts: true,
      times: 2,
      effect: { kind: 'alter', status: 200, body, headers: { 'Content-Type': 'application/json' } },
    });
    const parties = reporteesPage(page, en);
    await parties.open();
    await parties.heading.waitFor();
    await page.keyboard.press('Control+r');
    const gone = t.lost.gone(kaia?.organisationNumber?.replace(/(\d{3})(?=\d)/g, '$1\u00a0') ?? '');
    await expect(page.getByText(gone)).toBeVisible();
    await expect(acting.card).toContainText(organisation.name);
    await page.keyboard.press('Control+r');
    await expect(parties.row(unit)).toBeVisible();
    await expect(acting.card).toBeVisible();
  },
);

test(
  'by keyboard alone: choose among thousands, find one in the list, star it, act as it, read a number and see it go',
  { tag: ['@keyboard', '@reportees'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const { person, reportees } = await asPerson(steward, control);
    const acting = actingPage(page, en);
    const parties = reporteesPage(page, en);
    const company = reportees.findLast(
      ({ kind, status }) => kind === 'organisation' && status?.known === 'active',
    );
    const name = company?.name ?? '';
    const number = company?.organisationNumber ?? '';

    await page.keyboard.press('Control+Shift+O');
    await expect(acting.search).toBeFocused();
    await expect(acting.options.first()).toBeVisible();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    await expect(acting.current).toBeInViewport();
    await page.keyboard.type(number.replace(/(\d{3})(?=\d)/g, '$1 '));
    await expect(acting.current).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(acting.otherCard).toBeFocused();
    await expect(acting.otherCard).toContainText(name);
    await expect(page).toHaveTitle(new RegExp(t.chosen(name)));

    await parties.open();
    await parties.list.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(person.name.split(' ')[0] ?? '');
    await page.keyboard.press('Tab');
    await parties.list.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await expect(parties.row(person.name)).toHaveAttribute('aria-selected', 'true');
    expect(page.url()).toContain(`reportees/${reportees[0]?.id ?? ''}`);
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Enter');
    await expect(parties.actAs).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(acting.otherCard).toContainText(person.name);

    const whole = person.socialSecurityNumber;
    await expect(parties.inspector).not.toContainText(whole);
    await parties.reveal(person.name).focus();
    await page.keyboard.press('Enter');
    await expect(parties.inspector).toContainText(whole);
    await page.keyboard.press('Enter');
    await expect(parties.inspector).not.toContainText(whole);
    await page.keyboard.press('Enter');
    await expect(parties.inspector).toContainText(whole);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect(parties.inspector).not.toContainText(whole);
    control.fault({
      operation: 'reportees.get',
      acts: false,
      effect: { kind: 'alter', status: 403, reason: 'Not this one', body: '' },
    });
    await page.keyboard.press('Enter');
    await expect(parties.alert).toContainText('Not this one');
    expect(page.url()).not.toContain(whole);
    expect(JSON.stringify(await steward.call('layout.get', {}))).not.toContain(whole);

    await page.keyboard.press('Escape');
    await expect(parties.list).toBeFocused();
    await page.keyboard.press('Control+Shift+O');
    await expect(acting.popover.getByText(t.starred, { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    await expect(acting.popover).toBeHidden();
  },
);

test(
  'profiles: the organisation, the one signed in, and plain words where there is none',
  { tag: ['@first', '@profile'] },
  async ({ connected: steward, platform: { control, organisation } }) => {
    const { page } = steward;
    const profile = profilePage(page, en);
    control.fault({
      operation: 'profile.own',
      acts: false,
      effect: { kind: 'alter', status: 403, reason: 'No person', body: '' },
    });
    await profile.open();
    await expect(profile.card(organisation.name)).toContainText(en.profile.groups.register);
    await expect(page.getByText(en.profile.noPerson)).toBeVisible();
    await expect(profile.alert).toHaveCount(0);

    const { person, reportees } = await asPerson(steward, control);
    await profile.refresh.click();
    await expect(profile.card(person.name)).toContainText('Bokmål (NO)');
    await profile.copy(en.profile.fields.email).click();
    await expect(page.getByRole('button', { name: en.words.copied })).toBeVisible();

    // Another person has no profile that anybody else may see.
    const other = reportees.findLast(({ kind }) => kind === 'person');
    const acting = actingPage(page, en);
    await acting.open();
    await acting.search.fill(other?.name ?? '');
    await acting.options.first().click();
    await expect(page.getByText(en.profile.isPerson(other?.name ?? ''))).toBeVisible();
    await expect(profile.card(person.name)).toBeVisible();

    control.retire('profile', 410, 'all');
    await profile.refresh.click();
    await acting.choose(organisation.name);
    await expect(profile.alert.first()).toContainText(
      en.failures.causes['not-offered-any-more'].what,
    );
  },
);

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `CSP-02 acting as, Parties and Profile in ${language} are accessible in both schemes`,
    { tag: ['@looks', '@reportees', '@profile'] },
    async ({ connected: steward, platform: { control } }) => {
      await steward.call('settings.change', { language });
      const { person, reportees } = await asPerson(steward, control);
      const see = (name: string) => look(steward, `${name}-${language}`);
      await walk(steward, texts, see, { person, reportees });
    },
  );
}

async function walk(
  steward: Steward,
  texts: Texts,
  see: (name: string) => Promise<void>,
  { person, reportees }: { person: { name: string }; reportees: readonly Reportee[] },
): Promise<void> {
  const { page } = steward;
  const acting = actingPage(page, texts);
  const parties = reporteesPage(page, texts);
  const profile = profilePage(page, texts);
  await parties.open();
  await parties.list.waitFor();
  await see('parties');
  await parties.filter.fill(person.name);
  await parties.choose(person.name);
  await see('parties-person');
  await parties.showDeleted.check();
  await parties.filter.fill('fjordtrafikk');
  await parties.choose('Fjordtrafikk AS avd. Nedlagt rute');
  await see('parties-deleted');
  await parties.filter.fill('zzz');
  await see('parties-nothing');
  await parties.filter.fill('avd. kaia');
  const company = reportees.find(
    ({ kind, status, parentOrganisationNumber }) =>
      kind === 'organisation' && status?.known === 'active' && parentOrganisationNumber !== null,
  );
  await parties.choose(company?.name ?? '');
  await parties.star(company?.name ?? '').click();
  await parties.actAs.click();
  await acting.open();
  await expect(acting.current).toBeVisible();
  await see('acting');
  await acting.search.fill('sjømat');
  await see('acting-search');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await profile.open();
  await profile.card(person.name).waitFor();
  await profile
    .card(company?.name ?? '')
    .getByText(texts.profile.groups.platform)
    .waitFor();
  await see('profile');
  await page.setViewportSize({ width: 760, height: 700 });
  await acting.open();
  await see('acting-narrow');
}
