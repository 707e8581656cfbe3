// One open form: its text, its edits on their way to the disk, and its check.
import type { DraftForm } from '../../../preload/contract/form-drafts.ts';
import type { Failure } from '../../../preload/result.ts';
import { XmlDocument } from '../../components/xml-document.ts';
import { client } from '../../state/main-process.ts';
import { EditQueue, type Saving } from './edit-queue.ts';
import { FormCheck } from './form-check.svelte.ts';
import type { FormDesk } from './form-desk.svelte.ts';
import { replacing } from './form-list.ts';

export class FormText {
  readonly key: string;
  readonly document: XmlDocument;
  readonly check = new FormCheck();
  saving = $state.raw<Saving>({ kind: 'saved', at: null });
  /** Absent where the form can only be read. */
  readonly #queue: EditQueue | undefined;

  constructor(key: string, xml: string, queue: (text: FormText) => EditQueue | undefined) {
    this.key = key;
    this.#queue = queue(this);
    this.document = new XmlDocument(xml, (changes) => {
      this.check.typed();
      this.#queue?.type(changes);
    });
  }

  get isFixed(): boolean {
    return this.#queue === undefined;
  }
  /** Something typed could not be put on the disk. */
  get isInDanger(): boolean {
    return this.saving.kind === 'failed' || this.saving.kind === 'conflict';
  }

  /** Nothing is on its way to the disk. */
  get isIdle(): boolean {
    return this.#queue?.isEmpty ?? true;
  }

  flush = async (): Promise<Failure | undefined> => this.#queue?.flush();

  /** The same text has another revision, by an act that does not touch it. */
  moved(revision: number): void {
    this.#queue?.moved(revision);
  }

  /** What is here goes to the disk in the place of what somebody else put there. */
  async overwrite({ xml, revision }: DraftForm): Promise<Failure | undefined> {
    this.#queue?.restart(revision);
    const changes = replacing(xml, this.document.text);
    if (changes.length > 0) this.#queue?.type(changes);
    return this.flush();
  }
}

export function textInDraft(
  desk: FormDesk,
  { key, xml, revision }: DraftForm,
  onchanged: (key: string, changed: boolean) => void,
): FormText {
  return new FormText(key, xml, (text) => {
    return new EditQueue({
      revision,
      send: (newest, changes) =>
        client.formDrafts.edit({ ...desk.target, key, revision: newest, changes: [...changes] }),
      onstate: (state) => (text.saving = state),
      onchanged: (changed) => onchanged(key, changed),
    });
  });
}

export const fixedText = (key: string, xml: string): FormText =>
  new FormText(key, xml, () => undefined);
