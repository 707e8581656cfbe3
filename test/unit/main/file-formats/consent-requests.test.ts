// A table of requests for consent: columns in two languages, what is refused and why, and no whole number in any text.
import { describe, expect, it } from 'vitest';
import { consentLines, requestKey } from '../../../../main/file-formats/consent-requests.ts';
import { failureOf } from '../../../../main/problem.ts';

const OWN = '910514318';
const facts = { own: OWN, now: new Date('2026-05-04T10:00:00Z') };
const HEAD = [
  ...['National identity number', 'Last name', 'Organisation number', 'Name', 'Service'],
  ...['Valid to', 'Return address', 'Message nb', 'value: inntektsaar'],
];
const PERSON = ['27828434567', 'Bratthammer', '', ''];
const REST = ['K107/1', '2027-05-04', 'https://retur.example/', 'Kan vi?', '2025'];
const linesOf = (...rows: readonly (readonly string[])[]) =>
  consentLines(
    rows.map((cells, index) => ({ line: index + 1, cells: [...cells] })),
    facts,
  );
const only = (cells: readonly string[], head = HEAD) => linesOf(head, cells)[0];
const problemOf = (cells: readonly string[]) => {
  const line = only(cells);
  return line !== undefined && 'problem' in line ? line.problem : undefined;
};

describe('a table of requests', () => {
  it('CNS-08 a line is a request with all that its cells say; its text has the number masked', () => {
    const line = only([...PERSON, ...REST]);
    expect(line).toEqual({
      line: 2,
      text: 'Bratthammer 278284••••• K107/1',
      request: {
        receiver: OWN,
        giver: { kind: 'person', identityNumber: '27828434567', lastName: 'Bratthammer' },
        validTo: '2027-05-04T21:59:59.000Z',
        returnAddress: 'https://retur.example/',
        resources: [
          {
            serviceCode: 'K107',
            serviceEdition: 1,
            metadata: [{ name: 'inntektsaar', value: '2025' }],
          },
        ],
        message: { nb: 'Kan vi?' },
      },
    });
  });

  it('CNS-08 headings are read in Norwegian, days as they are written there, and several services in a cell', () => {
    const line = only(
      ['974760673', 'Ytterhavn AS', 'K103/1, K108/2', '04.05.2027', 'https://r.example/', 'a'],
      ['Org.nr.', 'Navn', 'Tjenester', 'Gyldig til', 'Returadresse', 'Melding'],
    );
    expect(line).toMatchObject({
      request: {
        giver: { kind: 'organisation', organisationNumber: '974760673', name: 'Ytterhavn AS' },
        validTo: '2027-05-04T21:59:59.000Z',
        resources: [{ serviceCode: 'K103' }, { serviceCode: 'K108', serviceEdition: 2 }],
      },
    });
  });

  it('CNS-08 a supplier asks for the receiver that the line names', () => {
    const line = only([...PERSON, ...REST, '974760673'], [...HEAD, 'Receiver']);
    expect(line).toMatchObject({ request: { receiver: '974760673', handledBy: OWN } });
    const own = only([...PERSON, ...REST, OWN], [...HEAD, 'Receiver']);
    expect(own).not.toHaveProperty('request.handledBy');
  });

  it.each([
    ['neither a person nor an organisation', ['', 'X', '', '', ...REST], 'required'],
    ['both', ['27828434567', 'X', '974760673', 'Y', ...REST], 'exactly-one'],
    ['a number that lost its zero', ['2782843456', 'X', '', '', ...REST], 'identity-number'],
    ['no last name', ['27828434567', '', '', '', ...REST], 'required'],
    ['no service', [...PERSON, '', ...REST.slice(1)], 'required'],
    ['a service without its edition', [...PERSON, 'K107', ...REST.slice(1)], 'wrong-type'],
    ['no end', [...PERSON, 'K107/1', '', 'https://r.example/', '', ''], 'required'],
    ['an end that is no day', [...PERSON, 'K107/1', 'soon', 'https://r.example/', '', ''], 'time'],
    [
      'an end that has passed',
      [...PERSON, 'K107/1', '2026-05-03', 'https://r.example/', '', ''],
      'out-of-range',
    ],
    [
      'an address that is not https',
      [...PERSON, 'K107/1', '2027-05-04', 'http://r.example/', '', ''],
      'server-address',
    ],
    ['the organisation itself', ['', '', OWN, 'Fjordtrafikk AS', ...REST], 'same-as-before'],
  ] as const)('CNS-08 %s is refused', (_what, cells, problem) => {
    expect(problemOf(cells)).toBe(problem);
  });

  it('CNS-08 no text of any line has a whole number of a person', () => {
    const texts = [
      ...linesOf(HEAD, [...PERSON, ...REST], ['27828434567', '', '', '', '']),
      ...linesOf(HEAD, ['278284 34567', '27828434567', '', '', 'K107/1']),
    ].map(({ text }) => text);
    expect(texts.join(' ').replaceAll(/[\s-]/g, '')).not.toMatch(/\d{11}/);
  });

  it('CNS-08 two lines ask for the same only when giver, services, values and end are the same', () => {
    const keyOf = (cells: readonly string[]) => {
      const line = only(cells);
      return line !== undefined && 'request' in line ? requestKey(line.request) : '';
    };
    const key = keyOf([...PERSON, ...REST]);
    expect(keyOf([...PERSON, ...REST])).toBe(key);
    expect(keyOf([...PERSON, 'K107/1', '2027-05-04', 'https://r.example/', '', '2024'])).not.toBe(
      key,
    );
  });

  it('CNS-08 a table without known headings, or with too many lines, is none', () => {
    const fields = (...rows: readonly (readonly string[])[]) => {
      try {
        linesOf(...rows);
      } catch (error) {
        const failure = failureOf(error);
        return failure?.kind === 'invalid-input' ? failure.fields : undefined;
      }
      return undefined;
    };
    expect(fields(['a', 'b'], ['1', '2'])).toEqual({ file: 'no-headings' });
    const many = Array.from({ length: 2001 }, () => [...PERSON, ...REST]);
    expect(fields(HEAD, ...many)).toEqual({ file: 'too-many' });
  });
});
