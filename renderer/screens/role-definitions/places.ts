// The places of the Local roles screen in the address: the list, a role in it, and the forms shown instead.
export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'role' | 'copy' | 'change'; readonly role: number }
  | { readonly kind: 'new' | 'import' | 'compare' };

const OF_ROLE = { '': 'role', '+copy': 'copy', '+change': 'change' } as const;

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeOf(id: string | null): Place {
  if (id === '+new') return { kind: 'new' };
  if (id === '+import') return { kind: 'import' };
  if (id === '+compare') return { kind: 'compare' };
  const [, digits, rest = ''] = /^(\d{1,15})(\+copy|\+change)?$/.exec(id ?? '') ?? [];
  if (digits === undefined) return { kind: 'list' };
  return { kind: OF_ROLE[rest as keyof typeof OF_ROLE], role: Number(digits) };
}

export function idOf(place: Place): string | null {
  switch (place.kind) {
    case 'list':
      return null;
    case 'new':
    case 'import':
    case 'compare':
      return `+${place.kind}`;
    case 'role':
      return String(place.role);
    case 'copy':
    case 'change':
      return `${place.role}+${place.kind}`;
  }
}
