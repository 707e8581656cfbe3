// Changes the connection in use, as a person asked: main keeps the choice, the address follows.
import { leaving } from './drafts.svelte.ts';
import { router } from './router.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';

/** Drafts are asked about first. What was open belongs to the other connection: it is closed, never carried across. */
export function chooseConnection(id: string, screen?: string): void {
  leaving(() => void choose(id, screen));
}

async function choose(id: string, screen: string | undefined): Promise<void> {
  if (session.chosen?.id !== id) {
    const answer = await client.connections.choose({ connection: id });
    if (!answer.ok) return;
  } else if (screen === undefined) return;
  router.go({ connection: id, id: null, ...(screen === undefined ? {} : { screen }) });
}
