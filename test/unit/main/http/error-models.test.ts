// The message in the body of a refusal: every shape of the error model, in JSON, XML and plain text, and fault rows.
import { describe, expect, it } from 'vitest';
import { type Answer, refusalOf, wordsOf } from '../../../../main/http/answers.ts';
import { failure as failureSchema } from '../../../../preload/result.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const xml = { 'content-type': 'application/xml; charset=utf-8' };
const answer = (
  status: number,
  reason: string,
  body: unknown = '',
  headers: Record<string, string> = {},
): Answer => ({
  status,
  reason,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  headers: typeof body === 'string' ? headers : { ...json, ...headers },
});
const page = '<!DOCTYPE html><html><title>Logg inn</title></html>';

describe('the error model in XML', () => {
  it.each<[string, string, number | undefined]>([
    [
      'the documented one',
      '<Error><ErrorCode>17</ErrorCode><ErrorMessage>Not good</ErrorMessage></Error>',
      17,
    ],
    [
      'an array',
      '<ArrayOfError><Error><ErrorCode>17</ErrorCode><ErrorMessage>Not good</ErrorMessage></Error></ArrayOfError>',
      17,
    ],
    ['of the framework', '<Error><Message>Not good</Message></Error>', undefined],
    [
      'with prefixes',
      '<e:Error xmlns:e="urn:e"><e:ErrorMessage>Not good</e:ErrorMessage></e:Error>',
      undefined,
    ],
    [
      'HAL',
      '<resource><errorCode>17</errorCode><errorDescription>Not good</errorDescription></resource>',
      17,
    ],
    [
      'errors inside',
      '<R><Errors><Error><ErrorMessage>Not good</ErrorMessage></Error></Errors></R>',
      undefined,
    ],
  ])('%s', (_name, body, code) => {
    for (const type of ['application/xml', 'application/hal+xml', 'text/xml; charset=utf-8'])
      expect(wordsOf(answer(400, 'Bad Request', body, { 'content-type': type }))).toEqual({
        reason: 'Not good',
        errorCode: code,
        details: undefined,
      });
  });

  it('PAR-11 a hostile one leaves the reason phrase', () => {
    for (const body of [
      '<!DOCTYPE a [<!ENTITY b "x">]><Error><Message>&b;</Message></Error>',
      '<a>',
    ])
      expect(wordsOf(answer(400, 'Words', body, xml)).reason).toBe('Words');
  });
});

describe('a refusal with rows', () => {
  const phrase = 'Form validation failed, see the attached validation details';
  const faults = [
    { FieldName: 'Amount', ErrorMessage: 'Must be a number', FieldXPath: '/melding/amount' },
    { FieldXPath: '/melding/date', ErrorMessage: 'Is missing' },
    { ErrorMessage: 'Does not add up' },
  ];
  const rows = ['Amount: Must be a number', '/melding/date: Is missing', 'Does not add up'];
  const row = ({ FieldName, ErrorMessage, FieldXPath }: Partial<Record<string, string>>) =>
    `<ValidationError>${FieldName ? `<FieldName>${FieldName}</FieldName>` : ''}<ErrorMessage>${ErrorMessage ?? ''}</ErrorMessage>${FieldXPath ? `<FieldXPath>${FieldXPath}</FieldXPath>` : ''}</ValidationError>`;

  it.each<[string, Answer]>([
    [
      'in JSON',
      answer(400, phrase, { Success: false, ValidationErrors: faults, ValidationWarnings: [] }),
    ],
    ['as a bare array', answer(400, phrase, faults)],
    [
      'in XML',
      answer(
        400,
        phrase,
        `<Result><Success>false</Success><ValidationErrors>${faults.map(row).join('')}</ValidationErrors></Result>`,
        xml,
      ),
    ],
    ['in plain text', answer(400, phrase, rows.join('\r\n'), { 'content-type': 'text/plain' })],
  ])('keeps the phrase and every row, %s', (_name, given) => {
    const failure = refusalOf(given);
    expect(failure).toMatchObject({ kind: 'refused', status: 400, details: rows });
    expect(failureSchema.safeParse(failure).success).toBe(true);
    const { reason } = wordsOf(given);
    expect(reason.startsWith(`${phrase} – `)).toBe(true);
    expect(reason).toContain('Must be a number');
  });

  it('reads the state of a model: a list of faults for each field', () => {
    const body = { Message: 'Invalid', ModelState: { 'form.A': ['is bad'], 'form.B': ['x', 'y'] } };
    expect(wordsOf(answer(400, 'Bad Request', body))).toMatchObject({
      reason: 'Invalid',
      details: ['form.A: is bad', 'form.B: x', 'form.B: y'],
    });
  });

  it('is bounded: 50 rows of 500 signs, none twice, no control signs', () => {
    const many = Array.from({ length: 80 }, (_, i) => ({
      ErrorMessage: `${i} ${'x'.repeat(900)}`,
    }));
    const { reason, details = [] } = wordsOf(answer(400, 'Bad Request', { errors: many }));
    expect([details.length, Math.max(...details.map((one) => one.length))]).toEqual([50, 500]);
    expect(reason.length).toBeLessThanOrEqual(500);
    const twice = { errors: ['a\u001bb', 'a\u001bb', 'c'] };
    expect(wordsOf(answer(400, '', twice)).details).toEqual(['a b', 'c']);
  });

  it('says nothing twice: one row that is the sentence itself is no detail', () => {
    expect(refusalOf(answer(400, 'Bad Request', { ErrorMessage: 'No' }))).not.toHaveProperty(
      'details',
    );
    expect(refusalOf(answer(400, phrase))).not.toHaveProperty('details');
  });

  it('a page or bytes that are no text are no words', () => {
    for (const [body, type] of [
      [page, 'text/plain'],
      [page, 'text/html'],
      ['\0\u0001', 'text/plain'],
    ] as const)
      expect(wordsOf(answer(400, phrase, body, { 'content-type': type })).reason).toBe(phrase);
  });
});

