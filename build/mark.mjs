// Draws the mark of Steward, a key on a dark card, as build/icon.svg and build/icon.png.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

const SIZE = 512;
const SAMPLES = 3;
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
function pixel(column, row) {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i += 1) {
    const x = ((column + ((i % SAMPLES) + 0.5) / SAMPLES) / SIZE) * 100;
    const y = ((row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) / SIZE) * 100;
    const colour = colourAt(x, y);
    if (!colour) continue;
    colour.forEach((value, channel) => (sum[channel] += value));
    sum[3] += 1;
  }
  const points = sum[3];
  const mean = (value) => (points === 0 ? 0 : Math.round(value / points));
  return [mean(sum[0]), mean(sum[1]), mean(sum[2]), Math.round((points / SAMPLES ** 2) * 255)];
}

function png() {
  const rows = Buffer.alloc(SIZE * (SIZE * 4 + 1));
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      rows.set(pixel(column, row), row * (SIZE * 4 + 1) + 1 + column * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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

writeFileSync(path.join(import.meta.dirname, 'icon.svg'), svg);
writeFileSync(path.join(import.meta.dirname, 'icon.png'), png());
