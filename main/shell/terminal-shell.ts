// The Shell of a program without a window: no dialogs, no clipboard, the keychain as asked for.
import { version } from '../../package.json';
import type { Failure } from '../../preload/result.ts';
import { Problem } from '../problem.ts';
import { proxyFromVariables } from './proxy-variables.ts';
import type { Shell } from './shell.ts';
import { conflict } from '../problems.ts';

/** BCP 47 tag from the variables of the C library, else what ICU found. */
export function systemLanguage(env: Readonly<Record<string, string | undefined>>): string {
  const locale = env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? '';
  const tag = locale.split(/[.@]/)[0]?.replaceAll('_', '-') ?? '';
  if (/^[a-z]{2,3}(-[A-Za-z]{2})?$/.test(tag)) return tag;
  // The formatter that is made fastest: all of them know it.
  return new Intl.PluralRules().resolvedOptions().locale;
}

type TerminalShellGiven = Pick<
  Shell,
  'dataFolder' | 'keychain' | 'materialsFolder' | 'managed' | 'untrustedSettings' | 'ask'
> & {
  readonly env: Readonly<Record<string, string | undefined>>;
};

export function createTerminalShell({ env, ...given }: TerminalShellGiven): Shell {
  const noWindow = async (): Promise<never> => {
    throw new Problem(NO_WINDOW);
  };
  return {
    name: 'terminal',
    version,
    ...given,
    osLanguage: systemLanguage(env),
    installed: false,
    can: { hideFromScreenSharing: false, saveDialog: false },
    dialogs: { open: noWindow, save: noWindow, folder: noWindow },
    clipboard: {
      write: noWindow,
      writeText: noWindow,
      holds: async () => false,
      clear: async () => undefined,
    },
    openExternal: noWindow,
    showInFolder: noWindow,
    bodyAddress: () => {
      throw conflict('The terminal has no window to show it in.');
    },
    hideFromScreenSharing: () => undefined,
    systemProxy: async (address) => proxyFromVariables(address, env),
    quit: () => undefined,
  };
}

const NO_WINDOW: Failure = {
  kind: 'file',
  problem: 'no-dialog',
  message: 'The terminal has no window. Give the path as "@path" instead.',
};
