// The page in Chromium with a main that the test plays.
// Import it before anything of the page: the port must exist first.
import { mount, unmount, flushSync, type Component, type ComponentProps } from 'svelte';
import { onTestFinished } from 'vitest';
import '../../../renderer/styles/design-system.css';
import '../../../renderer/styles/theme.css';
import '../../../renderer/styles/app.css';
import { WINDOW_SETTING } from '../../../renderer/components/window-setting.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { FakeMain } from './fake-main.ts';

export const main = new FakeMain();
Object.assign(window, { steward: main.port });
// What the window gives its parts, which are shown without it here.
const { setting } = await import('../../../renderer/state/window-setting.ts');
// As before any screen is shown.
const { language } = await import('../../../renderer/texts/language.svelte.ts');
await language.loadOfScreens();

/** Shows a component until the end of the test; `remove` takes it away before. */
export function show<P extends ComponentProps<Component>>(
  component: Component<P>,
  props: NoInfer<P>,
) {
  const target = document.createElement('div');
  document.body.append(target);
  const instance = mount(component, {
    target,
    props,
    context: new Map([[WINDOW_SETTING, setting]]),
  });
  flushSync();
  let shown = true;
  const remove = () => {
    if (!shown) return;
    shown = false;
    void unmount(instance);
    flushSync();
    target.remove();
  };
  onTestFinished(remove);
  return { target, remove };
}

const wait = window.setTimeout.bind(window);

/** For what is true after a moment; by a timer that no test replaces. */
export async function eventually(check: () => void): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      check();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => wait(resolve, 20));
  }
}
