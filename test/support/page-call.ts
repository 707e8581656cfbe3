// An operation of the contract called from the page of a running program, as the page's own code calls it.
import type { Page } from 'playwright-core';
import type { Result } from '../../preload/result.ts';
import type { StewardWindow, ToPage } from '../../preload/wire.ts';

/** The value; throws an Error that says the failure. */
export async function callFromPage(page: Page, name: string, input: unknown): Promise<unknown> {
  const result = await page.evaluate(
    ({ name, input }) =>
      new Promise<Result<unknown>>((resolve) => {
        const { steward } = window as unknown as StewardWindow;
        const lists: Record<string, unknown[]> = {};
        const withLists = (value: unknown): unknown =>
          Object.keys(lists).length === 0 ? value : { ...(value as object), ...lists };
        const id = 1_000_000_000 + Math.floor(performance.now() * 1000);
        const stop = steward.listen((text) => {
          const message = JSON.parse(text) as ToPage;
          if (message.kind === 'event' || message.id !== id) return;
          // As preload/parts.ts does it, which cannot come into the page with this function.
          if (message.kind === 'part')
            (lists[message.field] ??= []).push(...(message.items as unknown[]));
          if (message.kind !== 'answer') return;
          stop();
          const { result } = message;
          resolve(result.ok ? { ok: true, value: withLists(result.value) } : result);
        });
        steward.post(JSON.stringify({ kind: 'call', id, name, input }));
      }),
    { name, input },
  );
  if (!result.ok) throw new Error(`${name}: ${result.failure.kind}: ${result.failure.message}`);
  return result.value;
}
