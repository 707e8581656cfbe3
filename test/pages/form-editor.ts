// The forms of a message and the editor of their XML, as a person uses them.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, segment } from './controls.ts';
import { treeOf } from './tree.ts';

export function formEditorPage(page: Page, texts: Texts) {
  const t = texts.formEditor;
  const press = (name: string): Locator => button(page, name);
  const menu = press(t.more);
  const inMenu = (name: string): Locator => button(page.locator(':popover-open'), name);
  const act = (name: string) => async (): Promise<void> => {
    await menu.press('Enter');
    await inMenu(name).press('Enter');
  };
  const forms = treeOf(page, t.list);
  const modes = page.getByRole('radiogroup', { name: texts.formFields.mode });
  const editor = page.locator('[data-editor]');
  const problems = page.getByRole('region', { name: t.checked.title });
  return {
    /** Fields come first. */
    toXml: (): Promise<void> => segment(modes, texts.formFields.modes.xml).press('Space'),
    forms: forms.tree,
    form: forms.item,
    /** A list of one form is folded into a word of the bar. */
    unfold: (): Promise<void> => press(texts.formDesk.formCount(1)).press('Enter'),
    tools: page.getByRole('toolbar', { name: t.actions }),
    editor,
    /** Where is typed; in the editor's shadow root. */
    text: editor.getByRole('textbox').last(),
    lines: editor.locator('.cm-line'),
    line: (text: string): Locator => editor.locator('.cm-line').filter({ hasText: text }),
    marks: editor.locator('.cm-lint-marker'),
    find: editor.getByRole('textbox', { name: t.editor.phrases.Find }),
    problems,
    problem: problems.getByRole('option'),
    check: page.getByRole('button', { name: t.check }),
    /** Of the menu, opened with it. */
    save: act(t.save),
    fill: act(t.fill),
    revert: act(t.revert),
    remove: act(t.remove),
    /** Whether there is something to discard. */
    isChanged: async (): Promise<boolean> => {
      await menu.press('Enter');
      const blocked = await inMenu(t.revert).getAttribute('aria-disabled');
      await page.keyboard.press('Escape');
      return blocked === null;
    },
    putBack: press(t.putBack),
    undo: press(t.undo),
    add: press(t.add.open),
    dialog: page.getByRole('dialog'),
    said: (text: string | RegExp): Locator => page.getByText(text),
  };
}
