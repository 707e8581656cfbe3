// A token that was got elsewhere and pasted: in memory only, shown as it describes itself, ended when a server says so.
import type { SessionFacts } from './session.ts';
import { Secret } from '../secret.ts';
import { saidBy } from './jwt.ts';
import { bearer, type HeldToken } from './machine-token.ts';
import { type Clock, createKeeper, NO_FACTS, type Session, signInNeeded } from './session.ts';
import { plain } from './token-endpoint.ts';

export interface PastedSession extends Session {
  /** `Bearer ` before it is left out: it is often copied along. */
  paste(token: Secret): void;
}

const NOBODY = 'No token has been pasted since the program started.';
const ENDED = 'The platform does not take the pasted token any more.';

export function createPastedSession(clock: Clock, changed: () => void): PastedSession {
  let ended = false;
  let who: SessionFacts['who'] = null;
  let scopes: readonly string[] | null = null;
  const keeper = createKeeper<HeldToken>({
    ...{ clock, changed },
    get: () => Promise.reject(signInNeeded(ended ? ENDED : NOBODY)),
  });
  const clear = () => {
    keeper.clear();
    ended = false;
    who = null;
    scopes = null;
  };
  return {
    // Whether it has ended is for the platform to say: our reading of a foreign token is no proof.
    present: (signal) => {
      const held = keeper.held();
      return held ? Promise.resolve(held.presented) : keeper.present(signal);
    },
    renew(stale, because) {
      if (because === 'token-not-taken' && keeper.held()?.presented === stale) {
        keeper.clear();
        ended = true;
        changed();
      }
      return Promise.resolve(undefined);
    },
    lapsed: () => undefined,
    heard: () => undefined,
    begin: (_report, signal) => keeper.present(signal).then(() => undefined),
    drop: clear,
    signOut() {
      clear();
      return Promise.resolve('not-offered');
    },
    facts: () => ({
      ...NO_FACTS,
      ...keeper.times(),
      state: keeper.held() ? 'signed-in' : ended ? 'ended' : 'needed',
      ...{ who, scopes: scopes === null ? null : [...scopes] },
    }),
    paste(pasted) {
      clear();
      const token = new Secret(pasted.expose().replace(/^bearer\s+/i, ''));
      const said = saidBy(token) ?? {};
      who = whoOf(said);
      scopes = scopesOf(said['scope']);
      const exp = typeof said['exp'] === 'number' ? said['exp'] : undefined;
      const seconds =
        exp === undefined ? undefined : Math.max(0, exp - clock.now().getTime() / 1000);
      keeper.hold({ presented: bearer(token), seconds, scopes: scopes ?? [] });
    },
  };
}

function whoOf({ name, sub }: Readonly<Record<string, unknown>>): SessionFacts['who'] {
  if (typeof name === 'string') return { kind: 'person', name: plain(name) };
  const isOrganisation = typeof sub === 'string' && /^\d{9}$/.test(sub);
  return isOrganisation ? { kind: 'organisation', name: sub } : null;
}

function scopesOf(scope: unknown): readonly string[] | null {
  if (typeof scope !== 'string') return null;
  return scope.split(' ').flatMap((one) => (one === '' ? [] : plain(one)));
}
