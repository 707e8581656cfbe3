// Checks of a packed program at work: self-test, launcher, page files, keychain, and an upgrade on one folder.
import { everythingOn } from '../platform/shape.ts';
import { extractFile, listPackage } from '@electron/asar';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPlatform } from '../platform/platform.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { startKeyring } from '../support/keyring.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { type Check, failed, type Finding, notPossible, passed, unlessWrong } from './finding.ts';
import { archiveIn, type Packed, programIn, run } from './packed-checks.ts';

const NONE = 'No packed program was given (--packed FOLDER).';
const NO_NEXT = 'No next version was given (--packed-next FOLDER).';
const root = path.resolve(import.meta.dirname, '../..');

const ofPacked =
  (look: (program: string, folder: string) => Promise<Finding>): Check<Packed>['find'] =>
  async ({ packed }) =>
    packed === undefined ? notPossible(NONE) : look(programIn(packed), packed);

export const packedLifeChecks: readonly Check<Packed>[] = [
  {
    id: 'INS-15',
    name: 'the packed self-test: every part is ok, its page among them',
    find: ofPacked(selfTest),
  },
  {
    id: 'INS-04',
    name: 'the launcher: streams apart, exit codes, standard input, quoting',
    find: ofPacked(launcher),
  },
  {
    id: 'INS-05',
    name: 'Ctrl+C during a job ends the command with 3, the job paused',
    find: ofPacked(interrupted),
  },
  {
    id: 'CSP-02',
    name: 'the packed page has the files of the page that was toured',
    find: ofPacked(pageFiles),
  },
  {
    id: 'VLT-01',
    name: 'the packed program’s keychain: written, read after a restart, erased',
    find: ofPacked(keychain),
  },
  {
    id: 'INS-10',
    name: 'after an upgrade on the same folder everything is there',
    find: upgrade,
  },
];

/** At least these; `page` is there where a display is, which the verification has opened. */
const PARTS = ['cryptography', 'keychain', 'certificate', 'tls', 'xsd', 'workbook', 'page'];

interface SelfTest {
  readonly program?: string;
  readonly shell?: string;
  readonly ok?: boolean;
  readonly parts?: readonly {
    readonly part: string;
    readonly ok: boolean;
    readonly why?: string;
  }[];
}

async function selfTest(program: string): Promise<Finding> {
  return withKeychain(async (env) => {
    const { code, stdout } = await run(program, ['--self-test'], env);
    return judgeSelfTest(stdout, code);
  });
}

/** A report that says ok while a part is missing or not ok is no success. */
export function judgeSelfTest(stdout: string, code: number | null): Finding {
  // On Windows an empty line comes first.
  const lines = stdout.split(/\r?\n/).filter((line) => line !== '');
  let report: SelfTest;
  try {
    report = JSON.parse(lines[0] ?? '') as SelfTest;
  } catch {
    return failed(`It printed no line of JSON: ${stdout.slice(0, 100)}`);
  }
  const { parts = [] } = report;
  return unlessWrong(
    [
      ...(lines.length === 1 ? [] : [`${String(lines.length)} lines`]),
      ...(code === 0 ? [] : [`It ended with ${String(code)}.`]),
      ...(report.program === 'Steward' ? [] : ['The program is another one.']),
      ...(report.shell === 'electron' ? [] : [`The shell is ${String(report.shell)}.`]),
      ...(report.ok === true ? [] : ['It is not ok.']),
      ...parts.filter(({ ok }) => !ok).map(({ part, why = '' }) => `${part}: ${why}`),
      ...PARTS.filter((part) => !parts.some((one) => one.part === part)).map(
        (part) => `no part ${part}`,
      ),
    ],
    parts.map(({ part }) => part).join(', '),
  );
}

/** What a person types `steward` for: on Linux the program itself. */
export function launcherIn(folder: string, platform = process.platform): string {
  if (platform === 'linux') return programIn(folder);
  const name = platform === 'win32' ? 'bin/steward.cmd' : 'Contents/Resources/bin/steward';
  const found = readdirSync(folder, { recursive: true })
    .map((one) => path.join(folder, String(one)))
    .find((file) => file.replaceAll(path.sep, '/').endsWith(`/${name}`));
  if (found === undefined) throw new Error(`There is no ${name} in ${folder}.`);
  return found;
}

