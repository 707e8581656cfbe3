// The message pane beside the list, as a person uses it: content, parts and deletion.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function messagePanePage(page: Page, texts: Texts) {
  const t = texts.messagePane;
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const pane = page.getByRole('complementary', { name: t.title });
  const attachments = pane.getByRole('region', { name: t.attachments.title });
  const forms = pane.getByRole('region', { name: t.forms.title });
  const dialog = page.getByRole('dialog');
  return {
    pane,
    heading: (subject: string): Locator => pane.getByRole('heading', { name: subject, level: 2 }),
    row: (subject: string): Locator =>
      page.getByRole('option').filter({ has: page.getByText(subject, { exact: true }) }),
    list: page.getByRole('listbox'),
    markAsRead: button(pane, t.markAsRead),
    continue: button(pane, t.continue),
    sign: button(pane, t.sign),
    print: button(pane, t.print),
    portal: button(pane, t.portal),
    readAgain: button(pane, t.refresh),
    delete: button(pane, t.delete.ask),
    replies: pane.getByRole('region', { name: t.replies }),
    attachments,
    attachment: (name: string): Locator =>
      attachments.getByRole('listitem').filter({ hasText: name }),
    save: (name: string): Locator => button(attachments, t.attachments.save(name)),
    stop: (name: string): Locator => button(attachments, t.attachments.cancel(name)),
    saveAll: button(attachments, t.attachments.saveAll),
    forms,
    showXml: button(forms, t.forms.showXml),
    saveXml: button(forms, t.forms.saveXml),
    xml: (name: string): Locator => dialog.getByRole('region', { name: t.forms.xmlOf(name) }),
    dialog,
    typed: (name: string): Locator => dialog.getByLabel(texts.words.typeToConfirm(name)),
    confirm: button(dialog, t.delete.go),
    look: button(pane, t.delete.look),

    async open(folder: 'inbox' | 'work-list' | 'archive' | 'trash'): Promise<void> {
      const name = texts.frame.screens[folder];
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
  };
}
