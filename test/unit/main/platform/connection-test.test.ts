// What the test of a connection says of the address that was looked up, beside passing.
import { expect, it } from 'vitest';
import { testConnection } from '../../../../main/platform/connection-test.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { Problem } from '../../../../main/problem.ts';
import type { SignIn } from '../../../../preload/contract/connections.ts';
import type { Failure } from '../../../../preload/result.ts';
import { connectionTo } from '../../../support/connection-desk.ts';

/** The steps of a test that passes, where the name was answered with this address. */
async function stepsAt(found: string, change: Partial<SavedConnection> = {}) {
  const connection = {
    ...connectionTo('https://platform.example.no'),
    id: 'one',
    environment: 'production',
    ...change,
  } as SavedConnection;
  const { passed, steps } = await testConnection(
    connection,
    {
      probe(report) {
        report('address', found);
        report('tcp', `${found}:443`);
        report('tls', 'TLSv1.3');
        return Promise.resolve();
      },
      signIn: () => Promise.resolve(),
      send: () =>
        Promise.resolve({ status: 200, reason: 'OK', protocol: 'TLSv1.3', failure: null }),
    },
    new AbortController().signal,
    () => undefined,
  );
  expect(passed).toBe(true);
  return steps.map(({ step, warning }) => (warning === undefined ? step : `${step} ${warning}`));
}

it('LNK-07 a public name answered with an address of the own network is warned about, and not refused', async () => {
  expect((await stepsAt('10.1.2.3'))[0]).toBe('address inside');
  expect((await stepsAt('127.0.0.1')).filter((step) => step.includes(' '))).toHaveLength(1);
});

it('LNK-07 not in a test environment, not past a proxy, and not where the name is none that is public', async () => {
  expect((await stepsAt('10.1.2.3', { environment: 'test' }))[0]).toBe('address');
  expect((await stepsAt('proxy 10.1.2.3:8080'))[0]).toBe('address');
  expect((await stepsAt('127.0.0.1', { baseAddress: 'https://localhost' }))[0]).toBe('address');
  expect((await stepsAt('93.184.216.34'))[0]).toBe('address');
});

const token: Omit<Extract<SignIn, { way: 'machine-token' }>, 'way'> = {
  tokenEndpoint: 'https://t.example/',
  audience: 'a',
  clientId: 'c',
  scopes: ['s'],
  proof: { by: 'certificate', certificate: 'c' },
};
const ways = {
  certificate: { way: 'certificate', certificate: 'c' },
  person: {
    way: 'person',
    provider: { found: 'discovery', issuer: 'https://i.example/' },
    clientId: 'c',
    scopes: ['openid'],
    acrValues: '',
  },
  'pasted-token': { way: 'pasted-token' },
  'machine-token': { way: 'machine-token', ...token },
  password: { way: 'password', userName: 'u', password: 'p' },
  'enterprise-user': { way: 'enterprise-user', userName: 'u', password: 'p', certificate: 'c' },
} satisfies Record<string, SignIn>;

const words = { message: '', reference: 'r', reason: '' };
const signedOut: Failure = { kind: 'sign-in-needed', status: 401, ...words };
const nobody: Failure = { kind: 'sign-in-needed', status: 0, ...words };
const refused = (cause: Extract<Failure, { kind: 'refused' }>['cause'], status = 403): Failure => ({
  ...{ kind: 'refused', status, cause },
  ...words,
});
const tls = (problem: Extract<Failure, { kind: 'certificate' }>['problem']): Failure => ({
  ...{ kind: 'certificate', problem, detail: '' },
  message: '',
});

/** The step that failed, and what it advises; the sign-in or the call itself fails. */
async function adviceOf(signIn: SignIn, failure: Failure, at: 'sign-in' | 'call') {
  const connection = { ...connectionTo('https://platform.example.no', { signIn }), id: 'one' };
  const verdict = { status: 401, reason: '', protocol: 'TLSv1.2', failure };
  const { steps } = await testConnection(
    { ...connection, highestTls: 'TLSv1.2' } as SavedConnection,
    {
      probe(report) {
        for (const step of ['address', 'tcp', 'tls'] as const) report(step, '');
        return Promise.resolve();
      },
      signIn: () => (at === 'sign-in' ? Promise.reject(new Problem(failure)) : Promise.resolve()),
      send: () => Promise.resolve(verdict),
    },
    new AbortController().signal,
    () => undefined,
  );
  return steps.find(({ state }) => state === 'failed')?.advice;
}

it.each<[keyof typeof ways, 'sign-in' | 'call', string, Failure, string | null]>([
  ['certificate', 'call', 'a refused certificate', signedOut, 'choose-other-certificate'],
  ['certificate', 'call', 'a key that is not known', refused('api-key-missing'), 'check-api-key'],
  ['person', 'sign-in', 'nobody who has signed in', nobody, null],
  ['person', 'call', 'a sign-in that is not taken', signedOut, null],
  ['person', 'call', 'a part for organisations', refused('organisation-not-authenticated'), null],
  ['person', 'call', 'a server that wants a certificate', tls('missing'), null],
  ['person', 'call', 'a key without rights', refused('api-key-not-authorized'), 'order-rights'],
  ['pasted-token', 'sign-in', 'no token yet', nobody, null],
  ['pasted-token', 'call', 'a token that is not taken', signedOut, null],
  ['machine-token', 'call', 'a token that is not taken', signedOut, null],
  [
    'machine-token',
    'sign-in',
    'a certificate of no use',
    tls('unreadable'),
    'choose-other-certificate',
  ],
  ['password', 'sign-in', 'a wrong password', signedOut, 'check-user'],
  ['password', 'call', 'a part for organisations', refused('organisation-not-authenticated'), null],
  ['password', 'call', 'a server that wants a certificate', tls('missing'), null],
  ['enterprise-user', 'sign-in', 'a wrong secret', signedOut, 'check-user'],
])(
  'FLD-13 the test of a connection by %s that fails at the %s for %s advises what there is',
  async (way, at, _what, failure, advice) => {
    expect(await adviceOf(ways[way], failure, at)).toBe(advice);
  },
);
