// The options of the two filters of personal contacts: roles and services of the catalogue, and typed codes.
import type { OpenRole, ServiceSummary } from '../../../preload/contract/metadata.ts';
import { folded } from '../../state/palette.ts';

export interface Choice {
  /** The code, or `code/edition`. */
  readonly code: string;
  readonly name: string;
}
export interface ServiceChoice extends Choice {
  readonly service: { readonly code: string; readonly edition: number };
}

type Named = Pick<ServiceSummary, 'code' | 'edition' | 'name'>;

const MOST = 40;

/** All words typed occur in code or name; an exact code first, then codes that begin so, then the rest by name. */
export function findRoles(
  roles: readonly OpenRole[],
  typed: string,
  compare: (a: string, b: string) => number,
): readonly Choice[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const first = words.join(' ');
  const rankOf = (code: string) => (code === first ? 0 : code.startsWith(first) ? 1 : 2);
  return roles
    .filter((role) => role.kind !== 'local' && role.code !== '')
    .map((role) => ({ pick: { code: role.code, name: role.name }, key: folded(role.code) }))
    .filter(({ pick, key }) => words.every((word) => `${key} ${folded(pick.name)}`.includes(word)))
    .sort((a, b) => rankOf(a.key) - rankOf(b.key) || compare(a.pick.name, b.pick.name))
    .slice(0, MOST)
    .map(({ pick }) => pick);
}

/** A role code as it can be sent, where the catalogue has none of it or could not be read. */
export function typedRole(typed: string): Choice | undefined {
  const code = typed.trim().toUpperCase();
  return /^[A-Z0-9_-]{2,60}$/.test(code) ? { code, name: '' } : undefined;
}

export const choiceOf = (service: Named): ServiceChoice => ({
  code: `${service.code}/${service.edition}`,
  name: service.name,
  service: { code: service.code, edition: service.edition },
});

/** `4628/7`, with blanks where people put them. */
export function typedService(typed: string): ServiceChoice | undefined {
  const [, code, edition] = /^([A-Za-z0-9_-]{1,40})\s*\/\s*(\d{1,9})$/.exec(typed.trim()) ?? [];
  if (code === undefined || edition === undefined) return undefined;
  return choiceOf({ code, edition: Number(edition), name: '' });
}
