// The present state of a sign-in: what main reported, corrected by the time that has passed since.
import type { SignInState } from '../../preload/contract/sign-in.ts';

/** Whole seconds until a token ends, never below 0; undefined where nobody tells. */
export function secondsLeft(state: Pick<SignInState, 'until'>, now: Date): number | undefined {
  if (state.until === null) return undefined;
  const left = Math.floor((new Date(state.until).getTime() - now.getTime()) / 1000);
  return Number.isNaN(left) ? undefined : Math.max(0, left);
}

/** A token that has ended and does not renew itself is no sign-in any more, also before main notices. */
export function stateNow(state: SignInState, now: Date): SignInState['state'] {
  const isOver = state.state === 'signed-in' && secondsLeft(state, now) === 0 && !state.renews;
  return isOver ? 'ended' : state.state;
}

/** Whether a person must act before calls of this connection succeed. */
export const needsPerson = (state: SignInState['state']): boolean =>
  state === 'needed' || state === 'ended';
