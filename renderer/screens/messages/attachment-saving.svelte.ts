// Saves the attachments of a message: one, or all into a folder in turn. It continues while another message is open.
import type { AttachmentLink } from '../../../preload/contract/messages.ts';
import type { Failure } from '../../../preload/result.ts';
import { type Failed, failedNow } from '../../state/failed.ts';
import { fileName } from '../../state/file-name.ts';
import { tellSaved } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { neutralLine } from './body-text.ts';
import type { MessagesModel } from './messages-model.svelte.ts';

export type Saving =
  | { readonly state: 'waiting' }
  | { readonly state: 'saving'; readonly bytes: number; readonly total: number | null }
  | { readonly state: 'saved'; readonly name: string; readonly target: string }
  | ({ readonly state: 'failed' } & Failed);
export type Savable = AttachmentLink & { readonly id: string };

interface Tally {
  readonly done: number;
  readonly failed: number;
  readonly of: number;
  /** Name of the folder. */
  readonly folder: string;
}

/** What has no id has no address of its own. */
export const isSavable = (one: AttachmentLink): one is Savable => one.id !== null;

/** Without signs that turn or hide what it ends in. */
export const nameOf = ({ fileName, name, id }: AttachmentLink): string =>
  neutralLine(fileName).trim() || neutralLine(name).trim() || (id ?? '');

/** Only a name, whatever the sender wrote: the person sees it in the dialog, main makes it safe once more. */
export const suggestedName = (one: AttachmentLink): string =>
  nameOf(one)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[/\\:*?"<>|]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-120)
    .trim() || 'attachment';

/** Not one `Action`: several are saved beside each other, each with its own progress, end and cancel. */
export class AttachmentSaving {
  /** By the id of the attachment. */
  states = $state.raw<Readonly<Partial<Record<string, Saving>>>>({});
  /** While all are saved, and after it. */
  all = $state.raw<Tally>();
  busyAll = $state(false);
  /** The dialog could not be shown. */
  failure = $state.raw<Failure>();
  /** While nobody looks, the end is told elsewhere. */
  watched = false;

  readonly #model: MessagesModel;
  readonly #message: string;
  // Nothing on the screen goes by it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #running = new Map<string, AbortController>();
  #all: AbortController | undefined;

  constructor(model: MessagesModel, message: string) {
    this.#model = model;
    this.#message = message;
  }

  async one(part: Savable): Promise<void> {
    if (this.busyAll || this.#running.has(part.id)) return;
    this.failure = undefined;
    const target = await client.files.chooseTarget({ suggestedName: suggestedName(part) });
    if (!target.ok) this.failure = target.failure;
    else if (target.value !== null) {
      const saved = await this.#save(part, target.value.handle);
      if (!this.watched) this.#tell(part, saved);
    }
  }

  /** A failure of one does not keep the others; a cancel ends it. */
  async everything(parts: readonly Savable[]): Promise<void> {
    if (this.busyAll || this.#running.size > 0 || parts.length === 0) return;
    this.failure = undefined;
    this.busyAll = true;
    const target = await client.files.chooseFolder({ suggestedName: this.#folderName, make: true });
    if (!target.ok) this.failure = target.failure;
    else if (target.value !== null) await this.#saveAll(parts, target.value);
    this.busyAll = false;
  }

  get #folderName(): string {
    const { organisationName, environment } = this.#model.connection;
    return fileName(organisationName, environment, `message-${this.#message}`, now(), '');
  }

  async #saveAll(
    parts: readonly Savable[],
    { handle, name }: { readonly handle: string; readonly name: string },
  ): Promise<void> {
    const stop = new AbortController();
    this.#all = stop;
    this.states = Object.fromEntries(parts.map(({ id }) => [id, { state: 'waiting' as const }]));
    let tally: Tally = { done: 0, failed: 0, of: parts.length, folder: name };
    this.all = tally;
    for (const part of parts) {
      if (stop.signal.aborted) this.#put(part.id, undefined);
      else {
        const saved = await this.#save(part, handle);
        const key = saved ? 'done' : 'failed';
        if (!stop.signal.aborted || saved) tally = { ...tally, [key]: tally[key] + 1 };
        this.all = tally;
      }
    }
    this.#all = undefined;
    if (!this.watched && !stop.signal.aborted) {
      const t = language.t.messagePane.attachments;
      const tone = tally.failed === 0 ? 'success' : 'warning';
      const said = t.savedAll(tally.done, tally.of, name);
      if (tally.done > 0) tellSaved(said, handle, tone);
      else toasts.show(said, { tone });
    }
  }

  /** One, or everything that is being saved. What is whole at its place stays. */
  cancel(id?: string): void {
    if (id === undefined) this.#all?.abort();
    for (const [key, running] of this.#running) if (id === undefined || key === id) running.abort();
  }

  async #save(part: Savable, target: string): Promise<boolean> {
    const { id } = part;
    const running = new AbortController();
    this.#running.set(id, running);
    this.#put(id, { state: 'saving', bytes: 0, total: part.bytes });
    const answer = await client.attachments.save(
      { ...this.#model.target(this.#message), attachment: id, target },
      {
        signal: running.signal,
        onProgress: (step) => {
          if (this.#running.get(id) === running) this.#put(id, { state: 'saving', ...step });
        },
      },
    );
    this.#running.delete(id);
    if (answer.ok) this.#put(id, { state: 'saved', name: answer.value.name, target });
    else if (answer.failure.kind === 'cancelled') this.#put(id, undefined);
    else this.#put(id, { state: 'failed', ...failedNow(answer.failure) });
    return answer.ok;
  }

  #put(id: string, saving: Saving | undefined): void {
    this.states = { ...this.states, [id]: saving };
  }

  #tell(part: Savable, saved: boolean): void {
    const t = language.t.messagePane.attachments;
    const now = this.states[part.id];
    if (saved && now?.state === 'saved') tellSaved(t.saved(now.name), now.target);
    else if (now?.state === 'failed') toasts.show(t.notSaved(nameOf(part)), { tone: 'warning' });
  }
}

const now = (): Date => new Date();
const savings = new WeakMap<MessagesModel, Record<string, AttachmentSaving>>();

/** The same one as long as the folder is open, so that a person who comes back finds what is still being saved. */
export function savingOf(model: MessagesModel, message: string): AttachmentSaving {
  const ofModel = savings.get(model) ?? {};
  savings.set(model, ofModel);
  return (ofModel[message] ??= new AttachmentSaving(model, message));
}
