// Files dropped by a person onto a point of the window: only the browser itself knows where they are.
import type { Steward } from './steward.ts';

export async function drop(
  { page }: Steward,
  at: { x: number; y: number },
  files: readonly string[],
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  await cdp.detach();
}
