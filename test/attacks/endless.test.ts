// What is received has no end, comes by drops, or fills the disk; and what a kill leaves of it lies about.
import { cpSync, existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTransport, type Transport } from '../../main/http/transport.ts';
import { failureOf } from '../../main/problem.ts';
import { realDisk } from '../../main/storage/disk.ts';
import { openGrowingFile } from '../../main/storage/offline-copy/growing-file.ts';
import { openSink } from '../../main/storage/file-streams.ts';
import { openUpdateServer } from '../../main/updates/update-server.ts';
import type { AttachmentWish } from '../platform/message-control.ts';
import { fileHandles } from '../support/file-handles.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { startSteward } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

const MIB = 1024 * 1024;
/** A clock of the transport that goes four minutes at each look, when a test says so. */
const drip = { slow: false, now: 0 };
const transport = createTransport({
  monotonic: () => (drip.slow ? (drip.now += 240_000) : drip.now),
});
const world = openReading({ messages: 5, years: 1 }, { replacements: { transport } });

function received(wish: AttachmentWish) {
  const on = messageDesk(world());
  const made = on.make({ attachments: [wish] });
  return { ...on, at: { ...made.at, attachment: made.attachments[0]?.id ?? '' } };
}

/** Until the test ends: the disk says that so much is free, of a large one. */
function free(bytes: () => number): void {
  const { statfs } = fs;
  const said = async (...given: Parameters<typeof statfs>) => {
    const facts = await statfs(...given);
    return Object.assign(facts, { bsize: 4096, blocks: 100_000_000, bavail: bytes() / 4096 });
  };
  Object.assign(fs, { statfs: said });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { statfs });
    syncBuiltinESMExports();
  });
}

