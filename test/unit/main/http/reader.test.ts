// What a service sees of a resource: the same in all forms, and a named failure for what cannot be understood.
import { describe, expect, it } from 'vitest';
import { readXml } from '../../../../main/http/hal-xml.ts';
import { readerOf, readersOf, type ResourceReader } from '../../../../main/http/reader.ts';
import { failureOf } from '../../../../main/problem.ts';

const fieldOf = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    return failure?.kind === 'unexpected-answer' ? failure.field : `another: ${String(error)}`;
  }
};
const of = (value: object) => readerOf(value, 'a thing');

const json = {
  _links: {
    self: { href: '/self' },
    Form: [{ href: '/f/1', name: 'One' }, { href: '/f/2' }],
    print: { href: '/p', 'mime-type': 'application/pdf' },
  },
  Name: 'Åse \r\n',
  ServiceEdtionCode: 7,
  IsDelegable: true,
  Created: '2018-01-22T12:00:00',
  ValidTo: '9999-12-31T00:00:00',
  Code: '0012',
  ContactInformation: { Email: 'a@b.example', RequestsEmailReceipts: false },
  Rights: [{ RightID: 1 }],
  Ids: [1, 2],
  None: null,
  Empty: [],
  _embedded: { roles: [{ RoleName: 'r' }] },
};
const xml = `<resource rel="self" href="/self" xmlns:xsi="x">
  <link rel="Form" href="/f/1" name="One"/><link rel="Form" href="/f/2"/>
  <link rel="print" href="/p" mime-type="application/pdf"/>
  <Name>Åse&#13;
</Name><ServiceEdtionCode>7</ServiceEdtionCode><IsDelegable>true</IsDelegable>
  <Created>2018-01-22T12:00:00</Created><ValidTo>9999-12-31T00:00:00</ValidTo><Code>0012</Code>
  <ContactInformation><Email>a@b.example</Email><RequestsEmailReceipts>false</RequestsEmailReceipts></ContactInformation>
  <Rights><Right><RightID>1</RightID></Right></Rights><Ids><int>1</int><int>2</int></Ids>
  <None xsi:nil="true"/><Empty/><resource rel="roles"><RoleName>r</RoleName></resource></resource>`;
// Plain forms have no `_embedded`: what is embedded stands under its name.
const plain = { ...json, _embedded: undefined, roles: [{ RoleName: 'r' }] };

describe.each<[string, unknown]>([
  ['HAL JSON', json],
  ['an array of one', [json]],
  ['HAL XML', readXml(Buffer.from(xml))],
  ['plain JSON', plain],
])('reading %s', (_name, value) => {
  const reader: ResourceReader = readerOf(value, 'a thing');

  it('gives values, whatever they were written as', () => {
    expect(reader.requiredText('Name')).toBe('Åse');
    expect(
      reader.requiredInteger('ServiceEdition', 'ServiceEditionCode', 'ServiceEdtionCode'),
    ).toBe(7);
    expect(reader.text('servicecode', 'CODE')).toBe('0012');
    expect(reader.boolean('IsDelegatable', 'IsDelegable')).toBe(true);
    expect(reader.instant('Created')).toBe('2018-01-22T11:00:00.000Z');
    expect(reader.until('ValidTo')).toBe('for-ever');
    expect(reader.until('Created')).toBe('2018-01-22T11:00:00.000Z');
  });

  it('gives null and empty lists for what is not there', () => {
    for (const name of ['None', 'Missing', 'Empty'] as const) {
      if (name !== 'Empty') expect(reader.text(name)).toBeNull();
      if (name !== 'Empty') expect(reader.instant(name)).toBeNull();
      expect(reader.object(name)).toBeNull();
      expect(reader.items(name)).toEqual([]);
      expect(reader.readers(name)).toEqual([]);
      expect(reader.links(name)).toEqual([]);
    }
    expect(reader.link('none', 'nothing')).toBeNull();
  });

  it('reads what is inside', () => {
    expect(reader.object('ContactInformation')?.text('Email')).toBe('a@b.example');
    expect(reader.object('ContactInformation')?.requiredBoolean('RequestsEmailReceipts')).toBe(
      false,
    );
    expect(reader.readers('Rights').map((one) => one.integer('RightId'))).toEqual([1]);
    expect(reader.integers('Ids')).toEqual([1, 2]);
    expect(reader.readers('roles').map((one) => one.text('RoleName'))).toEqual(['r']);
  });

  it('finds links by relation, in any letter case', () => {
    expect(reader.links('form').map(({ href }) => href)).toEqual(['/f/1', '/f/2']);
    expect(reader.link('printout', 'Print')?.facts).toEqual({ 'mime-type': 'application/pdf' });
    expect(reader.link('self')?.href).toBe('/self');
    expect(reader.resource.relations.map(({ name }) => name)).toContain('Form');
  });
});

