// The message pane beside the list, as a person uses it: content, parts and deletion.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { confirmDialog, dialogOf } from './dialog.ts';
import { inspectorOf } from './inspector.ts';
import { listBox } from './list-box.ts';
import { type Folder, openFolder } from './messages.ts';

export function messagePanePage(page: Page, texts: Texts) {
  const t = texts.messagePane;
  const { pane } = inspectorOf(page, texts, t.title);
  const attachments = pane.getByRole('region', { name: t.attachments.title });
  const forms = pane.getByRole('region', { name: t.forms.title });
  const { window: dialog } = dialogOf(page);
  const { typed, confirm } = confirmDialog(page, texts, t.delete.title, t.delete.go);
  const { list, option } = listBox(page);
  return {
    pane,
    heading: (subject: string): Locator => pane.getByRole('heading', { name: subject, level: 2 }),
    row: option,
    list,
    markAsRead: button(pane, t.markAsRead),
    continue: button(pane, t.continue),
    sign: button(pane, t.sign),
    print: button(pane, t.print),
    useAgain: button(pane, t.useAgain),
    portal: button(pane, t.portal),
    readAgain: button(pane, t.refresh),
    delete: button(pane, t.delete.ask),
    reply: button(pane, t.reply),
    /** Beside the first, which is the loud button. */
    replies: pane.getByRole('region', { name: t.otherReplies }),
    attachments,
    attachment: (name: string): Locator =>
      attachments.getByRole('listitem').filter({ hasText: name }),
    save: (name: string): Locator => button(attachments, t.attachments.save(name)),
    stop: (name: string): Locator => button(attachments, t.attachments.cancel(name)),
    saveAll: button(attachments, t.attachments.saveAll),
    forms,
    showXml: button(forms, t.forms.showXml),
    saveXml: button(forms, t.forms.saveXml),
    asXml: dialog.getByText(texts.formFields.modes.xml, { exact: true }),
    fields: dialog.getByRole('region', { name: texts.formFields.list }),
    compare: button(dialog, texts.formFields.compare.open),
    printForm: button(dialog, texts.formFields.print),
    xml: (name: string): Locator => dialog.getByRole('region', { name: t.forms.xmlOf(name) }),
    dialog,
    typed,
    confirm,
    look: button(pane, t.delete.look),
    open: (folder: Folder): Promise<void> => openFolder(page, texts, folder),
  };
}
