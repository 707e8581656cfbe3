// The copy of the open metadata on screen, as a person uses it: content, the next download, progress, changes.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, part, segment } from './controls.ts';
import { dialogOf } from './dialog.ts';
import { jobPanel } from './job-panel.ts';
import { listBox } from './list-box.ts';
import { toasts } from './toast.ts';

export function copyPage(page: Page, texts: Texts) {
  const t = texts.reference;
  const job = jobPanel(page, texts, 'synchronise');
  const owners = listBox(page, t.ownerList);
  const removal = dialogOf(page, t.removeTitle);
  const news = toasts(page, texts);
  return {
    heading: page.getByRole('heading', { level: 1, name: t.title, exact: true }),
    here: part(page, t.here),
    last: part(page, t.last),
    language: (id: keyof typeof t.languages): Locator =>
      page.getByRole('radio', { name: t.languages[id], exact: true }),
    scope: (what: keyof typeof t.scope): Locator => segment(page, t.scope[what]),
    ownerFind: page.getByRole('textbox', { name: t.ownerFind, exact: true }),
    owner: owners.containing,
    owners: owners.list,
    start: page.getByRole('button', { name: new RegExp(`^(${t.start}|${t.startAgain})$`) }),
    progress: page.getByRole('progressbar', { name: / \S+ / }),
    pause: job.pause,
    resume: job.resume,
    because: (why: keyof Texts['jobs']['because']): Locator =>
      page.getByText(texts.jobs.because[why]).first(),
    cancel: (): Promise<void> => job.stopForGood(),
    failedShow: button(page, t.failedShow),
    failed: listBox(page, t.failedList).options,
    /** What is other in a service, where the last download is told of. */
    changed: (name: string): Locator => part(part(page, t.last), t.changeOf(t.hows.changed, name)),
    showChanges: button(page, t.showChanges),
    changes: listBox(page, t.changesList).options,
    openChange: page.getByRole('button', { name: new RegExp(`^(${t.compare}|${t.openOne})$`) }),
    async remove(): Promise<void> {
      await button(page, t.removeAsk).click();
      await removal.button(t.remove).click();
    },
    removeDialog: removal.window,
    removeAsk: button(page, t.removeAsk),
    showEnded: news.action(t.open),
    toast: news.saying,
    /** Of the status bar. */
    age: page.getByRole('contentinfo').getByRole('button', { name: new RegExp(t.metadata('')) }),
  };
}
