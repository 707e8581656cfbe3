// The selected messages of a folder, and starting what is done with all of them: a job, or an export of these.
import type { Connection } from '../../../preload/contract/connections.ts';
import { type JobOf, LONGEST_TITLE, type MessageChange } from '../../../preload/contract/jobs.ts';
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import type { Failure } from '../../../preload/result.ts';
import { goesOn } from '../../components/job-words.ts';
import { noTicks, type Ticks } from '../../components/ticks.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { client } from '../../state/main-process.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { isMaybeForGood } from './message-deleting.ts';
import type { MessageBox } from './message-box.svelte.ts';
import type { Findable } from './message-rows.ts';
import { subjectOf } from './message-words.ts';
import type { Folder } from './places.ts';

/** So many a job takes. */
export const MOST_SELECTED = 2000;

/** The folder whose messages they are. */
interface Model {
  readonly connection: Connection;
  readonly actor: Actor;
  readonly folder: Folder;
  readonly box: MessageBox;
  readonly list: MessageBox['list'];
  readonly all: readonly Findable[];
}

export class MessageSelection {
  readonly #model: Model;
  ticks = $state.raw<Ticks>(noTicks);
  /** The dialog that asks whether to delete is open. */
  deleting = $state(false);
  readonly marking = new Action();

  /** In the order of the list. What is not in it any more is not selected. */
  messages = $derived.by(() =>
    this.ticks.names.size === 0
      ? []
      : this.#model.all
          .filter(({ message }) => this.ticks.names.has(message.id))
          .map(({ message }) => message),
  );
  unread = $derived.by(() => this.messages.filter(({ status }) => status.state === 'unread'));
  /** What the platform may refuse to delete, or delete at once. In the trash all goes for good, and nothing is asked apart. */
  maybeForGood = $derived.by(() =>
    this.#model.folder === 'trash'
      ? []
      : this.messages.filter((one) => isMaybeForGood(one, this.#model.actor)),
  );

  constructor(model: Model) {
    this.#model = model;
  }

  /** Why nothing can be done with them now; undefined when it can. */
  get blocked(): string | undefined {
    const t = language.t.messages.selected;
    if (this.messages.length > MOST_SELECTED) return t.tooMany(MOST_SELECTED);
    if (session.jobsOf('change-messages').some(goesOn)) return t.running;
    return this.#model.list.blocked;
  }

  clear(): void {
    this.ticks = noTicks;
  }

  async markAsRead(): Promise<void> {
    await this.marking.run(() => this.#start('mark-as-read', this.unread, () => false));
  }

  /** Those that a person has said yes to; main asks as well. */
  delete(messages: readonly MessageSummary[]): Promise<Failure | undefined> {
    const { actor, folder } = this.#model;
    const isForGood = (one: MessageSummary) => folder !== 'trash' && isMaybeForGood(one, actor);
    return this.#start('delete', messages, isForGood);
  }

  /** Goes to the choices of an export that takes these alone. */
  export(): void {
    this.#model.box.exporting = { messages: this.messages, by: 'selection' };
    router.go({ id: '+export' });
  }

  async #start(
    change: MessageChange,
    messages: readonly MessageSummary[],
    isForGood: (message: MessageSummary) => boolean,
  ): Promise<Failure | undefined> {
    const { connection, actor, folder } = this.#model;
    const answer = await client.jobs.startMessageChanges({
      connection: connection.id,
      who: actor.who,
      organisationName: actor.name,
      change,
      from: folder === 'trash' ? 'trash' : 'box',
      messages: messages.map((message) => ({
        ...namedForJob(message),
        ...(isForGood(message) && { forGood: true as const }),
      })),
    });
    if (answer.ok) this.clear();
    return failureOf(answer);
  }
}

/** As a job and its report name it. */
export const namedForJob = (message: MessageSummary) => ({
  message: message.id,
  title: subjectOf(message, language.t).slice(0, LONGEST_TITLE).toWellFormed(),
});

/** A job that changes messages of this party. */
export const isOf =
  (connection: string, who: string) =>
  (job: JobOf<'change-messages'>): boolean =>
    job.connection === connection && job.details.who === who;
