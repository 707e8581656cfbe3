// Access lists of Windows in SDDL: whose rights count, and which; read by a stand-in for the system's program.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessFault, accessListReader } from '../../../../main/shell/access-list.ts';
import { heldByAccessLists, readManagedFile } from '../../../../main/shell/managed-file.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

/** As Windows makes ProgramData: users may make files and folders in it. */
const PROGRAM_DATA =
  'O:SYG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICIIO;GA;;;CO)(A;OICI;0x1200a9;;;BU)(A;CI;DCLCRPCR;;;BU)';
/** As Windows makes the top of a disk. */
const TOP =
  'O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464G:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464' +
  'D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)(A;;LC;;;AU)(A;OICIIO;SDGXGWGR;;;AU)';
/** As the guide has the folder made. */
const CLOSED =
  'O:BAG:S-1-5-21-1-2-3-513D:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU)';
/** The file that is copied there. */
const CLOSED_FILE = 'O:BAG:S-1-5-21-1-2-3-513D:AI(A;ID;FA;;;BA)(A;ID;FA;;;SY)(A;ID;0x1200a9;;;BU)';
/** A folder that an administrator makes in ProgramData and does not close. */
const OPEN =
  'O:BAG:S-1-5-21-1-2-3-513D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)';
/** And one that anybody makes there. */
const PLANTED =
  'O:S-1-5-21-1-2-3-1001G:S-1-5-21-1-2-3-513D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;ID;FA;;;S-1-5-21-1-2-3-1001)(A;OICIID;0x1200a9;;;BU)';

const by = (entries: string, owner = 'BA') => `O:${owner}G:SYD:${entries}`;

describe('ATK-07 the access list of a file or its own folder', () => {
  it.each([
    ['the folder as the guide makes it', CLOSED],
    ['the file in it', CLOSED_FILE],
    ['the same with identifiers in place of letters', by('(A;;FA;;;S-1-5-32-544)', 'S-1-5-18')],
    ['everybody reads', by('(A;;FR;;;WD)(A;;FX;;;WD)(A;;0x1200a9;;;AU)(A;;GRGX;;;BU)')],
    ['others are denied', by('(D;;FA;;;WD)(A;;FA;;;BA)')],
    ['its owner has rights as such', by('(A;;FA;;;OW)')],
    ['what only passes to files in it', by('(A;OICIIO;GA;;;CO)(A;OICIIO;FA;;;WD)')],
    ['an empty list', by('')],
    ['a protected empty list', by('P')],
    ['without a group', 'O:SYD:(A;;FA;;;SY)'],
  ])('%s: administrators alone', (_name, sddl) => {
    expect(accessFault(sddl, 'own')).toBeUndefined();
  });

  it.each([
    ['a folder that was made and not closed', OPEN, 'writable'],
    ['a folder that anybody made', PLANTED, 'owner'],
    ['no list, so everybody', by('NO_ACCESS_CONTROL'), 'writable'],
    ...['FA', 'GA', 'GW', 'FW', 'KA', '0x1f01ff', '0x2', '0x100', '0x40000000', '0xFFFFFFFF'].map(
      (rights) => [`everybody has ${rights}`, by(`(A;;${rights};;;WD)`), 'writable'] as const,
    ),
    ...['DC', 'LC', 'RP', 'DT', 'CR', 'SD', 'WD', 'WO', 'FRSD', 'FRWD', 'ZZ', 'fa', '2'].map(
      (rights) => [`users have ${rights}`, by(`(A;;${rights};;;BU)`), 'writable'] as const,
    ),
    ...['AU', 'IU', 'DU', 'CO', 'AN', 'PU', 'S-1-1-0', 'S-1-5-32-5440', ''].map(
      (account) => [`${account} writes`, by(`(A;;FA;;;${account})`), 'writable'] as const,
    ),
    ['an entry for objects', by('(OA;;FA;;;WD)'), 'writable'],
    ['an entry on a condition', by('(XA;;FA;;;WD;(Member_of {SID(BA)}))'), 'writable'],
    ['an entry of an unknown type', by('(ZZ;;FA;;;WD)'), 'writable'],
    [
      'a flag that only begins like the one that is inherited only',
      by('(A;OIOI;FA;;;WD)'),
      'writable',
    ],
    ['the last of many entries', by(`${'(A;;FA;;;BA)'.repeat(200)}(A;;FA;;;WD)`), 'writable'],
    ['a list that goes on after it', by('(A;;FA;;;BA)(A;;FA;;;BA)S:(AU;;FA;;;WD)'), 'writable'],
    ['everybody owns it', by('(A;;FA;;;BA)', 'WD'), 'owner'],
    ['an owner who begins like an administrator', by('(A;;FA;;;BA)', 'BAX'), 'owner'],
    ['nobody owns it', 'D:(A;;FA;;;BA)', 'not-readable'],
    ['no list in the text', 'O:BAG:SY', 'not-readable'],
    ['nothing', '', 'not-readable'],
    ['words', 'Access is denied.', 'not-readable'],
    ['a list that is cut off', 'O:BAG:SYD:(A;;FA;;;BA', 'not-readable'],
  ] as const)('%s: %s is told', (_name, sddl, fault) => {
    expect(accessFault(sddl, 'own')).toBe(fault);
  });
});

