// File names from elsewhere: valid on every system, inside the folder, never over another file.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePath, safeFileName } from '../../../../main/storage/file-names.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const hostile = [
  '..',
  '.',
  '',
  ' ',
  '../x.csv',
  '../../etc/passwd',
  '..\\..\\x.csv',
  '/etc/passwd',
  '//server/share',
  'C:\\Windows\\x.csv',
  'C:x.csv',
  'x.csv:stream',
  'x\0.csv',
  'x.csv\0.png',
  'a/b.csv',
  'a\\b.csv',
  '.bashrc',
  '..csv',
  '...',
  '~/x',
  '~root',
  '-rf',
  '--help',
  'x.csv.',
  'x.csv ',
  'x.csv. . ',
  'con',
  'CON',
  'con.csv',
  'PRN.txt',
  'aux',
  'nul.csv',
  'com1',
  'COM9.log',
  'lpt1.csv',
  'com¹.csv',
  'conin$',
  'CONOUT$',
  'a*b?.csv',
  'a"b<c>d|e.csv',
  'a\nb.csv',
  'a\rb.csv',
  'a\tb.csv',
  'a\u001b[31mb.csv',
  'invoice\u202efdp.exe',
  'a\u200eb\u2066c.csv',
  'a\u2028b.csv',
  '\ufeffx.csv',
  'a\u200bb.csv',
  '\ud800x.csv',
  'e\u0301.csv',
  'con .txt',
  'ﬁle.csv',
  'a'.repeat(300) + '.csv',
  'æ'.repeat(300) + '.csv',
  '🙂'.repeat(100) + '.age',
  'x.' + 'y'.repeat(300),
  '   leading.csv',
  'desktop.ini ',
  '\u0085x.csv',
  'a\u007fb.csv',
  'x'.repeat(179) + '.',
];

const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Cf}]/u;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

describe('names of files', () => {
  it(`FIL-01 ${String(hostile.length)} hostile names become plain ones on every system`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(61);
    const bad = hostile
      .map((name) => [name, safeFileName(name)] as const)
      .filter(([, safe]) => {
        const plain = safe !== '' && !FORBIDDEN.test(safe) && !/^[.~-]|^\s|[.\s]$/.test(safe);
        const short = Buffer.byteLength(safe) <= 180;
        const stays = path.posix.basename(safe) === safe && path.win32.basename(safe) === safe;
        return !(plain && short && stays && !DEVICE.test(safe) && safe === safe.normalize('NFC'));
      });
    expect(bad).toEqual([]);
  });

  it('FIL-01 keeps the ending and leaves good names alone', () => {
    expect(safeFileName('rotation 2026-11-21.csv')).toBe('rotation 2026-11-21.csv');
    expect(safeFileName('brukere æøå.age')).toBe('brukere æøå.age');
    expect(safeFileName(`${'æ'.repeat(300)}.csv`)).toMatch(/æ\.csv$/);
    expect(safeFileName('invoice\u202efdp.exe')).toBe('invoicefdp.exe');
  });
});

describe('places of files', () => {
  it('FIL-02 never names a file that is there, be it a link to nowhere or a folder', () => {
    const folder = tempFolder();
    expect(freePath(folder, 'report.csv')).toBe(path.join(folder, 'report.csv'));
    writeFileSync(path.join(folder, 'report.csv'), '');
    mkdirSync(path.join(folder, 'report (2).csv'));
    symlinkSync('/nowhere', path.join(folder, 'report (3).csv'));
    expect(freePath(folder, 'report.csv')).toBe(path.join(folder, 'report (4).csv'));
  });

  it('FIL-02 stays in the folder whatever the name', () => {
    const folder = tempFolder();
    expect(hostile.filter((name) => path.dirname(freePath(folder, name)) !== folder)).toEqual([]);
  });

  it('says so when there is no such folder', () => {
    expect(() => freePath(path.join(tempFolder(), 'none'), 'x.csv')).toThrow(/no such folder/);
  });
});
