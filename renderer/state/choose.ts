// Changes the connection in use, as a person asked: main keeps the choice, the address follows.
import { router } from './router.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';

export async function chooseConnection(id: string): Promise<void> {
  if (session.chosen?.id === id) return;
  const answer = await client.connections.choose({ connection: id });
  // What was open belongs to the other connection: it is closed, never carried across.
  if (answer.ok) router.go({ connection: answer.value.chosen, id: null });
}
