// The rights of a role as a table: nothing the server says is lost, whatever its words.
import { describe, expect, it } from 'vitest';
import {
  type Action,
  localAction,
  type Right,
} from '../../../../preload/contract/role-definitions.ts';
import { rightTable, SIX } from '../../../../renderer/components/right-table.ts';

const known = ['Read', 'Write', 'Delete', 'Sign', 'ReadArchive', 'DeleteArchive', 'Access'];
const right = (reference: string, word: string, more: Partial<Right> = {}): Right => {
  const [serviceCode = '', edition] = reference.split('/');
  return {
    id: null,
    type: 'Service',
    serviceCode,
    source: null,
    delegable: true,
    serviceEdition: edition === undefined ? null : Number(edition),
    action: { word, known: known.includes(word) ? (word as Action['known']) : 'unknown' },
    ...more,
  };
};
const names = new Map([
  ['0100/1', 'Emissions '],
  ['200/2', 'Åpningstider'],
  ['300/1', 'Accounts'],
]);
const compare = (a: string, b: string) => new Intl.Collator('nb').compare(a, b);
const table = (rights: readonly Right[]) => rightTable(rights, names, compare);
const six = known.slice(0, 6);

it('has a column for every action a local role is made of', () => {
  expect(SIX).toEqual(localAction.options);
});

describe('rights as a table', () => {
  it('one row for each edition of a service, by its name; what has no name stands last, by its code', () => {
    const { rows } = table([
      right('200/2', 'Read'),
      right('0100/1', 'Read'),
      right('99/1', 'Read'),
      right('0100/2', 'Read'),
      right('0100/1', 'Write'),
    ]);
    expect(rows.map(({ reference, name }) => [reference, name])).toEqual([
      ['0100/1', 'Emissions'],
      ['200/2', 'Åpningstider'],
      ['0100/2', null],
      ['99/1', null],
    ]);
    expect(rows[0]?.cells).toEqual({ Read: true, Write: true });
  });

  it('the six actions always have their columns, others follow in the server’s words', () => {
    const { columns, hasAccess } = table([right('300/1', 'Read'), right('300/1', 'Archive-Sign')]);
    expect(columns.map(({ key }) => key)).toEqual([...six, '?Archive-Sign']);
    expect(columns.at(-1)).toEqual({ key: '?Archive-Sign', known: null, word: 'Archive-Sign' });
    expect(hasAccess).toBe(false);
  });

  it('a role with nothing but simplified access has that column alone', () => {
    const { columns, hasAccess } = table([right('300/1', 'Access')]);
    expect(columns.map(({ key }) => key)).toEqual(['Access']);
    expect(hasAccess).toBe(true);
  });

  it('an unknown word that is called like a known action does not end in its column', () => {
    const odd = right('300/1', 'Read', { action: { word: 'Read', known: 'unknown' } });
    expect(table([odd]).columns.map(({ key }) => key)).toEqual(['?Read']);
  });

  it('says what cannot be passed on; given twice, it can if either says so', () => {
    const fixed = right('300/1', 'Read', { delegable: false });
    expect(table([fixed]).hasFixed).toBe(true);
    for (const both of [
      [fixed, right('300/1', 'Read')],
      [right('300/1', 'Read'), fixed],
    ]) {
      expect(table(both)).toMatchObject({ hasFixed: false, rows: [{ cells: { Read: true } }] });
    }
    expect(table([right('300/1', 'Read', { delegable: null })]).hasFixed).toBe(false);
  });

  it('keeps rights to something else than a service, and services without an edition', () => {
    const { rows } = table([right('', 'Read', { type: 'Scheme' }), right('300', 'Read')]);
    expect(rows).toMatchObject([
      { reference: '300', name: null },
      { reference: null, type: 'Scheme' },
    ]);
  });
});
