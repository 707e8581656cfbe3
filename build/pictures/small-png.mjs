// Makes a screenshot small: reduces it to at most 256 colours, chosen so that every pixel stays close to its original.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;
const COMMONEST = 48;

/** The chunks of a PNG file in their order. Throws when it is none. */
export function chunksOf(bytes) {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is not a PNG file.');
  const chunks = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ kind, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Width, height and the colour of each point as 0xRRGGBB, of a file of 8 bits a channel; what is see-through is not kept. */
export function readPng(bytes) {
  const chunks = chunksOf(bytes);
  const head = chunks.find(({ kind }) => kind === 'IHDR')?.data;
  const channels = { 2: 3, 6: 4 }[head?.[9]];
  if (!head || head[8] !== 8 || !channels || head[12] !== 0) {
    throw new Error(
      'Only pictures of 8 bits a channel, in colour and not interlaced, can be read.',
    );
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const parts = chunks.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data);
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const points = new Uint32Array(width * height);
  for (let i = 0; i < points.length; i += 1) {
    const at = i * channels;
    points[i] = (rows[at] << 16) | (rows[at + 1] << 8) | rows[at + 2];
  }
  return { width, height, points };
}

/** Takes the filter of each row away (PNG specification, 9.2). */
function unfiltered(raw, stride, height, step) {
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < step ? 0 : rows[at - step];
      const up = y === 0 ? 0 : rows[at - stride];
      const corner = x < step || y === 0 ? 0 : rows[at - stride - step];
      const told = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter];
      rows[at] = raw[y * (stride + 1) + 1 + x] + told;
    }
  }
  return rows;
}

function nearest(left, up, corner) {
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** At most 256 colours that stand for all, and for every colour of the picture its place among them. */
function paletteOf(points) {
  const counts = new Map();
  for (const colour of points) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const left = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([colour, count]) => ({
      colour,
      count,
      place: 0,
      distance: Infinity,
    }));
  const palette = [];
  const take = ({ colour }) => {
    const place = palette.push(colour) - 1;
    for (const one of left) {
      const distance = between(one.colour, colour);
      if (distance < one.distance) Object.assign(one, { distance, place });
    }
  };
  for (const one of left.slice(0, COMMONEST)) take(one);
  // A small red dot counts as much as a large grey field: what is farthest from all that was taken comes next.
  while (palette.length < Math.min(MOST_COLOURS, left.length)) {
    take(left.reduce((a, b) => (b.distance * b.count > a.distance * a.count ? b : a)));
  }
  return {
    palette,
    places: new Map(left.map(({ colour, place }) => [colour, place])),
  };
}

const between = (a, b) =>
  [16, 8, 0].reduce((sum, bits) => sum + (((a >> bits) & 255) - ((b >> bits) & 255)) ** 2, 0);

/** The same picture as a PNG file with a palette. */
export function smallPng(bytes) {
  const { width, height, points } = readPng(bytes);
  const { palette, places } = paletteOf(points);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = places.get(points[y * width + x]);
    }
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
