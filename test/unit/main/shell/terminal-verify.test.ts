// `steward verify` in the terminal: what it says, its exit codes, and that it opens nothing of this computer's Steward.
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HandOverManifest } from '../../../../main/hand-over/finish.ts';
import { usualDataFolder } from '../../../../main/shell/data-folder.ts';
import { runTerminal } from '../../../../main/shell/terminal-run.ts';
import { takeInstanceLock } from '../../../../main/storage/folder-lock.ts';
import {
  ATTACHMENT,
  handOverFiles,
  PARTS,
  put,
  writeHandOver,
} from '../../../support/hand-over-folder.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

/** In a home of its own. Nothing of the program is made, whatever the command. */
async function verify(
  args: readonly string[],
  {
    folder = tempFolder(),
    home = tempFolder(),
    signal = new AbortController().signal,
  }: { readonly folder?: string; readonly home?: string; readonly signal?: AbortSignal } = {},
) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runTerminal({
    args: ['verify', ...args],
    env: { HOME: home, APPDATA: home, XDG_DATA_HOME: home },
    packaged: true,
    folder,
    readInput: async () => Buffer.alloc(0),
    taken: async () => undefined,
    out: (line) => void out.push(...line.split('\n')),
    err: (line) => void err.push(...line.split('\n')),
    signal,
    createApp: async () => {
      throw new Error('The program was made.');
    },
  });
  return { code, out, err, home };
}

const FILES = Object.keys(handOverFiles()).length + 1;
const lastLine: unknown = expect.stringMatching(
  new RegExp(`^Fjordtrafikk AS \\(910514318\\): ${String(FILES)} files, \\d+ bytes\\.$`),
);

