// Code lists through the whole program: four media types, three languages, leading zeros, complete over pages.
import { describe, expect, it } from 'vitest';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading();
const codeLists = () => world().steward.client.codeLists;

inEveryMediaType((mediaType) => {
  const connection = () => world().in(mediaType);

  it('MTD-04 every list in every version comes, over as many pages as it takes', async () => {
    const { lists, completeness } = await valueOf(codeLists().list({ connection: connection() }));
    expect(completeness.complete).toBe(true);
    expect(completeness.calls).toBeGreaterThan(2);
    expect(lists.length).toBeGreaterThan(50);
    expect(new Set(lists.map((one) => `${one.name}/${String(one.version)}`)).size).toBe(
      lists.length,
    );
    expect(lists.filter(({ name }) => name === 'Units').map(({ version }) => version)).toEqual([
      1, 2, 3,
    ]);
    expect(new Set(lists.map(({ language }) => language))).toEqual(new Set([1033]));
  });

  it('MTD-05 codes and values are text with their leading zeros, in the language that is asked for', async () => {
    const ask = async (language: 1033 | 1044 | 2068) =>
      valueOf(
        codeLists().get({ connection: connection(), name: 'Municipalities', version: 4, language }),
      );
    const english = await ask(1033);
    expect(english).toMatchObject({ name: 'Municipalities', version: 4, language: 1033 });
    expect(english.codes[0]).toEqual({
      code: '0118',
      value1: 'Fjordvik',
      value2: '000118',
      value3: '',
    });
    expect(english.codes.map(({ code }) => code)).toContain('2030');
    const value = (list: typeof english, code: string) =>
      list.codes.find((one) => one.code === code)?.value1;
    expect(value(await ask(1044), '1109')).toBe('Søndre Ørnes');
    expect(value(await ask(2068), '2030')).toBe('Nordre Vær & Holmar');
  });

  it('MTD-05 older versions have fewer codes; a list of one code and an empty one are lists', async () => {
    const count = async (name: string, version: number) => {
      const list = await valueOf(codeLists().get({ connection: connection(), name, version }));
      return list.codes.length;
    };
    expect([await count('Units', 1), await count('Units', 3)]).toEqual([3, 5]);
    expect(await count('Empty list', 1)).toBe(0);
  });
});

describe('what is not as it should be', () => {
  const connection = () => world().in('application/xml');

  it('PAR-09 the answer about another list or version is not taken for this one', async () => {
    const { control } = world().platform;
    const effect = (body: string) => ({ kind: 'alter', body }) as const;
    const asked = { connection: connection(), name: 'Units', version: 2 };
    for (const [body, field] of [
      ['<CodeList><Name>Fuel</Name><Version>2</Version><Codes/></CodeList>', 'Name'],
      ['<CodeList><Name>Units</Name><Version>3</Version><Codes/></CodeList>', 'Version'],
      ['<CodeList><Name>Units</Name><Version>two</Version><Codes/></CodeList>', 'Version'],
    ] as const) {
      control.fault({ operation: 'codeLists.get', acts: true, effect: effect(body) });
      expect(await codeLists().get(asked)).toMatchObject({
        ok: false,
        failure: { kind: 'unexpected-answer', field },
      });
    }
  });

  it('LNK-01 a name cannot leave its place in the path', async () => {
    for (const name of ['../enterpriseusers', 'a/b', '..', 'x?y', 'x#y', '%2e%2e', 'a\\b']) {
      expect(await codeLists().get({ connection: connection(), name, version: 1 })).toMatchObject({
        ok: false,
        failure: { kind: 'invalid-input', fields: { name: 'wrong-type' } },
      });
    }
    expect(world().platform.control.requests).toEqual([]);
  });

  it('a list that is not there is not found, in the platform’s words', async () => {
    const asked = { connection: connection(), name: 'Nothing', version: 1 };
    expect(await codeLists().get(asked)).toMatchObject({
      ok: false,
      failure: { kind: 'not-found' },
    });
  });
});
