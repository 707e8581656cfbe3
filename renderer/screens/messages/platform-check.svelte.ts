// The platform's own check of what it has of a form, and of which state of the message that was.
import type { MessageValidation } from '../../../preload/contract/messages.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';
import type { OpenForm } from './open-form.ts';

/** Kept by the desk: who comes back to the check does not ask the same again. */
export class PlatformCheck {
  readonly #desk: Pick<OpenForm, 'target' | 'message'>;
  readonly #said: Query<MessageValidation>;

  constructor(desk: Pick<OpenForm, 'target' | 'message'>) {
    this.#desk = desk;
    this.#said = new Query((asking) => client.messages.validate(desk.target, asking), {
      key: () => this.#desk.message.value?.lastChanged,
    });
  }

  /** The platform checks a form only while it is being filled in. */
  get isOffered(): boolean {
    return this.#desk.message.value?.can.validate === true;
  }
  get result(): MessageValidation | undefined {
    return this.#said.value;
  }
  get isGood(): boolean {
    return this.result?.success === true && this.result.errors.length === 0;
  }
  get busy(): boolean {
    return this.#said.busy;
  }
  get failure() {
    return this.#said.failure;
  }

  async ask(): Promise<void> {
    this.#said.forget();
    await this.#said.load();
  }

  /** Shown: asked where nothing is known of the message as it is now. */
  load(): void {
    if (this.result === undefined) void this.ask();
  }
  leave(): void {
    this.#said.leave();
  }
  get question(): string {
    return this.#said.question;
  }
}
