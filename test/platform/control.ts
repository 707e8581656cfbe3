// The control channel for tests and the demo: faults, counters, true secrets, the log of requests.
import type { Answer } from './call.ts';
import type { Effect, Fault } from './faults.ts';
import type { IdentityControl } from './identity.ts';
import { usualShape, type Shape } from './shape.ts';
import type { ApiKey, State } from './state.ts';

/** One request as the platform saw it: names of headers only, never their values but for the form that is asked for. */
export interface SeenRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly string[];
  readonly accept: string;
  /** Subject of the client certificate, when one was shown and is trusted. */
  readonly certificate?: string;
  readonly protocol: string;
  /** Numbers the TLS connections from 1, so that reuse can be seen. */
  readonly connection: number;
  /** Of the answer the platform meant to give; 0 until it is known. */
  status: number;
}

/** A call and its answer, before any fault spoils it. */
export interface Exchange {
  readonly method: string;
  /** Of the documents, also where a link has led to it. */
  readonly path: string;
  readonly query: string;
  /** Content-Type of the body; a streamed body is not here. */
  readonly type: string;
  readonly body: Buffer;
  /** A program that names itself (User-Agent) is one of the tests, whose requests need not be good ones. */
  readonly isOfTest: boolean;
  readonly answer: Answer;
}

/** Sees every exchange under the switches of its time. What it throws is answered, and ends the process as nobody's error. */
export type Watch = (exchange: Exchange, switches: Shape) => void;

/** A call that waits at the platform until it is let go. */
export interface Held {
  /** When the call is there. */
  readonly reached: Promise<void>;
  release(): void;
}

/** From the `from`-th call on, counted from 1 at the hold, every one waits. */
export interface HoldAll {
  readonly from: number;
}

export interface Control {
  fault(fault: Fault): void;
  /** No fault is left, and what is held is let go. */
  clearFaults(): void;
  /**
   * The next call of the operation (`*`: of any) waits: before the platform acts, or between acting and answering. With `all`
   * nothing gets past the chosen call until the release: what is done meanwhile is done at the same place in every run.
   */
  hold(operation: string, acts: boolean, all?: HoldAll): Held;
  /** Every answer waits so long. */
  latencyMs: number;
  /** How answers and lists are shaped; may be changed at any time. */
  readonly shape: Shape;
  signIn: 'redirect' | 'page';
  /** How often an operation was carried out (answers of less than 400). */
  executed(operation: string): number;
  readonly counters: Readonly<Record<string, number>>;
  readonly requests: readonly SeenRequest[];
  forget(): void;
  /** A user whom somebody made elsewhere, under any name. */
  addUser(name: string): void;
  /** Names of the enterprise users of the organisation, as the platform has them. */
  readonly users: readonly string[];
  /** The secret that works now; undefined when there is no such user. */
  secretOf(userName: string): string | undefined;
  /** Every secret given out, by name in lower case, oldest first. */
  readonly secretsGiven: Readonly<Record<string, readonly string[]>>;
  addApiKey(options?: { owner?: string; resources?: readonly string[] }): string;
  revokeApiKey(key: string): void;
  /** A bearer token of the organisation (or of another one), with every scope or only these. */
  addToken(organisation?: string, scopes?: readonly string[]): string;
  /** Signing in: persons, machine clients, lifetimes, what the identity provider does next. */
  readonly identity: IdentityControl;
}

/** The side of the control that the server works with. */
export interface ControlRoom {
  readonly control: Control;
  /** The fault that meets a call of this operation now, counted down. */
  faultFor(operation: string): { readonly acts: boolean; readonly effect: Effect } | undefined;
  /** Waits where a hold was set. */
  passing(operation: string, acted: boolean): Promise<void>;
  /** Counts a call; true for one that is too many (`shape.tooManyEvery`). */
  isTooMany(): boolean;
  seen(request: SeenRequest): void;
  done(operation: string): void;
  /** The answer, once the watch has seen it. */
  watched(exchange: Exchange): Answer;
}

interface Gate {
  readonly operation: string;
  readonly acts: boolean;
  readonly isForAll: boolean;
  /** Calls that still pass. */
  pass: number;
  readonly reach: () => void;
  readonly open: () => void;
  readonly released: Promise<void>;
}

const fits = (wanted: string, operation: string): boolean => wanted === '*' || wanted === operation;

