// What a person does with an entry of the escrow: see it, keep it, say that it is stored, settle what is unknown.
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { Parts } from './escrow.ts';
import type { Attempt } from './escrow-book.ts';
import { legibleOf, type KeptAnswer } from './escrow-seal.ts';
import { readKeptAnswer } from './escrow-attempt.ts';
import { moveToVault } from './escrow-recovery.ts';

/** From the vault, or from the sealed answer while the vault does not have it. */
export async function revealOf(attempt: Attempt, parts: Parts): Promise<Secret> {
  if (attempt.phase === 'answered')
    return readKeptAnswer(await unsealed(attempt, parts), attempt.facts.userName).secret;
  const secret = await parts.shelf.get(attempt);
  if (secret) return secret;
  throw new Problem({
    kind: 'not-found',
    message: 'No secret is kept for this entry.',
  });
}

export async function lookAt(attempt: Attempt, parts: Parts): Promise<string> {
  const bytes = legibleOf(await unsealed(attempt, parts));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

async function unsealed({ id, sealed }: Attempt, { sealer }: Parts): Promise<KeptAnswer> {
  const answer = sealed && (await sealer.open(id, sealed));
  if (answer) return answer;
  throw new Problem({ kind: 'not-found', message: 'No answer is kept for this entry.' });
}

export async function keepFor(attempt: Attempt, parts: Parts): Promise<OneTimeSecret> {
  const { book } = parts;
  await inVault(attempt, parts);
  await book.note(attempt, 'kept');
  await parts.shelf.forget(olderOf(attempt, parts));
  const entry = book.show(book.find(attempt.id) ?? attempt);
  if (!entry) throw new Error('A kept secret has no entry.');
  return entry;
}

/** The secret and every older one of this user leave this computer. */
export async function closeWith(attempt: Attempt, parts: Parts): Promise<void> {
  const state = parts.book.show(attempt)?.state;
  if (state !== 'waiting' && state !== 'confirmed') throw notNow();
  await parts.shelf.forget([...olderOf(attempt, parts), attempt]);
}

export async function resolveAs(
  attempt: Attempt,
  how: 'rotated-again' | 'old-one-works' | 'dropped',
  parts: Parts,
): Promise<void> {
  const { book, shelf } = parts;
  const state = book.show(attempt)?.state;
  if (state !== 'outcome-unknown' && state !== 'answer-unclear') throw notNow();
  const all = book.of(attempt.facts);
  const laterIsStored = all
    .slice(all.indexOf(attempt) + 1)
    .some(({ phase }) => phase === 'stored' || phase === 'kept');
  if (how === 'rotated-again' && !laterIsStored) await book.note(attempt, 'again');
  else await shelf.forget([attempt]);
}

async function inVault(attempt: Attempt, parts: Parts): Promise<void> {
  const { book } = parts;
  const state = book.show(attempt)?.state;
  if (state !== 'waiting' && state !== 'confirmed') throw notNow();
  if (attempt.phase === 'stored' || attempt.phase === 'kept') return;
  await moveToVault(attempt, parts);
  if (book.find(attempt.id)?.phase === 'stored') return;
  await parts.vault.check();
  throw new Problem({
    kind: 'keychain',
    problem: 'not-stored',
    message: 'The keychain did not take the secret. It is still kept sealed.',
  });
}

/** Held secrets of the same user from before. */
export function olderOf(attempt: Attempt, { book }: Parts): readonly Attempt[] {
  const all = book.of(attempt.facts);
  const place = all.findIndex(({ id }) => id === attempt.id);
  return all.slice(0, place).filter(({ phase }) => phase === 'stored' || phase === 'kept');
}

const notNow = () =>
  new Problem({
    kind: 'conflict',
    message: 'This entry is in another state by now; look at it again.',
    reason: '',
  });
