// The places of the roles screen as the end of an address: a role, and which of its views is open.
export const views = ['related', 'picture', 'services'] as const;
export type View = (typeof views)[number];

export interface Place {
  /** RoleDefinitionId; null when none is open. */
  readonly role: number | null;
  readonly view: View;
}

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeOf(id: string | null): Place {
  const [, digits, view] = /^(\d{1,9})(?:\+(picture|services))?$/.exec(id ?? '') ?? [];
  if (digits === undefined) return { role: null, view: 'related' };
  return { role: Number(digits), view: views.find((one) => one === view) ?? 'related' };
}

export const idOf = ({ role, view }: Place): string | null =>
  role === null ? null : `${role}${view === 'related' ? '' : `+${view}`}`;
