// The steps of the first connection as a person takes them: environment, credential, test.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, field } from './controls.ts';
import { dialogOf } from './dialog.ts';

export interface Place {
  readonly address: string;
  readonly organisationName: string;
  readonly organisationNumber: string;
}

export function firstRun(page: Page, texts: Texts) {
  const { form, test } = texts.connections;
  const words = texts.credentials.form;
  const dialog = dialogOf(page);
  const press = (name: string) => button(page, name).click();
  const fill = (label: string, value: string) => field(page, label).fill(value);
  return {
    begin: button(page, texts.firstRun.begin),
    passed: page.getByText(test.passed),
    async where(place: Place): Promise<void> {
      await page.getByRole('radio', { name: texts.words.production }).check();
      await fill(form.name, 'Local platform');
      await fill(form.baseAddress, place.address);
      await fill(form.organisationName, place.organisationName);
      await fill(form.organisationNumber, place.organisationNumber);
      await press(texts.firstRun.next);
    },
    /** The press that opens the system's dialog for the field. */
    choose: (label: string) => () => press(`${texts.words.chooseFile} ${label}`),
    async importCertificate(passphrase: string, pick: () => Promise<void>): Promise<void> {
      await press(`${form.importOne} ${form.certificate}`);
      await pick();
      await dialog.window.getByLabel(words.passphrase).fill(passphrase);
      await press(words.look);
      await dialog.window.getByText(words.inside).waitFor();
      await press(words.import);
      await dialog.closed();
    },
    async addApiKey(key: string): Promise<void> {
      await press(`${form.addKey} ${form.apiKey}`);
      await dialog.window.getByLabel(words.key).fill(key);
      await dialog.button(words.add).click();
      await dialog.closed();
    },
    async openMore(): Promise<void> {
      await page.getByText(form.more, { exact: true }).click();
    },
    async saveAndTest(): Promise<void> {
      await press(texts.firstRun.save);
    },
  };
}
