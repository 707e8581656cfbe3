// Places: addresses and providers of known environments, from a file that an organisation or its supplier hands out.
import { managedPlace, managedProvider, namedPlaces, namedProviders } from './managed.ts';
import { placesTwice, providersTwice } from './managed-rules.ts';
import { read, write } from './operation.ts';
import { id, instant, line, readHandle, z } from './schema.ts';

/** The file. Its places and providers are written as in managed settings. */
export const placesFile = z
  .strictObject({
    /** The form of the file. */
    version: z.literal(1),
    /** Who hands it out, as shown to people. */
    name: line(120),
    places: namedPlaces.optional(),
    providers: namedProviders.optional(),
  })
  .superRefine(({ places, providers }, context) => {
    if (places === undefined && providers === undefined)
      context.addIssue({ code: 'custom', path: ['places'], message: 'required' });
    const twice = (list: string, found: { at: number; field: string } | undefined) => {
      if (found === undefined) return;
      const path = [list, found.at, found.field];
      context.addIssue({ code: 'custom', message: 'twice', path });
    };
    twice('places', placesTwice(places ?? []));
    twice('providers', providersTwice(providers ?? []));
  });
export type PlacesFile = z.infer<typeof placesFile>;

/** The file that counts on this computer, and when it was taken. */
export const knownPlaces = z.object({ file: placesFile, taken: instant });
export type KnownPlaces = z.infer<typeof knownPlaces>;

/** What becomes of one that is known by its name, or comes: `before` is how it is known now, `after` how the file has it. */
const compared = <S extends z.ZodType>(one: S) =>
  z.object({
    state: z.enum(['new', 'changed', 'same', 'gone']),
    before: one.nullable(),
    after: one.nullable(),
  });
const comparedPlace = compared(managedPlace);
export type ComparedPlace = z.infer<typeof comparedPlace>;
const comparedProvider = compared(managedProvider);
export type ComparedProvider = z.infer<typeof comparedProvider>;

/** A connection that was made from a place which has another address in the file. */
const movedConnection = z.object({
  connection: id,
  name: z.string(),
  /** Name of the place. */
  place: z.string(),
  from: z.string(),
  to: z.string(),
});
export type MovedConnection = z.infer<typeof movedConnection>;

export const places = {
  known: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({ known: knownPlaces.nullable() }),
  }),
  /**
   * All that is in a file, and what it would change; nothing is taken. Problem invalid-input with each fault by its path in the file, and a
   * sentence that names them.
   */
  read: read({
    approval: 'none',
    input: z.strictObject({ file: readHandle }),
    output: z.object({
      file: placesFile,
      places: z.array(comparedPlace),
      providers: z.array(comparedProvider),
      moved: z.array(movedConnection),
    }),
  }),
  /**
   * Takes exactly what is given, in place of what was known: a person is asked for it, with its hosts. No connection is changed; answers which
   * use another address than their place has now. Problem managed where the organisation settles the places.
   */
  take: write({
    approval: 'place',
    input: placesFile,
    output: z.object({ known: knownPlaces, moved: z.array(movedConnection) }),
    subject: ({ name, places: all = [], providers = [] }) => ({
      object: `places of ${name}: ${String(all.length)} places, ${String(providers.length)} providers`,
    }),
  }),
  /** Nothing is offered any more; connections stay as they are. */
  forget: write({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({}),
    subject: () => ({ object: 'places' }),
  }),
};
