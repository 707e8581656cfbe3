// The mutation campaign: the guards it finds, the tests it runs, the sample it draws, and its accepted survivors.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGuards, without } from '../../../build/mutants/guards.mjs';
import { createReach, nearestFirst } from '../../../build/mutants/reach.mjs';
import { changedFiles, changedLines, commitOf } from '../../../build/changed.mjs';
import { draw, onLines } from '../../../build/mutants/sample.mjs';
import { createTypes } from '../../../build/mutants/types.mjs';
import { root } from '../../support/imports.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** The source once for each guard in it, that one taken away. */
const mutants = (text: string, kind?: string, file = 'main/a.ts') =>
  findGuards(file, text)
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

describe('finding guards of a component', () => {
  const inPage = (text: string, kind?: string) => mutants(text, kind, 'renderer/A.svelte');

  it('what is shown on a condition is shown always, and never', () => {
    expect(inPage('{#if a}<p>b</p>{:else if c}<p>d</p>{/if}')).toEqual([
      '{#if (a) || (true as boolean)}<p>b</p>{:else if c}<p>d</p>{/if}',
      '{#if (a) && (false as boolean)}<p>b</p>{:else if c}<p>d</p>{/if}',
      '{#if a}<p>b</p>{:else if (c) || (true as boolean)}<p>d</p>{/if}',
      '{#if a}<p>b</p>{:else if (c) && (false as boolean)}<p>d</p>{/if}',
    ]);
  });

  it('each side of its condition goes once', () => {
    expect(inPage('{#if a && (b || c)}<p>d</p>{/if}', 'condition')).toEqual([
      '{#if (a)}<p>d</p>{/if}',
      '{#if ((b || c))}<p>d</p>{/if}',
      '{#if a && ((b))}<p>d</p>{/if}',
      '{#if a && ((c))}<p>d</p>{/if}',
    ]);
  });

  it.each([
    ['disabled', '<button disabled={a}>b</button>', '<button >b</button>'],
    ['disabled', '<button {disabled}>b</button>', '<button >b</button>'],
    ['reason', '<Button reason={a ? t.b : undefined} />', '<Button  />'],
  ])('%s: %s', (kind, text, expected) => {
    expect(inPage(text, kind)).toEqual([expected]);
  });

  it('each side of what holds back goes once, and what is done at a press has guards; how it looks has none', () => {
    expect(inPage('<button disabled={a || b}>c</button>', 'condition')).toEqual([
      '<button disabled={(a)}>c</button>',
      '<button disabled={(b)}>c</button>',
    ]);
    expect(inPage('<p onclick={() => { if (a) return; b(); }}>c</p>')).toEqual([
      '<p onclick={() => { if ((a) && (false as boolean)) return; b(); }}>c</p>',
    ]);
    expect(inPage("<p class={a && 'b'}>{c || d}</p>")).toEqual([]);
  });

  it.each([
    '{#each all as one (one)}{#if a}b{/if}{/each}',
    '{#each all as one (one)}c{:else}{#if a}b{/if}{/each}',
    '{#if c}d{:else}{#if a}b{/if}{/if}',
    '{#snippet aside()}{#if a}b{/if}{/snippet}',
    '{#key c}{#if a}b{/if}{/key}',
    '{#await c}{#if a}b{/if}{/await}',
    '{#await c then d}{#if a}b{/if}{/await}',
    '{#await c then d}e{:catch}{#if a}b{/if}{/await}',
    '<div><Panel>{#if a}b{/if}</Panel></div>',
    '<svelte:boundary>{#if a}b{/if}</svelte:boundary>',
  ])('also in %s', (text) => {
    expect(inPage(text, 'shown never')).toContain(
      text.replace('{#if a}', '{#if (a) && (false as boolean)}'),
    );
  });

  it('those of its scripts are where they stand in the file, and lie in their functions', () => {
    const text = `<script module lang="ts">
  const most = (a: number) => a < 5;
</script>
<script lang="ts">
  function go() {
    if (busy) return;
  }
</script>

<button
  onclick={go}
  disabled={busy}>a</button>
`;
    const found = findGuards('renderer/A.svelte', text);
    expect(found.map(({ key, line }) => `${String(line)} ${key}`)).toEqual([
      '2 renderer/A.svelte | most | boundary | a < 5',
      '6 renderer/A.svelte | go | leaves early | if (busy) return;',
      '12 renderer/A.svelte | button | disabled | disabled={busy}',
    ]);
    expect(without(text, found[1] ?? expect.fail())).toBe(
      text.replace('if (busy)', 'if ((busy) && (false as boolean))'),
    );
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

  it('a component by the words of its name', () => {
    const near = nearestFirst('renderer/components/JobPanel.svelte', [
      ['test/page/window.browser.test.ts', 3],
      ['test/page/job-panel.browser.test.ts', 3],
    ]);
    expect(near[0]).toBe('test/page/job-panel.browser.test.ts');
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

  it('of a component, what Svelte cannot compile is not viable', () => {
    const types = createTypes(place(files));
    expect(types.newError('renderer/A.svelte', '{#if a}b{/if}')).toBeUndefined();
    expect(types.newError('renderer/A.svelte', '{#if a}b')).toMatch(/left open/);
  });
});

describe('drawing', () => {
  const guards = Array.from({ length: 40 }, (_, index) => ({
    file: `main/${index % 10}.ts`,
    key: `key ${index}`,
    start: index,
  }));

  it('the same seed draws the same, another one another', () => {
    const order = (seed: string) => draw(guards, seed).map(({ key }) => key);
    expect(order('7')).toEqual(order('7'));
    expect(order('7')).not.toEqual(order('8'));
    expect(order('7').toSorted()).toEqual(guards.map(({ key }) => key).toSorted());
  });

  it('two of each file come before a third of one', () => {
    const files = draw(guards, '7').map(({ file }) => file);
    const most = (drawn: readonly string[]) =>
      Math.max(...drawn.map((file) => drawn.filter((other) => other === file).length));
    expect(most(files.slice(0, 20))).toBe(2);
    expect(most(files.slice(20))).toBe(2);
  });
});

describe('changed lines', () => {
  /** A repository with one commit of these files. */
  function repository(files: Readonly<Record<string, string>>) {
    const folder = place(files);
    const git = (...args: string[]) => {
      const settings = ['user.name=T', 'user.email=t@t.invalid', 'commit.gpgsign=false'];
      const { status, stderr } = spawnSync(
        'git',
        [...settings.flatMap((one) => ['-c', one]), ...args],
        { cwd: folder, encoding: 'utf8' },
      );
      expect(status, stderr).toBe(0);
    };
    const write = (file: string, text: string) => {
      writeFileSync(path.join(folder, file), text);
    };
    const commit = () => {
      git('add', '.');
      git('commit', '-q', '--allow-empty', '-m', 'one');
    };
    git('init', '-q', '-b', 'main');
    commit();
    const lines = (base?: string) =>
      Object.fromEntries(
        [...(changedLines(folder, base) ?? expect.fail())].map(([file, found]) => [
          file,
          [...found],
        ]),
      );
    return { folder, git, write, commit, lines };
  }
  const text = (length: number) =>
    Array.from({ length }, (_, index) => `export const value${String(index)} = ${String(index)};`);

  it('are those of the newest commits and of what is not committed, also in new files', () => {
    const { write, commit, lines } = repository({ 'a.ts': '1\n2\n3\n4\n', 'b.ts': '1\n' });
    write('a.ts', '1\ntwo\n3\n4\nfive\n');
    commit();
    write('b.ts', '1\n++ b/c.ts\n');
    write('å.ts', 'new');
    expect(lines()).toEqual({ 'a.ts': [2, 5], 'b.ts': [2], 'å.ts': [1] });
  });

  it('are counted from twenty commits of the main line ago, or from where one says', () => {
    const { git, write, commit, lines } = repository({ 'a.ts': '1\n', 'b.ts': '1\n' });
    write('a.ts', 'old\n');
    commit();
    git('checkout', '-q', '-b', 'side');
    for (let count = 0; count < 3; count += 1) commit();
    write('b.ts', 'new\n');
    commit();
    git('checkout', '-q', 'main');
    git('merge', '-q', '--no-ff', '-m', 'one', 'side');
    for (let count = 0; count < 19; count += 1) commit();
    expect(lines()).toEqual({ 'b.ts': [1] });
    expect(lines('HEAD~20')).toEqual({ 'b.ts': [1] });
    expect(lines('HEAD~21')).toEqual({ 'a.ts': [1], 'b.ts': [1] });
    expect(lines('HEAD')).toEqual({});
  });

  it('of whole files are told as what is there and what is gone, and not guessed where history is too short', () => {
    const { folder, git, write, commit } = repository({
      'a.ts': '1\n',
      'b.ts': '1\n',
      'c.ts': '1\n',
    });
    expect(changedFiles(folder)).toBeUndefined();
    for (let count = 0; count < 20; count += 1) commit();
    expect(changedFiles(folder)).toEqual({ present: [], removed: [] });
    write('a.ts', '2\n');
    git('mv', 'b.ts', 'd.ts');
    commit();
    write('å.ts', 'new');
    expect(changedFiles(folder)).toEqual({ present: ['a.ts', 'd.ts', 'å.ts'], removed: ['b.ts'] });
  });

  it('that only moved are not changed, with their file, within it or to another one', () => {
    const all = text(40);
    const { git, write, commit, lines } = repository({ 'a.ts': all.join('\n'), 'b.ts': '1\n' });
    git('mv', 'a.ts', 'c.ts');
    const moved = [...all.slice(10), 'const own = 1;', ...all.slice(0, 5).map((one) => `  ${one}`)];
    write('c.ts', moved.join('\n'));
    write('b.ts', ['1', ...all.slice(5, 10)].join('\n'));
    commit();
    expect(lines()).toEqual({ 'c.ts': [31] });
  });

  it('are not known outside of a repository, nor in a clone that has one commit', () => {
    expect(commitOf(place({ 'a.ts': '1' }))).toBeUndefined();
    expect(changedLines(place({ 'a.ts': '1' }))).toBeUndefined();
    const { folder, git, write, commit } = repository({ 'a.ts': '1\n' });
    expect(changedLines(folder)).toBeUndefined();
    write('a.ts', '2\n');
    commit();
    expect(commitOf(folder)).toMatch(/^[0-9a-f]{40}$/);
    expect(changedLines(folder, 'nothing')).toBeUndefined();
    const shallow = path.join(tempFolder('steward-mutants'), 'shallow');
    git('clone', '-q', '--depth=1', `file://${folder}`, shallow);
    expect(changedLines(shallow)).toBeUndefined();
  });

  it('a guard is on them with any line of its condition, not with what follows from it', () => {
    const code = 'if (\n  a &&\n  b\n) {\n  c();\n  return;\n}\n';
    const early = findGuards('main/a.ts', code).filter(({ kind }) => kind === 'leaves early');
    const isOn = (line: number) =>
      onLines(early, new Map([['main/a.ts', new Set([line])]])).length === 1;
    expect([1, 2, 3, 4, 5, 6].map(isOn)).toEqual([false, true, true, false, false, false]);
    expect(onLines(early, new Map([['main/b.ts', new Set([2])]]))).toEqual([]);
    const page = '{#if\n a}\n<p>b</p>\n{/if}';
    const block = findGuards('renderer/A.svelte', page);
    expect(block.map(({ line, lastLine }) => [line, lastLine])).toEqual(Array(2).fill([2, 2]));
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
