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
        const id = 1_000_000_000 + Math.floor(performance.now() * 1000);
        const stop = steward.listen((text) => {
          const message = JSON.parse(text) as ToPage;
          if (message.kind !== 'answer' || message.id !== id) return;
          stop();
          resolve(message.result);
        });
        steward.post(JSON.stringify({ kind: 'call', id, name, input }));
      }),
    { name, input },
  );
  if (!result.ok) throw new Error(`${name}: ${result.failure.kind}: ${result.failure.message}`);
  return result.value;
}
