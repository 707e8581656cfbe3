// The services that a role gives access to, by its own requirements and those of the roles included in it.
import type { OpenRole, ServiceSummary } from '../../preload/contract/metadata.ts';
import { type Catalogue, type CopyEntries, requirementsOf } from './catalogue.ts';
import { eachInSlices } from '../pauses.ts';

export interface RoleService {
  readonly service: ServiceSummary;
  readonly actions: string[];
  /** The included role that has the access; null where the role has it itself. */
  readonly through: number | null;
}
export interface RoleServices {
  readonly services: readonly RoleService[];
  /** Number of services of which all role requirements are in the copy. */
  readonly known: number;
}

export async function servicesOfRole(
  { services }: Catalogue,
  kept: CopyEntries,
  role: number,
  roles: readonly OpenRole[],
): Promise<RoleServices> {
  const included = includedRoles(role, roles);
  const found: RoleService[] = [];
  let known = 0;
  await eachInSlices(services, (service) => {
    const requirements = requirementsOf(kept, service);
    if (requirements === undefined) return;
    // What is in a cut list is so; what is not in it nobody knows.
    if (requirements.whole) known += 1;
    const fit = requirements.roles.filter(([id]) => included.has(id));
    if (fit.length === 0) return;
    const actions = [...new Set(fit.flatMap(([, words]) => words))];
    const isOwn = fit.some(([id]) => id === role);
    found.push({ service, actions, through: isOwn ? null : (fit[0]?.[0] ?? null) });
  });
  return { services: found, known };
}

/** The role and all roles included in it. Roles may form a circle, and an inclusion may be named by one of the two only. */
export function includedRoles(role: number, roles: readonly OpenRole[]): ReadonlySet<number> {
  const children = new Map<number, Set<number>>();
  const add = (parent: number, child: number) => {
    const known = children.get(parent);
    if (known === undefined) children.set(parent, new Set([child]));
    else known.add(child);
  };
  for (const one of roles) {
    for (const child of one.children) add(one.id, child);
    for (const parent of one.parents) add(parent, one.id);
  }
  const met = new Set([role]);
  // The iteration of a Set includes what is added meanwhile.
  for (const one of met) for (const child of children.get(one) ?? []) met.add(child);
  return met;
}
