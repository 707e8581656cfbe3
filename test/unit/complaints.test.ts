// What counts as a complaint of a page; that a window's own are heard is shown in a real one (e2e/complaints.spec.ts).
import { expect, it, vi } from 'vitest';
import { hearConsole, isComplaint } from '../support/complaints.ts';

it('every error and warning of the console is a complaint, by the names of browser and page, and no other line is', () => {
  const types = ['error', 'warning', 'warn', 'assert', 'log', 'info', 'debug', 'dir', 'trace'];
  expect(types.filter((type) => isComplaint(type, 'said'))).toEqual(types.slice(0, 4));
});

it('what the console is told inside a page is told as a complaint and printed all the same', () => {
  const printed = vi.fn();
  vi.stubGlobal('console', { error: printed, warn: printed, log: printed });
  try {
    const told: string[] = [];
    hearConsole((complaint) => told.push(complaint));
    console.warn('[svelte]', 'state is read but never changed');
    console.error(new Error('broken'));
    console.log('only said');
    expect(told).toEqual(['[svelte] state is read but never changed', 'Error: broken']);
    expect(printed).toHaveBeenCalledTimes(3);
  } finally {
    vi.unstubAllGlobals();
  }
});
