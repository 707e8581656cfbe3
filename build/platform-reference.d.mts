// Types of platform-reference.mjs for the tests that import it.
import type { Endpoint } from '../preload/contract/endpoints.ts';
export function platformPage(endpoints: readonly Endpoint[]): Promise<string>;
