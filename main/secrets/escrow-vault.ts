// One-time secrets in the vault, each stored with its purpose, so that it can be identified without the log.
import { z } from '../../preload/contract/schema.ts';
import { Secret } from '../secret.ts';
import type { SecretAnswer } from './enterprise-user-answers.ts';
import {
  type Attempt,
  type AttemptIndex,
  type NewNote,
  secretName,
  SECRETS,
} from './escrow-attempts.ts';
import type { Facts } from './escrow-log.ts';
import type { Vault } from './vault.ts';
import { keychainProblem } from '../problems.ts';

const shelved = z.object({
  version: z.literal(1),
  userName: z.string(),
  environment: z.enum(['production', 'test']),
  operation: z.enum(['create', 'rotateSecret']),
  job: z.string().nullable(),
  secret: z.string(),
});

export interface SecretStore {
  /**
   * Steps 6 to 9: vault, `stored`, present secret, `done`. Resolves also when only the sealed log or memory holds the secret:
   * the server has acted, and the records say what is left to do.
   */
  put(note: NewNote, answer: SecretAnswer): Promise<void>;
  /** Undefined when the vault never had it. Problem keychain{...}. */
  get(attempt: Attempt): Promise<Secret | undefined>;
  /** Closes attempts: `closed`, removal from the vault, `gone`. `recover` finishes it after a crash in between. */
  forget(attempts: readonly Attempt[]): Promise<void>;
  /**
   * Asks the keychain for secrets that the vault's own list does not name, and has those listed that it has; the index is told of
   * those that it has not. Problem keychain{...} when it cannot tell.
   */
  seek(attempts: readonly Attempt[]): Promise<void>;
  /** Adds secrets of the vault that no record names to the index. */
  adopt(facts: Pick<Facts, 'vault' | 'session'>): Promise<void>;
}

export function createSecretStore(vault: Vault, index: AttemptIndex): SecretStore {
  return {
    put: (note, answer) => put(vault, index, note, answer),
    async get(attempt) {
      const held = index.inMemoryOnly.get(attempt.id);
      if (held) return held;
      const text = await vault.get(secretName(attempt));
      const value = text && open(text);
      return value && new Secret(value.secret);
    },
    async forget(attempts) {
      for (const attempt of attempts) {
        await index.asOneChange(attempt.id, async () => {
          await index.note(attempt, 'closed');
          await vault.remove(secretName(attempt));
          index.inMemoryOnly.delete(attempt.id);
          await index.note(attempt, 'gone');
        });
      }
    },
    async seek(attempts) {
      const sought = attempts.filter(({ facts }) => facts.vault === 'system');
      const asked = await vault.relist(sought.map(secretName));
      const [found, absent] = [new Set(asked.found), new Set(asked.absent)];
      for (const attempt of sought) {
        if (found.has(secretName(attempt))) index.absent.delete(attempt.id);
        if (absent.has(secretName(attempt))) index.absent.add(attempt.id);
      }
    },
    adopt: (facts) => adopt(vault, index, facts),
  };
}

async function put(vault: Vault, index: AttemptIndex, note: NewNote, { secret }: SecretAnswer) {
  const { userName, environment, operation, job } = note.facts;
  const value = { version: 1, userName, environment, operation, job, secret: secret.expose() };
  try {
    // In a memory-only session the sealed answer outlives the vault, so the secret does not count as stored.
    if (vault.kind !== note.facts.vault) throw new Error('The vault has changed its kind.');
    // After a kill the vault may have it already.
    const fresh = !vault.has(secretName(note));
    await vault.put(secretName(note), new Secret(JSON.stringify(value)), { fresh });
  } catch {
    // Without a sealed record the secret is in memory only; the program refuses to quit until that changes (OTS-03).
    if (!note.sealed) index.inMemoryOnly.set(note.id, secret);
    return;
  }
  // The present secret is the newest stored one, so nothing is copied; the one before stays as `previous`.
  await index.noteOrKnow({ id: note.id, facts: note.facts }, 'stored', 'done');
  index.inMemoryOnly.delete(note.id);
}

async function adopt(vault: Vault, index: AttemptIndex, facts: Pick<Facts, 'vault' | 'session'>) {
  for (const name of vault.names(SECRETS)) {
    const [, connection, id] = name.split('/');
    if (connection === undefined || id === undefined) continue;
    if (index.knows(id)) continue;
    const text = await vault.get(name);
    const value = text && open(text);
    if (!value) continue;
    const { userName, environment, operation, job } = value;
    await index.note(
      { id, facts: { connection, userName, environment, operation, job, ...facts } },
      'stored',
    );
  }
}

function open(text: Secret): z.output<typeof shelved> | undefined {
  try {
    return shelved.parse(JSON.parse(text.expose()));
  } catch {
    // The parser's own error would hold the beginning of the secret (LOG-03).
    throw keychainProblem('damaged', 'A secret in the keychain is damaged.');
  }
}
