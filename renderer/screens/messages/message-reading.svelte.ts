// The state of the open message: its content, what belongs to it, and its actions. Opening it does not mark it as read.
import { untrack } from 'svelte';
import type { Message, MessageSummary } from '../../../preload/contract/messages.ts';
import { isUnknown } from '../../../preload/failures.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Outcome } from '../../state/action.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { Query } from '../../state/query.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import { type Failed, failedNow } from '../../state/failed.ts';
import type { MessagesModel } from './messages-model.svelte.ts';
import { isMaybeForGood } from './message-deleting.ts';
import { folderOf } from './message-rows.ts';
import { startId } from './places.ts';
import type { Wanted } from './reply-options.ts';

/** What a person pressed, for its own place in the pane. */
export type Act = 'mark' | 'print' | 'portal' | 'confirm' | 'archive' | 'payment' | 'earlier';
/** More answers than these are no look-up any more. */

/** Lives as long as the pane shows this message. */
export class MessageReading {
  readonly model: MessagesModel;
  readonly id: string;
  readonly message: Query<Message>;
  /** Of a message that only links to it. */
  readonly reference: Query<string>;
  readonly names: ServiceNames;
  readonly #navigator = createNavigator();

  doing = $state<Act>();
  failed = $state.raw<Readonly<Partial<Record<Act, Failed>>>>({});
  /** Nobody knows whether it was deleted: until it was looked at, nothing but looking is offered. */
  maybeDeleted = $state.raw<Failed>();
  /** It was looked at, and is there. */
  stillThere = $state(false);

  constructor(model: MessagesModel, id: string) {
    this.model = model;
    this.id = id;
    this.message = new Query((asking) => client.messages.get(this.target, asking));
    this.reference = new Query(async (asking) => {
      const answer = await client.messages.archiveReference(this.target, asking);
      return answer.ok ? { ok: true, value: answer.value.reference } : answer;
    });
    this.names = new ServiceNames(model.connection.id);
  }

  get target() {
    return this.model.target(this.id);
  }

  /** Its line of the list, where that has it. */
  get line(): MessageSummary | undefined {
    return this.model.messages.find(({ id }) => id === this.id);
  }

  /** What is known of it now: the message itself, or its line. */
  get shown(): MessageSummary | undefined {
    return this.message.value ?? this.line;
  }

  /** Why nothing can be changed now; undefined when it can. */
  get blocked(): string | undefined {
    return this.message.blocked ?? this.model.list.blocked;
  }

  /** Deleting it may remove it at once instead of moving it to the trash. */
  get maybeForGood(): boolean {
    return this.shown !== undefined && isMaybeForGood(this.shown, this.model.actor);
  }

  /** Of a form that was sent or is to be signed: where a new one begins with its values. */
  get usedAgain(): string | undefined {
    const { status, type, serviceCode: code = null, serviceEdition = null } = this.shown ?? {};
    const isSent = status?.state === 'archived-form' || status?.state === 'signing';
    if (!isSent || type?.kind === 'correspondence' || this.isGone) return undefined;
    if (code === null || serviceEdition === null) return undefined;
    return startId({ code, edition: serviceEdition }, this.id);
  }

  /** Only leads to where it is begun, by the way of any other form. */
  useAgain(): void {
    const { usedAgain } = this;
    if (usedAgain !== undefined) this.#navigator.go({ screen: 'work-list', id: usedAgain });
  }

  get isGone(): boolean {
    return this.message.failure?.kind === 'not-found';
  }

  /** The list was read later than the message, and says another time: somebody changed it. */
  get changedMeanwhile(): boolean {
    const { value, fetched } = this.message;
    const { line } = this;
    const listed = this.model.list.fetched;
    if (value === undefined || line === undefined || fetched === null || listed === null)
      return false;
    return listed > fetched && line.lastChanged !== value.lastChanged;
  }

  async load(): Promise<void> {
    this.#learn();
    if (!(await this.message.newest())) return;
    const { value } = this.message;
    if (value === undefined) return;
    if (value.archiveReference === null && value.can.archiveReference) void this.reference.load();
    this.#learn();
  }

