// What is signed: everything, or named items with the locked ones; and which messages can be signed at all.
import { describe, expect, it } from 'vitest';
import type { AttachmentLink } from '../../../../../preload/contract/messages.ts';
import {
  isUnsaved,
  itemsOf,
  presetOf,
  signedBy,
  standingOf,
  toggled,
  whatOf,
  whyOnlyAll,
} from '../../../../../renderer/screens/messages/sign-items.ts';

const attachment = (id: string | null, more: Partial<AttachmentLink> = {}): AttachmentLink => ({
  id,
  name: 'a',
  fileName: `${id}.pdf`,
  type: null,
  encrypted: false,
  bytes: 1,
  signingLocked: false,
  signedByDefault: false,
  ...more,
});
const forms = [{ id: '1', name: 'Hovedskjema' }];
const attachments = [
  attachment('10'),
  attachment('11', { signingLocked: true }),
  attachment('12', { signedByDefault: true }),
];
const items = itemsOf({ forms, attachments });

describe('what is signed', () => {
  it('begins with the forms, what is locked and what is signed by default', () => {
    expect(whatOf(items, presetOf(items))).toEqual({ forms: ['1'], attachments: ['11', '12'] });
    expect(whatOf(items, 'all')).toBe('all');
  });

  it('never leaves out what is locked, and is nothing where nothing is chosen', () => {
    const chosen = items.reduce((now, { key }) => toggled(items, now, key, false), presetOf(items));
    expect(whatOf(items, chosen)).toEqual({ forms: [], attachments: ['11'] });
    expect(whatOf(items, new Set())).toEqual({ forms: [], attachments: ['11'] });
    const free = itemsOf({ forms, attachments: [attachment('10')] });
    expect(whatOf(free, new Set())).toBeUndefined();
    expect(whatOf(free, toggled(free, new Set(), 'attachment 0', true))).toEqual({
      forms: [],
      attachments: ['10'],
    });
  });

  it('is all where an item has no number that a SignatureSpec could name', () => {
    for (const id of [null, 'a10', '010', '99999999999999999'])
      expect([id, whyOnlyAll(itemsOf({ forms, attachments: [attachment(id)] }))]).toEqual([
        ...[id, 'unnamed'],
      ]);
    const odd = itemsOf({ forms, attachments: [attachment(null), attachment('10')] });
    expect(whatOf(odd, presetOf(odd))).toBe('all');
    expect(whyOnlyAll(itemsOf({ forms, attachments: [] }))).toBe('single');
    expect(whyOnlyAll(items)).toBeUndefined();
  });

  it('is told by name afterwards', () => {
    expect(signedBy(items, 'all')).toEqual(items);
    const what = { forms: [], attachments: ['11'] };
    expect(signedBy(items, what).map(({ name }) => name)).toEqual(['11.pdf']);
  });
});

describe('whether it can be signed', () => {
  const of = (state: string, kind = 'form-task') =>
    standingOf({ type: { kind, word: '' }, status: { state, word: '' } } as Parameters<
      typeof standingOf
    >[0]);

  it('goes by the state, and leaves to the platform what nobody here knows', () => {
    expect(of('signing')).toBe('signable');
    expect(of('filling-in')).toBe('complete-first');
    expect(of('archived-form')).toBe('archived');
    expect(of('deleted')).toBe('deleted');
    expect(of('unknown')).toBe('unknown');
    expect(of('signing', 'unknown')).toBe('signable');
    expect(of('signing', 'correspondence')).toBe('correspondence');
  });

  it('waits for what is only on this computer', () => {
    const form = { changed: false, removed: false, form: '1' };
    const draft = (more: object) =>
      ({ forms: [{ ...form, ...more }] }) as unknown as Parameters<typeof isUnsaved>[0];
    expect(isUnsaved(null)).toBe(false);
    expect(isUnsaved(draft({}))).toBe(false);
    for (const more of [{ changed: true }, { removed: true }, { form: null }])
      expect(isUnsaved(draft(more))).toBe(true);
  });
});
