// Exporting messages, as a person does it.
import type { Locator, Page } from 'playwright-core';
import type { ExportFolder } from '../../preload/contract/jobs.ts';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { jobPanel } from './job-panel.ts';

export function messageExportPage(page: Page, texts: Texts) {
  const t = texts.messageExport;
  return {
    job: jobPanel(page, texts, 'export-messages'),
    heading: page.getByRole('heading', { level: 1, name: t.title, exact: true }),
    range: page.getByRole('combobox', { name: texts.messages.range, exact: true }),
    folder: (folder: ExportFolder): Locator =>
      page
        .getByRole('group', { name: t.folders })
        .getByRole('checkbox', { name: new RegExp(`^${t.folder[folder]}`) }),
    part: (part: keyof Texts['messageExport']['parts']): Locator =>
      page.getByRole('checkbox', { name: new RegExp(`^${t.parts[part]}`) }),
    /** How many messages it is at this moment. */
    count: (count: number): Locator =>
      page.getByText(t.count(count, String(count)), { exact: true }),
    start: page.getByRole('button', { name: new RegExp(`^(${t.start}|${t.startHere})$`) }),
    verify: button(page, t.verify),
    verified: (files: number): Locator =>
      page.getByText(t.verified(files, String(files)), { exact: true }),
    different: page.getByText(t.different, { exact: true }),
    back: button(page, t.back),
  };
}
