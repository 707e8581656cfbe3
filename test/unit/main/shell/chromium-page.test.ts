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
