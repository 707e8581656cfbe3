// Who may write to a file of Windows: its access list, read by the system's own program and judged here.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** What a place is to a file: the file or its own folder, or a folder above that one. */
export type Nearness = 'own' | 'above';
export type AccessFault = 'owner' | 'writable' | 'not-readable';

/**
 * Who can change what is kept in a place, from its owner and access list in SDDL (MS-DTYP 2.5.1); undefined where it is administrators
 * alone. In a folder above others may make files and folders of their own, as in ProgramData, but take away and rename nothing.
 * Whatever is not understood counts as a right of somebody else.
 */
export function accessFault(sddl: string, nearness: Nearness): AccessFault | undefined {
  const parts = /^O:(?<owner>[^:]+?)(?:G:[^:]+?)?D:(?<flags>[A-Z_]*)(?<entries>(?:\(.*\))?)$/s.exec(
    sddl.trim(),
  )?.groups;
  if (parts === undefined) return 'not-readable';
  const { owner = '', flags = '', entries = '' } = parts;
  if (!ADMINISTRATORS.has(owner)) return 'owner';
  // A file without a list is everybody's.
  if (/[^PAIR]/.test(flags)) return 'writable';
  const list = entries === '' ? [] : entries.slice(1, -1).split(')(');
  return list.every((entry) => isHarmless(entry.split(';'), nearness)) ? undefined : 'writable';
}

const ADMINISTRATORS: ReadonlySet<string> = new Set([
  // SYSTEM and the group of administrators.
  'SY',
  'S-1-5-18',
  'BA',
  'S-1-5-32-544',
  // TrustedInstaller, to whom the system's own folders belong.
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);
/** "Whoever owns it", which is an administrator by then. */
const OWNER: ReadonlySet<string> = new Set(['OW', 'S-1-3-4']);

function isHarmless(fields: readonly string[], nearness: Nearness): boolean {
  const [type = '', flags = '', rights = '', , , account = ''] = fields;
  // What denies takes rights away; what is only inherited counts where it is inherited.
  if (['D', 'OD', 'XD'].includes(type)) return true;
  if (/^(?:..)*IO/.test(flags)) return true;
  if (ADMINISTRATORS.has(account) || OWNER.has(account)) return true;
  return (maskOf(rights) & (nearness === 'own' ? ~READING : TAKING_AWAY)) === 0;
}

/** Bits of an access mask, as files and folders use them (MS-DTYP 2.4.3). */
const DELETE_CHILD = 0x40;
const DELETE = 0x1_0000;
const READ_CONTROL = 0x2_0000;
const WRITE_DAC = 0x4_0000;
const WRITE_OWNER = 0x8_0000;
const SYNCHRONIZE = 0x10_0000;
const GENERIC_ALL = 0x1000_0000;
const GENERIC_EXECUTE = 0x2000_0000;
const GENERIC_READ = 0x8000_0000;
/** Data, extended attributes, execution, attributes. */
const READ_ITS_OWN = 0x1 | 0x8 | 0x20 | 0x80;

const READING = READ_ITS_OWN | READ_CONTROL | SYNCHRONIZE | GENERIC_EXECUTE | GENERIC_READ;
const TAKING_AWAY = DELETE_CHILD | DELETE | WRITE_DAC | WRITE_OWNER | GENERIC_ALL;
const EVERYTHING = -1;

/** By the two letters of SDDL, which have the names of directory services where a bit of a file has none. */
const RIGHTS: Readonly<Record<string, number>> = {
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: DELETE_CHILD,
  LO: 0x80,
  CR: 0x100,
  SD: DELETE,
  RC: READ_CONTROL,
  WD: WRITE_DAC,
  WO: WRITE_OWNER,
  GA: GENERIC_ALL,
  GX: GENERIC_EXECUTE,
  GW: 0x4000_0000,
  GR: GENERIC_READ,
  FA: 0x1f_01ff,
  FR: 0x12_0089,
  FW: 0x12_0116,
  FX: 0x12_00a0,
};

function maskOf(rights: string): number {
  if (/^0x[0-9a-f]{1,8}$/i.test(rights)) return Number(rights);
  if (!/^(?:[A-Z]{2})*$/.test(rights)) return EVERYTHING;
  const letters = rights.match(/../g) ?? [];
  return letters.reduce((mask, one) => mask | (RIGHTS[one] ?? EVERYTHING), 0);
}

/** The lists of these places in SDDL, in their order. Rejects where the system does not tell. */
export type ReadAccessLists = (places: readonly string[]) => Promise<readonly string[]>;

/** A computer that has just started takes seconds to load it. */
const TIME_LIMIT_MS = 30_000;
/** No path can have it. */
const BETWEEN = '|';
const SCRIPT =
  "$ErrorActionPreference = 'Stop'; foreach ($place in $env:STEWARD_PLACES -split '\\|') " +
  '{ (Microsoft.PowerShell.Security\\Get-Acl -LiteralPath $place).Sddl }';

/**
 * By Windows PowerShell, which is part of every Windows: without native code there is no other way to the list that is the same in
 * every language of the system. It is named in full, and is given nothing but the places and its own modules.
 */
export function accessListReader(
  env: Readonly<Record<string, string | undefined>>,
  program = path.win32.join(powerShellFolder(env), 'powershell.exe'),
): ReadAccessLists {
  return async (places) => {
    const { stdout } = await promisify(execFile)(
      program,
      ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', SCRIPT],
      {
        env: {
          SystemRoot: systemRoot(env),
          PSModulePath: path.win32.join(powerShellFolder(env), 'Modules'),
          STEWARD_PLACES: places.join(BETWEEN),
        },
        timeout: TIME_LIMIT_MS,
        windowsHide: true,
      },
    );
    const lists = stdout.split(/\r?\n/).filter((line) => line !== '');
    if (lists.length !== places.length) throw new Error('One access list for each place expected');
    return lists;
  };
}

function systemRoot(env: Readonly<Record<string, string | undefined>>): string {
  const given = env['SystemRoot'] ?? env['SYSTEMROOT'] ?? '';
  return path.win32.isAbsolute(given) ? given : 'C:\\Windows';
}

const powerShellFolder = (env: Readonly<Record<string, string | undefined>>) =>
  path.win32.join(systemRoot(env), 'System32', 'WindowsPowerShell', 'v1.0');