describe('the error model in its shapes', () => {
  it.each<[string, unknown, number | undefined]>([
    ['the documented one', { ErrorCode: 17, ErrorMessage: 'Not good' }, 17],
    ['a code as text', { ErrorCode: '17', ErrorMessage: 'Not good' }, 17],
    ['an array', [{ ErrorCode: 17, ErrorMessage: 'Not good' }], 17],
    ['other spelling', { errorCode: 17, errorDescription: 'Not good' }, 17],
    ['errors inside', { errors: [{ errorCode: '17', errorMessage: 'Not good' }] }, 17],
    ['a token error', { error: 'invalid_grant', error_description: 'Not good' }, undefined],
    ['texts in a list', { errors: ['Not good'] }, undefined],
    ['a code that is no number', { ErrorCode: 'E-17', ErrorMessage: 'Not good' }, undefined],
  ])('%s', (_name, body, code) => {
    expect(wordsOf(answer(400, 'Bad Request', body))).toEqual({
      reason: 'Not good',
      errorCode: code,
    });
  });

  it.each([
    [[null, { ErrorMessage: 'Said' }]],
    [{ ErrorMessage: 'Said', errors: [null] }],
    [{ ErrorMessage: 'Said', errors: null }],
    [{ ErrorMessage: 'Said', modelState: { a: null } }],
  ])('nothing in the place of a fault hides what is said beside it: %j', (body) => {
    const { reason, details } = wordsOf(answer(400, 'Bad Request', body));
    expect([reason, details]).toEqual(['Said', undefined]);
  });

  it('is looked for inside of four lists, and no deeper', () => {
    const within = (lists: number) => {
      let body: unknown = { ErrorCode: 17, ErrorMessage: 'Deep down' };
      for (let list = 0; list < lists; list += 1) body = [body];
      return wordsOf(answer(400, 'Bad Request', body));
    };
    const plain = wordsOf(answer(400, 'Bad Request', { other: 1 }));
    expect(within(4)).not.toEqual(plain);
    expect(within(4)).toEqual(within(0));
    expect(within(5)).toEqual(plain);
    expect(within(25)).toEqual(plain);
  });

  it('words of the status line and of the body are both kept', () => {
    const both = wordsOf(answer(400, 'Form validation failed', { ErrorMessage: 'Field A' }));
    expect(both.reason).toBe('Form validation failed – Field A');
  });

  it('a body that is no model, hostile or not JSON leaves the reason phrase', () => {
    for (const body of [
      '{"__proto__":{"ErrorMessage":"x"}}',
      '['.repeat(5000),
      'x',
      '7',
      'null',
      '"S3cr3t"',
    ])
      expect(wordsOf(answer(400, 'Words', body, json)).reason).toBe('Words');
  });

  it('LOG-05 control characters in the words are taken out', () => {
    const words = wordsOf(answer(400, '', { ErrorMessage: 'a\u001b[31mb\u202ec\r\nd' }));
    expect(words.reason).toBe('a [31mb c d');
  });
});
