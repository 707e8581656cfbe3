// The reference part of the demo's tour: one owner's services are downloaded and found again without network.
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { codeListsPage } from '../pages/code-lists.ts';
import { copyPage } from '../pages/reference.ts';
import { rolesPage } from '../pages/roles.ts';
import { servicesPage } from '../pages/services.ts';
import type { Service } from '../platform/service-data.ts';
import type { StandAlone } from '../platform/stand-alone.ts';

interface Walk {
  readonly page: Page;
  picture(name: string): Promise<unknown>;
}
type Step = readonly [name: string, act: () => Promise<void>];

const NO_NETWORK = { operation: '*', acts: false, effect: { kind: 'reset' }, times: 1e6 } as const;

export function referenceSteps(walk: Walk, platform: StandAlone): readonly Step[] {
  return [
    ['downloads what one owner offers', () => download(walk, platform)],
    ['finds it, code lists and roles without a network', () => lookUp(walk, platform)],
  ];
}

/** A form that has something to show in each of its tabs. */
function sought({ control }: StandAlone): Service {
  const { metadata } = control;
  const found = metadata.services.find((one) => metadata.detail(one).attachmentRules.length > 1);
  if (!found) throw new Error('The platform has no such service.');
  return found;
}

async function download(walk: Walk, platform: StandAlone) {
  const services = servicesPage(walk.page, en);
  const copy = copyPage(walk.page, en);
  const owner = sought(platform).ownerName.trim();
  // What the steps before had to say would stand in the pictures.
  const notices = walk.page.getByRole('button', { name: en.words.dismiss, exact: true });
  while ((await notices.count()) > 0) await notices.first().click();
  await services.open();
  await services.rows.first().waitFor();
  await walk.picture('services');
  await services.toCopy.click();
  await copy.scope('owner').check();
  await copy.ownerFind.fill(owner);
  await copy.owner(owner).first().click();
  await walk.picture('download');
  await copy.start.click();
  await copy.last.waitFor();
  await walk.picture('downloaded');
  if (platform.control.credentialsAtOpen > 0) throw new Error('A credential was shown.');
}

async function lookUp(walk: Walk, platform: StandAlone) {
  const { page } = walk;
  const { code, edition, name } = sought(platform);
  platform.control.fault(NO_NETWORK);
  try {
    const services = servicesPage(page, en);
    await services.open();
    await services.search.fill(`${code}/${String(edition)}`);
    await services.row(`${code}/${String(edition)}`).click();
    await services.detail.getByRole('heading', { level: 2, name: name.trim() }).waitFor();
    // Only who asks the platform learns that it is not there.
    await page.keyboard.press('Control+r');
    await page.getByText(en.frame.youAreOffline).waitFor();
    await walk.picture('service-offline');
    await services.tab('requirements').click();
    await services.panel.getByRole('table').first().waitFor();
    await walk.picture('role-requirements-offline');

    const codes = codeListsPage(page, en);
    await codes.open();
    await codes.choose('Municipalities');
    await walk.picture('code-list-offline');
    const roles = rolesPage(page, en);
    await roles.open();
    await roles.options.nth(1).click();
    await roles.heading.waitFor();
    await walk.picture('roles-offline');
  } finally {
    platform.control.clearFaults();
  }
}
