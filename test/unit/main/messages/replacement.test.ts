// The content of a PUT, which replaces the whole message: nothing unnamed is lost, and what is kept is complete.
import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../../../main/platform/client.ts';
import type { Sink } from '../../../../main/http/streams.ts';
import { SMALL_ATTACHMENT_BYTES } from '../../../../main/messages/content.ts';
import type { ReadMessage } from '../../../../main/messages/records.ts';
import { replacementParts } from '../../../../main/messages/replacement.ts';

type Input = Parameters<typeof replacementParts>[1];
type Attachment = ReadMessage['attachments'][number];

const attachment = (id: string | null, bytes: number | null = 3) =>
  ({ id, bytes, fileName: 'a.pdf', href: `https://p.test/${id ?? 'none'}` }) as Attachment;
const form = (id: string | null) => ({ id }) as ReadMessage['forms'][number];

/** What the PUT would hold, of a message that has this; each attachment comes as `came`. */
function partsOf(
  has: Partial<Pick<ReadMessage, 'forms' | 'attachments'>>,
  input: Partial<Input>,
  came: readonly string[] = [],
) {
  const client = {
    async download(_from: unknown, sink: Sink) {
      for (const piece of came) await sink.write(Buffer.from(piece));
      await sink.commit();
    },
  } as unknown as PlatformClient;
  const current = { forms: [], attachments: [], ...has } as unknown as ReadMessage;
  const needs = {
    client,
    current,
    target: { who: 'my', message: 'a1' },
    contents: {
      handles: {
        read: () => Promise.reject(new Error('no file')),
        charset: () => undefined,
        name: () => '',
      },
    },
    signal: new AbortController().signal,
  };
  return replacementParts(needs, { forms: [], attachments: [], ...input } as unknown as Input);
}
const drop = (unnamed: boolean, names: Partial<Record<'forms' | 'attachments', string[]>> = {}) =>
  ({ drop: { forms: [], attachments: [], unnamed, ...names } }) as Partial<Input>;

describe('what a message has and the PUT does not name', () => {
  it.each([
    ['a form', { forms: [form('1')] }, 'forms', '1'],
    ['an attachment', { attachments: [attachment('2')] }, 'attachments', '2'],
    ['a form without an id', { forms: [form(null)] }, 'forms', 'one without an id'],
    [
      'an attachment without an id',
      { attachments: [attachment(null)] },
      'attachments',
      'one without an id',
    ],
  ])('%s stops it, by its field', async (_, has, field, named) => {
    const lost = {
      failure: { kind: 'conflict', field, message: expect.stringContaining(named) as string },
    };
    await expect(partsOf(has, {})).rejects.toMatchObject(lost);
    // Another one that is named or dropped does not answer for it.
    const two = { ...has, [field]: [...Object.values(has).flat(), form('9')] };
    await expect(partsOf(two, drop(false, { [field]: ['9'] }))).rejects.toMatchObject(lost);
  });

  it('what has no id goes only where that was said, and what has one only by its name', async () => {
    const unnamed = { forms: [form(null)], attachments: [attachment(null)] };
    expect(await partsOf(unnamed, drop(true))).toEqual({ forms: [], attachments: [] });
    await expect(partsOf({ forms: [form('1')] }, drop(true))).rejects.toMatchObject({
      failure: { kind: 'conflict', field: 'forms' },
    });
    expect(await partsOf({ forms: [form('1')] }, drop(false, { forms: ['1'] }))).toMatchObject({
      forms: [],
    });
  });

  it.each([
    ['twice', ['1', '1']],
    ['that the message has not', ['1', '2']],
  ])('a name %s is refused at its field', async (_, forms) => {
    await expect(partsOf({ forms: [form('1')] }, drop(false, { forms }))).rejects.toMatchObject({
      failure: { kind: 'invalid-input', fields: { forms: 'not-a-choice' } },
    });
  });
});

describe('an attachment that is kept', () => {
  const kept = { attachments: [{ kept: '2', type: 'application_pdf' }] } as Partial<Input>;

  it('goes out as it came, whether or not its length was said', async () => {
    const whole = { FileName: 'a.pdf', AttachmentType: 'application_pdf', Data: 'YWJj' };
    for (const bytes of [3, null]) {
      const parts = await partsOf({ attachments: [attachment('2', bytes)] }, kept, ['ab', 'c']);
      expect(parts.attachments).toEqual([whole]);
    }
  });

  it.each([
    ['shorter', 'ab'],
    ['longer', 'abcd'],
    ['empty', ''],
  ])('that comes %s than the message says is not sent as if it were whole', async (_, came) => {
    const parts = partsOf({ attachments: [attachment('2', 3)] }, kept, [came]);
    await expect(parts).rejects.toMatchObject({ failure: { kind: 'conflict' } });
  });

  it('is too large for one call above the limit, not at it', async () => {
    const has = { attachments: [attachment('2', null)] };
    const [all, more] = ['x'.repeat(SMALL_ATTACHMENT_BYTES), 'y'];
    expect((await partsOf(has, kept, [all])).attachments).toHaveLength(1);
    await expect(partsOf(has, kept, [all, more])).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'too-large' },
    });
  });
});
