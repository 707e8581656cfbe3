// Our XML reader against the local platform's independent writer.
import { describe, expect, it } from 'vitest';
import { readList, readOne } from '../../../../main/http/hal.ts';
import { readXml } from '../../../../main/http/hal-xml.ts';
import { readerOf, readersOf } from '../../../../main/http/reader.ts';
import { halXml, plainXml } from '../../../platform/xml-forms.ts';

const message = {
  MessageId: 'a100',
  Subject: 'Søknad <1> & "2"',
  ServiceEdition: 7,
  ReplyOptions: [{ Type: 'URL', URL: 'https://x.example/?a=1&b=2', Text: 'Svar' }],
  Empty: '',
  LastChangedBy: null,
  _links: {
    self: { href: 'https://x.example/api/my/messages/a100' },
    form: [{ href: 'https://x.example/api/my/messages/a100/forms/1', name: 'Hoved' }],
    attachment: [
      { href: '/1', name: 'one', encrypted: false, filesize: 12 },
      { href: '/2', name: 'two', encrypted: true, filesize: -1 },
    ],
  },
};
const role = {
  RoleName: 'Min rolle',
  RoleDefinitionId: 12,
  Rights: [{ RightID: 1, ServiceCode: '0042', Action: 'Read', IsDelegatable: true }],
  ParentRoleDefinitionIds: [1, 2],
  ChildRoleDefinitionIds: [] as number[],
};
const read = (text: string) => readXml(Buffer.from(text));

describe('what the platform writes, we read', () => {
  it('a list in HAL', () => {
    const value = read(
      halXml({
        _links: {
          self: { href: 'https://x.example/api/my/messages' },
          find: { href: 'https://x.example/api/my/messages/{MessageId}', isTemplated: true },
        },
        _embedded: { messages: [message, message] },
      }),
    );
    const list = readersOf(value, 'a message', 'messages');
    expect(list).toHaveLength(2);
    const reader = list[0] ?? expect.fail();
    expect(reader.requiredText('Subject')).toBe(message.Subject);
    expect(reader.integer('ServiceEdition')).toBe(7);
    expect(reader.text('Empty')).toBeNull();
    expect(reader.text('LastChangedBy')).toBeNull();
    expect(reader.readers('ReplyOptions').map((one) => one.text('URL'))).toEqual([
      'https://x.example/?a=1&b=2',
    ]);
    expect(reader.link('form')?.facts).toEqual({ name: 'Hoved' });
    expect(reader.links('attachment').map(({ facts }) => facts['filesize'])).toEqual(['12', '-1']);
    expect(readOne(value)?.links.get('find')?.[0]?.templated).toBe(true);
  });

  it('lists of one and of none, in both forms', () => {
    const list = (items: readonly unknown[]) =>
      halXml({ _links: { self: { href: '/' } }, _embedded: { messages: items } });
    const plain = { ...message, _links: undefined };
    for (const [text, count] of [
      [list([]), 0],
      [list([message]), 1],
      [halXml([]), 0],
      [halXml([message]), 1],
      [plainXml([], 'Message'), 0],
      [plainXml([plain], 'Message'), 1],
      [plainXml([plain, plain], 'Message'), 2],
    ] as const)
      expect(readList(read(text), 'messages')).toHaveLength(count);
  });

  it('lists inside, of objects and of numbers', () => {
    for (const text of [halXml(role), plainXml(role, 'RoleDefinition')]) {
      const reader = readerOf(read(text), 'a role');
      expect(reader.readers('Rights').map((one) => one.boolean('IsDelegatable'))).toEqual([true]);
      expect(reader.readers('Rights').map((one) => one.text('ServiceCode'))).toEqual(['0042']);
      expect(reader.integers('ParentRoleDefinitionIds')).toEqual([1, 2]);
      expect(reader.integers('ChildRoleDefinitionIds')).toEqual([]);
    }
  });
});
