// One run of Test connection: its steps as they arrive, cancelled when the view closes.
import { testStepName, type TestStep } from '../../../preload/contract/connections.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { client } from '../../state/steward.ts';

const WAITING: readonly TestStep[] = testStepName.options.map((step) => ({
  step,
  state: 'waiting',
  detail: '',
  failure: null,
  advice: null,
}));

export class TestRun {
  steps = $state.raw(WAITING);
  state = $state<'not-run' | 'running' | 'passed' | 'failed'>('not-run');
  /** When the run itself could not be made; a failed step is no failure. */
  failure = $state.raw<Failure>();
  /** Milliseconds since 1970. */
  finished = $state<number>();
  #stopper = new AbortController();

  /** Answers when the run has ended; a run that was begun meanwhile takes over what is shown. */
  async run(connection: string): Promise<void> {
    this.#stopper.abort();
    const own = (this.#stopper = new AbortController());
    this.steps = WAITING;
    this.state = 'running';
    this.failure = undefined;
    const answer = await client.connections.test(
      { connection },
      {
        signal: own.signal,
        onProgress: ({ steps }) => {
          if (this.#stopper === own) this.steps = steps;
        },
      },
    );
    if (this.#stopper === own) this.#end(answer);
  }

  readonly stop = (): void => {
    this.#stopper.abort();
  };

  #end(answer: Result<{ passed: boolean; steps: readonly TestStep[] }>): void {
    this.finished = Date.now();
    if (answer.ok) {
      this.steps = answer.value.steps;
      this.state = answer.value.passed ? 'passed' : 'failed';
      return;
    }
    const cancelled = answer.failure.kind === 'cancelled';
    this.state = cancelled ? 'not-run' : 'failed';
    this.failure = cancelled ? undefined : answer.failure;
    this.steps = this.steps.map((step) =>
      step.state === 'running' ? { ...step, state: 'waiting' } : step,
    );
  }
}
