// Verifies the files of an export against its manifest: progress, result, and cancellation.
import type { Failure } from '../../../preload/result.ts';
import { client } from '../../state/steward.ts';

type Answer = Awaited<ReturnType<typeof client.jobs.verifyExport>>;
export type Checked = Extract<Answer, { ok: true }>['value'];

export class ExportCheck {
  readonly job: string;
  busy = $state(false);
  progress = $state.raw<{ readonly bytes: number; readonly total: number | null }>();
  result = $state.raw<Checked>();
  failure = $state.raw<Failure>();
  #asking: AbortController | undefined;

  constructor(job: string) {
    this.job = job;
  }

  get whole(): boolean {
    const { result } = this;
    if (result === undefined) return false;
    return result.missing.length + result.changed.length + result.others.length === 0;
  }

  async run(): Promise<void> {
    if (this.busy) return;
    const asking = new AbortController();
    this.#asking = asking;
    this.busy = true;
    this.forget();
    const answer = await client.jobs.verifyExport(
      { job: this.job },
      {
        signal: asking.signal,
        onProgress: (progress) => {
          this.progress = progress;
        },
      },
    );
    this.busy = false;
    this.progress = undefined;
    if (answer.ok) this.result = answer.value;
    else if (answer.failure.kind !== 'cancelled') this.failure = answer.failure;
  }

  /** What was found is no longer what is there. */
  forget(): void {
    this.result = undefined;
    this.failure = undefined;
  }

  leave(): void {
    this.#asking?.abort();
  }
}
