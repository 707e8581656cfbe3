// The form task screen, as a person uses it: its steps, uploads, and what saving would do.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { dialogOf } from './dialog.ts';
import { goToPlace } from './navigation.ts';

type Step = keyof Texts['formDesk']['steps'];

export function formDeskPage(page: Page, texts: Texts) {
  const t = texts.formDesk;
  const main = page.getByRole('main');
  const press = (name: string): Locator => button(main, name);
  const bar = main.getByRole('group', { name: t.bar.label });
  const steps = page.getByRole('navigation', { name: t.stepsLabel });
  const uploads = page.getByRole('region', { name: t.attachments.uploads });
  const dialog = dialogOf(page);
  return {
    main,
    steps,
    step: (step: Step): Locator => steps.getByRole('button', { name: t.steps[step] }),
    menu: press(t.more),
    discard: press(t.discard),
    dialog: dialog.window,
    confirm: dialog.button,
    add: press(t.attachments.add),
    table: page.getByRole('table', { name: t.attachments.title }),
    remove: (file: string): Locator => press(t.attachments.remove(file)),
    uploads,
    upload: (file: string): Locator => uploads.getByRole('listitem').filter({ hasText: file }),
    typeOf: (file: string): Locator =>
      uploads.getByRole('combobox', { name: t.attachments.typeOf(file) }),
    start: (n: number): Locator => press(t.attachments.upload(n)),
    cancel: (file: string): Locator => press(t.attachments.cancel(file)),
    takeOff: (file: string): Locator => press(t.attachments.takeOff(file)),
    line: (kind: string): Locator => main.locator(`li[data-kind="${kind}"]`),
    /** The steps that need no more work. */
    finished: steps.locator('button').filter({ has: page.getByText(t.finished, { exact: true }) }),
    bar,
    back: button(bar, t.bar.back),
    toList: button(bar, t.back),
    next: button(bar, t.bar.next),
    check: button(bar, t.bar.check),
    save: button(bar, t.check.save),
    sendToSigning: button(bar, t.check.sendToSigning),
    complete: button(bar, t.check.complete),
    keepMine: main.getByText(t.check.mine, { exact: true }),
    /** By its address, as a link in a list would. */
    async open(connection: string, message: string, step: Step): Promise<void> {
      await goToPlace(page, 'work-list', `${message}+${step}`, connection);
      await steps.locator('[aria-current=step]').filter({ hasText: t.steps[step] }).waitFor();
    },
  };
}
