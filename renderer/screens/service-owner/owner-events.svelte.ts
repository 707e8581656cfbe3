// The state of the events that a service owner follows: one part of the feed at a time, and where one goes on.
import type { Connection } from '../../../preload/contract/connections.ts';
import { type OwnerEvent } from '../../../preload/contract/owner-events.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { layout } from '../../state/layout.svelte.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';
import { language } from '../../texts/language.svelte.ts';

type ValueOf<T> = Extract<T, { ok: true }> extends { value: infer V } ? V : never;
type Part = ValueOf<Awaited<ReturnType<typeof client.ownerEvents.read>>>;

/** Where one was is remembered by connection: the next visit begins with what is new since the last part that was left. */
export class OwnerEvents {
  readonly connection: Connection;
  readonly list: Query<Part>;
  filter = $state('');
  /** The offset that the part begins behind; undefined for the first event. */
  from = $state<string>();
  #open = $state<string>();

  all = $derived.by(() => this.list.value?.events ?? []);
  shown = $derived.by(() => {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const { kinds } = language.t.ownerEvents;
    return this.all.filter((one) => {
      const party = one.party?.organisationNumber ?? one.party?.identityNumber ?? '';
      const text =
        `${kinds[one.kind.known]} ${one.kind.word} ${one.message ?? ''} ${party} ${one.serviceCode ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  });
  current = $derived(this.all.find(({ offset }) => offset === this.#open));
  readonly exporting = new ListExport(
    () => ({ shown: this.shown.map(({ offset }) => offset), total: this.all.length }),
    (wish, asking) =>
      saveAs(
        chooseTarget(this.connection, 'events', `.${wish.format}`),
        (target) => client.ownerEvents.exportEvents({ ...this.asked, ...wish, target }, asking),
        ({ name, rows }) => language.t.ownerEvents.exported(name, rows),
      ),
    ['xlsx', 'csv'],
  );

  constructor(connection: Connection) {
    this.connection = connection;
    this.from = layout.now.eventOffsets[connection.id];
    this.list = new Query<Part>((asking) => client.ownerEvents.read(this.asked, asking));
  }

  get asked() {
    return { connection: this.connection.id, ...(this.from !== undefined && { from: this.from }) };
  }
  open(event: OwnerEvent | undefined): void {
    this.#open = event?.offset;
  }

  /** The next part: what was shown is done with, and the next visit begins behind it. */
  goOn(): void {
    const next = this.list.value?.next;
    if (next === null || next === undefined) return;
    this.#goTo(next);
  }
  restart(): void {
    this.#goTo(undefined);
  }

  #goTo(from: string | undefined): void {
    this.from = from;
    this.open(undefined);
    const { [this.connection.id]: _before, ...others } = layout.now.eventOffsets;
    layout.change({
      eventOffsets: from === undefined ? others : { ...others, [this.connection.id]: from },
    });
    this.list.forget();
    void this.list.load();
  }
}
