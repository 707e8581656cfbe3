// Bulk rotation, as a person uses it: the steps before it runs, and the window while it does.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function bulkRotation(page: Page, texts: Texts) {
  const t = texts.bulkRotation;
  const jobs = texts.jobs;
  const window = page.getByRole('dialog');
  const button = (name: string) => window.getByRole('button', { name, exact: true });
  return {
    window,
    next: button(t.next),
    test: button(t.destination.test),
    start: (n: number) => button(t.review.go(n)),
    resume: button(jobs.resume),
    pause: button(jobs.pause),
    background: button(t.background),
    saveReport: button(jobs.report),
    rotateAgain: button(t.decide.rotateAgain),
    oldWorks: button(t.decide.oldWorks),
    stop: button(jobs.stop),
    forget: button(jobs.forget),
    close: button(t.close),
    banner: page.getByRole('button', { name: jobs.open, exact: true }),
    progress: (ended: number, of: number) =>
      window.getByRole('progressbar', { name: jobs.progress(ended, of), exact: true }),
    row: (userName: string) => window.getByRole('option').filter({ hasText: userName }),
    unknown: window.getByRole('option').filter({ hasText: jobs.row.rotate.unknown }),

    async stopForGood(): Promise<void> {
      await button(jobs.stop).click();
      await button(jobs.stopYes).click();
    },
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
