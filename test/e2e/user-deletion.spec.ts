// A journey of many enterprise users: selected and deleted by keyboard alone, the list following the job, its report.
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { activityPage } from '../pages/activity.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { expectAccessible, look, picture } from './accessible.ts';
import { expect, test } from './program.ts';

test('users are selected, named, and deleted by a job with the keys alone; the list loses each as it is gone', async ({
  alone: steward,
  platform: { control },
}) => {
  const { page } = steward;
  const users = enterpriseUsersPage(page, en);
  const shot = (name: string) => picture(page, name);
  const all = [...control.users].sort((a, b) => a.localeCompare(b, 'nb'));
  const [first = '', second = '', third = ''] = all;
  await users.row(first).waitFor();
  for (let i = 0; i < 60 && !(await users.row(first).evaluate(isFocused)); i++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(users.selected(2)).toBeVisible();
  await page.keyboard.press('Delete');
  const { window } = users.deleting(2);
  await expect(window).toContainText(first);
  await expect(window).toContainText(second);
  await expect(window).not.toContainText(third);
  await look(steward);
  await shot('deleting');

  // The name first; then Enter in the field does nothing, and the button is pressed with Space.
  await expect(users.deleting(2).confirm).toBeDisabled();
  await page.keyboard.type('Fjordtrafikk AS');
  await page.keyboard.press('Enter');
  expect(control.users).toContain(first);
  const hold = control.hold('enterpriseUsers.remove', true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await hold.reached;
  expect(steward.asked.at(-1)).toContain('Delete 2 enterprise users of');
  expect(steward.asked.at(-1)).toContain(first);
  const job = jobPanel(page, en, 'delete-users');
  await expect(job.notice('running', 2)).toBeVisible();
  await expect(users.selected(2)).toBeHidden();
  await shot('running');
  const lists = () =>
    control.requests.filter(({ operation }) => operation === 'enterpriseUsers.list').length;
  const before = lists();
  hold.release();
  await expect(users.row(first)).toBeHidden();
  await expect(users.row(second)).toBeHidden();
  await expect(users.row(third)).toBeVisible();
  expect(lists()).toBe(before);
  expect(control.users).toEqual(expect.not.arrayContaining([first, second]));

  // Activity has the job and what was done, and the job has its rows.
  const activity = activityPage(page, en);
  await activity.open();
  await activity.line('enterpriseUsers.remove', first).first().waitFor();
  await activity.line('jobs.startUserDeletion', '2 users').first().waitFor();
  await page.getByRole('button', { name: en.jobs.open, exact: true }).first().click();
  await job.title('finished', 2).waitFor();
  await expect(job.row(first)).toContainText(en.jobs.row.delete.done);
  await expectAccessible(page);
  await shot('job');
  await page.keyboard.press('Escape');
  await users.row(third).waitFor();

  await steward.call('settings.change', { language: 'nb', scheme: 'dark' });
  const norwegian = enterpriseUsersPage(page, nb);
  await norwegian.row(third).click();
  await norwegian.tick(third).click();
  await page.keyboard.press('Delete');
  await norwegian.deleting(1).window.waitFor();
  await picture(page, 'deleting-nb');
  await page.keyboard.press('Escape');
});

const isFocused = (element: Element) => element === document.activeElement;
