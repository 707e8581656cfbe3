// Runs tests of services in all four media types: the same rules hold for each.
import { describe } from 'vitest';
import type { ConnectionInput } from '../../preload/contract/connections.ts';

export type MediaType = ConnectionInput['mediaType'];

export const MEDIA_TYPES = [
  'application/hal+json',
  'application/hal+xml',
  'application/json',
  'application/xml',
] as const satisfies readonly MediaType[];

/** Fails to compile when the contract has a media type that is not in the list above. */
type Missing = Exclude<MediaType, (typeof MEDIA_TYPES)[number]>;
const nothingMissing: Missing extends never ? true : never = true;

const OF_LEVEL: Readonly<Record<string, readonly MediaType[]>> = {
  first: MEDIA_TYPES.slice(0, 1),
  'media types': MEDIA_TYPES.slice(1),
};

/**
 * One `describe` for each media type. Inside, connect with `connectTo(steward, platform, { mediaType })` (steward.ts) and
 * start the titles of the tests with their ids as usual. `npm test` takes the first media type, a campaign the others.
 */
export function inEveryMediaType(tests: (mediaType: MediaType) => void): void {
  const wanted = OF_LEVEL[process.env['STEWARD_LEVEL'] ?? ''] ?? MEDIA_TYPES;
  if (nothingMissing) describe.each(wanted)('%s', tests);
}
