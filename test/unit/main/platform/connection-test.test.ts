// What the test of a connection says of the address that was looked up, beside passing.
import { expect, it } from 'vitest';
import { testConnection } from '../../../../main/platform/connection-test.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
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
