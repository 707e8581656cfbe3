// Programs of the system that Steward starts for a moment: without a shell, and with none of its variables.
import { spawn } from 'node:child_process';
import { variablesForOthers } from './variables-for-others.ts';

export interface Commands {
  /** Whether it ended well within a few seconds; then it is ended. */
  readonly run: (program: string, args: readonly string[]) => Promise<boolean>;
  /** Whether it could be begun; it may stay for as long as what it shows. */
  readonly begin: (program: string, args: readonly string[]) => Promise<boolean>;
}

export const LIMIT_MS = 5000;

const options = () =>
  ({ env: variablesForOthers(), detached: true, stdio: 'ignore', shell: false }) as const;

export const systemCommands: Commands = {
  run: (program, args) =>
    new Promise((resolve) => {
      const child = spawn(program, args, { ...options(), timeout: LIMIT_MS });
      child.on('error', () => resolve(false));
      child.on('exit', (code) => resolve(code === 0));
    }),
  begin: (program, args) =>
    new Promise((resolve) => {
      const child = spawn(program, args, options());
      child.on('error', () => resolve(false));
      child.on('spawn', () => {
        child.unref();
        resolve(true);
      });
    }),
};
