// Fails each test of the page in which the page complained, and the file whose page complained outside of a test.
import { afterAll, beforeEach, expect, onTestFinished } from 'vitest';
import { hearConsole, hearWindow } from '../../support/complaints.ts';

/** Files that share a window share what hears it. */
const shared = globalThis as { pageComplaints?: string[] };

function listen(): string[] {
  const complaints: string[] = [];
  const tell = (complaint: string) => complaints.push(complaint);
  // The page's state is tested without a window; there vitest itself fails for errors that nobody caught.
  if (typeof document !== 'undefined') hearWindow(tell);
  hearConsole(tell);
  return complaints;
}

const complaints = (shared.pageComplaints ??= listen());
// Those of the browser, whatever a test puts in their place.
const wait = globalThis.setTimeout.bind(globalThis);
const draw = 'requestAnimationFrame' in globalThis ? requestAnimationFrame.bind(globalThis) : wait;

/** What was told, once all that is told late has come: rejections, loops of ResizeObserver, reports of the policy. */
async function told(): Promise<readonly string[]> {
  await new Promise((resolve) => draw(resolve));
  await new Promise((resolve) => wait(resolve));
  return complaints.splice(0);
}

// The first to be asked for is the last to be done: what a test shows is taken away before.
beforeEach(() => {
  onTestFinished(async () => {
    expect(await told(), 'what the page complained about').toEqual([]);
  });
});
afterAll(async () => {
  expect(await told(), 'what the page complained about outside of a test').toEqual([]);
});
