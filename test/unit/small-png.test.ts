// Small PNG pictures for the guide: the same size, exact colours where there is room, and no colour far off.
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chunksOf, readPng, smallPng } from '../../build/pictures/small-png.mjs';

const WIDTH = 32;

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** A PNG file of these colours, its rows filtered in each of the five ways in turn. */
function pngOf(points: readonly number[]): Buffer {
  const height = points.length / WIDTH;
  const stride = WIDTH * 3;
  const plain = Buffer.from(points.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));
  const raw = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    raw[y * (stride + 1)] = y % 5;
    for (let x = 0; x < stride; x += 1) {
      const at = (dx: number, dy: number) =>
        x < dx || y < dy ? 0 : (plain[(y - dy) * stride + x - dx] ?? 0);
      const [left, up, corner] = [at(3, 0), at(0, 1), at(3, 1)];
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][y % 5] ?? 0;
      raw[y * (stride + 1) + 1 + x] = ((plain[y * stride + x] ?? 0) - guess) & 255;
    }
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(raw);
  return Buffer.concat([
    ...[signature, chunk('IHDR', head)],
    ...[chunk('IDAT', data.subarray(0, 20)), chunk('IDAT', data.subarray(20))],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** As the PNG specification (9.4) words it. */
function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const sorted = [a, b, c].map((one, order) => ({ one, order, far: Math.abs(p - one) }));
  return sorted.sort((x, y) => x.far - y.far || x.order - y.order)[0]?.one ?? 0;
}

function colours(small: Buffer): number[] {
  const chunks = chunksOf(small);
  const of = (kind: string) => chunks.find((one) => one.kind === kind)?.data ?? Buffer.alloc(0);
  const palette = of('PLTE');
  const rows = inflateSync(of('IDAT'));
  return Array.from(rows)
    .filter((_, at) => at % (WIDTH + 1) !== 0)
    .map((place) => palette.readUIntBE(place * 3, 3));
}

const distance = (a: number, b: number): number =>
  Math.hypot(...[16, 8, 0].map((bits) => ((a >> bits) & 255) - ((b >> bits) & 255)));

describe('a picture made small', () => {
  it('is read whatever its filters, and is the same when it has few colours', () => {
    const points = Array.from({ length: WIDTH * 20 }, (_, at) => (at % 200) * 0x010307);
    const file = pngOf(points);
    expect(readPng(file)).toMatchObject({ width: WIDTH, height: 20 });
    expect(Array.from(readPng(file).points)).toEqual(points);
    expect(colours(smallPng(file))).toEqual(points);
  });

  it('keeps a small red dot among thousands of greys and blues', () => {
    const red = 0xc01b1b;
    const shade = (at: number) => (at % 97) * 0x010101 + (at % 89) * 2;
    const points = Array.from({ length: WIDTH * 400 }, (_, at) => (at === 5000 ? red : shade(at)));
    expect(new Set(points).size).toBeGreaterThan(2000);
    const kept = colours(smallPng(pngOf(points)));
    expect(distance(kept[5000] ?? 0, red)).toBeLessThan(1);
    expect(new Set(kept).size).toBeLessThanOrEqual(256);
    const farthest = Math.max(...points.map((colour, at) => distance(colour, kept[at] ?? 0)));
    expect(farthest).toBeLessThan(40);
  });

  it('is refused when it is no picture, or one of another kind', () => {
    expect(() => smallPng(Buffer.from('<svg/>'))).toThrow('not a PNG file');
    expect(() => smallPng(smallPng(pngOf(Array.from({ length: WIDTH }, () => 0))))).toThrow(
      '8 bits a channel',
    );
  });
});
