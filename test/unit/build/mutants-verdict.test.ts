// The verdict about one guard compares test runs with each other, never a run with a fixed time.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { findGuards } from '../../../build/mutants/guards.mjs';
import { readMarks, withMarks } from '../../../build/mutants/reached.mjs';
import { createJudge, type Found, type Limits } from '../../../build/mutants/verdict.mjs';
import { tempFolder } from '../../support/temp-folder.ts';

const red = (seconds: number, isTimeout = false): Found => ({
  kind: 'failed',
  test: 'a',
  title: 'refuses',
  isTimeout,
  seconds,
});
const green = (ms: number): Found => ({ kind: 'passed', ms });

/** A judge whose runs answer as written here: with the guard taken away, and with it. */
function judgeOf(
  taken: readonly Found[],
  plain: readonly Found[],
  given: { leftMs?: () => number } = {},
) {
  const answers = { plain: [...plain], taken: [...taken] };
  const runs: { files: readonly string[]; limits: Limits; isTaken: boolean }[] = [];
  const judge = createJudge({
    run: async (files, limits, isTaken) => {
      runs.push({ files, limits, isTaken });
      const found = answers[isTaken ? 'taken' : 'plain'].shift();
      if (found === undefined) throw new Error('One run too many.');
      return found;
    },
    secondsOf: () => 2,
    leftMs: () => 10_000_000,
    ...given,
  });
  return { judge, runs };
}

describe('the verdict about a guard', () => {
  it('all green: there is none yet', async () => {
    const { judge, runs } = judgeOf([green(900)], []);
    expect(await judge.try(['a', 'b'])).toBeUndefined();
    expect(runs.map(({ isTaken }) => isTaken)).toEqual([true]);
  });

  it('red at once without it and green with it kills; that the test is green is asked once', async () => {
    const { judge, runs } = judgeOf([red(0.1), red(0.1)], [green(900)]);
    expect(await judge.try(['a', 'b'])).toEqual({ kind: 'killed', by: 'a: refuses' });
    expect(await judge.try(['a', 'b'])).toEqual({ kind: 'killed', by: 'a: refuses' });
    expect(runs.map(({ files, isTaken }) => [isTaken, ...files])).toEqual([
      [true, 'a', 'b'],
      [false, 'a'],
      [true, 'a', 'b'],
    ]);
  });

  it('a test that waited before it was red is green with the guard and red once more without, or says nothing', async () => {
    const { judge, runs } = judgeOf([red(9), red(9)], [green(900)]);
    expect(await judge.try(['a', 'b'])).toEqual({ kind: 'killed', by: 'a: refuses' });
    expect(runs.map(({ files, isTaken }) => [isTaken, ...files])).toEqual([
      [true, 'a', 'b'],
      [false, 'a'],
      [true, 'a'],
    ]);
    const once = judgeOf([red(9), green(900)], [green(900)]);
    const leftOut = new Set<string>();
    expect(await once.judge.try(['a'], leftOut)).toBeUndefined();
    expect([...once.judge.flaky, ...leftOut]).toEqual([]);
    const anyway = judgeOf([red(9)], [red(9)]);
    expect(await anyway.judge.try(['a'])).toBeUndefined();
    expect([...anyway.judge.flaky]).toEqual(['a']);
  });

  it('what is red with the guard too is left out, and the others are run again', async () => {
    const { judge, runs } = judgeOf([red(0.1), green(900)], [red(0.1)]);
    const leftOut = new Set<string>();
    expect(await judge.try(['a', 'b'], leftOut)).toBeUndefined();
    expect(runs.at(-1)).toMatchObject({ files: ['b'], isTaken: true });
    expect([...judge.flaky]).toEqual(['a']);
    expect([...leftOut]).toEqual(['a']);
  });

  it('a test that does not end, also with three times what it takes with the guard, kills', async () => {
    const { judge, runs } = judgeOf([red(20, true), red(20, true)], [green(6_000)]);
    expect(await judge.try(['a'])).toEqual({ kind: 'killed', by: 'a: refuses (does not end)' });
    expect(runs[2]?.limits).toEqual({ testMs: 20_000, limitMs: 40_000 });
  });

  it('a test that is slow on a busy machine gets three times what it takes with the guard', async () => {
    const { judge, runs } = judgeOf([red(20, true), green(55_000), green(900)], [green(50_000)]);
    expect(await judge.try(['a', 'b'])).toBeUndefined();
    expect(runs[1]).toMatchObject({ files: ['a'], limits: { testMs: 120_000 }, isTaken: false });
    expect(runs[2]).toMatchObject({ files: ['a'], limits: { testMs: 150_000 }, isTaken: true });
    expect(runs[3]).toMatchObject({ files: ['b'], isTaken: true });
  });

  it('test files that do not even fail are compared as a whole, and so is a run that breaks off', async () => {
    const late: Found = { kind: 'late' };
    const hangs = judgeOf([late, late], [green(9_000)]);
    expect(await hangs.judge.try(['a', 'b'])).toEqual({
      kind: 'killed',
      by: 'a, b (does not end)',
    });
    const why: Found = { kind: 'broken', why: 'out of memory' };
    const broken = judgeOf([why, why], [green(9_000)]);
    expect(await broken.judge.try(['a', 'b'])).toEqual({ kind: 'killed', by: 'a, b' });
    const anyway = judgeOf([why], [why]);
    expect(await anyway.judge.try(['a', 'b'])).toBeUndefined();
    expect([...anyway.judge.flaky]).toEqual(['a', 'b']);
  });

  it("only the end of the whole campaign's time leaves one undecided", async () => {
    const undecided = { kind: 'undecided', why: 'the time of the whole run was over' };
    const { judge } = judgeOf([{ kind: 'late' }], [], { leftMs: () => 3_000 });
    expect(await judge.try(['a'])).toEqual(undecided);
    const over = judgeOf([], [], { leftMs: () => 0 });
    expect(await over.judge.try(['a'])).toEqual(undecided);
    const left = [100_000, 3_000];
    const half = judgeOf([red(20, true)], [{ kind: 'late' }], { leftMs: () => left.shift() ?? 0 });
    expect(await half.judge.try(['a'])).toEqual(undecided);
  });
});

