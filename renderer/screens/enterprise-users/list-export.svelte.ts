// Saves the list as a file, one save at a time, and keeps the failure of the last one.
import type { Failure } from '../../../preload/result.ts';
import { Action } from '../../state/action.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import type { UsersModel } from './users-model.svelte.ts';

export class ListExport {
  readonly #model: UsersModel;
  readonly #saving = new Action();
  /** Does what failed once more. */
  retry = $state.raw(() => void this.all());

  constructor(model: UsersModel) {
    this.#model = model;
  }

  get busy(): boolean {
    return this.#saving.busy;
  }
  get failure(): Failure | undefined {
    return this.#saving.failure;
  }
  get possible(): boolean {
    return this.#model.rows.length > 0;
  }

  all(): Promise<void> {
    return this.#run({});
  }

  ticked(): Promise<void> {
    return this.#run({ userNames: [...this.#model.ticks.names] });
  }

  async #run(which: { readonly userNames?: string[] }): Promise<void> {
    if (!this.possible) return;
    this.retry = () => void this.#run(which);
    const { connection } = this.#model;
    await this.#saving.run(() =>
      saveAs(
        chooseTarget(connection, 'enterprise-users', '.csv'),
        (target) =>
          client.enterpriseUsers.exportList({ connection: connection.id, target, ...which }),
        ({ name, rows }) => language.t.enterpriseUsers.exported(name, rows),
      ),
    );
  }
}
