// File streams out and in: what is sent is the picked file, what is saved is complete and overwrites nothing.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { realDisk } from '../../../../main/storage/disk.ts';
import { openSink } from '../../../../main/storage/file-streams.ts';
import { createFileHandles } from '../../../../main/storage/files.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const problem = (name: string) => ({ failure: { kind: 'file', problem: name } });

function inFolder(disk = realDisk) {
  const folder = tempFolder();
  const handles = createFileHandles({ disk });
  const file = (name: string) => path.join(folder, name);
  const handle = (name: string) => handles.issue(file(name));
  const target = (name: string) => handles.issueTarget(file(name));
  return { folder, handles, file, handle, target };
}

async function readAll(source: { read(into: Buffer): Promise<number> }, size = 4) {
  const buffer = Buffer.alloc(size);
  const found: Buffer[] = [];
  for (;;) {
    const got = await source.read(buffer);
    if (got === 0) return Buffer.concat(found);
    found.push(Buffer.from(buffer.subarray(0, got)));
  }
}

describe('a file that is sent', () => {
  it('FIL-06 has the length it had when it was opened, and all its bytes in order', async () => {
    const { file, handle, handles } = inFolder();
    writeFileSync(file('a b.txt'), '0123456789');
    const source = await handles.source(handle('a b.txt'));
    expect(source).toMatchObject({ name: 'a b.txt', bytes: 10 });
    expect((await readAll(source)).toString()).toBe('0123456789');
    await source.close();
    await source.close();
  });

  it('FIL-06 is an ordinary file: no folder, pipe or device', async () => {
    const { file, handle, handles } = inFolder();
    mkdirSync(file('folder'));
    execFileSync('mkfifo', [file('pipe')]);
    symlinkSync('/dev/zero', file('endless'));
    for (const name of ['folder', 'pipe', 'endless'])
      await expect(handles.source(handle(name))).rejects.toMatchObject(problem('not-a-file'));
    await expect(handles.source(handle('none'))).rejects.toMatchObject(problem('not-found'));
  });

  it.each([
    ['longer', (file: string) => appendFileSync(file, 'x')],
    ['shorter', (file: string) => truncateSync(file, 6)],
    [
      'longer within one tick of the clock',
      (file: string) => {
        appendFileSync(file, 'x');
        utimesSync(file, 7, 7);
      },
    ],
    [
      'another one of the same length',
      (file: string) => {
        writeFileSync(file, '9876543210');
        utimesSync(file, 1, 1);
      },
    ],
    [
      'a new file in its place, as many programs save',
      (file: string) => {
        writeFileSync(`${file}.new`, '0123456789');
        renameSync(`${file}.new`, file);
      },
    ],
    ['nothing at all', (file: string) => rmSync(file)],
  ])(
    'FIL-06 UPL-04 that becomes %s is noticed before its last bytes are given out',
    async (_, change) => {
      const { file, handle, handles } = inFolder();
      writeFileSync(file('a'), '0123456789');
      utimesSync(file('a'), 7, 7);
      const source = await handles.source(handle('a'));
      await source.read(Buffer.alloc(4));
      change(file('a'));
      await expect(readAll(source)).rejects.toMatchObject(problem('changed-meanwhile'));
      await source.close();
    },
  );
});

describe('a file that is saved', () => {
  it('FIL-03 lies beside its place until it is whole, then is there with 0600 and nothing else', async () => {
    const { folder, file, target, handles } = inFolder();
    const sink = await handles.sink(target('a.pdf'), 'target', { expectedBytes: 6 });
    await sink.write(Buffer.from('abc'));
    const [part = ''] = readdirSync(folder);
    expect(part).toMatch(/\.part$/);
    expect(statSync(file(part)).mode & 0o777).toBe(0o600);
    await sink.write(Buffer.from('def'));
    await sink.commit();
    expect(readdirSync(folder)).toEqual(['a.pdf']);
    expect(readFileSync(file('a.pdf'), 'utf8')).toBe('abcdef');
    expect(sink.result()).toEqual({ name: 'a.pdf', bytes: 6 });
  });

  it('FIL-03 of another size than was said, or given up, leaves nothing', async () => {
    const { folder, target, handles } = inFolder();
    const short = await handles.sink(target('a'), 'target', { expectedBytes: 6 });
    await short.write(Buffer.from('abc'));
    await expect(short.commit()).rejects.toMatchObject(problem('changed-meanwhile'));
    const given = await handles.sink(target('b'));
    await given.write(Buffer.from('abc'));
    await given.abandon();
    await given.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('FIL-02 goes never over a file, not even one that came meanwhile, and follows no link', async () => {
    const { folder, file, target, handles } = inFolder();
    writeFileSync(file('old'), 'old');
    symlinkSync(file('elsewhere'), file('link'));
    for (const name of ['old', 'link'])
      await expect(handles.sink(target(name))).rejects.toMatchObject(problem('already-exists'));
    const late = await handles.sink(target('late'));
    await late.write(Buffer.from('ours'));
    writeFileSync(file('late'), 'theirs');
    await expect(late.commit()).rejects.toMatchObject(problem('already-exists'));
    expect(readFileSync(file('late'), 'utf8')).toBe('theirs');
    expect(readdirSync(folder).sort()).toEqual(['late', 'link', 'old']);
  });

  it('FIL-01 FIL-02 into a folder takes a safe and free name inside it, also when that is taken late', async () => {
    const { folder, file, handles } = inFolder();
    mkdirSync(file('to'));
    writeFileSync(file('to/evil.pdf'), '');
    const target = handles.issueTarget(file('to'));
    const suggestedName = '../../to/\u202eevil.pdf';
    const save = async (before = () => undefined as void) => {
      const sink = await handles.sink(target, 'target', { suggestedName });
      await sink.write(Buffer.from('x'));
      before();
      await sink.commit();
      return sink.result().name;
    };
    expect(await save()).toBe('_.._to_evil.pdf');
    expect(await save(() => writeFileSync(file('to/_.._to_evil (2).pdf'), ''))).toBe(
      '_.._to_evil (3).pdf',
    );
    expect(readdirSync(folder)).toEqual(['to']);
    expect(readdirSync(file('to')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('FIL-02 FIL-03 a disk without second names is no reason to write over a file', async () => {
    const { folder, file } = inFolder();
    const noLinks = () => Promise.reject(Object.assign(new Error('no'), { code: 'EPERM' }));
    const save = async (name: string, before = () => undefined as void) => {
      const sink = await openSink(file(name), {}, realDisk, noLinks);
      await sink.write(Buffer.from('ours'));
      before();
      await sink.commit();
    };
    await save('a');
    expect(readFileSync(file('a'), 'utf8')).toBe('ours');
    const theirs = save('b', () => writeFileSync(file('b'), 'theirs'));
    await expect(theirs).rejects.toMatchObject(problem('already-exists'));
    expect(readFileSync(file('b'), 'utf8')).toBe('theirs');
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
  });

  it('FIL-03 a full disk leaves nothing and says so', async () => {
    const full = inFolder({
      ...realDisk,
      async open(...given) {
        const handle = await realDisk.open(...given);
        return Object.assign(handle, {
          writeFile: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
        });
      },
    });
    const sink = await full.handles.sink(full.target('a'));
    await expect(sink.write(Buffer.from('x'))).rejects.toMatchObject(problem('disk-full'));
    await sink.abandon();
    expect(readdirSync(full.folder)).toEqual([]);
  });
});
