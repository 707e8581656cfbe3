// The state of one organisation's contact information: both reads, the filtered list, and the writes.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ContactEntry } from '../../../preload/contract/contact-information.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { newestUnended } from '../../components/job-words.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { client } from '../../state/main-process.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { countsOf, rowOf, shownRows, wanted, type Kind, type Row, type Shown } from './contacts.ts';
import { placeAt } from './places.ts';

export interface Organisation {
  readonly name: string;
  readonly organisationNumber: string;
}

/** A replacement of which only the first half was done: both are in the list. */
interface Half {
  readonly added: string;
  readonly old: Row;
}

/** Lives as long as the screen shows this organisation; another party or connection gets another. */
export class Contacts {
  readonly connection: Connection;
  readonly organisation: Organisation;
  readonly official;
  readonly entries;
  readonly #navigator = createNavigator();

  filter = $state('');
  kind = $state<Shown>('all');
  half = $state.raw<Half>();
  /** Of what was pressed outside a dialog, and what it was. */
  failure = $state.raw<{ readonly failure: Failure; readonly attempted: string }>();
  readonly exporting: ListExport;

  rows = $derived.by(() => (this.entries.value?.entries ?? []).map(rowOf));
  counts = $derived(countsOf(this.rows));
  shown = $derived(
    shownRows(this.rows, {
      filter: this.filter,
      shown: this.kind,
      compare: language.format.compare,
    }),
  );
  place = $derived(placeAt(router.route.id));
  current = $derived.by(() => {
    const { place } = this;
    return place.kind === 'list' ? this.rows.find(({ id }) => id === place.entry) : undefined;
  });
  /** The newest job of this organisation that has not ended. */
  job = $derived(
    newestUnended(
      session
        .jobsOf('change-contact-entries')
        .filter(
          (job) =>
            job.connection === this.connection.id &&
            job.details.organisationNumber === this.organisation.organisationNumber,
        ),
    ),
  );

  constructor(connection: Connection, organisation: Organisation) {
    this.connection = connection;
    this.organisation = organisation;
    this.official = new Query((asking) => client.profile.organisation(this.target, asking));
    this.entries = new Query((asking) => client.contactInformation.list(this.target, asking));
    this.exporting = new ListExport(
      () => ({ shown: this.shown.map(({ id }) => id), total: this.rows.length }),
      ({ only }) =>
        saveAs(
          chooseTarget(
            { organisationName: organisation.name, environment: connection.environment },
            'contact-information',
            '.csv',
          ),
          (target) =>
            client.contactInformation.exportList({ ...this.target, target, ...(only && { only }) }),
          ({ name, rows }) => language.t.contactInformation.exported(name, rows),
        ),
    );
  }

  get target() {
    const { organisationNumber } = this.organisation;
    return { connection: this.connection.id, organisationNumber };
  }

  /** Why nothing can be changed now; undefined when it can. */
  get blocked(): string | undefined {
    return this.entries.blocked;
  }

  load(): void {
    void this.official.load();
    void this.entries.load();
  }

  leave(): void {
    this.official.leave();
    this.entries.leave();
  }

  clearFilter(): void {
    this.filter = '';
    this.kind = 'all';
  }

  /** Undefined when it was added; Undo takes it away again. */
  async add(kind: Kind, value: string): Promise<Failure | undefined> {
    const answer = await this.#send(kind, value);
    if (!answer.ok) return answer.failure;
    this.#tellAdded(value.trim(), answer.value.entry);
    return undefined;
  }

  /**
   * Adds first and removes then, so that the organisation is never without. What failed of the second is shown on the
   * screen; `onadded`: what was typed is no draft any more.
   */
  async replace(
    old: Row,
    to: { readonly kind: Kind; readonly value: string },
    onadded: () => void,
  ): Promise<Failure | undefined> {
    const { kind, value } = to;
    const answer = await this.#send(kind, value);
    if (!answer.ok) return answer.failure;
    onadded();
    this.half = { added: value.trim(), old };
    await this.finishReplacing();
    return undefined;
  }

  /** The second half of a replacement, also once more. */
  async finishReplacing(): Promise<void> {
    const { half } = this;
    if (half === undefined) return;
    const t = language.t.contactInformation;
    this.failure = undefined;
    const failure = await this.#remove(half.old.entry.id);
    if (failure === undefined || failure.kind === 'not-found') {
      this.half = undefined;
      toasts.show(t.replace.done(half.old.value, half.added), { tone: 'success' });
    } else this.failure = { failure, attempted: t.replace.removing(half.old.value) };
  }

  /** Both stay, as the person says. */
  keepBoth(): void {
    this.half = undefined;
    this.failure = undefined;
  }

  async remove(row: Row): Promise<Failure | undefined> {
    const failure = await this.#remove(row.entry.id);
    if (failure !== undefined) return failure;
    if (this.half?.old.id === row.id) this.keepBoth();
    toasts.show(language.t.contactInformation.remove.done(row.value), { tone: 'success' });
    return undefined;
  }

  async #send(kind: Kind, value: string): Promise<Result<{ entry: ContactEntry | null }>> {
    const answer = await client.contactInformation.add({ ...this.target, ...wanted(kind, value) });
    // Also after a failure: what is there now may be what was asked for.
    await this.entries.load();
    return answer;
  }

  async #remove(entry: number): Promise<Failure | undefined> {
    const answer = await client.contactInformation.remove({ ...this.target, entry });
    if (answer.ok && router.route.id === String(entry)) this.#navigator.replace({ id: null });
    await this.entries.load();
    return answer.ok ? undefined : answer.failure;
  }

  #tellAdded(value: string, entry: ContactEntry | null): void {
    const t = language.t.contactInformation.add;
    if (entry === null) {
      toasts.show(t.notYet(value), { tone: 'warning' });
      return;
    }
    const undo = async () => {
      const failure = await this.#remove(entry.id);
      if (failure === undefined) toasts.show(t.undone(value));
      else {
        this.failure = { failure, attempted: t.undoing(value) };
        // The person may be on another screen by now.
        toasts.show(t.undoFailed(value), { tone: 'warning' });
      }
    };
    toasts.show(t.done(value), {
      tone: 'success',
      action: { label: language.t.contactInformation.undo, run: () => void undo() },
    });
  }
}
