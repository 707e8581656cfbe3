// A second connection of a journey, to the same platform.
import type { Steward } from './steward.ts';

/** A connection to the same platform that differs from the one in use. */
export async function another(
  steward: Steward,
  name: string,
  differently: object,
): Promise<string> {
  const { all, chosen } = (await steward.call('connections.list', {})) as {
    all: readonly (Readonly<Record<string, unknown>> & { id: string })[];
    chosen: string;
  };
  const own = Object.entries(all.find(({ id }) => id === chosen) ?? {});
  const kept = own.filter(([key]) => key !== 'id' && key !== 'extraCa');
  const input = { ...Object.fromEntries(kept), name, ...differently };
  return ((await steward.call('connections.create', input)) as { id: string }).id;
}
