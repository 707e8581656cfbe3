// Saves the list as a file, one save at a time, and keeps the failure of the last one.
import type { Failure } from '../../../preload/result.ts';
import { clock } from '../../state/clock.svelte.ts';
import { client } from '../../state/steward.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { Board } from './board.svelte.ts';
import { fileName } from '../../state/file-name.ts';

export class ListExport {
  readonly #board: Board;
  busy = $state(false);
  failure = $state.raw<Failure>();
  /** Does what failed once more. */
  retry = $state.raw(() => void this.all());

  constructor(board: Board) {
    this.#board = board;
  }

  get possible(): boolean {
    return this.#board.rows.length > 0;
  }

  all(): Promise<void> {
    return this.#run({});
  }

  ticked(): Promise<void> {
    return this.#run({ userNames: [...this.#board.ticks.names] });
  }

  async #run(which: { readonly userNames?: string[] }): Promise<void> {
    if (this.busy || !this.possible) return;
    this.busy = true;
    this.retry = () => void this.#run(which);
    this.failure = await this.#save(which);
    this.busy = false;
  }

  async #save(which: { readonly userNames?: string[] }): Promise<Failure | undefined> {
    const { id, organisationName, environment } = this.#board.connection;
    const suggestedName = fileName(
      organisationName,
      environment,
      'enterprise-users',
      clock.now,
      '.csv',
    );
    const target = await client.files.chooseTarget({ suggestedName });
    if (!target.ok) return target.failure;
    if (target.value === null) return undefined;
    const asked = { connection: id, target: target.value.handle, ...which };
    const answer = await client.enterpriseUsers.exportList(asked);
    if (!answer.ok) return answer.failure;
    const { name, rows } = answer.value;
    toasts.show(language.t.enterpriseUsers.exported(name, rows), { tone: 'success' });
    return undefined;
  }
}
