// One run of Test connection: its steps as they arrive, cancelled when the view closes.
import { testStepName, type TestStep } from '../../../preload/contract/connections.ts';
import type { Failure } from '../../../preload/result.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';

const WAITING: readonly TestStep[] = testStepName.options.map((step) => ({
  step,
  state: 'waiting',
  detail: '',
  failure: null,
  advice: null,
}));

interface Ended {
  readonly passed: boolean;
  readonly steps: readonly TestStep[];
}

export class TestRun {
  steps = $state.raw(WAITING);
  /** Milliseconds since 1970. */
  finished = $state<number>();
  #run = $state.raw<Query<Ended, Pick<Ended, 'steps'>>>();

  get state(): 'not-run' | 'running' | 'passed' | 'failed' {
    if (this.#run === undefined) return 'not-run';
    if (this.#run.busy) return 'running';
    return this.#run.value?.passed === true ? 'passed' : 'failed';
  }
  /** When the run itself could not be made; a failed step is no failure. */
  get failure(): Failure | undefined {
    return this.#run?.failure;
  }

  /** Answers when the run has ended; a run that was begun meanwhile takes over what is shown. */
  async run(connection: string): Promise<void> {
    this.stop();
    const run = new Query<Ended, Pick<Ended, 'steps'>>(({ signal }) =>
      client.connections.test(
        { connection },
        {
          signal,
          onProgress: ({ steps }) => {
            if (this.#run === run) this.steps = steps;
          },
        },
      ),
    );
    this.steps = WAITING;
    this.#run = run;
    await run.load();
    if (this.#run !== run) return;
    this.finished = Date.now();
    this.steps = run.value?.steps ?? stopped(this.steps);
  }

  /** A sign-in after it ended takes away what it said of there being none. */
  outdate(signedInSince: string | null): void {
    const isLater =
      signedInSince !== null && Date.parse(signedInSince) > (this.finished ?? Infinity);
    const isAbout = ({ state, step, failure }: TestStep) =>
      state === 'failed' && (step === 'sign-in' || failure?.kind === 'sign-in-needed');
    if (this.state !== 'failed' || !isLater || !this.steps.some(isAbout)) return;
    this.#run = undefined;
    this.finished = undefined;
    this.steps = WAITING;
  }

  /** What had passed by then stays shown. */
  readonly stop = (): void => {
    if (this.#run?.busy !== true) return;
    this.#run.leave();
    this.#run = undefined;
    this.finished = Date.now();
    this.steps = stopped(this.steps);
  };
}

const stopped = (steps: readonly TestStep[]): readonly TestStep[] =>
  steps.map((step) => (step.state === 'running' ? { ...step, state: 'waiting' } : step));
