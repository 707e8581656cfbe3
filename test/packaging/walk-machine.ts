// A machine on which a job of a workflow runs here: its programs, and stubs of what would change a system.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { ELECTRON_LINES } from '../../build/floors.mjs';
import { root } from '../support/imports.ts';

/** What `runs-on` and `container` may say, and what stands there. */
const RUNNERS: Readonly<Record<string, { readonly os: System; readonly arch: string }>> = {
  'ubuntu-24.04': { os: 'Linux', arch: 'x64' },
  'ubuntu-24.04-arm': { os: 'Linux', arch: 'arm64' },
  'windows-2025': { os: 'Windows', arch: 'x64' },
  'windows-11-arm': { os: 'Windows', arch: 'arm64' },
  'macos-15': { os: 'macOS', arch: 'arm64' },
  'macos-15-intel': { os: 'macOS', arch: 'x64' },
};
const CONTAINERS: Readonly<Record<string, string>> = {
  'fedora:43': 'dnf',
  'opensuse/leap:16.0': 'zypper',
};
export type System = 'Linux' | 'Windows' | 'macOS';

/** Programs of this computer that every system has; bash brings the rest itself. */
const COMMON =
  'sh bash env cat cp rm mkdir chmod ln ls head tail dirname basename touch grep sed tr sort';
/** The images of GitHub have these too. */
const OF_IMAGES = 'find git tar gzip sha256sum';
const OWN: Readonly<Record<System, string>> = {
  Linux: 'sudo apt-get sysctl gh',
  Windows: 'cmd gh',
  macOS: 'spctl xcrun hdiutil ditto codesign gh',
};
/** Stub programs that only other stub programs start. */
const INSIDE = 'walk-package walk-steward walk-install walk-root';
/** Package of a container's system -> what it brings. */
const BROUGHT: Readonly<Record<string, string>> = {
  tar: 'tar',
  gzip: 'gzip',
  findutils: 'find',
  'shadow-utils': 'useradd',
  shadow: 'useradd',
  'util-linux': 'runuser',
};

const installer = (install: string, remove: string, flags: string) => `
walk-root || exit 1
${flags}
case "$1" in
  update) ;;
  install) shift
    for one; do case "$one" in
      -*) ;;
      /*) walk-install ${install} "$one" || exit 1 ;;
      *) echo "$one" >> "$WALK_MACHINE/state/installed"
        [ -e "$WALK_MACHINE/packages/$one" ] && cp -P "$WALK_MACHINE/packages/$one"/* "$WALK_MACHINE/bin/" ;;
    esac; done; true ;;
  ${remove}) rm "$WALK_MACHINE/usr/bin/steward" ;;
  *) exit 2 ;;
esac`;

