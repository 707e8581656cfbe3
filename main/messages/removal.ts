// Deletes a message, into the trash bin or out of it; a lost answer is resolved by asking the platform (RTY-06).
import type { MessagePlace, MessageSummary } from '../../preload/contract/messages.ts';
import type { WholeList } from '../http/complete-list.ts';
import type { PlatformClient } from '../platform/client.ts';
import { reconciled } from '../platform/reconcile.ts';
import { failureOf } from '../problem.ts';
import { conflict } from '../problems.ts';
import { messagePath, type MessageTarget, readMessage } from './records.ts';

export interface Removing {
  readonly signal: AbortSignal;
  /** A person knows that it may be gone at once. */
  readonly forGood: boolean;
  /** Where it is deleted, and nowhere else; undefined: wherever it is. */
  readonly from: MessagePlace | undefined;
  /** Without a signal it is not stopped with the deleting: it is asked for the proof. */
  readonly trashBin: (signal?: AbortSignal) => Promise<WholeList<MessageSummary>>;
}
interface Place {
  /** Also where nobody has looked what it is. */
  readonly maybeCorrespondence: boolean;
  readonly inBin: boolean;
}

export async function removeMessage(
  client: PlatformClient,
  target: MessageTarget,
  removing: Removing,
): Promise<Record<string, never>> {
  const { signal, forGood, trashBin } = removing;
  const { maybeCorrespondence, inBin } = await placeOf(client, target, removing);
  // Of `my` and reportees only the platform knows whether they are organisations.
  if (maybeCorrespondence && /^\d{9}$/.test(target.who) && !forGood)
    throw conflict('A correspondence to an organisation may be gone for good: that must be said.', {
      field: 'forGood',
    });
  const done = {};
  return reconciled(
    async () => {
      await client.send('DELETE', { path: messagePath.one(target), signal });
      return done;
    },
    async () => {
      const isGone = inBin
        ? foundIn(await trashBin(), target) === undefined
        : await isRemoved(client, target);
      return isGone ? done : undefined;
    },
  );
}

async function placeOf(
  client: PlatformClient,
  target: MessageTarget,
  { signal, trashBin, from }: Removing,
): Promise<Place> {
  // The list of the bin, as long as it is, is not read for each of many.
  if (from === 'trash') return { maybeCorrespondence: true, inBin: true };
  try {
    const { shown } = await readMessage(client, target, { signal });
    const inBin = shown.status.state === 'deleted';
    if (inBin && from === 'box') throw conflict('The message is in the trash already.');
    return placed(shown, inBin);
  } catch (error) {
    if (failureOf(error)?.kind !== 'not-found' || from === 'box') throw error;
    const shown = foundIn(await trashBin(signal), target);
    if (shown === undefined) throw error;
    return placed(shown, true);
  }
}

const placed = ({ type }: Pick<MessageSummary, 'type'>, inBin: boolean): Place => ({
  maybeCorrespondence: type.kind === 'correspondence',
  inBin,
});

const foundIn = (
  bin: WholeList<MessageSummary>,
  { message }: MessageTarget,
): MessageSummary | undefined => bin.find(({ id }) => id.toLowerCase() === message.toLowerCase());

const isRemoved = (client: PlatformClient, target: MessageTarget): Promise<boolean> =>
  readMessage(client, target).then(
    ({ shown }) => shown.status.state === 'deleted',
    (error: unknown) => {
      if (failureOf(error)?.kind === 'not-found') return true;
      throw error;
    },
  );
