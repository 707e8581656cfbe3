// The estimated cost of a synchronisation: calls by scope, and time and bytes only where the last one tells.
import { describe, expect, it } from 'vitest';
import type { ServiceSummary } from '../../../../preload/contract/metadata.ts';
import { estimate } from '../../../../main/reference/estimate.ts';

const service = (code: string, changes: Partial<ServiceSummary> = {}): ServiceSummary => ({
  ownerCode: 'FYR',
  ownerName: 'Fyrtilsynet',
  name: code,
  code,
  edition: 1,
  validFrom: null,
  validTo: null,
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: null,
  ...changes,
});
const listed = {
  services: [
    service('1'),
    service('2'),
    service('3', { ownerCode: 'BRO' }),
    service('4', { kind: 'correspondence' }),
    service('5', { kind: null, type: 'Lookup' }),
  ],
  codeLists: Array.from({ length: 51 }, (_, at) => ({
    name: `L${at}`,
    version: 1,
    language: 1044,
  })),
  roles: 50,
};
/** Services twice; code lists on two pages and one more; roles on one and one more. */
const LISTS = 2 + 3 + 2;
const unknown = () => undefined;

describe('what a synchronisation would take', () => {
  it('lists alone are a few calls', async () => {
    expect(await estimate({ what: 'list' }, listed, unknown, null)).toEqual({
      calls: LISTS,
      seconds: null,
      bytes: null,
    });
  });

  it('everything: each code list, each service with its requirements, each form', async () => {
    // Four services that have a path; three form tasks, with one form each where nobody knows.
    expect((await estimate({ what: 'everything' }, listed, unknown, null)).calls).toBe(
      LISTS + 51 + 4 * 3 + 3,
    );
  });

  it('one owner: its services, and all code lists', async () => {
    const { calls } = await estimate({ what: 'owner', owner: 'BRO' }, listed, unknown, null);
    expect(calls).toBe(LISTS + 51 + 3 + 1);
  });

  it('services that are kept tell how many forms the others have', async () => {
    const form: [string, string] = ['', ''];
    const formsOf = ({ code }: ServiceSummary) => (code === '1' ? [form, form, form] : undefined);
    expect((await estimate({ what: 'everything' }, listed, formsOf, null)).calls).toBe(
      LISTS + 51 + 4 * 3 + 9,
    );
  });

  it('time and bytes are those of the last one', async () => {
    const pace = { secondsPerCall: 0.1, bytesPerCall: 2048 };
    expect(await estimate({ what: 'list' }, listed, unknown, pace)).toEqual({
      calls: 7,
      seconds: 1,
      bytes: 7 * 2048,
    });
  });
});
