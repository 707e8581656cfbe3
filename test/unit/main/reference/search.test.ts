// Search as people type it: codes, names, owners and forms, and Norwegian letters in each spelling.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ServiceSummary } from '../../../../preload/contract/metadata.ts';
import type { ServiceFilters } from '../../../../preload/contract/reference.ts';
import type { ServiceFacts } from '../../../../main/reference/keys.ts';
import { createSearch, type Search } from '../../../../main/reference/search.ts';
import {
  bytesOf,
  createSearchIndex,
  INDEX_FORM,
  indexFrom,
  type SearchSource,
} from '../../../../main/reference/search-index.ts';
import { createChance } from '../../../platform/randomness.ts';
import { serviceAt } from '../../../platform/service-data.ts';

const NOW = new Date('2024-05-05T10:00:00Z');

const service = (changes: Partial<ServiceSummary>): ServiceSummary => ({
  ownerCode: 'FYR',
  ownerName: 'Fyrtilsynet',
  name: 'Uten navn',
  code: '9000',
  edition: 1,
  validFrom: '2015-01-01T00:00:00Z',
  validTo: 'for-ever',
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: true,
  ...changes,
});
const named = (...names: string[]) =>
  names.map((name, at) => service({ name, code: String(7000 + at) }));

const searchIn = (
  services: readonly ServiceSummary[],
  facts: Readonly<Record<string, ServiceFacts>> = {},
) => searchOf({ services, factsOf: ({ code }) => facts[code], now: NOW });
/** As at every start but the first: of an index that was kept. */
const searchOf = async (source: SearchSource) => {
  const kept = indexFrom(bytesOf(await createSearchIndex(source)), source);
  if (kept === undefined) throw new Error('The index was not kept.');
  return createSearch(kept, source.factsOf);
};

const find = (search: Search, typed: string, filters: ServiceFilters = {}, now = NOW) =>
  search.find({ typed, filters, from: 0, count: 500 }, now);
const names = (search: Search, typed: string) =>
  find(search, typed).services.map(({ name }) => name);
const codes = (search: Search, typed: string, filters: ServiceFilters = {}, now = NOW) =>
  find(search, typed, filters, now).services.map(({ code, edition }) => `${code}/${edition}`);

describe('what is found', () => {
  it.each([
    ['å', 'Ålegård', ['ålegård', 'aalegaard', 'AALEGÅRD', 'alegard', 'ålegaard', 'ÅLE', 'gaard']],
    ['ø', 'Søndre Ørnes', ['søndre', 'soendre', 'sondre', 'ørnes', 'ornes', 'oernes', 'ör']],
    ['æ', 'Lærlinger', ['lærlinger', 'laerlinger', 'LÆR', 'lær', 'lär']],
    ['aa', 'Aaberg', ['aaberg', 'åberg', 'aberg', 'Å']],
    ['oe', 'Oevre Soerdal', ['øvre', 'ovre', 'oevre', 'sørdal', 'sordal', 'soerdal']],
    ['o', 'Orret', ['ørret', 'oerret', 'orret']],
    ['ae', 'Faering', ['færing', 'faering']],
    ['accents', 'Idé på café', ['ide', 'idé', 'cafe', 'CAFÉ', 'idè']],
    ['accents written apart', 'Bla\u030ar ide\u0301', ['blår', 'blaar', 'idé']],
  ])('a name with %s is found in each way of writing it', async (_letter, name, spellings) => {
    const search = await searchIn([service({ name }), service({ name: 'Helt ulikt', code: '1' })]);
    for (const typed of spellings) expect([typed, names(search, typed)]).toEqual([typed, [name]]);
  });

  it('a part of a compound is found, also behind letters that look like ø', async () => {
    const search = await searchIn(named('Radioenhet', 'Skogplanting', 'Vei'));
    expect(names(search, 'enhet')).toEqual(['Radioenhet']);
    expect(names(search, 'planting')).toEqual(['Skogplanting']);
    expect(names(search, 'radioen')).toEqual(['Radioenhet']);
  });

  it('every word must fit, in any order', async () => {
    const search = await searchIn(named('Søknad om bro', 'Søknad om kai', 'Melding om bro'));
    expect(names(search, 'bro søknad')).toEqual(['Søknad om bro']);
    expect(names(search, 'bro kai')).toEqual([]);
    expect(names(search, '  BRO   soknad ')).toEqual(['Søknad om bro']);
  });

  it('signs between words part them, in names and in what is typed', async () => {
    const search = await searchIn(named('RF-1000 (hoved/del)', 'Noe annet'));
    for (const typed of ['rf-1000', 'rf 1000', 'hoved', 'del', 'hoved/del', '(hoved'])
      expect([typed, names(search, typed)]).toEqual([typed, ['RF-1000 (hoved/del)']]);
    expect(names(search, ' - / ')).toHaveLength(2);
  });

  it('every name is found by each of its words, by what they begin with, and folded', async () => {
    const all = Array.from({ length: 90 }, (_, at) => {
      const { name, code, edition } = serviceAt(3, at);
      return service({ name: name.trim(), code, edition });
    });
    const search = await searchIn(all);
    const chance = createChance(11);
    const plain = (text: string) =>
      text.replaceAll('å', 'aa').replaceAll('ø', 'oe').replaceAll('æ', 'ae');
    for (const { name, code, edition } of all) {
      const wanted = `${code}/${edition}`;
      for (const word of name.toLowerCase().match(/\p{L}+/gu) ?? []) {
        const part = word.slice(0, 1 + chance.below(word.length));
        const middle = word.slice(chance.below(word.length - 1));
        for (const typed of [
          word,
          part,
          plain(word),
          plain(part),
          part.replaceAll('ø', 'o'),
          middle,
        ])
          if (typed.length > 1 || word.startsWith(typed))
            expect([typed, codes(search, typed).includes(wanted)]).toEqual([typed, true]);
      }
      expect(codes(search, name)).toContain(wanted);
    }
  });
});

