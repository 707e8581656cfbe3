// Managed settings as a person meets them: the platform of a new connection, the settings section, a disabled screen.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function managedPage(page: Page, { managed: t, connections, settings, frame }: Texts) {
  const { form } = connections;
  return {
    place: page.getByLabel(t.place, { exact: true }),
    name: page.getByLabel(form.name, { exact: true }),
    organisationName: page.getByLabel(form.organisationName, { exact: true }),
    organisationNumber: page.getByLabel(form.organisationNumber, { exact: true }),
    address: page.getByLabel(form.baseAddress, { exact: true }),
    proxy: page.getByLabel(form.proxy, { exact: true }),
    highestTls: page.getByLabel(form.highestTls, { exact: true }),
    clipboard: page.getByLabel(settings.clipboard, { exact: true }),
    section: page.getByRole('region', { name: t.title, exact: true }),
    off: (screen: keyof Texts['frame']['screens']) =>
      page.getByRole('heading', { level: 1, name: t.offTitle(frame.screens[screen]), exact: true }),
    showSettled: page.getByRole('button', { name: t.showSettled, exact: true }),
  };
}
