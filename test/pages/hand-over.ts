// A hand-over before it starts, and its job, as a person sees them.
import type { Page } from 'playwright-core';
import type { HandOverPart } from '../../preload/contract/hand-over-parts.ts';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { jobPanel } from './job-panel.ts';
import { screenLink } from './navigation.ts';

/** After a restart the window is another one. */
export function handOverPage(window: () => Page, texts: Texts) {
  const t = texts.handOver;
  const press = (name: string) => button(window(), name);
  return {
    async open(): Promise<void> {
      await screenLink(window(), texts, 'connections').click();
      await press(t.open).click();
      await window().getByRole('heading', { level: 1, name: t.title, exact: true }).waitFor();
    },
    choose: () => press(t.choose),
    part: (part: HandOverPart) => window().getByRole('checkbox', { name: t.parts[part].name }),
    readAs: (part: HandOverPart) =>
      window().getByRole('combobox', { name: t.readAsOf(t.parts[part].name), exact: true }),
    start: () => press(t.start),
    job: () => jobPanel(window(), texts, 'hand-over'),
    verify: () => press(t.verify),
    verified: () => window().getByText(/^Complete( on| but for)/),
  };
}
