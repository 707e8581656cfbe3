// The check of one form: one at a time; what was found stays until something newer is known, and is old once typed in.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../preload/result.ts';
import type * as checkModule from '../../renderer/screens/messages/form-check.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { AT, offline } from './support/samples.ts';

const ASKED = {
  connection: 'c-1',
  code: '4628',
  edition: 7,
  dataFormatId: '100',
  dataFormatVersion: '1',
  draft: { who: '974760673', message: 'a1', key: '11' },
};

let page: Page;
let check: checkModule.FormCheck;

beforeEach(async () => {
  page = await openPage();
  const { FormCheck } = await import('../../renderer/screens/messages/form-check.svelte.ts');
  page.asWindow(() => {
    check = new FormCheck();
  });
});

const needs = (more: Partial<checkModule.CheckNeeds> = {}): checkModule.CheckNeeds => ({
  asked: () => ASKED,
  flush: async () => undefined,
  broken: () => [],
  ...more,
});
const calls = () => page.main.calls('xsd.validate');
/** What main answers when these lines are wrong. */
const wrong = (...lines: readonly number[]) => ({
  name: 'Payroll',
  bytes: 100,
  valid: lines.length === 0,
  issues: lines.map((line) => ({
    kind: 'schema' as const,
    line,
    column: null,
    path: null,
    message: `Line ${line} is wrong.`,
    name: null,
  })),
  total: lines.length,
  problem: null,
  origin: { from: 'copy' as const, fetched: AT },
});
/** The check runs to its end, and these lines are wrong. */
async function runWith(...lines: readonly number[]): Promise<void> {
  const done = check.run(needs());
  await settled();
  page.main.last('xsd.validate').answer(wrong(...lines));
  await done;
}
const lines = () => check.outcome?.problems.map(({ line }) => line);

describe('a check', () => {
  it('says how far it is from the press on, and then what is wrong and what it was checked against', async () => {
    const done = check.run(needs());
    expect(check.step).toBe('reading');
    await settled();
    page.main.last('xsd.validate').report({ step: 'compiling' });
    expect(check.step).toBe('compiling');
    page.main.last('xsd.validate').answer(wrong(3, 8));
    await done;
    expect(check.step).toBeUndefined();
    expect(lines()).toEqual([3, 8]);
    expect(check.outcome).toMatchObject({ total: 2, origin: { fetched: AT }, why: null });
    expect(check.isOld).toBe(false);
  });

  it('runs alone: a newer one stops the one before in main, and is the one that counts', async () => {
    const first = check.run(needs());
    await settled();
    const second = check.run(needs());
    await settled();
    expect(calls().map(({ stopped }) => stopped)).toEqual([true, false]);
    calls()[1]?.answer(wrong(5));
    await second;
    calls()[0]?.answer(wrong(1, 2, 3));
    await first;
    expect(lines()).toEqual([5]);
    expect(check.isRunning).toBe(false);
  });

  it('is of what is on the disk: nothing is checked before what is typed is there', async () => {
    let onDisk = (): void => undefined;
    const saving = new Promise<undefined>((resolve) => {
      onDisk = () => {
        resolve(undefined);
      };
    });
    const done = check.run(needs({ flush: () => saving }));
    await settled();
    expect(calls()).toHaveLength(0);
    expect(check.isRunning).toBe(true);
    onDisk();
    await settled();
    page.main.last('xsd.validate').answer(wrong());
    await done;
    expect(check.outcome).toMatchObject({ total: 0, why: null });
  });

  it('is not run on what could not be put on the disk, and leaves what was found before', async () => {
    await runWith(3);
    check.next();
    await check.run(needs({ flush: async (): Promise<Failure> => offline }));
    expect(calls()).toHaveLength(1);
    expect(lines()).toEqual([3]);
    expect(check.at).toBe(0);
    expect(check.isRunning).toBe(false);
  });

  it('that could not be run does not make new what was typed since it was found', async () => {
    await runWith(3);
    check.typed();
    await check.run(needs({ flush: async (): Promise<Failure> => offline }));
    expect(check.isOld).toBe(true);
    expect(check.next()).toBeUndefined();
  });
});

