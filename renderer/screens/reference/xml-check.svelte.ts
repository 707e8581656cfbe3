// The state of checking a file against an XSD: the file, the progress, the result, and a second check once corrected.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Result } from '../../../preload/result.ts';
import { chooseFile } from '../../state/files.ts';
import { client } from '../../state/steward.ts';
import { askedFor, type XsdPlace } from './xsd-form.svelte.ts';

type Answer = Awaited<ReturnType<typeof client.xsd.validate>>;
export type Checked = Extract<Answer, { ok: true }>['value'];
export type CheckStep = 'reading' | 'compiling' | 'checking';
type Failure = Extract<Result<unknown>, { ok: false }>['failure'];

export class XmlCheck {
  file = $state.raw<ChosenFile>();
  step = $state<CheckStep>();
  checked = $state.raw<Checked>();
  failure = $state.raw<Failure>();
  /** Of the dialog, not of the file. */
  choosing = $state.raw<Failure>();
  /** When what is shown came out. */
  at = $state<string>();
  readonly #place: XsdPlace;
  #asking: AbortController | undefined;

  constructor(place: XsdPlace) {
    this.#place = place;
  }

  async choose(): Promise<void> {
    const answer = await chooseFile('form-xml');
    this.choosing = answer.ok ? undefined : answer.failure;
    if (!answer.ok || answer.value === null) return;
    this.file = answer.value;
    this.checked = undefined;
    await this.run();
  }

  /** What came out before stays until this has come out. */
  async run(): Promise<void> {
    if (this.file === undefined) return;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.step = 'reading';
    this.failure = undefined;
    const answer = await client.xsd.validate(
      { ...askedFor(this.#place), file: this.file.handle },
      {
        signal: asking.signal,
        onProgress: ({ step }) => {
          if (this.#asking === asking) this.step = step;
        },
      },
    );
    if (this.#asking !== asking) return;
    this.step = undefined;
    this.at = now();
    this.checked = answer.ok ? answer.value : undefined;
    this.failure = answer.ok ? undefined : answer.failure;
  }

  /** Ends the work in main, too. */
  cancel(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.step = undefined;
  }
}

const now = () => new Date().toISOString();
