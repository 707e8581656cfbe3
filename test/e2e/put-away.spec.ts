// The program is put away: what the page's memory still holds of what was read is looked for in a picture of its heap.
import type { Page } from '@playwright/test';
import { en } from '../../renderer/texts/en.ts';
import { framePage } from '../pages/frame.ts';
import { expect, test } from './program.ts';

/** Every string that the page's script still reaches. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return pieces.join('');
}

test(
  'ATK-22 once it is put away the memory of the page holds nothing of what was read or typed',
  { tag: '@first' },
  async ({ alone: steward, platform: { control } }) => {
    const { page } = steward;
    const { palette } = framePage(page, en);
    const [user = '', open = ''] = [...control.users];
    const subject = 'Vedtak om kvernsteinsbrudd';
    control.messages.make({ subject, body: '<p>Kjellermannen</p>' });
    const { chosen, connections } = (await steward.call('app.start', {})) as {
      chosen: string;
      connections: readonly { organisationNumber: string }[];
    };
    const who = connections[0]?.organisationNumber;
    const { roles } = (await steward.call('roleDefinitions.list', { connection: chosen, who })) as {
      roles: { name: string }[];
    };
    const role = roles[0]?.name ?? '';
    const { reportees } = (await steward.call('reportees.list', { connection: chosen })) as {
      reportees: { name: string; organisationNumber: string | null }[];
    };
    const party =
      reportees.find(({ organisationNumber }) => organisationNumber !== who)?.name ?? '';
    const typed = 'Kvartalsvis gjennomgang';

    await page.evaluate((to) => (location.hash = `#/${to}/role-definitions`), chosen);
    await expect(page.getByText(role).first()).toBeVisible();
    await page.evaluate((to) => (location.hash = `#/${to}/inbox`), chosen);
    await expect(page.getByText(subject).first()).toBeVisible();
    await page.evaluate((to) => (location.hash = `#/${to}/enterprise-users`), chosen);
    await expect(page.getByText(user).first()).toBeVisible();
    // The parties, and something typed that nobody saved. The place itself stays: there it goes on.
    await page.keyboard.press('Control+Shift+O');
    await expect(page.getByText(party).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: new RegExp(open) }).click();
    await page.getByRole('button', { name: en.enterpriseUsers.addNote }).click();
    await page.getByRole('textbox', { name: en.enterpriseUsers.note, exact: true }).fill(typed);
    await palette.open();
    await palette.search(user);
    await expect(palette.current).toContainText(user);

    const read = { user, role, subject, party, typed };
    const before = await heapOf(page);
    for (const [what, text] of Object.entries(read)) expect(before, what).toContain(text);
    await steward.call('app.lock', {});
    await expect(page.getByRole('button', { name: en.frame.openAgain })).toBeVisible();
    const after = await heapOf(page);
    const left = Object.entries(read).filter(([, text]) => after.includes(text));
    expect(left).toEqual([]);
    // Where the system asks for nobody, whoever is there opens it, and it goes on where it was.
    await page.getByRole('button', { name: en.frame.openAgain }).click();
    await expect(page.getByText(user).first()).toBeVisible();
  },
);
