// A job of any kind, as a person uses its panel on any screen.
import type { Locator, Page } from 'playwright-core';
import type { JobKind } from '../../preload/contract/jobs.ts';
import type { Texts } from '../../renderer/texts/en.ts';

export function jobPanel(page: Page, texts: Texts, kind: JobKind) {
  const t = texts.jobs;
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const rows = page.getByRole('listbox', { name: t.rows });
  const stopping = page.getByRole('dialog', { name: t.stopTitle });
  return {
    title: (state: keyof Texts['jobs']['state'], of: number): Locator =>
      page.getByRole('heading', { name: t.title[kind][state](of), exact: true }),
    progress: (ended: number, of: number): Locator =>
      page.getByRole('progressbar', { name: t.progress(ended, of), exact: true }),
    because: (why: keyof Texts['jobs']['because']): Locator =>
      page.getByText(t.because[why], { exact: true }),
    rows,
    row: (subject: string): Locator => rows.getByRole('option').filter({ hasText: subject }),
    onlyOpen: page.getByRole('radio', { name: t.onlyOpen }),
    all: page.getByRole('radio', { name: t.all }),
    pause: button(t.pause),
    resume: button(t.resume),
    stop: button(t.stop),
    retry: (open: number): Locator => button(t.retry(open)),
    saveReport: button(t.report),
    forget: button(t.forget),
    /** On a screen that only says that there is a job. */
    notice: (state: keyof Texts['jobs']['state'], of: number): Locator =>
      page.getByText(t.title[kind][state](of)),
    open: button(t.open),
    async stopForGood(): Promise<void> {
      await button(t.stop).click();
      await stopping.getByRole('button', { name: t.stopYes }).click();
    },
  };
}
