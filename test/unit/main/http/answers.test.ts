// Every bad answer of api.md and wire.md becomes its one Failure, with the server's own words.
import { describe, expect, it } from 'vitest';
import { type Answer, readAnswer, refusalOf, wordsOf } from '../../../../main/http/answers.ts';
import { failureOf } from '../../../../main/problem.ts';
import { failure as failureSchema } from '../../../../preload/result.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const html = { 'content-type': 'text/html; charset=utf-8' };
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

const table: readonly [string, Answer, object][] = [
  [
    '302',
    answer(302, 'Found', '', { location: 'https://x.example/login' }),
    { kind: 'sign-in-needed', status: 302, reason: 'Found' },
  ],
  ['200 with a page', answer(200, 'OK', page, html), { kind: 'sign-in-needed', status: 200 }],
  ['200 with a page that says JSON', answer(200, 'OK', page, json), { kind: 'sign-in-needed' }],
  ['301', answer(301, 'Moved Permanently'), { kind: 'refused', cause: 'redirected' }],
  ['307', answer(307, 'Temporary Redirect'), { kind: 'refused', cause: 'redirected' }],
  ['401 without words', answer(401, 'Unauthorized'), { kind: 'sign-in-needed', status: 401 }],
  [
    '401 organisation',
    answer(401, 'There is no authenticated organization number set on this request'),
    {
      kind: 'refused',
      cause: 'organisation-not-authenticated',
      reason: 'There is no authenticated organization number set on this request',
    },
  ],
  ['401 scope', answer(401, 'Missing required scope'), { kind: 'refused', cause: 'missing-scope' }],
  [
    '400 key',
    answer(400, "Required header 'ApiKey' is missing."),
    { kind: 'refused', cause: 'api-key-missing', reason: "Required header 'ApiKey' is missing." },
  ],
  [
    '403 key',
    answer(403, 'The API key is not authorized for this operation'),
    { kind: 'refused', cause: 'api-key-not-authorized' },
  ],
  [
    '403 without words',
    answer(403, 'Forbidden'),
    { kind: 'refused', cause: 'api-key-not-authorized' },
  ],
  [
    '403 with a page',
    answer(403, 'Forbidden', page, html),
    { kind: 'refused', cause: 'other', status: 403 },
  ],
  [
    '403 not signed in',
    answer(403, 'User is not logged in'),
    { kind: 'sign-in-needed', status: 403 },
  ],
  [
    '403 other words',
    answer(403, 'Missing role for party'),
    { kind: 'refused', cause: 'other', reason: 'Missing role for party' },
  ],
  [
    '404',
    answer(404, 'The enterprise user was not found.'),
    { kind: 'not-found', reason: 'The enterprise user was not found.' },
  ],
  ['405', answer(405, 'Method Not Allowed'), { kind: 'refused', cause: 'not-offered-any-more' }],
  ['410', answer(410, 'Gone'), { kind: 'refused', cause: 'not-offered-any-more' }],
  ['409', answer(409, 'Name in use'), { kind: 'conflict', reason: 'Name in use' }],
  [
    'a name in use, 400',
    answer(400, 'This user name is already taken. You must enter a unique user name.'),
    {
      kind: 'conflict',
      reason: 'This user name is already taken. You must enter a unique user name.',
    },
  ],
  [
    'a name in use, error model',
    answer(400, 'Bad Request', { ErrorCode: 12, ErrorMessage: 'User name already in use' }),
    { kind: 'conflict', reason: 'User name already in use' },
  ],
  [
    '429',
    answer(429, 'Too Many Requests', '', { 'retry-after': '12' }),
    { kind: 'busy', retryAfterSeconds: 12, status: 429 },
  ],
  [
    '429 without a time',
    answer(429, 'Slow down'),
    { kind: 'busy', retryAfterSeconds: 30, reason: 'Slow down' },
  ],
  [
    '503',
    answer(503, 'Service Unavailable', '', { 'retry-after': '-1' }),
    { kind: 'busy', retryAfterSeconds: 30 },
  ],
  ['500', answer(500, 'Internal Server Error'), { kind: 'unexpected-answer', status: 500 }],
  ['502 page', answer(502, 'Bad Gateway', page, html), { kind: 'unexpected-answer', status: 502 }],
  ['504', answer(504, 'Gateway Timeout'), { kind: 'unexpected-answer', status: 504 }],
  ['415', answer(415, 'Unsupported Media Type'), { kind: 'refused', cause: 'other', status: 415 }],
  ['a status that does not exist', answer(600, 'What'), { kind: 'unexpected-answer', status: 600 }],
];

describe('AUT-13 what an answer means', () => {
  it.each(table)('AUT-13 %s', (_name, given, expected) => {
    const failure = refusalOf(given);
    expect(failure).toMatchObject(expected);
    expect(failureSchema.safeParse(failure).success).toBe(true);
  });

  it('success is no refusal', () => {
    for (const status of [200, 201, 204]) expect(refusalOf(answer(status, 'OK'))).toBeUndefined();
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

describe('reading a successful answer', () => {
  const failed = (given: Answer, mayBeEmpty = false) => {
    try {
      readAnswer(given, mayBeEmpty);
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  };

  it('gives the value of every JSON type', () => {
    for (const type of [
      'application/json',
      'application/hal+json; charset=UTF-8',
      'text/json',
      'Application/HAL+JSON',
    ])
      expect(readAnswer(answer(200, 'OK', '[1]', { 'content-type': type }), false)).toEqual([1]);
  });

  it('an empty answer is undefined where it may be, else unexpected', () => {
    expect(readAnswer(answer(204, 'No Content'), true)).toBeUndefined();
    expect(readAnswer(answer(200, 'OK', '', json), true)).toBeUndefined();
    expect(failed(answer(200, 'OK', '', json))).toMatchObject({
      kind: 'unexpected-answer',
      field: 'body',
    });
    expect(failed(answer(204, 'No Content'))).toMatchObject({ kind: 'unexpected-answer' });
  });

  it('PAR-03 another content type is never parsed', () => {
    for (const type of [
      'text/plain',
      'application/xhtml',
      'application/octet-stream',
      'image/png',
      '',
    ])
      expect(failed(answer(200, 'OK', '[]', { 'content-type': type }))).toMatchObject({
        kind: 'unexpected-answer',
        field: 'content-type',
      });
    expect(failed(answer(200, 'OK', page, html))).toMatchObject({ kind: 'sign-in-needed' });
  });

  it('LOG-03 JSON that cannot be read gives a failure without a word of it', () => {
    const failure = failed(answer(200, 'OK', 'S3cr3t-token-value', json));
    expect(failure).toMatchObject({ kind: 'unexpected-answer', field: 'body' });
    expect(JSON.stringify(failure)).not.toContain('S3cr3t');
  });

  it('PAR-02 the charset of the header is obeyed or refused', () => {
    const latin = { ...answer(200, 'OK', ''), body: Buffer.from('["\xf8"]', 'latin1') };
    const typed = (charset: string) => ({
      ...latin,
      headers: { 'content-type': `application/json; charset=${charset}` },
    });
    expect(readAnswer(typed('iso-8859-1'), false)).toEqual(['ø']);
    expect(failed(typed('utf-8'))).toMatchObject({ kind: 'unexpected-answer' });
    expect(failed(typed('utf-16'))).toMatchObject({ kind: 'unexpected-answer' });
  });
});
