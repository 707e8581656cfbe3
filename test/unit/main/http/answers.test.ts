// Every bad answer (platform.md, Errors) becomes its one Failure, with the server's own words.
import { describe, expect, it } from 'vitest';
import { type Answer, readAnswer, refusalOf } from '../../../../main/http/answers.ts';
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
const xml = { 'content-type': 'application/xml; charset=utf-8' };
const page = '<!DOCTYPE html><html><title>Logg inn</title></html>';

const table: readonly [string, Answer, object][] = [
  [
    '302',
    answer(302, 'Found', '', { location: 'https://x.example/login' }),
    { kind: 'sign-in-needed', status: 302, reason: 'Found' },
  ],
  ['200 with a page', answer(200, 'OK', page, html), { kind: 'sign-in-needed', status: 200 }],
  ['200 with a page that says JSON', answer(200, 'OK', page, json), { kind: 'sign-in-needed' }],
  [
    '200 with a page that says XML',
    answer(200, 'OK', `<?xml version="1.0"?>\r\n${page}`, xml),
    { kind: 'sign-in-needed' },
  ],
  ['406', answer(406, 'Not Acceptable'), { kind: 'refused', cause: 'other', status: 406 }],
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
  [
    '500 with words in the error model',
    answer(500, 'Internal Server Error', { ErrorCode: 7, ErrorMessage: 'The register is closed' }),
    {
      kind: 'unexpected-answer',
      status: 500,
      reason: 'The register is closed',
      message: 'The platform failed with 500: The register is closed.',
    },
  ],
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

describe('every row of the error table', () => {
  const is = (given: Answer, expected: object) => {
    expect(refusalOf(given)).toMatchObject(expected);
  };
  const taken = 'This user name is already taken. You must enter a unique user name.';

  it('ERR-01 400 without the key header', () => {
    const reason = "Required header 'ApiKey' is missing.";
    is(answer(400, reason), { kind: 'refused', cause: 'api-key-missing', reason });
    is(answer(400, 'The required header ApiKey is missing'), { cause: 'api-key-missing' });
  });

  it('ERR-02 401 without an authenticated organisation', () => {
    const reason = 'There is no authenticated organization number set on this request';
    is(answer(401, reason), { kind: 'refused', cause: 'organisation-not-authenticated', reason });
    is(answer(403, reason), { kind: 'refused', cause: 'organisation-not-authenticated', reason });
    const known = 'The authenticated organization is not a service owner';
    is(answer(403, known), { kind: 'refused', cause: 'other', reason: known });
  });

  it('ERR-03 403 for a key that is not authorized', () => {
    const reason = 'The API key is not authorized for this operation';
    is(answer(403, reason), { kind: 'refused', cause: 'api-key-not-authorized', reason });
  });

  it('ERR-04 302, or 200 with a page, is not signed in', () => {
    is(answer(302, 'Found'), { kind: 'sign-in-needed' });
    is(answer(200, 'OK', page, html), { kind: 'sign-in-needed' });
  });

  it('ERR-05 a user name in use is a conflict, in the words of the server, in every form', () => {
    const model = `<Error><ErrorCode>1</ErrorCode><ErrorMessage>${taken}</ErrorMessage></Error>`;
    for (const given of [
      answer(400, taken),
      answer(409, taken),
      answer(400, 'Bad Request', { ErrorCode: 1, ErrorMessage: taken }),
      answer(400, 'Bad Request', model, xml),
      answer(400, 'Bad Request', taken, { 'content-type': 'text/plain' }),
    ])
      is(given, { kind: 'conflict', reason: taken });
  });

  it('ERR-06 204 is success, whatever its phrase says', () => {
    for (const reason of [
      'No Content',
      'Contact Information Created',
      'Contact Information Deleted',
    ]) {
      expect(refusalOf(answer(204, reason))).toBeUndefined();
      expect(readAnswer(answer(204, reason), true)).toBeUndefined();
    }
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

  it('gives the value of every XML type, also where JSON was asked for, and the reverse', () => {
    for (const type of ['application/xml', 'application/hal+xml', 'text/xml; charset=utf-8'])
      expect(
        readAnswer(
          answer(200, 'OK', '<ArrayOfint><int>1</int></ArrayOfint>', { 'content-type': type }),
          false,
        ),
      ).toEqual(['1']);
  });

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