describe('a check that is cancelled', () => {
  it('ends in main, and leaves what was found before and where one was in it', async () => {
    await runWith(3, 8);
    check.next();
    const done = check.run(needs());
    await settled();
    check.cancel();
    expect(page.main.last('xsd.validate').stopped).toBe(true);
    expect(check.isRunning).toBe(false);
    page.main.last('xsd.validate').answer(wrong(1));
    await done;
    expect(lines()).toEqual([3, 8]);
    expect(check.at).toBe(0);
    expect(check.isOld).toBe(false);
  });

  it('does not make new what was typed since it was found', async () => {
    await runWith(3);
    check.typed();
    void check.run(needs());
    await settled();
    check.cancel();
    expect(lines()).toEqual([3]);
    expect(check.isOld).toBe(true);
  });

  it('before what is typed is on the disk asks main for nothing', async () => {
    let onDisk = (): void => undefined;
    const saving = new Promise<undefined>((resolve) => {
      onDisk = () => {
        resolve(undefined);
      };
    });
    const done = check.run(needs({ flush: () => saving }));
    check.cancel();
    onDisk();
    await done;
    expect(calls()).toHaveLength(0);
    expect(check.outcome).toBeUndefined();
  });
});

describe('typing', () => {
  it('makes what was found old, until it is checked again', async () => {
    await runWith(3);
    check.typed();
    expect(check.isOld).toBe(true);
    expect(lines()).toEqual([3]);
    await runWith();
    expect(check.isOld).toBe(false);
    expect(lines()).toEqual([]);
  });

  it('while it is checked makes it old as soon as it is found', async () => {
    const done = check.run(needs());
    await settled();
    check.typed();
    page.main.last('xsd.validate').answer(wrong(3));
    await done;
    expect(check.isOld).toBe(true);
    expect(check.next()).toBeUndefined();
  });

  it('before anything was checked makes nothing old', async () => {
    check.typed();
    expect(check.isOld).toBe(false);
    await runWith(3);
    expect(check.isOld).toBe(false);
  });
});

describe('the problems', () => {
  it('are stepped through from the first to the last and back to the first', async () => {
    await runWith(3, 8, 9);
    expect([check.next(), check.next(), check.next(), check.next()]).toEqual([0, 1, 2, 0]);
  });

  it('are stepped through backwards from the last', async () => {
    await runWith(3, 8, 9);
    expect([check.next(-1), check.next(-1)]).toEqual([2, 1]);
  });

  it('begin at the first after the next check', async () => {
    await runWith(3, 8, 9);
    check.next();
    check.next();
    await runWith(8, 9);
    expect(check.next()).toBe(0);
  });

  it('have no next one where nothing is wrong, or nothing was checked: then it is to be checked', async () => {
    expect(check.next()).toBeUndefined();
    await runWith();
    expect(check.next()).toBeUndefined();
  });
});

describe('without an XSD', () => {
  const broken = () => [
    { line: 4, column: 2, kind: 'no-closing-tag' as const, name: 'Belop' },
    { line: 9, column: 1, kind: 'syntax' as const, name: null },
  ];

  it('that could not be had, the form is read for being well-formed, and the failure is said', async () => {
    const done = check.run(needs({ broken }));
    await settled();
    page.main.last('xsd.validate').fail(offline);
    await done;
    expect(check.outcome).toMatchObject({
      total: 2,
      origin: null,
      why: { kind: 'failure', failure: offline },
    });
    expect(lines()).toEqual([4, 9]);
    expect(check.next()).toBe(0);
  });

  it('that can be worked with, it is said what is the matter with the schema', async () => {
    const done = check.run(needs({ broken }));
    await settled();
    page.main.last('xsd.validate').answer({
      ...wrong(),
      valid: null,
      problem: { kind: 'refers-elsewhere', message: 'It imports another.' },
    });
    await done;
    expect(check.outcome).toMatchObject({
      total: 2,
      origin: null,
      why: { kind: 'schema', problem: 'refers-elsewhere', message: 'It imports another.' },
    });
  });

  it('because nobody says which form it is, main is not asked', async () => {
    await check.run(needs({ asked: () => null, broken }));
    expect(calls()).toHaveLength(0);
    expect(check.outcome).toMatchObject({ total: 2, origin: null, why: { kind: 'unknown-form' } });
  });
});
