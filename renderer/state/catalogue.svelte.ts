// The platform's services and open roles, read once per connection for pickers and the palette, with keys to search them by.
import type { OpenRole, ServiceSummary } from '../../preload/contract/metadata.ts';
import { folded } from './palette.ts';
import { Reading } from './reading.svelte.ts';
import { client } from './steward.ts';

export interface FoundService extends ServiceSummary {
  /** `4628/7` */
  readonly reference: string;
  /** Name, code and owner as they are searched. */
  readonly searchKey: string;
}

interface Catalogue {
  readonly connection: string;
  readonly services: Reading<readonly FoundService[]>;
  readonly roles: Reading<readonly OpenRole[]>;
}
let kept: Catalogue | undefined;

/** Open data: no credential is sent for it. Call `load()` of what is needed when `value` is undefined. */
export function catalogueOf(connection: string): Catalogue {
  if (kept?.connection === connection) return kept;
  kept?.services.leave();
  kept?.roles.leave();
  kept = {
    connection,
    services: new Reading(async (asking) => {
      const answer = await client.metadata.list({ connection }, asking);
      return answer.ok ? { ok: true, value: answer.value.services.map(withKeys) } : answer;
    }),
    roles: new Reading(async (asking) => {
      const answer = await client.metadata.roleDefinitions({ connection }, asking);
      return answer.ok ? { ok: true, value: answer.value.roles } : answer;
    }),
  };
  return kept;
}

function withKeys(service: ServiceSummary): FoundService {
  const reference = `${service.code}/${service.edition}`;
  const searchKey = folded(
    `${reference} ${service.name} ${service.ownerName} ${service.ownerCode}`,
  );
  return { ...service, reference, searchKey };
}

/** All words typed occur; an exact code or reference first, then codes that begin so, then the rest in their order. */
export function findServices(
  services: readonly FoundService[],
  typed: string,
  most: number,
): readonly FoundService[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const first = words.join(' ');
  const ranks: FoundService[][] = [[], [], []];
  for (const service of services) {
    if (!words.every((word) => service.searchKey.includes(word))) continue;
    const code = service.code.toLowerCase();
    const rank =
      first === code || first === service.reference.toLowerCase()
        ? 0
        : code.startsWith(first)
          ? 1
          : 2;
    ranks[rank]?.push(service);
  }
  return ranks.flat().slice(0, most);
}
