// Frames at their limits: what is a whole record, what is a torn one, and what is found behind either.
import { describe, expect, it } from 'vitest';
import { fileTrouble } from '../../../../main/storage/disk.ts';
import { framed } from '../../../../main/storage/log-codecs.ts';
import { z } from '../../../../preload/contract/schema.ts';

const codec = framed({
  mark: 'STWTESTS',
  version: 1,
  record: z.string(),
  refusal: () => fileTrouble('damaged'),
});
const LARGEST = 4 * 1024 * 1024;
/** Bytes of marker, length and sum. */
const FRAME = 12;
const LENGTH_AT = 4;

/** A text whose JSON has so many bytes. */
const textOf = (bytes: number) => 'x'.repeat(bytes - 2);
const scan = (...frames: readonly Buffer[]) => codec.scan(Buffer.concat([codec.header, ...frames]));
/** With a length that is not its own. */
function withLength(frame: Buffer, length: number): Buffer {
  const changed = Buffer.from(frame);
  changed.writeUInt32BE(length, LENGTH_AT);
  return changed;
}

describe('a frame', () => {
  it('holds 4 MiB and not a byte more', async () => {
    const largest = codec.encode(textOf(LARGEST), 0);
    expect(largest).toHaveLength(FRAME + LARGEST);
    expect((await scan(largest)).values.map((text) => text.length)).toEqual([LARGEST - 2]);
    expect(codec.decode(largest, 0)).toHaveLength(LARGEST - 2);
    const larger = codec.encode(textOf(LARGEST + 1), 0);
    expect((await scan(larger)).values).toEqual([]);
    expect(codec.decode(larger, 0)).toBeUndefined();
  });

  it('with a length beyond the end or the limit hides none of those behind it, and is damage then', async () => {
    const [first, second] = [codec.encode('first', 0), codec.encode('second', 1)];
    for (const length of [LARGEST, LARGEST + 1, 0xffff_ffff]) {
      const found = await scan(withLength(first, length), second);
      expect([length, found.values, found.damaged]).toEqual([length, ['second'], true]);
    }
  });

  it('that is torn at the end of the file is no damage; one that is whole with a wrong sum is', async () => {
    const [first, second] = [codec.encode('first', 0), codec.encode('second', 1)];
    const end = codec.header.length + first.length;
    for (const torn of [1, FRAME - 1, FRAME, second.length - 1].map((to) => second.subarray(0, to)))
      expect(await scan(first, torn)).toMatchObject({ values: ['first'], end, damaged: false });
    const changed = Buffer.from(second);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    expect(await scan(first, changed)).toMatchObject({ values: ['first'], end, damaged: true });
  });
});
