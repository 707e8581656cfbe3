// The replies of the open message and what came of the one that was pressed, wherever in the pane its button is.
import { clock } from '../../state/clock.svelte.ts';
import type { Failure } from '../../../preload/result.ts';
import { Action } from '../../state/action.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import type { MessageReading } from './message-reading.svelte.ts';
import { formId, type ServiceReference, startId } from './places.ts';
import { nameOfWanted, repliesTo, type Reply } from './reply-options.ts';
import { Starting } from './start-form.svelte.ts';
import { startWarnings } from './start-warnings.ts';

/** One that something can be done with. */
export type Offered = Exclude<Reply, { kind: 'text' }>;

export const REPLY_ICONS = { start: 'filePlus', archived: 'archive', link: 'external' } as const;

/** Lives as long as the pane shows the message. */
export class Replying {
  readonly following = new Action();
  /** The one that was pressed last. */
  pressed = $state.raw<{ readonly reply: Reply; readonly attempted: string }>();
  /** A start whose form nobody knows the place of. */
  unlocated = $state.raw<{ readonly starting: Starting; readonly name: string }>();
  /** Looked for and not found. */
  missing = $state.raw<Reply>();
  readonly #reading: MessageReading;
  readonly #navigator = createNavigator();

  constructor(reading: MessageReading) {
    this.#reading = reading;
  }

  all = $derived.by(() => {
    const { value } = this.#reading.message;
    return value === undefined ? [] : repliesTo(value);
  });
  /** What the letter asks for: the first that something can be done with, where the message is no form itself. */
  first = $derived.by<Offered | undefined>(() => {
    if (this.#reading.message.value?.type.kind !== 'correspondence') return undefined;
    return this.all.find((one): one is Offered => one.kind !== 'text');
  });
  others = $derived(this.all.filter((one) => one !== this.first));

  /** It may come again with each reading of the message: by what it says, not by which object it is. */
  isPressed(reply: Reply): boolean {
    return isSame(reply, this.pressed?.reply);
  }
  isMissing(reply: Reply): boolean {
    return isSame(reply, this.missing);
  }

  async press(reply: Reply): Promise<void> {
    if (this.following.busy || (reply.kind === 'start' && this.unlocated !== undefined)) return;
    this.missing = undefined;
    this.pressed = { reply, attempted: attemptedBy(reply) };
    await this.following.run(async () => {
      const outcome = await this.#follow(reply);
      if (outcome === false) this.missing = reply;
      return typeof outcome === 'boolean' ? undefined : outcome;
    });
  }

  async #follow(reply: Reply): Promise<boolean | Failure> {
    switch (reply.kind) {
      case 'start':
        return this.#start(reply.service);
      case 'archived':
        return this.#reading.openArchived(reply.wanted);
      case 'link': {
        const answer = await client.messages.openLink({ address: reply.address });
        return answer.ok ? true : answer.failure;
      }
      case 'text':
        return true;
    }
  }

  /** At once, prefilled, where nothing about the service asks for a look first; else where a form is started. */
  async #start(service: ServiceReference): Promise<boolean | Failure> {
    const { connection, actor } = this.#reading.model;
    const starting = new Starting(connection, actor, service);
    await starting.service.load();
    const { known, blocked } = starting;
    const isPlain =
      known !== undefined &&
      known !== null &&
      startWarnings(known, connection.signIn.way, clock.now).length === 0;
    if (!isPlain || blocked !== undefined) {
      this.#navigator.go({ screen: 'work-list', id: startId(service) });
      return true;
    }
    const id = await starting.start();
    if (id !== undefined) this.#navigator.go({ screen: 'work-list', id: formId(id, 'forms') });
    // It may have been started: that is looked into here, and it is not started again.
    else if (starting.outcome !== undefined) this.unlocated = { starting, name: known.name.trim() };
    return starting.making.failure ?? true;
  }
}

const isSame = (one: Reply, other: Reply | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const services = ({ service }: Extract<Reply, { kind: 'start' }>) =>
  `${service.code}/${String(service.edition)}`;

function attemptedBy(reply: Reply): string {
  const t = language.t.messagePane;
  if (reply.kind === 'link') return t.openingLink(reply.host);
  return reply.kind === 'start' ? language.t.formStart.starting(services(reply)) : t.looking;
}

export function replyLabel(reply: Offered): string {
  const t = language.t.messagePane;
  if (reply.text !== '') return reply.text;
  if (reply.kind === 'start') return t.startForm(services(reply));
  return reply.kind === 'archived' ? t.archived : reply.host;
}

export function replyHint(reply: Offered): string {
  const t = language.t.messagePane;
  if (reply.kind === 'start') return t.startFormText(services(reply));
  if (reply.kind === 'link') return t.linkText(reply.host);
  const [first] = reply.wanted;
  return t.archivedText(first === undefined ? '' : nameOfWanted(first));
}
