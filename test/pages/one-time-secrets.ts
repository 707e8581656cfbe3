// The window with a one-time secret, as a person uses it.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { dialogOf } from './dialog.ts';

export function oneTimeSecretWindow(page: Page, { oneTimeSecrets: t }: Texts) {
  const { window, button, closed } = dialogOf(page, t.title);
  const file = dialogOf(page, t.file.title);
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
      await closed();
    },
    async saveTo(passphrase: string): Promise<void> {
      await button(t.save).click();
      await file.field(t.file.passphrase).fill(passphrase);
      await file.field(t.file.again).fill(passphrase);
      await file.window.getByRole('button', { name: t.file.go }).click();
      await window.waitFor();
    },
  };
}
