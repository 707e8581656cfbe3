// `npm run pictures`: the journeys that draw the guide's pictures, and what they drew, made small, in build/guide/pictures/.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root } from './root.mjs';
import { smallPng } from './small-png.mjs';

const drawn = path.join(root, 'dist/pictures');
const kept = path.join(root, 'build/guide/pictures');

function draw() {
  rmSync(drawn, { recursive: true, force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      ...['test', '-c', 'test/e2e/playwright.config.ts', '--reporter=list', 'e2e/pictures.spec'],
    ],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('The pictures were not all drawn; those in the guide stay.');
}

function keep() {
  mkdirSync(kept, { recursive: true });
  const names = readdirSync(drawn).filter((name) => name.endsWith('.png'));
  const gone = readdirSync(kept).filter((name) => name.endsWith('.png') && !names.includes(name));
  for (const name of gone) rmSync(path.join(kept, name));
  let bytes = 0;
  for (const name of names) {
    const picture = smallPng(readFileSync(path.join(drawn, name)));
    writeFileSync(path.join(kept, name), picture);
    bytes += picture.length;
    console.log(`${name}: ${Math.ceil(picture.length / 1024)} KiB`);
  }
  console.log(JSON.stringify({ pictures: names.length, bytes, gone }));
}

try {
  await ensureBuilt();
  draw();
  keep();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
