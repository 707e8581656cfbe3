// Finishes what a crash or a dead keychain left open, without ever guessing that nothing happened (OTS-01, OTS-03).
import { failureOf } from '../problem.ts';
import type { Parts } from './escrow.ts';
import { readKeptAnswer } from './escrow-attempt.ts';
import { type Attempt, secretName } from './escrow-book.ts';

export async function recoverAll(parts: Parts): Promise<void> {
  const { book, shelf, opener, vault, session } = parts;
  await opener.tryOpen();
  const writable = await opener.need().then(
    () => true,
    () => false,
  );
  if (!writable) return;
  for (const attempt of book.attempts) {
    if (book.running.has(attempt.id)) continue;
    await untilKeychainFails(() => recoverOne(attempt, parts));
  }
  await untilKeychainFails(() => shelf.adopt({ vault: vault.kind, session }));
  await book.compact(true);
  book.announce();
}

/** A keychain that does not answer leaves an entry as it is, for the next time. */
async function untilKeychainFails(act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => {
    if (failureOf(error)?.kind !== 'keychain') throw error;
  });
}

async function recoverOne(attempt: Attempt, parts: Parts): Promise<void> {
  const { book, shelf, vault } = parts;
  switch (attempt.phase) {
    case 'open':
    case 'unknown':
    case 'answered':
    case 'unclear':
      // The vault has it, only the note of that was lost.
      if (vault.has(secretName(attempt)))
        return book.note(withoutSealed(attempt), 'stored', 'done');
      if (attempt.phase === 'answered' || book.inMemoryOnly.has(attempt.id))
        return moveToVault(attempt, parts);
      if (attempt.phase === 'open') return book.note(withoutSealed(attempt), 'unknown');
      return;
    case 'closing':
      return shelf.forget([attempt]);
    case 'stored':
      return settleKept(attempt.id, parts);
    case 'kept':
    case 'over':
      return;
  }
}

/** From the sealed answer, or from memory, into the vault. Stays where it is when the vault does not take it. */
export async function moveToVault(attempt: Attempt, parts: Parts): Promise<void> {
  const { book, sealer, shelf } = parts;
  const { id, facts, sealed } = attempt;
  const held = book.inMemoryOnly.get(id);
  if (held) return shelf.put({ id, facts }, { secret: held, created: null });
  const answer = sealed && (await sealer.open(id, sealed));
  // Its key is not there: shown as unknown, and left as it is should the key come back.
  if (!answer || !sealed) return;
  let read;
  try {
    read = readKeptAnswer(answer, facts.userName);
  } catch {
    return book.note({ id, facts }, answer.raw.length > 0 ? 'unclear' : 'unknown');
  }
  await shelf.put({ id, facts, sealed }, read);
  await settleKept(id, parts);
}

/** A stored secret ends the earlier attempts of its user that a person wanted to settle by rotating again. */
export async function settleKept(id: string, { book, shelf }: Parts): Promise<void> {
  const attempt = book.find(id);
  if (attempt?.phase !== 'stored') return;
  const all = book.of(attempt.facts);
  const settled = all
    .slice(0, all.indexOf(attempt))
    .filter((older) => older.again && older.phase !== 'over' && older.phase !== 'kept');
  // The new secret is safe; should this fail, the next start does it.
  await shelf.forget(settled).catch(() => undefined);
}

const withoutSealed = ({ id, facts }: Attempt) => ({ id, facts });
