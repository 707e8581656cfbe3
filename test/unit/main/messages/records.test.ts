// How messages are read: words of three languages, ids at the end of addresses, and facts of links in any spelling.
import { describe, expect, it } from 'vitest';
import type { ApiCall } from '../../../../main/platform/requests.ts';
import {
  idAtEnd,
  locatedId,
  readMessage,
  statusOf,
  typeOf,
} from '../../../../main/messages/records.ts';
import { readSigningText, signatureSpec } from '../../../../main/messages/signing.ts';
import { Problem } from '../../../../main/problem.ts';

const form = typeOf('FormTask');
const letter = typeOf('Correspondence');

describe('words', () => {
  it.each([
    ['Utfylling', form, 'filling-in'],
    ['Completion', form, 'filling-in'],
    ['Signering', form, 'signing'],
    [' signing ', form, 'signing'],
    ['Sendt og arkivert', form, 'archived-form'],
    ['Send og arkivert', form, 'archived-form'],
    ['Sent and archived', form, 'archived-form'],
    ['Arkivert', form, 'archived-form'],
    ['Arkivert', letter, 'archived'],
    ['Archived', letter, 'archived'],
    ['Ulest', letter, 'unread'],
    ['Ulesen', letter, 'unread'],
    ['UNREAD', letter, 'unread'],
    ['Lest', letter, 'read'],
    ['A\u030apnet', letter, 'read'],
    ['Opened', letter, 'read'],
    ['Slettet', form, 'deleted'],
    ['Deleted', letter, 'deleted'],
    ['Utfylling', typeOf('Something'), 'filling-in'],
    ['Til behandling', form, 'unknown'],
    ['constructor', form, 'unknown'],
    ['', letter, 'unknown'],
  ] as const)('PAR-08 the status %s is known by its type', (word, type, state) => {
    expect(statusOf(word, type)).toEqual({ state, word });
  });

  it('PAR-08 an unknown type keeps its word', () => {
    expect(typeOf('Archive Item')).toEqual({ kind: 'unknown', word: 'Archive Item' });
    expect(typeOf('formtask').kind).toBe('form-task');
  });
});

describe('ids', () => {
  it.each([
    ['https://p.test/api/g2/abc/a1200', 'a1200'],
    ['https://p.test/api/my/messages/a1200/?x=1#top', 'a1200'],
    ['/api/my/messages/a12/forms/300001', '300001'],
    ['300001', '300001'],
    ['https://elsewhere.test/a5', 'a5'],
    ['https://p.test/api/my/messages/a12/print', null],
    ['https://p.test/api/my/messages/aa12', 'aa12'],
    ['https://p.test/api/my/messages/a12/forms/blå%2F1%20%25', 'blå/1 %'],
    ['https://p.test/api/my/messages/%2e%2e', null],
    ['https://p.test/api/my/messages/trashbin', null],
    ['https://p.test/api/my/messages/%e6', null],
    ['https://p.test/api/g2/aa12', null],
    ['https://p.test/?id=5', null],
    [`https://p.test/${'9'.repeat(19)}`, null],
    ['', null],
  ] as const)('PAR-15 %s ends in the id %s', (address, id) => {
    expect(idAtEnd(address)).toBe(id);
    expect(locatedId({ location: ` ${address} ` })).toBe(id);
  });

  it('PAR-15 a missing Location is no id', () => {
    expect(locatedId({ location: undefined })).toBeNull();
  });
});

const target = { who: 'my', message: 'a12' };
const message = {
  MessageId: 'a12',
  Type: 'FormTask',
  Status: 'Signering',
  serviceedition: '3',
  _links: {
    Form: '/api/my/messages/a12/forms/31',
    attachment: [
      { HREF: '/x/41', Name: 'Kart', SigningLocked: 'true', FileSize: '12' },
      { href: '/x/content', name: 'Uten id', filesize: -1 },
    ],
    SigningTest: '/x/text',
    somethingnew: { href: '/x/new' },
  },
};
const saying = (value: unknown) => ({
  calls: [] as ApiCall[],
  async read(call: ApiCall) {
    this.calls.push(call);
    return value;
  },
});

