// The traffic of a session: bounded, without bodies and secrets, and found by the error id that was shown.
import { describe, expect, it } from 'vitest';
import { type Transport } from '../../../../main/http/transport.ts';
import {
  type ExchangeRequest,
  ExchangeProblem,
  type ExchangeResponse,
} from '../../../../main/http/exchange.ts';
import { Problem } from '../../../../main/problem.ts';
import {
  maskIdentityNumbers,
  secretRedactor,
  visible,
} from '../../../../main/diagnostics/redaction.ts';
import { Secret } from '../../../../main/secret.ts';
import { writeReport } from '../../../../main/diagnostics/support-report.ts';
import { createRequestLog, recorded } from '../../../../main/diagnostics/request-log.ts';
import { encodings, formsFound, markerSecret } from '../../../support/markers.ts';

const cleaner = () => {
  const redact = secretRedactor();
  return (text: string) => visible(maskIdentityNumbers(redact(text)));
};
const now = () => new Date('2026-03-01T12:00:00Z');
const book = () => createRequestLog({ now, cleaner });

function request(changes: Partial<ExchangeRequest> = {}): ExchangeRequest {
  return {
    route: { origin: 'https://platform.example.test', highestTls: 'TLSv1.3' },
    method: 'GET',
    address: new URL('https://platform.example.test/api/my/messages?$top=5'),
    headers: { Accept: 'application/hal+json' },
    trace: { call: 'call-1', connection: 'c-1' },
    ...changes,
  };
}

function answer(changes: Partial<ExchangeResponse> = {}): ExchangeResponse {
  const body = Buffer.from('{"body":"never kept"}');
  return {
    status: 200,
    reason: 'OK',
    headers: {},
    body,
    raw: body,
    cookies: [],
    bytes: body.length,
    received: false,
    tls: { protocol: 'TLSv1.3', reused: true },
    ...changes,
  };
}

/** A transport that answers so, each time; `traffic` writes down what it does. */
function talking(traffic: ReturnType<typeof book>, respond: () => Promise<ExchangeResponse>) {
  const transport: Transport = {
    exchange: respond,
    probe: async () => undefined,
    close: () => undefined,
  };
  return recorded(transport, traffic);
}

async function seenOf(given: ExchangeRequest, response: ExchangeResponse = answer()) {
  const traffic = book();
  await talking(traffic, async () => response).exchange(given);
  const [seen] = traffic.list();
  if (seen === undefined) throw new Error('Nothing was written down.');
  return { seen, text: JSON.stringify(traffic.list()) };
}

