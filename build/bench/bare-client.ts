// The anchor of calls to the platform: Node's own client with the same certificate, which does nothing else.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { gunzipSync } from 'node:zlib';
import type { PlatformFacts } from '../../test/support/steward.ts';

/** One call as the platform saw it from the program. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly accept: string;
}
export interface BareClient {
  /** The body of an answer below 400; anything else is an error. */
  readonly ask: (call: Partial<SeenCall> & { readonly path: string }) => Promise<Buffer>;
  readonly close: () => void;
}

/** By the certificate that was shown. */
const SIGN_IN = 'ForceEIAuthentication';

/** On connections that stay open, `atOnce` of them at most. */
export function openBareClient(platform: PlatformFacts, atOnce = 1): BareClient {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: atOnce,
    ca: readFileSync(platform.caFile),
    pfx: readFileSync(platform.certificateFile),
    passphrase: platform.passphrase,
  });
  return {
    ask: ({ method = 'GET', path, query = SIGN_IN, accept = 'application/hal+json' }) =>
      new Promise((resolve, reject) => {
        const address = new URL(`${path}?${query}`, platform.address);
        const headers = {
          ApiKey: platform.apiKey,
          Accept: accept,
          'Accept-Encoding': 'gzip',
          // A call that changes something has an empty body.
          ...(method === 'GET' ? {} : { 'Content-Length': '0' }),
        };
        const call = request(address, { method, agent, headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('error', reject).once('end', () => {
            const body = Buffer.concat(chunks);
            const { statusCode = 0, headers: given } = answer;
            if (statusCode >= 400) reject(new Error(`${method} ${path}: ${String(statusCode)}.`));
            else resolve(given['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
          });
        });
        call.once('error', reject).end();
      }),
    close: () => {
      agent.destroy();
    },
  };
}
