// Packages for Linux made by electron-builder with the system's own tools, and their life in a system of their own.
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configFor } from '../../build/packaging/choices.mjs';
import { root } from '../support/imports.ts';

export type PackageKind = 'deb' | 'rpm';

/** `program`: an unpacked program. Both kinds in this version, under `into`. */
export async function makeLinuxPackages(
  program: string,
  version: string,
  into: string,
): Promise<Readonly<Record<PackageKind, string>>> {
  const folder = path.join(into, 'program');
  cpSync(program, folder, { recursive: true });
  // What can be started: it says how it was, as the real one would with `--version`.
  const standIn = [
    '#!/bin/sh',
    '[ "$1" = --no-sandbox ] && shift',
    'case "$1" in',
    `  --self-test) echo '{"program":"Steward","ok":true}' ;;`,
    '  operations) echo connections.list ;;',
    `  *) echo "Steward ${version} $*" ;;`,
    'esac',
  ];
  writeFileSync(path.join(folder, 'steward'), `${standIn.join('\n')}\n`);
  chmodSync(path.join(folder, 'steward'), 0o755);
  const out = path.join(into, 'packages');
  mkdirSync(out, { recursive: true });
  const product = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Parameters<
    typeof configFor
  >[2];
  const choices = { help: false, dir: false, release: false, out, systems: ['linux'] } as const;
  const config = configFor({ ...choices, processors: ['x64'] }, {}, product);
  const before = process.env['CUSTOM_FPM_PATH'];
  process.env['CUSTOM_FPM_PATH'] = path.join(root, 'test/packaging/packer.mjs');
  try {
    await build({
      projectDir: root,
      prepackaged: folder,
      targets: Platform.LINUX.createTarget(['deb', 'rpm'], Arch.x64),
      config: {
        ...config,
        extraMetadata: { ...config.extraMetadata, version },
      } as unknown as Configuration,
      publish: 'never',
    });
  } finally {
    if (before === undefined) delete process.env['CUSTOM_FPM_PATH'];
    else process.env['CUSTOM_FPM_PATH'] = before;
  }
  const made = (kind: PackageKind) => {
    const name = readdirSync(out).find((one) => one.endsWith(`.${kind}`));
    if (name === undefined) throw new Error(`There is no ${kind}.`);
    return path.join(out, name);
  };
  return { deb: made('deb'), rpm: made('rpm') };
}

/** What stands in the system after a step. */
export interface Standing {
  /** What `steward --version` says on the path; empty without a command. */
  readonly says: string;
  /** Files and folders of the package that are there. */
  readonly there: readonly string[];
  /** What the step itself printed. */
  readonly printed: string;
}

const COMMANDS = {
  deb: {
    installed: 'dpkg -i --force-depends "$one"',
    upgraded: 'dpkg -i --force-depends "$two"',
    removed: 'dpkg -r steward',
    purged: 'dpkg -P steward',
  },
  rpm: {
    installed: 'rpm -i --nodeps "$one"',
    upgraded: 'rpm -U --nodeps "$two"',
    removed: 'rpm -e --nodeps steward',
    purged: 'true',
  },
} as const;
export type Step = keyof (typeof COMMANDS)['deb'];

/** All that a package of Steward can leave. */
const TRACES = [
  '/opt/Steward',
  '/usr/bin/steward',
  '/etc/alternatives/steward',
  '/etc/apparmor.d/steward',
  '/usr/share/applications/steward.desktop',
  '/usr/share/icons/hicolor/128x128/apps/steward.png',
];

/**
 * Runs lines of bash in a copy of this system whose every change is thrown away: mounts are this process's own and end with it. Needs root, or
 * user namespaces. What they printed.
 */
export function inACopy(lines: string): string {
  const inside = `export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive
    unset TMPDIR
    ${lines}`;
  const outside = `set -e
    mount -t tmpfs none /mnt
    mkdir /mnt/changes /mnt/work /mnt/root
    mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/changes,workdir=/mnt/work /mnt/root
    mount -t proc proc /mnt/root/proc
    chroot /mnt/root /bin/bash --norc -c "$INSIDE"`;
  const mapped = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  return execFileSync(
    'unshare',
    ['--mount', '--pid', '--fork', ...mapped, 'bash', '--norc', '-c', outside],
    {
      encoding: 'utf8',
      // Bash takes a socket for a caller from afar, and reads what a person has set.
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], INSIDE: inside, LANG: 'C.UTF-8' },
    },
  );
}

/** Installs the first, upgrades to the second, removes and purges, in such a copy. */
export function liveThrough(
  kind: PackageKind,
  one: string,
  two: string,
): Readonly<Record<Step, Standing>> {
  const steps = Object.entries(COMMANDS[kind]).map(
    ([step, command]) => `
    echo '== ${step}'
    ( ${command} ) 2>&1
    echo '-- says'; command -v steward >/dev/null && steward --version
    echo '-- there'; for trace in ${TRACES.join(' ')}; do [ -e $trace ] || [ -L $trace ] && echo $trace; done`,
  );
  const told = inACopy(`export one='${one}' two='${two}'
    ${steps.join('\n')}
    true`);
  process.stdout.write(`Life of a ${kind}:\n${told}\n`);
  const found = new Map(
    told
      .split('== ')
      .slice(1)
      .map((text) => {
        const [step = '', ...lines] = text.split('\n');
        const [printed = '', says = '', there = ''] = lines.join('\n').split(/^-- \w+$/m);
        const standing = { printed, says: says.trim(), there: there.split('\n').filter(Boolean) };
        return [step, standing] as const;
      }),
  );
  const after = (step: Step): Standing => {
    const standing = found.get(step);
    if (!standing) throw new Error(`Nothing was told of "${step}".`);
    return standing;
  };
  return {
    installed: after('installed'),
    upgraded: after('upgraded'),
    removed: after('removed'),
    purged: after('purged'),
  };
}
