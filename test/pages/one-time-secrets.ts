// The window with a one-time secret, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function oneTimeSecretWindow(page: Page, { oneTimeSecrets: t }: Texts) {
  const window = page.getByRole('dialog', { name: t.title });
  const button = (name: string): Locator => window.getByRole('button', { name, exact: true });
  return {
    window,
    /** The secret itself; there only while it is shown. */
    secret: window.locator('[data-secret]'),
    show: button(t.show),
    hide: button(t.hide),
    copy: button(t.copy),
    keep: button(t.keep),
    saveEncrypted: button(t.save),
    stored: window.getByLabel(t.stored),
    done: button(t.done),
    async read(): Promise<string> {
      await button(t.show).click();
      const text = await window.locator('[data-secret]').textContent();
      await button(t.hide).click();
      return text ?? '';
    },
    async confirm(): Promise<void> {
      await window.getByLabel(t.stored).check();
      await button(t.done).click();
      await window.waitFor({ state: 'detached' });
    },
    async saveTo(passphrase: string): Promise<void> {
      const file = page.getByRole('dialog', { name: t.file.title });
      await button(t.save).click();
      await file.getByLabel(t.file.passphrase, { exact: true }).fill(passphrase);
      await file.getByLabel(t.file.again, { exact: true }).fill(passphrase);
      await file.getByRole('button', { name: t.file.go }).click();
      await window.waitFor();
    },
  };
}
