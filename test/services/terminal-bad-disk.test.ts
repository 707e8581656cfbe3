// FLT-01 on the built command line: a full, read-only or failing disk stops a job with an exit code and advice.
import { everythingOn } from '../platform/shape.ts';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/result.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import {
  describeAsRoot,
  mountReadOnly,
  mountSmall,
  placeForMounts,
  unmount,
} from '../support/needs-root.ts';
import { bundleMain } from '../support/run-main.ts';

const place = placeForMounts('steward-terminal-disk');
const small = path.join(place.path, 'small');
/** The same file system once more, read-only: laid above the first, it is so whoever holds files open. */
const readOnly = path.join(place.path, 'read-only');
const data = path.join(small, 'data');
const ballast = path.join(small, 'ballast');
/** While this is there, every write of the process fails with EIO. */
const failing = path.join(place.path, 'failing');

/** No file system here fails on request: the calls below the program do. */
const FAILING_DISK = `
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const flag = process.env.FAILING_DISK;
const refusing = (act) => (...given) => {
  if (!existsSync(flag)) return act(...given);
  return Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
};
const { open } = fs;
fs.open = async (...given) => {
  const handle = await open(...given);
  for (const name of ['write', 'writeFile', 'datasync', 'sync', 'truncate'])
    handle[name] = refusing(handle[name].bind(handle));
  return handle;
};
for (const name of ['rename', 'rm', 'mkdir', 'link']) fs[name] = refusing(fs[name]);
syncBuiltinESMExports();
`;

interface Disk {
  readonly name: string;
  readonly because: Job['because'];
  readonly problem: string;
  /** What standard error says of it. */
  readonly says: string;
  readonly spoil: () => void;
  readonly heal: () => void;
}

