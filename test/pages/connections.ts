// The steps of the first connection as a person takes them: environment, credential, test.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export interface Place {
  readonly address: string;
  readonly organisationName: string;
  readonly organisationNumber: string;
}

export function firstRun(page: Page, texts: Texts) {
  const { form, test } = texts.connections;
  const words = texts.credentials.form;
  const dialog = page.getByRole('dialog');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  return {
    begin: button(texts.firstRun.begin),
    passed: page.getByText(test.passed),
    async where(place: Place): Promise<void> {
      await page.getByRole('radio', { name: texts.words.production }).check();
      await fill(form.name, 'Local platform');
      await fill(form.baseAddress, place.address);
      await fill(form.organisationName, place.organisationName);
      await fill(form.organisationNumber, place.organisationNumber);
      await button(texts.firstRun.next).click();
    },
    /** The press that opens the system's dialog for the field. */
    choose: (label: string) => () => button(`${texts.words.chooseFile} ${label}`).click(),
    async importCertificate(passphrase: string, pick: () => Promise<void>): Promise<void> {
      await button(`${form.importOne} ${form.certificate}`).click();
      await pick();
      await dialog.getByLabel(words.passphrase).fill(passphrase);
      await button(words.look).click();
      await dialog.getByText(words.inside).waitFor();
      await button(words.import).click();
      await dialog.waitFor({ state: 'detached' });
    },
    async addApiKey(key: string): Promise<void> {
      await button(`${form.addKey} ${form.apiKey}`).click();
      await dialog.getByLabel(words.key).fill(key);
      await dialog.getByRole('button', { name: words.add, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    async openMore(): Promise<void> {
      await page.getByText(form.more, { exact: true }).click();
    },
    async saveAndTest(): Promise<void> {
      await button(texts.firstRun.save).click();
    },
  };
}
