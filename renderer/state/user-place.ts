// What is asked of the enterprise users in the address: a new one, rotating one or many. No name holds a slash.
export type UserAct =
  | { readonly kind: 'create' }
  | { readonly kind: 'bulk' }
  | { readonly kind: 'rotate'; readonly userName: string };

const ROTATE = '/rotate/';

export function userPlace(act: UserAct): string {
  if (act.kind === 'rotate') return ROTATE + act.userName;
  return act.kind === 'create' ? '/new' : '/rotate';
}

/** Undefined for any other place. */
export function userActAt(id: string | null): UserAct | undefined {
  if (id === '/new') return { kind: 'create' };
  if (id === '/rotate') return { kind: 'bulk' };
  const userName = id?.startsWith(ROTATE) === true ? id.slice(ROTATE.length) : '';
  return userName === '' ? undefined : { kind: 'rotate', userName };
}
