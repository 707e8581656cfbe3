// The Chromium shell when its page refuses a request: a failure, no repetition, and no permission left granted.
import { describe, expect, it } from 'vitest';
import { createPageTools } from '../../../../main/shell/chromium-page.ts';
import type { Protocol } from '../../../../main/shell/chromium-protocol.ts';
import { Secret } from '../../../../main/secret.ts';

/** A browser that answers what is needed, and whose page throws when it is asked to run something. */
function refusing() {
  const sent: { command: string; given: unknown }[] = [];
  const answers: Record<string, unknown> = {
    'Page.getFrameTree': { frameTree: { frame: { id: 'main' } } },
    'Page.createIsolatedWorld': { executionContextId: 7 },
  };
  const protocol = {
    on: () => undefined,
    send: async (command: string, given: { expression?: string }) => {
      sent.push({ command, given });
      if (command !== 'Runtime.evaluate') return answers[command];
      return {
        result: { type: 'object', value: true, objectId: '1' },
        exceptionDetails: { text: `Uncaught in ${given.expression ?? ''}` },
      };
    },
  } as unknown as Protocol;
  return { tools: createPageTools(protocol), sent };
}

describe('a page that refuses what the shell asks of it', () => {
  type Tools = ReturnType<typeof createPageTools>;
  const asked: Record<string, (tools: Tools) => Promise<unknown>> = {
    'writing a secret': (tools) => tools.clipboard.write(new Secret('S3cret')),
    'writing text': (tools) => tools.clipboard.writeText('S3cret'),
    'clearing the clipboard': (tools) => tools.clipboard.clear(),
    'a question': (tools) => tools.confirm('S3cret?'),
    'choosing a file': (tools) => tools.pickFile(['S3cret']),
    'choosing files': (tools) => tools.pickFiles(['S3cret']),
  };

  it.each(Object.keys(asked))('%s fails, and the failure repeats nothing of it', async (name) => {
    const { tools } = refusing();
    const error = await asked[name]?.(tools).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect(String((error as Error).stack)).toContain('The page refused what the shell asked');
    expect(String((error as Error).stack)).not.toContain('S3cret');
  });

  it('NAV-05 the permission for the clipboard is taken back all the same', async () => {
    const { tools, sent } = refusing();
    await tools.clipboard.writeText('text').catch(() => undefined);
    const granted = sent
      .filter(({ command }) => command === 'Browser.grantPermissions')
      .map(({ given }) => (given as { permissions: readonly string[] }).permissions);
    expect(granted).toEqual([['clipboardSanitizedWrite'], []]);
  });
});

describe('a box of the window', () => {
  const box = (type: string, message: string) => ({ type: () => type, message: () => message });
  /** A page whose boxes stay open until they are answered. */
  function asking() {
    let answer: (value: unknown) => void = () => undefined;
    const protocol = {
      on: () => undefined,
      send: async (command: string) => {
        if (command === 'Page.getFrameTree') return { frameTree: { frame: { id: 'main' } } };
        if (command === 'Page.createIsolatedWorld') return { executionContextId: 7 };
        return new Promise((resolve) => {
          answer = (value) => resolve({ result: { type: 'boolean', value } });
        });
      },
    } as unknown as Protocol;
    return { tools: createPageTools(protocol), answer: (value: unknown) => answer(value) };
  }

  it('ATK-26 is left to the person while it is our own, to the letter, and closed when the page shows it', async () => {
    const { tools, answer } = asking();
    expect(tools.answerTo(box('confirm', 'Delete it?'), () => true)).toBe('dismiss');
    const asked = tools.confirm('Delete it?');
    await expect.poll(() => tools.answerTo(box('confirm', 'Delete it?'), () => true)).toBe('left');
    for (const other of ['Delete it', 'Delete it? ', '', 'delete it?'])
      expect(
        tools.answerTo(box('confirm', other), () => true),
        other,
      ).toBe('dismiss');
    answer(true);
    expect(await asked).toBe(true);
    expect(tools.answerTo(box('confirm', 'Delete it?'), () => true)).toBe('dismiss');
  });

  it('lets the window go where the program may end, and nothing else of the page', () => {
    const { tools } = asking();
    expect(tools.answerTo(box('beforeunload', ''), () => true)).toBe('accept');
    expect(tools.answerTo(box('beforeunload', ''), () => false)).toBe('dismiss');
    for (const type of ['alert', 'confirm', 'prompt'])
      expect(
        tools.answerTo(box(type, ''), () => true),
        type,
      ).toBe('dismiss');
  });
});
