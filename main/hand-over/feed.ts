// The feed of a service owner's events in a hand-over: answer by answer into files, and all of them as a table.
import { eventOffset } from '../../preload/contract/owner-events.ts';
import { z } from '../../preload/contract/schema.ts';
import type { Run } from '../../preload/contract/contract.ts';
import { valueOf } from '../jobs/batch.ts';
import type { StartThread } from '../threads.ts';
import { dataOf, fileNameOf, type HandOverFolder, itemOf, listItem } from './folder.ts';
import type { HandOverList } from './list.ts';
import { writeLongList } from './long-list.ts';

export interface FeedNeeds {
  readonly folder: HandOverFolder;
  readonly run: Run;
  readonly connection: string;
  readonly signal: AbortSignal;
  readonly startThread?: StartThread | undefined;
}

const answerShape = z.object({ next: eventOffset, events: z.array(z.unknown()) });
type Answer = z.infer<typeof answerShape>;
/** Where the feed begins. */
const FIRST = '0';
/** In one file: a kill loses little, and the table is made of small ones. */
const EVENTS_IN_ANSWER = 2000;

/**
 * What is here of an earlier run, or of one that was ended, is not asked for again: the feed goes on behind the last event that is here. One
 * answer is in memory at a time, and the table is written anew only where there is more to tell.
 */
export async function takeFeed(needs: FeedNeeds, list: HandOverList): Promise<void> {
  const { folder, run, connection, signal, startThread } = needs;
  let from = FIRST;
  let isNew = false;
  for (;;) {
    const kept = await keptAnswer(folder, list, from);
    if (kept !== undefined) {
      from = kept.next;
      continue;
    }
    const asked = { connection, most: EVENTS_IN_ANSWER, ...(from !== FIRST && { from }) };
    const { events, next, more } = valueOf(await run('ownerEvents.read', asked, signal));
    if (events.length === 0 || next === null || !isBehind(next, from)) break;
    await folder.put(
      {
        item: itemOf(list.key, from),
        changed: null,
        part: 'data',
        into: [list.part, list.key],
        name: fileNameOf(from, 'json'),
        source: '',
      },
      Buffer.from(`${JSON.stringify({ next, events } satisfies Answer, null, 1)}\n`),
    );
    [from, isNew] = [next, true];
    if (!more) break;
  }
  const whole = await folder.whole(listItem(list.key));
  if (!isNew && whole.has('data') && whole.has('csv')) return;
  await writeLongList({
    folder,
    key: list.key,
    part: list.part,
    columns: list.columns.map(({ en }) => ({ heading: en, width: 24 })),
    rows: rowsOf(folder, list, signal),
    startThread,
  });
}

/** Undefined where it is not here, or not as it was left. */
async function keptAnswer(
  folder: HandOverFolder,
  list: HandOverList,
  from: string,
): Promise<Answer | undefined> {
  const answer = answerShape.safeParse(await dataOf(folder, itemOf(list.key, from))).data;
  return answer !== undefined && isBehind(answer.next, from) ? answer : undefined;
}

const isBehind = (next: string, from: string): boolean => BigInt(next) > BigInt(from);

async function* rowsOf(
  folder: HandOverFolder,
  list: HandOverList,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  let answer = await keptAnswer(folder, list, FIRST);
  while (answer !== undefined) {
    signal.throwIfAborted();
    for (const event of answer.events)
      for (const cells of list.rowsOf(event, undefined))
        yield cells.map((cell) => (typeof cell === 'string' ? cell : cell.en));
    answer = await keptAnswer(folder, list, answer.next);
  }
}
