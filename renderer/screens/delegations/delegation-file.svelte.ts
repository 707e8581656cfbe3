// The file of roles and rights to give and take back, and its job.
import type { PlannedDelegation } from '../../../preload/contract/delegations.ts';
import { FilePlan } from '../../state/file-plan.svelte.ts';
import { client } from '../../state/main-process.ts';
import type { DelegationsModel } from './delegations-model.svelte.ts';

export class DelegationFile extends FilePlan<PlannedDelegation> {
  readonly #model: DelegationsModel;
  /** In the order of the file; lines with nothing to do and refused ones are never sent. */
  changes = $derived.by(() =>
    this.rows.flatMap(({ verdict, change }) =>
      change !== null && (verdict === 'give' || verdict === 'take') ? [change] : [],
    ),
  );
  count = $derived(this.changes.length);
  removals = $derived(this.changes.filter(({ action }) => action === 'take').length);

  constructor(model: DelegationsModel) {
    const { connection, actor, target } = model;
    super({
      purpose: 'delegations',
      name: actor.name,
      environment: connection.environment,
      ask: (file, asking) => client.delegations.readFile({ ...target, file }, asking),
    });
    this.#model = model;
  }

  start(): Promise<void> {
    const { target, actor } = this.#model;
    return this.begin(() =>
      client.jobs.startDelegations({
        ...target,
        organisationName: actor.name,
        changes: [...this.changes],
      }),
    );
  }
}
