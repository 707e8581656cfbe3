// A page that has been taken over waits for the moment in which main looks at the clipboard, and reads it then.
import { expect, it } from 'vitest';
import { createPageTools } from '../../main/shell/chromium-page.ts';
import type { Protocol } from '../../main/shell/chromium-protocol.ts';
import { Secret } from '../../main/secret.ts';
import { tell } from './report.ts';

/** A browser that notes what the page's origin may do at any moment, and does what it is asked. */
function browser() {
  const granted: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    'Page.getFrameTree': { frameTree: { frame: { id: 'main' } } },
    'Page.createIsolatedWorld': { executionContextId: 7 },
    'Runtime.evaluate': { result: { type: 'boolean', value: true } },
  };
  const send = async (command: string, given?: { permissions?: readonly string[] }) => {
    granted.push(...(given?.permissions ?? []));
    return answers[command];
  };
  const { clipboard } = createPageTools({ send, on: () => undefined } as unknown as Protocol);
  return { clipboard, granted };
}

type Act = (clipboard: ReturnType<typeof browser>['clipboard']) => Promise<unknown>;
const secret = new Secret('S3cret');
const ROWS: readonly (readonly [string, readonly Act[], boolean])[] = [
  ['a secret was copied, and the window opened anew', [], true],
  ['a secret was copied', [(one) => one.write(secret)], true],
  ['it was cleared', [(one) => one.write(secret), (one) => one.clear()], false],
  [
    'a text was copied in the window since',
    [(one) => one.write(secret), (one) => one.writeText('text')],
    false,
  ],
  [
    'another secret since',
    [(one) => one.write(new Secret('old')), (one) => one.write(secret)],
    true,
  ],
];
it.each(ROWS)(
  'ATK-27 %s: what main holds for its own is known without the right to read, which the page never has',
  async (name, acts, ours) => {
    const { clipboard, granted } = browser();
    for (const act of acts) await act(clipboard);
    expect(await clipboard.holds(secret)).toBe(ours);
    tell('ATK-27', name, granted.join(', ') || 'nothing granted');
    expect(granted.filter((permission) => permission !== 'clipboardSanitizedWrite')).toEqual([]);
  },
);