export function createControlRoom(
  state: State,
  chosen: Partial<Shape> = {},
  watch?: Watch,
): ControlRoom {
  const armed: { readonly fault: Fault; left: number }[] = [];
  const gates: Gate[] = [];
  const counters: Record<string, number> = {};
  const requests: SeenRequest[] = [];
  let calls = 0;
  const control: Omit<Control, 'users' | 'secretsGiven'> = {
    ...secretKnowledge(state),
    identity: state.identity.control,
    fault: (fault) => void armed.push({ fault, left: fault.times ?? 1 }),
    clearFaults() {
      armed.splice(0);
      for (const gate of gates.splice(0)) gate.open();
    },
    hold: (operation, acts, all) => hold(gates, { operation, acts }, all),
    latencyMs: 0,
    shape: { ...usualShape(), ...chosen },
    signIn: 'redirect',
    executed: (operation) => counters[operation] ?? 0,
    counters,
    requests,
    forget() {
      requests.splice(0);
      for (const name of Object.keys(counters)) delete counters[name];
    },
  };
  return {
    control: withLiveLists(control, state),
    faultFor(operation) {
      const at = armed.findIndex((entry) => fits(entry.fault.operation, operation));
      const entry = armed[at];
      if (!entry) return undefined;
      entry.left -= 1;
      if (entry.left <= 0) armed.splice(at, 1);
      return entry.fault;
    },
    async passing(operation, acted) {
      const gate = gates.find((g) => fits(g.operation, operation) && g.acts === acted);
      if (!gate) return;
      if (gate.pass > 0) {
        gate.pass -= 1;
        return;
      }
      if (!gate.isForAll) remove(gates, gate);
      gate.reach();
      await gate.released;
    },
    isTooMany() {
      calls += 1;
      const every = control.shape.tooManyEvery;
      return every > 0 && calls % every === 0;
    },
    seen: (request) => void requests.push(request),
    done: (operation) => void (counters[operation] = (counters[operation] ?? 0) + 1),
    watched(exchange) {
      try {
        watch?.(exchange, control.shape);
        return exchange.answer;
      } catch (error) {
        // No test may go on as if nothing was, also one that expects a refusal.
        queueMicrotask(() => {
          throw error;
        });
        return { status: 500, reason: 'The local platform meant to answer what it must not.' };
      }
    },
  };
}

function hold(gates: Gate[], of: Pick<Gate, 'operation' | 'acts'>, all?: HoldAll): Held {
  let reach = (): void => undefined;
  let release = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const gate: Gate = {
    ...of,
    isForAll: all !== undefined,
    pass: (all?.from ?? 1) - 1,
    reach: () => reach(),
    open: () => release(),
    released,
  };
  gates.push(gate);
  return {
    reached,
    release() {
      remove(gates, gate);
      gate.open();
    },
  };
}

function remove(gates: Gate[], gate: Gate): void {
  const at = gates.indexOf(gate);
  if (at >= 0) gates.splice(at, 1);
}

type Knowledge = Pick<Control, 'addUser' | 'secretOf' | 'addApiKey' | 'revokeApiKey' | 'addToken'>;
const hex = '0123456789ABCDEF';

function secretKnowledge(state: State): Knowledge {
  return {
    addUser: (name) =>
      void state.users.set(name.toLowerCase(), {
        name,
        owner: state.organisation.number,
        created: state.now(),
        fraction: 3,
        secret: state.newSecret(name),
      }),
    secretOf: (userName) => state.users.get(userName.toLowerCase())?.secret,
    addApiKey(options = {}) {
      const key = [8, 4, 4, 4, 12].map((n) => state.chance.text(n, hex)).join('-');
      const entry: ApiKey = {
        key,
        owner: options.owner ?? state.organisation.number,
        ...(options.resources ? { resources: new Set(options.resources) } : {}),
      };
      state.apiKeys.set(key, entry);
      return key;
    },
    revokeApiKey: (key) => void state.apiKeys.delete(key),
    addToken(organisation = state.organisation.number, scopes) {
      const token = state.chance.text(96, `${hex}abcdef-_`);
      state.identity.addToken(token, {
        organisation,
        ...(scopes ? { scopes: new Set(scopes) } : {}),
      });
      return token;
    },
  };
}

/** Adds the lists that are computed each time they are read. */
function withLiveLists(control: Omit<Control, 'users' | 'secretsGiven'>, state: State): Control {
  return Object.defineProperties(control, {
    users: {
      enumerable: true,
      get: () =>
        [...state.users.values()]
          .filter((user) => user.owner === state.organisation.number)
          .map((user) => user.name),
    },
    secretsGiven: { enumerable: true, get: () => Object.fromEntries(state.secretsGiven) },
  }) as Control;
}
