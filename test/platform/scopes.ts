// The documented scopes, apart from main's own table: which scopes open a path, and what the scopes are called.
import { findRoute } from './call.ts';
import { switches, type Shape } from './shape.ts';
import { table, type Row } from './table.ts';

const rows: readonly Row[] = Object.values(table).flat();

/** Every scope under each prefix: clients are given them all, and the switch says which prefix counts. */
export const allScopes: readonly string[] = [
  ...switches.scopePrefix.others,
  switches.scopePrefix.usual,
].flatMap((prefix) =>
  [...new Set(rows.flatMap(({ scopes = [] }) => scopes))].map((name) => prefix + name),
);

const rowOf = (method: string, path: string): Row | undefined => {
  const found = findRoute(rows, method, path);
  return 'route' in found ? found.route : undefined;
};

/**
 * The scopes of which a bearer token needs one for a documented path (beginning with `/api/`); none are needed when the list
 * is undefined (open parts, and role definitions of the service owner's part).
 */
export const scopesFor = (
  method: string,
  path: string,
  prefix: Shape['scopePrefix'] = switches.scopePrefix.usual,
): readonly string[] | undefined => rowOf(method, path)?.scopes?.map((name) => prefix + name);

/** Whether an organisation alone may call the path. */
export const isForOrganisations = (method: string, path: string): boolean =>
  rowOf(method, path)?.needs === 'organisation';
