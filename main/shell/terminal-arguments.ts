// Parses the command line of `steward`, and holds the help that explains it.
import type { NeededApproval } from '../../preload/contract/operation.ts';
import { charsetNamed } from '../charset.ts';
import type { Question } from './shell.ts';

export interface Step {
  readonly name: string;
  /** The JSON text as given; `-` is standard input, `@path` a file. */
  readonly json: string;
}

/** What the command line allows, by why a window would ask: the targets that were named. */
export type Allowed = Readonly<Record<NeededApproval, readonly string[]>>;

interface Common {
  readonly allowed: Allowed;
  readonly data?: string | undefined;
  readonly keychain: 'system' | 'memory';
  readonly waitSeconds: number;
}

export type Command =
  | ({
      readonly kind: 'call';
      readonly steps: readonly Step[];
      /** Jobs are not followed. */
      readonly detach: boolean;
      /** The call is `steward check`: how its report is printed, and that it makes the exit code. */
      readonly check?: 'lines' | 'json' | undefined;
      /** Why a passphrase is asked for, which is not on the command line; `new`: it is typed twice. */
      readonly passphrase?: 'new' | 'of-a-file' | undefined;
      /** How the XML files that are named are read. */
      readonly charset?: string | undefined;
      /** Hidden rows of workbooks that are named are read too. */
      readonly hidden?: boolean | undefined;
      /** Which key of a certificate file is used, where several could be. */
      readonly keyNumber?: number | undefined;
    } & Common)
  | {
      readonly kind: 'operations';
      readonly name?: string | undefined;
      readonly json: boolean;
    }
  /** Asked to erase, without saying that it is meant. */
  | {
      readonly kind: 'unconfirmed';
      readonly everything: boolean;
      readonly data?: string | undefined;
    }
  | { readonly kind: 'self-test'; readonly keychain: 'system' | 'memory' }
  /** Of a hand-over. Neither data folder nor keychain is opened. */
  | { readonly kind: 'verify'; readonly folder: string; readonly json: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly why: string };

