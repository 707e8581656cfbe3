// What the status bar says of the server: of the last question alone, and nothing where none was sent.
import { expect, it } from 'vitest';
import type { Failure } from '../../preload/result.ts';
import { contactOf, type DataAge } from '../../renderer/state/data-age.svelte.ts';
import { stateOf } from '../../renderer/state/query.svelte.ts';

const AT = '2026-03-02T08:00:00.000Z';
const words = { message: '', reference: 'r', reason: '' };

/** As a query says it, after an answer, a failure, or neither. */
const age = (failure?: Failure, more: Partial<DataAge> = {}): DataAge => ({
  ...{ fetched: null, state: stateOf(failure), failure, busy: false },
  refresh: () => undefined,
  ...more,
});
const tls = (problem: Extract<Failure, { kind: 'certificate' }>['problem']): Failure => ({
  ...{ kind: 'certificate', problem, detail: '' },
  message: '',
});

it.each<[string, DataAge | undefined, ReturnType<typeof contactOf>]>([
  ['no question of this screen', undefined, undefined],
  ['a question under way', age(undefined, { busy: true }), undefined],
  ['an answer', age(undefined, { fetched: AT }), 'connected'],
  [
    'an answer before, and a new question',
    age(undefined, { fetched: AT, busy: true }),
    'connected',
  ],
  [
    'what was read from the offline copy',
    age(undefined, { fetched: AT, fromCopy: true }),
    undefined,
  ],
  ['no network', age({ kind: 'offline', message: '' }), 'offline'],
  [
    'a dead proxy',
    age({ kind: 'unreachable', host: 'p', problem: 'proxy-unreachable', message: '' }),
    'offline',
  ],
  ['a server that is not trusted', age(tls('server-unknown-issuer')), 'not-connected'],
  ['the same after an answer', age(tls('server-expired'), { fetched: AT }), 'not-connected'],
  ['a certificate that the server refused', age(tls('refused-by-server')), 'not-connected'],
  ['a certificate that has expired', age(tls('expired'), { fetched: AT }), 'not-connected'],
  [
    'a locked keychain',
    age({ kind: 'keychain', problem: 'locked', message: '' }, { fetched: AT }),
    undefined,
  ],
  ['an organisation that allows it not', age({ kind: 'managed', by: 'x', message: '' }), undefined],
  ['a fault of the program', age({ kind: 'internal', ...words }), undefined],
  ['a page to sign in at', age({ kind: 'sign-in-needed', status: 200, ...words }), 'signed-out'],
  [
    'a refusal',
    age({ kind: 'refused', cause: 'other', status: 403, ...words }, { fetched: AT }),
    'connected',
  ],
  ['what is gone', age({ kind: 'not-found', message: '', reason: 'Not Found' }), 'connected'],
  [
    'a server with too much to do',
    age({ kind: 'busy', status: 503, retryAfterSeconds: 1, message: '' }),
    'connected',
  ],
])('FLD-13 after %s', (_, given, contact) => {
  expect(contactOf(given)).toBe(contact);
});