describe('what is found without the name', () => {
  const forms = {
    '4628': {
      restEnabled: null,
      enterpriseUserEnabled: true,
      forms: [['Havneavgift', '212'] as [string, string]],
    },
    '4629': {
      restEnabled: null,
      enterpriseUserEnabled: null,
      forms: [
        ['Hovedskjema', '3101'],
        ['Vedlegg om gjødsel', 'MVA-21'],
      ] as [string, string][],
    },
  };
  const search = searchIn(
    [
      service({
        code: '4628',
        edition: 7,
        name: 'Melding',
        ownerCode: 'HVT',
        ownerName: 'Havnevesenet',
      }),
      service({ code: '4629', edition: 2, name: 'Rapport om 212 båter' }),
      service({ code: '0112', edition: 20120101, name: 'Søknad' }),
    ],
    forms,
  );

  it('by data format id, whole and as far as typed, and the row says which form it is', async () => {
    const [first, second] = find(await search, '212').services;
    // In the name before in a form.
    expect([first?.code, first?.form]).toEqual(['4629', null]);
    expect([second?.code, second?.form]).toEqual([
      '4628',
      { name: 'Havneavgift', dataFormatId: '212' },
    ]);
    expect(find(await search, '31').services[0]?.form).toEqual({
      name: 'Hovedskjema',
      dataFormatId: '3101',
    });
    expect(find(await search, 'mva-2').services[0]?.form?.dataFormatId).toBe('MVA-21');
  });

  it('by a word of a form, together with a word of the name', async () => {
    const found = find(await search, 'rapport gjoedsel');
    expect(found.services.map(({ code, form }) => [code, form?.name])).toEqual([
      ['4629', 'Vedlegg om gjødsel'],
    ]);
  });

  it('by owner, and no form is named for it', async () => {
    for (const typed of ['havnevesenet', 'vesen', 'HVT', 'hv']) {
      const [first] = find(await search, typed).services;
      expect([typed, first?.code, first?.form]).toEqual([typed, '4628', null]);
    }
  });

  it('by edition, and by a code without its leading zeros', async () => {
    expect(codes(await search, '20120101')).toEqual(['0112/20120101']);
    expect(codes(await search, 'melding 7')).toEqual(['4628/7']);
    expect(codes(await search, '112')).toEqual(['0112/20120101']);
  });

  it('what is known of kept services only is null for the others', async () => {
    const rows = find(await search, '').services;
    expect(rows.map((one) => [one.code, one.kept, one.enterpriseUserEnabled])).toEqual([
      ['4628', true, true],
      ['4629', true, null],
      ['0112', false, null],
    ]);
  });
});

