// What the feed of events tells that is none: a failure with the field, not a defect of Steward.
import { expect, it } from 'vitest';
import { ownerEventsService } from '../../../../main/services/owner-events.ts';
import type { Api } from '../../../../main/platform/api.ts';
import { failureOf } from '../../../../main/problem.ts';

it.each(['', '12.0', 'next', '-4', '0x10', '1e3', ' 7', '٣', '9'.repeat(400)])(
  'OEV-01 an offset %j that is no number is refused with its field',
  async (offset) => {
    const load = async () => ({ value: [{ EventOffset: offset, EventType: 'Created' }] });
    const api = { client: async () => ({ load }) } as unknown as Api;
    const service = ownerEventsService({ api, tables: {} as never });
    const context = { signal: new AbortController().signal } as never;
    const read = service.read({ connection: 'c-1', from: '3' }, context);
    expect(failureOf(await read.catch((error: unknown) => error))).toMatchObject({
      kind: 'unexpected-answer',
      field: 'EventOffset',
    });
  },
);