export const usage = `Usage:
  steward call OPERATION [JSON] [then OPERATION [JSON]]...   perform operations, in one process
  steward operations [OPERATION] [--json]                    list operations with their input shapes
  steward check [--json]                                     check everything on this computer, and repair what can be
  steward verify [--json] FOLDER                             verify a hand-over: every file, list and link in its folder
  steward backup FILE                                        save secrets and data of this account in one encrypted file
  steward bring-back FILE                                    bring such a file back, where nothing is kept yet
  steward keys [--renew KEY --yes]                           list keys that the keychain has lost, and what they sealed
  steward erase [--everything] --yes                         remove Steward's secrets from this computer
  steward --self-test [--keychain memory]                    test what Steward needs on this computer, for support
  steward --help | --version

Start it as an ordinary user. As root, or in a container without user namespaces, put --no-sandbox first: steward --no-sandbox
call ... (a command shows no page). On Windows, a line break comes before the first line of output, and a value with a colon
needs an equals sign: --data=C:\\Steward, --to=localhost:8443.

Each call prints its Result as one line of JSON on standard output, and progress as lines of JSON on standard
error. If a call starts, resumes or retries a job, the command follows the job until it pauses or ends; the Result is
the job as it is then. SIGINT, and closing the terminal, cancels a call. It pauses a job after the current row;
resume it with jobs.resume.

Where a window asks the user, a command line needs an option: --to, --reveal, --erase, --lift, --grant, --send or
--anyway. Each names what it allows, may be given several times, and applies to the calls of this command line. A call
without an option it needs does not start, and standard error says which option is missing.

Exit codes:
  0    every call succeeded, every job finished all its rows, a check left nothing to you, and a hand-over is complete
       and unchanged
  1    a call failed (the calls after it were not started), rows of a job failed, were not found or have an unknown
       outcome, a check left something to you, or a hand-over is incomplete or not as it was
  2    the command line was wrong, or an erasure was not confirmed
  3    a job is paused: standard error says why, and how to resume it
  4    no file waits to be downloaded (jobs.startFileDownload)
  141  nobody read the answer to its end (steward ... | head); no further call was started

Options:
  --data DIR           the folder that holds everything Steward writes (default: the user's own)
  --keychain system    secrets in the operating system's keychain (default)
  --keychain memory    secrets in this process only; without --data, in a temporary folder that is removed at the end
  --detach             do not follow a job: print its id and end with 0. A job works only while a Steward process
                       runs, so it is recorded and paused after the current row; resume it with jobs.resume
  --to HOST            allow creating or changing a connection that uses this host, or sends another credential there
  --reveal NAME        allow printing or saving the secret of this user, rotating the secrets of this organisation into a
                       file, or exporting messages of this party
  --erase NAME         allow removing this credential, this user's secret or this lost key, or deleting messages or
                       users of this party
  --lift NAME          allow extending this limit: idleLockMinutes or clipboardSeconds
  --grant NAME         allow giving roles and rights to this recipient: a user name, a last name or the number of an
                       organisation; for a job, the party
  --send PARTY         allow a job to send many forms as this party
  --encoding NAME      read the XML files that are named in this charset, e.g. windows-1252, utf-8 or utf-16; needed only
                       for a file that declares one charset and is in another
  --hidden-rows        read hidden and filtered rows of workbooks too; otherwise they are left out, and \`hiddenRows\` of the
                       answer counts them
  --key N              use key number N of the certificate or key file that is named; needed only for a file with several
                       that could be used: the call then fails and lists them with their numbers
  --anyway             allow interrupting something that is not finished
  --wait SECONDS       how long to wait while another Steward uses the data folder (default 10)

\`steward erase\` removes every secret of the data folder from the keychain. What is sealed with them goes too: drafts of
forms, rows of jobs, saved lists. With --everything it also empties the data folder, except for files that Steward did
not make. At the platform nothing changes: certificates, keys and tokens stay valid until you revoke them there. Without
--yes the command only says what it would remove.

\`steward --self-test\` tests the keychain (it writes, reads and removes an entry of its own), cryptography, the threads
for certificates, schemas and workbooks, TLS in both directions with a server inside the process, and the page, or the
terminal if there is no display. It does not open your data folder, contacts nothing outside this computer, and prints
one line of JSON: include it when you ask for help. It ends with 0 if every part is ok, otherwise with 1.

\`steward check\` reads everything that Steward keeps: documents, journal, keychain, one-time secrets, jobs, drafts and
offline copy. It restores what it still knows, keeps the damaged version beside it, and deletes nothing that it could not
read. It prints what it found, what it repaired and what is left to you; with --json as one line of JSON, like a call.

\`steward verify\` reads every file of a hand-over and compares it with what the hand-over says of itself: checksums, rows of
lists, and links between pages. It says \`Complete on\` a day, \`Complete but for\` some parts, or what is missing or
changed. It needs no connection, no keychain and no data folder, and contacts nothing. Put --json before the folder.

\`steward backup\` saves the data folder and its secrets in a new file, encrypted with a passphrase. \`steward bring-back\` puts
such a file into an account or folder where Steward keeps nothing yet, after it has read and verified all of it; the next
start uses it. Both ask for the passphrase at a terminal, unseen; otherwise it is the first line of standard input, or the
variable STEWARD_PASSPHRASE. Jobs that had more to do come back paused. Whoever signed in in a browser signs in again.

If the keychain has lost a key, nothing sealed with it can be read. \`steward keys\` lists such keys and how many things
each sealed: answers with one-time secrets, drafts of forms, rows of jobs. Restore the keychain first, if you can. If
not, --renew KEY --yes gives these up and makes a new key: files are kept beside the new ones, and sealed answers become
unknown outcomes.

Instead of the JSON, write - to read it from standard input, or @input.json to read it from that file, if your shell's
quoting gets in the way. Anywhere in its texts:
  "@path"              becomes a handle of that file, to read it or to write a new one; "@@x" is the text "@x"
Where the operation takes a secret or an id (any other text stays as it is):
  "$STEWARD_NAME"      becomes the text of that variable, so that no secret has to be on a command line
  "$1.secret"          becomes the field \`secret\` of the first call's value
  "$$STEWARD_NAME"     is the text "$STEWARD_NAME"; "$$1.secret" is the text "$1.secret"

With --keychain memory, "connection": "env" is a connection made for this process from variables:
  STEWARD_BASE_ADDRESS             https address of the platform             (required)
  STEWARD_ORGANISATION_NUMBER      nine digits                               (required)
  STEWARD_CERTIFICATE              path of the .p12, .pfx or .pem file       (required)
  STEWARD_CERTIFICATE_PASSPHRASE   its passphrase
  STEWARD_CERTIFICATE_KEY          path of the private key, if it is in a separate file
  STEWARD_API_KEY                  the API key                               (required)
  STEWARD_ENVIRONMENT              production (default) or test
  STEWARD_CA                       path of an extra CA file
  STEWARD_HIGHEST_TLS              TLSv1.3 (default) or TLSv1.2

A secret in memory is lost when the process ends. With --keychain memory, save or reveal it in the same command that
creates a user or rotates a secret:
  steward call enterpriseUsers.rotateSecret '{"connection":"env","userName":"x"}' \\
    then oneTimeSecrets.saveEncrypted '{"secret":"$1.secret","target":"@x.age","passphrase":"$STEWARD_PASSPHRASE"}' \\
    --reveal x --keychain memory
`;

