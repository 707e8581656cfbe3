// Journeys of the offline copy: downloading, pausing, a kill and resuming, the changes found, and use without network.
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { activityPage } from '../pages/activity.ts';
import { codeListsPage } from '../pages/code-lists.ts';
import { framePage } from '../pages/frame.ts';
import { copyPage } from '../pages/reference.ts';
import { rolesPage } from '../pages/roles.ts';
import { servicesPage } from '../pages/services.ts';
import type { Metadata } from '../platform/metadata.ts';
import { type Platform } from '../platform/platform.ts';
import { look, picture, useScheme } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

test.use({ population: { services: 240 } });
const t = en.reference;
const NO_NETWORK = { operation: '*', acts: false, effect: { kind: 'reset' }, times: 1e6 } as const;
const referenceOf = ({ code, edition }: { code: string; edition: number }) => `${code}/${edition}`;

/** A form with more than one schema, and the others of its owner. */
function formsOf(metadata: Metadata) {
  const service = metadata.services.find(
    (one) => one.kind === 'formtask' && metadata.detail(one).forms.length > 1,
  );
  const others = metadata.services.filter(
    (one) => one !== service && one.kind === 'formtask' && one.ownerCode === service?.ownerCode,
  );
  const [spoilt, changed] = others;
  if (service === undefined || spoilt === undefined || changed === undefined)
    throw new Error('The platform has no owner with three forms.');
  return { service, spoilt, changed };
}

const shooter =
  ({ page }: Steward) =>
  (name: string) =>
    picture(page, name);

test('one owner is downloaded, paused, interrupted and resumed; what changed is shown; without a network it is all there', async ({
  alone: steward,
  platform,
}) => {
  const { control } = platform;
  const { service, spoilt, changed } = formsOf(control.metadata);
  const owner = service.ownerName.trim();
  const shot = shooter(steward);
  let copy = copyPage(steward.page, en);

  await servicesPage(steward.page, en).open();
  await servicesPage(steward.page, en).toCopy.click();
  await expect(copy.heading).toBeVisible();
  await expect(copy.here).toContainText(t.none);
  await copy.scope('owner').check();
  await expect(copy.start).toHaveAttribute('aria-disabled', 'true');
  await copy.ownerFind.fill(owner);
  await copy.owner(owner).first().click();
  await expect(steward.page.getByText(/^About [\d,]+ documents/)).toBeVisible();
  await shot('choose');
  await look(steward);

  // Paused and killed on the way. What is missing is so from the beginning: when it is asked for is chance.
  control.metadata.change.spoil(spoilt, 'missing');
  const begun = control.hold('*', false, { from: 6 });
  await copy.start.click();
  await expect(copy.progress).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await shot('running');
  await copy.pause.click();
  // Wherever it is by then, the kill finds it in the middle.
  const further = control.hold('*', false, { from: 6 });
  begun.release();
  await expect(copy.because('asked')).toBeVisible();
  await look(steward);
  await shot('paused');
  await activityPage(steward.page, en).open();
  await expect(
    steward.page.getByRole('listitem').getByText(en.jobs.kind.synchronise),
  ).toBeVisible();
  await shot('activity');
  await steward.page.getByRole('button', { name: en.jobs.open, exact: true }).click();
  await copy.resume.click();
  await further.reached;
  await steward.restart();
  further.release();
  copy = copyPage(steward.page, en);

  // It waits for a person and says so on every screen of the open metadata; its end is told wherever one is.
  const frame = framePage(steward.page, en);
  // Where it opens hangs on whether the kill came before the last place was written.
  await frame.screen('services').click();
  await expect(copy.because('restarted')).toBeVisible();
  await expect(copy.resume).toBeVisible();
  await shot('interrupted');
  await frame.screen('settings').click();
  await expect(copy.because('restarted')).toHaveCount(0);
  await frame.screen('roles').click();
  await copy.resume.click();
  await expect(copy.toast(t.ended.failed(1))).toBeVisible();
  await expect(copy.age).toBeVisible();
  await shot('ended');
  await copy.showEnded.click();
  await copy.failedShow.click();
  await expect(copy.failed).toHaveText(new RegExp(referenceOf(spoilt)));
  await copy.failed.click();
  await shot('failed');
  await look(steward);

  // The platform goes on; the next download says what is other.
  control.metadata.change.detail(changed, { steps: [] });
  control.metadata.change.spoil(spoilt, 'missing');
  await copy.start.click();
  await expect(copy.showChanges).toBeVisible();
  await shot('again');
  await copy.showChanges.click();
  await copy.changes.filter({ hasText: referenceOf(changed) }).click();
  await shot('changes');
  await look(steward);
  await copy.openChange.click();
  await expect
    .poll(async () => decodeURIComponent(await framePage(steward.page, en).hash()))
    .toContain(`${referenceOf(changed)}+compare/before`);

  await withoutNetwork(steward, platform, service, shot);
});

