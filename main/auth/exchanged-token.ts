// An enterprise user by machine token: it is exchanged, with name and secret, for a token that stands for the user.
import type { SignIn } from '../../preload/contract/connections.ts';
import type { MachineSignIn } from '../../preload/contract/used-credentials.ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import { Problem } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import { Secret } from '../secret.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { byToken, toExchange } from '../secrets/uses.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import { saidBy } from './jwt.ts';
import {
  bearer,
  type BearerToken,
  MachineSession,
  machineTokenOf,
  type MachineTokenNeeds,
  placeOf,
} from './machine-token.ts';
import { type SessionFacts, signInNeeded } from './session.ts';
import { refusalOf, requestFromProvider } from './token-endpoint.ts';

type ExchangedSignIn = Extract<SignIn, { way: 'enterprise-user-token' }>;

export interface ExchangeNeeds extends MachineTokenNeeds {
  readonly credentials: MachineTokenNeeds['credentials'] & Pick<CredentialStore, 'password'>;
  /** Takes the secrets that live now out of a text. */
  readonly redact: (text: string) => string;
}

/** `name:secret` in UTF-8 as base64, without the word that HTTP's own scheme has before it (platform.md, Signing in). */
const HEADER = 'X-Altinn-EnterpriseUser-Authentication';

/** A machine's session, whose token is exchanged before it counts. */
export class ExchangedSession extends MachineSession {
  readonly #connection: () => SavedConnection;
  readonly #signIn: ExchangedSignIn;
  readonly #needs: ExchangeNeeds;
  #refusal: Problem | undefined;

  constructor(
    connection: () => SavedConnection,
    signIn: ExchangedSignIn,
    needs: ExchangeNeeds,
    changed: () => void,
  ) {
    const { userName: name } = signIn;
    super(connection, signIn, needs, { who: () => ({ kind: 'enterprise-user', name }), changed });
    this.#connection = connection;
    this.#signIn = signIn;
    this.#needs = needs;
  }

  override drop(): void {
    this.#refusal = undefined;
    super.drop();
  }

  override facts(): SessionFacts {
    const facts = super.facts();
    if (this.#refusal === undefined) return facts;
    return { ...facts, state: facts.state === 'ready' ? 'needed' : facts.state, renews: false };
  }

  protected override async load(signal: AbortSignal): Promise<BearerToken> {
    // Accounts lock after some wrong secrets: only a person may try the same one again.
    if (this.#refusal !== undefined) throw this.#refusal;
    const connection = this.#connection();
    const { userName, exchangeEndpoint } = this.#signIn;
    const use = toExchange(exchangeEndpoint, connection);
    const { credentials } = this.#needs;
    const password = await credentials.password(this.#signIn.password, use);
    // Both the user's secret and the key must be for the place that the token goes to.
    await credentials.password(this.#signIn.password, byToken(this.#signIn, connection));
    try {
      const user = { userName, password };
      return await exchangeOnce(connection, this.#signIn, user, this.#needs, signal);
    } catch (error) {
      if (error instanceof Problem && error.failure.kind === 'sign-in-needed')
        this.#refusal = error;
      throw error;
    }
  }
}

/**
 * One machine token, exchanged once. Problem sign-in-needed with the server's words when the exchange refuses name, secret or
 * machine token; else what the token provider's answer means, or unexpected-answer, which holds nothing of a token.
 */
export async function exchangeOnce(
  connection: SavedConnection,
  signIn: MachineSignIn & { readonly exchangeEndpoint: string },
  user: { readonly userName: string; readonly password: Secret },
  needs: ExchangeNeeds,
  signal: AbortSignal = new AbortController().signal,
): Promise<BearerToken> {
  const { userName, password } = user;
  // The token that the key gets goes to the exchange, what it is exchanged for to the platform: the key must be for both (ATK-02, ATK-28).
  const exchange = await placeOf(signIn, toExchange(signIn.exchangeEndpoint, connection), needs);
  const place = await placeOf(signIn, byToken(signIn, connection), needs);
  const machine = await machineTokenOf(connection, signIn, needs, signal);
  const named = Buffer.from(`${userName}:${password.expose()}`, 'utf8').toString('base64');
  const address = new URL(signIn.exchangeEndpoint);
  const credentials = {
    ...bearer(machine.accessToken, exchange).headers,
    [HEADER]: new Secret(named, exchange),
  };
  const answer = await requestFromProvider(needs, { connection, address, credentials, signal });
  const token = tokenIn(answer, needs);
  const { exp } = saidBy(token) ?? {};
  const now = needs.serverTimes.at(address).getTime() / 1000;
  return {
    authHeaders: bearer(token, place),
    // Where it does not say, it lives until the platform answers 401.
    seconds: typeof exp === 'number' ? Math.max(0, exp - now) : undefined,
    scopes: machine.scopes ?? signIn.scopes,
  };
}

/** The body is one JSON string. */
function tokenIn(answer: ExchangeResponse, { redact }: Pick<ExchangeNeeds, 'redact'>): Secret {
  const { status, body } = answer;
  const refusal = refusalOf(answer);
  if (refusal?.kind === 'refused')
    throw signInNeeded('The exchange gave no token for this enterprise user.', {
      status,
      // What was sent is forgotten before these words are shown: an echo of it would not be known any more (ATK-04).
      reason: redact(refusal.reason),
    });
  if (refusal !== undefined) throw new Problem(refusal);
  const value = valueOf(body.toString('utf8'));
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return new Secret(value);
  throw unexpectedAnswer('The exchange answered without a token.', { status });
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
