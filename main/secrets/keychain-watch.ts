// The last known availability of the keychain. A keychain that hangs or starts late never delays the program.
import { randomUUID } from 'node:crypto';
import type { KeychainState } from '../../preload/contract/app.ts';
import type { Notify } from '../../preload/contract/contract.ts';
import { endsWithin } from '../cancel.ts';
import { keychainTrouble } from './keychain.ts';
import type { Vault } from './vault.ts';
import type { Log } from '../diagnostics/log.ts';
import type { KeyStore } from '../storage/journal-anchor.ts';

/** How long a start waits for the keychain before it goes on without. */
export const START_LIMIT_MS = 3000;

const WAITING: KeychainState = {
  state: 'not-answering',
  message:
    'The keychain has not answered yet. It may be asking for its password in another window.',
};

const UNKNOWN: KeychainState = {
  state: 'not-answering',
  message: 'The keychain could not be tried.',
};

export interface KeychainWatch {
  state(): KeychainState;
  /** Probes the keychain, and runs the waiting work when it is usable. */
  check(): Promise<KeychainState>;
  useMemory(): Promise<KeychainState>;
  /** The vault's keys; while the keychain is not usable they fail at once, because a call to it might hang. */
  readonly keys: KeyStore;
  /** Runs now when the keychain answers, and again whenever a check finds it usable. Its errors are logged. */
  whenUsable(act: () => Promise<void>): Promise<void>;
}

export interface KeychainWatchNeeds {
  readonly vault: Vault;
  readonly notify: Notify;
  readonly log: Log;
}

/** Probes once before it returns, but waits 3 s at most; a later answer is handled when it comes. */
export async function watchKeychain(needs: KeychainWatchNeeds): Promise<KeychainWatch> {
  const { vault, notify, log } = needs;
  const waiting: (() => Promise<void>)[] = [];
  let state = WAITING;
  let probing: Promise<KeychainState> | undefined;

  const isUsable = () => state.state === 'ready' || state.state === 'memory';
  const quietly = (act: () => Promise<void>) => runQuietly(act, log);
  const probeOnce = async () => {
    const found = await probe(vault, log);
    // The late answer of a keychain that was replaced by memory meanwhile does not count.
    if (vault.kind === 'memory' && found.state !== 'memory') return state;
    state = found;
    if (isUsable()) for (const act of waiting) await quietly(act);
    return state;
  };
  const check = () => {
    if (probing !== undefined) return probing;
    const current = probeOnce().finally(() => {
      if (probing === current) probing = undefined;
    });
    probing = current;
    return current;
  };
  const first = check();
  if (!(await endsWithin(START_LIMIT_MS, first)))
    void first.then((found) => {
      notify('keychainChanged', found);
    });
  return {
    state: () => state,
    check,
    async useMemory() {
      vault.useMemory();
      // A probe that still hangs must not delay the one of the memory vault.
      probing = undefined;
      return check();
    },
    keys: keysOf(vault, isUsable),
    async whenUsable(act) {
      waiting.push(act);
      if (isUsable()) await quietly(act);
    },
  };
}

async function probe(vault: Vault, log: Log): Promise<KeychainState> {
  const found = await vault.probe().catch((error: unknown) => {
    log.error(randomUUID(), 'keychain-not-tried', error);
    return UNKNOWN;
  });
  log.info('keychain', { keychain: found.state });
  return found;
}

async function runQuietly(act: () => Promise<void>, log: Log): Promise<void> {
  await act().catch((error: unknown) => {
    log.error(randomUUID(), 'keychain-work-failed', error);
  });
}

function keysOf(vault: Vault, isUsable: () => boolean): KeyStore {
  const usable = () => {
    if (!isUsable()) throw keychainTrouble('locked');
    return vault;
  };
  return {
    get kind() {
      return vault.kind;
    },
    get: async (name) => usable().get(name),
    put: async (name, secret) => usable().put(name, secret),
    isGone: async (name) => usable().isGone(name),
  };
}
