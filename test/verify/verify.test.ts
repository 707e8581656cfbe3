// The verification itself, tested without the runtime: how findings become a report, and what guards compare.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { failed, findAll, notPossible, passed, unlessWrong } from './finding.ts';
import { judgeSelfTest, launcherIn, packedLifeChecks } from './packed-life-checks.ts';
import { archiveIn, flipOneByte, packedChecks, programIn } from './packed-checks.ts';
import { countsOf, writeVerification } from './report.ts';
import { judgeInventory } from './runtime-checks.ts';
import { allChecks } from './stand-alone.ts';

const check = (id: string, find: () => Promise<ReturnType<typeof passed>>) => ({
  id,
  name: `the check ${id}`,
  find,
});

describe('findings', () => {
  it('what throws or never ends has failed, and the next check is tried all the same', async () => {
    const all = await findAll(
      [
        check('A', () => Promise.reject(new Error('No window.\nat somewhere'))),
        check('B', () => new Promise(() => undefined)),
        check('C', async () => passed('fine')),
        check('D', async () => unlessWrong(['this', 'that'])),
        check('E', async () => notPossible('not here')),
      ],
      undefined,
      { limitMs: 50 },
    );
    expect(all.map(({ result, said }) => `${result}: ${said}`)).toEqual([
      'failed: No window.',
      'failed: It did not end within 50 ms.',
      'passed: fine',
      'failed: this; that',
      'not-possible: not here',
    ]);
    expect(countsOf('electron', all)).toEqual({
      shell: 'electron',
      passed: 1,
      failed: 3,
      notPossible: 1,
    });
  });

  it('become a table that no text breaks, and a last line of JSON', () => {
    const all = [
      { id: 'A', name: 'a | b', ...failed('x | y\n<script> z'), ms: 3 },
      { id: 'B', name: 'b', ...notPossible('no'), ms: 1 },
    ];
    const at = { shell: 'electron', system: 'linux', made: new Date(0), versions: { Node: '24' } };
    const text = writeVerification(at as Parameters<typeof writeVerification>[0], all);
    expect(text).toContain('| A | a \\| b | **failed** | x \\| y &lt;script> z | 3 ms |');
    expect(text).toContain('- Node 24');
    expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toEqual({
      shell: 'electron',
      passed: 0,
      failed: 1,
      notPossible: 1,
    });
  });
});

describe('the checks', () => {
  it('have ids of checks.json, and no two the same name', () => {
    const file = path.join(import.meta.dirname, '../checks.json');
    const known = readFileSync(file, 'utf8');
    expect(allChecks.filter(({ id }) => !known.includes(`"${id}"`))).toEqual([]);
    expect(new Set(allChecks.map(({ name }) => name)).size).toBe(allChecks.length);
  });

  it('of a packed program say that there is none', async () => {
    const all = await findAll([...packedChecks, ...packedLifeChecks], {});
    expect(all.map(({ result }) => result)).toEqual(all.map(() => 'not-possible'));
    expect(() => programIn(tempFolder())).toThrow('no packed program');
  });

  it('ISO-08 ISO-09 a program that takes everything and checks nothing fails each of them', async () => {
    const folder = tempFolder();
    const program = path.join(folder, 'steward');
    // It says what a program would that lets itself be debugged; and it has no fuses.
    writeFileSync(program, '#!/bin/sh\necho "Debugger listening on ws://127.0.0.1:1"\n', {
      mode: 0o755,
    });
    const all = await findAll(packedChecks, { packed: folder });
    expect(all.map(({ result }) => result)).toEqual([
      ...['failed', 'failed', 'failed', 'not-possible'],
      ...['failed', 'failed'],
    ]);
    expect(all[1]?.said).toContain('--inspect worked');
    writeFileSync(program, '#!/bin/sh\necho "connections.list"\n', { mode: 0o755 });
    const [, refusing, answering] = await findAll(packedChecks, { packed: folder });
    expect(refusing?.said).toContain('NODE_OPTIONS was not refused');
    expect(answering?.result).toBe('passed');
  });

  it('INS-04 INS-05 INS-15 CSP-02 a program that says yes to everything fails what asks for its work', async () => {
    const folder = tempFolder();
    const program = path.join(folder, 'steward');
    const yes = '{"ok":true,"program":"Steward","shell":"electron","value":"Verified"}';
    writeFileSync(program, `#!/bin/sh\necho '${yes}'\n`, { mode: 0o755 });
    const asked = packedLifeChecks.filter(({ id }) => id !== 'VLT-01');
    const all = await findAll(asked, { packed: folder, packedNext: folder });
    expect(all.map(({ result }) => result)).toEqual(all.map(() => 'failed'));
    expect(all[0]?.said).toContain('no part page');
    expect(all[1]?.said).toContain('A wrong line ended with 0.');
    expect(all.at(-1)?.said).toContain('credentials.list has no Kept key');
  });

  it('INS-15 a self-test that is ok but leaves a part out, or another shell’s, is no success', () => {
    const names = ['cryptography', 'keychain', 'certificate', 'tls', 'xsd', 'workbook', 'page'];
    const parts = names.map((part) => ({ part, ok: true }));
    const report = { program: 'Steward', shell: 'electron', ok: true, parts };
    const judged = (changes: object, code = 0) =>
      judgeSelfTest(`${JSON.stringify({ ...report, ...changes })}\n`, code).result;
    expect(judged({})).toBe('passed');
    expect(judged({ parts: parts.slice(1) })).toBe('failed');
    expect(judged({ parts: [{ part: 'tls', ok: false }, ...parts] })).toBe('failed');
    expect(judged({ shell: 'terminal' })).toBe('failed');
    expect(judged({ ok: false })).toBe('failed');
    expect(judged({}, 1)).toBe('failed');
    expect(judgeSelfTest('ok\n', 0).result).toBe('failed');
    // As Electron on Windows begins each output.
    expect(judgeSelfTest(`\r\n${JSON.stringify(report)}\r\n`, 0).result).toBe('passed');
  });

  it('INS-15 cryptography that lacks something fails; a cipher that nothing needs does not', () => {
    const found = { needed: { scrypt: null, Ed25519: null }, chacha: false, library: '1' };
    expect(judgeInventory(found).result).toBe('passed');
    const lacking = { ...found, needed: { scrypt: 'throws', Ed25519: null } };
    expect(judgeInventory(lacking)).toEqual({ result: 'failed', said: 'scrypt: throws' });
  });

  it('ELC-02 what a person types is found where the package of each system has it', () => {
    const folder = tempFolder();
    const at = {
      win32: 'resources/bin/steward.cmd',
      darwin: 'Steward.app/Contents/Resources/bin/steward',
    };
    for (const file of Object.values(at)) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), '');
    }
    for (const [system, file] of Object.entries(at))
      expect(launcherIn(folder, system as NodeJS.Platform)).toBe(path.join(folder, file));
  });

  it('alter one byte of the archive and no more', () => {
    const folder = tempFolder();
    const file = path.join(folder, 'app.asar');
    writeFileSync(file, Buffer.alloc(101, 7));
    flipOneByte(archiveIn(folder));
    const now = readFileSync(file);
    expect(now.filter((byte) => byte !== 7)).toEqual(Buffer.of(7 ^ 0xff));
    expect(now).toHaveLength(101);
  });
});
