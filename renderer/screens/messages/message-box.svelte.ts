// The last read messages of one party, shared by its folders so that opening one does not read the whole box again.
import { tick } from 'svelte';
import type { JobOf } from '../../../preload/contract/jobs.ts';
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import { acting } from '../../state/acting.svelte.ts';
import { clock } from '../../state/clock.svelte.ts';
import { keepEach } from '../../state/kept.svelte.ts';
import { folded } from '../../state/palette.ts';
import { Query } from '../../state/query.svelte.ts';
import { provideReadMessages, type ReadMessage } from '../../state/read-messages.ts';
import { session } from '../../state/session.svelte.ts';
import { client } from '../../state/main-process.ts';
import { expressionOf, NO_FILTER, type PlatformFilter } from './message-filter.ts';
import { boundsOf, FIRST, type Range } from './message-range.ts';
import { changedBy, findable, folderOf, waitingIn } from './message-rows.ts';
import type { Folder } from './places.ts';

/** So old a list is read again when a folder is opened; younger ones only on a press. */
const STALE_MS = 5 * 60_000;

interface Question {
  readonly range: Range;
  readonly filter: PlatformFilter;
}
/** What was asked for, and when: ranges such as "30 days" end with that moment. */
export interface Answered extends Question {
  readonly at: Date;
}

export class MessageBox {
  readonly connection: string;
  readonly who: string;
  readonly list;
  readonly trash;
  /** Of this connection, of any party. */
  readonly drafts;

  /** What the list is asked for next; it goes back to `answered` when that fails or is stopped. */
  question = $state.raw<Question>({ range: FIRST, filter: NO_FILTER });
  answered = $state.raw<Answered>();
  /** What failed, for another try. */
  failed = $state.raw<Question>();
  stopped = $state(false);
  /** An export takes these alone; undefined: what its own choices say. */
  exporting = $state.raw<readonly MessageSummary[]>();
  /** Only of a whole list that reaches to this day: a part of it, or of the past, tells nothing of what waits. */
  counts = $derived.by(() => {
    const { value } = this.list;
    if (value?.completeness.complete !== true || this.answered === undefined) return undefined;
    const { filter, range, at } = this.answered;
    const isPart = expressionOf(filter) !== undefined || boundsOf(range, at).to !== undefined;
    return isPart ? undefined : waitingIn(value.messages);
  });
  /** Whether something was done since that may have changed them. */
  #stale = { list: false, trash: false };
  #users = 0;

  constructor(connection: string, who: string) {
    this.connection = connection;
    this.who = who;
    const of = { connection, who };
    this.list = new Query((asking) => {
      const { range, filter } = this.question;
      const expression = expressionOf(filter);
      const more = expression === undefined ? {} : { filter: expression };
      const input = { ...of, ...boundsOf(range, clock.now), ...more, all: true };
      return client.messages.list(input, asking);
    });
    this.trash = new Query((asking) => client.messages.trashBin(of, asking));
    this.drafts = new Query((asking) => client.formDrafts.list({ connection }, asking));
  }

  async load(question: Question = this.question): Promise<boolean> {
    this.stopped = false;
    this.failed = undefined;
    this.question = question;
    this.#stale = { ...this.#stale, list: false };
    const asked = { ...question, at: clock.now };
    if (await this.list.load()) {
      this.answered = asked;
      return true;
    }
    // Stopped, or something newer was asked: that one says what becomes of it.
    if (this.list.failure === undefined || this.list.busy || this.stopped) return false;
    if (this.question !== question) return false;
    this.failed = question;
    this.#backToAnswered();
    return false;
  }

  loadTrash(): void {
    this.#stale = { ...this.#stale, trash: false };
    void this.trash.load();
  }

  /** What the person had stays. */
  stop(): void {
    this.list.leave();
    this.stopped = true;
    this.#backToAnswered();
  }

  #backToAnswered(): void {
    if (this.answered !== undefined) {
      const { range, filter } = this.answered;
      this.question = { range, filter };
    }
  }

  /** Something was done here or in a form: the lists are read again when a folder is opened. */
  outdate(which: 'all' | 'trash' = 'all'): void {
    this.#stale = { list: which === 'all' || this.#stale.list, trash: true };
  }

  /** What a job has done to these messages. The rest of the lists is as old as it was. */
  changedBy({ change, from }: JobOf<'change-messages'>['details'], ids: readonly string[]): void {
    const list = from === 'trash' ? this.trash : this.list;
    const { value } = list;
    if (value === undefined) return;
    list.value = { ...value, messages: changedBy(value.messages, change, ids) };
    if (change === 'delete' && from === 'box') this.outdate('trash');
  }

  /** A folder shows it; the answer is to be called when it no longer does. */
  enter(reading: MessageBox['list']): () => void {
    this.#users += 1;
    const old = Date.now() - Date.parse(reading.fetched ?? '') > STALE_MS;
    const missing = reading.value === undefined && !this.stopped;
    const { list, trash } = this.#stale;
    if (reading === this.list) {
      if (!reading.busy && (missing || old || list)) void this.load();
    } else if (!reading.busy && (missing || old || trash)) this.loadTrash();
    void this.drafts.load();
    return () => {
      this.#users -= 1;
      // From folder to folder the next one is there before this is looked at.
      void tick().then(() => {
        if (this.#users === 0) this.leave();
      });
    };
  }

  leave(): void {
    for (const reading of [this.list, this.trash, this.drafts]) reading.leave();
    this.#backToAnswered();
  }
}

/** None behind the lock, in another connection or for another party. */
const boxes = keepEach(
  (connection: string, who: string) => new MessageBox(connection, who),
  (connection, who) => session.chosen?.id === connection && acting.now?.who === who,
);
export const boxOf = boxes.of;

provideReadMessages((connection, who) =>
  boxes
    .all()
    .filter((box) => box.connection === connection && box.who === who)
    .flatMap((box) => [
      ...(box.list.value?.messages ?? []).map((one) => asRead(one, folderOf(one))),
      ...(box.trash.value?.messages ?? []).map((one) => asRead(one, 'trash')),
    ])
    .filter((one, index, all) => all.findIndex(({ id }) => id === one.id) === index),
);

function asRead(message: MessageSummary, screen: Folder): ReadMessage {
  const { id, subject, sender, serviceOwner } = message;
  const { key } = findable(message);
  const from = sender ?? serviceOwner ?? '';
  return { id, subject, from, screen, searchKey: `${key} ${folded(id)}`, codes: [folded(id)] };
}
