// Journeys on a real keychain: a job of twenty secrets that is killed half way, and a kill while a secret is shown.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { decryptWithPassphrase } from '../../main/secrets/age.ts';
import { en } from '../../renderer/texts/en.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { bulkRotation } from '../pages/bulk-rotation.ts';
import { oneTimeSecretWindow } from '../pages/one-time-secrets.ts';
import { look } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';

const PASSPHRASE = 'twenty lighthouses by the sea';
interface Content {
  readonly secrets: readonly { readonly userName: string; readonly secret: string }[];
}

test.use({ population: { users: 20 } });

test(
  'RTY-09 twenty are rotated in a job that survives a kill, each true secret in the file',
  { tag: '@keyring' },
  async ({ platform, openKeyring, start }) => {
    const { control } = platform;
    const { env } = await openKeyring();
    const steward = await start({ keychain: 'system', env });
    await connectTo(steward, platform);
    const users = enterpriseUsersPage(steward.page, en);
    await users.tick(control.users[0] ?? '').waitFor();
    await steward.page.getByRole('checkbox', { name: en.enterpriseUsers.columns.tickAll }).check();
    await users.rotateSelected.click();
    const bulk = bulkRotation(steward.page, en);
    await bulk.toEncryptedFile(PASSPHRASE);
    await bulk.confirm(platform.organisation.name, 20);
    const rotated = () => control.executed('enterpriseUsers.rotateSecret');
    await expect.poll(rotated).toBeGreaterThan(4);
    await steward.restart();

    const again = bulkRotation(steward.page, en);
    // The place it was at, which is the job, is opened again.
    await expect(again.window.getByText(en.jobs.because.restarted, { exact: true })).toBeVisible();
    const settled = await again.settleUnknown();
    await again.resume.click();
    await again.progress(20, 20).first().waitFor();
    await again.saveReport.click();
    await again.window.getByText(/\.csv/).waitFor();
    // What remains to be done, at its end.
    const { after } = en.bulkRotation;
    await expect(again.window).toContainText(after.inFile(20));
    await again.window.getByRole('checkbox', { name: after.handOver }).check();
    await again.window.getByRole('button', { name: after.copyUsers, exact: true }).click();
    await again.window.getByRole('button', { name: en.words.copied, exact: true }).waitFor();
    await look(steward);
    await again.close.click();

    const [file = ''] = (await readdir(steward.downloads)).filter((name) => name.endsWith('.age'));
    const text = await decryptWithPassphrase(
      await readFile(path.join(steward.downloads, file)),
      PASSPHRASE,
    );
    const { secrets } = JSON.parse(text) as Content;
    expect(secrets.map(({ userName }) => userName).sort()).toEqual([...control.users].sort());
    for (const { userName, secret } of secrets) expect(secret).toBe(control.secretOf(userName));
    expect(rotated()).toBeLessThanOrEqual(20 + settled);
    const [report = ''] = (await readdir(steward.downloads)).filter((n) => n.endsWith('.csv'));
    const csv = await readFile(path.join(steward.downloads, report), 'utf8');
    expect(secrets.filter(({ secret }) => csv.includes(secret))).toEqual([]);
    expect(steward.complaints).toEqual([]);
  },
);

test(
  'after a rotation each line of the checklist does what it says',
  { tag: '@keyring' },
  async ({ platform, openKeyring, start }) => {
    const { control } = platform;
    const t = en.enterpriseUsers.checklist;
    const [name = ''] = control.users;
    const { env } = await openKeyring();
    const steward = await start({ keychain: 'system', env });
    const connection = await connectTo(steward, platform);
    const { page } = steward;
    const users = enterpriseUsersPage(page, en);
    const secret = oneTimeSecretWindow(page, en);
    const { checklist } = users;
    const operation = 'enterpriseUsers.rotateSecret';
    control.fault({ operation, acts: true, effect: { kind: 'reset' } });
    await steward.call(operation, { connection, userName: name }).catch(() => undefined);
    await users.choose(name);
    await users.inspector.getByRole('button', { name: en.oneTimeSecrets.box.again }).click();
    await (await users.typeToRotate(name)).click();
    await secret.keep.click();
    await secret.done.click();

    await expect(checklist.window).toContainText(t.rotated(name));
    await expect(checklist.window).toContainText(t.resolved);
    const left = (await steward.call('oneTimeSecrets.list', {})) as { state: string }[];
    expect(left.map(({ state }) => state)).toEqual(['confirmed']);
    await checklist.button(en.oneTimeSecrets.check.ask).click();
    await expect(checklist.window).toContainText(en.oneTimeSecrets.check.works);
    // The rotation, the attempts and the check are done; the rest is elsewhere, and the person’s to say.
    await expect(checklist.window.getByLabel(t.done)).toHaveCount(3);
    await checklist.button(t.copyMessage).click();
    await expect(checklist.button(en.words.copied)).toBeVisible();
    await look(steward);
    await checklist.button(t.show).click();
    const kept = page.getByRole('dialog', { name: en.oneTimeSecrets.keptTitle });
    await kept.getByRole('button', { name: en.oneTimeSecrets.show, exact: true }).click();
    await expect(kept.locator('[data-secret]')).toHaveText(control.secretOf(name) ?? '');
    await page.keyboard.press('Escape');
    await expect(kept).toBeHidden();
    await checklist.window.getByRole('checkbox', { name: t.systemAgain }).check();
    await users.closeChecklist();
    await expect(users.inspector).toContainText(name);
    expect(steward.complaints).toEqual([]);
  },
);

test(
  'OTS-12 a secret that was on screen when the program was killed is there at the next start',
  { tag: '@keyring' },
  async ({ platform, openKeyring, start }) => {
    const { control } = platform;
    const [name = ''] = control.users;
    const { env } = await openKeyring();
    const steward = await start({ keychain: 'system', env });
    await connectTo(steward, platform);
    const users = enterpriseUsersPage(steward.page, en);
    await users.choose(name);
    await (await users.askToRotate(name)).click();
    await oneTimeSecretWindow(steward.page, en).window.waitFor();
    await steward.restart();

    const secret = oneTimeSecretWindow(steward.page, en);
    await secret.window.waitFor();
    expect(await secret.read()).toBe(control.secretOf(name));
    await secret.keep.click();
    await secret.done.click();
    await expect(secret.window).toBeHidden();
    // How soon the kill came decides whether the place was kept, or the start is at Today because of the secret.
    const after = enterpriseUsersPage(steward.page, en);
    await after.open();
    await after.choose(name);
    await steward.page.getByRole('button', { name: en.enterpriseUsers.showKept }).click();
    const kept = steward.page.getByRole('dialog', { name: en.oneTimeSecrets.keptTitle });
    await kept.getByRole('button', { name: en.oneTimeSecrets.show, exact: true }).click();
    await expect(kept.locator('[data-secret]')).toHaveText(control.secretOf(name) ?? '');
    await kept.getByRole('button', { name: en.oneTimeSecrets.done, exact: true }).click();
    expect(control.executed('enterpriseUsers.rotateSecret')).toBe(1);
    expect(steward.complaints).toEqual([]);
  },
);
