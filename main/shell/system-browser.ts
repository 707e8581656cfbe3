// Hands a checked https address to the system's browser without a command interpreter in between.
import { spawn } from 'node:child_process';
import { checkedExternalAddress } from './external-address.ts';
import { variablesForOthers } from './variables-for-others.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  // `start` is a command of cmd.exe, which reads `&` and `%` in an address.
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
};

export type Spawn = (program: string, args: readonly string[]) => void;

export function openInSystemBrowser(address: URL, run: Spawn = runDetached): void {
  const { href } = checkedExternalAddress(address);
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  run(program, [...args, href]);
}

function runDetached(program: string, args: readonly string[]): void {
  const env = variablesForOthers();
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore', shell: false });
  // A system without a browser: nothing opens, and the address stands on the screen.
  child.on('error', () => undefined);
  child.unref();
}
