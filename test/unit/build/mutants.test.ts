// The mutation campaign: the guards it finds, the tests it runs, the sample it draws, and its accepted survivors.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGuards, without } from '../../../build/mutants/guards.mjs';
import { createReach, nearestFirst } from '../../../build/mutants/reach.mjs';
import { changedFiles, commitOf, createQuota, draw } from '../../../build/mutants/sample.mjs';
import { createTypes } from '../../../build/mutants/types.mjs';
import { root } from '../../support/imports.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** The source once for each guard in it, that one taken away. */
const mutants = (text: string, kind?: string) =>
  findGuards('main/a.ts', text)
    .filter((guard) => kind === undefined || guard.kind === kind)
    .map((guard) => without(text, guard));

function place(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder('steward-mutants');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

describe('finding guards', () => {
  it.each([
    [
      'throw',
      "if (a()) throw new Error('no');",
      "if ((a()) && (false as boolean)) throw new Error('no');",
    ],
    [
      'return in a block',
      'if (a) { b(); return 1; }',
      'if ((a) && (false as boolean)) { b(); return 1; }',
    ],
    ['continue', 'if (a) continue;', 'if ((a) && (false as boolean)) continue;'],
  ])('a branch that leaves, by %s, works out its condition and stays', (_, text, expected) => {
    expect(mutants(text, 'leaves early')).toEqual([expected]);
  });

  it('a branch with another one, or that goes on, is no guard', () => {
    expect(mutants('if (a) return 1; else b();')).toEqual([]);
    expect(mutants('if (a) b();')).toEqual([]);
  });

  it('each side of a condition goes once', () => {
    expect(mutants('x = a && b;')).toEqual(['x = (a);', 'x = (b);']);
    expect(mutants('x = a || (b && c);')).toEqual([
      ...['x = (a);', 'x = ((b && c));'],
      ...['x = a || ((b));', 'x = a || ((c));'],
    ]);
  });

  it('a boundary moves by one, the end of a loop does not', () => {
    expect(mutants('x = a < 5;')).toEqual(['x = a <= 5;']);
    expect(mutants('x = a >= 5;')).toEqual(['x = a > 5;']);
    expect(mutants('for (let i = 0; i < n; i++) f(i);')).toEqual([]);
  });

  it('a comparison that is an answer holds always', () => {
    const always = '((one.id !== id) || (true as boolean))';
    expect(mutants('x = all.find((one) => one.id !== id);')).toEqual([
      `x = all.find((one) => ${always});`,
    ]);
    expect(mutants('x = one.id !== id;')).toEqual([]);
  });

  it.each([
    ['sync', 'await handle.sync();', ';'],
    ['sync', 'await syncFolder(folder, disk);', ';'],
    ['check', 'checkName(name);', ';'],
    ['check', 'signal.throwIfAborted();', ';'],
    ['filter', 'x = all.filter((one) => f(one));', 'x = all;'],
    ['limit', 'x = Math.min(n, 600);', 'x = (n);'],
    ['limit', 'x = Math.max(0, n);', 'x = (n);'],
    ['file option', 'f(a, { mode: 0o600, x: 1 });', 'f(a, { ...{}, x: 1 });'],
  ])('%s: %s', (kind, text, expected) => {
    expect(mutants(text, kind)).toEqual([expected]);
  });

  it('what is done with the answer of a call is no check to leave out, and types have no guards', () => {
    expect(mutants('const x = await checkName(name);')).toEqual([]);
    expect(mutants('type A = { readonly a: B extends C ? 1 : 2 };')).toEqual([]);
  });

  it('the name of a guard holds when lines move, and tells functions apart', () => {
    const text = 'function f() { if (a) return; }\nfunction g() { if (a) return; }';
    const keys = findGuards('main/a.ts', text).map(({ key }) => key);
    expect(keys).toEqual([
      'main/a.ts | f | leaves early | if (a) return;',
      'main/a.ts | g | leaves early | if (a) return;',
    ]);
    expect(findGuards('main/a.ts', `\n\n${text}`).map(({ key }) => key)).toEqual(keys);
    expect(findGuards('main/a.ts', `\n\n${text}`).map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe('which tests can reach a file', () => {
  const files = {
    'main/a.ts': 'export const a = 1;',
    'main/b.ts': "import { a } from './a.ts'; export const b = a; export type B = 1;",
    'main/c.ts':
      "import type { B } from './b.ts'; import { type B as C } from './b.ts'; export const c: B | C = 1;",
    'test/unit/main/a.test.ts': "import { a } from '../../../main/a.ts'; a;",
    'test/unit/main/b.test.ts': "import { b } from '../../../main/b.ts'; b;",
    'test/unit/main/c.test.ts': "import { c } from '../../../main/c.ts'; c;",
    'test/services/late.test.ts': "await import('../../main/b.ts');",
    'test/services/process.test.ts': "start('main/b.ts');",
    'test/services/none.test.ts': "import { it } from 'vitest'; it;",
  };

  it('by imports, late imports and the path of what is started, not by types alone', () => {
    const reach = createReach(place(files));
    expect([...reach.testsOf('main/a.ts').keys()].sort()).toEqual([
      'test/services/late.test.ts',
      'test/services/process.test.ts',
      'test/unit/main/a.test.ts',
      'test/unit/main/b.test.ts',
    ]);
    expect([...reach.testsOf('main/c.ts').keys()]).toEqual(['test/unit/main/c.test.ts']);
  });

  it('the nearest come first', () => {
    const reach = createReach(place(files));
    const near = nearestFirst('main/a.ts', reach.testsOf('main/a.ts'));
    expect(near.slice(0, 2)).toEqual(['test/unit/main/a.test.ts', 'test/unit/main/b.test.ts']);
    expect(nearestFirst('main/b.ts', reach.testsOf('main/b.ts'))[0]).toBe(
      'test/unit/main/b.test.ts',
    );
  });
});

describe('a guard that the compiler misses', () => {
  const text =
    "export function f(x?: string) {\n  if (x === undefined) return 0;\n  if (x === 'a') return 1;\n  return x.length;\n}\n";
  const files = {
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, noUnusedLocals: true, types: [], lib: ['ES5'] },
    }),
    'main/tsconfig.json': JSON.stringify({ extends: '../tsconfig.json', include: ['.'] }),
    'main/a.ts': text,
    'main/broken.ts': `${text}export const wrong: string = 1;\n`,
  };

  it('is not viable; one that only leaves a name unused is, and errors of before do not count', () => {
    const folder = place(files);
    const types = createTypes(folder);
    for (const file of ['main/a.ts', 'main/broken.ts']) {
      const source = readFileSync(path.join(folder, file), 'utf8');
      const [first = '', second = ''] = findGuards(file, source)
        .filter(({ kind }) => kind === 'leaves early')
        .map((guard) => without(source, guard));
      expect(types.newError(file, first)).toMatch(/^18048 /);
      expect(types.newError(file, second)).toBeUndefined();
      expect(types.newError(file, `${source}const unused = 1;`)).toBeUndefined();
    }
  });
});

describe('drawing', () => {
  const guards = Array.from({ length: 40 }, (_, index) => ({
    file: `main/${index % 10}.ts`,
    key: `key ${index}`,
    start: index,
  }));

  it('the same seed draws the same, another one another, and changed files come first', () => {
    expect(draw(guards, '7')).toEqual(draw([...guards].reverse(), '7'));
    expect(draw(guards, '7')).not.toEqual(draw(guards, '8'));
    expect(new Set(draw(guards, '7'))).toEqual(new Set(guards));
    const changed = draw(guards, '7', new Set(['main/3.ts']));
    expect(changed.slice(0, 4).map(({ file }) => file)).toEqual(Array(4).fill('main/3.ts'));
    expect(changed).toHaveLength(40);
  });

  it('two of one file are enough', () => {
    const quota = createQuota();
    const [first] = guards as [(typeof guards)[0]];
    quota.take(first);
    expect(quota.hasRoom(first)).toBe(true);
    quota.take(first);
    expect(quota.hasRoom(first)).toBe(false);
    expect(quota.hasRoom({ file: 'main/other.ts' })).toBe(true);
  });

  it('changed files are those of the newest commits; a clone without history and a plain folder have none', () => {
    const folder = place({ 'a.ts': '1', 'b.ts': '1' });
    const git = (...args: string[]) => {
      const named = [
        '-c',
        'user.name=T',
        '-c',
        'user.email=t@t.invalid',
        '-c',
        'commit.gpgsign=false',
      ];
      const { status, stderr } = spawnSync('git', [...named, ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
    };
    expect(commitOf(folder)).toBeUndefined();
    expect(changedFiles(folder).size).toBe(0);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'one');
    expect(changedFiles(folder).size).toBe(0);
    writeFileSync(path.join(folder, 'b.ts'), '2');
    git('commit', '-qam', 'two');
    expect([...changedFiles(folder)]).toEqual(['b.ts']);
    expect(commitOf(folder)).toMatch(/^[0-9a-f]{40}$/);
    const shallow = path.join(tempFolder('steward-mutants'), 'shallow');
    git('clone', '-q', '--depth=1', `file://${folder}`, shallow);
    expect(changedFiles(shallow).size).toBe(0);
  });
});

describe('accepted survivors', () => {
  const text = readFileSync(path.join(root, 'build/mutants/accepted.json'), 'utf8');
  const accepted = JSON.parse(text) as { key: string; reason: string }[];

  it('each is a guard that is there, stands once, and has its reason', () => {
    expect(new Set(accepted.map(({ key }) => key)).size).toBe(accepted.length);
    const gone = accepted.filter(({ key }) => {
      const [file = ''] = key.split(' | ');
      const full = path.join(root, file);
      if (!existsSync(full)) return true;
      return !findGuards(file, readFileSync(full, 'utf8')).some((guard) => guard.key === key);
    });
    expect(gone.map(({ key }) => key)).toEqual([]);
    expect(accepted.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});
