// `npm run pictures`: draws the guide's pictures by journeys and keeps them, made small; `--only-draw` keeps none.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../build.mjs';
import { root } from '../root.mjs';
import { smallPng } from './small-png.mjs';

const drawn = path.join(root, 'dist/pictures');
const kept = path.join(root, 'build/guide/pictures');

/** Answers how many journeys drew theirs, and how many did not. */
function draw() {
  rmSync(drawn, { recursive: true, force: true });
  const report = path.join(root, 'dist/pictures.json');
  rmSync(report, { force: true });
  const config = path.join(import.meta.dirname, 'playwright.config.ts');
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      ...['test', '-c', config, '--reporter=list,json'],
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        // The level of a campaign chooses among the journeys of test/e2e.
        STEWARD_LEVEL: undefined,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats;
  const failed = unexpected + flaky + skipped;
  return { passed: expected, failed: status === 0 ? failed : Math.max(failed, 1) };
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
  const { passed, failed } = draw();
  process.exitCode = failed === 0 ? 0 : 1;
  if (process.argv.includes('--only-draw')) console.log(`${passed} passed, ${failed} failed`);
  else if (failed === 0) keep();
  else console.error('The pictures were not all drawn; those in the guide stay.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
