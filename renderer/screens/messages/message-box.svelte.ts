// The last read messages of one party, shared by its folders so that opening one does not read the whole box again.
import { tick } from 'svelte';
import type { JobOf } from '../../../preload/contract/jobs.ts';
import type { z } from '../../../preload/contract/schema.ts';
import type { messageList, MessageSummary } from '../../../preload/contract/messages.ts';
import type { Result } from '../../../preload/result.ts';
import { acting } from '../../state/acting.svelte.ts';
import { clock } from '../../state/clock.svelte.ts';
import { keepEach } from '../../state/kept.svelte.ts';
import { folded } from '../../state/palette.ts';
import { type Asking, Query } from '../../state/query.svelte.ts';
import { provideReadMessages, type ReadMessage } from '../../state/read-messages.ts';
import { session } from '../../state/session.svelte.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import { expressionOf, NO_FILTER, type PlatformFilter } from './message-filter.ts';
import { boundsOf, FIRST, instantOf, type Range } from './message-range.ts';
import { FolderOrders, MessageOrders } from './message-orders.ts';
import { changedBy, findable, folderOf, type Part, waitingIn } from './message-rows.ts';
import type { Folder } from './places.ts';

type MessageList = z.infer<typeof messageList>;

/** So old a list is read again when a folder is opened; younger ones only on a press. */
const STALE_MS = 5 * 60_000;

/** A list is read whole again after this long, however often what changed was asked for: what was deleted elsewhere is in no change. */
const WHOLE_MS = 12 * 3_600_000;
/** What changed is asked for from a little before the newest there was: two messages may have changed in one moment. */
const OVERLAP_MS = 120_000;
/** Milliseconds between two sights of what comes; with many it is seldomer, since each costs what there is. */
const SHOWN_EACH_MS = 200;
const SHOWN_EACH_MS_OF = 50;

interface Question {
  readonly range: Range;
  readonly filter: PlatformFilter;
}
/** What was asked for, and when: ranges such as "30 days" end with that moment. */
export interface Answered extends Question {
  readonly at: Date;
}

