// The platform's filter: the OData expression of the filled-in fields, read by an OData parser.
import { describe, expect, it } from 'vitest';
import {
  editionProblem,
  expressionOf,
  fieldsIn,
  NO_FILTER,
  type PlatformFilter,
  wordFor,
} from '../../../../../renderer/screens/messages/message-filter.ts';
import { filterOf, type Value } from '../../../../platform/message-query.ts';
import { summary } from './summaries.ts';

const filter = (part: Partial<PlatformFilter>): PlatformFilter => ({ ...NO_FILTER, ...part });
const expression = (part: Partial<PlatformFilter>) => expressionOf(filter(part));

const TYPES = {
  ServiceOwner: 'String',
  Subject: 'String',
  ServiceCode: 'String',
  Type: 'String',
  ServiceEdition: 'Int32',
  Status: 'String',
  LastChangedDateTime: 'DateTime',
};
/** As the platform does: throws where it is no OData. */
const fits = (part: Partial<PlatformFilter>, item: Readonly<Record<string, Value>>) =>
  filterOf<typeof item>(expression(part) ?? '', TYPES, (one, name) => one[name])(item);

describe('the expression', () => {
  it('is none where nothing is filled in', () => {
    expect(expressionOf(NO_FILTER)).toBeUndefined();
    expect(expression({ subject: '  ' })).toBeUndefined();
  });
  it('names the documented fields, joined by and, in the literal forms of OData', () => {
    expect(
      expression({
        serviceOwner: ' Fyrtilsynet ',
        subject: "d'Hav",
        serviceCode: '4628',
        serviceEdition: '007',
        type: 'FormTask',
        status: 'Utfylling',
        after: '2026-02-28',
        before: '2026-12-31',
      }),
    ).toBe(
      "ServiceOwner eq 'Fyrtilsynet' and substringof('d''Hav', Subject) and ServiceCode eq '4628' " +
        "and ServiceEdition eq 7 and Type eq 'FormTask' and Status eq 'Utfylling' " +
        "and LastChangedDateTime ge DateTime'2026-02-28T00:00:00' " +
        "and LastChangedDateTime lt DateTime'2027-01-01T00:00:00'",
    );
  });
  it('keeps quotes inside what was typed: nothing typed becomes an operator', () => {
    const subject = "x', Subject) or substringof('";
    expect(fits({ subject }, { Subject: 'anything' })).toBe(false);
    expect(fits({ subject }, { Subject: `a ${subject} b` })).toBe(true);
  });
  it('is understood, and both days are included', () => {
    const days = { after: '2026-03-01', before: '2026-03-31' };
    const at = (time: string) => fits(days, { LastChangedDateTime: new Date(time) });
    // The platform's clock is an hour ahead, two from the end of March on.
    expect(at('2026-02-28T22:59:59Z')).toBe(false);
    expect(at('2026-02-28T23:00:00Z')).toBe(true);
    expect(at('2026-03-31T21:59:59Z')).toBe(true);
    expect(at('2026-03-31T22:00:00Z')).toBe(false);
    expect(fits({ serviceEdition: '7' }, { ServiceEdition: 7 })).toBe(true);
  });
  it('leaves out an edition that is no number, which is said at its field', () => {
    expect(expression({ serviceEdition: '7 or 1' })).toBeUndefined();
    expect(editionProblem(filter({ serviceEdition: '7 or 1' }))).toBe('not-a-number');
    expect(editionProblem(filter({ serviceEdition: ' 7 ' }))).toBeUndefined();
  });
});

describe('what is filled in', () => {
  it('is counted', () => {
    expect(fieldsIn(NO_FILTER)).toBe(0);
    expect(fieldsIn(filter({ subject: 'a', type: 'FormTask', status: ' ' }))).toBe(2);
  });
});

describe('the word of a status', () => {
  it('is the one the platform used, else that of the specification', () => {
    const messages = [summary({ status: { state: 'read', word: 'Read' } })];
    expect(wordFor('read', messages)).toBe('Read');
    expect(wordFor('unread', messages)).toBe('Ulest');
  });
});
