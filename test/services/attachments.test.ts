// Attachments through the whole program: uploaded from files small and large, removed, and saved whole or not at all.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { AttachmentWish } from '../platform/message-control.ts';
import { itAtLength } from '../support/at-length.ts';
import { eventually } from '../support/eventually.ts';
import { fileHandles } from '../support/file-handles.ts';
import { mostWaiting } from '../support/http-watch.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading({ messages: 20, years: 1 });
const failure = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const MIB = 1024 * 1024;

/** A message being filled in at a service that takes attachments, and a name and type it takes. */
async function begun(mediaType?: MediaType) {
  const on = messageDesk(world(), mediaType);
  const service = on.control.messages.serviceWith({ attachments: true });
  const rule = service.attachmentTypes.find(({ maxCount }) => maxCount > 0);
  const ending = /[a-z]{3,}/i.exec(rule?.allowedFileTypes ?? '')?.[0] ?? 'pdf';
  const message = await on.begun(service);
  const at = { ...on.at, message };
  const type = rule?.name ?? '';
  return { ...on, at, type, rule, named: (name: string) => `${name}.${ending}` };
}

/** An agency's message with one attachment. */
function received(wish: AttachmentWish, mediaType?: MediaType) {
  const on = messageDesk(world(), mediaType);
  const made = on.make({ attachments: [wish] });
  const attachment = made.attachments[0]?.id ?? '';
  return { ...on, at: { ...made.at, attachment } };
}

inEveryMediaType((mediaType) => {
  it('MSG-11 LIM-04 a small one goes in the body, byte for byte, with its name', async () => {
    const { client, at, type, named, file, truth, control } = await begun(mediaType);
    const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 31) % 256));
    const name = named('Årsoppgjør & "vedlegg" (1)');
    const added = await valueOf(client.attachments.add({ ...at, type, file: file(name, bytes) }));
    const kept = truth(at.message).attachments;
    expect(kept).toMatchObject([{ fileName: name, type, size: 3000, sha256: sha256(bytes) }]);
    expect(added).toEqual({ id: kept[0]?.id, settledByList: false });
    const sent = control.requests.find(({ operation }) => operation === 'attachments.add');
    expect(sent?.query).toContain('language=1033');
  });

  it('MSG-12 LIM-05 a large one is streamed, its name encoded exactly once', async () => {
    const { client, at, type, named, file, truth } = await begun(mediaType);
    const bytes = Buffer.alloc(2.5 * MIB, 'steward ');
    const name = named('100% av ære & +pluss #1');
    const steps: { bytes: number; total: number | null }[] = [];
    const added = await valueOf(
      client.attachments.stream(
        { ...at, type, file: file(name, bytes) },
        { onProgress: (step) => steps.push(step) },
      ),
    );
    const kept = truth(at.message).attachments;
    expect(kept).toMatchObject([{ fileName: name, type, size: bytes.length }]);
    expect(kept[0]?.sha256).toBe(sha256(bytes));
    expect(added).toEqual({ id: kept[0]?.id, settledByList: false });
    expect(steps.at(-1)).toEqual({ bytes: bytes.length, total: bytes.length });
  });

  it.each(['æ &?#%+.pdf', `${'x'.repeat(240)} æ&.pdf`])(
    'UPL-05 the name %s arrives as it is, streamed or in a body',
    async (name) => {
      const { client, at, type, file, truth, control } = await begun(mediaType);
      control.messages.serviceWith({ attachments: true });
      const sent = () => ({ ...at, type, file: file(name, 'a') });
      for (const way of ['stream', 'add'] as const)
        expect(await client.attachments[way](sent())).toMatchObject({ ok: true });
      expect(truth(at.message).attachments.map(({ fileName }) => fileName)).toEqual([name, name]);
    },
  );

  it('MSG-13 one is removed', async () => {
    const { client, at, type, named, file, truth } = await begun(mediaType);
    const given = { ...at, type, file: file(named('a'), 'a') };
    const { id } = await valueOf(client.attachments.add(given));
    await valueOf(client.attachments.remove({ ...at, attachment: id ?? '' }));
    expect(truth(at.message).attachments).toEqual([]);
  });

  it('FIL-01 FIL-02 FIL-03 one is saved whole, under a safe name inside the chosen folder', async () => {
    const wish = { fileName: '../..\\\u202eexe.pdf ', size: 70_000 };
    const { client, at, truth, folder, place } = received(wish, mediaType);
    mkdirSync(path.join(folder, 'to'));
    const steps: { bytes: number; total: number | null }[] = [];
    const save = () =>
      client.attachments.save(
        { ...at, target: place('to') },
        { onProgress: (step) => steps.push(step) },
      );
    expect(await valueOf(save())).toEqual({ name: '_.._exe.pdf', bytes: 70_000 });
    expect(await valueOf(save())).toEqual({ name: '_.._exe (2).pdf', bytes: 70_000 });
    expect(readdirSync(folder)).toEqual(['to']);
    const bytes = readFileSync(path.join(folder, 'to/_.._exe.pdf'));
    expect(sha256(bytes)).toBe(truth(at.message).attachments[0]?.sha256);
    expect(steps.at(-1)).toEqual({ bytes: 70_000, total: 70_000 });
  });
});

