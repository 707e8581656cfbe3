// What is asked of enterprise users in the address: a new one, rotating one, many or all overdue. No name has a slash.
export type UserAct =
  | { readonly kind: 'create' }
  | { readonly kind: 'bulk' }
  /** The same, with all whose secret is too old selected. */
  | { readonly kind: 'overdue' }
  | { readonly kind: 'rotate'; readonly userName: string };

const ROTATE = '/rotate/';
const PLACES = { create: '/new', bulk: '/rotate', overdue: '/rotate-overdue' } as const;
const KINDS = ['create', 'bulk', 'overdue'] as const;

export function userPlace(act: UserAct): string {
  return act.kind === 'rotate' ? ROTATE + act.userName : PLACES[act.kind];
}

/** Undefined for any other place. */
export function userActAt(id: string | null): UserAct | undefined {
  const kind = KINDS.find((one) => PLACES[one] === id);
  if (kind !== undefined) return { kind };
  const userName = id?.startsWith(ROTATE) === true ? id.slice(ROTATE.length) : '';
  return userName === '' ? undefined : { kind: 'rotate', userName };
}
