// The test of a connection on the screen: what is odd about a step that passed is said beside it.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { main, show } from './support/browser.ts';
import type { TestStep } from '../../preload/contract/connections.ts';
import ConnectionTest from '../../renderer/screens/connections/ConnectionTest.svelte';
import { en } from '../../renderer/texts/en.ts';
import { makeConnection } from './support/samples.ts';

it('LNK-07 a public name that leads inside is warned about, though everything works', async () => {
  const passed = { state: 'passed', failure: null, advice: null } as const;
  const steps: TestStep[] = [
    { ...passed, step: 'address', detail: '10.1.2.3', warning: 'inside' },
    { ...passed, step: 'tcp', detail: '10.1.2.3:443' },
  ];
  main.always('connections.test', () => ({ passed: true, steps }));
  show(ConnectionTest, { connection: makeConnection('c-1'), start: true });
  const { passed: all, warnings } = en.connections.test;
  await expect.element(page.getByText(all)).toBeVisible();
  await expect.element(page.getByText(warnings.inside)).toBeVisible();
});

it('what was found of the server’s certificate is said in the words and dates of the window', async () => {
  const certificate = {
    ...{ protocol: 'TLSv1.3', subject: 'platform.example', issuer: 'An issuer' },
    validTo: '2027-03-12T12:00:00.000Z',
  };
  const step: TestStep = {
    ...{ step: 'server-certificate', state: 'passed', failure: null, advice: null },
    detail: 'TLSv1.3, platform.example, issued by An issuer, valid to 2027-03-12',
    certificate,
  };
  main.always('connections.test', () => ({ passed: true, steps: [step] }));
  show(ConnectionTest, { connection: makeConnection('c-1'), start: true });
  const { certificate: words } = en.connections.test;
  const said = words('platform.example', 'An issuer', '12 Mar 2027');
  await expect.element(page.getByText(`TLSv1.3, ${said}`)).toBeVisible();
});

const ADVICE = { expired: 'renew-certificate', 'not-yet-valid': 'check-clock' } as const;
it.each(['expired', 'not-yet-valid'] as const)(
  '(FLD-08) a kept certificate that is %s leads from the test to its field',
  async (problem) => {
    const failure = { kind: 'certificate', problem, message: '', detail: 'Own' } as const;
    const step: TestStep = {
      ...{ step: 'client-certificate', state: 'failed', detail: '', failure },
      advice: ADVICE[problem],
    };
    main.always('connections.test', () => ({ passed: false, steps: [step] }));
    const fields: string[] = [];
    const onfix = (field: string) => fields.push(field);
    show(ConnectionTest, { connection: makeConnection('c-1'), start: true, onfix });
    await page.getByRole('button', { name: en.connections.test.doIt.certificate }).click();
    expect(fields).toEqual(['certificate']);
  },
);
