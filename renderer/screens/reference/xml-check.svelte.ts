// The state of checking a file against an XSD: the file, the progress, the result, and a second check once corrected.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Failure } from '../../../preload/result.ts';
import { chooseXml, readable } from '../../state/file-reading.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { askedFor, type XsdPlace } from './xsd-form.svelte.ts';

type Answer = Awaited<ReturnType<typeof client.xsd.validate>>;
export type Checked = Extract<Answer, { ok: true }>['value'];

export class XmlCheck {
  file = $state.raw<ChosenFile>();
  /** Of the dialog, not of the file. */
  choosing = $state.raw<Failure>();
  /** What came out before stays until this has come out. */
  readonly result: Query<Checked, { readonly step: 'reading' | 'compiling' | 'checking' }>;

  constructor(place: XsdPlace) {
    this.result = new Query((asking) =>
      client.xsd.validate({ ...askedFor(place), file: this.file?.handle ?? '' }, asking),
    );
  }

  async choose(): Promise<void> {
    const answer = await chooseXml();
    this.choosing = answer.ok ? undefined : answer.failure;
    if (answer.ok && answer.value !== null) await this.take(answer.value);
  }

  async drop(file: ChosenFile): Promise<void> {
    const answer = await readable(file);
    this.choosing = answer.ok ? undefined : answer.failure;
    if (answer.ok && answer.value !== null) await this.take(answer.value);
  }

  async take(file: ChosenFile): Promise<void> {
    this.choosing = undefined;
    this.file = file;
    this.result.forget();
    await this.result.load();
  }
}
