// A process with the real keychain and the real vault, controlled over IPC, which also says where it is killed.
import { createSystemKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { createVault, type Vault } from '../../main/secrets/vault.ts';
import { openVaultList, vaultListFile } from '../../main/secrets/vault-list.ts';
import { failureOf } from '../../main/problem.ts';
import { endProcess } from '../../main/process-end.ts';
import { Secret } from '../../main/secret.ts';
import type { AppendFile } from '../../main/storage/log-file.ts';
import { openFolder } from '../../main/storage/folder-format.ts';

/** At the n-th step (a keychain call or a change of the list) of the next command, this process is killed. */
export interface KillPoint {
  readonly step: number;
  readonly when: 'before' | 'during' | 'after';
  /** Process to kill; this one when left out. */
  readonly pid?: number;
}
export interface VaultCommand {
  readonly id: number;
  readonly do: 'put' | 'get' | 'remove' | 'collectGarbage' | 'probe' | 'exit';
  readonly name?: string;
  readonly value?: string;
  readonly kill?: KillPoint;
}
export interface VaultReply {
  readonly id: number;
  readonly value?: unknown;
  readonly problem?: string;
  readonly steps: number;
}

let steps = 0;
let point: KillPoint | undefined;

async function step<T>(work: () => Promise<T>): Promise<T> {
  steps++;
  const here = point?.step === steps ? point : undefined;
  const kill = () => process.kill(here?.pid ?? process.pid, 'SIGKILL');
  if (here?.when === 'before') kill();
  const running = work();
  if (here?.when === 'during') kill();
  const value = await running;
  if (here?.when === 'after') kill();
  return value;
}

function stepwise(keychain: Keychain): Keychain {
  return {
    kind: keychain.kind,
    read: (account) => step(() => keychain.read(account)),
    write: (account, value) => step(() => keychain.write(account, value)),
    remove: (account) => step(() => keychain.remove(account)),
  };
}

function stepwiseFile(file: AppendFile): AppendFile {
  return {
    ...file,
    append: (bytes, end) => step(() => file.append(bytes, end)),
    replace: (bytes) => step(() => file.replace(bytes)),
  };
}

const keychain = createSystemKeychain({
  service: 'Steward',
  timeLimitMs: Number(process.env['KEYCHAIN_LIMIT_MS'] ?? 10_000),
});
const folder = process.env['DATA_FOLDER'] ?? '';
const now = () => new Date();
const { id } = await openFolder({ folder, program: '0.0.0-test', now });
const list = await openVaultList({ file: stepwiseFile(vaultListFile(folder)), folder: id, now });
const vault = createVault({ keychain: stepwise(keychain), list, folder: id });

async function perform(command: VaultCommand, on: Vault): Promise<unknown> {
  const { name = '', value = '' } = command;
  switch (command.do) {
    case 'put':
      return on.put(name, new Secret(value));
    case 'get':
      return (await on.get(name))?.expose();
    case 'remove':
      return on.remove(name);
    case 'collectGarbage':
      return on.collectGarbage();
    case 'probe':
      return (await on.probe()).state;
    case 'exit':
      return endProcess(() => process.exit(0));
  }
}

process.on('message', (command: VaultCommand) => {
  steps = 0;
  point = command.kill;
  void perform(command, vault)
    .then(
      (value) => ({ id: command.id, value, steps }),
      (error: unknown) => ({ id: command.id, problem: nameOf(error), steps }),
    )
    .then((reply: VaultReply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, steps: 0 } satisfies VaultReply);

function nameOf(error: unknown): string {
  const failure = failureOf(error);
  return failure && 'problem' in failure ? `${failure.kind}{${failure.problem}}` : String(error);
}
