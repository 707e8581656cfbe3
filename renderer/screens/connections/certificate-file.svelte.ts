// A certificate file that a person gives: opened as soon as that is possible, with its passphrase and its key's file.
import type { InspectedCertificate } from '../../../preload/contract/credentials.ts';
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { CertificateChoice, Failure, FieldProblem } from '../../../preload/result.ts';
import { Action } from '../../state/action.svelte.ts';
import { noFile } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';

/** What main is given to read it. */
export interface CertificateSource {
  readonly file: string;
  readonly keyFile?: string;
  readonly passphrase?: string;
  readonly keyNumber?: number;
}

export type PassphraseProblem = 'wrong-passphrase' | 'key-locked' | 'two-passphrases';

/** What a failure says of the passphrase, whose field it stands at. */
export function passphraseRefusal(
  failure: Failure | undefined,
): { readonly problem: PassphraseProblem; readonly names: string } | undefined {
  if (failure?.kind !== 'certificate') return undefined;
  const { problem, detail } = failure;
  return problem === 'wrong-passphrase' || problem === 'key-locked' || problem === 'two-passphrases'
    ? { problem, names: detail }
    : undefined;
}

export class CertificateFile {
  passphrase = $state('');
  #file = $state.raw<ChosenFile | null>(null);
  #keyFile = $state.raw<ChosenFile | null>(null);
  #facts = $state.raw<InspectedCertificate>();
  /** Of a file with several that could be used. */
  #choices = $state.raw<readonly CertificateChoice[]>([]);
  #chosen = $state.raw<number>();
  /** The passphrase it was last tried with. */
  #tried = $state.raw<string>();
  readonly #opening = new Action();

  get file(): ChosenFile | null {
    return this.#file;
  }
  get keyFile(): ChosenFile | null {
    return this.#keyFile;
  }
  /** What it says, once it is open. */
  get facts(): InspectedCertificate | undefined {
    return this.#facts;
  }
  /** Why it cannot be used today, open as it is. */
  get outside(): 'expired' | 'not-yet-valid' | undefined {
    const expiry = this.#facts?.expiry;
    return expiry === 'expired' || expiry === 'not-yet-valid' ? expiry : undefined;
  }
  /** Those of which a person chooses one; none where there is no choice. */
  get choices(): readonly CertificateChoice[] {
    return this.#choices;
  }
  get chosen(): number | undefined {
    return this.#chosen;
  }
  get busy(): boolean {
    return this.#opening.busy;
  }
  /** Closed by a passphrase that nobody has typed yet. */
  get isLocked(): boolean {
    return this.#refusal?.problem === 'wrong-passphrase' && this.#tried === '';
  }
  /** What is wrong with the passphrase that was tried. */
  get wrongPassphrase() {
    return this.isLocked ? undefined : this.#refusal;
  }
  /** Whether the private key may be in a file of its own. */
  get mayHaveKeyFile(): boolean {
    const isBundle = this.#file === null || /\.(p12|pfx)$/i.test(this.#file.name);
    const { failure } = this.#opening;
    const isKeyElsewhere = failure?.kind === 'certificate' && failure.problem === 'no-private-key';
    return this.#keyFile !== null || !isBundle || isKeyElsewhere;
  }
  /** Why it cannot be read, other than for its passphrase or for what is wrong with a field. */
  get failure(): Failure | undefined {
    const { failure } = this.#opening;
    const isOfField = failure?.kind === 'invalid-input' || this.#refusal !== undefined;
    return isOfField || this.#choices.length > 0 ? undefined : failure;
  }
  problem(field: keyof CertificateSource): FieldProblem | undefined {
    const { failure } = this.#opening;
    return failure?.kind === 'invalid-input' ? failure.fields[field] : undefined;
  }
  get source(): CertificateSource {
    return {
      file: this.#file?.handle ?? '',
      ...(this.#keyFile === null ? {} : { keyFile: this.#keyFile.handle }),
      ...(this.passphrase === '' ? {} : { passphrase: this.passphrase }),
      ...(this.#chosen === undefined ? {} : { keyNumber: this.#chosen }),
    };
  }

  /** Most files have a passphrase, and say so when they are tried without one. */
  async pick(file: ChosenFile): Promise<void> {
    this.#file = file;
    this.#keyFile = null;
    this.passphrase = '';
    await this.#tryOther();
  }
  async pickKey(file: ChosenFile): Promise<void> {
    this.#keyFile = file;
    await this.#tryOther();
  }
  /** One of `choices`. */
  async choose(number: number): Promise<void> {
    this.#chosen = number;
    await this.#tryAnew();
  }

  /** Whether it is open; it is tried once with each passphrase, and again after the clock may have been set. */
  async open(): Promise<boolean> {
    const isTried = this.#facts !== undefined && this.outside === undefined;
    if (!isTried || this.#tried !== this.passphrase) await this.#tryAnew();
    return this.#facts !== undefined;
  }

  async #tryOther(): Promise<void> {
    this.#choices = [];
    this.#chosen = undefined;
    await this.#tryAnew();
  }

  async #tryAnew(): Promise<void> {
    this.#facts = undefined;
    await this.#opening.run(async () => {
      const { passphrase, source } = this;
      this.#tried = passphrase;
      if (source.file === '') return noFile;
      const answer = await client.credentials.inspectCertificate(source);
      if (!answer.ok) {
        const { failure } = answer;
        if (failure.kind === 'certificate' && failure.choices) this.#choices = failure.choices;
        return failure;
      }
      this.#facts = answer.value;
      return undefined;
    });
  }

  get #refusal() {
    return passphraseRefusal(this.#opening.failure);
  }
}
