// The state of taking connections over: the file, its passphrase, what is selected of it, and what came of it.
import type {
  ChangedSetting,
  ConnectionFileContents,
  ListedConnection,
  Needed,
  OpenedConnectionFile,
} from '../../../preload/contract/connection-file.ts';
import type { AnswerOf } from '../../../preload/contract/contract.ts';
import type { ChosenFile } from '../../../preload/contract/files.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { chooseFile } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';

type Taken = AnswerOf<'connectionFile.takeOver'>;

/** Whether a dropped file is one of connections, readable or not; what cannot be read at all is said by whoever opens it. */
export async function isOfConnections({ handle }: ChosenFile): Promise<boolean> {
  const answer = await client.connectionFile.read({ file: handle });
  return answer.ok && answer.value.state !== 'foreign';
}

/** Lives as long as the screen shows it. */
export class TakeOver {
  file = $state.raw<ChosenFile>();
  passphrase = $state('');
  taken = $state.raw<Taken>();
  readonly reading = new Action();
  readonly taking = new Action();
  #opened = $state.raw<OpenedConnectionFile>();
  #numbers = $state.raw<readonly number[]>([]);
  #settings = $state.raw<readonly string[]>([]);

  get contents(): ConnectionFileContents | undefined {
    return this.#opened?.state === 'open' ? this.#opened : undefined;
  }
  /** Why it is not open; undefined before one was tried. */
  get problem(): Exclude<OpenedConnectionFile['state'], 'open'> | undefined {
    const opened = this.#opened;
    return opened === undefined || opened.state === 'open' ? undefined : opened.state;
  }
  get needsPassphrase(): boolean {
    return this.problem === 'passphrase-needed' || this.problem === 'wrong-passphrase';
  }

  takeable = $derived.by(() => this.contents?.connections.filter(({ managed }) => !managed) ?? []);
  chosen = $derived.by(() => this.takeable.filter(({ number }) => this.#numbers.includes(number)));
  settings = $derived.by(() =>
    (this.contents?.settings ?? []).filter(
      ({ name, managed }) => !managed && this.#settings.includes(name),
    ),
  );

  isChosen = (one: ListedConnection): boolean => this.chosen.includes(one);
  takesSetting = (one: ChangedSetting): boolean => this.settings.includes(one);

  choose({ number }: ListedConnection, on: boolean): void {
    const others = this.#numbers.filter((one) => one !== number);
    this.#numbers = on ? [...others, number] : others;
  }
  /** All that may be taken over; when they are selected already, none. */
  chooseAll(): void {
    const all = this.takeable.map(({ number }) => number);
    this.#numbers = this.chosen.length === all.length ? [] : all;
  }
  chooseSetting({ name }: ChangedSetting, on: boolean): void {
    const others = this.#settings.filter((one) => one !== name);
    this.#settings = on ? [...others, name] : others;
  }

  async pick(): Promise<void> {
    let chosen: ChosenFile | null = null;
    await this.reading.run(async () => {
      const answer = await chooseFile('connections');
      if (answer.ok) chosen = answer.value;
      return failureOf(answer);
    });
    if (chosen !== null) await this.open(chosen);
  }

  /** Another file begins anew; the same one keeps what was selected. */
  async open(file: ChosenFile): Promise<void> {
    if (this.reading.busy || this.taking.busy) return;
    this.file = file;
    this.passphrase = '';
    this.#opened = undefined;
    this.taking.forget();
    await this.read();
  }

  async read(): Promise<void> {
    const { file, passphrase } = this;
    if (file === undefined) return;
    await this.reading.run(async () => {
      const answer = await client.connectionFile.read({
        file: file.handle,
        ...(passphrase !== '' && { passphrase }),
      });
      if (!answer.ok) return answer.failure;
      this.#opened = answer.value;
      const { contents } = this;
      // What is here already is another one beside it: only on somebody's word.
      this.#numbers = (contents?.connections ?? []).flatMap(({ number, here }) =>
        here === null ? [number] : [],
      );
      this.#settings = (contents?.settings ?? []).map(({ name }) => name);
      return undefined;
    });
  }

  async takeOver(): Promise<void> {
    const { file, contents, chosen, settings, passphrase } = this;
    if (file === undefined || contents === undefined) return;
    await this.taking.run(async () => {
      const answer = await client.connectionFile.takeOver({
        file: file.handle,
        sum: contents.sum,
        ...(passphrase !== '' && { passphrase }),
        connections: chosen.map(({ number }) => number),
        settings: settings.map(({ name }) => name),
      });
      if (!answer.ok) return answer.failure;
      this.taken = answer.value;
      this.passphrase = '';
      return undefined;
    });
  }
}

/** The field of a connection's form where it is added; undefined of what is pasted elsewhere. */
const FIELDS: Readonly<Record<Needed['kind'], string | undefined>> = {
  certificate: 'certificate',
  'api-key': 'apiKey',
  'private-key': 'key',
  password: 'password',
  'proxy-password': 'proxyPassword',
  'sign-in': 'way',
  token: undefined,
};

/** Where on the screen of connections what is missing is added: the first of it. */
export function placeToAdd(connection: string, missing: readonly Needed[]): string {
  const [first] = missing;
  const field = first === undefined ? undefined : FIELDS[first.kind];
  return field === undefined ? connection : `${connection}+change-${field}`;
}
