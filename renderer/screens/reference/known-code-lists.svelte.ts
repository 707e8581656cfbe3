// The code lists of a platform with their codes: those in the copy, and the others when a person asks for them.
import { untrack } from 'svelte';
import { client } from '../../state/steward.ts';
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

/** The place of a code list in its own screen. */
export const codeListId = ({ name, version }: Name): string => `${name}/${version}`;

/** Of each list only the newest version is compared: that is what somebody would look up. */
export class KnownCodeLists {
  lists = $state.raw<readonly KnownCodeList[]>([]);
  progress = $state.raw<{ readonly done: number; readonly all: number }>();

  readonly #connection: string;
  #newest = $state.raw<readonly Listed[]>([]);
  #reading: AbortController | undefined;
  #copy: number | undefined;

  constructor(connection: string) {
    this.#connection = connection;
  }

  /** Lists of which the codes are not known. */
  unread = $derived.by(() => this.#newest.length - this.lists.length);

  /** Those in the copy, without asking the platform for any; another copy may have other codes. */
  async readKept(copy: number): Promise<void> {
    if (copy !== this.#copy) this.lists = [];
    this.#copy = copy;
    await this.#read((one) => one.kept);
  }

  async readRest(): Promise<void> {
    await this.#read(() => true);
  }

  stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.progress = undefined;
  }

  async #read(isWanted: (list: Listed) => boolean): Promise<void> {
    untrack(() => this.stop());
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    const connection = this.#connection;
    const answer = await client.reference.codeLists({ connection }, { signal });
    if (this.#reading !== reading || !answer.ok) return;
    this.#newest = answer.value.lists.flatMap(({ name, versions: [newest] }) =>
      newest === undefined ? [] : [{ name, ...newest }],
    );
    const known = this.lists.map(codeListId);
    const wanted = this.#newest.filter((one) => isWanted(one) && !known.includes(codeListId(one)));
    await this.#readAll(wanted, reading);
    if (this.#reading === reading) this.stop();
  }

  async #readAll(wanted: readonly Listed[], reading: AbortController): Promise<void> {
    const waiting = [...wanted];
    let found: KnownCodeList[] = [];
    let done = 0;
    const show = () => {
      this.lists = [...this.lists, ...found];
      found = [];
    };
    const one = async (): Promise<void> => {
      const next = waiting.shift();
      if (next === undefined || this.#reading !== reading) return;
      const { name, version } = next;
      const asked = { connection: this.#connection, name, version };
      const answer = await client.reference.codeList(asked, { signal: reading.signal });
      if (this.#reading !== reading) return;
      done += 1;
      // A list that cannot be had is not compared with: nothing was promised of it.
      if (answer.ok) found.push(knownFrom(answer.value.list));
      this.progress = { done, all: wanted.length };
      if (done % SHOWN_EACH === 0) show();
      await one();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    if (this.#reading === reading) show();
  }
}
