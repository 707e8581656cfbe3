// What a call carries to say who we are: nothing but the certificate, a bearer token or a cookie; got, renewed and dropped here.
import type { SignInState } from '../../preload/contract/sign-in.ts';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-book.ts';

/** What one call carries beside the API key. Compared by identity: a renewed one is another one. */
export interface Presented {
  /** `Authorization` or `Cookie`, never both; none for a certificate. */
  readonly headers: Readonly<Record<string, Secret>>;
  /** Whether the organisation's certificate goes along, with its flag in the query. */
  readonly certificate: boolean;
}

/** The part of signing in that a conversation needs. */
export interface Presenting {
  /** Gets or renews what is needed. Problem sign-in-needed when a person must act, and whatever getting it can end in. */
  present(connection: SavedConnection, signal?: AbortSignal): Promise<Presented>;
  /** After an answer that did not take `stale`: a fresh one, once; undefined when there is none to be had unasked. */
  renew(
    connection: SavedConnection,
    stale: Presented,
    signal?: AbortSignal,
  ): Promise<Presented | undefined>;
  /** Told the cookies of every answer to a call that carried `presented`: the newest counts (wire.md, Signing in). */
  heard(connection: SavedConnection, presented: Presented, cookies: readonly string[]): void;
}

export interface SignIns extends Presenting {
  state(connection: SavedConnection): SignInState;
}

const WITH_CERTIFICATE: Presented = { headers: {}, certificate: true };

/** For certificates alone; every other way is told that somebody must sign in. */
export const certificateOnly: Presenting = {
  present: ({ signIn }) =>
    signIn.way === 'certificate'
      ? Promise.resolve(WITH_CERTIFICATE)
      : Promise.reject(signInNeeded('Nobody is signed in at this connection.')),
  renew: () => Promise.resolve(undefined),
  heard: () => undefined,
};

export function signInNeeded(message: string, cause?: unknown): Problem {
  return new Problem(
    { kind: 'sign-in-needed', message, status: 0, reason: '', reference: '' },
    cause,
  );
}
