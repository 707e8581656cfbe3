// What the local platform calls the steps of a service, in English.
import { translated } from '../platform/metadata-routes.ts';

/** The same steps or rules with their names as a connection in English gets them. */
export const inEnglish = <T extends { readonly name: string }>(all: readonly T[]): readonly T[] =>
  all.map((one) => ({ ...one, name: translated(one.name, 1033) }));
