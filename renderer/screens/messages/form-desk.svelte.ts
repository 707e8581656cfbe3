// One form task being filled in: the message on the platform, its service's rules, and the draft on this computer.
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { FormDraft } from '../../../preload/contract/form-drafts.ts';
import type { AttachmentLink } from '../../../preload/contract/messages.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import {
  missing,
  presetType,
  type Rule,
  type SentAttachment,
  typeOfAttachment,
  typesOfSent,
} from './attachment-rules.ts';
import { Saving, type Then } from './saving.svelte.ts';
import { Signing } from './signing.svelte.ts';
import { STREAMED_ABOVE } from './upload-line.ts';
import { Uploads } from './uploads.svelte.ts';

type Answer<T> = Extract<T, { ok: true }> extends { readonly value: infer Value } ? Value : never;
type ServiceAnswer = Answer<Awaited<ReturnType<typeof client.reference.service>>>;

interface Told {
  readonly types: SvelteMap<string, string>;
  readonly sent: SvelteSet<string>;
}
/** For as long as the window is open: who comes back to a message is not asked again. */
const told: Record<string, Told | undefined> = {};

function toldAbout(message: string): Told {
  return (told[message] ??= { types: new SvelteMap(), sent: new SvelteSet() });
}

/** Lives as long as the form is open, through all steps. */
export class FormDesk {
  readonly connection: Connection;
  readonly actor: Actor;
  readonly id: string;
  readonly message;
  /** Null where the open metadata does not have the service: then no rules are known. */
  readonly service;
  readonly draft;
  readonly signing: Signing;
  readonly saving: Saving;
  readonly uploads: Uploads;
  /** Types of attachments that were told in this session: the platform does not say them. */
  readonly types: SvelteMap<string, string>;
  /** Of those, what was added here: there is nothing to ask about. */
  readonly sentTypes: SvelteSet<string>;
  /** `lastChanged` after a write of our own: that is no change of somebody else. */
  #own = $state<string | null>();
  /** Set by who holds texts that are not on the disk yet: resolves when they are; its failure when they could not be. */
  flush: () => Promise<Failure | undefined> = async () => undefined;
  /** Set by who checks the forms. */
  countProblems = $state.raw<() => number | undefined>(() => undefined);

  constructor(connection: Connection, actor: Actor, id: string) {
    this.connection = connection;
    this.actor = actor;
    this.id = id;
    ({ types: this.types, sent: this.sentTypes } = toldAbout(JSON.stringify(this.target)));
    this.message = new Query((asking) => client.messages.get(this.target, asking));
    this.service = new Query<ServiceAnswer | null>(async (asking) => {
      const { serviceCode: code = null, serviceEdition: edition = null } = this.message.value ?? {};
      if (code === null || edition === null) return { ok: true, value: null };
      const of = { connection: connection.id, code, edition, kind: 'formtask' as const };
      return client.reference.service(of, asking);
    });
    this.draft = new Query<FormDraft | null>(async (asking) => {
      const answer = await client.formDrafts.open(this.target, asking);
      return answer.ok ? { ok: true, value: answer.value.draft } : answer;
    });
    this.signing = new Signing(this);
    this.saving = new Saving(this);
    this.uploads = new Uploads({
      send: (file, type, options) => {
        const input = { ...this.target, file: file.handle, type };
        return (file.bytes ?? 0) > STREAMED_ABOVE
          ? client.attachments.stream(input, options)
          : client.attachments.add(input, { signal: options.signal });
      },
      ended: async (done) => {
        if (typeof done?.id === 'string') {
          this.types.set(done.id, done.type);
          this.sentTypes.add(done.id);
        }
        await this.afterOwnWrite();
      },
      clock: () => performance.now(),
    });
  }

  /** What the service asks of attachments; none where it is not known. */
  get rules(): readonly Rule[] {
    return this.service.value?.service.attachmentRules ?? [];
  }
  get attachments(): readonly AttachmentLink[] {
    return this.message.value?.attachments ?? [];
  }
  /** Of this connection's platform, the open metadata has no such service: what may be attached is not known. */
  get isServiceUnknown(): boolean {
    const { value, failure, busy } = this.service;
    return value === null || (value === undefined && failure !== undefined && !busy);
  }
  /** Of attachments that were sent again with a form. */
  tellTypes(sent: readonly SentAttachment[]): void {
    for (const [id, type] of typesOfSent(sent, this.attachments)) {
      this.types.set(id, type);
      this.sentTypes.add(id);
    }
  }
  typeOf(attachment: AttachmentLink) {
    return typeOfAttachment(this.rules, this.types, attachment);
  }
  preset(name: string): string | undefined {
    return presetType(this.rules, name);
  }
  get missing() {
    const sure = (one: AttachmentLink) => {
      const { type, isSure } = this.typeOf(one);
      return isSure ? type : undefined;
    };
    return missing(this.rules, this.attachments.map(sure));
  }

  /** Forms that are other here than they were at the platform when the draft was begun. */
  get changedForms(): number {
    const forms = this.draft.value?.forms ?? [];
    return forms.filter(({ changed, removed, form }) =>
      form === null ? !removed : changed || removed,
    ).length;
  }
  /** Somebody else changed the message after the draft was begun. */
  get stale(): boolean {
    const [draft, message] = [this.draft.value, this.message.value];
    if (draft === null || draft === undefined || message === undefined) return false;
    return message.lastChanged !== draft.expected && message.lastChanged !== this.#own;
  }
  /** Whether the message can still be filled in; null while it is not known. What we do not know, the platform decides. */
  get isOpen(): boolean | null {
    const state = this.message.value?.status.state;
    return state === undefined ? null : ['filling-in', 'signing', 'unknown'].includes(state);
  }
  get isGone(): boolean {
    return this.message.failure?.kind === 'not-found';
  }

  /** Why it cannot be saved, or sent to signing, now; undefined when it can. */
  saveReason(then: Then): string | undefined {
    const t = language.t.formDesk;
    const { saving } = this;
    if (saving.busy !== undefined) return undefined;
    if (this.isOpen === false) return t.notOpen;
    if (this.message.blocked !== undefined) return this.message.blocked;
    if (saving.lost !== undefined) return t.check.lost;
    if (this.uploads.isActive) return t.check.uploadsFirst;
    if (saving.undecided.length > 0) return t.check.decideFirst;
    const plan = saving.plan(then);
    if (plan.way === 'none') return t.check.refusals[plan.refusal];
    const isMoved = then === 'await-signature' && this.message.value?.status.state !== 'signing';
    return saving.changes.length === 0 && !isMoved ? t.check.nothingChanged : undefined;
  }

  /** Reads the message again after a write of ours. */
  async afterOwnWrite(): Promise<void> {
    const before = this.stale;
    if ((await this.message.load()) && !before) this.#own = this.message.value?.lastChanged;
  }

  /** How much is wrong with the forms; undefined while nobody has checked them. */
  get formProblems(): number | undefined {
    return this.countProblems();
  }

  get target() {
    return { connection: this.connection.id, who: this.actor.who, message: this.id };
  }

  async load(): Promise<void> {
    void this.draft.load();
    if (await this.message.load()) await this.service.load();
  }

  leave(): void {
    this.uploads.stop();
    this.saving.leave();
    this.message.leave();
    this.service.leave();
    this.draft.leave();
  }
}
