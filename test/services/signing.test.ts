// Signing what was shown: neither another text nor another content than the person saw is signed.
import { describe, expect, it } from 'vitest';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading({ messages: 0 });

describe('signing', () => {
  it('RTY-08 signs nothing when somebody changed the message after it was shown', async () => {
    const { client, make, control, executed, truth } = messageDesk(world());
    const { code, edition } = control.messages.serviceWith();
    const service = { code, edition };
    const made = make({ kind: 'FormTask', state: 'signing', service });
    const shown = await valueOf(client.messages.get(made.at));
    const { digest } = await valueOf(client.messages.signingText(made.at));
    const what = { ...made.at, what: 'all', signingText: { digest } } as const;
    const writes = executed('messages.replace');
    const other = { ...what, expected: new Date(0).toISOString() };
    expect(await client.messages.sign(other)).toMatchObject({
      ok: false,
      failure: { kind: 'conflict', field: 'expected' },
    });
    expect(executed('messages.replace')).toBe(writes);
    expect(truth(made.id).state).toBe('signing');
    const { id } = await valueOf(client.messages.sign({ ...what, expected: shown.lastChanged }));
    expect(truth(id).state).toBe('sent');
  });
});
