// A place in the explorer as an address: an entry point's path with its values, such as `metadata/formtask/4628/7`.
import type { EntryPoint } from '../../../preload/contract/explorer.ts';

export interface OpenedPlace {
  readonly entry: EntryPoint;
  readonly values: Readonly<Record<string, string>>;
}

const PREFIX = '/api/';

/** Undefined for a path that no entry point has. */
export function placeIn(entries: readonly EntryPoint[], place: string): OpenedPlace | undefined {
  const parts = place.split('/');
  for (const entry of entries) {
    const values = valuesOf(entry.path.slice(PREFIX.length).split('/'), parts);
    if (values !== undefined) return { entry, values };
  }
  return undefined;
}

function valuesOf(
  template: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (template.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, wanted] of template.entries()) {
    const part = parts[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(wanted)?.[1];
    if (name !== undefined && part !== '') values[name] = part;
    else if (wanted !== part) return undefined;
  }
  return values;
}