const PROGRAMS: Readonly<Record<string, string>> = {
  'walk-root': '[ "$WALK_USER" = root ] || { echo "Permission denied: $WALK_USER" >&2; exit 1; }',
  // KIND FILE: a package of another kind, or for another processor, is not installed.
  'walk-install': `
[ -n "$2" ] || exit 1
{ read -r _; read -r _ kind version arch; } < "$2" || exit 1
[ "$kind" = "$1" ] || { echo "$2 is no $1" >&2; exit 1; }
[ "$arch" = "$WALK_ARCH" ] || { echo "$2 is for $arch, and this is $WALK_ARCH" >&2; exit 1; }
to="\${3:-$WALK_MACHINE/usr/bin}"; name="\${4:-steward}"
mkdir -p "$to"
printf '#!/bin/sh\\nexec walk-steward %s "$@"\\n' "$version" > "$to/$name"
chmod 755 "$to/$name"`,
  // A package that is a program itself.
  'walk-package': `
file="$1"; shift
{ read -r _; read -r _ kind version arch; } < "$file"
[ "$arch" = "$WALK_ARCH" ] || { echo 'Exec format error' >&2; exit 126; }
case "$kind" in
  AppImage) [ "$WALK_USER" = root ] && { echo 'Running as root without --no-sandbox is not supported.' >&2; exit 1; }
    exec walk-steward "$version" --no-sandbox "$@" ;;
  portable) walk-steward "$version" "$@" > /dev/null ;;
  nsis) [ "$1 $2" = '/S /currentuser' ] || exit 2
    app="$LOCALAPPDATA/Programs/Steward"
    walk-install nsis "$file" "$app/bin" steward.cmd && touch "$app/Steward.exe" || exit 1
    printf '#!/bin/sh\\nrm -r "%s"\\n' "$app" > "$app/Uninstall Steward.exe"; chmod 755 "$app/Uninstall Steward.exe" ;;
  *) exit 126 ;;
esac`,
  // As Electron starts there: not for root, not without a sandbox, and on Windows after an empty line.
  'walk-steward': `
version="$1"; shift
unsandboxed=
[ "$1" = --no-sandbox ] && { unsandboxed=yes; shift; }
if [ "$WALK_OS" = Linux ] && [ -z "$unsandboxed" ]; then
  [ "$WALK_USER" = root ] && { echo 'Running as root without --no-sandbox is not supported.' >&2; exit 1; }
  [ -n "$WALK_CONTAINER" ] && { echo 'No usable sandbox!' >&2; exit 133; }
fi
[ "$WALK_OS" = Windows ] && printf '\\r\\n'
case "$*" in
  --version) echo "Steward $version" ;;
  '--self-test --keychain memory') echo '{"program":"Steward","ok":true}' ;;
  operations) echo connections.list ;;
  *) exit 2 ;;
esac`,
  sudo: 'WALK_USER=root exec "$@"',
  'apt-get': installer('deb', 'purge', ''),
  dnf: installer('rpm', 'remove', ''),
  zypper: installer(
    'rpm',
    'remove',
    '[ "$1" = --non-interactive ] || { echo "zypper would ask" >&2; exit 4; }; shift',
  ),
  sysctl: `walk-root || exit 1
[ "$2" = kernel.apparmor_restrict_unprivileged_userns=0 ] && echo 0 > "$WALK_MACHINE/state/userns"`,
  useradd: 'walk-root && mkdir "$WALK_MACHINE/home/$2"',
  runuser: `walk-root || exit 1
[ "$1 $3" = '--user --' ] && [ -d "$WALK_MACHINE/home/$2" ] || { echo "user $2 does not exist" >&2; exit 1; }
export WALK_USER="$2"; shift 3; exec "$@"`,
  cmd: `shift
case "$1" in
  mkdir) mkdir -p "$2" ;;
  copy) cp "$3" "$4" && chmod 755 "$4" ;;
  rmdir) rm -r "$4" ;;
esac`,
  spctl: 'for last; do :; done; [ -e "$last" ]',
  codesign: 'for last; do :; done; [ -e "$last" ]',
  xcrun: '[ "$1 $2" = "stapler validate" ] && [ -e "$3" ]',
  hdiutil: `case "$1" in
  attach) walk-install dmg "$6" "$5/Steward.app/Contents/Resources/bin" ;;
  detach) rm -r "$2" ;;
esac`,
  ditto: `if [ "$1" = -x ]; then walk-install zip "$3" "$4/Steward.app/Contents/Resources/bin"
else mkdir -p "$(dirname "$2")" && cp -r "$1" "$2"; fi`,
  gh: `
[ -n "$GH_TOKEN" ] || { echo 'gh: To use GitHub CLI in a workflow, set the GH_TOKEN environment variable.' >&2; exit 4; }
[ "$1" = release ] || exit 2
what="$2"; shift 2
tag=; title=; notes=; repo=; pattern=; to=.; draft=; files=
[ "$what" = create ] && { tag="$1"; shift; }
while [ $# -gt 0 ]; do case "$1" in
  --repo) repo="$2"; shift 2 ;;
  --pattern) pattern="$2"; shift 2 ;;
  --dir) to="$2"; shift 2 ;;
  --title) title="$2"; shift 2 ;;
  --notes-file) notes="$2"; shift 2 ;;
  --draft) draft=yes; shift ;;
  --verify-tag) shift ;;
  -*) echo "unknown flag: $1" >&2; exit 1 ;;
  *) [ -f "$1" ] || { echo "no matches found for $1" >&2; exit 1; }
    cp "$1" "$WALK_DRAFT/" || exit 1; shift ;;
esac; done
[ -n "$repo" ] || [ -d .git ] || { echo 'fatal: not a git repository' >&2; exit 1; }
case "$what" in
  download) [ "$repo" = "$GITHUB_REPOSITORY" ] || exit 1
    ls "$WALK_EARLIER"/$pattern > /dev/null 2>&1 || { echo 'release not found' >&2; exit 1; }
    cp "$WALK_EARLIER"/$pattern "$to/" ;;
  create) [ "$WALK_RIGHTS_CONTENTS" = write ] || { echo 'HTTP 403: Resource not accessible' >&2; exit 1; }
    [ "$tag" = "$GITHUB_REF_NAME" ] && [ -n "$draft" ] && [ -n "$title" ] && [ -s "$notes" ] || { echo 'no draft' >&2; exit 1; } ;;
  *) exit 2 ;;
esac`,
};

