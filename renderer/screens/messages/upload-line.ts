// The queue of uploads to a message: each file is checked first, they are sent in turn, and no outcome is ever guessed.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import { isUnknown } from '../../../preload/failures.ts';
import type { Failure, Result } from '../../../preload/result.ts';

export type UploadState = 'chosen' | 'waiting' | 'running' | 'stopping' | 'failed' | 'cancelled';
export interface Upload {
  readonly id: number;
  readonly file: ChosenFile;
  readonly type: string | undefined;
  readonly state: UploadState;
  readonly sent: number;
  /** Milliseconds of the clock. */
  readonly begun: number;
  readonly now: number;
  readonly failure: Failure | undefined;
  /** It may be there although it failed: never sent again by a button. */
  readonly mayBeThere: boolean;
}

interface Sent {
  readonly id: string | null;
  readonly settledByList: boolean;
}
export interface UploadNeeds {
  readonly send: (
    file: ChosenFile,
    type: string,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (step: { readonly bytes: number }) => void;
    },
  ) => Promise<Result<Sent>>;
  /** The message is read again, whatever came of it: only the platform's own list counts. */
  readonly ended: (
    done: { readonly id: string | null; readonly type: string } | undefined,
  ) => Promise<void>;
  readonly clock: () => number;
}

/** Above this the file does not go into the body of a call (platform.md, Forms and attachments). */
export const STREAMED_ABOVE = 1024 * 1024;

export class UploadLine {
  #list: readonly Upload[] = [];
  readonly #needs: UploadNeeds;
  readonly #changed: (list: readonly Upload[]) => void;
  #last = 0;
  #sending: AbortController | undefined;
  #running = false;

  constructor(needs: UploadNeeds, changed: (list: readonly Upload[]) => void) {
    this.#needs = needs;
    this.#changed = changed;
  }

  get list(): readonly Upload[] {
    return this.#list;
  }
  set list(list: readonly Upload[]) {
    this.#list = list;
    this.#changed(list);
  }

  add(files: readonly ChosenFile[], presetOf: (name: string) => string | undefined): void {
    const made = files.map((file): Upload => ({
      id: (this.#last += 1),
      file,
      type: presetOf(file.name),
      state: 'chosen',
      sent: 0,
      begun: 0,
      now: 0,
      failure: undefined,
      mayBeThere: false,
    }));
    this.list = [...this.list, ...made];
  }

  setType(id: number, type: string | undefined): void {
    this.#change(id, { type });
  }

  /** Takes it off the list; what is under way is cancelled instead. */
  remove(id: number): void {
    this.list = this.list.filter(
      (one) => one.id !== id || one.state === 'running' || one.state === 'stopping',
    );
  }

  /** Sends those, one after the other, after what is under way. */
  async start(ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      const one = this.#find(id);
      // What may have been done is not sent again.
      if (one?.mayBeThere === false && ['chosen', 'failed', 'cancelled'].includes(one.state))
        this.#change(id, { state: 'waiting', failure: undefined, sent: 0 });
    }
    if (this.#running) return;
    this.#running = true;
    for (;;) {
      const next = this.list.find(({ state }) => state === 'waiting');
      if (next === undefined) break;
      await this.#send(next);
    }
    this.#running = false;
  }

  cancel(id: number): void {
    const one = this.#find(id);
    if (one?.state === 'waiting') this.#change(id, { state: 'chosen' });
    if (one?.state !== 'running') return;
    this.#change(id, { state: 'stopping' });
    this.#sending?.abort();
  }

  /** What waits does not begin, and what runs is cut off. */
  stop(): void {
    for (const { id, state } of this.list) if (state === 'waiting') this.cancel(id);
    this.#sending?.abort();
  }

  async #send({ id, file, type = '' }: Upload): Promise<void> {
    const { clock, send, ended } = this.#needs;
    const sending = new AbortController();
    this.#sending = sending;
    this.#change(id, { state: 'running', begun: clock(), now: clock() });
    const answer = await send(file, type, {
      signal: sending.signal,
      onProgress: ({ bytes }) => this.#change(id, { sent: bytes, now: clock() }),
    });
    this.#sending = undefined;
    await ended(answer.ok ? { id: answer.value.id, type } : undefined);
    if (answer.ok) {
      this.list = this.list.filter((one) => one.id !== id);
      return;
    }
    const { failure } = answer;
    const isCancelled = failure.kind === 'cancelled' || this.#isCutOff(id);
    this.#change(id, {
      state: isCancelled ? 'cancelled' : 'failed',
      failure,
      mayBeThere: !isCancelled && isUnknown(failure),
    });
  }

  /** Its length was announced, and not all of it has left us: that is no file to anybody, whatever was answered. */
  #isCutOff(id: number): boolean {
    const one = this.#find(id);
    const bytes = one?.file.bytes ?? 0;
    return one?.state === 'stopping' && bytes > STREAMED_ABOVE && one.sent < bytes;
  }

  #find(id: number): Upload | undefined {
    return this.list.find((one) => one.id === id);
  }

  #change(id: number, to: Partial<Upload>): void {
    this.list = this.list.map((one) => (one.id === id ? { ...one, ...to } : one));
  }
}

/** Whether something of them would be lost by leaving. */
export const isActive = (list: readonly Upload[]): boolean =>
  list.some(({ state }) => ['waiting', 'running', 'stopping'].includes(state));

/** All has left this computer, and the platform has not said yet that it has it (UPL-07). */
export const isAwaited = ({ state, sent, file }: Upload): boolean =>
  state === 'running' && typeof file.bytes === 'number' && file.bytes > 0 && sent >= file.bytes;

/** What the bar shows: never all of it, which only the platform can say; then the upload is off the list. */
export const shownProgress = ({ sent, file }: Upload): number =>
  Math.min(sent, Math.floor((file.bytes ?? 0) * 0.99));

export interface Pace {
  readonly bytesPerSecond: number;
  /** Undefined while there is too little to say. */
  readonly secondsLeft: number | undefined;
}

export function paceOf({ sent, begun, now, file }: Upload): Pace | undefined {
  const seconds = (now - begun) / 1000;
  if (sent <= 0 || seconds < 0.5) return undefined;
  const bytesPerSecond = sent / seconds;
  const left = typeof file.bytes === 'number' ? file.bytes - sent : undefined;
  return {
    bytesPerSecond,
    secondsLeft: left === undefined ? undefined : Math.max(0, Math.ceil(left / bytesPerSecond)),
  };
}
