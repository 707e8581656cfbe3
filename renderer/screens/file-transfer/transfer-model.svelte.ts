// The state of one party's file transfer: what waits, what was sent from here, receipts, downloading and confirming.
import type { Connection } from '../../../preload/contract/connections.ts';
import type {
  InboxStatus,
  SentFile,
  TransferReceipt,
  TransferredFile,
} from '../../../preload/contract/file-transfer.ts';
import type { ListReading } from '../../components/list-reading.ts';
import { newestUnended } from '../../components/job-words.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { batchPlace } from '../../state/job-place.ts';
import { client } from '../../state/main-process.ts';
import { createNavigator } from '../../state/navigator.ts';
import { folded } from '../../state/palette.ts';
import { Query } from '../../state/query.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { placeOf } from './places.ts';

export const SHOWN = ['uploaded', 'downloaded', 'all'] as const;
export type Shown = (typeof SHOWN)[number];

interface Inbox {
  readonly files: readonly TransferredFile[];
  readonly completeness: NonNullable<ListReading['completeness']>;
}

/** Lives as long as the screen shows this party of this connection. */
export class TransferModel {
  readonly connection: Connection;
  readonly actor: Actor;
  readonly inbox: Query<Inbox>;
  readonly outbox: Query<{ files: SentFile[] }>;
  readonly downloading = new Action();
  readonly confirming = new Action();
  readonly #navigator = createNavigator();

  filter = $state('');
  status = $state<Shown>('uploaded');

  place = $derived(placeOf(router.route.id));
  box = $derived(this.place.kind === 'list' ? this.place.box : 'in');
  received = $derived.by(() => this.inbox.value?.files ?? []);
  sent = $derived.by(() => this.outbox.value?.files ?? []);
  waiting = $derived(this.received.filter(({ status }) => status === 'uploaded'));
  shownReceived = $derived(
    this.received.filter(({ name, sender, sendersReference, reference }) =>
      this.#fits(name, sender ?? '', sendersReference ?? '', reference),
    ),
  );
  shownSent = $derived(
    this.sent.filter(({ name, recipients, sendersReference, reference }) =>
      this.#fits(name, ...recipients, sendersReference, reference),
    ),
  );

  /** The newest job of this party that has not ended. */
  job = $derived(
    newestUnended(
      [...session.jobsOf('download-files'), ...session.jobsOf('send-files')].filter(
        (job) => job.connection === this.connection.id && job.details.who === this.actor.who,
      ),
    ),
  );

  constructor(connection: Connection, actor: Actor) {
    this.connection = connection;
    this.actor = actor;
    this.inbox = new Query(
      (asking) => client.fileTransfer.list({ ...this.target, statuses: this.#statuses }, asking),
      { key: () => this.status },
    );
    this.outbox = new Query((asking) => client.fileTransfer.sent(this.target, asking));
  }

  get target() {
    return { connection: this.connection.id, who: this.actor.who };
  }
  get blocked(): string | undefined {
    return this.inbox.blocked;
  }
  get #statuses(): InboxStatus[] {
    return this.status === 'all' ? ['initialized', 'uploaded', 'downloaded'] : [this.status];
  }

  load(): void {
    void (this.box === 'in' ? this.inbox : this.outbox).load();
  }
  clearFilter(): void {
    this.filter = '';
  }

  receiptOf(box: 'in' | 'out', reference: string): Query<TransferReceipt> {
    return new Query((asking) =>
      client.fileTransfer.receipt({ ...this.target, box, reference }, asking),
    );
  }

  /** Of a file that another program or computer has sent. */
  sentElsewhere(reference: string): Query<TransferredFile> {
    return new Query((asking) =>
      client.fileTransfer.get({ ...this.target, box: 'out', reference }, asking),
    );
  }

  /** Into a folder that the person chooses; all that wait, or this one. */
  async download(reference?: string): Promise<void> {
    await this.downloading.run(async () => {
      const folder = await client.files.chooseFolder({});
      if (!folder.ok) return folder.failure;
      if (folder.value === null) return 'cancelled';
      const answer = await client.jobs.startFileDownload({
        ...this.target,
        organisationName: this.actor.name,
        folder: folder.value.handle,
        ...(reference !== undefined && { files: [reference] }),
      });
      if (answer.ok) this.#navigator.go({ id: batchPlace(answer.value.id) });
      return failureOf(answer);
    });
  }

  async confirm(reference: string): Promise<void> {
    const isDone = await this.confirming.run(async () =>
      failureOf(await client.fileTransfer.confirm({ ...this.target, reference })),
    );
    if (!isDone) return;
    toasts.show(language.t.fileTransfer.confirmed, { tone: 'success' });
    this.load();
  }

  #fits(...texts: readonly string[]): boolean {
    const wanted = folded(this.filter);
    return wanted === '' || texts.some((text) => folded(text).includes(wanted));
  }
}