describe('PAR-08 what cannot be understood is named, never left out', () => {
  it('PAR-08 a required field that is missing, empty or nil', () => {
    for (const value of [undefined, null, '', ' ', []]) {
      expect(fieldOf(() => of({ MessageId: value }).requiredText('MessageId', 'Id'))).toBe(
        'MessageId',
      );
      expect(fieldOf(() => of({ N: value }).requiredInteger('N'))).toBe('N');
      expect(fieldOf(() => of({ N: value }).requiredBoolean('N'))).toBe('N');
    }
  });

  it('PAR-08 every reader with every other type', () => {
    const wrong: readonly [(reader: ResourceReader) => unknown, readonly unknown[]][] = [
      [(reader) => reader.text('F'), [{ a: 1 }, [1], true]],
      [(reader) => reader.integer('F'), [{ a: 1 }, [1], true, 1.5, 'x']],
      [(reader) => reader.boolean('F'), [{ a: 1 }, [1], 7, 'x']],
      [(reader) => reader.instant('F'), [{ a: 1 }, [1], 7, 'x', '2018-02-30T00:00:00']],
      [(reader) => reader.until('F'), [{ a: 1 }, 7, 'x']],
      [(reader) => reader.texts('F'), [[{ a: 1 }], ['a', null], true]],
      [(reader) => reader.integers('F'), [['x'], [1, 1.5], 'x']],
      [(reader) => reader.readers('F'), [['x'], 7, 'x', [{ a: 1 }, null]]],
      [(reader) => reader.object('F'), ['x', 7, [{ a: 1 }, { b: 1 }]]],
    ];
    for (const [read, values] of wrong)
      for (const value of values) expect(fieldOf(() => read(of({ F: value })))).toBe('F');
  });

  it('PAR-08 an embedded list with a hole is not an empty list', () => {
    expect(fieldOf(() => of({ _embedded: { roles: [1] } }).readers('roles'))).toBe('roles');
    expect(of({ _embedded: { roles: '' } }).readers('roles')).toEqual([]);
    expect(of({ _embedded: { roles: { RoleName: 'r' } } }).readers('roles')).toHaveLength(1);
  });

  it('PAR-08 a whole answer that is no resource, or no list', () => {
    for (const value of [undefined, null, 'x', 7, [], [1], [{}, {}]])
      expect(fieldOf(() => readerOf(value, 'a thing'))).toBe('body');
    for (const value of [undefined, null, 'x', 7, [1], { _embedded: { a: [], b: [] } }])
      expect(fieldOf(() => readersOf(value, 'a list', 'messages'))).toBe('messages');
    expect(readersOf('', 'a list', 'messages')).toEqual([]);
  });

  it('LOG-03 the failure names the field and never its content', () => {
    const reader = readerOf({ Name: { S3cr3t: 1 } }, 'the profile');
    try {
      reader.text('Name');
      expect.unreachable();
    } catch (error) {
      expect(failureOf(error)).toMatchObject({
        message: 'The answer about the profile cannot be understood: Name.',
        field: 'Name',
      });
      expect(JSON.stringify(failureOf(error))).not.toContain('S3cr3t');
    }
    expect(failureOf(reader.wrong('Own'))).toMatchObject({ field: 'Own' });
  });
});
