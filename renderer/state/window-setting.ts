// What the window gives its components (components/window-setting.ts), from the state of the page.
import type { WindowSetting } from '../components/window-setting.ts';
import { clock } from './clock.svelte.ts';
import { fixes } from './fixes.ts';
import { session } from './session.svelte.ts';
import { copySupportReport } from './support.ts';

export const setting: WindowSetting = {
  get now() {
    return clock.now;
  },
  get way() {
    return session.chosen?.signIn.way;
  },
  fixes: (retry) => fixes({ retry }),
  onsupport: copySupportReport,
};