const DISKS: readonly Disk[] = [
  {
    name: 'full',
    because: 'disk-full',
    problem: 'disk-full',
    says: 'the disk is full. Make room first.',
    spoil() {
      const { bavail, bsize } = statfsSync(small);
      try {
        // More than there is: the program may take or free some at this very moment.
        writeFileSync(ballast, Buffer.alloc((bavail + 16) * bsize));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    heal() {
      rmSync(ballast, { force: true });
    },
  },
  {
    name: 'read-only',
    because: 'disk-read-only',
    problem: 'read-only',
    says: 'the disk is read-only. Make it writable first.',
    // At one stroke: a mount made read-only where it stands is refused while the program writes through it.
    spoil() {
      execFileSync('mount', ['--bind', readOnly, small]);
    },
    heal() {
      unmount(small);
    },
  },
  {
    name: 'failing',
    because: 'disk-failed',
    problem: 'other',
    says: 'Steward could not write to the disk. Fix that first.',
    spoil() {
      writeFileSync(failing, '');
    },
    heal() {
      rmSync(failing, { force: true });
    },
  },
];

let platform: Platform;
let keyring: Keyring;
let connection = '';
let script = '';
let spoilt: Disk | undefined;

interface Ended {
  readonly code: number;
  readonly lines: readonly Result<Job>[];
  readonly err: string;
}

async function steward(args: readonly string[]): Promise<Ended> {
  const terminal = path.join(root, 'dist/main/terminal.js');
  const given = [...AS_IN_ELECTRON, '--import', script, terminal, ...args, '--data', data];
  const env = { ...keyring.env, FAILING_DISK: failing };
  const child = endsWithUs(spawn(process.execPath, given, { env, cwd: small }));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  const lines = out.split('\n').filter(Boolean);
  return { code, lines: lines.map((line) => JSON.parse(line) as Result<Job>), err };
}

interface Kind {
  readonly name: string;
  readonly start: string;
  readonly input: () => object;
}

/** Rotations go into a file here, and exports hold what messages say. */
const revealing = () => ['--reveal', 'my', '--reveal', platform.organisationNumber];

let made = 0;
const KINDS: readonly Kind[] = [
  {
    name: 'a rotation into a file',
    start: 'jobs.startRotation',
    input: () => ({
      userNames: platform.control.users,
      destination: {
        kind: 'file',
        target: `@${String((made += 1))}.age`,
        passphrase: 'nineteen ninety-four',
      },
    }),
  },
  {
    name: 'contact entries',
    start: 'jobs.startContactEntries',
    input: () => ({
      organisationNumber: platform.organisationNumber,
      organisationName: 'Fjordtrafikk AS',
      changes: Array.from({ length: 8 }, () => ({
        action: 'add',
        email: `disk${String((made += 1))}@fjord.example`,
      })),
    }),
  },
  {
    name: 'look-ups',
    start: 'jobs.startLookUp',
    input: () => ({
      organisationNumbers: platform.control.register.map(({ number }) => number).slice(0, 30),
      officialContacts: true,
      personalContacts: true,
    }),
  },
  {
    name: 'an export',
    start: 'jobs.startMessageExport',
    input: () => ({
      who: 'my',
      partyName: 'Fjordtrafikk AS',
      folders: ['inbox', 'archive'],
      from: null,
      to: null,
      forms: true,
      attachments: true,
      print: false,
      folder: `@export-${String((made += 1))}`,
    }),
  },
  {
    name: 'a copy of the metadata',
    start: 'jobs.startSynchronise',
    input: () => ({ scope: { what: 'everything' } }),
  },
];
const input = (kind: Kind) => JSON.stringify({ connection, ...kind.input() });
const cases = KINDS.flatMap((kind) =>
  DISKS.map((disk) => ({ kind, disk, of: kind.name, how: disk.name })),
);

describeAsRoot('FLT-01 in the terminal', () => {
  beforeAll(async () => {
    mountSmall(small, '16m');
    mountReadOnly(small, readOnly);
    await ensureBuilt({ only: ['main'], logLevel: 'silent' });
    script = await bundleMain(FAILING_DISK);
    platform = await startPlatform({
      users: 8,
      messages: 24,
      services: 8,
      seed: 7,
      switches: everythingOn,
    });
    keyring = await startKeyring();
    const certificate = { name: 'C', file: `@${platform.certificateFile}` };
    const made = await steward([
      ...['call', 'credentials.importCertificate'],
      JSON.stringify({ ...certificate, passphrase: platform.passphrase }),
      ...['then', 'credentials.addApiKey', JSON.stringify({ name: 'K', key: platform.apiKey })],
      ...['then', 'connections.create'],
      JSON.stringify({
        name: 'Here',
        environment: 'test',
        baseAddress: platform.address,
        organisationName: 'Fjordtrafikk AS',
        formerHosts: [],
        organisationNumber: platform.organisationNumber,
        signIn: { way: 'certificate', certificate: '$1.id' },
        apiKey: '$2.id',
        highestTls: 'TLSv1.3',
        language: 1033,
        mediaType: 'application/hal+json',
        proxy: { use: 'none' },
        extraCaFile: `@${platform.caFile}`,
      }),
      ...['--to', new URL(platform.address).host],
    ]);
    const last = made.lines.at(-1);
    connection = last?.ok === true ? last.value.id : '';
  });
  const well = () => {
    spoilt?.heal();
    spoilt = undefined;
  };
  afterEach(well);
  afterAll(async () => {
    await platform.stop();
    await keyring.stop();
    unmount(readOnly);
    unmount(small);
    place.remove();
  });

  it.each(cases)(
    '$of on a disk that gets $how: exit 3, why, and how it goes on; resumed too early exit 1, later 0',
    async ({ kind, disk }) => {
      const held = platform.control.hold('*', false, { from: 3 });
      const running = steward(['call', kind.start, input(kind), ...revealing()]);
      await held.reached;
      spoilt = disk;
      disk.spoil();
      held.release();
      const paused = await running;
      expect(paused.lines).toMatchObject([
        { ok: true, value: { state: 'paused', because: disk.because } },
      ]);
      const [line] = paused.lines;
      const job = JSON.stringify({ job: line?.ok === true ? line.value.id : '' });
      expect(paused.err.trimEnd().split('\n').at(-1)).toBe(
        `The job is paused: ${disk.says} To resume it: steward call jobs.resume '${job}'`,
      );
      expect(paused.code).toBe(3);
      const early = await steward(['call', 'jobs.resume', job]);
      const { problem } = disk;
      expect(early.lines).toMatchObject([{ ok: false, failure: { kind: 'file', problem } }]);
      expect(early.code).toBe(1);
      well();
      const resumed = await steward(['call', 'jobs.resume', job]);
      expect(resumed.lines).toMatchObject([{ ok: true, value: { state: 'finished' } }]);
      expect(resumed.code).toBe(0);
    },
  );
});
