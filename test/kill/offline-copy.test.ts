// A process that makes offline copies, killed at each of its disk changes in turn, and at any moment between them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { documents } from '../support/kept-documents.ts';
import { openCopy, valuesOf } from '../support/offline-copies.ts';
import { bundleMain } from '../support/run-main.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

/** Documents of each copy, and what may wait to be written (see copy-process.ts). */
const COUNT = 150;
const WAITING = 64;

interface Said {
  /** The last copy that it said to be in place. */
  readonly committed: number;
  /** Of the run after it: how many were put, and how many when it rested last. */
  readonly put: number;
  readonly rested: number;
}

interface Found {
  readonly version: number;
  /** How much of the run after it is there. */
  readonly rested: number;
}

function heard(lines: string, before: number): Said {
  let said: Said = { committed: before, put: 0, rested: 0 };
  for (const line of lines.split('\n')) {
    const [what, version, count] = line.split(' ');
    if (what === 'committed') said = { committed: Number(version), put: 0, rested: 0 };
    if (what === 'began' || what === 'put') said = { ...said, put: Number(count) };
    if (what === 'rested') said = { ...said, rested: Number(count) };
  }
  return said;
}

let script: Promise<string> | undefined;

/** What it had said when it was killed: at a step, or after so many of its words. */
async function killed(
  folder: string,
  at: { readonly step: number; readonly when: string } | { readonly words: number },
): Promise<string> {
  script ??= bundleMain('test/support/copy-process.ts');
  const steps = 'step' in at && { KILL_AT: String(at.step), KILL_WHEN: at.when };
  const child = endsWithUs(
    fork(await script, {
      env: { ...process.env, DATA_FOLDER: folder, ...steps },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
  );
  const ended = once(child, 'exit');
  if (!child.stdout) throw new Error('No pipe.');
  const lines = text(child.stdout);
  let words = 0;
  if ('words' in at)
    child.stdout.on('data', (piece: Buffer) => {
      words += piece.toString().split('\n').length - 1;
      if (words >= at.words) child.kill('SIGKILL');
    });
  expect(await ended).toEqual([null, 'SIGKILL']);
  return lines;
}

describe('a copy in the making that is killed', () => {
  /** The last copy that is in place, found by another process. */
  async function judged(
    folder: string,
    lines: string,
    before: Found,
    where: string,
  ): Promise<Found> {
    const said = heard(lines, before.version);
    const copy = await openCopy(folder);
    const version = Number(copy.head ?? 0);
    // In place before it could say so.
    expect([said.committed, said.committed + 1], where).toContain(version);
    const expected = version === 0 ? new Map() : documents(COUNT, version);
    expect(await valuesOf(copy), where).toEqual(expected);
    expect([copy.damaged, copy.setAside], where).toEqual([[], []]);
    let rested = 0;
    if (copy.unfinished !== undefined) {
      expect(copy.unfinished, where).toBe(version + 1);
      const run = await copy.resume();
      rested = run.changes().length;
      for (const { key } of run.changes())
        expect((await run.read(key))?.value, where).toEqual(documents(COUNT, version + 1).get(key));
      await run.suspend();
    }
    await copy.close();
    // Nothing that is there is fetched again, and of what was put no more than what waited.
    const [, began, taken] = /^began (\d+) (\d+)/m.exec(lines) ?? [];
    if (Number(began) === before.version + 1) expect(Number(taken), where).toBe(before.rested);
    if (version === said.committed)
      expect(rested, where).toBeGreaterThanOrEqual(Math.max(said.rested, said.put - WAITING));
    return { version, rested };
  }

  it('leaves the copy before or the new one, whole, and a run that goes on, at every change of the disk', async () => {
    const folder = tempFolder();
    let found: Found = { version: 0, rested: 0 };
    let halves = 0;
    let between = 0;
    for (let step = 1; step <= 45; step++) {
      const when = ['before', 'half', 'after'][step % 3] ?? '';
      const where = `${when} step ${String(step)}`;
      found = await judged(folder, await killed(folder, { step, when }), found, where);
      halves += found.rested > 0 ? 1 : 0;
      between += found.rested === 0 ? 1 : 0;
    }
    expect(found.version).toBeGreaterThan(5);
    expect([halves > 5, between > 3]).toEqual([true, true]);
  }, 300_000);

  it('and at any moment', async () => {
    const folder = tempFolder();
    let found: Found = { version: 0, rested: 0 };
    for (let round = 0; round < 12; round++) {
      const words = 1 + ((round * 67) % 400);
      const where = `after ${String(words)} words`;
      found = await judged(folder, await killed(folder, { words }), found, where);
    }
    expect(found.version).toBeGreaterThan(5);
  }, 300_000);
});
