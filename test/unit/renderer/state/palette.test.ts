// Search by any part of a name, as a Norwegian types it.
import { describe, expect, it } from 'vitest';
import { fits, folded, found, ranked, readTyped } from '../../../../renderer/state/palette.ts';

const screens = ['Enterprise users', 'Activity', 'Connections and keys', 'Settings', 'Lås nå'];
const find = (typed: string) => found(screens, typed, (name) => name);

describe('found', () => {
  it('everything, in its order, while nothing is typed', () => {
    expect(find('  ')).toEqual(screens);
  });

  it('needs every word, in any order and any case', () => {
    expect(find('KEYS conn')).toEqual(['Connections and keys']);
    expect(find('users x')).toEqual([]);
  });

  it('puts names with a word that begins so first', () => {
    expect(find('t')).toEqual(['Enterprise users', 'Activity', 'Connections and keys', 'Settings']);
    expect(find('se')[0]).toBe('Settings');
  });

  it('puts the name that was typed before longer ones that begin with it', () => {
    const names = ['Tjenesterettigheter', 'Tjenester', 'Åpne tjenester'];
    expect(found(names, 'tjenester', (name) => name)[0]).toBe('Tjenester');
  });

  it('finds å by a, ø by o and æ by ae, and the letters themselves', () => {
    expect(find('las na')).toEqual(['Lås nå']);
    expect(find('lås')).toEqual(['Lås nå']);
    expect(folded('Ærlig Øre')).toBe('aerlig ore');
  });
});

const service = (code: string, edition: number, name: string) => ({
  name,
  searchKey: folded(`${code}/${edition} ${name}`),
  codes: [folded(code), folded(`${code}/${edition}`)],
});
const services = [
  service('14628', 1, 'Årsregnskap for foreninger'),
  service('4628', 9, 'Søknad om støtte'),
  service('4628', 7, 'Søknad om støtte, eldre'),
  service('46281', 1, 'Melding om ærfugl'),
];

describe('ranked', () => {
  const names = (typed: string, most = 10) =>
    ranked(services, typed, most).hits.map(({ codes }) => codes[1]);

  it('puts an exact code first, then codes that begin so, then the rest', () => {
    expect(names('4628')).toEqual(['4628/9', '4628/7', '46281/1', '14628/1']);
    expect(names('4628/7')[0]).toBe('4628/7');
    expect(ranked(services, '4628/7', 1).exact).toBe(true);
    expect(ranked(services, '462', 9).exact).toBe(false);
  });

  it('finds names by their Norwegian letters and without them, in any order of words', () => {
    expect(names('stotte soknad')).toEqual(['4628/9', '4628/7']);
    expect(names('aerfugl')).toEqual(['46281/1']);
    expect(names('ærfugl')).toEqual(['46281/1']);
    expect(names('arsregnskap')).toEqual(['14628/1']);
  });

  it('gives a bounded number of hits and says how many there are', () => {
    const { hits, total } = ranked(services, 'om', 2);
    expect([hits.length, total]).toEqual([2, 3]);
    expect(ranked(services, '', 2)).toMatchObject({ total: 4, exact: false });
    expect(ranked(services, 'nowhere', 2)).toEqual({ hits: [], total: 0, exact: false });
  });

  it('a bounded number leaves out the least fitting ones, however late the best one comes', () => {
    const many = [
      ...Array.from({ length: 50 }, (_, i) => service(`9${i}`, 1, 'x 4628')),
      ...services,
    ];
    expect(ranked(many, '4628', 1).hits[0]?.codes[1]).toBe('4628/9');
  });
});

describe('readTyped', () => {
  it('takes what stands after > for a command', () => {
    expect(readTyped('> lock')).toEqual({ commands: true, text: 'lock' });
    expect(readTyped(' lock ')).toEqual({ commands: false, text: 'lock' });
    expect(readTyped('>')).toEqual({ commands: true, text: '' });
  });
});

describe('what is typed', () => {
  it.each([
    ['', true],
    ['  ', true],
    ['adel', true],
    ['ÅDEL rom', true],
    ['rømme adel', true],
    ['romme', true],
    ['adel by', false],
  ])('%j fits in any order, case and letters: %s', (typed, does) => {
    expect(fits(typed, 'Ådel', 'Rømme 4')).toBe(does);
  });
});