async function withoutNetwork(
  steward: Steward,
  { control }: Platform,
  service: { code: string; edition: number; name: string },
  shot: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = steward;
  const services = servicesPage(page, en);
  const frame = framePage(page, en);
  control.fault(NO_NETWORK);
  await frame.palette.run(referenceOf(service));
  await expect(services.name).toHaveText(service.name.trim());
  await page.keyboard.press('Control+r');
  await expect(page.getByText(en.frame.youAreOffline)).toBeVisible();
  await shot('offline-light');
  await useScheme(steward, 'dark');
  await shot('offline-dark');
  await useScheme(steward, 'light');
  await services.tab('requirements').click();
  await expect(services.panel.getByRole('table')).toBeVisible();
  await services.tab('overview').click();
  await services.panel.getByRole('button', { name: /XSD/ }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /XSD/ })).toBeVisible();
  await expect(page.getByRole('tree')).toBeVisible();
  await shot('offline-xsd');
  await frame.screen('code-lists').click();
  const lists = codeListsPage(page, en);
  await lists.list.getByRole('option').first().click();
  await expect(lists.grid).toBeVisible();
  await shot('offline-code-lists');
  await frame.screen('roles').click();
  const roles = rolesPage(page, en);
  await roles.options.first().click();
  await expect(roles.heading).toBeVisible();
  await shot('offline-roles');

  control.clearFaults();
  await services.open();
  await page.keyboard.press('Control+r');
  await expect(page.getByText(en.frame.youAreOffline)).toHaveCount(0);
}

test(
  'the copy in Norwegian, in another language of the platform, cancelled, and taken away; with the keyboard alone',
  { tag: ['@looks', '@services'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const words = nb.reference;
    const copy = copyPage(page, nb);
    const shot = shooter(steward);
    await steward.call('settings.change', { language: 'nb' });
    await useScheme(steward, 'dark');
    await servicesPage(page, nb).open();
    await servicesPage(page, nb).toCopy.focus();
    await page.keyboard.press('Enter');

    await copy.start.focus();
    await page.keyboard.press('Enter');
    await expect(copy.here).toContainText(words.listed(240));
    await expect(copy.last).toContainText(words.clean);
    await shot('lists-dark-nb');

    // Each language is a copy of its own; cancelled, there is none of it.
    await copy.language(1044).focus();
    await page.keyboard.press('ArrowRight');
    await expect(copy.here).toContainText(words.none);
    await copy.scope('list').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(copy.scope('everything')).toBeChecked();
    // Documents alone: how many calls the lists before them take is chance.
    const held = control.hold('metadata.get', false, { from: 4 });
    await copy.start.focus();
    await page.keyboard.press('Enter');
    await expect(copy.progress).toHaveAttribute('aria-valuenow', /^[1-9]/);
    await shot('running-dark-nb');
    await copy.cancel();
    await expect(copy.last).toContainText(words.stoppedNone);
    held.release();

    await copy.language(1044).check({ force: true });
    await expect(copy.here).toContainText(words.listed(240));
    await copy.removeAsk.focus();
    await page.keyboard.press('Enter');
    await expect(copy.removeDialog).toBeVisible();
    await shot('remove-dark-nb');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(copy.toast(words.removed)).toBeVisible();
    await expect(copy.here).toContainText(words.none);
    await expect(copy.age).toHaveCount(0);
    await look(steward);
  },
);
