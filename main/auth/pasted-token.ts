// A token that was got elsewhere and pasted: in memory only, shown as it describes itself, ended when a server says so.
import { Secret } from '../secret.ts';
import { saidBy } from './jwt.ts';
import { bearer, type HeldToken } from './machine-token.ts';
import {
  type Clock,
  TokenCache,
  NO_FACTS,
  type AuthHeaders,
  QUIET,
  type Session,
  type SessionFacts,
  signInNeeded,
  type AuthRejection,
} from './session.ts';
import { plain } from './token-endpoint.ts';

const NOBODY = 'No token has been pasted since the program started.';
const ENDED = 'The platform does not take the pasted token any more.';

interface SaidToken extends HeldToken {
  readonly who: SessionFacts['who'];
  readonly saysScopes: boolean;
}

export class PastedSession implements Session {
  readonly #tokens: TokenCache<SaidToken>;
  readonly #clock: Clock;
  #ended = false;
  readonly lapsed = QUIET.lapsed;
  readonly heard = QUIET.heard;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    const get = () => Promise.reject(signInNeeded(this.#ended ? ENDED : NOBODY));
    this.#tokens = new TokenCache({ clock, changed, get });
  }

  /** `Bearer ` before it is left out: it is often copied along. */
  paste(pasted: Secret): void {
    this.drop();
    const token = new Secret(pasted.expose().replace(/^bearer\s+/i, ''));
    const said = saidBy(token) ?? {};
    const scopes = scopesOf(said['scope']);
    const exp = typeof said['exp'] === 'number' ? said['exp'] : undefined;
    const seconds = exp && Math.max(0, exp - this.#clock.now().getTime() / 1000);
    const saysScopes = scopes !== undefined;
    const who = whoOf(said);
    this.#tokens.hold({
      authHeaders: bearer(token),
      seconds,
      scopes: scopes ?? [],
      saysScopes,
      who,
    });
  }

  /** Whether it has ended is for the platform to say: our reading of a foreign token is no proof. */
  async present(signal?: AbortSignal): Promise<AuthHeaders> {
    return this.#tokens.held()?.authHeaders ?? this.#tokens.present(signal);
  }

  renew(stale: AuthHeaders, because: AuthRejection): Promise<undefined> {
    if (because === 'token-not-taken' && this.#tokens.held()?.authHeaders === stale) {
      this.#ended = true;
      this.#tokens.lapse(stale);
    }
    return Promise.resolve(undefined);
  }

  async begin(_report: unknown, signal?: AbortSignal): Promise<void> {
    await this.present(signal);
  }

  drop(): void {
    this.#ended = false;
    this.#tokens.clear();
  }

  signOut(): Promise<'not-offered'> {
    this.drop();
    return Promise.resolve('not-offered');
  }

  facts(): SessionFacts {
    const held = this.#tokens.held();
    return {
      ...NO_FACTS,
      ...this.#tokens.times(),
      state: held ? 'signed-in' : this.#ended ? 'ended' : 'needed',
      who: held?.who ?? null,
      scopes: held?.saysScopes === true ? [...held.scopes] : null,
    };
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
