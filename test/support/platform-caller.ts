// A client of the local platform on node:https alone, so that its rules are not tested with our own client.
import { Agent, request } from 'node:https';
import type { Platform } from '../platform/platform.ts';

export interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly type: string;
  readonly location: string;
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: unknown;
}

export interface Ask {
  readonly accept?: string;
  /** Written as JSON, or as it is when it is text or bytes. */
  readonly body?: unknown;
  readonly type?: string;
  /** A bearer token instead of that of an enterprise user of the organisation. */
  readonly token?: string;
  /** The organisation's certificate with its flag instead of a token. */
  readonly certificate?: boolean;
  /** No API key and no sign-in but those that the headers hold. */
  readonly bare?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Caller {
  /** `where`: below `/api/`, or a whole link. */
  ask(method: string, where: string, options?: Ask): Promise<Reply>;
  close(): void;
}

export function callerOf(platform: Platform): Caller {
  const agent = new Agent({ keepAlive: true });
  const identity = { key: platform.clientKeyPem, cert: platform.clientCertificatePem };
  const [user = ''] = platform.control.users;
  const organisation = platform.organisationNumber;
  const own = platform.control.identity.addToken({ organisation, user });
  return {
    close: () => agent.destroy(),
    ask(method, where, options = {}) {
      const url = where.startsWith('https:') ? where : `${platform.address}/api/${where}`;
      const flagged = `${url}${url.includes('?') ? '&' : '?'}ForceEIAuthentication`;
      const body = bodyOf(options.body);
      const token = options.certificate || options.bare ? undefined : (options.token ?? own);
      return new Promise((resolve, reject) => {
        const call = request(options.certificate ? flagged : url, {
          method,
          agent,
          ca: platform.caPem,
          ...(options.certificate ? identity : {}),
          headers: {
            Accept: options.accept ?? 'application/hal+json',
            'User-Agent': 'test',
            ...(options.bare ? {} : { ApiKey: platform.apiKey }),
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(body ? { 'Content-Type': options.type ?? 'application/hal+json' } : {}),
            ...options.headers,
          },
        });
        call.once('error', reject);
        call.once('response', (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('error', reject);
          answer.once('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: answer.statusCode ?? 0,
              reason: answer.statusMessage ?? '',
              headers: answer.headers,
              type: answer.headers['content-type'] ?? '',
              location: answer.headers.location ?? '',
              bytes,
              text: bytes.toString('utf8'),
              get json() {
                return JSON.parse(bytes.toString('utf8')) as unknown;
              },
            });
          });
        });
        call.end(body);
      });
    },
  };
}

function bodyOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

type Links = Readonly<Record<string, unknown>>;

/** Address of a relation of a HAL value (the first of several); '' when it has none. */
export function linkOf(value: unknown, relation: string): string {
  const links = (value as { readonly _links?: Links })._links ?? {};
  const found: unknown = links[relation];
  const first: unknown = Array.isArray(found) ? found[0] : found;
  return (first as { readonly href?: string } | undefined)?.href ?? '';
}
