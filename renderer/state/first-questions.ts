// What a window asks main first, so that it is answered while the rest of the page is still being made.
import type { Asking } from './query.svelte.ts';
import { client } from './main-process.ts';

let start: ReturnType<typeof client.app.start> | undefined;
let today: ReturnType<typeof client.today.list> | undefined;

/** To be called before anything else of the page is made. What main says meanwhile waits until all of it is, and so listens. */
export function askFirst(): void {
  start = client.app.start({});
  // A window that comes to a named place is not shown Today.
  if (location.hash === '') today = client.today.list({});
}

/** The answer that is on its way, once; after it main is asked anew. */
export function askStart(): ReturnType<typeof client.app.start> {
  const asked = start ?? client.app.start({});
  start = undefined;
  return asked;
}

/** The same of what waits. */
export function askToday(asking: Asking): ReturnType<typeof client.today.list> {
  const asked = today ?? client.today.list({}, asking);
  today = undefined;
  return asked;
}