describe('what is written down', () => {
  it('says where, what came, how long it took and how it was transported', async () => {
    const { seen } = await seenOf(request());
    expect(seen).toMatchObject({
      number: 1,
      at: '2026-03-01T12:00:00.000Z',
      connection: 'c-1',
      method: 'GET',
      url: 'https://platform.example.test/api/my/messages?$top=5',
      status: 200,
      reason: 'OK',
      bytes: 21,
      sentBytes: 0,
      tls: 'TLSv1.3',
      reused: true,
      failure: null,
      reference: null,
    });
    expect(seen.ms).toBeGreaterThanOrEqual(0);
  });

  it('never has a body, neither of the request nor of the answer', async () => {
    const { seen, text } = await seenOf(
      request({ method: 'POST', body: Buffer.from('{"UserPassword":"sent"}') }),
    );
    expect(text).not.toMatch(/never kept|UserPassword/);
    expect(seen.sentBytes).toBe(23);
  });

  it('LOG-01 a credential header is a name and dots, whatever its name', async () => {
    const secret = markerSecret('key');
    const { seen, text } = await seenOf(
      request({
        headers: { Accept: 'application/json', 'X-Odd': 'something' },
        credentials: { ApiKey: new Secret(secret), Cookie: new Secret(`.ASPXAUTH=${secret}`) },
      }),
    );
    expect(seen.requestHeaders).toEqual([
      { name: 'Accept', value: 'application/json' },
      { name: 'X-Odd', value: '••••' },
      { name: 'ApiKey', value: '••••' },
      { name: 'Cookie', value: '••••' },
    ]);
    expect(formsFound(text, secret)).toEqual([]);
  });

  it('LOG-01 a secret that a server sends back is found in any of eleven forms', async () => {
    const secret = markerSecret('echo');
    const alive = new Secret(secret);
    for (const [form, texts] of Object.entries(encodings(secret))) {
      for (const echoed of texts) {
        const { seen, text } = await seenOf(
          request({
            address: new URL(`https://platform.example.test/api/x?q=${encodeURIComponent(secret)}`),
          }),
          answer({ reason: `No ${echoed} here`, headers: { 'x-echo': echoed } }),
        );
        expect(formsFound(text, secret), form).toEqual([]);
        expect(decodeURIComponent(seen.url), form).not.toContain(secret);
      }
    }
    expect(alive.expose()).toBe(secret);
  });

  it('LOG-01 no part of a secret is left where a long value is cut', async () => {
    const secret = markerSecret('cut');
    const alive = new Secret(secret);
    const value = `${'x'.repeat(480)}${secret}`;
    const { seen } = await seenOf(request(), answer({ headers: { 'x-long': value } }));
    expect(seen.responseHeaders[0]?.value).toHaveLength(480 + '[secret]'.length);
    expect(seen.responseHeaders[0]?.value).not.toContain(alive.expose().slice(0, 10));
  });

  it('set-cookie and challenges are withheld; a location is kept without its codes', async () => {
    const { seen } = await seenOf(
      request(),
      answer({
        status: 302,
        headers: {
          'set-cookie': '.ASPXAUTH=abcdef0123456789; path=/',
          'www-authenticate': 'Bearer error="x"',
          location: 'https://login.example.test/?state=abc&code=def&lang=nb#token=1',
        },
      }),
    );
    expect(seen.responseHeaders).toEqual([
      { name: 'set-cookie', value: '••••' },
      { name: 'www-authenticate', value: '••••' },
      { name: 'location', value: 'https://login.example.test/?state=••••&code=••••&lang=nb' },
    ]);
  });

  it('the query of a call that is no call of the API has names only; service codes are no secrets', async () => {
    const token = new URL('https://login.example.test/token?client=a&code=b&flag');
    const untraced = { ...request({ address: token }), trace: undefined };
    expect((await seenOf(untraced)).seen.url).toBe(
      'https://login.example.test/token?client=••••&code=••••&flag',
    );
    const address = new URL('https://p.example.test/api/x?serviceCode=0112&access_token=t&a=1');
    expect((await seenOf(request({ address }))).seen.url).toBe(
      'https://p.example.test/api/x?serviceCode=0112&access_token=••••&a=1',
    );
  });

  it('LOG-04 a person’s number is masked in addresses, words and headers', async () => {
    const { text } = await seenOf(
      request({ address: new URL('https://p.example.test/api/01010112345/roles?x=01010112345') }),
      answer({ reason: '01010112345 has no access', headers: { 'x-a': 'for 010101 12345' } }),
    );
    expect(text).not.toMatch(/12345/);
  });

  it('LOG-05 a reason cannot forge lines or hide signs', async () => {
    const { seen } = await seenOf(request(), answer({ reason: 'No\u202egnp\u001b[2J' }));
    expect(seen.reason).toBe('No\\u{202e}gnp\\u{1b}[2J');
  });

  it('what the platform’s people search by stands by itself', async () => {
    const headers = {
      date: 'Sun, 01 Mar 2026 12:00:00 GMT',
      'x-correlation-id': 'abc',
      'request-id': 'def',
      traceparent: '00-1',
      server: 'x',
    };
    const { seen } = await seenOf(request(), answer({ headers }));
    expect(seen.correlation.map(({ name }) => name)).toEqual([
      'date',
      'x-correlation-id',
      'request-id',
      'traceparent',
    ]);
  });

  it('an exchange that broke off is there with the kind of its failure and what came before', async () => {
    const traffic = book();
    const failure = { kind: 'unreachable', message: 'Cut.', host: 'p', problem: 'reset' } as const;
    const broken = new ExchangeProblem(new Problem(failure), {
      sent: 'maybe',
      partial: answer({ status: 502, reason: 'Bad Gateway' }),
    });
    const transport = talking(traffic, () => Promise.reject(broken));
    await expect(transport.exchange(request())).rejects.toBe(broken);
    expect(traffic.list()).toMatchObject([{ status: 502, failure: 'unreachable' }]);
  });
});

