// Attacks on the data folder of the real program: links, pipes, and a parent folder that everybody may write to.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

/** A start that waits for a pipe never ends. */
const END_WITHIN_MS = PATIENCE_MS;

/** A change, so that journal, settings and log are written. */
async function change(data: string) {
  const entry = path.join(root, 'dist/main/terminal.js');
  const call = ['call', 'settings.change', '{"language":"nb"}', '--keychain', 'memory'];
  const child = endsWithUs(
    spawn(process.execPath, [entry, ...call, '--data', data], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(late);
  return { end: signal ?? code, said };
}

const worked = makeTempFolder();
beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  expect(await change(path.join(worked.path, 'data'))).toMatchObject({ end: 0 });
});
afterAll(() => {
  worked.remove();
});

/** A folder in which the program has worked. */
function used() {
  const data = path.join(tempFolder(), 'data');
  execFileSync('cp', ['-a', path.join(worked.path, 'data'), data]);
  return data;
}

const pipe = (file: string) => execFileSync('mkfifo', [file]);

describe('ATK-16 what is planted in the data folder', () => {
  it.each([
    ['journal.jsonl', 'a link to a file'],
    ['settings.json', 'a link to a file'],
    ['logs', 'a link to a folder'],
    ['logs/steward.log', 'a link to a file'],
    ['drafts', 'a link to a folder'],
    ['reference', 'a link to nothing'],
    ['settings.json', 'a pipe'],
    ['journal.jsonl', 'a pipe'],
    ['format.json', 'a pipe'],
    ['logs/steward.log', 'a pipe'],
  ])(
    'ATK-16 %s that is %s is refused at the start with a sentence, and nothing is written through it',
    async (name, what) => {
      const data = used();
      const place = path.join(data, name);
      const elsewhere = path.join(tempFolder(), 'elsewhere');
      execFileSync('rm', ['-rf', place]);
      mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
      if (what === 'a pipe') pipe(place);
      else symlinkSync(elsewhere, place);
      if (what === 'a link to a file') writeFileSync(elsewhere, 'not of Steward');
      if (what === 'a link to a folder') mkdirSync(elsewhere);
      const state = () => {
        if (!existsSync(elsewhere)) return 'nothing';
        return what === 'a link to a folder'
          ? readdirSync(elsewhere)
          : readFileSync(elsewhere, 'utf8');
      };
      const before = state();
      const { end, said } = await change(data);
      const sentence = /The data folder [^"\\]*/.exec(said)?.[0] ?? said.slice(0, 200);
      const touched = JSON.stringify(state()) === JSON.stringify(before) ? 'untouched' : 'CHANGED';
      tell('ATK-16', `${name} as ${what}`, `end ${String(end)}, target ${touched}: ${sentence}`);
      expect({ end, target: state() }).toEqual({ end: 1, target: before });
      expect(sentence).toContain(name);
    },
  );

  it('ATK-16 a parent folder that everybody may write to is refused with a sentence before anything is made in it', async () => {
    const [open, sticky] = [tempFolder(), tempFolder()];
    chmodSync(open, 0o777);
    chmodSync(sticky, 0o1777);
    mkdirSync(path.join(open, 'private'), { mode: 0o700 });
    const refused = [path.join(open, 'data'), path.join(open, 'private', 'data')];
    const ends = [];
    for (const data of refused) {
      const { end, said } = await change(data);
      ends.push(end);
      expect(said).toContain('everybody may write to');
    }
    // In a folder like /tmp nobody can take away what belongs to another one.
    const { end } = await change(path.join(sticky, 'data'));
    tell(
      'ATK-16',
      'a parent with mode 777, one above it, one with mode 1777',
      `ends ${[...ends, end].join(', ')}`,
    );
    expect([...ends, end]).toEqual([1, 1, 0]);
    expect([readdirSync(open), readdirSync(path.join(open, 'private'))]).toEqual([['private'], []]);
  });
});
