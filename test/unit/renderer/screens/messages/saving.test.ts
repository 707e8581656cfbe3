// The plan of saving a form: its form rows, its calls, what prevents it, and the result after a lost answer.
import { describe, expect, it } from 'vitest';
import type { DraftForm } from '../../../../../preload/contract/form-drafts.ts';
import type { AttachmentLink } from '../../../../../preload/contract/messages.ts';
import {
  changing,
  chosenLines,
  formLines,
  foundAdded,
  foundAfter,
  planOf,
  type PlanNeeds,
  type PlatformForm,
} from '../../../../../renderer/screens/messages/saving.ts';

const format = { dataFormatId: '10', dataFormatVersion: '2' };
const form = (id: string | null, more: Partial<PlatformForm> = {}): PlatformForm => ({
  id,
  name: `Form ${id ?? '?'}`,
  type: 'sub-form',
  ...format,
  validationStatus: null,
  xml: `<a>${id ?? ''}</a>`,
  ...more,
});
const draft = (key: string, more: Partial<DraftForm> = {}): DraftForm => ({
  key,
  form: key.startsWith('new') ? null : key,
  type: 'sub-form',
  name: key,
  ...format,
  xml: `<a>${key} mine</a>`,
  revision: 1,
  changed: true,
  removed: false,
  ...more,
});
const main = form('1', { type: 'main-form' });
const attachment = (id: string | null, more: Partial<AttachmentLink> = {}): AttachmentLink => ({
  id,
  name: 'a',
  fileName: 'a.pdf',
  type: null,
  encrypted: false,
  signingLocked: false,
  signedByDefault: true,
  bytes: 1000,
  ...more,
});
const linesOf = (forms: readonly PlatformForm[], ...drafts: DraftForm[]) =>
  formLines(forms, { forms: drafts });
const kinds = (lines: ReturnType<typeof linesOf>) => lines.map(({ kind, key }) => `${key} ${kind}`);
const plan = (given: Partial<PlanNeeds> & Pick<PlanNeeds, 'lines'>) =>
  planOf({
    attachments: [],
    typeOf: () => 'List',
    hasTypes: true,
    then: 'fill-in',
    ...given,
  });

describe('the forms after saving', () => {
  it('stay, change, come and go as the draft says', () => {
    const lines = linesOf(
      [main, form('2'), form('3'), form('4')],
      ...[draft('1'), draft('2', { changed: false }), draft('3', { removed: true })],
      ...[draft('new-1'), draft('new-2', { removed: true })],
    );
    expect(kinds(lines)).toEqual(['1 changed', '2 kept', '3 removed', '4 kept', 'new-1 new']);
  });

  it('are not changed by what the platform has already, however it is laid out', () => {
    const lines = linesOf(
      [form('1', { xml: '<a>\n  <b/>\n</a>' })],
      draft('1', { xml: '<a><b/></a>' }),
    );
    expect(changing(lines)).toEqual([]);
  });

  it('under new ids: the main form of the draft is the one main form there is, a sub-form is new', () => {
    const mine = [draft('1', { type: 'main-form' }), draft('2')];
    const lines = linesOf([form('8', { type: 'main-form' }), form('9')], ...mine);
    expect(kinds(lines)).toEqual(['8 changed', '9 kept', '2 new']);
    const two = [form('8', { type: 'main-form' }), form('9', { type: 'main-form' })];
    expect(kinds(linesOf(two, ...mine.slice(0, 1)))).toEqual(['8 kept', '9 kept', '1 new']);
  });

  it('are those of the platform where the person keeps theirs', () => {
    const lines = linesOf([main, form('2')], draft('1'), draft('2', { removed: true }));
    const chosen = chosenLines(
      lines,
      new Map([
        ['1', 'theirs'],
        ['2', 'mine'],
      ] as const),
    );
    expect(kinds(chosen)).toEqual(['1 kept', '2 removed']);
  });
});

