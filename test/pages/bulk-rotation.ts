// Bulk rotation, as a person uses it: the steps before it runs, and the window while it does.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { dialogOf } from './dialog.ts';
import { jobPanel } from './job-panel.ts';

export function bulkRotation(page: Page, texts: Texts) {
  const t = texts.bulkRotation;
  const job = jobPanel(page, texts, 'rotate-secrets');
  const { window, button, field } = dialogOf(page);
  const unknown = job.rows.getByRole('option').filter({ hasText: texts.jobs.row.rotate.unknown });
  const rotateAgain = button(t.decide.rotateAgain);
  return {
    ...job,
    window,
    next: button(t.next),
    start: (n: number) => button(t.review.go(n)),
    background: button(t.background),
    rotateAgain,
    oldWorks: button(t.decide.oldWorks),
    close: button(t.close),
    banner: job.open,
    unknown,

    back: button(t.back),
    /** With users selected, that is where it begins; where the file is saved is asked for at the start. */
    async toEncryptedFile(passphrase: string): Promise<void> {
      const { file } = texts.oneTimeSecrets;
      await field(file.passphrase).fill(passphrase);
      await field(file.again).fill(passphrase);
    },
    /** A kill leaves at most one whose outcome nobody knows: it is rotated again. Answers how many there were. */
    async settleUnknown(): Promise<number> {
      const n = await unknown.count();
      if (n > 0) {
        await unknown.first().click();
        await rotateAgain.click();
        await unknown.waitFor({ state: 'detached' });
      }
      return n;
    },
    async confirm(organisation: string, n: number): Promise<void> {
      await window.getByLabel(texts.words.typeToConfirm(organisation)).fill(organisation);
      await button(t.review.go(n)).click();
    },
  };
}
