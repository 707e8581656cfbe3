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
  problemOf,
  type Rule,
  type SentAttachment,
  typeOfAttachment,
  typesOfSent,
} from './attachment-rules.ts';
import type { Step } from './places.ts';
import { PlatformCheck } from './platform-check.svelte.ts';
import { Saving, type Then } from './saving.svelte.ts';
import { Signing } from './signing.svelte.ts';
import { STREAMED_ABOVE, type Upload } from './upload-line.ts';
import { Uploads } from './uploads.svelte.ts';
import { keepEach } from '../../state/kept.svelte.ts';

type Answer<T> = Extract<T, { ok: true }> extends { readonly value: infer Value } ? Value : never;
type ServiceAnswer = Answer<Awaited<ReturnType<typeof client.reference.service>>>;

/** What is known of a message because it was done here. */
class Told {
  readonly types = new SvelteMap<string, string>();
  readonly sent = new SvelteSet<string>();
  /** `lastChanged` after a write of our own: that is no change of somebody else. */
  own = $state<string | null>();
  /** `lastChanged` of what was saved here after all its forms were checked. */
  valid = $state<string | null>();
  /** After it was signed here to the end: the archive's number, null where the platform did not say it. */
  archivedAs = $state<string | null>();

  leave(): void {
    // Nothing is under way.
  }
}
/** Who comes back to a message is not asked, nor warned of oneself, again, until the window is put away. */
const told = keepEach(
  (_target: string) => new Told(),
  () => true,
);

/** What is known of the forms by checking each against its XSD. */
export interface FormChecks {
  readonly problems: number;
  /** Forms that were changed here and not held against their XSD since. */
  readonly unchecked: number;
  /** Each form was checked, nothing was found, and nothing has been typed since. */
  readonly areValid: boolean;
  readonly isChecking: boolean;
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
  readonly platformCheck: PlatformCheck;
  readonly #told: Told;
  /** Set by who holds texts that are not on the disk yet: resolves when they are; its failure when they could not be. */
  flush: () => Promise<Failure | undefined> = async () => undefined;
  /** Set by who checks the forms. */
  checks = $state.raw<FormChecks>();

  constructor(connection: Connection, actor: Actor, id: string) {
    this.connection = connection;
    this.actor = actor;
    this.id = id;
    this.#told = told.of(JSON.stringify(this.target));
    ({ types: this.types, sent: this.sentTypes } = this.#told);
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
    this.platformCheck = new PlatformCheck(this);
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

  /** Its service ends in a signature, and the platform gives the text for it only where it is signed. */
  get isSignedLater(): boolean {
    const steps = this.service.value?.service.steps ?? [];
    return (
      this.message.value?.status.state === 'filling-in' &&
      steps.some(({ name }) => /sign/i.test(name))
    );
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
    return message.lastChanged !== draft.expected && message.lastChanged !== this.#told.own;
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
    const { saving } = this;
    if (saving.busy !== undefined) return undefined;
    const isMoved = then === 'await-signature' && this.message.value?.status.state !== 'signing';
    const hasNothing = saving.changes.length === 0 && !isMoved;
    return (
      this.#whyNotOn ??
      this.#whyNotSent(then) ??
      (hasNothing ? language.t.formDesk.check.nothingChanged : undefined)
    );
  }

  /** What is saved on the way to signing; undefined where the platform has all of it. */
  get savedFirst(): Then | undefined {
    const { saving } = this;
    if (saving.changes.length === 0) return undefined;
    // Where it waits for a signature it goes on waiting, if that can be sent at all.
    const isWaiting = this.message.value?.status.state === 'signing';
    return isWaiting && saving.plan('await-signature').way !== 'none'
      ? 'await-signature'
      : 'fill-in';
  }

  /** Why nobody can go on to signing now, with or without something to save. */
  get completeReason(): string | undefined {
    if (this.saving.busy !== undefined) return undefined;
    const then = this.savedFirst;
    return this.#whyNotOn ?? (then === undefined ? undefined : this.#whyNotSent(then));
  }

  get #whyNotOn(): string | undefined {
    const t = language.t.formDesk;
    const { saving } = this;
    if (this.isOpen === false) return t.notOpen;
    if (this.message.blocked !== undefined) return this.message.blocked;
    if (saving.lost !== undefined) return t.check.lost;
    if (this.uploads.isActive) return t.check.uploadsFirst;
    if (saving.isComparing) return t.check.comparingNow;
    if (saving.forms.value === undefined) return t.check.comparing;
    return saving.undecided.length > 0 ? t.check.decideFirst : undefined;
  }

  #whyNotSent(then: Then): string | undefined {
    const plan = this.saving.plan(then);
    return plan.way === 'none' ? language.t.formDesk.check.refusals[plan.refusal] : undefined;
  }

