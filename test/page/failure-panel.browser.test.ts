// What a failure shows of time: the wait that a busy server asks for runs down, and nobody is kept from trying.
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from './support/browser.ts';
import FailurePanel from '../../renderer/components/FailurePanel.svelte';
import { en } from '../../renderer/texts/en.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

it('RAT-04 the wait of a busy server counts down, can be skipped, and is not read out each second', async () => {
  const failure = { kind: 'busy', message: '', retryAfterSeconds: 12, status: 429 } as const;
  const retry = vi.fn();
  show(FailurePanel, { failure, attempted: 'Could not load', retry, fixes: { retry } });
  const timer = page.getByRole('timer');
  await expect.element(timer).toHaveTextContent(en.failures.waitSeconds(12));
  await vi.advanceTimersByTimeAsync(5000);
  await expect.element(timer).toHaveTextContent(en.failures.waitSeconds(7));
  (page.getByRole('button', { name: en.failures.fixes.retry }).element() as HTMLElement).click();
  expect(retry).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(8000);
  await expect.element(timer).toHaveTextContent(en.failures.waitOver);
});
