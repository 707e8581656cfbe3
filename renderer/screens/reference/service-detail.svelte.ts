// One open service: its document, its role requirements and the schemas of its forms, each read when first shown.
import { untrack } from 'svelte';
import type { Service, ServiceSummary } from '../../../preload/contract/metadata.ts';
import type { FoundService } from '../../../preload/contract/reference.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import type { ServicesModel } from './services-model.svelte.ts';
import { isSame, referenceOf, type ServiceReference } from './service-places.ts';

type Answer<T> = Extract<T, { ok: true }> extends { readonly value: infer Value } ? Value : never;
export type ServiceAnswer = Answer<Awaited<ReturnType<typeof client.reference.service>>>;
export type RequirementsAnswer = Answer<Awaited<ReturnType<typeof client.reference.requirements>>>;

/** Lives as long as this service is open. */
export class ServiceDetail {
  readonly model: ServicesModel;
  readonly reference: ServiceReference;
  /** Of a type without a path there is only the line of the list. */
  readonly document: Query<ServiceAnswer> | undefined;
  readonly line: Query<ServiceSummary | null>;
  readonly requirements: Query<RequirementsAnswer>;

  constructor(model: ServicesModel, reference: ServiceReference) {
    this.model = model;
    this.reference = reference;
    this.#opened = untrack(() => model.lines[model.active]?.service);
    const { kind, code, edition } = reference;
    const at = { connection: model.connection.id, code, edition };
    this.document =
      kind === 'other'
        ? undefined
        : new Query(async (asking) =>
            this.#heard(await client.reference.service({ ...at, kind }, asking)),
          );
    this.requirements = new Query(async (asking) =>
      this.#heard(await client.reference.requirements(at, asking)),
    );
    this.line = new Query(async (asking) => {
      const services = [{ code, edition }];
      const answer = await client.reference.named({ connection: at.connection, services }, asking);
      return answer.ok ? { ok: true, value: answer.value.services[0] ?? null } : answer;
    });
  }

  /** Its row when it was opened: the list may be narrowed to others meanwhile. */
  readonly #opened: FoundService | undefined;
  /** Its row, when it is among those that are there. */
  #row = $derived.by(() => this.model.lines[this.model.active]?.service);
  /** What is known of it now: at once the line of the list, then the document. */
  summary = $derived.by((): ServiceSummary | undefined => {
    const line = this.line.value ?? undefined;
    const fits = line !== undefined && isSame(referenceOf(line), this.reference);
    return this.service ?? this.#row ?? this.#opened ?? (fits ? line : undefined);
  });
  /** Whether it can be looked up without the platform; undefined while that is not known. */
  kept = $derived.by((): boolean | undefined => {
    const from = this.document?.value?.origin.from;
    if (this.#row !== undefined || from === 'copy') return this.#row?.kept ?? true;
    return this.#opened?.kept ?? (from === undefined ? undefined : false);
  });
  /** The list came and does not have it, nor has the platform. */
  isGone = $derived.by(
    () => this.line.value === null && this.document?.value === undefined && !this.isBusy,
  );

  get service(): Service | undefined {
    return this.document?.value?.service;
  }
  get isBusy(): boolean {
    return this.document?.busy === true || this.line.busy;
  }

  load(): void {
    void this.document?.load();
    if (this.#row === undefined) void this.line.load();
  }

  leave(): void {
    this.document?.leave();
    this.line.leave();
    this.requirements.leave();
  }

  /** Where the platform had to be asked, the answer says whether it is there. */
  #heard<
    T extends Awaited<
      ReturnType<typeof client.reference.service | typeof client.reference.requirements>
    >,
  >(answer: T): T {
    this.model.heard(answer.ok ? answer.value : answer);
    return answer;
  }
}