describe('in which order', () => {
  it('the very code first, then codes that begin so, then names, words, parts of words, owners', async () => {
    const search = await searchIn([
      service({ name: 'A', code: '1000', ownerName: '46 venner' }),
      service({ name: 'B146 4', code: '1001' }),
      service({ name: 'C har 461', code: '1002' }),
      service({ name: '46 dager', code: '1003' }),
      service({ name: 'D', code: '4628' }),
      service({ name: 'E', code: '46' }),
    ]);
    expect(names(search, '46')).toEqual(['E', 'D', '46 dager', 'C har 461', 'B146 4', 'A']);
    expect(find(search, '46').exact).toBe(true);
    expect(find(search, '462').exact).toBe(false);
  });

  it('code/edition is one service, typed with a stroke or a blank', async () => {
    const search = await searchIn([
      service({ code: '4628', edition: 7 }),
      service({ code: '4628', edition: 70 }),
      service({ code: '46281', edition: 7 }),
    ]);
    expect(codes(search, '4628/7')).toEqual(['4628/7', '4628/70', '46281/7']);
    expect(find(search, '4628/7').exact).toBe(true);
    expect(codes(search, '4628 7')).toEqual(['4628/7', '4628/70', '46281/7']);
    expect(find(search, '4628 7').exact).toBe(true);
    expect(codes(search, '4628/')).toEqual(['4628/70', '4628/7', '46281/7']);
    expect(find(search, '4628/8').total).toBe(0);
  });

  it('of one code what is valid now comes first, the newest first, whatever the names', async () => {
    const search = await searchIn([
      service({ code: '4628', edition: 3, name: 'A', validTo: '2020-01-01T00:00:00Z' }),
      service({ code: '4628', edition: 1, name: 'B', validFrom: '2016-01-01T00:00:00Z' }),
      service({ code: '4628', edition: 2, name: 'C', validFrom: '2019-01-01T00:00:00Z' }),
      service({ code: '4628', edition: 4, name: 'A', validFrom: '2030-01-01T00:00:00Z' }),
    ]);
    expect(codes(search, '4628')).toEqual(['4628/2', '4628/1', '4628/4', '4628/3']);
    expect(codes(search, 'a')).toEqual(['4628/4', '4628/3']);
  });

  it('names that begin with all of it come before names with the words, these before parts of words', async () => {
    const search = await searchIn(
      named('Om bro og kai', 'Bro og kai', 'Kaier ved bro og', 'Brokaien og bro', 'Holmbro og kai'),
    );
    expect(names(search, 'bro og kai')).toEqual([
      'Bro og kai',
      'Kaier ved bro og',
      'Om bro og kai',
      'Brokaien og bro',
      'Holmbro og kai',
    ]);
  });

  it('what is written as typed comes before what only sounds like it', async () => {
    const search = await searchIn(named('Malermester', 'Målfrid', 'Maalestasjon'));
    expect(names(search, 'mål')).toEqual(['Maalestasjon', 'Målfrid', 'Malermester']);
    expect(names(search, 'maal')).toEqual(['Maalestasjon', 'Målfrid', 'Malermester']);
    expect(names(search, 'mal')).toEqual(['Malermester', 'Maalestasjon', 'Målfrid']);
  });

  it('equals go by name as Norwegians sort, and so does everything when nothing is typed', async () => {
    const search = await searchIn(named('Åre', 'Øre', 'Ære', 'Zre', 'Are', 'Vare 10', 'Vare 9'));
    const sorted = ['Are', 'Vare 9', 'Vare 10', 'Zre', 'Ære', 'Øre', 'Åre'];
    expect(names(search, '')).toEqual(sorted);
    expect(search.services.map(({ name }) => name)).toEqual(sorted);
    expect(find(search, '').exact).toBe(false);
  });
});