  /** What its service is called, from the line already: in the trash that is all there is. */
  #learn(): void {
    untrack(() => {
      const { serviceCode: code = null, serviceEdition: edition = null } = this.shown ?? {};
      if (code !== null && edition !== null) this.names.learn([{ code, edition }]);
    });
  }

  leave(): void {
    this.message.leave();
    this.reference.leave();
    this.names.leave();
  }

  /** The only way by which a message is marked as read (RTY-07). True when it is. */
  async markAsRead(): Promise<boolean> {
    return this.#act('mark', async () => {
      const answer = await client.messages.get({ ...this.target, markAsRead: true });
      if (!answer.ok) return answer.failure;
      this.message.take(answer.value);
      // Some platforms answer with the message as it was before.
      if (answer.value.status.state === 'unread') await this.message.load();
      const { value } = this.message;
      if (value !== undefined) this.model.replaced(value);
      return undefined;
    });
  }

  async print(): Promise<void> {
    await this.#act('print', async () => {
      const ending = this.message.value?.printsAs === 'html' ? '.html' : '.pdf';
      return saveAs(
        chooseTarget(this.model.connection, `message-${this.id}`, ending),
        (target) => client.messages.print({ ...this.target, target }),
        ({ name }) => language.t.messagePane.attachments.saved(name),
      );
    });
  }

  async openPortal(): Promise<void> {
    await this.#act('portal', async () => {
      const answer = await client.messages.openPortal(this.target);
      return answer.ok ? undefined : answer.failure;
    });
  }

  /** The page where it is paid for, in the browser. */
  async openPayment(): Promise<void> {
    await this.#act('payment', async () => {
      const answer = await client.messages.openPayment(this.target);
      return answer.ok ? undefined : answer.failure;
    });
  }

  /** True when it is confirmed. */
  async confirm(): Promise<boolean> {
    return this.#act('confirm', async () => {
      const answer = await client.messages.confirm(this.target);
      if (!answer.ok) return answer.failure;
      await this.message.load();
      return undefined;
    });
  }

  /** It goes on under another id, which is shown instead; where the platform tells none, it leaves the list. */
  async archive(): Promise<boolean> {
    return this.#act('archive', async () => {
      const answer = await client.messages.archive(this.target);
      if (!answer.ok) return answer.failure;
      this.model.archived(this.id, answer.value.id);
      return undefined;
    });
  }

  /** Shows the earlier message that this one refers to. True unless the box has none like it. */
  async openEarlier(): Promise<boolean> {
    let isFound = true;
    await this.#act('earlier', async () => {
      const answer = await client.messages.archiveReference(this.target);
      if (!answer.ok) return answer.failure;
      const { message } = answer.value;
      const opened =
        message !== null && (await this.openArchived([{ by: 'message', id: message }]));
      if (typeof opened === 'object') return opened;
      isFound = opened;
      return undefined;
    });
    return isFound;
  }

  async #act(act: Act, work: () => Promise<Outcome>): Promise<boolean> {
    if (this.doing !== undefined) return false;
    this.doing = act;
    this.failed = { ...this.failed, [act]: undefined };
    let failure: Outcome;
    try {
      failure = await work();
    } finally {
      this.doing = undefined;
    }
    // What the person took back is no failure.
    if (failure !== undefined && failure !== 'cancelled' && failure.kind !== 'cancelled')
      this.failed = { ...this.failed, [act]: failedNow(failure) };
    return failure === undefined;
  }

  /**
   * Undefined when there is nothing more to say in the dialog: it is deleted, or nobody knows (then `maybeDeleted` says so). A
   * refusal is shown there in its own words.
   */
  async remove(): Promise<Failure | undefined> {
    const forGood = this.maybeForGood ? { forGood: true as const } : {};
    const answer = await client.messages.remove({ ...this.target, ...forGood });
    if (answer.ok) return undefined;
    if (!isUnknown(answer.failure)) return answer.failure;
    this.maybeDeleted = failedNow(answer.failure);
    return undefined;
  }

  /** What the deleting came to. Where it stands now is known from what is read, in its place and in the list. */
  async look(): Promise<void> {
    const isThere = await this.message.newest();
    if (!isThere && !this.isGone) return;
    if (isThere && this.message.value?.status.state !== 'deleted') {
      this.stillThere = true;
      this.maybeDeleted = undefined;
    } else if (await this.#isOutOfBin()) this.model.removed(this.id);
  }

  /** What was in the trash has no address of its own: the list says whether it still is. */
  async #isOutOfBin(): Promise<boolean> {
    if (this.model.folder !== 'trash') return true;
    if (!(await this.model.list.load())) return false;
    if (this.line === undefined) return true;
    this.stillThere = true;
    this.maybeDeleted = undefined;
    return false;
  }

  /** Looks for something archived and goes there. False: the archive has nothing like it. */
  async openArchived(wanted: readonly Wanted[]): Promise<boolean | Failure> {
    for (const one of wanted) {
      const found =
        one.by === 'message' ? await this.#byId(one.id) : await this.#byReference(one.reference);
      if (found === undefined) continue;
      if ('kind' in found) return found;
      this.#navigator.go({ screen: folderOf(found), id: found.id });
      return true;
    }
    return false;
  }

  async #byId(message: string): Promise<Message | Failure | undefined> {
    const answer = await client.messages.get(this.model.target(message));
    if (answer.ok) return answer.value;
    return answer.failure.kind === 'not-found' ? undefined : answer.failure;
  }

  /** Only the relation of this message says which one a reference is: no answer shows a message's own number (platform.md). */
  async #byReference(reference: string): Promise<Message | Failure | undefined> {
    if (this.message.value?.can.archiveReference !== true) return undefined;
    const answer = await client.messages.archiveReference(this.target);
    if (!answer.ok) return answer.failure;
    const { message } = answer.value;
    return message === null || !same(answer.value.reference, reference)
      ? undefined
      : this.#byId(message);
  }
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
