// Draws the logo of Steward, a key on a dark card, in every format that an operating system needs.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** Points across a pixel: more of them where a pixel covers much of the mark. */
const samplesAt = (size) => (size >= 256 ? 3 : 8);
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS = [16, 20, 24, 32, 40, 48, 64, 128, 256];
/** Types of an Apple icon with PNG inside; `ic11` to `ic14` are the sharp ones of half the size. */
const APPLE = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];
const BACK = [30, 43, 60];
const FRONT = [226, 233, 242];
const ACCENT = [96, 165, 220];

/** Distances in units of the mark: 100 wide, origin top left. Each shape answers whether a point is inside. */
const card = (x, y) => roundedBox(x, y, 50, 50, 46, 46, 20);
const ring = (x, y) => {
  const d = Math.hypot(x - 50, y - 37);
  return d <= 18 && d >= 10.5;
};
const shaft = (x, y) => roundedBox(x, y, 50, 66, 3.75, 14, 2);
const teeth = (x, y) =>
  roundedBox(x, y, 57, 68.5, 5, 2.8, 1.2) || roundedBox(x, y, 58.5, 77, 6.5, 2.8, 1.2);

function roundedBox(x, y, centreX, centreY, halfWidth, halfHeight, radius) {
  const dx = Math.max(Math.abs(x - centreX) - (halfWidth - radius), 0);
  const dy = Math.max(Math.abs(y - centreY) - (halfHeight - radius), 0);
  return Math.abs(x - centreX) <= halfWidth && Math.abs(y - centreY) <= halfHeight
    ? Math.hypot(dx, dy) <= radius
    : false;
}

function colourAt(x, y) {
  if (teeth(x, y)) return ACCENT;
  if (ring(x, y) || shaft(x, y)) return FRONT;
  return card(x, y) ? BACK : undefined;
}

/** One pixel as the mean of a few points in it. */
function pixel(column, row, size) {
  const samples = samplesAt(size);
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < samples * samples; i += 1) {
    const x = ((column + ((i % samples) + 0.5) / samples) / size) * 100;
    const y = ((row + (Math.floor(i / samples) + 0.5) / samples) / size) * 100;
    const colour = colourAt(x, y);
    if (!colour) continue;
    colour.forEach((value, channel) => (sum[channel] += value));
    sum[3] += 1;
  }
  const points = sum[3];
  const mean = (value) => (points === 0 ? 0 : Math.round(value / points));
  return [mean(sum[0]), mean(sum[1]), mean(sum[2]), Math.round((points / samples ** 2) * 255)];
}

/** The pixels as PNG rows, each after its filter byte: RGBA, 8 bits. */
function pixels(size) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      rows.set(pixel(column, row, size), row * (size * 4 + 1) + 1 + column * 4);
    }
  }
  return rows;
}

function png(size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels(size), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An icon of Windows: a directory, then each picture as a PNG. A size of 256 is written as 0. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, bytes }, index) => {
    const at = 6 + 16 * index;
    head.set([size % 256, size % 256, 0, 0, 1, 0, 32, 0], at);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  });
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

/** An icon of macOS: blocks of a type, a length that counts its own eight bytes, and a PNG. */
function icns(pictures) {
  const block = (type, bytes) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(bytes.length + 8, 4);
    return Buffer.concat([head, bytes]);
  };
  return block('icns', Buffer.concat(pictures.map(({ type, bytes }) => block(type, bytes))));
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

function crc(bytes) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

const hex = (colour) => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" role="img" aria-label="Steward">
  <rect x="4" y="4" width="92" height="92" rx="20" fill="${hex(BACK)}"/>
  <circle cx="50" cy="37" r="14.25" fill="none" stroke="${hex(FRONT)}" stroke-width="7.5"/>
  <rect x="46.25" y="52" width="7.5" height="28" rx="2" fill="${hex(FRONT)}"/>
  <rect x="52" y="65.7" width="10" height="5.6" rx="1.2" fill="${hex(ACCENT)}"/>
  <rect x="52" y="74.2" width="13" height="5.6" rx="1.2" fill="${hex(ACCENT)}"/>
</svg>
`;

/** Every file of the mark by its path in this folder. The same bytes each time with the same zlib. */
export function markFiles() {
  const drawn = new Map();
  const at = (size) => {
    if (!drawn.has(size)) drawn.set(size, png(size));
    return drawn.get(size);
  };
  const picture = (size) => ({ size, bytes: at(size) });
  return new Map([
    ['icon.svg', Buffer.from(svg)],
    ['icon.png', at(1024)],
    ['icon.ico', ico(WINDOWS.map(picture))],
    ['icon.icns', icns(APPLE.map(([type, size]) => ({ type, bytes: at(size) })))],
    ...LINUX.map((size) => [`icons/${size}x${size}.png`, at(size)]),
  ]);
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(path.join(import.meta.dirname, 'icons'), { recursive: true });
  for (const [name, bytes] of markFiles()) {
    writeFileSync(path.join(import.meta.dirname, name), bytes);
  }
}
