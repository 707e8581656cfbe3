// The state of a file of roles and rights before its job: chosen, tried against what there is, and started.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { PlannedDelegation } from '../../../preload/contract/delegations.ts';
import type { Failure } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { chooseFile } from '../../state/files.ts';
import { batchPlace } from '../../state/job-place.ts';
import { client } from '../../state/main-process.ts';
import { createNavigator } from '../../state/navigator.ts';
import { Query } from '../../state/query.svelte.ts';
import type { DelegationsModel } from './delegations-model.svelte.ts';

export class FilePlan {
  readonly #model: DelegationsModel;
  readonly #navigator = createNavigator();
  chosen = $state.raw<ChosenFile>();
  choosing = $state.raw<Failure>();
  /** What was typed to confirm that something is taken back. */
  typed = $state('');
  readonly starting = new Action();
  readonly plan;
  rows = $derived.by<readonly PlannedDelegation[]>(() => this.plan.value?.rows ?? []);
  /** In the order of the file; lines with nothing to do and refused ones are never sent. */
  changes = $derived.by(() =>
    this.rows.flatMap(({ verdict, change }) =>
      change !== null && (verdict === 'give' || verdict === 'take') ? [change] : [],
    ),
  );
  gives = $derived(this.rows.filter(({ verdict }) => verdict === 'give').length);
  takes = $derived(this.rows.filter(({ verdict }) => verdict === 'take').length);
  refused = $derived(this.rows.filter(({ verdict }) => verdict === 'refused').length);
  mustType = $derived.by(
    () => this.takes > 0 && this.#model.connection.environment === 'production',
  );
  ready = $derived.by(
    () => this.changes.length > 0 && (!this.mustType || this.typed === this.#model.actor.name),
  );

  constructor(model: DelegationsModel) {
    this.#model = model;
    this.plan = new Query((asking) =>
      client.delegations.readFile({ ...model.target, file: this.chosen?.handle ?? '' }, asking),
    );
  }

  async choose(): Promise<void> {
    const answer = await chooseFile('delegations');
    this.choosing = answer.ok ? undefined : answer.failure;
    if (!answer.ok || answer.value === null) return;
    this.chosen = answer.value;
    this.plan.value = undefined;
    this.plan.failure = undefined;
    await this.read();
  }

  /** Tries the file, also once more: against what is held then. */
  async read(): Promise<void> {
    this.starting.forget();
    this.typed = '';
    if (this.chosen !== undefined) await this.plan.load();
  }

  async start(): Promise<void> {
    if (!this.ready) return;
    await this.starting.run(async () => {
      const answer = await client.jobs.startDelegations({
        ...this.#model.target,
        organisationName: this.#model.actor.name,
        changes: [...this.changes],
      });
      if (answer.ok) this.#navigator.replace({ id: batchPlace(answer.value.id) });
      return failureOf(answer);
    });
  }
}
