// Filling in forms while the program is killed at each of its disk changes in turn, and at any moment between them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { draftWorld, stateAfter, textsOf } from '../support/draft-desk.ts';
import { bundleMain } from '../support/run-main.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

type Kill = { readonly at: number; readonly when: string } | { readonly afterAnswers: number };

let script: Promise<string> | undefined;

/** How many steps it had said to be kept when it was killed. */
async function killed(folder: string, done: number, kill: Kill): Promise<number> {
  script ??= bundleMain('test/support/draft-process.ts');
  const at = 'at' in kill ? { KILL_AT: String(kill.at), KILL_WHEN: kill.when } : {};
  const child = endsWithUs(
    fork(await script, {
      env: { ...process.env, DATA_FOLDER: folder, DONE: String(done), ...at },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
  );
  const ended = once(child, 'exit');
  if (!child.stdout) throw new Error('No pipe.');
  const said = text(child.stdout);
  let answers = 0;
  if ('afterAnswers' in kill)
    child.stdout.on('data', (piece: Buffer) => {
      answers += piece.toString().split('\n').length - 1;
      if (answers >= kill.afterAnswers) child.kill('SIGKILL');
    });
  expect(await ended).toEqual([null, 'SIGKILL']);
  const [last] = (await said).trim().split('\n').slice(-1);
  return Math.max(done, Number(last ?? 0));
}

/** Found by another process: all that was answered, and at most the one step that was under way, whole. */
async function found(folder: string, answered: number, where: string): Promise<number> {
  const { drafts } = draftWorld(folder);
  const state = await textsOf(drafts);
  expect(drafts.setAside, where).toEqual([]);
  const after = [answered, answered + 1].find(
    (n) => JSON.stringify(stateAfter(n)) === JSON.stringify(state),
  );
  expect(after, `${where}: ${JSON.stringify(state)?.slice(0, 200) ?? 'no draft'}`).toBeDefined();
  return after ?? answered;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

describe('drafts while the program is killed', () => {
  it('S6 every answered step is there, and none half, at every change of the disk', async () => {
    const folder = path.join(tempFolder(), 'drafts');
    let done = 0;
    let under = 0;
    for (let at = 1; at <= 24; at++) {
      const when = ['before', 'half', 'after'][at % 3] ?? '';
      const where = `${when} change ${String(at)}`;
      const answered = await killed(folder, done, { at: 1 + ((at * 7) % 29), when });
      done = await found(folder, answered, where);
      under += done > answered ? 1 : 0;
    }
    expect(done).toBeGreaterThan(40);
    // Some steps were kept although nobody had heard so: they count as done, not as half.
    expect(under).toBeGreaterThan(3);
    expect(filesIn(folder).length).toBeLessThanOrEqual(1);
  }, 300_000);

  it('S6 and at any moment', async () => {
    const folder = path.join(tempFolder(), 'drafts');
    let done = 0;
    for (let round = 0; round < 5; round++) {
      const answered = await killed(folder, done, { afterAnswers: 1 + ((round * 17) % 40) });
      done = await found(folder, answered, `round ${String(round)}`);
    }
    expect(done).toBeGreaterThan(40);
  }, 300_000);
});
