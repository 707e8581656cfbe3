// The form task screen, as a person uses it: its steps, uploads, and what saving would do.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

type Step = keyof Texts['formDesk']['steps'];

export function formDeskPage(page: Page, texts: Texts) {
  const t = texts.formDesk;
  const main = page.getByRole('main');
  const button = (name: string): Locator => main.getByRole('button', { name, exact: true });
  const steps = page.getByRole('navigation', { name: t.stepsLabel });
  const uploads = page.getByRole('region', { name: t.attachments.uploads });
  const dialog = page.getByRole('dialog');
  return {
    main,
    steps,
    step: (step: Step): Locator => steps.getByRole('button', { name: t.steps[step] }),
    discard: button(t.discard),
    dialog,
    confirm: (name: string): Locator => dialog.getByRole('button', { name, exact: true }),
    add: button(t.attachments.add),
    table: page.getByRole('table', { name: t.attachments.title }),
    remove: (file: string): Locator => button(t.attachments.remove(file)),
    uploads,
    upload: (file: string): Locator => uploads.getByRole('listitem').filter({ hasText: file }),
    typeOf: (file: string): Locator =>
      uploads.getByRole('combobox', { name: t.attachments.typeOf(file) }),
    start: (n: number): Locator => button(t.attachments.upload(n)),
    cancel: (file: string): Locator => button(t.attachments.cancel(file)),
    takeOff: (file: string): Locator => button(t.attachments.takeOff(file)),
    line: (kind: string): Locator => main.locator(`li[data-kind="${kind}"]`),
    save: button(t.check.save),
    sendToSigning: button(t.check.sendToSigning),
    complete: button(t.check.complete),
    keepMine: main.getByText(t.check.mine, { exact: true }),
    /** By its address, as a link in a list would. */
    async open(connection: string, message: string, step: Step): Promise<void> {
      const hash = `#/${connection}/work-list/${encodeURIComponent(`${message}+${step}`)}`;
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await steps.locator('[aria-current=step]').filter({ hasText: t.steps[step] }).waitFor();
    },
  };
}
