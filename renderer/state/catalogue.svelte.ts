// The platform's services and open roles, read once per connection for pickers and the palette, with keys to search them by.
import type { OpenRole, ServiceSummary } from '../../preload/contract/metadata.ts';
import { folded, ranked } from './palette.ts';
import { Reading } from './reading.svelte.ts';
import { client } from './steward.ts';

export interface FoundService extends ServiceSummary {
  /** `4628/7` */
  readonly reference: string;
  /** Name, code and owner as they are searched. */
  readonly searchKey: string;
  /** What stands for it alone. */
  readonly codes: readonly string[];
}

interface Catalogue {
  readonly connection: string;
  readonly services: Reading<readonly FoundService[]>;
  readonly roles: Reading<readonly OpenRole[]>;
  readonly end: () => void;
}
let kept: Catalogue | undefined;

/** Open data: no credential is sent for it. Call `load()` of what is needed when `value` is undefined. */
export function catalogueOf(connection: string): Catalogue {
  if (kept?.connection === connection) return kept;
  kept?.services.leave();
  kept?.roles.leave();
  kept?.end();
  let made: Omit<Catalogue, 'end'> | undefined;
  // It outlives the component that happens to ask first, and so must what it derives.
  const end = $effect.root(() => {
    made = readingsOf(connection);
  });
  if (made === undefined) throw new Error('A root runs at once.');
  kept = { ...made, end };
  return kept;
}

const readingsOf = (connection: string) => ({
  connection,
  services: new Reading<readonly FoundService[]>(async (asking) => {
    const answer = await client.metadata.list({ connection }, asking);
    return answer.ok ? { ok: true, value: answer.value.services.map(withKeys) } : answer;
  }),
  roles: new Reading<readonly OpenRole[]>(async (asking) => {
    const answer = await client.metadata.roleDefinitions({ connection }, asking);
    return answer.ok ? { ok: true, value: answer.value.roles } : answer;
  }),
});

function withKeys(service: ServiceSummary): FoundService {
  const reference = `${service.code}/${service.edition}`;
  const searchKey = folded(
    `${reference} ${service.name} ${service.ownerName} ${service.ownerCode}`,
  );
  return { ...service, reference, searchKey, codes: [folded(service.code), folded(reference)] };
}

/** All words typed occur; an exact code or reference first, then codes and names that begin so, then the rest in their order. */
export const findServices = (
  services: readonly FoundService[],
  typed: string,
  most: number,
): readonly FoundService[] => ranked(services, typed, most).hits;
