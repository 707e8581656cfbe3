// Starting a form, as a person does it: the service, how the form begins, and the result.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox } from './combobox.ts';
import { button } from './controls.ts';
import { goToPlace } from './navigation.ts';

export function formStartPage(page: Page, texts: Texts) {
  const t = texts.formStart;
  const main = page.getByRole('main');
  const services = combobox(main, t.pick.search, t.pick.list);
  const press = (name: string): Locator => button(main, name);
  return {
    heading: main.getByRole('heading', { name: t.title, exact: true }),
    search: services.field,
    options: services.options,
    again: main.getByRole('radio', { name: t.how.earlier }),
    prefilled: main.getByRole('radio', { name: t.how.prefilled }),
    own: main.getByRole('radio', { name: t.how.own }),
    many: main.getByRole('radio', { name: texts.manyForms.how }),
    chooseTable: press(texts.manyForms.choose),
    template: main.getByLabel(texts.manyForms.template.label),
    chooseTemplate: press(texts.manyForms.template.choose),
    earlier: main.getByLabel(texts.manyForms.template.earlier, { exact: true }),
    nameBy: main.getByLabel(texts.manyForms.dry.nameBy),
    keepTemplate: press(texts.manyForms.template.keep),
    fieldOf: (column: string): Locator =>
      main.getByRole('combobox', { name: texts.manyForms.mapping.fieldOf(column) }),
    ready: (n: number): Locator => main.getByText(texts.manyForms.dry.ready(n)),
    lines: main.getByRole('listbox', { name: texts.manyForms.dry.list }),
    manyToSigning: main.getByRole('radio', { name: texts.manyForms.then['await-signature'] }),
    saveMany: (n: number): Locator => press(texts.manyForms.save(n)),
    sendMany: (n: number): Locator => press(texts.manyForms.send(n)),
    choose: press(t.file.choose),
    other: press(t.file.other),
    toSigning: main.getByRole('radio', { name: t.then['await-signature'] }),
    start: press(t.start),
    send: press(t.sendToSigning),
    workList: press(t.unknown.workList),
    back: press(t.back),
    /** Without a service, the list of them. */
    async open(
      service?: { readonly code: string; readonly edition: number },
      again?: string,
    ): Promise<void> {
      const of = service === undefined ? '' : `/${service.code}/${service.edition}`;
      const from = again === undefined ? '' : `/${again}`;
      await goToPlace(page, 'work-list', `+start${of}${from}`);
      await main.getByRole('heading', { name: t.title, exact: true }).waitFor();
    },
  };
}
