// Bulk rotation, as a person uses it: the steps before it runs, and the window while it does.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function bulkRotation(page: Page, texts: Texts) {
  const t = texts.jobs;
  const window = page.getByRole('dialog');
  const button = (name: string) => window.getByRole('button', { name, exact: true });
  return {
    window,
    next: button(t.next),
    test: button(t.destination.test),
    start: (n: number) => button(t.review.go(n)),
    resume: button(t.running.resume),
    pause: button(t.running.pause),
    background: button(t.running.background),
    saveReport: button(t.running.report),
    close: button(t.close),
    banner: page.getByRole('button', { name: t.banner.open, exact: true }),
    progress: (done: number, of: number) => window.getByText(t.running.done(done, of)),
    row: (userName: string) => window.getByRole('listitem').filter({ hasText: userName }),

    async toEncryptedFile(passphrase: string): Promise<void> {
      await button(t.next).click();
      await button(t.destination.choose).click();
      const file = texts.oneTimeSecrets.file;
      await window.getByLabel(file.passphrase, { exact: true }).fill(passphrase);
      await window.getByLabel(file.again, { exact: true }).fill(passphrase);
      await button(t.destination.test).click();
      await window.getByText(t.review.warning).waitFor();
    },
    async confirm(organisation: string, n: number): Promise<void> {
      await window.getByLabel(texts.words.typeToConfirm(organisation)).fill(organisation);
      await button(t.review.go(n)).click();
    },
  };
}
