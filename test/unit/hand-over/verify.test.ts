// Verifying the folder of a hand-over: what is as it was passes, and everything that is not is named.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLinkReader } from '../../../main/hand-over/page-links.ts';
import { link, pageOf } from '../../../main/hand-over/pages.ts';
import { verifyHandOver } from '../../../main/hand-over/verify.ts';
import { failureOf } from '../../../main/problem.ts';
import { createRowCount } from '../../../main/storage/csv-counting.ts';
import { toCsv } from '../../../main/storage/csv.ts';
import {
  ATTACHMENT,
  handOverFiles,
  PARTS,
  put,
  sha256,
  writeHandOver,
} from '../../support/hand-over-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const never = new AbortController().signal;
const verify = (root: string) => verifyHandOver(root, never, () => undefined);
const refusal = async (root: string) => {
  const error: unknown = await verify(root).catch((thrown: unknown) => thrown);
  return failureOf(error);
};

const handOver = (given?: Parameters<typeof writeHandOver>[1]) =>
  writeHandOver(tempFolder(), given);

const SUMS = 'SHA256SUMS';
/** Puts the sums right after files were changed on purpose, as whoever made them so would. */
function sumAgain(root: string, ...changed: readonly string[]) {
  const file = path.join(root, SUMS);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const kept = lines.filter((line) => !changed.includes(line.slice(66)));
  const added = changed.map((name) => `${sha256(readFileSync(path.join(root, name)))}  ${name}`);
  writeFileSync(file, [...kept, ...added, ''].join('\n'));
}

const NOTHING_WRONG = {
  intact: true,
  missing: [],
  changed: [],
  others: [],
  brokenLinks: [],
  otherCounts: [],
};

describe('a hand-over that is as it was', () => {
  it('is intact, and complete by its own word, with its organisation, day and size', async () => {
    const root = handOver();
    const files = Object.values(handOverFiles()).map((content) => Buffer.byteLength(content));
    const manifest = readFileSync(path.join(root, 'manifest.json')).length;
    expect(await verify(root)).toEqual({
      ...NOTHING_WRONG,
      complete: true,
      on: '2026-11-26T23:30:00.000Z',
      organisation: 'Fjordtrafikk AS (910514318)',
      lacks: [],
      files: files.length + 1,
      bytes: files.reduce((sum, one) => sum + one, manifest),
    });
  });

  it('is found by a link that a person chose', async () => {
    const chosen = path.join(tempFolder(), 'chosen');
    symlinkSync(handOver(), chosen);
    expect(await verify(chosen)).toMatchObject({ ...NOTHING_WRONG, complete: true });
  });

  it('says what each part lacks that was read and is not complete', async () => {
    const [users, messages, journal] = PARTS;
    const parts = [
      { ...users, state: 'not-offered' as const, onPlatform: null, here: 0, tables: [] },
      { ...messages, state: 'incomplete' as const, onPlatform: 3 },
      { ...journal },
    ] as typeof PARTS;
    const root = handOver({ manifest: { parts: [...parts], complete: false } });
    expect(await verify(root)).toMatchObject({
      ...NOTHING_WRONG,
      complete: false,
      on: '2026-11-26T23:30:00.000Z',
      lacks: [
        { part: 'users', state: 'not-offered', onPlatform: null, here: 0 },
        { part: 'messages', state: 'incomplete', onPlatform: 3, here: 1 },
      ],
    });
  });

  it.each([
    ['it was stopped', { state: 'cancelled' as const, complete: true }, null],
    ['it says so of itself alone', { complete: false }, '2026-11-26T23:30:00.000Z'],
    [
      'a part says so',
      { parts: PARTS.map((one) => ({ ...one, state: 'incomplete' as const })) },
      '2026-11-26T23:30:00.000Z',
    ],
  ])('is not complete where %s', async (_, manifest, on) => {
    expect(await verify(handOver({ manifest }))).toMatchObject({
      ...NOTHING_WRONG,
      complete: false,
      on,
    });
  });
});

