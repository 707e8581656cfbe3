// What the form benchmark works in: the local platform with two large forms to fill in, and a window connected to it.
import type { Page } from 'playwright-core';
import { giveConsents } from '../../test/e2e/consents.ts';
import { goToPlace } from '../../test/pages/navigation.ts';
import { startPlatform } from '../../test/platform/platform.ts';
import { everythingOn } from '../../test/platform/shape.ts';
import { pickFile } from '../../test/support/file-dialog.ts';
import { type LargeForm, longForm, wideForm } from '../../test/support/large-forms.ts';
import { makeConnection } from '../../test/support/make-connection.ts';
import { callFromPage } from '../../test/support/page-call.ts';

export interface Wanted {
  /** Of the form that has many. */
  readonly fields: number;
  /** Of the form whose repeat has many. */
  readonly rows: number;
}

/** Connects the window, and makes a form task of each of the two forms. */
export async function openForms(page: Page, { fields, rows }: Wanted) {
  giveConsents(page.context(), []);
  const platform = await startPlatform({ users: 1, messages: 4, switches: everythingOn });
  const steward = {
    call: (name: string, input: unknown) => callFromPage(page, name, input),
    pick: (act: () => Promise<void>, file: string) => pickFile(page, act, file),
  };
  const connection = await makeConnection(steward, platform, 'test');
  await steward.call('settings.change', { language: 'en' });
  await steward.call('layout.remember', { actsAsUser: { [connection]: true } });
  await steward.call('connections.choose', { connection });
  await page.reload();
  await page.locator('#content h1').first().waitFor();
  const { messages } = platform.control;
  const forms = { wide: wideForm(fields), long: longForm(rows) };
  const openerOf = (form: LargeForm) => {
    const service = messages.serviceFor(form);
    const { id } = messages.make({ kind: 'FormTask', state: 'filling', service });
    return () => goToPlace(page, 'work-list', `${id}+forms`, connection);
  };
  return {
    open: { wide: openerOf(forms.wide), long: openerOf(forms.long) },
    /** The XML that the page has of each. */
    data: { wide: forms.wide.data, long: forms.long.data },
    stop: () => platform.stop(),
  };
}
