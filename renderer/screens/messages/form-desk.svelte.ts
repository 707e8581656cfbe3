// One form task that is being filled in: the message as the platform has it, its service with the rules, and the draft on this computer.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { FormDraft } from '../../../preload/contract/form-drafts.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { Reading } from '../../state/reading.svelte.ts';
import { client } from '../../state/steward.ts';
import { Signing } from './signing.svelte.ts';

type Answer<T> = Extract<T, { ok: true }> extends { readonly value: infer Value } ? Value : never;
type ServiceAnswer = Answer<Awaited<ReturnType<typeof client.reference.service>>>;

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
  /** Set by who holds texts that are not on the disk yet: resolves when they are; its failure when they could not be. */
  flush: () => Promise<Failure | undefined> = async () => undefined;

  constructor(connection: Connection, actor: Actor, id: string) {
    this.connection = connection;
    this.actor = actor;
    this.id = id;
    this.message = new Reading((asking) => client.messages.get(this.target, asking));
    this.service = new Reading<ServiceAnswer | null>(async (asking) => {
      const { serviceCode: code = null, serviceEdition: edition = null } = this.message.value ?? {};
      if (code === null || edition === null) return { ok: true, value: null };
      const of = { connection: connection.id, code, edition, kind: 'formtask' as const };
      return client.reference.service(of, asking);
    });
    this.draft = new Reading<FormDraft | null>(async (asking) => {
      const answer = await client.formDrafts.open(this.target, asking);
      return answer.ok ? { ok: true, value: answer.value.draft } : answer;
    });
    this.signing = new Signing(this);
  }

  get target() {
    return { connection: this.connection.id, who: this.actor.who, message: this.id };
  }

  async load(): Promise<void> {
    void this.draft.load();
    if (await this.message.load()) await this.service.load();
  }

  leave(): void {
    this.message.leave();
    this.service.leave();
    this.draft.leave();
  }
}