describe('a hand-over that is not as it was', () => {
  it('names a file of which one byte is another', async () => {
    const root = handOver();
    const content = readFileSync(path.join(root, ATTACHMENT));
    content.writeUInt8(content.readUInt8(299_999) ^ 1, 299_999);
    writeFileSync(path.join(root, ATTACHMENT), content);
    expect(await verify(root)).toMatchObject({
      ...NOTHING_WRONG,
      intact: false,
      complete: true,
      changed: [ATTACHMENT],
    });
  });

  it('names a file that is not there', async () => {
    const root = handOver();
    rmSync(path.join(root, ATTACHMENT));
    const found = await verify(root);
    expect(found).toMatchObject({ ...NOTHING_WRONG, intact: false, missing: [ATTACHMENT] });
    // It is not a file of another length too.
    rmSync(path.join(root, 'users/users.csv'));
    expect(await verify(root)).toMatchObject({
      missing: ['users/users.csv', ATTACHMENT],
      otherCounts: [],
    });
  });

  it('names what is not of it, but for its own lines and what is half; that breaks nothing', async () => {
    const root = handOver();
    const others = ['README.txt', 'users/.DS_Store', 'users/manifest.jsonl', 'new/a/b/c/d/e'];
    for (const name of others) put(root, name, 'x');
    const found = await verify(root);
    // Deeper than a hand-over goes, the folder is named.
    expect(found.others.toSorted()).toEqual([...others.slice(0, 3), 'new/a/b/c'].toSorted());
    expect(found).toMatchObject({ ...NOTHING_WRONG, complete: true, others: found.others });
  });

  it.each([
    ['a file', ATTACHMENT, [ATTACHMENT], []],
    ['a folder', 'users', ['users/index.html', 'users/users.csv'], ['users']],
    ['the manifest', 'manifest.json', ['manifest.json'], []],
  ])('takes nothing through a link in place of %s', async (_, within, missing, others) => {
    const root = handOver();
    const elsewhere = path.join(tempFolder(), 'kept');
    renameSync(path.join(root, within), elsewhere);
    symlinkSync(elsewhere, path.join(root, within));
    expect(await verify(root)).toMatchObject({ ...NOTHING_WRONG, intact: false, missing, others });
  });

  it('takes a folder in place of a file for none', async () => {
    const root = handOver();
    rmSync(path.join(root, ATTACHMENT));
    mkdirSync(path.join(root, ATTACHMENT));
    expect(await verify(root)).toMatchObject({ intact: false, missing: [ATTACHMENT] });
  });

  it('names pages that lead to what is none of its files, and where to', async () => {
    const hrefs = [
      'gone.html',
      '../index.html#top',
      'users.csv?x',
      '../users/../index.html',
      './users.csv',
      'a%2Fb.html',
      '../../index.html',
      '/index.html',
      '//example.org/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '%zz.html',
      '../messages',
      'gone.html',
      '../users%2Findex.html',
      '../manifest.jsonl',
    ];
    const body = hrefs.map((href) => link(href, 'x')).join('');
    const files = {
      ...handOverFiles(),
      'users/index.html': pageOf({ locale: 'en', title: 'Users', body }),
    };
    const broken = hrefs.filter(
      (href, at) => ![1, 2, 3, 4].includes(at) && hrefs.indexOf(href) === at,
    );
    expect(await verify(handOver({ files }))).toMatchObject({
      ...NOTHING_WRONG,
      intact: false,
      complete: true,
      brokenLinks: broken.map((href) => `users/index.html → ${href}`),
    });
  });

  it.each([1, 3])('names a part whose list has %i rows, and should have 2', async (rows) => {
    const root = handOver();
    const list = [['Name'], ...Array.from({ length: rows }, (_, at) => [String(at)])];
    put(root, 'users/users.csv', toCsv(list));
    sumAgain(root, 'users/users.csv');
    expect(await verify(root)).toMatchObject({
      ...NOTHING_WRONG,
      intact: false,
      otherCounts: ['users'],
    });
  });

  it('looks at no list that the sums do not name', async () => {
    const outside = tempFolder();
    put(outside, 'users.csv', toCsv([['Name'], ['Kari'], ['Ola']]));
    const tables = [{ file: `../${path.basename(outside)}/users.csv`, workbook: null, rows: 0 }];
    const parts = PARTS.map((one) => (one.part === 'users' ? { ...one, tables } : one));
    expect(await verify(handOver({ manifest: { parts } }))).toMatchObject({
      intact: false,
      otherCounts: ['users'],
    });
  });

  it.each([
    ['is missing', (file: string) => rmSync(file), { missing: ['manifest.json'] }],
    ['is no JSON', (file: string) => writeFileSync(file, '{'), { changed: ['manifest.json'] }],
    [
      'is none of a hand-over',
      (file: string) => writeFileSync(file, '{"complete":true}'),
      { changed: ['manifest.json'] },
    ],
    [
      'is no text',
      (file: string) => writeFileSync(file, Buffer.from([0x22, 0xff, 0x22])),
      { changed: ['manifest.json'] },
    ],
  ])('says nothing of itself where its manifest %s', async (_, harm, wrong) => {
    const root = handOver();
    harm(path.join(root, 'manifest.json'));
    expect(await verify(root)).toMatchObject({
      ...NOTHING_WRONG,
      intact: false,
      complete: null,
      on: null,
      organisation: '',
      lacks: [],
      ...wrong,
    });
  });

  it('believes no manifest that the sums do not name', async () => {
    const root = handOver();
    const sums = readFileSync(path.join(root, SUMS), 'utf8').replace(
      /.{64} {2}manifest.json\n/,
      '',
    );
    writeFileSync(path.join(root, SUMS), sums);
    expect(await verify(root)).toMatchObject({ complete: null, others: ['manifest.json'] });
  });

  it('names the sums themselves where they are of fewer files than the manifest', async () => {
    const root = handOver();
    const sums = readFileSync(path.join(root, SUMS), 'utf8').split('\n');
    writeFileSync(
      path.join(root, SUMS),
      sums.filter((line) => !line.endsWith(ATTACHMENT)).join('\n'),
    );
    expect(await verify(root)).toMatchObject({
      intact: false,
      changed: [SUMS],
      others: [ATTACHMENT],
    });
  });

  it('names a hundred of each, and breaks by each of them', async () => {
    const root = handOver();
    const names = Array.from({ length: 120 }, (_, at) => `users/${String(at)}.txt`);
    appendFileSync(
      path.join(root, SUMS),
      names.map((name) => `${'0'.repeat(64)}  ${name}\n`).join(''),
    );
    expect((await verify(root)).missing).toHaveLength(100);
    for (const name of names) put(root, name, 'x');
    expect((await verify(root)).changed).toHaveLength(100);
    const body = names.map((name) => link(`${name}x`, 'x')).join('');
    const files = { ...handOverFiles(), 'index.html': pageOf({ locale: 'en', title: '', body }) };
    const many = writeHandOver(tempFolder(), { files });
    for (const name of names) put(many, name, 'x');
    const found = await verify(many);
    expect([found.brokenLinks.length, found.others.length]).toEqual([100, 100]);
  });
});

