// The command line options of a start with a window; what is neither one of them nor harmless is refused.
import { isHarmlessSwitch } from './start-check.ts';

export interface StartOptions {
  readonly data?: string | undefined;
  readonly keychain: 'system' | 'memory';
  readonly headless: boolean;
  /** Only with STEWARD_E2E=1: the port on which tests steer the window. */
  readonly debugPort?: number | undefined;
  /** The keychain that the self-test tries; its window is unseen, on a folder of its own, and holds nothing. */
  readonly selfTest?: 'system' | 'memory' | undefined;
  /** Only with STEWARD_E2E=1: the window goes to its page when the standard input has ended. */
  readonly hold: boolean;
}

export const startUsage = `Usage: steward [--data DIR] [--keychain system|memory] [--headless]
       steward --self-test [--keychain system|memory]
  --data DIR         the folder that holds everything Steward writes
  --keychain memory  keep secrets in this process only; they end with it
  --headless         without a visible window
  --self-test        try what Steward needs of this computer, print the report as one line of JSON and end
`;

/** The options, or a sentence that says what is wrong. Values as `--data DIR` and `--data=DIR`. */
export function readStartOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StartOptions | string {
  const given = new Map<string, string>();
  const waiting = args
    .filter((arg) => !isHarmlessSwitch(arg))
    .flatMap((arg) => /^(--[a-z-]+)=(.*)$/s.exec(arg)?.slice(1, 3) ?? [arg]);
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    const known = KNOWN[arg];
    if (known === undefined || (known.startsWith('e2e') && env['STEWARD_E2E'] !== '1')) {
      return `Unknown option: ${arg.slice(0, 60)}`;
    }
    const value = known.endsWith('flag') ? '' : waiting.shift();
    if (value === undefined) return `${arg} needs a value.`;
    given.set(arg, value);
  }
  return checkValues(given);
}

const KNOWN: Readonly<Record<string, 'flag' | 'value' | 'e2e-flag' | 'e2e-value'>> = {
  '--headless': 'flag',
  '--self-test': 'flag',
  // The Windows installer starts the new version with it.
  '--updated': 'flag',
  '--data': 'value',
  '--keychain': 'value',
  '--debug-port': 'e2e-value',
  '--hold': 'e2e-flag',
};

function checkValues(given: ReadonlyMap<string, string>): StartOptions | string {
  const keychain = given.get('--keychain') ?? 'system';
  if (keychain !== 'system' && keychain !== 'memory') return '--keychain is system or memory.';
  const port = given.get('--debug-port');
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return '--debug-port is a number.';
  if (given.has('--hold') && port === undefined) return '--hold needs --debug-port.';
  if (given.get('--data') === '') return '--data needs a value.';
  const isSelfTest = given.has('--self-test');
  if (isSelfTest && given.has('--data')) return '--self-test takes a folder of its own.';
  return {
    data: given.get('--data'),
    ...(isSelfTest
      ? { keychain: 'memory', headless: true, selfTest: keychain }
      : { keychain, headless: given.has('--headless') }),
    debugPort: port === undefined ? undefined : Number(port),
    hold: given.has('--hold'),
  };
}