const VALUED = new Set(['--data', '--keychain', '--wait', '--renew', '--encoding', '--key']);
const BARE = new Set(['--json', '--everything', '--yes', '--detach', '--anyway', '--hidden-rows']);
/** By the approval that an operation needs. Each may be given several times. */
const ALLOWING: Readonly<Record<NeededApproval, string>> = {
  place: '--to',
  reveal: '--reveal',
  erase: '--erase',
  limit: '--lift',
  grant: '--grant',
  send: '--send',
  // Names nothing.
  override: '--anyway',
};
const NAMED: ReadonlySet<string> = new Set(
  Object.values(ALLOWING).filter((option) => !BARE.has(option)),
);
const allowedBy = (of: (option: string) => readonly string[]): Allowed =>
  Object.fromEntries(Object.entries(ALLOWING).map(([why, option]) => [why, of(option)])) as Allowed;
const NOTHING_ALLOWED = allowedBy(() => []);

/** The option that would allow it, as it is typed. */
export const optionFor = ({ why, targets }: Pick<Question, 'why' | 'targets'>): string =>
  BARE.has(ALLOWING[why])
    ? ALLOWING[why]
    : targets.map((target) => `${ALLOWING[why]} ${JSON.stringify(target)}`).join(' ');
const OF_KEYS = new Set(['--renew', '--yes', '--data', '--wait']);
const OF_CHECK = new Set(['--json', '--data', '--wait']);
const OF_BACKUP = new Set(['--data', '--wait']);
const OF_ERASE = new Set(['--everything', '--yes', '--data', '--wait']);
/** Makes a one-time secret; what may follow it so that it outlives the process. */
const MAKES_A_SECRET = new Set(['enterpriseUsers.create', 'enterpriseUsers.rotateSecret']);
const HANDS_IT_OVER = new Set(['oneTimeSecrets.saveEncrypted', 'oneTimeSecrets.reveal']);

export function readCommand(args: readonly string[]): Command {
  if (args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help') {
    return { kind: 'help' };
  }
  if (args.length === 1 && args[0] === '--version') return { kind: 'version' };
  if (args.includes(SELF_TEST)) return readSelfTest(args.filter((arg) => arg !== SELF_TEST));
  const parted = partArguments(args);
  if (typeof parted === 'string') return wrong(parted);
  const { words, options, allowed } = parted;
  switch (words[0]) {
    case 'call':
      return readCall(words.slice(1), options, allowed);
    case 'operations':
      return readOperations(words.slice(1), options);
    case 'check':
      return readCheck(words.slice(1), options);
    case 'verify':
      return readVerify(words.slice(1), options);
    case 'backup':
    case 'bring-back':
      return readBackup(words[0], words.slice(1), options);
    case 'keys':
      return readKeys(words.slice(1), options);
    case 'erase':
      return readErase(words.slice(1), options);
    case undefined:
      return wrong('Nothing to do.');
    default:
      return wrong(`Unknown command: ${words[0].slice(0, 60)}`);
  }
}

const wrong = (why: string): Command => ({ kind: 'wrong', why });

const SELF_TEST = '--self-test';

function readSelfTest(args: readonly string[]): Command {
  const parted = partArguments(args);
  if (typeof parted === 'string') return wrong(parted);
  const { words, options } = parted;
  const other = words[0] ?? [...options.keys()].find((name) => name !== '--keychain');
  if (other !== undefined)
    return wrong(`\`--self-test\` takes --keychain only, not ${other.slice(0, 60)}.`);
  const keychain = options.get('--keychain') ?? 'system';
  return keychain === 'system' || keychain === 'memory'
    ? { kind: 'self-test', keychain }
    : wrong('--keychain must be system or memory.');
}

interface Parted {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly allowed: Allowed;
}