describe('sums that nothing can be compared with', () => {
  const sum = 'a'.repeat(64);

  it.each([
    ['a way out of the folder', `${sum}  ../outside.txt\n`],
    ['a way out further down', `${sum}  users/../../outside.txt\n`],
    ['a place of the computer', `${sum}  /etc/passwd\n`],
    ['a place of Windows', `${sum}  C:\\Windows\\win.ini\n`],
    ['a folder of none', `${sum}  users//users.csv\n`],
    ['a name that is none everywhere', `${sum}  users/aux.txt\n`],
    ['a place deeper than there are any', `${sum}  a/b/c/d/e.txt\n`],
    ['one blank', `${sum} users.csv\n`],
    ['the mark of other files', `${sum} *users.csv\n`],
    ['another sum', `${sum.slice(1)}  users.csv\n`],
    ['large letters', `${sum.toUpperCase()}  users.csv\n`],
    ['other line ends', `${sum}  users.csv\r\n`],
    ['a line that was cut off', `${sum}  users.csv\n${sum}  users/in`],
    ['a line of nothing', `${sum}  users.csv\n\n`],
    ['one file twice', `${sum}  users.csv\n${sum}  users.csv\n`],
    ['a mark of order', `\ufeff${sum}  users.csv\n`],
    ['no text', Buffer.from(`${sum}  \xff.csv\n`, 'latin1')],
    ['nothing', ''],
  ])('are damaged: %s', async (_, text) => {
    const root = handOver();
    writeFileSync(path.join(root, SUMS), text);
    expect(await refusal(root)).toMatchObject({ kind: 'file', problem: 'damaged' });
  });

  it('are not there: no folder, no file of them, or a link or folder in their place', async () => {
    const none = { kind: 'file', problem: 'not-found' };
    const root = handOver();
    expect(await refusal(path.join(root, 'nowhere'))).toMatchObject(none);
    expect(await refusal(path.join(root, 'index.html'))).toMatchObject(none);
    expect(await refusal(tempFolder())).toMatchObject(none);
    const elsewhere = path.join(tempFolder(), SUMS);
    renameSync(path.join(root, SUMS), elsewhere);
    symlinkSync(elsewhere, path.join(root, SUMS));
    expect(await refusal(root)).toMatchObject(none);
    rmSync(path.join(root, SUMS));
    mkdirSync(path.join(root, SUMS));
    expect(await refusal(root)).toMatchObject(none);
  });
});

