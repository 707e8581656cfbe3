// The border of the Chromium shell in the page: one frozen port, and each message of a batch in a turn of its own.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TextPort, ToPage } from '../../../preload/wire.ts';
import { connect, overText } from '../../../renderer/client.ts';

interface Page {
  readonly steward: TextPort;
  readonly stewardToPage: (texts: readonly string[]) => Promise<void>;
  stewardToMain?: (text: string) => void;
}
let sent: string[];
let page: Page;
/** Ends the ports of the module, which keep a process alive. */
let channels: MessageChannel[];

beforeEach(async () => {
  sent = [];
  channels = [];
  const window = {
    addEventListener: () => undefined,
    stewardToMain: (text: string) => sent.push(text),
  };
  page = Object.assign(window, { top: window }) as unknown as Page;
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { href: 'https://steward.local/' });
  const real = MessageChannel;
  vi.stubGlobal(
    'MessageChannel',
    class {
      constructor() {
        const made = new real();
        channels.push(made);
        return made;
      }
    },
  );
  vi.resetModules();
  await import('../../../preload/chromium-bridge.ts');
});
afterEach(() => {
  for (const { port1 } of channels) port1.close();
  vi.unstubAllGlobals();
});

const post = (...messages: ToPage[]) =>
  page.stewardToPage(messages.map((message) => JSON.stringify(message)));
const changed = (name: string): ToPage => ({ kind: 'event', name: 'signInChanged', value: name });

describe('the page’s end of the border in Chromium', () => {
  it('lets whoever waits for an answer go on before an event that came after it, also in one batch', async () => {
    const { client, on } = connect(overText(page.steward));
    const heard: unknown[] = [];
    on('signInChanged', (value) => heard.push(value));
    const asked = async () => {
      const answer = await client.signIn.state({ connection: 'a' });
      // Some turns of its own, as code of a screen has.
      await Promise.resolve().then(() => undefined);
      heard.push(answer);
    };
    const done = asked();
    expect(sent).toHaveLength(1);
    const result = { ok: true, value: 'older' } as const;
    await post(changed('first'), { kind: 'answer', id: 1, result }, changed('newer'));
    await done;
    expect(heard).toEqual(['first', result, 'newer']);
  });

  it('gives what is posted in order, over batches, and says when the last of a batch was received', async () => {
    const names: unknown[] = [];
    page.steward.listen((text) => {
      const message = JSON.parse(text) as ToPage;
      names.push(message.kind === 'event' && message.value);
    });
    const first = post(changed('1'), changed('2'));
    const second = post(changed('3'));
    expect(names).toEqual([]);
    await first;
    expect(names).toEqual(['1', '2']);
    await second;
    expect(names).toEqual(['1', '2', '3']);
    await post();
  });

  it('takes the way to main from the page, and cannot be replaced', () => {
    expect(page.stewardToMain).toBeUndefined();
    expect(Object.isFrozen(page.steward)).toBe(true);
    expect(Reflect.set(page, 'steward', undefined)).toBe(false);
    expect(Reflect.set(page, 'stewardToPage', undefined)).toBe(false);
  });
});