function partArguments(args: readonly string[]): Parted | string {
  const words: string[] = [];
  const options = new Map<string, string>();
  const named = new Map<string, string[]>();
  const waiting = args.flatMap((arg) => /^(--[a-z]+)=(.*)$/s.exec(arg)?.slice(1, 3) ?? [arg]);
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    if (BARE.has(arg)) {
      options.set(arg, '');
      named.set(arg, ['anyway']);
    } else if (VALUED.has(arg) || NAMED.has(arg)) {
      const value = waiting.shift();
      if (value === undefined || value === '') return `${arg} needs a value.`;
      options.set(arg, value);
      if (NAMED.has(arg)) named.set(arg, [...(named.get(arg) ?? []), value]);
    } else if (arg.startsWith('--')) return `Unknown option: ${arg.slice(0, 60)}`;
    else words.push(arg);
  }
  return { words, options, allowed: allowedBy((option) => named.get(option) ?? []) };
}

function readOperations(words: readonly string[], options: ReadonlyMap<string, string>): Command {
  if (words.length > 1) return wrong('`operations` takes at most one name.');
  if ([...options.keys()].some((name) => name !== '--json')) {
    return wrong('`operations` takes no option but --json.');
  }
  return { kind: 'operations', name: words[0], json: options.has('--json') };
}

const OF_CALLS = new Set(['--detach', '--anyway', '--hidden-rows']);

function readCall(
  words: readonly string[],
  options: ReadonlyMap<string, string>,
  allowed: Allowed,
): Command {
  const isOthers = (name: string) => name === '--renew' || (BARE.has(name) && !OF_CALLS.has(name));
  const unknown = [...options.keys()].find(isOthers);
  if (unknown !== undefined) return wrong(`Unknown option: ${unknown}`);
  const steps: Step[] = [];
  for (const part of splitAt(words, 'then')) {
    const [name, json = '{}', ...more] = part;
    if (name === undefined || !/^[A-Za-z]+\.[A-Za-z]+$/.test(name)) {
      return wrong('Give the name of an operation, for example enterpriseUsers.list.');
    }
    if (more.length > 0) return wrong('Give one JSON text per operation, in single quotes.');
    steps.push({ name, json });
  }
  const keychain = options.get('--keychain') ?? 'system';
  if (keychain !== 'system' && keychain !== 'memory')
    return wrong('--keychain must be system or memory.');
  const waitSeconds = waitOf(options);
  if (waitSeconds === undefined) return wrong(WAIT);
  if (keychain === 'memory' && losesSecret(steps)) {
    return wrong(
      'With --keychain memory the new secret would be lost when this process ends: add ' +
        '`then oneTimeSecrets.saveEncrypted` or `then oneTimeSecrets.reveal`.',
    );
  }
  const named = options.get('--encoding');
  const charset = named === undefined ? undefined : charsetNamed(named);
  if (named !== undefined && charset === undefined)
    return wrong('--encoding needs the name of a charset, for example windows-1252 or utf-8.');
  const key = options.get('--key');
  if (key !== undefined && !/^[1-9]\d?$/.test(key)) return wrong('--key needs a number, from 1.');
  const detach = options.has('--detach');
  if (detach && keychain === 'memory')
    return wrong(
      '--detach needs the system’s keychain: a job in memory is lost when the process ends.',
    );
  return {
    kind: 'call',
    steps,
    keychain,
    detach,
    charset,
    hidden: options.has('--hidden-rows'),
    ...(key !== undefined && { keyNumber: Number(key) }),
    allowed,
    data: options.get('--data'),
    waitSeconds,
  };
}

const WAIT = '--wait needs a number of seconds.';

function waitOf(options: ReadonlyMap<string, string>): number | undefined {
  const wait = options.get('--wait') ?? '10';
  return /^\d{1,4}$/.test(wait) ? Number(wait) : undefined;
}

/** One operation of the contract; who says --yes has been told what a person is asked in the window. */
function readErase(words: readonly string[], options: ReadonlyMap<string, string>): Command {
  const [more] = words;
  if (more !== undefined) return wrong(`\`erase\` takes options only, not ${more.slice(0, 60)}.`);
  const unknown = [...options.keys()].find((name) => !OF_ERASE.has(name));
  if (unknown !== undefined) return wrong(`\`erase\` takes no option ${unknown}.`);
  const waitSeconds = waitOf(options);
  if (waitSeconds === undefined) return wrong(WAIT);
  const everything = options.has('--everything');
  const data = options.get('--data');
  if (!options.has('--yes')) return { kind: 'unconfirmed', everything, data };
  const what = everything ? 'everything' : 'secrets';
  const steps = [{ name: 'app.erase', json: JSON.stringify({ what, anyway: true }) }];
  const allowed = { ...NOTHING_ALLOWED, erase: [what] };
  return { kind: 'call', steps, allowed, detach: false, keychain: 'system', data, waitSeconds };
}