describe('while it is verified', () => {
  it('a file that goes is missing', async () => {
    const root = handOver();
    const found = await verifyHandOver(root, never, () => {
      rmSync(path.join(root, ATTACHMENT), { force: true });
    });
    expect(found).toMatchObject({ ...NOTHING_WRONG, intact: false, missing: [ATTACHMENT] });
  });

  it('says how far it is by bytes, and of how many, as long as the manifest says it', async () => {
    const root = handOver();
    const steps: { bytes: number; total: number | null }[] = [];
    const { bytes } = await verifyHandOver(root, never, (step) => void steps.push(step));
    const sizes = steps.map((step) => step.bytes);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    // The attachment alone is several pieces.
    expect(steps.length).toBeGreaterThan(Object.keys(handOverFiles()).length + 1);
    expect(steps.at(-1)).toEqual({ bytes, total: bytes });
    rmSync(path.join(root, 'manifest.json'));
    steps.length = 0;
    await verifyHandOver(root, never, (step) => void steps.push(step));
    expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([null]));
  });

  it('ends where it is given up, with the reason, also in the middle of a file', async () => {
    const root = handOver();
    const reason = new Error('enough');
    for (const size of [0, 1, 250_000]) {
      const given = new AbortController();
      let read = 0;
      const report = ({ bytes }: { readonly bytes: number }) => {
        read = bytes;
        if (bytes > size) given.abort(reason);
      };
      if (size === 0) given.abort(reason);
      await expect(verifyHandOver(root, given.signal, report)).rejects.toBe(reason);
      expect(read).toBeLessThan(305_000);
      if (size === 0) expect(read).toBe(0);
    }
    const given = AbortSignal.abort(reason);
    for (const name of readdirSync(root))
      if (name !== SUMS) rmSync(path.join(root, name), { recursive: true });
    await expect(verifyHandOver(root, given, () => undefined)).rejects.toBe(reason);
  });
});

describe('what is read in pieces', () => {
  it('finds each link wherever the pieces end', () => {
    const page = Buffer.from(
      `<p>å href="text"</p><a class="x" href="å&amp;b.html">æ</a><A HREF="c.html"><a href="d'&#39;&lt;&quot;">`,
    );
    for (let cut = 0; cut <= page.length; cut += 1) {
      const found: string[] = [];
      const reader = createLinkReader((href) => void found.push(href));
      reader.add(page.subarray(0, cut));
      reader.add(page.subarray(cut));
      expect(found).toEqual(['å&b.html', 'c.html', `d''<"`]);
    }
  });

  it('keeps no more of a page than an address is long', () => {
    const found: string[] = [];
    const reader = createLinkReader((href) => void found.push(href));
    reader.add(Buffer.from('<a href="'));
    for (let piece = 0; piece < 20; piece += 1) reader.add(Buffer.alloc(1000, 'a'));
    reader.add(Buffer.from('"><a href="b.html">'));
    expect(found).toEqual(['b.html']);
  });

  it('counts each row wherever the pieces end, and keeps no page or row as a whole', () => {
    const rows = [
      ['A', 'B'],
      ['"', '""'],
      ['\r\n', ''],
      ['', ''],
    ];
    for (const complete of [true, false]) {
      const list = Buffer.from(toCsv(rows, { complete }));
      for (let cut = 0; cut <= list.length; cut += 1) {
        const count = createRowCount();
        count.add(list.subarray(0, cut));
        count.add(list.subarray(cut));
        expect(count.rows()).toBe(3);
      }
    }
    const count = createRowCount();
    expect(count.rows()).toBe(0);
    count.add(Buffer.from('"A"'));
    expect(count.rows()).toBe(0);
    count.add(Buffer.from('\r\n"1"'));
    expect(count.rows()).toBe(1);
  });
});
