// What is known of users, as a document followed by log lines: killed and damaged at every point.
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDocuments } from '../../../../main/storage/documents.ts';
import {
  lastRotation,
  rotatedBy,
  savedIn,
  openUserKnowledge,
} from '../../../../main/storage/user-knowledge.ts';
import { sickDisk } from '../../../support/sick-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const AT = new Date('2026-11-22T10:00:00Z');
const open = async (folder: string) =>
  openUserKnowledge({
    documents: await openDocuments({ folder }),
    folder,
    who: 'kari',
    now: () => AT,
  });
const logOf = (folder: string) => path.join(folder, 'enterprise-users.log');
const baseOf = (folder: string) => path.join(folder, 'enterprise-users.json');
const rotations = (count: number) => Array.from({ length: count }, (_, n) => `user-${String(n)}`);

describe('knowledge of users', () => {
  it('sees a user for the first time once, also when two lists come at the same moment', async () => {
    const knowledge = await open(tempFolder());
    await Promise.all([knowledge.seen('c', ['a', 'b']), knowledge.seen('c', ['b', 'a'])]);
    expect(knowledge.of('c', 'a').history).toHaveLength(1);
    expect(knowledge.of('c', 'b').history).toHaveLength(1);
  });

  it('survives the process: notes, ages, names, history', async () => {
    const folder = tempFolder();
    const first = await open(folder);
    await first.seen('c', ['a', 'b', 'constructor']);
    await first.happened('c', 'a', 'rotated');
    await first.noted('c', 'a', 'of the payroll');
    await first.renamed('c', 'a', 'z');
    await first.removed('c', 'b');
    for (const knowledge of [first, await open(folder)]) {
      expect(knowledge.of('c', 'z')).toMatchObject({
        note: 'of the payroll',
        lastRotated: AT.toISOString(),
        firstSeen: AT.toISOString(),
        history: [
          { what: 'first-seen' },
          { what: 'rotated', who: 'kari' },
          { what: 'note-changed' },
          { what: 'renamed', detail: 'a -> z' },
        ],
      });
      expect(knowledge.of('c', 'a').history).toEqual([]);
      expect(knowledge.of('c', 'b').firstSeen).toBeNull();
      expect(knowledge.of('c', 'constructor').history).toHaveLength(1);
      expect(knowledge.setAside).toEqual([]);
    }
  });

  it('where the secret is: the file of the present one, until a later rotation is known', async () => {
    const knowledge = await open(tempFolder());
    const where = (user: string) => savedIn(knowledge.of('c', user));
    await knowledge.happened('c', 'a', 'rotated');
    expect(where('a')).toBeUndefined();
    await knowledge.happened('c', 'a', 'saved-in-file', 'secrets.age');
    await knowledge.happened('c', 'a', 'saved-in-file', 'payroll.age');
    await knowledge.renamed('c', 'a', 'z');
    expect(where('z')).toEqual({ name: 'payroll.age', at: AT.toISOString() });
    await knowledge.rotationTold('c', 'z', '2030-01-01');
    expect(where('z')).toBeUndefined();
  });

  it('who rotated a secret is in the history, and nobody once it was rotated elsewhere', async () => {
    const knowledge = await open(tempFolder());
    const who = () => rotatedBy(knowledge.of('c', 'a'));
    expect(who()).toBeUndefined();
    await knowledge.happened('c', 'a', 'created');
    await knowledge.happened('c', 'a', 'outcome-unknown');
    expect(who()).toBe('kari');
    await knowledge.rotationTold('c', 'a', '2030-01-01');
    expect(who()).toBeUndefined();
  });

  it('a rotation elsewhere is what a person said of it, until one here is later; it can be taken back', async () => {
    const folder = tempFolder();
    const first = await open(folder);
    const last = (knowledge: typeof first, user = 'a') => lastRotation(knowledge.of('c', user));
    const day = (on: string) => {
      const [year = 0, month = 0, date = 0] = on.split('-').map(Number);
      return new Date(year, month - 1, date).toISOString();
    };
    expect(last(first)).toEqual({ lastRotated: null, isRotationTold: false });
    await first.rotationTold('c', 'a', '2026-03-31');
    await first.renamed('c', 'a', 'z');
    for (const knowledge of [first, await open(folder)]) {
      expect(last(knowledge, 'z')).toEqual({
        lastRotated: day('2026-03-31'),
        isRotationTold: true,
      });
      expect(knowledge.of('c', 'z').history).toMatchObject([
        { what: 'rotation-told', who: 'kari', detail: '2026-03-31' },
        { what: 'renamed' },
      ]);
    }
    const later = await open(folder);
    await later.happened('c', 'z', 'rotated');
    expect(last(later, 'z')).toEqual({ lastRotated: AT.toISOString(), isRotationTold: false });
    await later.rotationTold('c', 'z', '2026-11-30');
    expect(last(later, 'z')).toEqual({ lastRotated: day('2026-11-30'), isRotationTold: true });
    await later.rotationTold('c', 'z', null);
    for (const knowledge of [later, await open(folder)])
      expect(last(knowledge, 'z')).toEqual({
        lastRotated: AT.toISOString(),
        isRotationTold: false,
      });
  });

  it('FLT-08 a rotation writes a line, however many users are known', async () => {
    const folder = tempFolder();
    const knowledge = await open(folder);
    await knowledge.seen('c', rotations(2000));
    const before = statSync(logOf(folder)).size;
    await knowledge.happened('c', 'user-7', 'rotated');
    expect(statSync(logOf(folder)).size - before).toBeLessThan(300);
    expect(existsSync(baseOf(folder))).toBe(false);
  });

  it('takes many lines into the document at a start, and goes on from it', async () => {
    const folder = tempFolder();
    const first = await open(folder);
    for (const name of rotations(500)) await first.happened('c', name, 'rotated');
    const second = await open(folder);
    expect(readFileSync(baseOf(folder), 'utf8')).toContain('user-499');
    await second.happened('c', 'user-3', 'rotated');
    const third = await open(folder);
    expect(third.of('c', 'user-3').history).toHaveLength(2);
    expect(third.of('c', 'user-4').history).toHaveLength(1);
  });

  it('killed at any write of that, nothing is lost and nothing is there twice', async () => {
    const disk = sickDisk();
    let kills = 0;
    for (let step = 1; ; step += 1) {
      const folder = tempFolder();
      const first = await open(folder);
      for (const name of rotations(500)) await first.happened('c', name, 'rotated');
      disk.fail(step, 'EIO');
      const died = await open(folder).then(
        () => false,
        () => true,
      );
      disk.heal();
      const again = await open(folder);
      await again.happened('c', 'user-1', 'rotated');
      const last = await open(folder);
      const histories = rotations(500).map((name) => last.of('c', name).history.length);
      expect(histories, `at write ${String(step)}`).toEqual(
        rotations(500).map((name) => (name === 'user-1' ? 2 : 1)),
      );
      expect(last.setAside).toEqual([]);
      if (!died) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(4);
  });

  it('what a disk refuses is not known either, and the next one is', async () => {
    const disk = sickDisk();
    const folder = tempFolder();
    const knowledge = await open(folder);
    await knowledge.happened('c', 'a', 'rotated');
    disk.fail(1, 'ENOSPC');
    await expect(knowledge.happened('c', 'b', 'rotated')).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'disk-full' },
    });
    disk.heal();
    expect(knowledge.of('c', 'b').history).toEqual([]);
    await knowledge.happened('c', 'd', 'rotated');
    const again = await open(folder);
    expect(['a', 'b', 'd'].map((name) => again.of('c', name).history.length)).toEqual([1, 0, 1]);
  });

  it('cuts what a kill tore off, and sets a damaged line aside with a copy of all of them', async () => {
    const folder = tempFolder();
    const knowledge = await open(folder);
    for (const name of ['a', 'b', 'd']) await knowledge.happened('c', name, 'rotated');
    appendFileSync(logOf(folder), '0123456789abcdef {"at":"half');
    const torn = await open(folder);
    expect(torn.setAside).toEqual([]);
    expect(torn.of('c', 'd').history).toHaveLength(1);
    const text = readFileSync(logOf(folder), 'utf8');
    writeFileSync(logOf(folder), text.replace('"userNames":["b"]', '"userNames":["x"]'));
    const damaged = await open(folder);
    expect(damaged.setAside).toHaveLength(1);
    expect(['a', 'x', 'd'].map((name) => damaged.of('c', name).history.length)).toEqual([1, 0, 1]);
    expect((await open(folder)).setAside).toEqual([]);
    expect((await open(folder)).of('c', 'd').history).toHaveLength(1);
  });

  it('a document of another time does not get lines that are not its own, and that is said', async () => {
    const folder = tempFolder();
    const first = await open(folder);
    for (const name of rotations(500)) await first.happened('c', name, 'rotated');
    await open(folder);
    const older = readFileSync(baseOf(folder));
    for (const name of rotations(500)) await (await open(folder)).happened('c', name, 'rotated');
    await open(folder);
    await (await open(folder)).happened('c', 'user-2', 'rotated');
    writeFileSync(baseOf(folder), older);
    const now = await open(folder);
    expect(now.setAside).toHaveLength(1);
    expect(now.of('c', 'user-2').history).toHaveLength(1);
  });
});
