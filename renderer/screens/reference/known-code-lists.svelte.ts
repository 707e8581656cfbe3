// The code lists of a platform with their codes: those in the copy, and the others when a person asks for them.
import type { Result } from '../../../preload/result.ts';
import { type Asking, Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { type KnownCodeList, knownFrom } from './allowed-values.ts';

/** Answers from the copy are quick; the platform is not to be stormed. */
const AT_ONCE = 4;
/** Every element is compared anew each time. */
const SHOWN_EACH = 25;

interface Name {
  readonly name: string;
  readonly version: number;
}
interface Listed extends Name {
  readonly kept: boolean;
}

interface Progress {
  readonly done: number;
  readonly all: number;
}

const isKept = ({ kept }: Listed): boolean => kept;

/** The place of a code list in its own screen. */
export const codeListId = ({ name, version }: Name): string => `${name}/${version}`;

/** Of each list only the newest version is compared: that is what somebody would look up. */
export class KnownCodeLists {
  lists = $state.raw<readonly KnownCodeList[]>([]);

  readonly #connection: string;
  #newest = $state.raw<readonly Listed[]>([]);
  #isWanted = isKept;
  /** Its value is how many were read; the lists stand above, as they come. */
  readonly #reading = new Query<number, Progress>((asking) => this.#read(asking));
  #copy: number | undefined;

  constructor(connection: string) {
    this.#connection = connection;
  }

  get progress(): Progress | undefined {
    return this.#reading.progress;
  }

  /** Lists of which the codes are not known. */
  unread = $derived.by(() => this.#newest.length - this.lists.length);

  /** Those in the copy, without asking the platform for any; another copy may have other codes. */
  async readKept(copy: number): Promise<void> {
    if (copy !== this.#copy) this.lists = [];
    this.#copy = copy;
    this.#isWanted = isKept;
    await this.#reading.load();
  }

  async readRest(): Promise<void> {
    this.#isWanted = () => true;
    await this.#reading.load();
  }

  stop(): void {
    this.#reading.leave();
  }

  async #read({ signal, onProgress }: Asking<Progress>): Promise<Result<number>> {
    const connection = this.#connection;
    const isWanted = this.#isWanted;
    const answer = await client.reference.codeLists({ connection }, { signal });
    if (signal.aborted || !answer.ok) return answer.ok ? { ok: true, value: 0 } : answer;
    this.#newest = answer.value.lists.flatMap(({ name, versions: [newest] }) =>
      newest === undefined ? [] : [{ name, ...newest }],
    );
    const known = this.lists.map(codeListId);
    const wanted = this.#newest.filter((one) => isWanted(one) && !known.includes(codeListId(one)));
    const waiting = [...wanted];
    let found: KnownCodeList[] = [];
    let done = 0;
    const show = () => {
      this.lists = [...this.lists, ...found];
      found = [];
    };
    const one = async (): Promise<void> => {
      const next = waiting.shift();
      if (next === undefined || signal.aborted) return;
      const { name, version } = next;
      const list = await client.reference.codeList({ connection, name, version }, { signal });
      if (signal.aborted) return;
      done += 1;
      // A list that cannot be had is not compared with: nothing was promised of it.
      if (list.ok) found.push(knownFrom(list.value.list));
      onProgress({ done, all: wanted.length });
      if (done % SHOWN_EACH === 0) show();
      await one();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    if (!signal.aborted) show();
    return { ok: true, value: done };
  }
}
