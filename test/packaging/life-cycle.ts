// Packages for Linux made by electron-builder with the system's own tools, and their life in a system of their own.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/imports.ts';
import { pack } from './packing.ts';

export type PackageKind = 'deb' | 'rpm';

/** Of what is packed, in seconds: dpkg-deb and rpmbuild give no file a later time. */
const MOMENT = '1700000000';

/** `program`: an unpacked program. Both kinds in this version, under `into`. */
export async function makeLinuxPackages(
  program: string,
  version: string,
  into: string,
): Promise<Readonly<Record<PackageKind, string>>> {
  const folder = path.join(into, 'program');
  cpSync(program, folder, { recursive: true });
  // What can be started: it says how it was, as the real one would with `--version`.
  writeFileSync(path.join(folder, 'steward'), `#!/bin/sh\necho "Steward ${version} $*"\n`);
  chmodSync(path.join(folder, 'steward'), 0o755);
  const out = path.join(into, 'packages');
  mkdirSync(out, { recursive: true });
  const files = await pack({
    system: 'linux',
    kinds: ['deb', 'rpm'],
    program: folder,
    out,
    version,
    tools: {
      CUSTOM_FPM_PATH: path.join(root, 'test/packaging/packer.mjs'),
      SOURCE_DATE_EPOCH: MOMENT,
    },
  });
  const made = (kind: PackageKind) => {
    const name = files.find((one) => one.endsWith(`.${kind}`));
    if (name === undefined) throw new Error(`There is no ${kind}.`);
    return name;
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
 * Installs the first, upgrades to the second, removes and purges in a copy of this system whose every change is thrown away:
 * mounts are this process's own and end with it. Needs root, or user namespaces.
 */
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
  const inside = `export PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive
    unset TMPDIR; export one='${one}' two='${two}'
    ${steps.join('\n')}
    true`;
  const outside = `set -e
    mount -t tmpfs none /mnt
    mkdir /mnt/changes /mnt/work /mnt/root
    mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/changes,workdir=/mnt/work /mnt/root
    mount -t proc proc /mnt/root/proc
    chroot /mnt/root /bin/bash --norc -c "$INSIDE"`;
  const mapped = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const told = execFileSync(
    'unshare',
    ['--mount', '--pid', '--fork', ...mapped, 'bash', '--norc', '-c', outside],
    {
      encoding: 'utf8',
      // Bash takes a socket for a caller from afar, and reads what a person has set.
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], INSIDE: inside, LANG: 'C.UTF-8' },
    },
  );
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
