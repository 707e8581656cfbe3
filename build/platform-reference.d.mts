// Types of platform-reference.mjs for the tests that import it.
import type { Endpoint } from '../main/platform/endpoints.ts';
export function platformPage(endpoints: readonly Endpoint[]): Promise<string>;