describe('which tests reach which guards', () => {
  const text = `
    const all = [5, -1, 2];
    if (all.length === 0) throw new Error('none');
    const kept = all.filter((one) => one > 0 && one < 4);
    const most = Math.min(kept.length, 9);
    const check = (n) => { if (n > 9) return 'no'; return 'yes'; };
    const open = (options) => options.mode;
    if (most < 1) { checkNothing(); }
    out.push(kept.join(), most, check(1), open({ mode: 384 }));
  `;

  it('marks change nothing else, also within one another, and tell which guards were worked out', () => {
    const folder = tempFolder('steward-marks');
    const guards = findGuards('main/a.ts', text);
    expect(new Set(guards.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6);
    const marks = guards.map((guard, number) => ({ guard, number }));
    const marked = ts.transpile(withMarks(text, marks, folder), { target: ts.ScriptTarget.ES2022 });
    const out: unknown[] = [];
    runInNewContext(marked, { out, process });
    expect(out).toEqual(['2', 1, 'yes', 384]);
    const now = Date.now();
    const reached = readMarks(folder, [{ test: 'a', from: now, to: now }]);
    const left = guards.filter((_, number) => !reached.has(number)).map(({ taken }) => taken);
    expect(left).toEqual(['checkNothing();']);
  });

  it('a mark belongs to the tests that ran when it was left', () => {
    const folder = path.join(tempFolder('steward-marks'), 'marks');
    mkdirSync(folder);
    writeFileSync(path.join(folder, '7-100-1'), '');
    utimesSync(path.join(folder, '7-100-1'), 1_000, 1_000);
    const tests = [
      { test: 'before', from: 900_000, to: 990_000 },
      { test: 'in it', from: 990_000, to: 1_010_000 },
      { test: 'in its hooks', from: 1_010_000, to: 1_011_000 },
      { test: 'later', from: 1_020_000, to: 1_030_000 },
    ];
    expect([...(readMarks(folder, tests).get(7) ?? [])]).toEqual(['in it', 'in its hooks']);
  });
});
