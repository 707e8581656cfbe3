// Where saved files are: after a save the person is led to the file, by the system's own file manager.
import { en } from '../../renderer/texts/en.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { toasts } from '../pages/toast.ts';
import { connectTo, expect, test } from './program.ts';
import { systemBrowser } from './system-browser.ts';

test('what was saved is shown in its folder by one press', async ({ start, folder, platform }) => {
  const system = systemBrowser(folder);
  const steward = await start({ env: { PATH: system.path } });
  await connectTo(steward, platform);
  const { page } = steward;
  await enterpriseUsersPage(page, en)
    .row([...platform.control.users][0] ?? '')
    .waitFor();
  await page.keyboard.press('Control+E');
  const news = toasts(page, en);
  await expect(news.saying(/enterprise-users/)).toBeVisible();
  await news.action(en.words.showInFolder).click();
  expect(await system.opened(1)).toBe(steward.downloads);
});
