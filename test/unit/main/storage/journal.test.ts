// The journal: every changed byte and every cut tail is detected; writes cut off by a kill are reported as unknown.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { queryObjects } from 'node:v8';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  maskIdentityNumbers,
  secretRedactor,
  visible,
} from '../../../../main/diagnostics/redaction.ts';
import { nextTurn } from '../../../../main/pauses.ts';
import { Problem } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import { APPEND_ITSELF, type Disk, realDisk } from '../../../../main/storage/disk.ts';
import {
  type ChainLine,
  firstNotReached,
  readChain,
  sealLine,
  START,
} from '../../../../main/storage/hash-chain.ts';
import { type Journal, type JournalLine, openJournal } from '../../../../main/storage/journal.ts';
import { type KeyStore, openAnchor } from '../../../../main/storage/journal-anchor.ts';
import { createJournalFile } from '../../../../main/storage/journal-file.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { createClock } from '../../../support/clock.ts';
import { eventually } from '../../../support/eventually.ts';
import { fileHandles } from '../../../support/file-handles.ts';
import { hookedDisk } from '../../../support/hooked-disk.ts';
import { markersInFolder, plainMarker } from '../../../support/markers.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { turnsOf } from '../../../support/turns.ts';

const entry = {
  connection: 'c-1',
  connectionName: 'Fjord',
  environment: 'test' as const,
  operation: 'enterpriseUsers.rotateSecret',
  object: 'svc-payroll',
};

/** A key store that can be locked; what was put stays in `entries`. */
function createKeys(kind: KeyStore['kind'] = 'system') {
  const entries = new Map<string, string>();
  const keys = {
    kind,
    entries,
    locked: false,
    isGone: async () => false,
    get: async (name: string) => {
      if (keys.locked) throw locked();
      const value = entries.get(name);
      return value === undefined ? undefined : new Secret(value);
    },
    put: async (name: string, secret: Secret) => {
      if (keys.locked) throw locked();
      entries.set(name, secret.expose());
    },
  };
  return keys;
}
const locked = () => new Problem({ kind: 'keychain', problem: 'locked', message: 'Locked.' });

const clean = (text: string) => visible(maskIdentityNumbers(secretRedactor()(text)));
const open = (folder: string, vault: KeyStore, disk: Disk = realDisk) =>
  openJournal({ folder, vault, who: 'kari', clean, now: createClock().now, disk });
/** All of them, in their order; and as many acts as the journal says without reading them. */
async function linesOf(journal: Journal): Promise<readonly JournalLine[]> {
  const found: JournalLine[] = [];
  for await (const lines of journal.newest()) found.push(...lines);
  const ended = new Set<string>();
  const shown = found.filter(({ outcome, act }) => {
    if (outcome !== 'begun') ended.add(act);
    return outcome !== 'begun' || !ended.delete(act);
  });
  expect(await journal.acts()).toBe(shown.length);
  return found.reverse();
}
const fileIn = (folder: string) => path.join(folder, 'journal.jsonl');

/** A journal of `acts` acts that ended well, closed. */
async function written(acts: number, keys = createKeys()) {
  const folder = tempFolder();
  const journal = await open(folder, keys);
  for (let act = 0; act < acts; act++) {
    const begun = await journal.begin({ ...entry, object: `user-${String(act)}` });
    await begun.end('done', '');
  }
  await journal.close();
  return { folder, keys, bytes: readFileSync(fileIn(folder)) };
}

