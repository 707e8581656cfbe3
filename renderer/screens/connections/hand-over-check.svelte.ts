// Verifying the folder of a hand-over: one that a person chooses, for which no connection is needed, or that of a job.
import type { VerifiedHandOver } from '../../../preload/contract/hand-over.ts';
import type { JobOf } from '../../../preload/contract/jobs.ts';
import { Action } from '../../state/action.svelte.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';

type Step = { readonly bytes: number; readonly total: number | null };

/** Of a component: `onDestroy(() => check.query.leave())`. */
export class HandOverCheck {
  /** The name of the folder that is verified. */
  name = $state('');
  readonly choosing = new Action();
  readonly query: Query<VerifiedHandOver, Step>;
  #asked: { readonly folder: string } | { readonly job: string } = { folder: '' };

  constructor() {
    this.query = new Query(({ signal, onProgress }) =>
      client.handOver.verify(this.#asked, { signal, onProgress }),
    );
  }

  get busy(): boolean {
    return this.choosing.busy || this.query.busy;
  }

  async choose(): Promise<void> {
    const chosen = await this.choosing.run(async () => {
      const answer = await client.files.chooseFolder({ use: 'read' });
      if (!answer.ok) return answer.failure;
      if (answer.value === null) return 'cancelled';
      this.#asked = { folder: answer.value.handle };
      this.name = answer.value.name;
      return undefined;
    });
    if (!chosen) return;
    this.query.forget();
    await this.query.load();
  }

  async of({ id, details }: JobOf<'hand-over'>): Promise<void> {
    this.#asked = { job: id };
    this.name = details.folder;
    this.query.forget();
    await this.query.load();
  }
}
