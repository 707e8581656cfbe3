// A client of the local platform and its sign-in servers on node:https alone, with exactly the credentials of a test.
import { Agent, request } from 'node:https';
import type { Platform } from '../platform/platform.ts';

export interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Shows the organisation's certificate. */
  readonly certificate?: boolean;
}

export interface SignInCaller {
  ask(address: string, options?: Ask): Promise<Reply>;
  /** `path` below `/api/`, with the API key. */
  api(path: string, options?: Ask): Promise<Reply>;
  withToken(path: string, token: string, method?: string): Promise<Reply>;
  /** A form-encoded POST. */
  form(address: string, fields: Readonly<Record<string, string>>, more?: Ask): Promise<Reply>;
}

export function signInCaller(platform: Platform): SignInCaller {
  const ask = (address: string, options: Ask = {}): Promise<Reply> =>
    load(platform, address, options);
  const api = (path: string, options: Ask = {}): Promise<Reply> =>
    ask(`${platform.address}/api/${path}`, {
      ...options,
      headers: { ApiKey: platform.apiKey, ...options.headers },
    });
  return {
    ask,
    api,
    withToken: (path, token, method = 'GET') =>
      api(path, { method, headers: { Authorization: `Bearer ${token}` } }),
    form: (address, fields, more = {}) =>
      ask(address, {
        ...more,
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...more.headers },
      }),
  };
}

/** Each call has a connection of its own: what one shows is not remembered for the next. */
function load(platform: Platform, address: string, options: Ask): Promise<Reply> {
  const agent = new Agent({ keepAlive: false });
  const identity = { key: platform.clientKeyPem, cert: platform.clientCertificatePem };
  return new Promise((resolve, reject) => {
    const call = request(address, {
      method: options.method ?? 'GET',
      agent,
      ca: platform.caPem,
      headers: { Accept: 'application/json', ...options.headers },
      ...(options.certificate ? identity : {}),
    });
    call.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          reason: answer.statusMessage ?? '',
          headers: answer.headers,
          text,
        }),
      );
    });
    call.once('error', reject);
    call.end(options.body);
  });
}

export const jsonOf = (reply: Reply): Record<string, unknown> =>
  JSON.parse(reply.text) as Record<string, unknown>;
