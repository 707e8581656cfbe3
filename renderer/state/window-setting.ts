// What the window gives its components (components/window-setting.ts), from the state of the page.
import type { WindowSetting } from '../components/window-setting.ts';
import { acting } from './acting.svelte.ts';
import { clock } from './clock.svelte.ts';
import { fixes } from './fixes.ts';
import { router } from './router.svelte.ts';
import { tabsAt } from './screen-tabs.ts';
import { session } from './session.svelte.ts';
import { copySupportReport } from './support.ts';
import { toasts } from './toasts.svelte.ts';
import { language } from '../texts/language.svelte.ts';

export const setting: WindowSetting = {
  get now() {
    return clock.now;
  },
  get way() {
    return session.chosen?.signIn.way;
  },
  /** Said where somebody acts for another party, on screens that go by something else. */
  get whose() {
    const { now, own } = acting;
    if (now === null || own === null || now.own) return undefined;
    const { whose } = language.t.acting;
    const { screen } = router.route;
    return screen in whose ? whose[screen as keyof typeof whose](own.name) : undefined;
  },
  get tabs() {
    return tabsAt(router.route.screen);
  },
  fixes: (retry) => fixes({ retry }),
  toasts,
  onsupport: copySupportReport,
};