describe('one message', () => {
  it('PAR-08 MSG-02 keys, links and numbers are taken in any spelling; what cannot be named has no id', async () => {
    const platform = saying([message]);
    const { shown, forms } = await readMessage(platform, target);
    expect(shown).toMatchObject({
      subject: '',
      serviceEdition: 3,
      lastChanged: null,
      replyOptions: [],
      forms: [{ id: '31', name: '' }],
      attachments: [
        { id: '41', name: 'Kart', fileName: 'Kart', signingLocked: true, bytes: 12 },
        { id: null, name: 'Uten id', signingLocked: false, bytes: null },
      ],
      can: { signingText: true, print: false },
    });
    expect(forms[0]?.href).toBe('/api/my/messages/a12/forms/31');
    expect(platform.calls).toMatchObject([{ query: { markAsRead: 'false' }, links: true }]);
  });

  it.each([
    ['MessageId', { ...message, MessageId: 'a13' }],
    ['MessageId', { ...message, MessageId: undefined }],
    ['LastChangedDateTime', { ...message, LastChangedDateTime: 'yesterday' }],
    ['ServiceEdition', { ...message, serviceedition: 'three' }],
    ['attachment.filesize', { ...message, _links: { attachment: { href: '/1', filesize: 'x' } } }],
    ['body', [message, message]],
  ])('PAR-09 what is not understood is named: %s', async (field, value) => {
    await expect(readMessage(saying(value), target)).rejects.toMatchObject({
      failure: { kind: 'unexpected-answer', field },
    });
  });
});

describe('signing', () => {
  const shown = {
    forms: [{ id: '31', name: '' }],
    attachments: [attachment('41', true), attachment('a42', false), attachment(null, false)],
  };
  function attachment(id: string | null, signingLocked: boolean) {
    const facts = {
      name: '',
      fileName: '',
      encrypted: false,
      signedByDefault: false,
      bytes: 1,
      type: null,
    };
    return { id, signingLocked, ...facts };
  }

  it('MSG-06 ids go as integers', () => {
    expect(signatureSpec({ shown }, { forms: ['31'], attachments: ['41'] })).toEqual({
      FormIds: [31],
      AttachmentIds: [41],
    });
  });

  it('MSG-06 what the message does not have cannot be named', () => {
    const notAChoice = (field: string) => ({
      failure: { kind: 'invalid-input', fields: { [field]: 'not-a-choice' } },
    });
    const refusalOf = (chosen: Parameters<typeof signatureSpec>[1]) => {
      try {
        return signatureSpec({ shown }, chosen);
      } catch (error) {
        return error;
      }
    };
    const forms = refusalOf({ forms: ['31', '32'], attachments: ['41'] });
    expect(forms).toMatchObject(notAChoice('what.forms'));
    const attachments = refusalOf({ forms: ['31'], attachments: ['41', '31'] });
    expect(attachments).toMatchObject(notAChoice('what.attachments'));
  });

  it('MSG-06 an id that is no integer, and a locked attachment without one, cannot be named', () => {
    const lettered = { forms: [], attachments: ['41', 'a42'] };
    expect(() => signatureSpec({ shown }, lettered)).toThrowError(Problem);
    const unnamed = { ...shown, attachments: [attachment(null, true)] };
    expect(() => signatureSpec({ shown: unnamed }, { forms: ['31'], attachments: [] })).toThrow(
      /cannot be named/,
    );
  });

  it.each([
    [
      'a field',
      { value: { signingtext: ' Jeg bekrefter ' }, type: 'application/json' },
      ' Jeg bekrefter',
    ],
    ['another name', { value: { Text: 'Jeg' }, type: 'application/xml' }, 'Jeg'],
    ['a bare text', { value: 'Jeg', type: 'application/json' }, 'Jeg'],
    ['plain text', { body: Buffer.from('Jæ'), type: 'text/plain' }, 'Jæ'],
  ])('MSG-14 the signing text comes as %s', async (_, answer, text) => {
    const current = await readMessage(saying(message), target);
    const follow = async () => ({ ...EMPTY, ...answer });
    const client = { follow } as unknown as Parameters<typeof readSigningText>[0];
    expect((await readSigningText(client, target, current)).text).toBe(text);
  });

  it('MSG-14 without a text nothing is shown as one', async () => {
    const current = await readMessage(saying(message), target);
    const follow = async () => ({ ...EMPTY, value: { Other: 'x' }, type: 'application/json' });
    const client = { follow } as unknown as Parameters<typeof readSigningText>[0];
    await expect(readSigningText(client, target, current)).rejects.toMatchObject({
      failure: { kind: 'unexpected-answer', field: 'SigningText' },
    });
  });
});

const EMPTY = { value: undefined, body: Buffer.alloc(0), headers: {}, status: 200, reason: 'OK' };