async function launcher(_program: string, packed: string): Promise<Finding> {
  const steward = launcherIn(packed);
  const isCommandFile = steward.endsWith('.cmd');
  const folder = makeTempFolder('steward-verify-launcher');
  const file = path.join(folder.path, 'input with space.json');
  const data = ['--data', path.join(folder.path, 'data'), '--keychain', 'memory'];
  // The command interpreter of Windows takes one line: each argument is quoted for it, as a person would.
  const quoted = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`;
  const ask = (args: readonly string[], input?: string) => {
    const all = [...args, ...data];
    const options = { shell: isCommandFile, ...(input !== undefined && { input }) };
    return isCommandFile
      ? run(quoted(steward), all.map(quoted), {}, options)
      : run(steward, all, {}, options);
  };
  const name = 'Nøkkel «ett» & two';
  const input = JSON.stringify({ name, key: '$STEWARD_KEY' });
  process.env['STEWARD_KEY'] = 'verified-key';
  writeFileSync(file, input);
  const wrong: string[] = [];
  const added = (how: string, { code, stdout, stderr }: Awaited<ReturnType<typeof ask>>) => {
    const isGood = code === 0 && stdout.includes('"ok":true') && stdout.includes(name);
    if (!isGood)
      wrong.push(`${how}: ${String(code)}: ${stdout.slice(0, 100)}${stderr.slice(0, 100)}`);
    if (stdout.includes('verified-key')) wrong.push(`${how}: the key was printed.`);
  };
  try {
    const call = ['call', 'credentials.addApiKey'];
    added('as an argument', await ask([...call, input]));
    added('by @file', await ask([...call, `@${file}`]));
    added('by -', await ask([...call, '-'], input));
    const refused = await ask(['call', 'connections.test', '{"connection":"nobody"}']);
    if (refused.code !== 1) wrong.push(`A failed call ended with ${String(refused.code)}.`);
    if (!refused.stdout.includes('"ok":false')) wrong.push('A failure is not on standard output.');
    const misused = await ask(['call', 'no.such.operation', '{}']);
    if (misused.code !== 2) wrong.push(`A wrong line ended with ${String(misused.code)}.`);
    if (misused.stdout.trim() !== '') wrong.push('A wrong line prints on standard output.');
    if (misused.stderr === '') wrong.push('A wrong line says nothing on standard error.');
    return unlessWrong(wrong, path.basename(steward));
  } finally {
    delete process.env['STEWARD_KEY'];
    folder.remove();
  }
}

const OPEN_CONNECTION = {
  environment: 'test',
  organisationNumber: '910514318',
  organisationName: 'Fjordtrafikk AS',
  signIn: { way: 'none' },
  apiKey: null,
  highestTls: 'TLSv1.3',
  language: 1044,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
};

/** The whole open metadata is copied, which takes a while; it is interrupted as soon as the command says how far it is. */
async function interrupted(_program: string, packed: string): Promise<Finding> {
  if (process.platform === 'win32')
    return notPossible('Windows has no signal for a key that a person presses in a window.');
  const steward = launcherIn(packed);
  const platform = await startPlatform({ services: 400, switches: everythingOn });
  const folder = makeTempFolder('steward-verify-interrupted');
  const data = ['--data', path.join(folder.path, 'data')];
  try {
    return await withKeychain(async (given) => {
      const env = { ...process.env, HOME: folder.path, ...given };
      const input = {
        ...OPEN_CONNECTION,
        name: 'Verified',
        baseAddress: platform.address,
        extraCaFile: `@${platform.caFile}`,
      };
      const create = [
        'call',
        'connections.create',
        JSON.stringify(input),
        '--to',
        new URL(platform.address).host,
      ];
      const made = await run(steward, [...create, ...data], env);
      const id = /"id":\s*"([^"]+)"/.exec(made.stdout)?.[1];
      if (id === undefined) return failed(`No connection: ${made.out.slice(0, 200)}`);
      const job = JSON.stringify({ connection: id, scope: { what: 'everything' } });
      const child = endsWithUs(
        spawn(steward, ['call', 'jobs.startSynchronise', job, ...data], {
          env,
          stdio: ['ignore', 'ignore', 'pipe'],
        }),
      );
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (said === '') child.kill('SIGINT');
        said += text;
      });
      const code = await new Promise((done) => child.once('exit', done));
      const wrong = code === 3 ? [] : [`It ended with ${String(code)}: ${said.slice(0, 200)}`];
      const jobs = await run(steward, ['call', 'jobs.list', '{}', ...data], env);
      if (!/"state":\s*"paused"/.test(jobs.stdout))
        wrong.push(`Not paused: ${jobs.out.slice(0, 200)}`);
      await run(steward, ['erase', '--yes', ...data], env);
      return unlessWrong(wrong);
    });
  } finally {
    folder.remove();
    await platform.stop();
  }
}

/** The packed program lets nobody steer its page; its files are those that the screens were gone through with. */
async function pageFiles(_program: string, packed: string): Promise<Finding> {
  const archive = archiveIn(packed);
  const inArchive = listPackage(archive, { isPack: false }).map((name) =>
    name.replaceAll('\\', '/').replace(/^\//, ''),
  );
  const folder = path.join(root, 'dist/renderer');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  if (files.length === 0) return failed('There is no built page to compare with.');
  const wrong = files.filter((file) => {
    const name = file.replaceAll('\\', '/');
    if (!inArchive.includes(name)) return true;
    return !extractFile(archive, file).equals(readFileSync(path.join(root, file)));
  });
  return unlessWrong(
    wrong.slice(0, 5).map((file) => `${file} differs`),
    `${String(files.length)} files`,
  );
}

/** On Linux in a session of its own; elsewhere in the person's keychain, from which it is erased. */
async function withKeychain(
  act: (env: NodeJS.ProcessEnv, count: () => Promise<number | undefined>) => Promise<Finding>,
): Promise<Finding> {
  if (process.platform !== 'linux') return act({}, async () => undefined);
  const keyring = await startKeyring();
  const display = { DISPLAY: process.env['DISPLAY'], XAUTHORITY: process.env['XAUTHORITY'] };
  try {
    return await act({ ...keyring.env, ...display }, () => keyring.count('Steward'));
  } finally {
    await keyring.stop();
  }
}

const KEY = 'a-key-that-is-kept';

async function keychain(program: string): Promise<Finding> {
  const folder = makeTempFolder('steward-verify-packed-keychain');
  const data = ['--data', path.join(folder.path, 'data')];
  try {
    return await withKeychain(async (given, count) => {
      const env = { ...given, STEWARD_KEY: KEY };
      const input = JSON.stringify({ name: 'Verified', key: '$STEWARD_KEY' });
      const wrong: string[] = [];
      const added = await run(program, ['call', 'credentials.addApiKey', input, ...data], env);
      if (added.code !== 0) wrong.push(`Not written: ${added.out.slice(0, 200)}`);
      const kept = await count();
      if (kept === 0) wrong.push('The keychain has no entry.');
      // The check opens every entry of the keychain: one that is missing or damaged is left to a person.
      const checked = await run(program, ['check', '--json', ...data], env);
      if (checked.code !== 0) wrong.push(`Not read: ${checked.out.slice(0, 200)}`);
      const listed = await run(program, ['call', 'credentials.list', '{}', ...data], env);
      if (!listed.stdout.includes('Verified')) wrong.push('It is not listed after a restart.');
      if (onDisk(folder.path).some((bytes) => bytes.includes(KEY)))
        wrong.push('It is on the disk.');
      const erased = await run(program, ['erase', '--yes', ...data], env);
      if (erased.code !== 0) wrong.push(`Not erased: ${erased.out.slice(0, 200)}`);
      const left = await count();
      if (left !== undefined && left !== 0) wrong.push(`${String(left)} entries are left.`);
      return unlessWrong(wrong, kept === undefined ? '' : `${String(kept)} entries, then none`);
    });
  } finally {
    folder.remove();
  }
}

const onDisk = (folder: string): readonly Buffer[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)))
    : [];

/** The older one writes, the next one reads; each is a program of its own. */
async function upgrade({ packed, packedNext }: Packed): Promise<Finding> {
  if (packed === undefined) return notPossible(NONE);
  if (packedNext === undefined) return notPossible(NO_NEXT);
  const [older, next] = [programIn(packed), programIn(packedNext)];
  const folder = makeTempFolder('steward-verify-upgrade');
  const data = ['--data', path.join(folder.path, 'data')];
  try {
    return await withKeychain(async (given) => {
      const env = { ...given, STEWARD_KEY: KEY };
      const wrong: string[] = [];
      const call = async (program: string, name: string, input: object) => {
        const more = ['--to', 'verified.example', ...data];
        const ended = await run(program, ['call', name, JSON.stringify(input), ...more], env);
        if (ended.code !== 0) wrong.push(`${name}: ${ended.out.slice(0, 200)}`);
        return ended.stdout;
      };
      await call(older, 'credentials.addApiKey', { name: 'Kept key', key: '$STEWARD_KEY' });
      await call(older, 'connections.create', {
        name: 'Kept connection',
        ...OPEN_CONNECTION,
        baseAddress: 'https://verified.example',
      });
      await call(older, 'settings.change', { clipboardSeconds: 7 });
      const expected = [
        ['credentials.list', 'Kept key'],
        ['connections.list', 'Kept connection'],
        ['settings.get', '"clipboardSeconds":7'],
      ] as const;
      for (const program of [older, next]) {
        for (const [name, text] of expected) {
          const said = await call(program, name, {});
          if (!said.replaceAll(/\s/g, '').includes(text.replaceAll(' ', '')))
            wrong.push(`${program === older ? 'before' : 'after'}: ${name} has no ${text}`);
        }
      }
      const checked = await run(next, ['check', '--json', ...data], env);
      if (checked.code !== 0) wrong.push(`The keychain: ${checked.out.slice(0, 200)}`);
      await run(next, ['erase', '--yes', ...data], env);
      return wrong.length === 0 ? passed('connections, settings, keychain') : unlessWrong(wrong);
    });
  } finally {
    folder.remove();
  }
}
