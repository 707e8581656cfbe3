// The sign-in state of each connection as main reports it, and signing in and out. Holds no token.
import { SvelteMap } from 'svelte/reactivity';
import type { Connection } from '../../preload/contract/connections.ts';
import type { SignInState } from '../../preload/contract/sign-in.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { language } from '../texts/language.svelte.ts';
import { dataAge } from './data-age.svelte.ts';
import { session } from './session.svelte.ts';
import { client, on } from './main-process.ts';
import { toasts } from './toasts.svelte.ts';

type Step = 'discovering' | 'browser-opened' | 'answer-came' | 'verifying';
interface Attempt {
  /** Undefined until main reports one. */
  readonly step: Step | undefined;
  readonly stop: () => void;
}

const states = new SvelteMap<string, SignInState>();
const attempts = new SvelteMap<string, Attempt>();
const failures = new SvelteMap<string, Failure>();

export const signIns = {
  /** Undefined until main was asked (`look`). */
  of: (connection: string): SignInState | undefined => states.get(connection),
  attempt: (connection: string): Attempt | undefined => attempts.get(connection),
  /** Why the last try failed; what a person cancelled is no failure. */
  failure: (connection: string): Failure | undefined =>
    failures.get(connection) ?? states.get(connection)?.failure ?? undefined,
  async look(connection: string): Promise<void> {
    const answer = await client.signIn.state({ connection });
    if (answer.ok) states.set(connection, answer.value);
  },
  /** For `readWhileShown`. */
  reading: (connection: string) => ({ load: () => signIns.look(connection) }),
  /** Signs in as the connection says; answers whether it succeeded. Waits for the browser where a person signs in. */
  async begin(connection: Connection): Promise<boolean> {
    const { id } = connection;
    attempts.get(id)?.stop();
    const stopper = new AbortController();
    const stop = () => stopper.abort();
    const isOwn = () => attempts.get(id)?.stop === stop;
    failures.delete(id);
    attempts.set(id, { step: undefined, stop });
    const answer = await client.signIn.begin(
      { connection: id },
      {
        signal: stopper.signal,
        onProgress: ({ step }) => {
          if (isOwn()) attempts.set(id, { step, stop });
        },
      },
    );
    if (isOwn()) attempts.delete(id);
    // Another attempt has taken its place, or it was cancelled: how it failed concerns nobody.
    else if (!answer.ok) return false;
    return settle(connection, answer);
  },
  cancel(connection: string): void {
    attempts.get(connection)?.stop();
    attempts.delete(connection);
  },
  /** The failure, if it was not taken. The caller forgets the token at once. */
  async paste(connection: Connection, token: string): Promise<Failure | undefined> {
    const answer = await client.signIn.pasteToken({ connection: connection.id, token });
    if (!answer.ok) return answer.failure;
    settle(connection, answer);
    return undefined;
  },
  async signOut({ id }: Connection): Promise<Failure | undefined> {
    failures.delete(id);
    const answer = await client.signIn.signOut({ connection: id });
    if (!answer.ok) {
      failures.set(id, answer.failure);
      return answer.failure;
    }
    states.set(id, answer.value.state);
    const { revoked } = answer.value;
    toasts.show(language.t.signIn.signedOut[revoked], {
      tone: revoked === 'no' ? 'warning' : 'success',
    });
    return undefined;
  },
};

function settle(connection: Connection, answer: Result<SignInState>): boolean {
  const { id, name } = connection;
  if (!answer.ok) {
    if (answer.failure.kind !== 'cancelled') failures.set(id, answer.failure);
    void signIns.look(id);
    return false;
  }
  failures.delete(id);
  states.set(id, answer.value);
  toasts.show(language.t.signIn.signedIn(name), { tone: 'success' });
  // Reads go on by themselves; a write waits for the person's own press.
  if (session.chosen?.id === id) dataAge.now?.refresh();
  return true;
}

on('signInChanged', (state) => states.set(state.connection, state));
// What belongs to the set-up before a change is asked for anew.
on('connectionsChanged', ({ all }) => {
  for (const id of [...states.keys()]) {
    const saved = all.find((one) => one.id === id);
    if (saved === undefined) states.delete(id);
    else void signIns.look(id);
  }
});
