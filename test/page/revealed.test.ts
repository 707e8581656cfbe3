// A revealed secret is hidden after a time, with the focus, and with its window; a late answer is ignored.
// The clipboard counts down.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as clipboardModule from '../../renderer/screens/enterprise-users/clipboard.svelte.ts';
import type * as revealedModule from '../../renderer/screens/enterprise-users/revealed.svelte.ts';
import type { Copied } from '../../renderer/screens/enterprise-users/clipboard.svelte.ts';
import type { Revealed } from '../../renderer/screens/enterprise-users/revealed.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { keychainLocked } from './support/samples.ts';

let page: Page;
let revealing: typeof revealedModule;
let clipboard: typeof clipboardModule;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') });
  page = await openPage();
  revealing = await import('../../renderer/screens/enterprise-users/revealed.svelte.ts');
  clipboard = await import('../../renderer/screens/enterprise-users/clipboard.svelte.ts');
});

describe('a revealed secret', () => {
  let revealed: Revealed;
  beforeEach(() => {
    revealed = revealing.createRevealed('s-1', revealing.askForSecret);
  });
  const show = async (secret = 'abc-def') => {
    const done = revealed.show();
    page.main.last('oneTimeSecrets.reveal').answer({ secret });
    await done;
  };

  it('is asked for when a person wants to see it, and not before', async () => {
    expect(page.main.calls('oneTimeSecrets.reveal')).toEqual([]);
    await show();
    expect(page.main.last('oneTimeSecrets.reveal').input).toEqual({ secret: 's-1' });
    expect(revealed.secret).toBe('abc-def');
  });

  it('is gone after 30 seconds', async () => {
    await show();
    vi.advanceTimersByTime(29_999);
    expect(revealed.secret).toBe('abc-def');
    vi.advanceTimersByTime(1);
    expect(revealed.secret).toBeUndefined();
  });

  it('is gone when the window loses the focus', async () => {
    await show();
    page.happen('blur');
    expect(revealed.secret).toBeUndefined();
  });

  it('is gone when it is hidden, as its window does when it closes', async () => {
    await show();
    revealed.hide();
    expect(revealed.secret).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['it was hidden', () => revealed.hide()],
    ['the window lost the focus', () => page.happen('blur')],
  ])('is not taken when %s while the answer was on its way', async (_, leave) => {
    const done = revealed.show();
    leave();
    page.main.last('oneTimeSecrets.reveal').answer({ secret: 'abc-def' });
    await done;
    expect(revealed.secret).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shown again has its whole time again', async () => {
    await show();
    vi.advanceTimersByTime(20_000);
    await show();
    vi.advanceTimersByTime(29_999);
    expect(revealed.secret).toBe('abc-def');
    vi.advanceTimersByTime(1);
    expect(revealed.secret).toBeUndefined();
  });

  it('that main does not give leaves the mask and says why, until it is given', async () => {
    const done = revealed.show();
    page.main.last('oneTimeSecrets.reveal').fail(keychainLocked);
    await done;
    expect(revealed.secret).toBeUndefined();
    expect(revealed.failure).toEqual(keychainLocked);
    await show();
    expect(revealed.failure).toBeUndefined();
  });

  it('of an unclear answer is that answer', async () => {
    const answer = revealing.createRevealed('s-2', revealing.askForAnswer);
    const done = answer.show();
    page.main.last('oneTimeSecrets.look').answer({ answer: '<html>' });
    await done;
    expect(answer.secret).toBe('<html>');
  });
});

describe('the clipboard', () => {
  let copied: Copied;
  beforeEach(() => {
    copied = new clipboard.Copied();
  });
  const copy = async (clearsInSeconds = 30) => {
    const done = copied.copy('s-1');
    page.main.last('oneTimeSecrets.copy').answer({ clearsInSeconds });
    await done;
  };

  it('counts the seconds until main clears it, and says that it did', async () => {
    await copy();
    expect(copied).toMatchObject({ state: 'copied', seconds: 30, secondsLeft: 30 });
    vi.advanceTimersByTime(10_250);
    expect(copied.secondsLeft).toBe(20);
    vi.advanceTimersByTime(60_000);
    expect(copied.secondsLeft).toBe(0);
    expect(copied.state).toBe('copied');
    page.main.tell('clipboardCleared', { cleared: true });
    expect(copied.state).toBe('cleared');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says when something else is on it by now and was left alone', async () => {
    await copy();
    page.main.tell('clipboardCleared', { cleared: false });
    expect(copied.state).toBe('left-alone');
  });

  it('says nothing of a clearing where nothing was copied', () => {
    page.main.tell('clipboardCleared', { cleared: true });
    expect(copied.state).toBe('not');
  });

  it('that did not take it says why', async () => {
    const done = copied.copy('s-1');
    page.main.last('oneTimeSecrets.copy').fail(keychainLocked);
    await done;
    expect(copied).toMatchObject({ state: 'not', failure: keychainLocked });
    await copy();
    expect(copied.failure).toBeUndefined();
  });

  it('copied again counts anew, with one count only', async () => {
    await copy(30);
    vi.advanceTimersByTime(20_000);
    await copy(30);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(250);
    expect(copied.secondsLeft).toBe(30);
  });

  it('leaves no count and hears nothing once its window is gone', async () => {
    await copy();
    copied.leave();
    expect(vi.getTimerCount()).toBe(0);
    page.main.tell('clipboardCleared', { cleared: true });
    await settled();
    expect(copied.state).toBe('copied');
  });
});
