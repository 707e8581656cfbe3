// The mark of what was downloaded, as each system is asked for it, and names that no system runs.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDownloadMark, type MarkingSystem } from '../../../../main/storage/download-mark.ts';
import { isSafeFileName } from '../../../../main/storage/file-names.ts';
import { inertFileName } from '../../../../main/storage/inert-names.ts';

function marking(platform: MarkingSystem['platform'], fails = false) {
  const did: unknown[] = [];
  const act = async (...all: unknown[]) => {
    did.push(all);
    if (fails) throw Object.assign(new Error('no streams here'), { code: 'ENOENT' });
  };
  const now = () => new Date('2026-01-02T03:04:05Z');
  return { did, mark: createDownloadMark({ platform, writeStream: act, run: act, now }) };
}

describe('FIL-04 the mark of a download', () => {
  it('FIL-04 is a stream of the zone of the internet on Windows', async () => {
    const { did, mark } = marking('win32');
    await mark('C:\\Users\\x\\brev.pdf');
    const zone = '[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=about:internet\r\n';
    expect(did).toEqual([['C:\\Users\\x\\brev.pdf:Zone.Identifier', zone]]);
  });

  it('FIL-04 is the quarantine of macOS, set by its own program', async () => {
    const { did, mark } = marking('darwin');
    await mark('/Users/x/-w brev.pdf');
    const value = '0081;695735a5;Steward;';
    expect(did).toEqual([
      ['/usr/bin/xattr', ['-w', 'com.apple.quarantine', value, '/Users/x/-w brev.pdf']],
    ]);
  });

  it('is none on Linux, and none where the disk takes none: the file stays', async () => {
    const linux = marking('linux');
    await linux.mark('/home/x/brev.pdf');
    expect(linux.did).toEqual([]);
    await expect(marking('win32', true).mark('E:\\brev.pdf')).resolves.toBeUndefined();
    await expect(marking('darwin', true).mark('/Volumes/x/brev.pdf')).resolves.toBeUndefined();
  });
});

describe('FIL-05 names that nothing runs', () => {
  it.each([
    ['brev.lnk', 'brev.lnk.inert'],
    ['BREV.LNK', 'BREV.LNK.inert'],
    ['brev.pdf .exe. .', 'brev.pdf .exe.inert'],
    ['brev\u202efdp.exe', 'brevfdp.exe.inert'],
    ['Desktop.ini', 'Desktop.ini.inert'],
    ['x.{00000000-0000-0000-0000-000000000000}', 'x.{00000000-0000-0000-0000-000000000000}.inert'],
    ['../x.hta', '_x.hta.inert'],
    ['brev.pdf', 'brev.pdf'],
    ['lnk', 'lnk'],
    ['.lnk', 'lnk'],
    ['brev.lnk.pdf', 'brev.lnk.pdf'],
  ])('FIL-05 %s is %s', (name, inert) => {
    expect(inertFileName(name)).toBe(inert);
  });

  it('stay names of the export, however long they are', () => {
    const name = inertFileName(`${'æ'.repeat(300)}.settingcontent-ms`);
    expect(isSafeFileName(name)).toBe(true);
    expect(path.extname(inertFileName(`${'æ'.repeat(300)}.exe`))).toBe('.inert');
  });
});