describe('filters and pages', () => {
  const all = [
    service({ code: '1', restEnabled: true, ownerCode: 'AAA' }),
    service({ code: '2', restEnabled: false, kind: 'correspondence', ownerCode: 'AAA' }),
    service({ code: '3', restEnabled: null, kind: null, type: 'Lookup' }),
    service({ code: '4', validTo: '2024-05-05T10:00:00Z' }),
    service({ code: '5', validFrom: '2024-05-05T10:00:00Z' }),
    service({ code: '6', validFrom: null, validTo: null }),
    service({ code: '7', kind: null, type: 'Broker' }),
  ];
  const facts = (enterpriseUserEnabled: boolean) => ({
    restEnabled: null,
    enterpriseUserEnabled,
    forms: [],
  });
  const search = searchIn(all, { '1': facts(true), '2': facts(false) });

  it.each<[ServiceFilters, string]>([
    [{ type: 'formtask' }, '1 4 5 6'],
    [{ type: 'correspondence' }, '2'],
    [{ type: 'other' }, ''],
    [{ type: 'lookup' }, '3'],
    [{ type: 'broker' }, '7'],
    [{ restEnabled: true }, '1 4 5 6 7'],
    [{ restEnabled: false }, '2'],
    [{ enterpriseUsers: true }, '1'],
    [{ enterpriseUsers: false }, '2'],
    [{ validNow: true }, '1 2 3 5 6 7'],
    [{ validNow: false }, '4'],
    [{ owner: 'AAA' }, '1 2'],
    [{ kept: true }, '1 2'],
    [{ kept: false }, '3 4 5 6 7'],
    [{ owner: 'AAA', restEnabled: true }, '1'],
  ])('%j', async (filters, wanted) => {
    const found = find(await search, '', filters);
    expect(
      found.services
        .map(({ code }) => code)
        .sort()
        .join(' '),
    ).toBe(wanted);
    expect(found.total).toBe(found.services.length);
  });

  it('what is valid is asked of the moment of the search', async () => {
    const later = new Date('2024-05-05T09:59:00Z');
    expect(codes(await search, '', { validNow: false }, later)).toEqual(['5/1']);
  });

  it('every page of a long answer follows the one before', async () => {
    const many = await searchIn(
      Array.from({ length: 1000 }, (_, at) => service({ code: `${at}` })),
    );
    const whole = find(many, 'uten').services;
    expect(find(many, 'uten').total).toBe(1000);
    const pages = [0, 300, 600, 900].flatMap(
      (from) => many.find({ typed: 'uten', filters: {}, from, count: 300 }, NOW).services,
    );
    expect(pages.slice(0, 500)).toEqual(whole);
    expect(new Set(pages.map(({ code }) => code)).size).toBe(1000);
  });
});

describe('an index that was kept', () => {
  const at = (time: string, services: readonly ServiceSummary[]) => ({
    services,
    factsOf: () => undefined,
    now: new Date(time),
  });
  const editions = [
    service({ edition: 1, validTo: '2024-06-01T00:00:00Z' }),
    service({ edition: 2, validFrom: '2024-07-01T00:00:00Z' }),
    service({ edition: 1, code: '9001', validTo: '2024-05-20T00:00:00Z' }),
  ];

  it.each([
    ['2024-05-05T10:00:00Z', true],
    // One edition of another code alone has ended.
    ['2024-05-31T23:59:59Z', true],
    ['2024-06-01T00:00:00Z', false],
    // The clock of the computer was put back.
    ['2024-05-05T09:59:59Z', false],
  ])('is used at %s: %s, until the order of editions is another one', async (time, isUsed) => {
    const bytes = bytesOf(await createSearchIndex(at('2024-05-05T10:00:00Z', editions)));
    expect(indexFrom(bytes, at(time, editions)) !== undefined).toBe(isUsed);
  });

  it('is not used where this Node cannot read it', () => {
    expect(indexFrom(Buffer.from('another form'), at('2024-05-05T10:00:00Z', []))).toBe(undefined);
  });

  it('has another form where anything in it is made in another way', async () => {
    const index = await createSearchIndex({
      services: [
        ...editions,
        service({ code: '0042', name: 'Søknad om ærlig ånd', ownerCode: 'DV', kind: null }),
      ],
      factsOf: ({ code }) =>
        code === '0042'
          ? { restEnabled: true, enterpriseUserEnabled: false, forms: [['Skjema', '12-34']] }
          : undefined,
      now: NOW,
    });
    const text = JSON.stringify(index, (_key, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value,
    );
    // When this sum is another one, `INDEX_FORM` gets the next number and this test the new sum.
    expect([INDEX_FORM, createHash('sha256').update(text).digest('hex').slice(0, 16)]).toEqual([
      'search-1',
      '5bf9c078e4c34aa7',
    ]);
  });
});
