// Whether roles and rights can be given here: the screen for it is not switched off, and the connection can use it.
import { limits } from './limits.svelte.ts';
import { managed } from './managed.svelte.ts';

export const mayGive = (): boolean =>
  !managed.isScreenOff('delegations') && limits.of('delegations') === undefined;
