// Renewing a person's token by one-time refresh tokens: the new one is kept before the new access token is used (AUT-08).
import { ExchangeProblem } from '../http/exchange.ts';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { bearer } from './machine-token.ts';
import {
  ask,
  type Context,
  findEndpoints,
  type Fresh,
  type Person,
  type PersonToken,
  verifiedPerson,
} from './person-tokens.ts';
import type { Endpoints } from './provider-endpoints.ts';
import type { KeptRefresh } from './refresh-token-store.ts';
import { signInNeeded } from './session.ts';
import { errorOf, readTokens, refusalOf, type TokenAnswer } from './token-endpoint.ts';

/** A token that may be used as soon as the refresh token beside it is kept. */
interface Unsaved {
  readonly token: PersonToken;
  readonly refresh: KeptRefresh;
}

export class Refreshing {
  readonly #context: Context;
  /** Given out, but the keychain did not take it yet. */
  #unsaved: Unsaved | undefined;
  #person: Person | undefined;
  /** Used up, perhaps: the answer to it was lost. */
  #doubtful: string | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The last one who was seen, also when the token has ended. */
  person(): Person | undefined {
    return this.#person;
  }

  /** A fresh token for the kept one. Problem sign-in-needed, keychain{...}, or why the provider could not be asked. */
  get(): Promise<PersonToken> {
    return this.#alone(() => this.#refresh());
  }

  /** Tokens of a new sign-in. Without a refresh token among them, one of an earlier sign-in is not left behind. */
  settle(fresh: Fresh): Promise<PersonToken> {
    return this.#alone(async () => {
      this.#unsaved = undefined;
      const { connection, needs } = this.#context;
      if (fresh.tokens.refreshToken === undefined)
        await needs.refreshTokens.remove(connection().id);
      return this.#settled(fresh);
    });
  }

  /** Takes what is kept away; gives it out once more, to be revoked. */
  end(): Promise<Secret | undefined> {
    return this.#alone(async () => {
      const { refreshTokens } = this.#context.needs;
      const connection = this.#context.connection();
      const known = this.#unsaved?.refresh ?? (await refreshTokens.read(connection));
      await refreshTokens.remove(connection.id);
      this.#person = this.#unsaved = this.#doubtful = undefined;
      return known?.token;
    });
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#context.needs.refreshTokens.exclusively(this.#context.connection().id, work);
  }

  async #refresh(): Promise<PersonToken> {
    const { connection, needs } = this.#context;
    if (this.#unsaved) return this.#save(this.#unsaved);
    const kept = await needs.refreshTokens.read(connection());
    if (kept === undefined) throw signInNeeded('Nobody is signed in at this connection.');
    if (kept.token.expose() === this.#doubtful) throw lostAnswer();
    this.#person = kept;
    let fresh: Fresh;
    try {
      fresh = await askRefresh(this.#context, kept);
    } catch (error) {
      if (isLost(error)) {
        this.#doubtful = kept.token.expose();
        throw lostAnswer(error);
      }
      if (isUsedUp(error)) await needs.refreshTokens.remove(connection().id);
      throw error;
    }
    return this.#settled(fresh);
  }

  async #settled({ tokens, person }: Fresh): Promise<PersonToken> {
    const { accessToken, seconds, refreshToken } = tokens;
    const token = { authHeaders: bearer(accessToken), seconds, accessToken, ...person };
    this.#person = person;
    this.#doubtful = undefined;
    if (refreshToken === undefined) return token;
    return this.#save({ token, refresh: { ...person, token: refreshToken } });
  }

  async #save(unsaved: Unsaved): Promise<PersonToken> {
    this.#unsaved = unsaved;
    await this.#context.needs.refreshTokens.put(this.#context.connection(), unsaved.refresh);
    this.#unsaved = undefined;
    return unsaved.token;
  }
}

const lostAnswer = (cause?: unknown) =>
  signInNeeded('The answer to the renewal was lost. Sign in again.', undefined, cause);

/** Sent, and nobody knows what became of it: a one-time token must not be shown twice. */
const isLost = (error: unknown) =>
  error instanceof ExchangeProblem && error.broken.sent !== 'nothing';

const isUsedUp = (error: unknown) =>
  error instanceof Problem && error.failure.kind === 'sign-in-needed';

async function askRefresh(context: Context, kept: KeptRefresh): Promise<Fresh> {
  const endpoints = await findEndpoints(context).catch((error: unknown) => {
    // Nothing of the token has been shown to anybody yet.
    throw error instanceof ExchangeProblem ? new Problem(error.failure, error) : error;
  });
  const form = new URLSearchParams({
    ...{ grant_type: 'refresh_token', refresh_token: kept.token.expose() },
    client_id: context.signIn.clientId,
  });
  const answer = await ask(context, endpoints.token, { form });
  if (errorOf(answer) === 'invalid_grant') {
    const refusal = refusalOf(answer);
    const reason = refusal?.kind === 'refused' ? refusal.reason : '';
    const message = 'The identity provider has ended the sign-in.';
    throw signInNeeded(message, { status: answer.status, reason });
  }
  const tokens = readTokens(answer);
  return { tokens, person: await samePerson(context, endpoints, tokens, kept) };
}

/** A refresh need not bring an ID token; when it does, it is of the same person (OpenID Connect Core 12.2). */
async function samePerson(
  context: Context,
  endpoints: Endpoints,
  tokens: TokenAnswer,
  kept: KeptRefresh,
): Promise<Person> {
  const { subject, who, securityLevel } = kept;
  const before = { subject, who, securityLevel, scopes: tokens.scopes ?? kept.scopes };
  if (tokens.idToken === undefined || subject === null) return before;
  // The token was used up already: whatever fails now must not lose the new one, so keys that cannot be had say nothing.
  const now = await verifiedPerson(context, endpoints, tokens, undefined, undefined).catch(
    () => undefined,
  );
  if (now === undefined) return before;
  if (now.subject !== subject)
    throw signInNeeded('The identity provider answered for another person.');
  return { ...now, who: now.who ?? who, securityLevel: now.securityLevel ?? securityLevel };
}
