// Starting a form, as a person does it: the service, how the form begins, and the result.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox } from './combobox.ts';

export function formStartPage(page: Page, texts: Texts) {
  const t = texts.formStart;
  const main = page.getByRole('main');
  const services = combobox(main, t.pick.search, t.pick.list);
  const button = (name: string): Locator => main.getByRole('button', { name, exact: true });
  return {
    heading: main.getByRole('heading', { name: t.title, exact: true }),
    search: services.field,
    options: services.options,
    prefilled: main.getByRole('radio', { name: t.how.prefilled }),
    own: main.getByRole('radio', { name: t.how.own }),
    choose: button(t.file.choose),
    other: button(t.file.other),
    toSigning: main.getByRole('radio', { name: t.then['await-signature'] }),
    start: button(t.start),
    send: button(t.sendToSigning),
    workList: button(t.unknown.workList),
    back: button(t.back),
    /** Without a service, the list of them. */
    async open(service?: { readonly code: string; readonly edition: number }): Promise<void> {
      const of = service === undefined ? '' : `/${service.code}/${service.edition}`;
      await goTo(page, `+start${of}`);
      await main.getByRole('heading', { name: t.title, exact: true }).waitFor();
    },
  };
}

/** A place of the work list. */
export const goTo = (page: Page, id: string): Promise<void> =>
  page.evaluate((place) => {
    const [, connection] = location.hash.split('/');
    location.hash = `#/${connection ?? '-'}/work-list/${encodeURIComponent(place)}`;
  }, id);