function readCheck(words: readonly string[], options: ReadonlyMap<string, string>): Command {
  const [more] = words;
  if (more !== undefined) return wrong(`\`check\` takes options only, not ${more.slice(0, 60)}.`);
  const unknown = [...options.keys()].find((name) => !OF_CHECK.has(name));
  if (unknown !== undefined) return wrong(`\`check\` takes no option ${unknown}.`);
  const waitSeconds = waitOf(options);
  if (waitSeconds === undefined) return wrong(WAIT);
  return {
    kind: 'call',
    steps: [{ name: 'app.check', json: '{}' }],
    check: options.has('--json') ? 'json' : 'lines',
    allowed: NOTHING_ALLOWED,
    detach: false,
    keychain: 'system',
    data: options.get('--data'),
    waitSeconds,
  };
}

function readVerify(words: readonly string[], options: ReadonlyMap<string, string>): Command {
  const [folder, more] = words;
  // As a shell gives a variable that is not set: the folder that the command runs in would be another one than was meant.
  if (folder === undefined || folder === '' || more !== undefined)
    return wrong('`verify` takes one folder, that of a hand-over.');
  const unknown = [...options.keys()].find((name) => name !== '--json');
  if (unknown !== undefined) return wrong(`\`verify\` takes no option ${unknown}.`);
  return { kind: 'verify', folder, json: options.has('--json') };
}

/** Whoever types the command has been told what a person is asked in the window. */
function readBackup(
  command: 'backup' | 'bring-back',
  [file, more]: readonly string[],
  options: ReadonlyMap<string, string>,
): Command {
  if (file === undefined || file === '' || more !== undefined)
    return wrong(`\`${command}\` takes one file.`);
  const unknown = [...options.keys()].find((name) => !OF_BACKUP.has(name));
  if (unknown !== undefined) return wrong(`\`${command}\` takes no option ${unknown}.`);
  const waitSeconds = waitOf(options);
  if (waitSeconds === undefined) return wrong(WAIT);
  // A second sign at its beginning would make a text of it.
  const at = `@${file.startsWith('@') ? './' : ''}${file}`;
  const passphrase = '$STEWARD_PASSPHRASE';
  const isMade = command === 'backup';
  return {
    kind: 'call',
    steps: [
      isMade
        ? { name: 'backup.make', json: JSON.stringify({ target: at, passphrase }) }
        : { name: 'backup.bringBack', json: JSON.stringify({ file: at, passphrase }) },
    ],
    passphrase: isMade ? 'new' : 'of-a-file',
    allowed: { ...NOTHING_ALLOWED, [isMade ? 'reveal' : 'place']: ['backup'] },
    detach: false,
    keychain: 'system',
    data: options.get('--data'),
    waitSeconds,
  };
}

/** Lists lost keys, or gives up what one of them sealed. */
function readKeys(words: readonly string[], options: ReadonlyMap<string, string>): Command {
  const [more] = words;
  if (more !== undefined) return wrong(`\`keys\` takes options only, not ${more.slice(0, 60)}.`);
  const unknown = [...options.keys()].find((name) => !OF_KEYS.has(name));
  if (unknown !== undefined) return wrong(`\`keys\` takes no option ${unknown}.`);
  const waitSeconds = waitOf(options);
  if (waitSeconds === undefined) return wrong(WAIT);
  const key = options.get('--renew');
  if ((key !== undefined) !== options.has('--yes'))
    return wrong(
      'If you give up a lost key, what it sealed can never be read again. To do it: ' +
        `steward keys --renew ${key?.slice(0, 60) ?? 'KEY'} --yes`,
    );
  const step =
    key === undefined
      ? { name: 'app.lostKeys', json: '{}' }
      : { name: 'app.renewKey', json: JSON.stringify({ key }) };
  const data = options.get('--data');
  const allowed = { ...NOTHING_ALLOWED, erase: key === undefined ? [] : [key] };
  const steps = [step];
  return { kind: 'call', steps, allowed, detach: false, keychain: 'system', data, waitSeconds };
}

function losesSecret(steps: readonly Step[]): boolean {
  return steps.some(
    ({ name }, i) =>
      MAKES_A_SECRET.has(name) && !HANDS_IT_OVER.has(steps[i + 1]?.name ?? 'nothing'),
  );
}

function splitAt(words: readonly string[], separator: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === separator) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
