// The state of one folder of a party's messages: the list, its filter, and the effect of a changed message.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { followDoneRows } from '../../state/job-changes.ts';
import { layout } from '../../state/layout.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { router } from '../../state/router.svelte.ts';
import { isOf, MessageSelection } from './message-selection.svelte.ts';
import { boxOf, type MessageBox, NOTHING_LOOKED_FOR } from './message-box.svelte.ts';
import {
  draftsIn,
  type Findable,
  foundBy,
  folderOf,
  isInPart,
  neighbour,
  type Part,
  PARTS,
  type Sorting,
  sortingOf,
  summaryOf,
} from './message-rows.ts';
import { inOrder } from './message-orders.ts';
import type { Folder } from './places.ts';

/** Lives as long as the screen shows this folder of this party. */
export class MessagesModel {
  readonly connection: Connection;
  readonly actor: Actor;
  readonly folder: Folder;
  readonly box: MessageBox;
  readonly list;
  readonly selection: MessageSelection;

  /** Counts what jobs have done to the open message, so that its pane reads it again. */
  changes = $state(0);
  /** The message whose removal a person asked for by the key: its pane asks whether, or says why not, and sets it back. */
  deleting = $state<string>();

  sorting = $derived.by<Sorting>(() => sortingOf(layout.sorting(this.folder)));
  #orders = $derived.by(() =>
    this.folder === 'trash' ? this.box.trashOrders : this.box.orders[this.folder],
  );
  /** Of the folder, each with what it is found by, in the order that is asked for. */
  all = $derived.by(() => inOrder(this.#orders, this.sorting));
  shown = $derived.by(() =>
    foundBy(
      this.part === 'all'
        ? this.all
        : this.all.filter(({ message }) => isInPart(message, this.part)),
      this.typed,
    ),
  );
  /** Not of `all`: another order must not count them again. */
  counts = $derived.by(() => {
    const { 'last-changed': rows } = this.#orders;
    return PARTS[this.folder].map((part) => ({
      part,
      count:
        part === 'all' ? rows.length : rows.filter(({ message }) => isInPart(message, part)).length,
    }));
  });
  drafts = $derived.by(() =>
    draftsIn(this.box.drafts.value?.drafts ?? [], this.actor.who, this.box.messages),
  );

  readonly #navigator = createNavigator();

  constructor(connection: Connection, actor: Actor, folder: Folder) {
    this.connection = connection;
    this.actor = actor;
    this.folder = folder;
    this.box = boxOf(connection.id, actor.who);
    this.list = folder === 'trash' ? this.box.trash : this.box.list;
    this.selection = new MessageSelection(this);
  }

  /** Typed above the list; never remembered. */
  get typed(): string {
    return this.#looked.typed;
  }
  set typed(typed: string) {
    this.#look({ typed });
  }
  get part(): Part {
    return this.#looked.part;
  }
  set part(part: Part) {
    this.#look({ part });
  }
  get #looked() {
    return this.box.looked[this.folder] ?? NOTHING_LOOKED_FOR;
  }
  #look(change: Partial<typeof NOTHING_LOOKED_FOR>): void {
    this.box.looked = { ...this.box.looked, [this.folder]: { ...this.#looked, ...change } };
  }

  /** Of all folders, except in the trash. */
  get messages(): readonly MessageSummary[] {
    return this.folder === 'trash' ? (this.list.value?.messages ?? []) : this.box.messages;
  }

  /** In this folder, shown or not. Not of `all`: another order must not look for it again. */
  find(id: string): Findable | undefined {
    return this.#orders['last-changed'].find(({ message }) => message.id === id);
  }

  /** For operations on one message. */
  target(message: string) {
    return { connection: this.connection.id, who: this.actor.who, message };
  }

  /** Reads the list; the age of what is shown is said by the frame. */
  load(): void {
    if (this.folder === 'trash') this.box.loadTrash();
    else void this.box.load();
    void this.box.drafts.load();
  }

  /** What failed is asked once more. */
  again(): void {
    if (this.folder === 'trash') this.load();
    else void this.box.load(this.box.failed ?? this.box.question);
  }

  stop(): void {
    if (this.folder === 'trash') this.list.leave();
    else this.box.stop();
  }

  clearFilter(): void {
    this.#look(NOTHING_LOOKED_FOR);
  }

  sortBy(sorting: Sorting): void {
    layout.setSorting(this.folder, sorting);
  }

  /** Where a message is that was opened from this folder and is not in it (any more). */
  elsewhere(id: string): { readonly message: MessageSummary; readonly folder: Folder } | undefined {
    const message = this.box.messages.find((one) => one.id === id);
    if (message === undefined || this.folder === 'trash') return undefined;
    const folder = folderOf(message);
    return folder === this.folder ? undefined : { message, folder };
  }

  /** Something was done of which nobody knows what it came to: the list is read again, and what was shown stays meanwhile. */
  changed(): void {
    this.box.outdate();
    this.load();
  }

  /** A message was read again, with what was done to it: its line says the same, without reading the whole box. */
  replaced(message: MessageSummary): void {
    const now = summaryOf(message);
    this.#change((all) => all.map((one) => (one.id === now.id ? now : one)));
  }

  /** A message was deleted: the one after it takes its place. */
  removed(id: string): void {
    const next = neighbour(
      this.shown.map(({ message }) => message.id),
      id,
    );
    this.#change((all) => all.filter((one) => one.id !== id));
    if (this.folder !== 'trash') this.box.outdate('trash');
    if (router.route.id === id) this.#navigator.replace({ id: next });
  }

  /** It has another id in the archive now; null where the platform told none. */
  archived(id: string, to: string | null): void {
    const isShown = router.route.id === id;
    this.removed(id);
    this.box.outdate('all');
    if (to !== null && isShown) this.#navigator.go({ screen: 'archive', id: to });
  }

  /** While the folder is shown its lines follow the jobs that change messages of this party. */
  followJobs(): void {
    followDoneRows({
      kind: 'change-messages',
      isOurs: isOf(this.connection.id, this.actor.who),
      fetched: () => this.list.fetched,
      take: ({ details }, rows) => {
        const ids = rows.map(({ subject }) => subject);
        const open = ids.find((id) => id === router.route.id);
        const line = this.messages.find(({ id }) => id === open);
        this.box.changedBy(details, ids);
        // A message that was deleted is shown no longer; one that was in the list already as it is now is no news.
        if (line === undefined) return;
        if (details.change === 'delete') this.#navigator.replace({ id: null });
        else if (line.status.state === 'unread') this.changes += 1;
      },
    });
  }

  #change(to: (all: readonly MessageSummary[]) => MessageSummary[]): void {
    this.list.change((value) => ({ ...value, messages: to(value.messages) }));
  }
}