/** Until the test ends: how much was written to files, of which nothing reaches the disk when `none`. */
async function countWrites(none = false): Promise<() => number> {
  const files = await fileHandles();
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the file that is written
  const { writeFile } = files;
  let bytes = 0;
  const spy = vi.spyOn(files, 'writeFile');
  spy.mockImplementation(async function (this: FileHandle, ...given) {
    if (!none) await writeFile.apply(this, given);
    if (Buffer.isBuffer(given[0])) bytes += given[0].length;
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return () => bytes;
}

describe('an attachment that is not what it is said to be', () => {
  interface Row {
    readonly what: string;
    readonly wish: { readonly size: number; readonly sizeShown: number };
    readonly freeMib?: number;
    readonly slow?: true;
    readonly failure: object;
    /** Nothing of it is written. */
    readonly nothing?: true;
  }
  it.each<Row>([
    {
      what: 'said to be 10 bytes, and goes on',
      wish: { size: 64 * MIB, sizeShown: 10 },
      failure: { kind: 'file', problem: 'changed-meanwhile' },
      nothing: true,
    },
    {
      what: 'of no said size, on a disk that becomes full',
      wish: { size: 64 * MIB, sizeShown: -1 },
      freeMib: 280,
      failure: { kind: 'file', problem: 'disk-full' },
    },
    {
      what: 'of a said size that leaves no reserve',
      wish: { size: 64 * MIB, sizeShown: 64 * MIB },
      freeMib: 300,
      failure: { kind: 'file', problem: 'disk-full' },
      nothing: true,
    },
    {
      what: 'that comes by drops',
      wish: { size: 5000, sizeShown: 5000 },
      slow: true,
      failure: { kind: 'unreachable', problem: 'timed-out' },
      nothing: true,
    },
  ])('ATK-31 ends early and leaves nothing: one $what', async (row) => {
    const { what, wish, freeMib, slow, failure, nothing } = row;
    const { client, at, place, folder } = received({ fileName: 'a.zip', ...wish });
    const written = await countWrites();
    if (freeMib !== undefined) free(() => freeMib * MIB - written());
    drip.slow = slow === true;
    const saved = await client.attachments.save({ ...at, target: place('a.zip') });
    drip.slow = false;
    tell('ATK-31', what, `${String(written())} bytes, ${saved.ok ? 'saved' : saved.failure.kind}`);
    expect(saved).toMatchObject({ ok: false, failure });
    expect(written()).toBeLessThan(nothing === true ? 1 : 40 * MIB);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ATK-31 what takes its time, but no longer than it may be silent, is saved', async () => {
    const { client, at, place } = received({ fileName: 'a.zip', size: 5000, sizeShown: 5000 });
    expect(await client.attachments.save({ ...at, target: place('a.zip') })).toMatchObject({
      ok: true,
    });
  });
});

it('ATK-31 of a file that nobody says the size of at most 1 GiB is taken, or what its kind may have', async () => {
  const written = await countWrites(true);
  const piece = Buffer.alloc(16 * MIB);
  for (const [mostBytes, taken] of [
    [undefined, 1024 * MIB],
    [100 * MIB, 96 * MIB],
  ] as const) {
    const before = written();
    const sink = await openSink(path.join(tempFolder(), 'a'), { mostBytes }, realDisk);
    const writing = (async () => {
      for (let at = 0; at < 100; at += 1) await sink.write(piece);
    })();
    const failure = await writing.then(() => undefined, failureOf);
    await sink.abandon();
    expect([failure, written() - before]).toMatchObject([{ problem: 'no-end' }, taken]);
  }
});

it('ATK-31 a copy of the metadata stops before the reserve of the disk', async () => {
  free(() => 200 * MIB);
  const file = openGrowingFile(path.join(tempFolder(), 'copy'), realDisk, 'new');
  const failure = await file.append(Buffer.from('{}')).then(() => undefined, failureOf);
  expect(failure).toMatchObject({ kind: 'file', problem: 'disk-full' });
});

it('ATK-31 a new version of Steward stops before the reserve too, while it comes, and leaves nothing', async () => {
  let left = 300 * MIB;
  free(() => left);
  const to = path.join(tempFolder(), 'steward.AppImage');
  const exchange: Transport['exchange'] = async ({ receive }) => {
    const write = receive?.({ status: 200, headers: {} });
    for (; left > 0; left -= 20 * MIB) await write?.(Buffer.alloc(20 * MIB));
    return expect.fail('It was received to its end.');
  };
  const server = openUpdateServer('https://updates.example/', {
    transport: { ...transport, exchange },
    managed: null,
    systemProxy: async () => undefined,
  });
  const { signal } = new AbortController();
  const order = { name: 'a', to, bytes: null, sha512: '', signal, report: () => undefined };
  const failure = await server.file(order).then(() => undefined, failureOf);
  expect(failure).toMatchObject({ kind: 'file', problem: 'disk-full' });
  expect([left > 200 * MIB, existsSync(to)]).toEqual([true, false]);
});

it('ATK-31 what a kill left half goes at the next start, from wherever it was being saved; no other file does', async () => {
  const { client, at, place, folder, control } = received({ fileName: 'a.zip', size: 5000 });
  const held = control.hold('attachments.content', true);
  const stop = new AbortController();
  const saving = client.attachments.save(
    { ...at, target: place('a.zip') },
    { signal: stop.signal },
  );
  await held.reached;
  const [half = ''] = readdirSync(folder);
  expect(half).toMatch(/^steward-[0-9a-f]{16}\.part$/);
  // As the kill would leave both folders.
  const copy = path.join(tempFolder(), 'data');
  cpSync(world().steward.dataFolder, copy, {
    recursive: true,
    filter: (one) => !lstatSync(one).isSocket(),
  });
  stop.abort();
  await saving;
  held.release();
  const others = ['steward-0123456789abcdef.part', 'mine.part'];
  for (const name of [half, ...others]) writeFileSync(path.join(folder, name), 'half');
  const next = await startSteward({ dataFolder: copy });
  await next.stop();
  tell('ATK-31', 'a kill while it is saved', readdirSync(folder).join(', '));
  expect(existsSync(path.join(folder, half))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual([...others].sort());
});