interface Looked {
  readonly typed: string;
  readonly part: Part;
}
export const NOTHING_LOOKED_FOR: Looked = { typed: '', part: 'all' };

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
  /** What was typed above each folder's list, and the part of it that was chosen: there on the way back, kept nowhere. */
  looked = $state.raw<Readonly<Partial<Record<Folder, Looked>>>>({});
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
  /** What has come of a list that is read for the first time. */
  #arrived = $state.raw<readonly MessageSummary[]>([]);
  readonly #orders = { list: new FolderOrders(), trash: new MessageOrders() };
  /** Of each folder; the trash is a list of its own, whatever words its messages have. */
  orders = $derived.by(() => this.#orders.list.of(this.messages, language.format.compare));
  trashOrders = $derived.by(() =>
    this.#orders.trash.of(this.trash.value?.messages ?? [], language.format.compare),
  );
  /** What `load` asks the list for: what changed since then, or all of it. */
  #changesFrom: string | undefined;
  /** When all of the list was read last. */
  #whole = -Infinity;
  /** Whether something was done since that may have changed them. */
  #stale = { list: false, trash: false };
  #users = 0;

  constructor(connection: string, who: string) {
    this.connection = connection;
    this.who = who;
    const of = { connection, who };
    this.list = new Query((asking) => this.#read(asking, this.#changesFrom));
    this.trash = new Query((asking) => client.messages.trashBin(of, asking));
    this.drafts = new Query((asking) => client.formDrafts.list({ connection }, asking));
  }

  /** Those of the list, or as many as have come of one that is read for the first time. */
  get messages(): readonly MessageSummary[] {
    return this.list.value?.messages ?? this.#arrived;
  }

  async #read(asking: Asking, changesFrom: string | undefined): Promise<Result<MessageList>> {
    const { connection, who, question } = this;
    const bounds = boundsOf(question.range, clock.now);
    const expression = expressionOf(question.filter);
    const more = expression === undefined ? {} : { filter: expression };
    const from = changesFrom === undefined ? {} : { from: changesFrom };
    const asked = { connection, who, ...bounds, ...from, ...more, all: true, asTheyCome: true };
    this.#arrived = [];
    const coming = new Coming((all) => {
      if (!asking.signal.aborted) this.#arrived = all;
    });
    const answer = await client.messages.list(asked, {
      signal: asking.signal,
      onProgress: (step) => {
        coming.add(step.arrived ?? []);
        asking.onProgress(step);
      },
    });
    const messages = coming.end(answer.ok ? answer.value.messages : []);
    if (asking.signal.aborted) return answer;
    if (!answer.ok) {
      this.#keepArrived(messages);
      return answer;
    }
    const { completeness } = answer.value;
    const old = changesFrom === undefined ? [] : this.messages;
    return { ok: true, value: { messages: withChanges(old, messages, bounds.from), completeness } };
  }

  /** From when on there may be changes, where the rest of what is asked for is there and nobody wants it anew; else undefined. */
  #newest(question: Question): string | undefined {
    const { value } = this.list;
    const newest = Math.max(
      ...Object.values(this.orders).map(({ 'last-changed': [first] }) => first?.time ?? 0),
    );
    if (value?.completeness.complete !== true || newest === 0) return;
    const same = ({ range, filter }: Question) => JSON.stringify([range, filter]);
    if (this.answered === undefined || same(this.answered) !== same(question)) return;
    const isOpen = boundsOf(question.range, clock.now).to === undefined;
    if (!isOpen || Date.now() - this.#whole > WHOLE_MS) return;
    return instantOf(newest - OVERLAP_MS);
  }

  /** What came of a list that nobody had stays, as a part of it. */
  #keepArrived(messages: readonly MessageSummary[]): void {
    if (this.list.value !== undefined || messages.length === 0) return;
    const completeness = { complete: false, because: 'asked', calls: 0 } as const;
    this.list.keep({ messages: [...messages], completeness });
  }

  /** Only what changed, where the rest is there. */
  loadChanges(): Promise<boolean> {
    return this.load(this.question, this.#newest(this.question));
  }

  async load(question: Question = this.question, changesFrom?: string): Promise<boolean> {
    this.stopped = false;
    this.#changesFrom = changesFrom;
    this.failed = undefined;
    this.question = question;
    this.#stale = { ...this.#stale, list: false };
    const asked = { ...question, at: clock.now };
    if (await this.list.load()) {
      if (changesFrom === undefined) this.#whole = asked.at.getTime();
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
    const arrived = this.#arrived;
    this.list.leave();
    this.#keepArrived(arrived);
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
    if (list.value === undefined) return;
    list.change((value) => ({ ...value, messages: changedBy(value.messages, change, ids) }));
    if (change === 'delete' && from === 'box') this.outdate('trash');
  }

  /** A folder shows it; the answer is to be called when it no longer does. */
  enter(reading: MessageBox['list']): () => void {
    this.#users += 1;
    const old = Date.now() - Date.parse(reading.fetched ?? '') > STALE_MS;
    const missing = reading.value === undefined && !this.stopped;
    const { list, trash } = this.#stale;
    if (reading === this.list) {
      if (!reading.busy && (missing || list)) void this.load();
      else if (!reading.busy && old) void this.loadChanges();
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

/** Tells what comes now and then, the first of it at once. */
class Coming {
  readonly #tell: (all: readonly MessageSummary[]) => void;
  readonly #all: MessageSummary[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (all: readonly MessageSummary[]) => void) {
    this.#tell = tell;
  }
  add(some: readonly MessageSummary[]): void {
    if (some.length === 0) return;
    const isFirst = this.#all.length === 0;
    this.#all.push(...some);
    if (isFirst) this.#tell([...this.#all]);
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#tell([...this.#all]);
      },
      Math.max(SHOWN_EACH_MS, this.#all.length / SHOWN_EACH_MS_OF),
    );
  }
  /** All of them, with those that came last. */
  end(rest: readonly MessageSummary[]): MessageSummary[] {
    clearTimeout(this.#timer);
    return [...this.#all, ...rest];
  }
}

/** Of the older ones, those that did not change, are not in the archive by another id now, and are not too old by now. */
function withChanges(
  older: readonly MessageSummary[],
  changed: readonly MessageSummary[],
  from: string | undefined,
): MessageSummary[] {
  const now = new Set(changed.flatMap(({ id, originalId }) => [id, originalId ?? id]));
  const first = from === undefined ? -Infinity : Date.parse(from);
  const isKept = ({ id, lastChanged }: MessageSummary) =>
    !now.has(id) && (lastChanged === null || Date.parse(lastChanged) >= first);
  return [...changed, ...older.filter(isKept)];
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
      ...box.messages.map((one) => asRead(one, folderOf(one))),
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
