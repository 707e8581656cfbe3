// Steward's window, connected to the local platform by the operations that the screens use.
import type { Page } from 'playwright-core';
import { giveConsents } from '../../test/e2e/consents.ts';
import { pickFile } from '../../test/support/file-dialog.ts';
import { type ConnectionFacts, makeConnection } from '../../test/support/make-connection.ts';
import { callFromPage } from '../../test/support/page-call.ts';

/** In English, the organisation free to use every screen; the id of the connection. */
export async function connectWindow(page: Page, platform: ConnectionFacts): Promise<string> {
  giveConsents(page.context(), []);
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
  return connection;
}
