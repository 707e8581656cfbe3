// A file of places on its way: read and shown, taken, and which connections use another address than it has.
import type { AnswerOf } from '../../../preload/contract/contract.ts';
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { MovedConnection } from '../../../preload/contract/places.ts';
import type { FieldProblem } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { chooseFile } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';

export class PlacesImport {
  /** All that is in the file; undefined until one could be read. */
  plan = $state.raw<AnswerOf<'places.read'>>();
  /** Name of the file that was read last. */
  fileName = $state('');
  /** After it was taken: those that are not changed for anybody. */
  moved = $state.raw<readonly MovedConnection[]>();
  readonly reading = new Action();
  readonly taking = new Action();
  readonly forgetting = new Action();

  /** What is wrong with the file, by its path in it; undefined where something else failed, or nothing. */
  readonly faults = $derived.by<readonly (readonly [path: string, FieldProblem])[] | undefined>(
    () => {
      const { failure } = this.reading;
      return failure?.kind === 'invalid-input' ? Object.entries(failure.fields) : undefined;
    },
  );

  async choose(): Promise<void> {
    await this.reading.run(async () => {
      const chosen = await chooseFile('places');
      if (!chosen.ok || chosen.value === null) return failureOf(chosen) ?? 'cancelled';
      return this.#read(chosen.value);
    });
  }
  async look(file: ChosenFile): Promise<void> {
    await this.reading.run(() => this.#read(file));
  }
  async #read({ handle: file, name }: ChosenFile) {
    this.plan = undefined;
    this.taking.forget();
    this.fileName = name;
    const answer = await client.places.read({ file });
    if (answer.ok) this.plan = answer.value;
    return failureOf(answer);
  }

  /** True when the places count. */
  take(): Promise<boolean> {
    return this.taking.run(async () => {
      if (this.plan === undefined) return 'cancelled';
      const answer = await client.places.take(this.plan.file);
      if (answer.ok) this.moved = answer.value.moved;
      return failureOf(answer);
    });
  }
  forget(): Promise<boolean> {
    return this.forgetting.run(async () => failureOf(await client.places.forget({})));
  }
}
