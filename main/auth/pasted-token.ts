// A pasted token of another origin: in memory only, shown by its own claims, ended when the platform says so.
import { Secret } from '../secret.ts';
import { saidBy } from './jwt.ts';
import { bearer, type BearerToken } from './machine-token.ts';
import {
  type AuthHeaders,
  type AuthRejection,
  type BeginStep,
  type Clock,
  NO_FACTS,
  nobodySignedIn,
  type SessionFacts,
  signInNeeded,
  TokenSession,
} from './session.ts';
import { plain } from './token-endpoint.ts';

const NOBODY = 'No token has been pasted since the program started.';
const ENDED = 'The platform does not take the pasted token any more.';

interface PastedToken extends BearerToken {
  readonly who: SessionFacts['who'];
  /** Whether the token names its scopes. */
  readonly saysScopes: boolean;
}

export class PastedSession extends TokenSession<PastedToken> {
  readonly #clock: Clock;
  readonly #place: string;
  #isEnded = false;

  /** `place`: the host it is pasted for. */
  constructor(clock: Clock, place: string, changed: () => void) {
    super(clock, changed);
    this.#clock = clock;
    this.#place = place;
  }

  /** A leading `Bearer ` is removed: it is often copied along. */
  paste(pasted: Secret): void {
    this.drop();
    const token = new Secret(pasted.expose().replace(/^bearer\s+/i, ''));
    const said = saidBy(token) ?? {};
    const scopes = scopesOf(said['scope']);
    const exp = typeof said['exp'] === 'number' ? said['exp'] : undefined;
    this.tokens.set({
      authHeaders: bearer(token, this.#place),
      seconds: exp && Math.max(0, exp - this.#clock.now().getTime() / 1000),
      scopes: scopes ?? [],
      saysScopes: scopes !== undefined,
      who: whoOf(said),
    });
  }

  /** The platform decides whether the token has ended: what a foreign token says of itself is no proof. */
  override async authHeaders(signal?: AbortSignal): Promise<AuthHeaders> {
    return this.tokens.token()?.authHeaders ?? this.tokens.authHeaders(signal);
  }

  override renew(stale: AuthHeaders, because: AuthRejection): Promise<undefined> {
    if (because === 'token-not-taken' && this.tokens.token()?.authHeaders === stale) {
      this.#isEnded = true;
      this.tokens.discard(stale);
    }
    return Promise.resolve(undefined);
  }

  /** A page to sign in at says that the endpoint wants a person, and nothing about the token. */
  override discard(_stale: AuthHeaders): void {}

  override async begin(_report: (step: BeginStep) => void, signal?: AbortSignal): Promise<void> {
    await this.authHeaders(signal);
  }

  override drop(): void {
    this.#isEnded = false;
    super.drop();
  }

  override facts(): SessionFacts {
    const token = this.tokens.token();
    return {
      ...NO_FACTS,
      ...this.tokens.times(),
      state: token ? 'signed-in' : this.#isEnded ? 'ended' : 'needed',
      who: token?.who ?? null,
      scopes: token?.saysScopes === true ? [...token.scopes] : null,
    };
  }

  protected override load(): Promise<PastedToken> {
    return Promise.reject(this.#isEnded ? signInNeeded(ENDED) : nobodySignedIn(NOBODY));
  }
}

function whoOf({ name, sub }: Readonly<Record<string, unknown>>): SessionFacts['who'] {
  if (typeof name === 'string') return { kind: 'person', name: plain(name) };
  const isOrganisation = typeof sub === 'string' && /^\d{9}$/.test(sub);
  return isOrganisation ? { kind: 'organisation', name: sub } : null;
}

function scopesOf(scope: unknown): readonly string[] | undefined {
  if (typeof scope !== 'string') return undefined;
  return scope.split(' ').flatMap((one) => (one === '' ? [] : plain(one)));
}