describe('the list', () => {
  it('holds the last 500, can be read from a number on, and cleared', async () => {
    const traffic = book();
    const transport = talking(traffic, async () => answer());
    for (let call = 0; call < 510; call++) await transport.exchange(request());
    const all = traffic.list();
    expect([all.length, all[0]?.number, all.at(-1)?.number]).toEqual([500, 11, 510]);
    expect(traffic.list(508).map(({ number }) => number)).toEqual([509, 510]);
    traffic.clear();
    expect(traffic.list()).toEqual([]);
    await transport.exchange(request());
    // Numbers go on, so that a page that asks for what is new misses nothing.
    expect(traffic.list()[0]?.number).toBe(511);
  });

  it('a shown reference leads to the last exchange of its call and to what was shown', async () => {
    const traffic = book();
    const transport = talking(traffic, async () => answer({ status: 503, reason: 'Busy' }));
    await transport.exchange(request());
    await transport.exchange(request());
    await transport.exchange(request({ trace: { call: 'call-2', connection: 'c-1' } }));
    traffic.refer('call-1', 'REF-1', {
      kind: 'refused',
      message: 'The platform refused.',
      status: 503,
      reason: 'No 01010112345',
      reference: 'REF-1',
      cause: 'other',
    });
    const { exchange, failure } = traffic.about('REF-1');
    expect(exchange).toMatchObject({ number: 2, reference: 'REF-1' });
    expect(failure).toMatchObject({ kind: 'refused', message: 'The platform refused.' });
    expect(failure?.reason).not.toContain('01010112345');
    expect(traffic.about('REF-2')).toEqual({});
  });
});

it('ERR-02 the support report has everything the platform’s people ask for, and nothing they must not have', async () => {
  const secret = markerSecret('report');
  const alive = new Secret(secret);
  const traffic = book();
  const headers = { date: 'Sun, 01 Mar 2026 12:00:00 GMT', 'x-correlation-id': 'corr-1' };
  const transport = talking(traffic, async () =>
    answer({ status: 403, reason: `The API key is not authorized ${secret}`, headers }),
  );
  await transport.exchange(
    request({ credentials: { ApiKey: alive, Authorization: new Secret(`Bearer ${secret}`) } }),
  );
  traffic.refer('call-1', 'REF-7', {
    kind: 'refused',
    message: 'Refused.',
    status: 403,
    reason: `no ${secret}`,
    reference: 'REF-7',
    cause: 'api-key-not-authorized',
    details: ['for 01010112345'],
  });
  const text = writeReport(
    { version: '1.2.3', shell: 'chromium', system: 'linux 6' },
    {
      ...traffic.about('REF-7'),
      reference: 'REF-7',
      made: now().toISOString(),
      connection: {
        name: 'Fjord',
        environment: 'test',
        baseAddress: 'https://platform.example.test',
        organisationName: 'Fjord',
        organisationNumber: '974760673',
        way: 'certificate',
        mediaType: 'application/hal+json',
      },
    },
  );
  for (const part of [
    ...['REF-7', 'Steward 1.2.3', 'linux 6', 'Environment: test', 'Fjord (974760673)'],
    ...['https://platform.example.test/api/my/messages?$top=5', 'Method: GET', '403 The API key'],
    ...['2026-03-01T12:00:00.000Z', 'corr-1', 'ApiKey: ••••', 'Authorization: ••••', 'TLSv1.3'],
    ...['Message: Refused.', 'for [identity-number]'],
  ])
    expect(text).toContain(part);
  expect(formsFound(text, secret)).toEqual([]);
});
