// Main as the page knows it: a port. Calls wait to be answered; inputs, answers and events must fit the contract.
import {
  type Client,
  contract,
  type EventName,
  events,
  type EventValue,
  type Feature,
} from '../../../preload/contract/contract.ts';
import type { Operation } from '../../../preload/contract/operation.ts';
import { type Failure, type Result } from '../../../preload/result.ts';
import type { TextPort, ToMain, ToPage } from '../../../preload/wire.ts';

type Function<F extends Feature, O extends keyof Client[F]> = Client[F][O] extends (
  input: infer I,
  options?: { onProgress?: ((step: infer P) => void) | undefined },
) => Promise<Result<infer A>>
  ? { readonly input: I; readonly answer: A; readonly step: P }
  : never;
type Name = { [F in Feature]: `${F}.${keyof Client[F] & string}` }[Feature];
type Of<N extends Name> = N extends `${infer F extends Feature}.${infer O}`
  ? O extends keyof Client[F]
    ? Function<F, O>
    : never
  : never;

export interface Call<N extends Name = Name> {
  readonly name: N;
  readonly input: Of<N>['input'];
  /** Whether the page asked for it to be stopped. */
  readonly stopped: boolean;
  readonly answered: boolean;
  answer(value: Of<N>['answer']): void;
  fail(failure: Failure): void;
  report(step: Of<N>['step']): void;
}

export class FakeMain {
  readonly port: TextPort;
  readonly #calls: OneCall[] = [];
  readonly #standing = new Map<string, (input: unknown) => Result<unknown>>();
  #receive: (text: string) => void = () => undefined;

  constructor() {
    this.port = {
      post: (text) => {
        this.#take(JSON.parse(text) as ToMain);
      },
      listen: (receive) => {
        this.#receive = receive;
        return () => (this.#receive = () => undefined);
      },
    };
    this.always('app.holdDrafts', () => ({}));
    this.always('app.openAgain', () => ({ open: true }));
    this.always('layout.remember', () => ({}));
    // Asked by the frame of every window.
    this.always('today.list', () => ({ items: [], unknown: [] }));
    this.always('today.noteShown', () => ({}));
  }

  /** Answers every call of that name at once, from now on. */
  always<N extends Name>(name: N, answer: (input: Of<N>['input']) => Of<N>['answer']): void {
    this.#standing.set(name, (input) => ({ ok: true, value: answer(input as Of<N>['input']) }));
  }

  /** Every call of that name fails at once, from now on. */
  alwaysFails(name: Name, failure: Failure): void {
    this.#standing.set(name, () => ({ ok: false, failure }));
  }

  /** Calls of that name wait to be answered again. */
  waits(name: Name): void {
    this.#standing.delete(name);
  }

  /** All of that name, in order. */
  calls<N extends Name>(name: N): readonly Call<N>[] {
    return this.#calls.filter((call) => call.name === name) as unknown as Call<N>[];
  }

  /** The newest of that name. */
  last<N extends Name>(name: N): Call<N> {
    const call = this.calls(name).at(-1);
    if (call === undefined) throw new Error(`The page did not call ${name}.`);
    return call;
  }

  tell<E extends EventName>(name: E, value: EventValue<E>): void {
    this.#send({ kind: 'event', name, value: events[name].parse(value) });
  }

  #take(message: ToMain): void {
    if (message.kind === 'cancel') {
      const call = this.#calls.find(({ id }) => id === message.id);
      if (call !== undefined) call.stopped = true;
      return;
    }
    const operation = operationOf(message.name);
    const call = new OneCall(
      message.id,
      message.name,
      operation.input.parse(message.input),
      (m) => {
        this.#send(m);
      },
    );
    this.#calls.push(call);
    const standing = this.#standing.get(message.name)?.(call.input);
    if (standing?.ok === true) call.answer(standing.value);
    else if (standing !== undefined) call.fail(standing.failure);
  }

  #send(message: ToPage): void {
    this.#receive(JSON.stringify(message));
  }
}

class OneCall {
  stopped = false;
  answered = false;
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly #send: (message: ToPage) => void;

  constructor(id: number, name: string, input: unknown, send: (message: ToPage) => void) {
    this.id = id;
    this.name = name;
    this.input = input;
    this.#send = send;
  }

  answer(value: unknown): void {
    this.#settle({ ok: true, value: operationOf(this.name).output.parse(value) });
  }
  fail(failure: Failure): void {
    this.#settle({ ok: false, failure });
  }
  report(step: unknown): void {
    const value = operationOf(this.name).progress?.parse(step);
    this.#send({ kind: 'progress', id: this.id, value });
  }

  #settle(result: Result<unknown>): void {
    if (this.answered) throw new Error(`${this.name} was answered already.`);
    this.answered = true;
    this.#send({ kind: 'answer', id: this.id, result });
  }
}

function operationOf(name: string): Operation {
  const [feature = '', operation = ''] = name.split('.');
  const found = (contract as Readonly<Record<string, Readonly<Record<string, Operation>>>>)[
    feature
  ];
  const one = found?.[operation];
  if (one === undefined) throw new Error(`There is no operation ${name}.`);
  return one;
}
