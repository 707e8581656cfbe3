// A small environment for the escrow: a disk, a keychain and a server that can die at any moment, and the true state.
import { ExchangeProblem, type ExchangeResponse } from '../../main/http/exchange.ts';
import {
  type AttemptPlan,
  type Escrow,
  type EscrowOptions,
  openEscrow,
} from '../../main/secrets/escrow.ts';
import { readSecretAnswer } from '../../main/secrets/enterprise-user-answers.ts';
import type { Vault } from '../../main/secrets/vault.ts';
import { Problem } from '../../main/problem.ts';
import { Secret } from '../../main/secret.ts';
import type { AppendFile, Place } from '../../main/storage/log-file.ts';

export const CONNECTION = 'here';
export const USER = 'system-a';

/** Thrown by everything once the world has died; nothing of the product may depend on its kind. */
export class Died extends Error {}

/** Counts every outside effect; the program is killed at the one that was asked for. */
export class Fate {
  readonly steps: string[] = [];
  dead = false;
  killAt = Infinity;

  step(name: string): void {
    if (this.dead) throw new Died(name);
    this.steps.push(name);
    if (this.steps.length - 1 === this.killAt) {
      this.dead = true;
      throw new Died(name);
    }
  }
}

/** A file of which an append may be torn at any length. */
export class FakeFile implements AppendFile {
  bytes = Buffer.alloc(0);
  readonly aside: string[] = [];
  freeBytes = 10 ** 9;
  refuse: Problem | undefined;
  fate: Fate;
  constructor(fate: Fate) {
    this.fate = fate;
  }
  read = async () => Buffer.from(this.bytes);
  pieces = async (places: readonly Place[]) =>
    places.map(({ start, end }) => this.bytes.subarray(start, end));
  append = async (more: Buffer) => {
    this.fate.step('before append');
    if (this.refuse) throw this.refuse;
    const before = this.bytes;
    this.bytes = Buffer.concat([before, more.subarray(0, Math.floor(more.length / 2))]);
    this.fate.step('half appended');
    this.bytes = Buffer.concat([before, more]);
    this.fate.step('appended');
  };
  cut = async (length: number) => {
    this.fate.step('cut');
    this.bytes = this.bytes.subarray(0, length);
  };
  replace = async (bytes: Buffer) => {
    this.fate.step('before replace');
    this.bytes = Buffer.from(bytes);
    this.fate.step('replaced');
  };
  setAside = async () => {
    this.aside.push('escrow.log.bad');
    return 'escrow.log.bad';
  };
  free = async () => this.freeBytes;
}

export const keychainDied = () =>
  new Problem({ kind: 'keychain', problem: 'absent', message: 'No keychain.' });

/** Old or new, as the real vault promises; dies before or after each call. */
export class FakeVault implements Vault {
  kind: 'system' | 'memory' = 'system';
  readonly held = new Map<string, string>();
  /** What the keychain has too, and the vault's list does not name. */
  readonly unlisted = new Map<string, string>();
  refuse: ((call: string, name: string) => boolean) | undefined;
  fate: Fate;
  constructor(fate: Fate) {
    this.fate = fate;
  }
  #call(call: string, name: string): void {
    this.fate.step(`vault ${call}`);
    if (this.refuse?.(call, name)) throw keychainDied();
  }
  put = async (name: string, secret: Secret) => {
    this.#call('put', name);
    this.held.set(name, secret.expose());
    this.fate.step('vault has it');
  };
  get = async (name: string) => {
    this.#call('get', name);
    const text = this.held.get(name);
    return text === undefined ? undefined : new Secret(text);
  };
  remove = async (name: string) => {
    this.#call('remove', name);
    this.held.delete(name);
    this.fate.step('vault removed it');
  };
  stateOf = async (name: string) => {
    this.#call('stateOf', name);
    return this.held.has(name) ? ('whole' as const) : ('missing' as const);
  };
  erase = async () => {
    const had = this.held.size;
    this.held.clear();
    return had;
  };
  has = (name: string) => this.held.has(name);
  relist = async (names: readonly string[]) => {
    if (names.length > 0) this.#call('relist', '');
    const unlisted = names.filter((name) => !this.held.has(name));
    const found = unlisted.filter((name) => this.unlisted.has(name));
    for (const name of found) this.held.set(name, this.unlisted.get(name) ?? '');
    return { found, absent: unlisted.filter((name) => !this.held.has(name)) };
  };
  isGone = async () => false;
  names = (prefix: string) => [...this.held.keys()].filter((name) => name.startsWith(prefix));
  check = async () => {
    this.#call('check', 'canary');
  };
  prove = async () => {
    this.#call('check', 'canary');
  };
  rest = async () => undefined;
  collectGarbage = async () => undefined;
  copyFromOrigin = async () => undefined;
  probe = async () => ({ state: 'ready' as const, message: '' });
  useMemory = () => {
    this.kind = 'memory';
  };
}

