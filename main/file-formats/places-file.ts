// A file of places as its supplier hands it out: taken whole, or refused with each fault by its path and as a sentence.
import { type PlacesFile, placesFile } from '../../preload/contract/places.ts';
import { refusedFields } from '../problems.ts';
import { readStrictJson, StrictJsonError } from './strict-json.ts';

/** As large as a file of managed settings may be. */
export const LARGEST_PLACES_FILE = 256 * 1024;

/** Problem invalid-input; `file` is the file as a whole. */
export function readPlacesFile(bytes: Uint8Array): PlacesFile {
  try {
    return readStrictJson(bytes, placesFile, refuseManaged);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw refusedFields(
      error.fields,
      `This file of places ${error.message}. Correct it, or ask whoever handed it out for another one.`,
    );
  }
}

/** It is told from one of places by who it names. */
function refuseManaged(value: unknown): void {
  if (typeof value !== 'object' || value === null || !('managedBy' in value)) return;
  throw new StrictJsonError(
    'is a managed.json: managed settings are put where the administrators of a computer keep them, and are not taken here. ' +
      'A file of places has the field name in place of managedBy, and nothing but places and providers',
    { file: 'managed-file' },
  );
}
