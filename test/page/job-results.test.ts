// The results of a job of look-ups: one that another overtook is not missing once the job stands still.
import { expect, it } from 'vitest';
import type { LookUpResult } from '../../preload/contract/service-owner.ts';
import { openPage, settled } from './support/page.ts';

const result = (organisationNumber: string): LookUpResult => ({
  organisation: {
    organisationNumber,
    name: `Organisation ${organisationNumber}`,
    form: null,
    lastChanged: null,
    lastConfirmed: null,
  },
  officialContacts: [],
  personalContacts: [],
  completeness: { complete: true, because: null, calls: 4 },
});
const numbers = Array.from({ length: 24 }, (_, at) => String(910_000_000 + at));

it('is read whole when the job stands still, also while a part is still being read', async () => {
  const { main } = await openPage();
  const { JobResults } = await import('../../renderer/screens/service-owner/job-results.svelte.ts');
  const results = new JobResults('job-1');
  const rest = numbers.slice(1).map(result);
  const calls = () => main.calls('serviceOwner.results').filter((call) => !call.answered);
  results.look(false);
  calls()[0]?.answer({ results: rest, total: rest.length });
  await settled();
  results.look(false);
  // It ended meanwhile, and the first of all came last.
  results.look(true);
  calls()[0]?.answer({ results: rest.slice(-20), total: rest.length });
  await settled();
  const [whole] = calls();
  expect(whole?.input.from).toBe(0);
  whole?.answer({ results: numbers.map(result), total: numbers.length });
  await settled();
  expect(results.all.map(({ organisation }) => organisation.organisationNumber)).toEqual(numbers);
});
