// Changes the connection in use by changing the address; the window follows it (connection-in-use.svelte.ts).
import { router } from './router.svelte.ts';

/** Drafts are asked about first. What was open belongs to the other connection: it is closed, never carried across. */
export function chooseConnection(id: string, screen?: string): void {
  if (router.route.connection === id && screen === undefined) return;
  router.go({ connection: id, id: null, ...(screen === undefined ? {} : { screen }) });
}