  /** Reads the message again after a write of ours. */
  async afterOwnWrite({ wereValid = this.areFormsValid } = {}): Promise<void> {
    const before = this.stale;
    if (!(await this.message.newest()) || before) return;
    this.#told.own = this.message.value?.lastChanged;
    if (wereValid) this.#told.valid = this.#told.own;
    this.signing.startOver();
  }

  /** What was typed here is at the platform, or not wanted any more. */
  async dropDraft(): Promise<Failure | undefined> {
    const answer = await client.formDrafts.drop(this.target);
    if (!answer.ok) return answer.failure;
    this.draft.take(null);
    return undefined;
  }

  /** It was signed to the end here; under its own address there is nothing any more, and that is no surprise. */
  get archivedAs(): string | null | undefined {
    return this.#told.archivedAs;
  }
  signed(id: string | null): void {
    this.#told.archivedAs = id;
  }

  /** By their XSDs, or by the platform's own check of what it has. */
  get areFormsValid(): boolean {
    if ((this.checks?.problems ?? 0) > 0) return false;
    if (this.checks?.areValid === true) return true;
    if (this.draft.value === undefined || this.changedForms > 0) return false;
    const { value } = this.message;
    return (
      this.platformCheck.isGood || (value !== undefined && value.lastChanged === this.#told.valid)
    );
  }

  /** What needs no more work. */
  get finished(): Readonly<Record<Step, boolean>> {
    // Signed and sent, there is no more to do in any of them.
    if (this.signing.isDone) return { forms: true, attachments: true, check: true, sign: true };
    const isSaved = this.saving.isCompared && this.changedForms === 0 && !this.stale;
    return {
      forms: this.areFormsValid,
      attachments:
        typeof this.service.value?.service === 'object' &&
        this.missing.length === 0 &&
        this.uploads.list.length === 0,
      check: isSaved && this.saving.lost === undefined,
      sign: false,
    };
  }

  /** Whether the service asks for no attachment and there is none: then nobody has to go there. */
  get hasNoAttachments(): boolean {
    return (
      this.service.value?.service.attachmentRules.length === 0 &&
      this.attachments.length === 0 &&
      this.uploads.list.length === 0
    );
  }

  problemOf(one: Upload): ReturnType<typeof problemOf> {
    const { list } = this.uploads;
    const before = list.slice(0, list.indexOf(one)).map(({ type }) => type);
    const there = this.attachments.map((attachment) => this.typeOf(attachment).type);
    return problemOf(this.rules, { ...one.file, type: one.type }, [...there, ...before]);
  }
  /** Chosen, and nothing speaks against uploading them. */
  get readyUploads(): readonly Upload[] {
    return this.uploads.list.filter(
      (one) => one.state === 'chosen' && this.problemOf(one) === undefined,
    );
  }

  get signer(): string {
    const name = this.actor.name.trim().replaceAll(/\s+/g, ' ');
    return name === '' ? this.actor.who : name;
  }
  get target() {
    return { connection: this.connection.id, who: this.actor.who, message: this.id };
  }

  async load(): Promise<void> {
    void this.draft.load();
    if (await this.message.newest()) await this.service.load();
  }

  leave(): void {
    this.uploads.stop();
    this.saving.leave();
    this.platformCheck.leave();
    this.message.leave();
    this.service.leave();
    this.draft.leave();
  }
}
