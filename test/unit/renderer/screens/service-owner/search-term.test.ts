// The one search field: how each input is classified, and that a national identity number is never sent.
import { describe, expect, it } from 'vitest';
import { isOrganisationNumber } from '../../../../../preload/contract/rules.ts';
import { inputOf, readTyped } from '../../../../../renderer/screens/service-owner/search-term.ts';

const valuesOf = (typed: string) => readTyped(typed).terms.map(({ by, value }) => [by, value]);
const kindOf = (typed: string) => readTyped(typed).kind;

describe('organisation numbers', () => {
  it.each([
    '910514318',
    '910 514 318',
    ' 910\u00a0514\u00a0318 ',
    '910.514.318',
    '910-514-318',
    'NO 910 514 318 MVA',
    'no910514318mva',
    '910514318 MVA',
    'Org.nr. 910 514 318',
    'org nr: 910514318',
    'Organisasjonsnummer 910514318',
    '\u200e910514318\u200b',
    '\ufeff910514318',
  ])('%j is one', (typed) => {
    expect(valuesOf(typed)).toEqual([['organisationNumber', '910514318']]);
    expect(kindOf(typed)).toBe('taken');
  });

  it('a wrong check digit is said, and only offered as a phone number', () => {
    expect(readTyped('910 514 319')).toEqual({
      kind: 'wrong-check-digit',
      terms: [],
      offered: { by: 'phoneNumber', value: '910514319' },
    });
  });

  it('every other last digit is wrong', () => {
    const others = [...'0123456789'].filter((digit) => digit !== '8');
    for (const digit of others) expect(kindOf(`91051431${digit}`)).toBe('wrong-check-digit');
  });

  it('one that begins unlike those of the register can be a foreign phone number too', () => {
    const number = ['310514310', '310514311', '310514312', '310514313', '310514314']
      .concat(['310514315', '310514316', '310514317', '310514318', '310514319'])
      .find(isOrganisationNumber);
    expect(number).toBeDefined();
    expect(readTyped(number ?? '')).toEqual({
      kind: 'either',
      terms: [
        { by: 'organisationNumber', value: number },
        { by: 'phoneNumber', value: number },
      ],
    });
  });
});

describe('e-mails', () => {
  it.each([
    ['post@fjord.example', 'post@fjord.example'],
    ['  Post@Fjord.example ', 'Post@Fjord.example'],
    ['mailto:post@fjord.example', 'post@fjord.example'],
    ['Åse Fjelltun <ase.f@fjord.example>', 'ase.f@fjord.example'],
    ['<ase@fjord.example>', 'ase@fjord.example'],
    ['åse@fjørd.example', 'åse@fjørd.example'],
    ['90000418@sms.example', '90000418@sms.example'],
    ['post\u200b@fjord.example', 'post@fjord.example'],
  ])('%j is %j', (typed, value) => {
    expect(valuesOf(typed)).toEqual([['email', value]]);
  });

  it.each(['@', 'post@', 'post@fjord', '@fjord.example', 'a b@fjord.example', 'a@b@c.example'])(
    '%j is not complete',
    (typed) => {
      expect(readTyped(typed)).toEqual({ kind: 'unfinished-email', terms: [] });
    },
  );
});

describe('phone numbers', () => {
  it.each([
    ['90000418', '90000418'],
    ['900 00 418', '900 00 418'.replaceAll(' ', '')],
    ['+47 900 00 418', '+4790000418'],
    ['(+47) 900-00-418', '+4790000418'],
    ['0047 900 00 418', '004790000418'],
    ['47 900 00 418', '+4790000418'],
    ['+46 70 123 45 67', '+46701234567'],
    ['0046701234567', '0046701234567'],
    ['tlf. 22 00 00 00', '22000000'],
    ['Tel: 22000000', '22000000'],
    ['mob 900 00 418', '90000418'],
    ['7012345678', '7012345678'],
  ])('%j is %j', (typed, value) => {
    expect(valuesOf(typed)).toEqual([['phoneNumber', value]]);
  });

  it('five to seven digits are searched only when a person says so', () => {
    for (const number of ['04800', '116117', '9105143'])
      expect(readTyped(number)).toEqual({
        kind: 'short-number',
        terms: [],
        offered: { by: 'phoneNumber', value: number },
      });
  });

  it.each(['+', '+4', '+47 90', '00', '1', '9105'])('%j is not complete', (typed) => {
    expect(readTyped(typed)).toEqual({ kind: 'unfinished-number', terms: [] });
  });

  it.each(['9105143181234', '+1234567890123456', '123456789012'])('%j is too long', (typed) => {
    expect(readTyped(typed)).toEqual({ kind: 'long-number', terms: [] });
  });
});

describe('national identity numbers', () => {
  it.each([
    '01819012345',
    '018190 12345',
    '018190-12345',
    '01.81.90 12345',
    '41819012345',
    '71019912345',
    '\u200e018190\u00a012345',
    'tlf 01819012345',
    '+01819012345',
    // Eleven digits that are none: nobody can tell from here, and none is sent.
    '99999999999',
    '46701234567',
  ])('%j is refused, with nothing to send or to offer', (typed) => {
    expect(readTyped(typed)).toEqual({ kind: 'identity-number', terms: [] });
  });

  it('no digit of any day of birth makes it a term', () => {
    for (let day = 1; day <= 71; day += 1)
      for (const month of ['01', '12', '41', '52', '81', '92']) {
        const { terms, offered } = readTyped(`${String(day).padStart(2, '0')}${month}9012345`);
        expect([terms, offered]).toEqual([[], undefined]);
      }
  });
});

it('nothing typed, and what is none of these', () => {
  for (const blank of ['', '   ', '\u200b', '\u00a0']) expect(kindOf(blank)).toBe('empty');
  for (const text of ['Fjordtrafikk AS', '910514318x', '٩١٠٥١٤٣١٨', '9,5', '=1+1', "'; --"])
    expect(readTyped(text)).toEqual({ kind: 'unclear', terms: [] });
});

it('a search names exactly one thing', () => {
  expect(inputOf({ by: 'organisationNumber', value: '910514318' })).toEqual({
    organisationNumber: '910514318',
  });
  expect(inputOf({ by: 'email', value: 'a@b.example' })).toEqual({ email: 'a@b.example' });
  expect(inputOf({ by: 'phoneNumber', value: '90000418' })).toEqual({ phoneNumber: '90000418' });
});