describe('the way it takes', () => {
  const lines = linesOf(
    [main, form('2'), form('3')],
    draft('1', { type: 'main-form' }),
    draft('3', { removed: true }),
    draft('new-1'),
  );

  it('names everything the message will have, and what goes', () => {
    expect(plan({ lines, attachments: [attachment('7')] })).toEqual({
      way: 'whole',
      forms: [
        { ...format, draft: '1', type: 'main-form', replaces: '1' },
        { kept: '2' },
        { ...format, draft: 'new-1', type: 'sub-form' },
      ],
      attachments: [{ kept: '7', type: 'List' }],
      drop: { forms: ['3'] },
    });
  });

  it.each([
    [
      'an attachment is too large',
      [attachment('7', { bytes: 1024 * 1024 + 1 })],
      'large-attachments',
    ],
    [
      'all attachments are too large together',
      Array.from({ length: 17 }, (_, at) => attachment(String(at), { bytes: 900_000 })),
      'large-attachments',
    ],
    ['an attachment has no id', [attachment(null)], 'unnamed-attachments'],
  ] as const)(
    'goes form by form, and leaves attachments alone, where %s',
    (_name, attachments, because) => {
      expect(plan({ lines, attachments })).toEqual({
        way: 'steps',
        because: [because],
        steps: [
          { do: 'replace', form: '1', ...format, draft: '1', name: 'Form 1' },
          { do: 'add', ...format, draft: 'new-1', name: 'new-1' },
          { do: 'remove', form: '3', draft: '3', name: 'Form 3' },
        ],
      });
      expect(plan({ lines, attachments, then: 'await-signature' })).toEqual({
        way: 'none',
        refusal: 'whole-impossible',
        because: [because],
      });
    },
  );

  it('goes form by form where a kept form or a type cannot be named', () => {
    const odd = linesOf([main, form('2', { type: 'unknown' })], draft('1'));
    expect(plan({ lines: odd })).toMatchObject({ way: 'steps', because: ['unknown-forms'] });
    const unnamed = linesOf([main, form(null)], draft('1'));
    expect(plan({ lines: unnamed })).toMatchObject({ way: 'steps', because: ['unnamed-forms'] });
    const noTypes = { attachments: [attachment('7')], typeOf: () => undefined, hasTypes: false };
    expect(plan({ lines, ...noTypes })).toMatchObject({ way: 'steps', because: ['no-types'] });
  });

  it('asks for types where the rules have them, and refuses what cannot be sent', () => {
    const open = { attachments: [attachment('7')], typeOf: () => undefined };
    expect(plan({ lines, ...open })).toMatchObject({ way: 'none', refusal: 'types-needed' });
    const formless = linesOf([main], draft('1', { dataFormatId: null }));
    expect(plan({ lines: formless })).toMatchObject({ way: 'none', refusal: 'unknown-format' });
    const nothing = linesOf([form('2')], draft('2', { removed: true }));
    expect(plan({ lines: nothing })).toMatchObject({ way: 'none', refusal: 'no-forms' });
  });
});

describe('after a lost answer', () => {
  const sent = linesOf(
    [main, form('2')],
    draft('1'),
    draft('2', { removed: true }),
    draft('new-1'),
  );
  const now = (...xml: string[]) => ({
    forms: xml.map((one, at) => form(String(at + 20), { xml: one })),
    lastChanged: 'later',
  });

  it('it is done when everything that was sent is there, and nothing else', () => {
    expect(foundAfter(sent, now('<a>1 mine</a>', '<a>new-1 mine</a>'), 'before')).toBe('done');
    expect(foundAfter(sent, now('<a>1 mine</a>'), 'before')).toBe('other');
    expect(foundAfter(sent, now('<a>1 mine</a>', '<a>other</a>'), 'before')).toBe('other');
    const more = now('<a>1 mine</a>', '<a>new-1 mine</a>', '<a>3</a>');
    expect(foundAfter(sent, more, 'before')).toBe('other');
  });

  it('it is not done only when the platform says that nothing was changed since', () => {
    expect(foundAfter(sent, { ...now('<a>1</a>'), lastChanged: 'before' }, 'before')).toBe(
      'not-done',
    );
    expect(foundAfter(sent, { ...now('<a>1</a>'), lastChanged: null }, null)).toBe('other');
  });

  it('a new form that is there now is not added again; one that was there before proves nothing', () => {
    const added = form('9', { xml: '<a>new-1 mine</a>' });
    expect(foundAdded(sent, [main, added])).toEqual(['new-1']);
    const before = linesOf([main, added], draft('new-1'));
    expect(foundAdded(before, [main, added])).toEqual([]);
    const twice = linesOf([main], draft('new-1', { xml: '<b/>' }), draft('new-2', { xml: '<b/>' }));
    expect(foundAdded(twice, [main, form('9', { xml: '<b/>' })])).toEqual(['new-1']);
  });
});
