// What counts as the text to sign: a field of a resource, a text, or plain text, and nothing else.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answered, PlatformClient } from '../../../../main/platform/client.ts';
import type { ReadMessage } from '../../../../main/messages/records.ts';
import { readSigningText } from '../../../../main/messages/signing.ts';

const TEXT = 'I sign this.';

/** Reads the signing text of a message that links to none, where the platform answers this. */
function read({ value, type = '', body = '' }: { value?: unknown; type?: string; body?: string }) {
  const client = {
    load: async () => ({ value, type, body: Buffer.from(body) }) as unknown as Answered,
  } as unknown as PlatformClient;
  const current = { link: () => null } as unknown as ReadMessage;
  return readSigningText(client, { who: 'my', message: 'a1' }, current);
}

describe('the signing text', () => {
  it.each([
    ['a field of a resource', { value: { SigningText: TEXT }, type: 'application/hal+json' }],
    ['a text', { value: TEXT, type: 'application/json' }],
    ['plain text', { type: 'text/plain', body: TEXT }],
  ])('is %s, with the sum of what was read', async (_, answer) => {
    const digest = createHash('sha256').update(TEXT).digest('hex');
    expect(await read(answer)).toEqual({ text: TEXT, digest });
  });

  it.each([
    ['a resource without it', { value: { Other: TEXT }, type: 'text/plain', body: TEXT }],
    ['a page', { type: 'text/html', body: TEXT }],
    ['a file', { type: 'application/pdf', body: TEXT }],
    ['what only begins like plain text', { type: 'text/plainer', body: TEXT }],
    ['a type that is not said', { body: TEXT }],
    ['plain text of nothing', { type: 'text/plain' }],
    ['a text of blanks', { value: ' \n', type: 'application/json', body: '" \\n"' }],
  ])('is not %s', async (_, answer) => {
    await expect(read(answer)).rejects.toMatchObject({
      failure: { kind: 'unexpected-answer' },
    });
  });
});
