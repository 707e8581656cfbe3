// No test hangs on time: none waits for a length of time, and none bounds what a clock or the processor says.
import { describe, expect, it } from 'vitest';
import { sources } from './support/imports.ts';
import { timeIn } from './support/time-in-tests.ts';

describe('what is found', () => {
  const kindsIn = (text: string) => timeIn('a.ts', text).map(([kind]) => kind);

  it.each([
    ['wait', 'setTimeout(reset, 5);'],
    ['wait', 'await new Promise((done) => window.setTimeout(done, ms));'],
    ['wait', 'setInterval(look, 20);'],
    ['wait', "import { setTimeout as delay } from 'node:timers/promises';"],
    ['wait', 'await page.waitForTimeout(50);'],
    ['wait', 'const script = `await new Promise((done) => setTimeout(done, ${ms}))`;'],
    ['latency', 'platform.control.latencyMs = 60;'],
    ['reading', 'const begun = performance.now();'],
    ['reading', 'const { user } = process.cpuUsage(before);'],
    ['reading', 'most = Math.max(most, process.memoryUsage.rss());'],
    ['reading', 'expect(Date.now() - made).toBeLessThan(60_000);'],
    ['reading', 'expect(made).toBeGreaterThan(Date.now());'],
    ['reading', 'while (!heard && Date.now() < until) look();'],
  ])('is a %s: %s', (kind, text) => {
    expect(kindsIn(text)).toEqual([kind]);
  });

  it.each([
    'await new Promise((resolve) => setTimeout(resolve));',
    'setTimeout(resolve, 0);',
    "it('fakes', () => { vi.useFakeTimers(); setTimeout(run, 10_000); });",
    "vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });",
    "import { setImmediate } from 'node:timers/promises';",
    'const clock = () => performance.now();',
    'certificate.validity.notAfter = new Date(Date.now() + day);',
    "it('asks', () => { const now = Date.now(); });",
  ])('is nothing: %s', (text) => {
    expect(kindsIn(text)).toEqual([]);
  });
});

/** These may: file by file, and why. */
const MAY: Readonly<Record<string, string>> = {
  // Patience: an end for what hangs, and looks again at what is soon true.
  'test/conformance/shells.ts': 'looks again at what the page has received',
  'test/e2e/electron-window.ts': 'looks again at a window that is being made',
  'test/packaging/play-program.ts': 'looks again at a process that it plays',
  'test/page/support/browser.ts': 'looks again at the page, and gives up after the patience',
  'test/support/late-server.ts': 'looks again whether apache2 listens, and gives up',
  'test/attacks/data-folder.test.ts': 'ends a process that hangs',
  'test/attacks/folder-lock.test.ts':
    'one process looks again, another holds up the lock as an attacker would',
  'test/attacks/page-crashes.test.ts': 'looks again whether a box asks in the window',
  // What is told, and judged by nobody.
  'test/faults/stage.ts': 'tells how long a call took and what it held; ends what hangs',
  'test/verify/finding.ts':
    'tells how long a check took; looks again at what is soon so, and gives up',
  'test/faults/campaign.ts': 'tells how long the campaign took',
  // A process that is to be ended stays until then.
  'test/unit/build/setup.test.ts': 'a script that only a signal ends',
  // Of the local platform and of servers that must really be late.
  'test/platform/server.ts': 'the latency that a benchmark sets',
  'test/services/platform-reset.test.ts':
    'a latency that the reset takes away, so nothing waits for it',
  'test/platform/stand-alone.ts': 'the latency that a benchmark sets',
  'test/faults/sick-server.ts': 'a server that answers late, which is the fault',
  // Clocks of the tests themselves.
  'test/support/clock.ts': 'a clock that is held begins where it was',
  'test/support/turns.ts': 'the clock that it plays begins where the true one is',
  'test/support/published-readers.ts':
    'whether the end of an instance is over, which the client refuses',
  'test/support/page-call.ts': 'makes a number that no other call has',
};

describe('the tests', () => {
  const found = new Map(
    sources(['test'])
      .map((file) => [file.path, timeIn(file.path, file.text)] as const)
      .filter(([, all]) => all.length > 0),
  );

  it('hang on no time', () => {
    const allowed = new Set([...Object.keys(MAY), 'test/time.test.ts']);
    const wrong = [...found].filter(([file]) => !allowed.has(file)).flatMap(([, all]) => all);
    expect(wrong.map(([kind, where]) => `${kind}: ${where}`)).toEqual([]);
  });

  it('are named here only as long as there is something in them', () => {
    expect(Object.keys(MAY).filter((file) => !found.has(file))).toEqual([]);
  });
});
