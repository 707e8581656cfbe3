// Installs a package on the system it is for, starts it, upgrades over an earlier one, removes it. Plain Node.
// `node build/packaging/try-package.mjs KIND PACKAGE [EARLIER]`; the last line is JSON, the exit code 0 or 1. On a computer of its own: it
// installs for real. As root on Linux, Electron would refuse to start: `sudo` installs, and whoever began this starts it; in a container,
// where there is nobody but root, a user made for it does, without the sandbox that a container cannot have.
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Where each kind puts its program, and what installs and removes it. A command is a program and its arguments. */
const KINDS = {
  deb: {
    byRoot: true,
    program: () => ['steward'],
    install: (file) => [['apt-get', 'install', '--yes', '--allow-downgrades', file]],
    remove: () => [['apt-get', 'purge', '--yes', 'steward']],
    gone: () => ['/usr/bin/steward', '/opt/Steward', '/etc/apparmor.d/steward'],
  },
  'rpm-fedora': {
    byRoot: true,
    program: () => ['steward'],
    install: (file) => [['dnf', 'install', '--assumeyes', '--nogpgcheck', file]],
    remove: () => [['dnf', 'remove', '--assumeyes', 'steward']],
    gone: () => ['/usr/bin/steward', '/opt/Steward'],
  },
  'rpm-opensuse': {
    byRoot: true,
    program: () => ['steward'],
    install: (file) => [['zypper', '--non-interactive', 'install', '--allow-unsigned-rpm', file]],
    remove: () => [['zypper', '--non-interactive', 'remove', 'steward']],
    gone: () => ['/usr/bin/steward', '/opt/Steward'],
  },
  appimage: {
    // In its place, as a person would; commands need no sandbox and no display.
    program: ({ place }) => [path.join(place, 'steward.AppImage')],
    install: (file, { place }) => [
      ['mkdir', '-p', place],
      ['cp', file, path.join(place, 'steward.AppImage')],
      ['chmod', '755', path.join(place, 'steward.AppImage')],
    ],
    remove: ({ place }) => [['rm', '-r', place]],
    gone: ({ place }) => [place],
  },
  nsis: {
    program: ({ installed }) => [path.win32.join(installed, 'bin', 'steward.cmd')],
    install: (file) => [[file, '/S', '/currentuser']],
    // With `_?=` the command waits and its exit code arrives; the uninstaller itself stays.
    remove: ({ installed }) => [
      [
        path.win32.join(installed, 'Uninstall Steward.exe'),
        '/S',
        '/currentuser',
        `_?=${installed}`,
      ],
    ],
    gone: ({ installed }) => [path.win32.join(installed, 'Steward.exe')],
  },
  portable: {
    // NSIS starts the program inside without handles of its own: its exit code arrives, and nothing that it prints.
    isMute: true,
    program: ({ place }) => [path.win32.join(place, 'steward-portable.exe')],
    install: (file, { place }) => [
      ['cmd', '/c', 'mkdir', place],
      ['cmd', '/c', 'copy', '/y', file, path.win32.join(place, 'steward-portable.exe')],
    ],
    remove: ({ place }) => [['cmd', '/c', 'rmdir', '/s', '/q', place]],
    gone: ({ place }) => [place],
    mayFail: ['mkdir'],
  },
  dmg: {
    program: () => ['/Applications/Steward.app/Contents/Resources/bin/steward'],
    install: (file, { place }) => [
      [
        'spctl',
        '--assess',
        '--type',
        'open',
        '--context',
        'context:primary-signature',
        '--verbose',
        file,
      ],
      ['xcrun', 'stapler', 'validate', file],
      ['hdiutil', 'attach', '-nobrowse', '-readonly', '-mountpoint', place, file],
      ['rm', '-rf', '/Applications/Steward.app'],
      ['ditto', path.join(place, 'Steward.app'), '/Applications/Steward.app'],
      ['hdiutil', 'detach', place],
      ['codesign', '--verify', '--deep', '--strict', '/Applications/Steward.app'],
      ['spctl', '--assess', '--type', 'execute', '--verbose', '/Applications/Steward.app'],
    ],
    remove: () => [['rm', '-r', '/Applications/Steward.app']],
    gone: () => ['/Applications/Steward.app'],
  },
  zip: {
    program: () => ['/Applications/Steward.app/Contents/Resources/bin/steward'],
    install: (file) => [
      ['rm', '-rf', '/Applications/Steward.app'],
      ['ditto', '-x', '-k', file, '/Applications'],
      ['codesign', '--verify', '--deep', '--strict', '/Applications/Steward.app'],
      ['spctl', '--assess', '--type', 'execute', '--verbose', '/Applications/Steward.app'],
    ],
    remove: () => [['rm', '-r', '/Applications/Steward.app']],
    gone: () => ['/Applications/Steward.app'],
  },
};
export const kinds = Object.keys(KINDS);