export interface Machine {
  readonly os: System;
  readonly arch: string;
  readonly work: string;
  readonly temp: string;
  readonly isContainer: boolean;
  /** Runs a step; what it printed where it did not end well. */
  run(script: string, env: Readonly<Record<string, string>>): string | undefined;
  /** From now on `node` and `npm` are found. */
  addNode(version: string): string | undefined;
  has(program: string): boolean;
}

/** A machine as a job asks for it, in an empty folder; a sentence where there is none. */
export function machineFor(
  folder: string,
  asked: { readonly runsOn: string; readonly container: string },
  around: Readonly<Record<string, string>>,
): Machine | string {
  const runner = RUNNERS[asked.runsOn];
  if (runner === undefined) return `There is no runner ${asked.runsOn}.`;
  const isContainer = asked.container !== '';
  const manager = CONTAINERS[asked.container];
  if (isContainer && manager === undefined) return `There is no container ${asked.container}.`;
  const { os, arch } = runner;
  const at = (...names: string[]) => path.join(folder, ...names);
  for (const name of ['bin', 'work', 'temp', 'home', 'state', 'usr/bin', 'packages', 'local'])
    mkdirSync(at(name), { recursive: true });
  const put = (name: string, into = at('bin')) => {
    mkdirSync(into, { recursive: true });
    const stub = PROGRAMS[name];
    if (stub !== undefined)
      writeFileSync(path.join(into, name), `#!/bin/sh\n${stub}\n`, { mode: 0o755 });
    else symlinkSync(real(name), path.join(into, name));
  };
  const own = manager === undefined ? `${OF_IMAGES} ${OWN[os]}` : manager;
  for (const name of `${COMMON} ${INSIDE} ${own}`.split(' ')) put(name);
  for (const [name, program] of Object.entries(BROUGHT)) put(program, at('packages', name));
  const env = {
    PATH: [at('bin'), at('usr/bin')].join(path.delimiter),
    HOME: at('home'),
    TMPDIR: at('temp'),
    LOCALAPPDATA: at('local'),
    CI: 'true',
    RUNNER_TEMP: at('temp'),
    RUNNER_OS: os,
    WALK_MACHINE: folder,
    WALK_OS: os,
    WALK_ARCH: arch,
    WALK_USER: isContainer ? 'root' : 'runner',
    WALK_CONTAINER: asked.container,
    WALK_DAY: ELECTRON_LINES.written,
    ...around,
  };
  return {
    ...{ os, arch, isContainer, work: at('work'), temp: at('temp') },
    has: (program) => existsSync(at('bin', program)),
    run(script, more) {
      const file = at('temp', 'step.sh');
      writeFileSync(file, script);
      // As a runner starts `shell: bash`.
      const args = ['--noprofile', '--norc', '-eo', 'pipefail', file];
      const { status, stdout, stderr } = spawnSync('/bin/bash', args, {
        cwd: at('work'),
        env: { ...env, ...more },
        encoding: 'utf8',
      });
      return status === 0 ? undefined : `ended with ${String(status)}: ${stdout}${stderr}`.trim();
    },
    addNode(version) {
      if (version !== process.versions.node.split('.')[0])
        return `Node.js ${version} is not what package.json asks for.`;
      const play = `'${process.execPath}' '${path.join(root, 'test/packaging/walk-npm.mjs')}'`;
      const preload = path.join(root, 'test/packaging/walk-preload.mjs');
      const lines = {
        node: `[ "$1" = build/setup.mjs ] && { shift; exec ${play} setup "$@"; }
exec '${process.execPath}' --import '${preload}' "$@"`,
        npm: `exec ${play} npm "$@"`,
        npx: `exec ${play} npx "$@"`,
      };
      for (const [name, text] of Object.entries(lines)) {
        writeFileSync(at('bin', name), `#!/bin/sh\n${text}\n`);
        chmodSync(at('bin', name), 0o755);
      }
      return undefined;
    },
  };
}

function real(program: string): string {
  const found = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin']
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(`There is no ${program} on this computer.`);
  return found;
}

/** Copies as artifacts travel: on Linux and macOS no file may be run any more; Windows asks for no such right. */
export function carry(from: string, to: string, os: System): string[] {
  mkdirSync(to, { recursive: true });
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const target = path.join(to, path.relative(from, file));
      mkdirSync(path.dirname(target), { recursive: true });
      copyFileSync(file, target);
      chmodSync(target, os === 'Windows' ? 0o755 : 0o644);
      return path.relative(from, file);
    });
}

/** The sources as a checkout leaves them: those of git, in a folder of which each job gets its own copy. */
export function checkOut(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  mkdirSync(path.join(to, '.git'));
}
