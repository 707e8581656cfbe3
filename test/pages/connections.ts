// The first connection as a person makes it, one act after the other, and what they read of its test.
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, field, part } from './controls.ts';
import { confirmDialog, dialogOf } from './dialog.ts';
import { inspectorOf } from './inspector.ts';
import { screenLink } from './navigation.ts';

export interface Place {
  readonly address: string;
  readonly organisationName: string;
  readonly organisationNumber: string;
}

export function firstRun(page: Page, texts: Texts) {
  const { form, test } = texts.connections;
  const t = texts.firstRun;
  return {
    heading: page.getByRole('heading', { name: t.title, exact: true }),
    begin: button(page, t.begin),
    passed: page.getByText(test.passed),
    certificateArea: page.getByRole('group', { name: form.certificate, exact: true }),
    organisationName: field(page, form.organisationName),
    organisationNumber: field(page, form.organisationNumber),
    address: field(page, form.baseAddress),
    apiKey: field(page, form.apiKey),
    /** The press that opens the system's dialog for the certificate's file, or for the CA file. */
    chooseCertificate: () =>
      button(page, `${texts.words.chooseFile} ${texts.credentials.form.file}`).click(),
    chooseCa: () => button(page, t.addCa).click(),
    chooseOtherCa: () => button(page, `${texts.words.chooseFile} ${form.extraCa}`).click(),
    /** Ends when the field shows the file: what is pressed next goes out with it. */
    async caFile(picked: Promise<void>, file: string): Promise<void> {
      await picked;
      await page.getByText(path.basename(file)).first().waitFor();
    },
    passphrase: (typed: string) => field(page, texts.credentials.form.passphrase).fill(typed),
    key: (typed: string) => field(page, form.apiKey).fill(typed),
    environment: (which: 'production' | 'test') =>
      page.getByRole('radio', { name: texts.words[which] }).check(),
    baseAddress: (typed: string) => field(page, form.baseAddress).fill(typed),
    connect: () => button(page, t.connect).click(),
    connectAgain: () => button(page, t.connectAgain).click(),
    otherWays: () => button(page, texts.signIn.otherWays).click(),
    openMore: () => page.getByText(t.more, { exact: true }).click(),
    /** The fields of the other ways of signing in, which ask for all of it. */
    async where(place: Place): Promise<void> {
      await page.getByRole('radio', { name: texts.words.production }).check();
      await field(page, form.name).fill('Local platform');
      await field(page, form.baseAddress).fill(place.address);
      await field(page, form.organisationName).fill(place.organisationName);
      await field(page, form.organisationNumber).fill(place.organisationNumber);
    },
  };
}

/** The list of connections, and what is done to the one that is open beside it. */
export function connectionsPage(page: Page, texts: Texts) {
  const t = texts.connections;
  const details = inspectorOf(page, texts, texts.words.details);
  return {
    details,
    /** By its name, from any screen. */
    async open(name: string): Promise<void> {
      await screenLink(page, texts, 'connections').click();
      await part(page, t.heading)
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
      await details.opened(name).waitFor();
    },
    duplicate: button(details.pane, t.duplicate),
    save: button(page, texts.words.save),
  };
}

/** Certificates, keys and passwords: the list, the pane beside it, and what is done there. */
export function credentialsPage(page: Page, texts: Texts) {
  const t = texts.credentials;
  const details = inspectorOf(page, texts, texts.words.details);
  return {
    details,
    /** By its name, from any screen. */
    async open(name: string): Promise<void> {
      await screenLink(page, texts, 'connections').click();
      await part(page, t.heading)
        .getByRole('button', { name: new RegExp(name) })
        .click();
      await details.opened(name).waitFor();
    },
    async replace(name: string) {
      await button(details.pane, t.replacing.ask).click();
      const dialog = dialogOf(page, t.replacing.title(name));
      await dialog.window.waitFor();
      return {
        ...dialog,
        uses: dialog.window.getByRole('list'),
        choose: () => dialog.button(`${texts.words.chooseFile} ${t.form.file}`).click(),
        passphrase: dialog.field(t.form.passphrase),
        name: dialog.field(t.form.name),
        action: dialog.button(t.replacing.action),
      };
    },
    removal: (name: string) => confirmDialog(page, texts, t.removeTitle(name), t.remove),
  };
}
