// Screens that are tabs of one screen: one row of the sidebar, each with its own address.
import type { ScreenTabs } from '../components/window-setting.ts';
import { language } from '../texts/language.svelte.ts';
import { managed } from './managed.svelte.ts';
import { router } from './router.svelte.ts';

const TABS = ['profile', 'contact-information'] as const;
type Tab = (typeof TABS)[number];
const isTab = (screen: string): screen is Tab => TABS.some((one) => one === screen);

/** Those of a screen that are switched on, itself among them; itself alone where it has none. */
export const tabsOf = <Id extends string>(screen: Id): readonly (Id | Tab)[] =>
  isTab(screen) ? TABS.filter((one) => !managed.isScreenOff(one)) : [screen];

/** The one that its row and its heading are named after. */
export const rowOf = <Id extends string>(screen: Id): Id | Tab => tabsOf(screen)[0] ?? screen;

export function tabsAt(screen: string): ScreenTabs | undefined {
  const tabs = tabsOf(screen);
  if (!isTab(screen) || tabs.length < 2) return undefined;
  const { t } = language;
  const names: Readonly<Record<Tab, string>> = {
    profile: t.profile.tab,
    'contact-information': t.contactInformation.tab,
  };
  return {
    value: screen,
    label: t.frame.screens[rowOf(screen)],
    tabs: tabs.filter(isTab).map((value) => ({ value, label: names[value] })),
    onchange: (to) => router.go({ screen: to, id: null }),
  };
}