/** Two lines as released versions write them. */
const RELEASED = [
  '{"hash":"0a166625f2e910dd46a70dc9d4ea9733d07daca0bfe62c3aa26f77f3fae8bbc2","mac":"451955a84f7492749477cf2f3a87b8e2255896da16c3d50078fd7b3f59a75bc0","entry":{"number":1,"at":"2030-03-01T12:00:00.000Z","who":"kari","connection":"c-1","connectionName":"Fjord","environment":"test","operation":"enterpriseUsers.rotateSecret","object":"svc-lønn","outcome":"begun","detail":"","act":"6f1d7f3e-0000-4000-8000-000000000001","keyed":true}}',
  '{"hash":"83090a9d3c2a1a6a57ff2c4c4f36cd26c12eca608816a1158d55d5a40d4ba3df","mac":"577aba15c7239fbbb2be045adb97db5588824f21a188ee31234ba3deb9d709c9","entry":{"number":2,"at":"2030-03-01T12:00:00.000Z","who":"kari","connection":"c-1","connectionName":"Fjord","environment":"test","operation":"enterpriseUsers.rotateSecret","object":"svc-lønn","outcome":"done","detail":"","act":"6f1d7f3e-0000-4000-8000-000000000001","keyed":true}}',
  '',
].join('\n');

/** Lines without a key; 20 000 are over 5 MB: the start does not wait for so many. */
function manyLines(count = 20_000): string {
  let head = START;
  const texts: string[] = [];
  for (let number = 1; number <= count; number++) {
    const act = `act-${String(number)}`;
    const line = { ...entry, number, at: '', who: 'kari', detail: '', act, keyed: false };
    const sealed = sealLine(head, { ...line, outcome: 'done' }, undefined);
    texts.push(`${sealed.text}\n`);
    head = sealed.head;
  }
  return texts.join('');
}

/** The files set aside, in the order of their names. */
const asideIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.includes('.bad-'))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));

const CHANGED = { failure: { kind: 'file', problem: 'changed-meanwhile' } };
const FULL = { failure: { kind: 'file', problem: 'disk-full' } };

type Read = Promise<{ readonly bytesRead: number }>;
/** Of this process, once nothing is on its way. */
async function heldNow(): Promise<number> {
  await nextTurn();
  return queryObjects(Object, { format: 'count' });
}

/** The first that is not empty. */
async function firstOf<T>(all: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  for await (const some of all) if (some.length > 0) return some;
  return [];
}

