// Picked files: only by handle, only regular files within the size limit, never over an existing one.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { realDisk } from '../../../../main/storage/disk.ts';
import { createFileHandles } from '../../../../main/storage/files.ts';
import { readHandle } from '../../../../preload/contract/schema.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const problem = (name: string) => ({ failure: { kind: 'file', problem: name } });

describe('file handles', () => {
  it('a handle has the form of the contract and says nothing of the path', () => {
    const handles = createFileHandles();
    const handle = handles.issue('/home/somebody/secret-folder/org.p12');
    expect(readHandle.safeParse(handle).success).toBe(true);
    expect(handles.path(handle)).toBe('/home/somebody/secret-folder/org.p12');
    expect(handles.name(handle)).toBe('org.p12');
    expect(handles.issue('/home/somebody/secret-folder/org.p12')).not.toBe(handle);
  });

  it('IPC-03 a handle that was never issued is refused on its field', () => {
    const handles = createFileHandles();
    expect(() =>
      handles.path(readHandle.parse('file-AAAAAAAAAAAAAAAAAAAAAAAA'), 'keyFile'),
    ).toThrowError(
      expect.objectContaining({
        failure: expect.objectContaining({ fields: { keyFile: 'unknown-handle' } }) as unknown,
      }) as Error,
    );
    expect(() => handles.issue('relative/path')).toThrow();
  });

  it('FIL-06 reads ordinary files up to the limit and nothing else', async () => {
    const folder = tempFolder();
    const handles = createFileHandles();
    const file = (name: string) => path.join(folder, name);
    writeFileSync(file('ten'), '0123456789');
    mkdirSync(file('folder'));
    execFileSync('mkfifo', [file('pipe')]);
    symlinkSync('/dev/zero', file('endless'));
    const read = (name: string, limit = 100) => handles.read(handles.issue(file(name)), limit);
    expect((await read('ten')).toString()).toBe('0123456789');
    expect((await read('ten', 10)).length).toBe(10);
    await expect(read('ten', 9)).rejects.toMatchObject(problem('too-large'));
    await expect(read('none')).rejects.toMatchObject(problem('not-found'));
    await expect(read('folder')).rejects.toMatchObject(problem('not-a-file'));
    await expect(read('pipe')).rejects.toMatchObject(problem('not-a-file'));
    await expect(read('endless')).rejects.toMatchObject(problem('not-a-file'));
  });

  it.each([
    ['longer', (file: string) => appendFileSync(file, 'x')],
    ['shorter', (file: string) => truncateSync(file, 6)],
  ])('FIL-06 a file that becomes %s while it is read is not taken for whole', async (_, change) => {
    const file = path.join(tempFolder(), 'a');
    writeFileSync(file, '0123456789');
    const { open } = fs;
    // Opened and measured by then, and not one byte read.
    fs.open = async (...given: Parameters<typeof open>) => {
      const handle = await open(...given);
      const stat = handle.stat.bind(handle);
      return Object.assign(handle, {
        stat: async () => {
          const facts = await stat();
          change(file);
          return facts;
        },
      });
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      fs.open = open;
      syncBuiltinESMExports();
    });
    const handles = createFileHandles();
    await expect(handles.read(handles.issue(file), 100)).rejects.toMatchObject(
      problem('changed-meanwhile'),
    );
  });

  it('FIL-02 a target is created, never overwritten, and a link is not followed', async () => {
    const folder = tempFolder();
    const handles = createFileHandles();
    const write = (name: string) =>
      handles.write(handles.issueTarget(path.join(folder, name)), 'new');
    await write('a.csv');
    expect(readFileSync(path.join(folder, 'a.csv'), 'utf8')).toBe('new');
    writeFileSync(path.join(folder, 'b.csv'), 'old');
    await expect(write('b.csv')).rejects.toMatchObject(problem('already-exists'));
    expect(readFileSync(path.join(folder, 'b.csv'), 'utf8')).toBe('old');
    symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'c.csv'));
    await expect(write('c.csv')).rejects.toMatchObject(problem('already-exists'));
    expect(existsSync(path.join(folder, 'elsewhere'))).toBe(false);
  });

  it('a handle that was dropped for newer ones is known for nothing, also where it was just written to', async () => {
    const folder = tempFolder();
    const handles = createFileHandles();
    const read = handles.issue(path.join(folder, 'table.csv'), { charset: 'latin1', hidden: true });
    const target = handles.issueTarget(path.join(folder, 'made.csv'));
    const sink = await handles.sink(target);
    for (let more = 0; more < 1000; more += 1) handles.issue(path.join(folder, String(more)));
    await sink.commit();
    expect([handles.charset(read), handles.takesHidden(read)]).toEqual([undefined, false]);
    expect(() => handles.saved(target)).toThrowError('Nothing was saved there in this session.');
  });

  it('SAR-08 an export is 0600', async () => {
    const folder = tempFolder();
    const handles = createFileHandles();
    await handles.write(handles.issueTarget(path.join(folder, 'a')), 'x');
    expect(statSync(path.join(folder, 'a')).mode & 0o777).toBe(0o600);
  });

  it('DSK-01 a full disk leaves no half export', async () => {
    const folder = tempFolder();
    const full = createFileHandles({
      disk: {
        ...realDisk,
        async open(...given) {
          const handle = await realDisk.open(...given);
          return Object.assign(handle, {
            writeFile: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
          });
        },
      },
    });
    const target = path.join(folder, 'a');
    await expect(full.write(full.issueTarget(target), 'x')).rejects.toMatchObject(
      problem('disk-full'),
    );
    expect(existsSync(target)).toBe(false);
  });
});
