// Stops a bulk rotation between two of its users, for journeys that kill the program in the middle of one.
import type { Control, Held } from '../platform/control.ts';

/**
 * Answers when the user after so many others waits at the platform to be read, which is before anything is sent for it: then no
 * rotation is under way, and a kill leaves no outcome unknown.
 */
export async function holdAfter(
  { control }: { readonly control: Pick<Control, 'hold'> },
  users: number,
): Promise<Held> {
  let next = control.hold('enterpriseUsers.get', false);
  for (let passed = 0; passed < users; passed += 1) {
    await next.reached;
    const present = next;
    // Before it goes on: the one after it is never missed.
    next = control.hold('enterpriseUsers.get', false);
    present.release();
  }
  await next.reached;
  return next;
}
