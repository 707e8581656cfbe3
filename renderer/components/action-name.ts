// What an action is called: by our name where it has one, else in the server's word.
import type { Action } from '../../preload/contract/role-definitions.ts';
import type { Texts } from '../texts/en.ts';

export const actionName = (
  { known, word }: Action,
  { actions }: Pick<Texts['roleDefinitions'], 'actions'>,
): string => (known === 'unknown' ? word : actions[known]);
