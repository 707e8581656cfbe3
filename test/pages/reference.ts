// The copy of the open metadata on screen, as a person uses it: content, the next download, progress, changes.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function copyPage(page: Page, texts: Texts) {
  const t = texts.reference;
  const jobs = texts.jobs;
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const part = (name: string | RegExp): Locator =>
    page.getByRole('region', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
  const owners = page.getByRole('listbox', { name: t.ownerList, exact: true });
  const changes = page.getByRole('listbox', { name: t.changesList, exact: true });
  const failed = page.getByRole('listbox', { name: t.failedList, exact: true });
  return {
    heading: page.getByRole('heading', { level: 1, name: t.title, exact: true }),
    here: part(t.here),
    last: part(t.last),
    language: (id: keyof typeof t.languages): Locator =>
      page.getByRole('radio', { name: t.languages[id], exact: true }),
    scope: (what: keyof typeof t.scope): Locator =>
      page.getByRole('radio', { name: t.scope[what] }),
    ownerFind: page.getByRole('textbox', { name: t.ownerFind, exact: true }),
    owner: (name: string): Locator => owners.getByRole('option').filter({ hasText: name }),
    owners,
    start: page.getByRole('button', { name: new RegExp(`^(${t.start}|${t.startAgain})$`) }),
    progress: page.getByRole('progressbar', { name: / \S+ / }),
    pause: button(page, jobs.pause),
    resume: button(page, jobs.resume),
    because: (why: keyof typeof jobs.because): Locator => page.getByText(jobs.because[why]).first(),
    async cancel(): Promise<void> {
      await button(page, jobs.stop).click();
      await button(dialog(jobs.stopTitle), jobs.stopYes).click();
    },
    failedShow: button(page, t.failedShow),
    failed: failed.getByRole('option'),
    showChanges: button(page, t.showChanges),
    changes: changes.getByRole('option'),
    openChange: page.getByRole('button', { name: new RegExp(`^(${t.compare}|${t.openOne})$`) }),
    async remove(): Promise<void> {
      await button(page, t.removeAsk).click();
      await button(dialog(t.removeTitle), t.remove).click();
    },
    removeDialog: dialog(t.removeTitle),
    removeAsk: button(page, t.removeAsk),
    showEnded: button(page.getByRole('status', { name: texts.frame.notifications }), t.open),
    toast: (text: string): Locator =>
      page.getByRole('status', { name: texts.frame.notifications }).getByText(text),
    /** Of the status bar. */
    age: page.getByRole('contentinfo').getByRole('button', { name: new RegExp(t.metadata('')) }),
  };
}
