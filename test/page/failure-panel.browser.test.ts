// What a failure shows: the wait of a busy server, which runs down, and what it means where it is shown.
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

it('is told in the words of the place where it means something of its own, with the server’s beside them', async () => {
  const failure = { kind: 'not-found', message: '', reason: 'No such list.' } as const;
  const { notFound } = en.explorer;
  show(FailurePanel, { failure, attempted: 'Could not load', saying: notFound });
  const panel = page.getByRole('alert');
  await expect.element(panel).toHaveTextContent(notFound.what);
  await expect.element(panel).toHaveTextContent(notFound.fix);
  await expect.element(panel).toHaveTextContent('No such list.');
  await expect.element(panel).not.toHaveTextContent(en.failures.kinds['not-found'].what);
});
