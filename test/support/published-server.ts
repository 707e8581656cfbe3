// The platform as documents show it: each call answers what is published of it, or what a test puts in its place.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toP12 } from '../platform/pki.ts';
import { LINKED } from '../platform/published/instances.ts';
import { entryFor, entryOf, type Entry } from '../platform/published/schemas.ts';
import { type RawRequest, startRawServer, testPki } from './raw-server.ts';
import type { PlatformFacts } from './steward.ts';
import { makeTempFolder } from './temp-folder.ts';

export interface Asked {
  readonly entry: Entry;
  readonly query: string;
  readonly type: string;
  readonly body: Buffer;
}

export interface PublishedServer extends PlatformFacts {
  /**
   * What calls of the entry answer until `clear`, or what tells it when one comes. `further`: where a link has led to it, or the rest of a
   * list is asked for.
   */
  put(entry: string, value: unknown, further?: unknown): void;
  /** The next call of the entry is refused with this body. */
  refuse(entry: string, status: number, value: unknown): void;
  clear(): void;
  /** The published example of an entry's answer, with this server's own address in its links. */
  exampleOf(entry: string): unknown;
  /** The same of any example. */
  atOwnAddress(example: unknown): unknown;
  /** What was asked since the last `clear`. */
  readonly asked: readonly Asked[];
  stop(): Promise<void>;
}

/** The entry behind a link of an instance, by its relation. */
const BEHIND: Readonly<Record<string, string>> = {
  next: 'service-owner.consents',
  officialcontacts: 'service-owner.officialcontacts',
  personalcontacts: 'service-owner.personalcontacts',
  roles: 'service-owner.personalcontact-roles',
  validate: 'messages.validate',
  archive: 'messages.archive',
  confirm: 'messages.confirm',
  signingtext: 'messages.signingtext',
  jwks_uri: 'metadata.jwk',
};

/** What no example shows as JSON. */
const TEXTS: Readonly<Record<string, string>> = {
  'metadata.lookup.schema':
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="svar" type="xs:string"/></xs:schema>',
  'forms.formdata': '<melding><navn>Lindvik</navn></melding>',
};

/** Where the examples say that they stand. */
const EXAMPLE_ORIGIN = 'https://plattform.example';
const passphrase = 'steinsprang-fjord-42';

interface Put {
  readonly value: unknown;
  readonly further: unknown;
}

export async function startPublishedServer(): Promise<PublishedServer> {
  const pki = await testPki();
  const put = new Map<string, Put>();
  const refusals = new Map<string, { readonly status: number; readonly value: unknown }>();
  const asked: Asked[] = [];
  const server = await startRawServer({ server: pki.server, asks: true, act });
  const folder = makeTempFolder('steward-published');
  const file = (name: string, content: string | Buffer) => {
    const full = path.join(folder.path, name);
    writeFileSync(full, content, { mode: 0o600 });
    return full;
  };

  function act(request: RawRequest) {
    const [where = '', query = ''] = request.path.split('?', 2);
    const entry = entryAt(request.method, where);
    if (entry === undefined) return request.answer(404, 'Not Found');
    const type = request.headers['content-type'] ?? '';
    asked.push({ entry, query, type, body: request.body });
    const refusal = refusals.get(entry.id);
    if (refusal !== undefined) {
      refusals.delete(entry.id);
      return send(request, refusal.status, refusal.value, 'application/json');
    }
    const text = TEXTS[entry.id];
    if (text !== undefined)
      return request.answer(200, 'OK', { 'Content-Type': 'application/xml' }, text);
    const given = put.get(entry.id);
    const isFurther = /(?:^|&)(\$skip|%24skip|continuation)=/.test(query) || LINKED.test(where);
    const value = isFurther && given?.further !== undefined ? given.further : given?.value;
    const [status = 200] = entry.status;
    const [form = 'application/json'] = entry.responseMediaTypes;
    const said = typeof value === 'function' ? (value as () => unknown)() : value;
    return send(request, status, said ?? atOwnAddress(entry.example.response), form, entry);
  }

  const atOwnAddress = (example: unknown): unknown =>
    example === undefined
      ? undefined
      : JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_ORIGIN, server.origin));

  function send(request: RawRequest, status: number, value: unknown, form: string, entry?: Entry) {
    const location = entry !== undefined && 'Location' in entry.headers;
    const headers = {
      ...(location && { Location: `${server.origin}/api/linked/made/5001` }),
      ...(value !== undefined && { 'Content-Type': `${form}; charset=utf-8` }),
    };
    const body = value === undefined ? '' : JSON.stringify(value);
    // Nothing behind it: `null` of the documents is no body.
    request.answer(value === undefined && status === 200 ? 204 : status, 'OK', headers, body);
  }

  return {
    address: server.origin,
    caFile: file('ca.pem', pki.root.certificatePem),
    certificateFile: file('organisation.p12', toP12(pki.client, passphrase, 'aes256')),
    passphrase,
    apiKey: '3F1C2A40-0000-4000-8000-00000000ABCD',
    organisationNumber: '910514318',
    put: (entry, value, further) => void put.set(entry, { value, further }),
    refuse: (entry, status, value) => void refusals.set(entry, { status, value }),
    clear() {
      put.clear();
      refusals.clear();
      asked.length = 0;
    },
    exampleOf: (id) => atOwnAddress(entryOf(id).example.response),
    atOwnAddress,
    asked,
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}

function entryAt(method: string, where: string): Entry | undefined {
  const relation = LINKED.exec(where)?.[1];
  if (relation === undefined) return entryFor(method, where);
  const behind = BEHIND[relation];
  return behind === undefined ? undefined : entryOf(behind);
}
