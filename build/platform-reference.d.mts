// Types of platform-reference.mjs for the tests that import it.
import type { Endpoint } from '../preload/contract/endpoints.ts';
export function platformPage(endpoints: readonly Endpoint[]): Promise<string>;
/** `GET path` with `{}` for each parameter, and the operations that ask it. */
export function operationsByEndpoint(): ReadonlyMap<string, readonly string[]>;
export function placesOf(
  endpoints: readonly Endpoint[],
): ReadonlyMap<Endpoint, 'screen' | 'terminal' | 'switched off' | 'explorer only' | 'no'>;
