// The places of the code lists screen as the end of an address: a list in one version, and two versions side by side.
export type Place =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'list';
      readonly name: string;
      /** Null: the newest. */
      readonly version: number | null;
      /** What it is compared with; undefined: it is read. */
      readonly compare?: Other | undefined;
    };

/** Another version; the same as it was before the last synchronisation that changed it; or whichever fits best. */
export type Other = number | 'before' | 'some';

const SHAPE =
  /^(?<name>.+?)(?:\/(?<version>\d{1,7})(?<compare>\+compare(?:\/(?<other>\d{1,7}|before))?)?)?$/;

/** What is no place of ours is the list alone: an address may be typed or kept from another version. */
export function placeOf(id: string | null): Place {
  const { name, version, compare, other } = SHAPE.exec(id ?? '')?.groups ?? {};
  if (name === undefined || /[/\\?#%]/.test(name)) return { kind: 'none' };
  if (version === undefined) return { kind: 'list', name, version: null };
  const list = { kind: 'list', name, version: Number(version) } as const;
  if (compare === undefined) return list;
  return { ...list, compare: other === undefined ? 'some' : otherOf(other) };
}

const otherOf = (written: string): Other => (written === 'before' ? 'before' : Number(written));

export function idOf(place: Place): string | null {
  if (place.kind === 'none') return null;
  const { name, version, compare } = place;
  if (version === null) return name;
  const behind = compare === undefined ? '' : compare === 'some' ? '' : `/${compare}`;
  return `${name}/${version}${compare === undefined ? '' : '+compare'}${behind}`;
}

export interface Versions {
  readonly versions: readonly { readonly version: number }[];
}

/** The newest where none is named; an address may name one that is not there. */
export const versionOf = (
  { versions }: Versions,
  { version }: { readonly version: number | null },
): number | undefined => version ?? versions[0]?.version;

/** What a version is best compared with: the next older one, else the oldest that is newer, else itself as it was before. */
export function otherFor(
  { versions }: Versions,
  version: number,
  hasBefore: boolean,
): number | 'before' | undefined {
  const numbers = versions.map((one) => one.version);
  const older = numbers.filter((one) => one < version);
  if (older.length > 0) return Math.max(...older);
  const newer = numbers.filter((one) => one > version);
  if (newer.length > 0) return Math.min(...newer);
  return hasBefore ? 'before' : undefined;
}