/** Also a link that leads nowhere any more. */
export const isThere = (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** Runs a command: `{ code, out }`. On Windows a command file needs the interpreter; the words are fixed but for paths of our own. */
function onThisComputer([program, ...args]) {
  const isScript = program.endsWith('.cmd');
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    shell: isScript,
    timeout: 600_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status ?? 1, out: stdout ?? '', err: `${stderr ?? ''}${error?.message ?? ''}` };
}

const TRIER = 'steward-try';

/** How commands are run on Linux: `{ asRoot, asUser, before }`, words in front of them, and what makes the user. */
function hands({ byRoot }, isRoot) {
  if (!byRoot) return { asRoot: [], asUser: [], before: [] };
  if (!isRoot) return { asRoot: ['sudo'], asUser: [], before: [] };
  return {
    asRoot: [],
    asUser: ['runuser', '--user', TRIER, '--', 'env', `HOME=/home/${TRIER}`],
    unsandboxed: ['--no-sandbox'],
    before: [['useradd', '--create-home', TRIER]],
  };
}

/**
 * The steps in order, until one is not as it should be: `{ kind, ok, steps: [{ step, ok, why? }] }`. `earlier` is installed first where it is given, so
 * that the package is an upgrade. `host` is for tests.
 */
export function tryPackage(kind, file, earlier, host = {}) {
  const {
    run = onThisComputer,
    exists = isThere,
    place = path.join(mkdtempSync(path.join(tmpdir(), 'steward-try-')), 'place'),
    installed = path.join(process.env.LOCALAPPDATA ?? homedir(), 'Programs', 'Steward'),
    isRoot = process.getuid?.() === 0,
    log = (line) => console.log(line),
  } = host;
  const table = KINDS[kind];
  const { asRoot, asUser, unsandboxed = [], before } = hands(table, isRoot);
  const at = { place, installed };
  const steps = [];
  const step = (name, look) => {
    if (steps.some(({ ok }) => !ok)) return;
    const why = look();
    steps.push(why === undefined ? { step: name, ok: true } : { step: name, ok: false, why });
    log(`${why === undefined ? 'ok    ' : 'FAILED'} ${name}${why === undefined ? '' : `: ${why}`}`);
  };
  const all = (commands) => () => {
    for (const command of commands) {
      const { code, out, err } = run(command);
      const isAllowed = (table.mayFail ?? []).some((word) => command.includes(word));
      if (code !== 0 && !isAllowed)
        return `${command.join(' ')} ended with ${code}: ${`${out}${err}`.trim().slice(-2000)}`;
    }
    return undefined;
  };
  const says = (args, fits) => () => {
    const { code, out, err } = run([...asUser, ...table.program(at), ...unsandboxed, ...args]);
    return code === 0 && (table.isMute === true || fits(out.trim()))
      ? undefined
      : `steward ${args.join(' ')} ended with ${code}: ${`${out}${err}`.trim().slice(0, 2000)}`;
  };
  const versionOf = (name) => /\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?/.exec(path.basename(name))?.[0] ?? '';
  const started = (of) => {
    step(
      `${of} says its version`,
      says(['--version'], (out) => out.includes(versionOf(of))),
    );
    step(`${of} passes its own test`, says(['--self-test', '--keychain', 'memory'], isGood));
    step(
      `${of} lists its operations`,
      says(['operations'], (out) => out.includes('connections.list')),
    );
  };
  const withRoot = (commands) => commands.map((command) => [...asRoot, ...command]);
  if (before.length > 0) step('a user who starts it', all(before));
  if (earlier !== undefined) {
    step(`install ${earlier}`, all(withRoot(table.install(earlier, at))));
    started(earlier);
  }
  step(
    `${earlier === undefined ? 'install' : 'upgrade to'} ${file}`,
    all(withRoot(table.install(file, at))),
  );
  started(file);
  step('remove', all(withRoot(table.remove(at))));
  step('nothing of the program is left', () => {
    const left = table.gone(at).filter((one) => exists(one));
    return left.length === 0 ? undefined : `${left.join(', ')} is still there`;
  });
  return { kind, ok: steps.every(({ ok }) => ok), steps };
}

function isGood(out) {
  try {
    return JSON.parse(out.trim().split('\n').at(-1) ?? '').ok === true;
  } catch {
    return false;
  }
}

if (process.argv[1] === import.meta.filename) {
  const [kind = '', file, earlier] = process.argv.slice(2);
  if (!kinds.includes(kind) || file === undefined) {
    console.error(
      `Usage: node build/packaging/try-package.mjs ${kinds.join('|')} PACKAGE [EARLIER]`,
    );
    process.exit(2);
  }
  const report = tryPackage(kind, path.resolve(file), earlier && path.resolve(earlier));
  console.log(JSON.stringify(report));
  process.exitCode = report.ok ? 0 : 1;
}