describe('adding', () => {
  it('LIM-04 the rules of the service are told in the words of the platform', async () => {
    const { client, at, type, rule, named, file, truth } = await begun();
    const wrong = await client.attachments.add({ ...at, type: 'Ukjent', file: file('a.pdf', 'a') });
    const reason = 'The AttachmentType Ukjent is not allowed for the service.';
    expect(wrong).toMatchObject(failure('refused', { status: 400, reason }));
    const most = rule?.maxCount ?? 1;
    for (let n = 0; n < most; n += 1)
      await valueOf(client.attachments.add({ ...at, type, file: file(named(`n${n}`), 'a') }));
    const over = await client.attachments.add({ ...at, type, file: file(named('over'), 'a') });
    expect(over).toHaveProperty('failure.reason', expect.stringContaining(`At most ${most}`));
    expect(truth(at.message).attachments).toHaveLength(most);
  });

  it('MSG-11 what is larger than 1 MiB is not taken into memory, and the stream is there for it', async () => {
    const { client, at, type, named, file, executed } = await begun();
    const large = { ...at, type, file: file(named('large'), Buffer.alloc(MIB + 1)) };
    expect(await client.attachments.add(large)).toMatchObject(
      failure('file', { problem: 'too-large' }),
    );
    expect(executed('messages.get')).toBe(0);
  });

  itAtLength(
    'MSG-12 LIM-05 UPL-01 of a file of 32 MiB at most 2 MiB are in memory, also while the platform takes none, whatever the service says to its size',
    async () => {
      const { client, at, type, rule, named, file, folder, truth, control } = await begun();
      const handle = file(named('huge'), '');
      truncateSync(path.join(folder, named('huge')), 32 * MIB);
      const held = control.hold('attachments.stream', false);
      let sent = 0;
      let result: unknown;
      const { requests } = await mostWaiting(async ({ unsent }) => {
        const sending = client.attachments.stream(
          { ...at, type, file: handle },
          { onProgress: ({ bytes }) => (sent = bytes) },
        );
        await held.reached;
        await eventually(() => expect(unsent()).toBeGreaterThanOrEqual(2 * MIB));
        // Who read further would have done so by now.
        for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
        held.release();
        result = await sending;
      });
      const limit = (rule?.maxFileSize ?? 0) * MIB;
      if (limit === 0 || limit >= 32 * MIB) expect(truth(at.message).attachments).toHaveLength(1);
      else
        expect(result).toHaveProperty(
          'failure.reason',
          expect.stringMatching(/larger than \d+ MB/),
        );
      expect(sent).toBe(32 * MIB);
      // And a head.
      expect(requests).toBeLessThan(2 * MIB + 16 * 1024);
    },
  );

  it('FIL-06 UPL-04 a file that changes while it is sent is broken off, and nothing is kept', async () => {
    const { client, at, type, named, file, folder, truth } = await begun();
    const name = named('growing');
    const handle = file(name, Buffer.alloc(8 * MIB));
    const sending = client.attachments.stream(
      { ...at, type, file: handle },
      { onProgress: () => appendFileSync(path.join(folder, name), 'more') },
    );
    const result = await sending;
    expect(result.ok).toBe(false);
    expect(result).toMatchObject(failure('file', { problem: 'changed-meanwhile' }));
    expect(truth(at.message).attachments).toEqual([]);
  });

  it('FIL-06 a folder or a handle of nobody is refused before any call', async () => {
    const { client, at, type, picked, executed } = await begun();
    const before = executed('messages.get');
    expect(await client.attachments.stream({ ...at, type, file: picked('.') })).toMatchObject(
      failure('file', { problem: 'not-a-file' }),
    );
    const unknown = 'file-AAAAAAAAAAAAAAAAAAAAAAAA';
    expect(await client.attachments.stream({ ...at, type, file: unknown })).toMatchObject(
      failure('invalid-input', { fields: { file: 'unknown-handle' } }),
    );
    expect(executed('messages.get')).toBe(before);
  });

  const lost = { kind: 'reset' } as const;

  it.each(['stream', 'add'] as const)(
    'RTY-01 RTY-06 UPL-03 a lost answer to %s is settled by the list: there is there, not there is unknown',
    async (way) => {
      const { client, at, type, named, file, truth, control, executed } = await begun();
      const given = () => ({ ...at, type, file: file(named('lost'), 'same bytes') });
      control.fault({ operation: `attachments.${way}`, acts: true, effect: lost });
      const added = await valueOf(client.attachments[way](given()));
      expect(added).toEqual({ id: truth(at.message).attachments[0]?.id, settledByList: true });
      expect(executed(`attachments.${way}`)).toBe(1);
      // The same file is there from before: it proves nothing about a second sending.
      control.fault({ operation: `attachments.${way}`, acts: false, effect: lost });
      expect(await client.attachments[way](given())).toMatchObject(failure('outcome-unknown'));
    },
  );

  it.each([
    { way: 'stream', name: 'Årsoppgjør å ø é' },
    { way: 'add', name: 'Årsoppgjør å ø é' },
    { way: 'add', name: '한글 が ệ' },
  ] as const)(
    'FLD-18 $way: $name, spelt as macOS does, arrives as everyone else spells it, and a lost answer is settled all the same',
    async ({ way, name }) => {
      const { client, at, type, named, file, truth, control } = await begun();
      const given = () => ({ ...at, type, file: file(named(name).normalize('NFD'), 'same bytes') });
      control.fault({ operation: `attachments.${way}`, acts: true, effect: lost });
      expect(await valueOf(client.attachments[way](given()))).toMatchObject({
        settledByList: true,
      });
      const kept = truth(at.message).attachments.map(({ fileName }) => fileName);
      expect(kept).toEqual([named(name).normalize('NFC')]);
    },
  );

  it('RTY-06 a lost answer to a removal is settled by the list', async () => {
    const { client, at, type, named, file, control } = await begun();
    const { id } = await valueOf(
      client.attachments.add({ ...at, type, file: file(named('a'), 'a') }),
    );
    const asked = { ...at, attachment: id ?? '' };
    control.fault({ operation: 'attachments.remove', acts: false, effect: lost });
    expect(await client.attachments.remove(asked)).toMatchObject(failure('outcome-unknown'));
    control.fault({ operation: 'attachments.remove', acts: true, effect: lost });
    expect(await client.attachments.remove(asked)).toEqual({ ok: true, value: {} });
  });

  it('CAN-02 a stream that is cancelled says that its outcome is unknown, or that nothing was kept', async () => {
    const { client, at, type, named, file, truth } = await begun();
    const stop = new AbortController();
    const sending = client.attachments.stream(
      { ...at, type, file: file(named('cancelled'), Buffer.alloc(16 * MIB)) },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    expect(await sending).toMatchObject({ ok: false });
    expect(truth(at.message).attachments).toEqual([]);
  });
});

describe('saving', () => {
  it('FIL-03 a file cut off, or of another length than was said, leaves nothing', async () => {
    const { client, at, control, place, folder } = received({ fileName: 'a.pdf', size: 50_000 });
    const effect = { kind: 'truncate', bytes: 20_000 } as const;
    control.fault({ operation: 'attachments.content', acts: true, effect });
    const cut = await client.attachments.save({ ...at, target: place('a.pdf') });
    expect(cut.ok).toBe(false);
    const liar = received({ fileName: 'b.pdf', size: 5000, sizeShown: 4999 });
    const asked = { ...liar.at, target: liar.place('b.pdf') };
    expect(await liar.client.attachments.save(asked)).toMatchObject(
      failure('file', { problem: 'changed-meanwhile' }),
    );
    expect([...readdirSync(folder), ...readdirSync(liar.folder)]).toEqual([]);
  });

  it('one whose length the platform does not know is saved as it comes', async () => {
    const { client, at, place } = received({ fileName: 'a.pdf', size: 5000, sizeShown: -1 });
    const saved = await valueOf(client.attachments.save({ ...at, target: place('a.pdf') }));
    expect(saved).toEqual({ name: 'a.pdf', bytes: 5000 });
  });

  it('FIL-01 FIL-02 what the server calls it is never a path, and no file is written over', async () => {
    const disposition =
      'attachment; filename="../../evil.sh"; filename*=UTF-8\'\'..%2F..%2Fevil.sh';
    const { client, at, file, place, folder } = received({
      fileName: 'a.pdf',
      size: 10,
      disposition,
    });
    file('there.pdf', 'old');
    const taken = { ...at, target: place('there.pdf') };
    expect(await client.attachments.save(taken)).toMatchObject(
      failure('file', { problem: 'already-exists' }),
    );
    await valueOf(client.attachments.save({ ...at, target: place('mine.pdf') }));
    expect(readdirSync(folder).sort()).toEqual(['mine.pdf', 'there.pdf']);
    expect(readFileSync(path.join(folder, 'there.pdf'), 'utf8')).toBe('old');
  });

  it('one that is not there is not found, and nothing is written', async () => {
    const { client, at, place, folder } = received({ fileName: 'a.pdf', size: 10 });
    const asked = { ...at, attachment: '1', target: place('a.pdf') };
    expect(await client.attachments.save(asked)).toMatchObject(failure('not-found'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('CAN-01 FIL-03 a cancelled one leaves nothing', async () => {
    const { client, at, control, place, folder } = received({ fileName: 'a.pdf', size: 50_000 });
    const held = control.hold('attachments.content', true);
    const stop = new AbortController();
    const saving = client.attachments.save(
      { ...at, target: place('a.pdf') },
      { signal: stop.signal },
    );
    await held.reached;
    stop.abort();
    expect(await saving).toMatchObject(failure('cancelled'));
    held.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('LIM-05 a file of 32 MiB goes to the disk while it comes: little more than 2 MiB of it are in memory', async () => {
    const { client, at, place, folder } = received({ fileName: 'large.zip', size: 32 * MIB });
    const { received: most } = await mostWaiting(async ({ taken }) => {
      await watchWrites(taken);
      const saved = await valueOf(client.attachments.save({ ...at, target: place('large.zip') }));
      expect(saved.bytes).toBe(32 * MIB);
    });
    // A piece that is being written, one that waits for it, and a chunk for each.
    expect(most).toBeLessThan(2 * (MIB + 64 * 1024));
    expect(readFileSync(path.join(folder, 'large.zip')).length).toBe(32 * MIB);
  });
});

/** Until the test ends: told of the bytes that have been written to a file as a piece of it. */
async function watchWrites(written: (bytes: number) => void): Promise<void> {
  const files = await fileHandles();
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the file that is written
  const { writeFile } = files;
  vi.spyOn(files, 'writeFile').mockImplementation(async function (this: FileHandle, ...given) {
    await writeFile.apply(this, given);
    if (Buffer.isBuffer(given[0])) written(given[0].length);
  });
}
