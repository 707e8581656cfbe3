// How the platform shapes its answers: the differences between servers that a test may choose, at any time.

export interface Shape {
  /** api.md says array for a single enterprise user too; some servers send the bare object (wire.md). */
  single: 'array' | 'object';
  /** Most items of one answer: 50 in api.md; other servers give all at once (wire.md, Lists). */
  pageSize: number;
  /** HAL answers get a relation and a field in each resource that api.md does not know. */
  unknowns: boolean;
  /** A caller that asks for a form an endpoint has not gets 406 instead of JSON. */
  strictAccept: boolean;
  /** Messages the data layer fetches, newest first, before any `$filter` (api.md, Limits). */
  dataLimit: number;
  /** Language of status words where the call names none. */
  words: 'nb' | 'en';
  /** Some services give no Location after handing in (wire.md, Messages). */
  locations: 'always' | 'never';
  /** Deleting a correspondence sent to an organisation: impossible in api.md, into the bin in the field (wire.md). */
  organisationLetters: 'refused' | 'binned';
  /** Lists below `_embedded`, or directly as a named array (wire.md, Representation). */
  lists: 'embedded' | 'named';
  /** A link with an address only: an object, an array of one, or the bare address (wire.md, Representation). */
  links: 'objects' | 'arrays' | 'text';
  /** Stands in links instead of the platform's own scheme, host and port. */
  linkOrigin: string | undefined;
  /** JSON escapes slashes and all letters that are not ASCII. */
  escapes: boolean;
}

export const usualShape = (): Shape => ({
  single: 'array',
  pageSize: 50,
  unknowns: true,
  strictAccept: false,
  dataLimit: 1000,
  words: 'nb',
  locations: 'always',
  organisationLetters: 'refused',
  lists: 'embedded',
  links: 'objects',
  linkOrigin: undefined,
  escapes: false,
});