describe('steward verify', () => {
  it('ends with 0 where all is complete and as it was, and says since when', async () => {
    const root = writeHandOver(tempFolder());
    const { code, out, err, home } = await verify([root]);
    expect([code, out]).toEqual([0, ['Complete on 2026-11-27.', lastLine]]);
    expect(err.at(-1)).toBe('Read 100 %');
    expect(err.length).toBeLessThanOrEqual(10);
    expect(readdirSync(home)).toEqual([]);
  });

  it('finds the folder from where it is called', async () => {
    const folder = tempFolder();
    writeHandOver(path.join(folder, 'taken along'));
    expect(await verify(['taken along'], { folder })).toMatchObject({ code: 0 });
    expect(await verify(['.'], { folder: path.join(folder, 'taken along') })).toMatchObject({
      code: 0,
    });
  });

  it('waits for nobody: another Steward may have the data folder', async () => {
    const home = tempFolder();
    const data = usualDataFolder({
      platform: process.platform,
      home,
      env: { APPDATA: home, XDG_DATA_HOME: home },
    });
    put(data, 'settings.json', '{}');
    const lock = await takeInstanceLock(data, { woken: () => undefined, quiet: true });
    expect(lock).toBeDefined();
    onTestFinished(() => lock?.release());
    const before = readdirSync(home, { recursive: true });
    expect(await verify([writeHandOver(tempFolder())], { home })).toMatchObject({ code: 0 });
    expect(readdirSync(home, { recursive: true })).toEqual(before);
  });

  it.each<[string, Partial<HandOverManifest>, readonly string[]]>([
    [
      'a part is not complete',
      {
        parts: PARTS.map((one) =>
          one.part === 'users'
            ? { ...one, state: 'not-offered' as const, onPlatform: null, here: 0, tables: [] }
            : { ...one, state: 'incomplete' as const, onPlatform: 3 },
        ),
      },
      [
        'Complete but for enterprise users; messages; journal of steward (2026-11-27).',
        '  Enterprise users: not offered any more, 0 here',
        '  Messages: incomplete, 1 here, 3 on the platform',
        '  Journal of Steward: incomplete, 0 here, 3 on the platform',
      ],
    ],
    [
      'it was stopped',
      { state: 'cancelled', complete: false },
      ['Not complete: this hand-over was stopped before its end.'],
    ],
    ['it says so of itself', { complete: false }, ['Not complete, by its own word (2026-11-27).']],
  ])('ends with 1 where %s', async (_, manifest, said) => {
    const { code, out } = await verify([writeHandOver(tempFolder(), { manifest })]);
    expect([code, out]).toEqual([1, [...said, lastLine]]);
  });

  it('ends with 1 where something is not as it was, and names all of it', async () => {
    const { 'index.html': index = '', ...rest } = handOverFiles();
    const files = {
      ...rest,
      'index.html': index.toString().replace('users/', 'gone/'),
      'users/users.csv': '"Name"\r\n',
    };
    const root = writeHandOver(tempFolder(), { files });
    rmSync(path.join(root, ATTACHMENT));
    appendFileSync(path.join(root, 'users/index.html'), ' ');
    put(root, 'README.txt', '');
    const { code, out } = await verify([root]);
    expect([code, out]).toEqual([
      1,
      [
        'Not intact. It was complete on 2026-11-27.',
        'Missing:',
        `  ${ATTACHMENT}`,
        'Changed:',
        '  users/index.html',
        'Links that lead nowhere:',
        '  index.html → gone/index.html',
        'Lists with another number of rows than the manifest says:',
        '  Enterprise users',
        'Not of the hand-over:',
        '  README.txt',
        lastLine,
      ],
    ]);
  });

  it('ends with 1 where the manifest is gone, or the list of what is missing is long', async () => {
    const root = writeHandOver(tempFolder());
    rmSync(path.join(root, 'manifest.json'));
    const lines = Array.from({ length: 101 }, (_, at) => `${'0'.repeat(64)}  ${String(at)}.txt\n`);
    appendFileSync(path.join(root, 'SHA256SUMS'), lines.join(''));
    const { code, out, err } = await verify([root]);
    expect([code, out[0], out[1], out.length]).toEqual([
      1,
      'Not intact. Nothing says whether it is complete: manifest.json is missing or cannot be read.',
      'Missing (the first 100):',
      103,
    ]);
    expect(out.at(-1)).toMatch(/^\d+ files, \d+ bytes\.$/);
    expect(err).toEqual([]);
  });

  it('ends with 1 and a sentence where there is no hand-over, or its sums are damaged', async () => {
    const none = await verify([tempFolder()]);
    expect(none).toMatchObject({
      code: 1,
      out: [],
      err: [expect.stringContaining('SHA256SUMS is missing')],
    });
    const root = writeHandOver(tempFolder());
    put(root, 'SHA256SUMS', `${'0'.repeat(64)}  ../outside\n`);
    expect(await verify([root])).toMatchObject({
      code: 1,
      out: [],
      err: [expect.stringContaining('SHA256SUMS is damaged')],
    });
  });

  it('gives the same as a Result in one line of JSON', async () => {
    const root = writeHandOver(tempFolder());
    const well = await verify(['--json', root]);
    expect([well.code, well.out.length]).toEqual([0, 1]);
    expect(JSON.parse(well.out[0] ?? '')).toMatchObject({
      ok: true,
      value: { intact: true, complete: true, files: FILES },
    });
    expect(well.err.at(-1)).toMatch(/^\{"progress":\{"bytes":(\d+),"total":\1\}\}$/);
    const none = await verify(['--json', tempFolder()]);
    expect([none.code, none.err]).toEqual([1, []]);
    expect(JSON.parse(none.out[0] ?? '')).toMatchObject({
      ok: false,
      failure: { kind: 'file', problem: 'not-found' },
    });
  });

  it('ends with 1 when it is interrupted', async () => {
    const root = writeHandOver(tempFolder());
    const signal = AbortSignal.abort();
    expect(await verify([root], { signal })).toMatchObject({
      code: 1,
      out: [],
      err: ['The call was cancelled.'],
    });
    const { code, out } = await verify(['--json', root], { signal });
    expect([code, JSON.parse(out[0] ?? '')]).toMatchObject([
      1,
      { ok: false, failure: { kind: 'cancelled' } },
    ]);
  });

  it('PAR-18 no name steers the terminal, or says anything in a line of its own', async () => {
    const organisation = { number: '1', name: 'A\u001b]0;b\u0007\nComplete on 2026-11-27.' };
    const root = writeHandOver(tempFolder(), { manifest: { organisation, complete: false } });
    const hostile = 'x\nComplete on 2026-11-27.\u009b2J\u202etxt.exe';
    put(root, hostile, '');
    const { code, out } = await verify([root]);
    expect(code).toBe(1);
    expect(out.filter((line) => line.startsWith('Complete'))).toEqual([]);
    expect(out).toHaveLength(4);
    expect(out.join('')).toContain('x\\u{a}Complete on 2026-11-27.\\u{9b}2J\\u{202e}txt.exe');
    expect(out.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each([
    [[]],
    [['']],
    [['a', 'b']],
    [['a', '--data', 'b']],
    [['a', '--yes']],
    [['a', '--keychain', 'memory']],
  ])('ends with 2 for %j', async (args) => {
    const { code, out, err } = await verify(args);
    expect([code, out]).toEqual([2, []]);
    expect(err[0]).toContain('`verify` takes');
  });
});
