// The shape of the platform's answers: differences between real servers that a test may choose at any time.

export interface Shape {
  /** An array is documented for a single enterprise user too; some servers send the bare object. */
  single: 'array' | 'object';
  /** Most items of one answer: 50 as documented; other servers give all at once (platform.md, Lists). */
  pageSize: number;
  /** HAL answers get a relation and a field in each resource that nobody documents. */
  unknowns: boolean;
  /** A caller that asks for a form an endpoint has not gets 406 instead of JSON. */
  strictAccept: boolean;
  /** Messages the data layer fetches, newest first, before any `$filter` (platform.md, Limits). */
  dataLimit: number;
  /** Language of status words where the call names none. */
  words: 'nb' | 'en';
  /** Some services give no Location after handing in (platform.md, Messages). */
  locations: 'always' | 'never';
  /** Deleting a correspondence sent to an organisation: impossible as documented, into the bin as met (platform.md, Messages). */
  organisationLetters: 'refused' | 'binned';
  /** Lists below `_embedded`, or directly as a named array (platform.md, Media types). */
  lists: 'embedded' | 'named';
  /** A link with an address only: an object, an array of one, or the bare address (platform.md, Media types). */
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
