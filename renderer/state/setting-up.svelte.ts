// Whether the first run is still working on the connection it made. State of the window, not an address.
import type { Connection } from '../../preload/contract/connections.ts';
import { layout } from './layout.svelte.ts';
import { router } from './router.svelte.ts';
import { session } from './session.svelte.ts';

/** The screen in whose place the first run stands since it began to save. */
let at = $state<string>();
/** The id of the connection it made. */
let made = $state<string>();

export const settingUp = {
  /** Over as soon as a connection is chosen or the person is at another screen. */
  get now(): boolean {
    return at !== undefined && at === router.route.screen && session.chosen === null;
  },
  /** Whether the first run stands in the place of screens that need a connection. */
  get isDue(): boolean {
    return session.connections.length === 0 || settingUp.now;
  },
  /** The connection that was made and is still to be tested. */
  get connection(): Connection | undefined {
    return settingUp.now ? session.connections.find(({ id }) => id === made) : undefined;
  },
  /** Before the first connection is saved: main tells of the new connection before it answers. */
  saves(): void {
    at = router.route.screen;
  },
  /** When the first run is gone from the window, for whatever reason: it does not come back to this connection. */
  ends(): void {
    at = undefined;
    made = undefined;
  },
  /** When it is saved. The next start, should this one end before the test, opens it where it can be tested and changed. */
  async saved({ id }: Connection): Promise<void> {
    made = id;
    const places = { ...layout.now.places, [id]: { screen: 'connections', id } };
    await layout.changeNow({ places });
  },
};
