// A job of any kind, as a person uses its panel on any screen.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, segment } from './controls.ts';
import { dialogOf } from './dialog.ts';
import { listBox } from './list-box.ts';

/** `deed`: its kind, or of messages what is done with them. */
export function jobPanel(page: Page, texts: Texts, deed: keyof Texts['jobs']['title']) {
  const t = texts.jobs;
  const press = (name: string): Locator => button(page, name);
  const rows = listBox(page, t.rows);
  const stopping = dialogOf(page, t.stopTitle);
  return {
    title: (state: keyof Texts['jobs']['state'], of: number): Locator =>
      page.getByRole('heading', { name: t.title[deed][state](of), exact: true }),
    progress: (ended: number, of: number): Locator =>
      page.getByRole('progressbar', { name: t.progress(ended, of), exact: true }),
    because: (why: keyof Texts['jobs']['because']): Locator =>
      page.getByText(t.because[why], { exact: true }),
    rows: rows.list,
    row: rows.containing,
    onlyOpen: segment(page, t.onlyOpen),
    all: segment(page, t.all),
    pause: press(t.pause),
    resume: press(t.resume),
    stop: press(t.stop),
    retry: (open: number): Locator => press(t.retry(open)),
    saveReport: press(t.report),
    forget: press(t.forget),
    /** On a screen that only says that there is a job. */
    notice: (state: keyof Texts['jobs']['state'], of: number): Locator =>
      page.getByText(t.title[deed][state](of)),
    open: press(t.open),
    async stopForGood(): Promise<void> {
      await press(t.stop).click();
      await stopping.button(t.stopYes).click();
    },
  };
}
