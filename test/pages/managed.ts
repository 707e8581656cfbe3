// Managed settings as a person meets them: the platform of a new connection, the settings section, a disabled screen.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, field, part } from './controls.ts';
import type { ScreenId } from './navigation.ts';

export function managedPage(page: Page, { managed: t, connections, settings, frame }: Texts) {
  const { form } = connections;
  return {
    place: field(page, t.place),
    // It may be left empty in the first connection, and says so behind its name.
    name: page.getByLabel(new RegExp(`^${form.name}`)),
    organisationName: field(page, form.organisationName),
    organisationNumber: field(page, form.organisationNumber),
    address: field(page, form.baseAddress),
    proxy: field(page, form.proxy),
    highestTls: field(page, form.highestTls),
    clipboard: field(page, settings.clipboard),
    section: part(page, t.title),
    untrusted: part(page, t.untrustedTitle),
    off: (screen: ScreenId) =>
      page.getByRole('heading', { level: 1, name: t.offTitle(frame.screens[screen]), exact: true }),
    showSettled: button(page, t.showSettled),
  };
}