export type Answering = 'not sent' | 'applied and answered' | 'answer lost' | 'garbage' | 'refused';

export const answer = (body: string | Buffer, status = 200): ExchangeResponse => {
  const bytes = Buffer.from(body as string);
  const tls = { protocol: 'TLSv1.3', reused: true };
  const whole = { body: bytes, raw: bytes, bytes: bytes.length, received: false };
  return { status, reason: '', headers: {}, cookies: [], ...whole, tls };
};

export class FakeServer {
  secret = 'first-secret';
  calls = 0;
  answering: Answering = 'applied and answered';
  /** Replaces the ordinary answer. */
  write = (userName: string, secret: string): string =>
    JSON.stringify([{ UserName: userName, Created: '2026-01-02T03:04:05', Secret: secret }]);
  fate: Fate;
  constructor(fate: Fate) {
    this.fate = fate;
  }
  async rotate(
    userName: string,
    arrived: (answer: ExchangeResponse) => Promise<void>,
  ): Promise<ExchangeResponse> {
    this.fate.step('before sending');
    if (this.answering === 'not sent') throw broken('nothing');
    this.calls += 1;
    if (this.answering === 'refused') {
      await arrived(answer('', 403));
      const [status, reason, reference] = [403, 'no', 'x'];
      const kind = 'refused';
      throw new Problem({ kind, message: '', status, reason, reference, cause: 'other' });
    }
    this.secret = `secret-${String(this.calls)}-${'x'.repeat(40)}`;
    this.fate.step('server has acted');
    if (this.answering === 'answer lost') throw broken('maybe');
    const body = this.answering === 'garbage' ? '{"Sec' : this.write(userName, this.secret);
    const response = answer(body);
    await arrived(response);
    this.fate.step('answer handed over');
    return response;
  }
}

/** What the transport throws when a connection breaks. */
export function broken(sent: 'nothing' | 'maybe', partial?: ExchangeResponse): ExchangeProblem {
  const kind = 'unreachable';
  const problem = new Problem({ kind, message: 'Broke.', host: 'h', problem: 'reset' });
  return new ExchangeProblem(problem, { sent, partial });
}

export class World {
  fate = new Fate();
  readonly file = new FakeFile(this.fate);
  readonly vault = new FakeVault(this.fate);
  readonly server = new FakeServer(this.fate);

  /** What a new process finds: the same disk, keychain and server, another fate. */
  restart(): void {
    this.fate = new Fate();
    this.file.fate = this.fate;
    this.vault.fate = this.fate;
    this.server.fate = this.fate;
  }

  escrow(more: Pick<EscrowOptions, 'notify'> = {}): Promise<Escrow> {
    const { file, vault } = this;
    return openEscrow({
      folder: '/nowhere',
      vault,
      file,
      hold: async () => ({ release: () => undefined }),
      ...more,
    });
  }

  plan(more: Partial<AttemptPlan> = {}): AttemptPlan {
    const userName = more.userName ?? USER;
    return {
      connection: CONNECTION,
      environment: 'test',
      userName,
      operation: 'rotateSecret',
      report: () => undefined,
      warmUp: async () => {
        this.fate.step('warm-up');
      },
      send: (arrived) => this.server.rotate(userName, arrived),
      read: (body) => readSecretAnswer(body, userName),
      ...more,
    };
  }
}

/** What the program can say after a crash: it has the true secret, or says that it may not, or is silently wrong. */
export async function verdict(
  escrow: Escrow,
  server: FakeServer,
): Promise<'safe' | 'said so' | 'lost'> {
  if (server.secret === 'first-secret' && escrow.list().length === 0) return 'safe';
  for (const { id, state } of escrow.list()) {
    if (state !== 'waiting' && state !== 'confirmed') continue;
    const secret = await escrow.reveal(id);
    if (secret.expose() === server.secret) return 'safe';
  }
  const open = escrow.list().some(({ state }) => /unknown|unclear/.test(state));
  return open ? 'said so' : 'lost';
}
