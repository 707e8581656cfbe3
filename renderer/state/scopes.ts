// Scopes on the page (platform.md, Scopes): what is offered where none is given, and the smallest set of each way.
import { knownScope, type ScopeName, scopePrefix } from '../../preload/contract/scope-names.ts';

const PREFIX = 'altinn:';

/** The prefix these scopes use; `altinn:` when none of them is one of the platform's. */
export const prefixIn = (scopes: readonly string[]): string => scopePrefix(scopes) ?? PREFIX;

/** Those that ask for scopes. */
export type ScopedWay = 'machine-token' | 'enterprise-user-token' | 'person';

/** The fewest scopes with which this program's everyday work succeeds: reading, and what the way is mostly used for. */
export function smallestSet(way: ScopedWay): readonly ScopeName[] {
  switch (way) {
    case 'machine-token':
      return ['enterpriseusers.read', 'enterpriseusers.write'];
    case 'person':
    case 'enterprise-user-token':
      return ['reportees', 'instances.read', 'instances.meta', 'profiles.read'];
  }
}

/** What *Use the smallest set* writes beside the scopes that stand there: with their prefix. */
export const offeredScopes = (way: ScopedWay, given: readonly string[]): readonly string[] =>
  smallestSet(way).map((name) => prefixIn(given) + name);

/** Adds a scope, or takes it away when it is there; the rest stays in its order. */
export function toggled(scopes: readonly string[], name: ScopeName): readonly string[] {
  const rest = scopes.filter((scope) => knownScope(scope) !== name);
  return rest.length < scopes.length ? rest : [...scopes, prefixIn(scopes) + name];
}
