// Starts processes that hold a real vault and talks to them; a command to a killed process answers `killed`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleMain } from './run-main.ts';
import type { KillPoint, VaultCommand, VaultReply } from './vault-process.ts';
import { AS_IN_ELECTRON } from './as-in-electron.ts';
import { endsWithUs } from './ends-with-us.ts';

export interface VaultChild {
  readonly pid: number;
  /** `kill` names the step at which something is killed; a dead process answers with problem `killed`. */
  ask(
    what: VaultCommand['do'],
    about?: { name?: string; value?: string; kill?: KillPoint },
  ): Promise<VaultReply>;
  /** The signal that ended it after it was told to exit; null when it ended by itself. */
  exit(): Promise<NodeJS.Signals | null>;
  end(): Promise<void>;
}

let script: Promise<string> | undefined;

/** Data in `folder`, keychain as `env` says. */
export async function startVaultChild(
  env: NodeJS.ProcessEnv,
  folder: string,
  limitMs?: number,
): Promise<VaultChild> {
  script ??= bundleMain('test/support/vault-process.ts');
  const child = endsWithUs(
    fork(await script, {
      env: { ...env, DATA_FOLDER: folder, ...(limitMs && { KEYCHAIN_LIMIT_MS: String(limitMs) }) },
      execArgv: [...AS_IN_ELECTRON],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  child.setMaxListeners(0);
  await reply(child, 0);
  let last = 0;
  return {
    pid: child.pid ?? 0,
    ask(what, about = {}) {
      const id = ++last;
      const answer = reply(child, id);
      child.send({ id, do: what, ...about } satisfies VaultCommand, () => undefined);
      return answer;
    },
    async exit() {
      const ended = once(child, 'exit');
      child.send({ id: ++last, do: 'exit' } satisfies VaultCommand);
      const [, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      return signal;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function reply(child: ChildProcess, id: number): Promise<VaultReply> {
  return new Promise((resolve) => {
    const listen = (message: VaultReply) => {
      if (message.id === id) done(message);
    };
    const gone = () => {
      done({ id, problem: 'killed', steps: 0 });
    };
    const done = (message: VaultReply) => {
      child.off('message', listen).off('exit', gone);
      resolve(message);
    };
    child.on('message', listen).once('exit', gone);
  });
}