describe('the journal', () => {
  it('AUD-01 its lines are in the file as released versions write them, byte for byte', async () => {
    const folder = tempFolder();
    const keys = createKeys();
    keys.entries.set('journal-key', Buffer.alloc(32, 7).toString('base64'));
    const anchor = openAnchor(keys);
    await anchor.unlock();
    const { now } = createClock();
    const line = (outcome: 'begun' | 'done') => ({
      at: now().toISOString(),
      who: 'kari',
      ...entry,
      object: 'svc-lønn',
      outcome,
      detail: '',
      act: '6f1d7f3e-0000-4000-8000-000000000001',
    });
    const note = () => line('done');
    const file = createJournalFile({ folder, anchor, now, disk: realDisk, note });
    await file.open();
    for (const outcome of ['begun', 'done'] as const) await file.append(line(outcome));
    await file.close();
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(RELEASED);
    expect((await open(folder, keys)).state()).toMatchObject({ state: 'whole', lines: 2 });
  });

  it('AUD-01 an act has its intent, its outcome, who, where, what and when, counted without gaps', async () => {
    const { folder, keys } = await written(2);
    const lines = await linesOf(await open(folder, keys));
    expect(lines.map((line) => [line.number, line.outcome, line.object])).toEqual([
      [1, 'begun', 'user-0'],
      [2, 'done', 'user-0'],
      [3, 'begun', 'user-1'],
      [4, 'done', 'user-1'],
    ]);
    expect(lines[0]).toMatchObject({
      who: 'kari',
      connection: 'c-1',
      connectionName: 'Fjord',
      environment: 'test',
      operation: 'enterpriseUsers.rotateSecret',
      at: '2030-03-01T12:00:00.000Z',
    });
    expect(lines[0]?.act).toBe(lines[1]?.act);
    expect(lines[1]?.act).not.toBe(lines[2]?.act);
  });

  it('AUD-01 no line holds a secret, an identity number or a hidden sign', async () => {
    const folder = tempFolder();
    const secret = new Secret(plainMarker('journal'));
    const journal = await open(folder, createKeys());
    const act = await journal.begin({ ...entry, object: `x 01010112345 ${secret.expose()}` });
    await act.end('refused', `a\r\n\u202e ${encodeURIComponent(secret.expose())} 010101 12345`);
    await journal.close();
    expect(markersInFolder(folder, [secret.expose()])).toEqual([]);
    const text = readFileSync(fileIn(folder), 'utf8');
    expect(text).not.toMatch(/010101 ?12345|\u202e/);
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  itAtLength('AUD-02 every flipped byte, deleted line, cut and swap is seen', async () => {
    const { folder, keys, bytes } = await written(8);
    const lines = bytes.toString().trimEnd().split('\n');
    const changed: Buffer[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      changed.push(flipped);
      changed.push(bytes.subarray(0, at));
    }
    const joined = (some: readonly (string | undefined)[]) => Buffer.from(`${some.join('\n')}\n`);
    for (const [a] of lines.entries()) {
      changed.push(joined(lines.filter((_, index) => index !== a)));
      changed.push(joined([...lines.slice(0, a), lines[a], ...lines.slice(a)]));
      for (let b = a + 1; b < lines.length; b++) {
        changed.push(joined(lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '')));
      }
    }
    changed.push(Buffer.concat([bytes, Buffer.from(lines[0] ?? ''), Buffer.from('\n')]));
    expect(changed.length).toBeGreaterThan(11_704);
    const [count = '', hash = ''] = (keys.entries.get('journal-anchor') ?? '').split(' ');
    const anchored = { count: Number(count), hash };
    const key = new Secret(keys.entries.get('journal-key') ?? '');
    const reading = { key, hashesOf: [anchored.count] };
    expect(firstNotReached(await readChain([bytes], reading), anchored)).toBeNull();
    const unseen: Buffer[] = [];
    for (const content of changed) {
      const chain = await readChain([content], reading);
      if (chain.firstBad === null && firstNotReached(chain, anchored) === null)
        unseen.push(content);
    }
    expect(unseen).toEqual([]);
    const before = new Map(keys.entries);
    for (const content of changed.filter((_, index) => index % 400 === 0)) {
      writeFileSync(fileIn(folder), content);
      for (const [name, value] of before) keys.entries.set(name, value);
      const journal = await open(folder, keys);
      expect(journal.state().state).toBe('damaged');
      await journal.close();
    }
  });

  it('AUD-02 an end of line before the first line is damage, not the beginning of a line that was cut', async () => {
    const { keys, bytes } = await written(1);
    const key = new Secret(keys.entries.get('journal-key') ?? '');
    const chain = await readChain([Buffer.from('\n'), bytes], { key });
    expect(chain).toMatchObject({ head: { count: 0 }, firstBad: 1, unfinished: Buffer.alloc(0) });
  });

  it('AUD-02 a mac taken away or a chain made anew without the key is seen', async () => {
    const { folder, keys, bytes } = await written(2);
    const stripped = bytes.toString().replaceAll(/"mac":"[0-9a-f]{64}"/g, '"mac":""');
    writeFileSync(fileIn(folder), stripped);
    expect((await open(folder, keys)).state().state).toBe('damaged');

    const forged = await written(2, createKeys());
    writeFileSync(fileIn(folder), forged.bytes);
    expect((await open(folder, keys)).state().state).toBe('damaged');

    const unkeyed = await written(2, createKeys('memory'));
    writeFileSync(fileIn(folder), unkeyed.bytes);
    expect((await open(folder, keys)).state().state).toBe('damaged');
  });

  it('AUD-03 every cut at a line end is seen by the anchor, a file that is gone too', async () => {
    const { folder, keys, bytes } = await written(10);
    const anchored = new Map(keys.entries);
    const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
    expect(ends).toHaveLength(20);
    let seen = 0;
    for (const end of [0, ...ends.slice(0, -1)]) {
      writeFileSync(fileIn(folder), bytes.subarray(0, end));
      for (const [name, value] of anchored) keys.entries.set(name, value);
      const journal = await open(folder, keys);
      if (journal.state().state === 'damaged') seen += 1;
      await journal.close();
    }
    expect(seen).toBe(20);
    for (const [name, value] of anchored) keys.entries.set(name, value);
    rmSync(fileIn(folder));
    expect((await open(folder, keys)).state()).toMatchObject({ state: 'damaged', firstBadLine: 1 });
  });

  it('AUD-03 a kill between line and anchor is no damage: the file is ahead', async () => {
    const { folder, keys, bytes } = await written(1);
    const anchored = keys.entries.get('journal-anchor') ?? '';
    const journal = await open(folder, keys);
    await (await journal.begin(entry)).end('done', '');
    await journal.close();
    keys.entries.set('journal-anchor', anchored);
    const again = await open(folder, keys);
    expect(again.state()).toMatchObject({ state: 'whole', lines: 4 });
    expect(readFileSync(fileIn(folder)).length).toBeGreaterThan(bytes.length);
  });

  it('AUD-03 without a keychain the journal says that it is unanchored, and is keyed later', async () => {
    const folder = tempFolder();
    const alone = await open(folder, createKeys('memory'));
    await (await alone.begin(entry)).end('done', '');
    expect(alone.state()).toMatchObject({ state: 'unanchored', lines: 2 });
    await alone.close();

    const keys = createKeys();
    keys.locked = true;
    const journal = await open(folder, keys);
    await (await journal.begin(entry)).end('done', '');
    expect(journal.state()).toMatchObject({ state: 'unanchored', lines: 4 });
    expect(keys.entries.size).toBe(0);
    keys.locked = false;
    await journal.unlock();
    expect(journal.state()).toMatchObject({ state: 'whole', lines: 5 });
    const last = (await linesOf(journal)).at(-1);
    expect(last).toMatchObject({
      operation: 'journal.anchored',
      object: '4 lines written without a keychain',
    });
    await journal.close();
    expect((await open(folder, keys)).state().state).toBe('whole');
  });

  /** Lines that fit the chain, as anybody can make them who can write to the folder and has no key. */
  async function appendForged(folder: string, more: object = {}): Promise<void> {
    let last: ChainLine | undefined;
    const visit = (line: ChainLine) => void (last = line);
    const chain = await readChain([readFileSync(fileIn(folder))], { visit });
    if (last === undefined) throw new Error('The journal has a line.');
    const line = { ...last, ...more };
    const next = { ...line, number: chain.head.count + 1, keyed: false };
    appendFileSync(fileIn(folder), `${sealLine(chain.head, next, undefined).text}\n`);
  }
  const confirmedIn = async (journal: Journal) =>
    (await linesOf(journal)).map(({ confirmed }) => confirmed);

  it('ATK-12 lines without a key that were added to a keyed journal are never believed', async () => {
    const { folder, keys } = await written(1);
    await appendForged(folder, { operation: 'connections.remove', object: 'forged' });
    await appendForged(folder, { operation: 'journal.unconfirmed', object: 'lines 1 to 2' });
    const journal = await open(folder, keys);
    expect(await confirmedIn(journal)).toEqual([true, true, false, false, true]);
    expect((await linesOf(journal)).at(-1)).toMatchObject({
      operation: 'journal.unconfirmed',
      object: 'lines 3 to 4',
    });
    expect(journal.state()).toMatchObject({ state: 'whole', unconfirmed: 2 });
    await (await journal.begin(entry)).end('done', '');
    await journal.close();
    // Keyed lines behind them do not make them true, at this start or a later one.
    const again = await open(folder, keys);
    expect(await confirmedIn(again)).toEqual([true, true, false, false, true, true, true]);
    expect(await again.verify()).toMatchObject({ state: 'whole', unconfirmed: 2 });
    await again.close();
  });

  it('ATK-12 forged lines neither end an act nor begin one', async () => {
    const { folder, keys } = await written(1);
    const open1 = await open(folder, keys);
    await open1.begin({ ...entry, object: 'cut off' });
    await open1.close();
    await appendForged(folder, { outcome: 'done' });
    await appendForged(folder, { outcome: 'begun', act: 'forged', object: 'forged' });
    const journal = await open(folder, keys);
    const keyed = (await linesOf(journal)).slice(5).map(({ object, outcome }) => [object, outcome]);
    expect(keyed).toEqual([
      ['lines 4 to 5', 'done'],
      ['cut off', 'unknown'],
    ]);
    await journal.close();
  });

  it.each([
    ['', false],
    [', also where a line is written before the file is opened once more', true],
  ])(
    'ATK-12 what was written while the keychain was locked is confirmed by who wrote it, and by nobody else%s',
    async (_when, atOnce) => {
      const { folder, keys } = await written(1);
      keys.locked = true;
      const earlier = await open(folder, keys);
      await (await earlier.begin({ ...entry, object: 'earlier' })).end('done', '');
      expect(await confirmedIn(earlier)).toEqual([true, true, true, true]);
      await earlier.close();
      const journal = await open(folder, keys);
      await (await journal.begin({ ...entry, object: 'now' })).end('done', '');
      expect(await confirmedIn(journal)).toEqual([true, true, false, false, true, true]);
      keys.locked = false;
      const opening = journal.unlock();
      if (atOnce) await journal.begin({ ...entry, object: 'at once' });
      await opening;
      const lines = await linesOf(journal);
      expect(lines.filter(({ confirmed }) => !confirmed).map(({ number }) => number)).toEqual([
        3, 4,
      ]);
      expect(lines.map(({ object }) => object)).toContain('lines 3 to 4');
      expect(lines.map(({ object }) => object)).toContain('2 lines written without a keychain');
      await journal.close();
      const again = await open(folder, keys);
      expect(again.state()).toMatchObject({ state: 'whole', unconfirmed: 2 });
      await again.close();
    },
  );

  it('ATK-12 what somebody else adds while the keychain is locked is damage', async () => {
    const { folder, keys } = await written(1);
    keys.locked = true;
    const journal = await open(folder, keys);
    await (await journal.begin(entry)).end('done', '');
    await appendForged(folder, { object: 'forged' });
    keys.locked = false;
    await journal.unlock();
    expect(journal.state()).toMatchObject({ state: 'damaged', firstBadLine: 5 });
    expect(JSON.stringify(await linesOf(journal))).not.toContain('forged');
    await journal.close();
  });

  it('AUD-03 a keychain that fails makes the journal unanchored and loses no line', async () => {
    const keys = createKeys();
    const folder = tempFolder();
    const journal = await open(folder, keys);
    keys.locked = true;
    await (await journal.begin(entry)).end('done', '');
    await journal.close();
    expect(journal.state()).toMatchObject({ state: 'unanchored', lines: 2 });
    keys.locked = false;
    await (await journal.begin(entry)).end('done', '');
    await journal.close();
    expect(journal.state().state).toBe('whole');
  });

  it('AUD-04 the intent is on disk before the act, and an act without end is unknown at the next start', async () => {
    const folder = tempFolder();
    const keys = createKeys();
    const journal = await open(folder, keys);
    await journal.begin(entry);
    expect(readFileSync(fileIn(folder), 'utf8')).toContain('"outcome":"begun"');
    const again = await open(folder, keys);
    const lines = await linesOf(again);
    expect(lines.map((line) => line.outcome)).toEqual(['begun', 'unknown']);
    expect(lines[0]?.act).toBe(lines[1]?.act);
    await again.close();
    expect(await linesOf(await open(folder, keys))).toHaveLength(2);
  });

  it('AUD-04 a line half written by a kill is cut with a note; what was synced stays', async () => {
    const { folder, keys, bytes } = await written(2);
    appendFileSync(fileIn(folder), bytes.subarray(0, 40));
    const journal = await open(folder, keys);
    expect(journal.state()).toMatchObject({ state: 'whole', lines: 5 });
    expect((await linesOf(journal)).at(-1)).toMatchObject({
      operation: 'journal.cut',
      object: 'unfinished last line of 40 bytes',
    });
    expect(readFileSync(fileIn(folder)).subarray(0, bytes.length)).toEqual(bytes);
  });

  it('AUD-05 a damaged file is kept as it is and the new one begins with a reference to it', async () => {
    const { folder, keys, bytes } = await written(3);
    const damaged = Buffer.from(bytes);
    const third = bytes.indexOf(10, bytes.indexOf(10) + 1) + 100;
    damaged[third] = (bytes[third] ?? 0) ^ 1;
    writeFileSync(fileIn(folder), damaged);
    const journal = await open(folder, keys);
    expect(journal.state()).toEqual({
      state: 'damaged',
      lines: 1,
      firstBadLine: 3,
      unconfirmed: 0,
    });
    const [first] = await linesOf(journal);
    expect(first).toMatchObject({ number: 1, operation: 'journal.restarted' });
    const aside = first?.object.replace('old file ', '') ?? '';
    expect(readFileSync(path.join(folder, aside))).toEqual(damaged);
    expect(first?.detail).toMatch(/first bad line 3, SHA-256 of the file [0-9a-f]{64}/);
    await (await journal.begin(entry)).end('done', '');
    await journal.close();
    const next = await open(folder, keys);
    expect(next.state()).toMatchObject({ state: 'whole', lines: 3, firstBadLine: null });
  });

  it('AUD-05 a file changed while the program runs is seen by verify and before the next line', async () => {
    const { folder, keys } = await written(2);
    const journal = await open(folder, keys);
    expect(await journal.verify()).toMatchObject({ state: 'whole', lines: 4 });
    truncateSync(fileIn(folder), 100);
    expect(await journal.verify()).toMatchObject({ state: 'damaged' });
    await (await journal.begin(entry)).end('done', '');
    expect((await linesOf(journal)).map((line) => line.operation)).toEqual([
      'journal.restarted',
      entry.operation,
      entry.operation,
    ]);
    expect(readdirSync(folder).filter((name) => name.includes('.bad-'))).toHaveLength(1);
  });

  it('AUD-05 what is foreign behind the last line is kept with the file, also after a line that the disk refused', async () => {
    for (const refused of ['nothing', 'taken back', 'half there'] as const) {
      const { folder, keys } = await written(2);
      const disk = hookedDisk();
      const journal = await open(folder, keys, disk);
      if (refused === 'half there') disk.refuse('truncate', 'EIO');
      if (refused !== 'nothing') {
        disk.refuse('write', 'ENOSPC');
        await expect(journal.begin(entry)).rejects.toMatchObject(FULL);
        disk.heal();
      }
      expect(await journal.verify()).toMatchObject({ state: 'whole', lines: 4 });
      appendFileSync(fileIn(folder), 'foreign');
      const changed = readFileSync(fileIn(folder), 'utf8');
      expect(await journal.verify(), refused).toMatchObject({ state: 'damaged', firstBadLine: 5 });
      await journal.begin(entry);
      expect(asideIn(folder), refused).toEqual([changed]);
      expect((await linesOf(journal)).map(({ operation }) => operation)).toEqual([
        'journal.restarted',
        entry.operation,
      ]);
      await journal.close();
    }
  });

  it('AUD-05 what comes while a line is written stays in front of it, and is found by the next line', async () => {
    const { folder, keys, bytes } = await written(1);
    const disk = hookedDisk();
    const journal = await open(folder, keys, disk);
    disk.afterStats(() => appendFileSync(fileIn(folder), 'foreign\n'));
    const act = await journal.begin(entry);
    const changed = readFileSync(fileIn(folder), 'utf8');
    const [, , foreign, line = ''] = changed.trimEnd().split('\n');
    expect([changed.startsWith(bytes.toString()), foreign]).toEqual([true, 'foreign']);
    expect(line).toContain('"number":3');
    expect(journal.state()).toMatchObject({ state: 'whole', lines: 3 });
    await act.end('done', '');
    expect(journal.state()).toEqual({
      state: 'damaged',
      lines: 2,
      firstBadLine: 3,
      unconfirmed: 0,
    });
    expect(asideIn(folder)).toEqual([changed]);
    await journal.close();
  });

  it('AUD-05 nothing is begun when the file is changed again as soon as it was made anew', async () => {
    const { folder, keys } = await written(1);
    const disk = hookedDisk();
    const journal = await open(folder, keys, disk);
    appendFileSync(fileIn(folder), 'foreign');
    // The answers to `stat`: of the changed file, and of the new one for its first line and for that of the act.
    disk.afterStats(() => undefined);
    disk.afterStats(() => appendFileSync(fileIn(folder), 'again\n'));
    await expect(journal.begin(entry)).rejects.toMatchObject(CHANGED);
    expect(journal.state()).toMatchObject({ state: 'damaged', lines: 1 });
    expect(readFileSync(fileIn(folder), 'utf8')).not.toContain(entry.operation);
    await journal.close();
  });

  it('AUD-05 a keychain that lost the key is damage, never a silent new key', async () => {
    const { folder, keys } = await written(2);
    keys.entries.clear();
    const journal = await open(folder, keys);
    expect(journal.state()).toMatchObject({ state: 'damaged', firstBadLine: 1 });
    expect(readdirSync(folder).some((name) => name.includes('.bad-'))).toBe(true);
  });

  it('DSK-01 nothing is begun on a full disk, and the journal goes on when there is room again', async () => {
    const folder = tempFolder();
    const keys = createKeys();
    const disk = hookedDisk();
    const journal = await open(folder, keys, disk);
    const act = await journal.begin(entry);
    disk.refuse('write', 'ENOSPC');
    const refusal = { failure: { kind: 'file', problem: 'disk-full' } };
    await expect(journal.begin(entry)).rejects.toMatchObject(refusal);
    await expect(act.end('done', '')).rejects.toMatchObject(refusal);
    disk.heal();
    await (await journal.begin(entry)).end('done', '');
    expect(journal.state()).toMatchObject({ state: 'whole', lines: 3 });
    await journal.close();
    expect((await open(folder, keys)).state()).toMatchObject({ state: 'whole', lines: 4 });
  });

  it('DSK-01 what a refused line has left goes with the next one, also where a handle that appends cuts nothing', async () => {
    const { folder, keys, bytes } = await written(1);
    const disk = hookedDisk();
    // As on Windows.
    disk.refuse('truncate', 'EPERM', 'a');
    disk.refuse('truncate', 'EPERM', APPEND_ITSELF);
    appendFileSync(fileIn(folder), bytes.subarray(0, 40));
    const journal = await open(folder, keys, disk);
    expect(journal.state()).toMatchObject({ state: 'whole', lines: 3 });
    disk.refuse('write', 'ENOSPC');
    disk.refuse('truncate', 'EIO');
    await expect(journal.begin(entry)).rejects.toMatchObject(FULL);
    const before = readFileSync(fileIn(folder), 'utf8');
    expect(before.endsWith('\n')).toBe(false);
    disk.heal();
    await (await journal.begin(entry)).end('done', '');
    expect(await journal.verify()).toMatchObject({ state: 'whole', lines: 5 });
    expect(asideIn(folder)).toEqual([]);
    await journal.close();
  });

  it('DSK-01 a line counts also where the folder cannot be synced', async () => {
    const folder = tempFolder();
    const disk = hookedDisk();
    disk.refuse('sync', 'EINVAL', 'r');
    const journal = await open(folder, createKeys(), disk);
    await (await journal.begin(entry)).end('done', '');
    expect(await journal.verify()).toMatchObject({ state: 'whole', lines: 2 });
    await journal.close();
  });

  itAtLength(
    'AUD-02 reading tens of thousands of lines to verify them looks at the clock after each, and leaves the loop free',
    async () => {
      const { value, turns } = await turnsOf(() => readChain([Buffer.from(manyLines())]));
      expect(value).toMatchObject({ head: { count: 20_000 }, firstBad: null });
      expect(turns).toBe(20_000);
    },
  );

  it('FLT-09 a long journal is not read at the start, but three seconds after it, or for whoever needs it', async () => {
    const folder = tempFolder();
    writeFileSync(fileIn(folder), manyLines());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const reads = vi.spyOn(await fileHandles(), 'read');
    const opening = async () => {
      reads.mockClear();
      const journal = await open(folder, createKeys('memory'));
      await vi.advanceTimersByTimeAsync(2999);
      // While it is read once, another reading would at least begin.
      await readFile(fileIn(folder));
      expect(journal.state()).toMatchObject({ state: 'unanchored', lines: 0 });
      expect(reads).not.toHaveBeenCalled();
      return journal;
    };
    const needed = await opening();
    expect(await linesOf(needed)).toHaveLength(20_000);
    await needed.close();
    const later = await opening();
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await eventually(() => expect(later.state().lines).toBe(20_000));
    await later.close();
  });

  it('a journal of 20 000 lines holds as many objects as one of 200, and gives the newest from the end of its file (D19)', async () => {
    const measured = async (count: number) => {
      const folder = tempFolder();
      writeFileSync(fileIn(folder), manyLines(count));
      const before = await heldNow();
      const journal = await open(folder, createKeys('memory'));
      expect(await journal.verify()).toMatchObject({ lines: count, firstBadLine: null });
      const held = (await heldNow()) - before;
      const reads = vi.spyOn(await fileHandles(), 'read');
      const [newest] = await firstOf(journal.newest());
      const bytes = (
        await Promise.all(reads.mock.results.map(({ value }) => value as Read))
      ).reduce((sum, { bytesRead }) => sum + bytesRead, 0);
      reads.mockRestore();
      expect(newest).toMatchObject({ number: count });
      expect([await journal.acts(), bytes <= 2 * 64 * 1024]).toEqual([count, true]);
      await journal.close();
      return held;
    };
    await measured(200);
    const few = await measured(200);
    // One for each line would be 20 000.
    expect((await measured(20_000)) - few).toBeLessThan(2000);
  });

  it('AUD-02 a file is read alike in whatever pieces it comes, and without a line break for a megabyte it is damaged', async () => {
    const { keys, bytes } = await written(3);
    const key = new Secret(keys.entries.get('journal-key') ?? '');
    const torn = Buffer.concat([bytes, Buffer.from('{"hash":')]);
    const read = async (pieces: readonly Buffer[]) => {
      const lines: ChainLine[] = [];
      const visit = (line: ChainLine) => void lines.push(line);
      return { ...(await readChain(pieces, { key, visit, hashesOf: [2, 9] })), lines };
    };
    const whole = await read([torn]);
    expect(whole).toMatchObject({ firstBad: null, firstKeyed: 1, head: { count: 6 } });
    expect([...whole.hashes.keys(), whole.unfinished.toString()]).toEqual([2, '{"hash":']);
    for (const size of [1, 7, 4096]) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < torn.length; at += size) pieces.push(torn.subarray(at, at + size));
      expect(await read(pieces)).toEqual(whole);
    }
    const zeros = Buffer.alloc(1024 * 1024 + 1);
    expect(await readChain([bytes, zeros], { key })).toMatchObject({ firstBad: 7 });
  });

  it('DSK-01 a long journal that could not be read the first time is read the next', async () => {
    const folder = tempFolder();
    const elsewhere = path.join(tempFolder(), 'journal.jsonl');
    writeFileSync(elsewhere, manyLines());
    // Links are not followed where it is read.
    symlinkSync(elsewhere, fileIn(folder));
    const journal = await open(folder, createKeys());
    await expect(journal.begin(entry)).rejects.toBeInstanceOf(Problem);
    rmSync(fileIn(folder));
    renameSync(elsewhere, fileIn(folder));
    const begun = await journal.begin(entry);
    await begun.end('done', '');
    expect((await linesOf(journal)).at(-1)).toMatchObject({ outcome: 'done' });
    await journal.close();
  });

  it('a check that was cancelled reads no further', async () => {
    const { folder, keys } = await written(2);
    const journal = await open(folder, keys);
    const read: number[] = [];
    const run = {
      signal: AbortSignal.abort(),
      read: (count = 1) => void read.push(count),
      left: () => undefined,
      repaired: () => undefined,
      repair: async () => undefined,
    };
    await expect(journal.check(run)).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(read).toEqual([]);
    await journal.close();
  });

  it('SAR-08 the journal is 0600', async () => {
    const { folder } = await written(1);
    expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${fileIn(folder)}.bad`)).toBe(false);
  });
});