describe('ATK-07 the access list of a folder above', () => {
  it('may let others make files and folders of their own, as ProgramData and the top of a disk do', () => {
    expect(accessFault(PROGRAM_DATA, 'above')).toBeUndefined();
    expect(accessFault(TOP, 'above')).toBeUndefined();
    expect(accessFault(PROGRAM_DATA, 'own')).toBe('writable');
  });
  it.each(['DT', 'SD', 'WD', 'WO', 'FA', 'GA', '0x40', '0x10000', 'ZZ'])(
    'may not let them take away or rename what is in it: %s',
    (rights) => {
      expect(accessFault(by(`(A;;${rights};;;BU)`), 'above')).toBe('writable');
    },
  );
  it('may belong to nobody but administrators', () => {
    expect(accessFault(PLANTED, 'above')).toBe('owner');
  });
});

describe.skipIf(process.platform === 'win32')(
  'ATK-07 a file judged by the lists a program tells',
  () => {
    /** A stand-in for PowerShell: notes how it was started, and answers from a file. */
    function standIn(answers: (places: number) => readonly string[] | undefined) {
      const folder = tempFolder();
      const program = path.join(folder, 'powershell.exe');
      const [noted, told] = [path.join(folder, 'noted'), path.join(folder, 'told')];
      writeFileSync(
        program,
        `#!/bin/sh\nprintf '%s\\n' "$@" "$STEWARD_PLACES" "$PSModulePath" > '${noted}'\n/bin/cat '${told}'\n`,
      );
      chmodSync(program, 0o755);
      const file = path.join(folder, 'ProgramData', 'Steward', 'managed.json');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, '{"version":1,"managedBy":"IT"}');
      const places = file.split('/').length;
      const lists = answers(places);
      if (lists !== undefined) writeFileSync(told, lists.map((one) => `${one}\r\n`).join(''));
      const trust = heldByAccessLists(accessListReader({ SystemRoot: 'D:\\Win' }, program));
      return { file, noted, read: () => readManagedFile(file, trust) };
    }
    const above = (places: number) => Array.from({ length: places - 2 }, () => PROGRAM_DATA);

    it('counts where folder and file are closed, and every place is asked for by name', async () => {
      const { file, noted, read } = standIn((places) => [...above(places), CLOSED, CLOSED_FILE]);
      expect(await read()).toEqual({
        settings: { version: 1, managedBy: 'IT' },
        untrusted: null,
      });
      const asked = readFileSync(noted, 'utf8').split('\n');
      expect(asked).toContain('-NoProfile');
      expect(asked).toContain('D:\\Win\\System32\\WindowsPowerShell\\v1.0\\Modules');
      const places = asked.find((line) => line.startsWith('/|'))?.split('|') ?? [];
      expect(places.slice(-3)).toEqual([
        path.dirname(path.dirname(file)),
        path.dirname(file),
        file,
      ]);
      expect(places[0]).toBe('/');
    });

    const nearest: readonly (readonly [string, readonly [string, string], string])[] = [
      ['the folder was not closed', [OPEN, CLOSED_FILE], 'writable'],
      ['the folder was planted', [PLANTED, CLOSED_FILE], 'owner'],
      ['the file was planted', [CLOSED, PLANTED], 'owner'],
    ];
    it.each(nearest)('is said and not obeyed where %s', async (_name, lists, why) => {
      const { read } = standIn((places) => [...above(places), ...lists]);
      expect(await read()).toMatchObject({ settings: null, untrusted: { why } });
    });

    it.each([
      ['fails', undefined],
      ['tells nothing', () => []],
      ['tells of fewer places', (places: number) => [...above(places), CLOSED]],
      ['tells of more', (places: number) => [...above(places), CLOSED, CLOSED_FILE, CLOSED]],
    ] as const)('is not obeyed where the program %s', async (_name, lists) => {
      const { read } = standIn((places) => lists?.(places));
      expect(await read()).toMatchObject({ settings: null, untrusted: { why: 'not-readable' } });
    });

    it('is not obeyed where there is no such program', async () => {
      const { file } = standIn(() => []);
      const none = accessListReader({}, path.join(tempFolder(), 'none.exe'));
      expect(await readManagedFile(file, heldByAccessLists(none))).toMatchObject({
        untrusted: { why: 'not-readable' },
      });
    });

    it('asks nobody where there is no file', async () => {
      const { file } = standIn(() => []);
      const never: Parameters<typeof heldByAccessLists>[0] = async () => {
        throw new Error('asked');
      };
      expect(await readManagedFile(`${file}.none`, heldByAccessLists(never))).toEqual({
        settings: null,
        untrusted: null,
      });
    });
  },
);
