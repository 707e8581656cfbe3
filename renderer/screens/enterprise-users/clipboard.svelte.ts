// Counts down the seconds of a secret on the clipboard. Main puts it there and clears it.
import type { Failure } from '../../../preload/result.ts';
import { client, on } from '../../state/main-process.ts';

/** Its maker calls `leave` when it goes. */
export class Copied {
  state = $state<'not' | 'copied' | 'cleared' | 'left-alone'>('not');
  /** After how many seconds main clears it. */
  seconds = $state(0);
  secondsLeft = $state(0);
  failure = $state.raw<Failure>();

  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #deaf = on('clipboardCleared', ({ cleared }) => {
    clearInterval(this.#timer);
    if (this.state === 'copied') this.state = cleared ? 'cleared' : 'left-alone';
  });

  async copy(secret: string): Promise<void> {
    const answer = await client.oneTimeSecrets.copy({ secret });
    this.failure = answer.ok ? undefined : answer.failure;
    if (!answer.ok) return;
    this.state = 'copied';
    this.seconds = answer.value.clearsInSeconds;
    this.#count(Date.now() + this.seconds * 1000);
  }

  leave(): void {
    clearInterval(this.#timer);
    this.#deaf();
  }

  #count(until: number): void {
    clearInterval(this.#timer);
    const step = () => {
      this.secondsLeft = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    };
    step();
    this.#timer = setInterval(step, 250);
  }
}
