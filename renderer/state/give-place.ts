// Where roles and rights are given, as it stands in the address: with a user or a role that is chosen already.
export interface ToGive {
  readonly user?: string;
  readonly role?: number;
}

export function givePlace({ user, role }: ToGive = {}): string {
  if (user !== undefined) return `+give+user+${user}`;
  return role === undefined ? '+give' : `+give+role+${String(role)}`;
}

/** Undefined for any other place. */
export function toGiveAt(id: string): ToGive | undefined {
  if (id === '+give') return {};
  const [, user] = /^\+give\+user\+(.+)$/.exec(id) ?? [];
  if (user !== undefined) return { user };
  const [, role] = /^\+give\+role\+(\d{1,15})$/.exec(id) ?? [];
  return role === undefined ? undefined : { role: Number(role) };
}
