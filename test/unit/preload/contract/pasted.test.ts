// What people paste into fields of the contract: nothing unseen is refused, and secrets and messages stay as they are.
import { describe, expect, it } from 'vitest';
import { connections } from '../../../../preload/contract/connections.ts';
import { email, mobileNumber } from '../../../../preload/contract/contact-information.ts';
import { fileReference } from '../../../../preload/contract/file-transfer.ts';
import { serviceCode } from '../../../../preload/contract/metadata.ts';
import { attachmentType } from '../../../../preload/contract/messages.ts';
import { identityNumber } from '../../../../preload/contract/reportees.ts';
import { organisationNumbersIn, userNameProblem } from '../../../../preload/contract/rules.ts';
import {
  exactLine,
  filePassphrase,
  line,
  newPassphrase,
  optionalLine,
  organisationNumber,
  party,
  pastedSecret,
  resourceId,
  scope,
  secretText,
  serverAddress,
  type z,
} from '../../../../preload/contract/schema.ts';

const baseAddress = connections.create.input.shape.baseAddress;

/** What a paste brings along, around what was meant. */
const BROUGHT = [
  ...['\u200e', '\u200f', '\u200b', '\u00ad', '\u2060', '\ufeff', '\u061c', '\u00a0', '\u202f'],
  ...['\u202a\u202c', '\u202d\u202c', '\u2066\u2069', ' ', '\n', '\r\n', '\t'],
];

describe.each<readonly [string, z.ZodType, string]>([
  ['an organisation number', organisationNumber, '974760673'],
  ['a party', party, '974760673'],
  ['an identity number', identityNumber, '01010112345'],
  ['a base address', baseAddress, 'https://www.example.no/api'],
  ['the address of a server', serverAddress, 'https://login.example.no/token'],
  ['an e-mail', email, 'post@example.no'],
  ['a mobile number', mobileNumber, '+4790000418'],
  ['a scope', scope, 'altinn:enterpriseusers.read'],
  ['a service', serviceCode, 'K107'],
  ['an id', resourceId, 'a123'],
  ['a reference', fileReference, '3b9a77c1-0000-4a4a-9c9c-0123456789ab'],
  ['the id of a key', line(200), 'a-key_1'],
  ['a line that may be empty', optionalLine(200), 'level4'],
])('FLD-16 %s', (_name, shape, meant) => {
  it.each(BROUGHT)('is read with %j around it', (brought) => {
    expect(shape.parse(`${brought[0] ?? ''}${meant}${brought.at(-1) ?? ''}`)).toBe(meant);
  });

  it.each(['\u200e', '\u202a', '\u200b', '\u00ad', '\ufeff', '\u2060'])(
    'is read with %j in it',
    (brought) => {
      expect(shape.parse(`${meant.slice(0, 3)}${brought}${meant.slice(3)}`)).toBe(meant);
    },
  );
});

it.each([
  ['974 760 673', '974760673'],
  ['974\u00a0760\u00a0673', '974760673'],
  ['NO 974 760 673 MVA', '974760673'],
  ['0192:974760673', '974760673'],
  ['９７４７６０６７３', '974760673'],
  ["'974760673", '974760673'],
  ['"974 760 673"', '974760673'],
  ['974760673,', '974760673'],
  ['974\u2011760\u2011673', '974760673'],
  ['0192:974760674', undefined],
  ['974760673 910514318', undefined],
])('FLD-16 an organisation number written %s is %s, as a party too', (written, number) => {
  expect(organisationNumber.safeParse(written).data).toBe(number);
  expect(party.safeParse(written).data).toBe(number);
});

it.each([
  ['Kari Ås <kari@fjord.example>', 'kari@fjord.example'],
  ['"Ås, Kari" <kari@fjord.example>;', 'kari@fjord.example'],
  ['mailto:kari@fjord.example', 'kari@fjord.example'],
  ['<kari@fjord.example>', 'kari@fjord.example'],
  ['"kari@fjord.example"', 'kari@fjord.example'],
  ['kari@fjord.example.', 'kari@fjord.example'],
  ['kari@fjord.example; ', 'kari@fjord.example'],
  ["o'hara@fjord.example", "o'hara@fjord.example"],
  ['kari@blåbær.example', 'kari@blåbær.example'],
  ['kari@fjord.example, ola@fjord.example', undefined],
])('FLD-16 an address out of a mail program, %j, is %j', (written, address) => {
  expect(email.safeParse(written).data).toBe(address);
});

it.each([
  ['tel:+4790000418', '+4790000418'],
  ['(+47) 900 00 418', '+47 900 00 418'],
  ['+47-900-00-418', '+47 900 00 418'],
  ['900\u201100\u2011418', '900 00 418'],
  ['+47.900.00.418', '+47 900 00 418'],
  ['＋４７ ９００００４１８', '+47 90000418'],
  ['+47\u00a0900\u00a000\u00a0418', '+47 900 00 418'],
  ['90000418/90000419', undefined],
  ['9000 0418 (Kari)', undefined],
])('FLD-16 a phone number written %j is %j', (written, number) => {
  expect(mobileNumber.safeParse(written).data).toBe(number);
});

it.each([
  ['"010101 12345"', '01010112345'],
  ['０１０１０１12345', '01010112345'],
  ['01010112345 (Kari)', undefined],
])('FLD-16 an identity number written %j is %j', (written, number) => {
  expect(identityNumber.safeParse(written).data).toBe(number);
});

it.each([
  ['https://www.exa mple.no'],
  ['https://www.exa\u00a0mple.no'],
  ['https://www.ex\u0430mple.no'],
])('FLD-16 %j is no address: what is seen, or stands for another sign, stays', (written) => {
  expect(baseAddress.safeParse(written).success).toBe(false);
});

it('FLD-16 blanks in a line become ordinary ones, and joiners of scripts and signs stay', () => {
  expect(line(40).parse('Ola\u00a0Nordmann')).toBe('Ola Nordmann');
  expect(line(40).parse('\u{1F469}\u200d\u{1F680}')).toBe('\u{1F469}\u200d\u{1F680}');
  expect(line(40).safeParse('\u200b').error?.issues[0]?.message).toBe('required');
});

it('FLD-16 secrets, and names that are compared sign by sign, stay as they are', () => {
  const text = 'passord\u00adord\u00a0\u200b';
  for (const shape of [
    secretText(40),
    filePassphrase,
    newPassphrase,
    exactLine(40),
    attachmentType,
  ])
    expect(shape.parse(text)).toBe(text);
});

it('FLD-16 a key with something unseen in it is refused with the word for that', () => {
  const refused = pastedSecret(40).safeParse('3b9a\u200b77c1');
  expect(refused.error?.issues[0]?.message).toBe('control-characters');
});

it('FLD-16 the page judges a user name as the contract does', () => {
  expect(userNameProblem('\u200eerp\u00a0')).toBeUndefined();
});

it.each([
  ['974760673, 910514318', ['974760673', '910514318']],
  ['974 760 673 910 514 318', ['974760673', '910514318']],
  ['974\u00a0760\u00a0673\n\u200e910514318', ['974760673', '910514318']],
  ['NO 974 760 673 MVA\nNO 910 514 318 MVA', ['974760673', '910514318']],
  ['NO 974 760 673 MVA NO 910 514 318 MVA', ['974760673', '910514318']],
  ['0192:974760673;0192:974760673', ['974760673']],
  ['97476067', ['97476067']],
  ['\u200b', []],
])('FLD-16 several numbers in %j', (typed, numbers) => {
  expect(organisationNumbersIn(typed)).toEqual(numbers);
});
