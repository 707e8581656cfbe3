// Events that a service owner follows, through the whole program: read on from an offset, masked, saved as a table.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ messages: 2 });

function desk(mediaType: MediaType = 'application/hal+json') {
  const { steward, platform } = world();
  const connection = world().in(mediaType);
  const { control } = platform;
  return { all: steward.client.ownerEvents, app: steward.app, connection, control, steward };
}

inEveryMediaType((mediaType) => {
  it('OEV-01 events are read from the first on, and on from where one was, without the event of the offset', async () => {
    const { all, connection, control } = desk(mediaType);
    const known = control.events.all.map(({ offset }) => String(offset));
    const begun = await valueOf(all.read({ connection, most: 5 }));
    expect(begun.events.map(({ offset }) => offset)).toEqual(known.slice(0, 5));
    expect([begun.next, begun.more]).toEqual([known[4], true]);
    const last = known.slice(-9);
    const first = await valueOf(all.read({ connection, from: last[0] ?? '', most: 6 }));
    expect(first.events.map(({ offset }) => offset)).toEqual(last.slice(1, 7));
    expect([first.next, first.more]).toEqual([last[6], true]);
    const rest = await valueOf(all.read({ connection, from: first.next ?? '' }));
    expect(rest.events.map(({ offset }) => offset)).toEqual(last.slice(7));
    expect([rest.next, rest.more]).toEqual([last.at(-1), false]);
    const none = await valueOf(all.read({ connection, from: rest.next ?? '' }));
    expect(none).toEqual({ events: [], next: rest.next, more: false });
    expect(new Set([...first.events, ...rest.events].map(({ kind }) => kind.known))).toEqual(
      new Set([
        ...['created', 'archived', 'read', 'deleted'],
        ...['notification-created', 'notification-sent'],
      ]),
    );
    expect(first.events[0]?.occurred).toMatch(/Z$/);
  });
});

describe('the feed of events', () => {
  it('OEV-01 10 000 of one answer say that there are more', async () => {
    const { all, connection, control } = desk();
    control.events.fill(10_100);
    const first = await valueOf(all.read({ connection }));
    expect([first.events.length, first.more]).toEqual([10_000, true]);
    const rest = await valueOf(all.read({ connection, from: first.next ?? '' }));
    expect([rest.events.length > 0, rest.more]).toEqual([true, false]);
    expect(await all.read({ connection, most: 10_001 })).toMatchObject({
      failure: { kind: 'invalid-input', fields: { most: 'out-of-range' } },
    });
  });

  it('OEV-02 an event of a person has a masked number, also in the table that is saved', async () => {
    const { all, app, connection, control, steward } = desk();
    const { offset } = control.events.add({ reportee: '27828434567', kind: 'Read' });
    const from = String(offset - 1);
    const { events } = await valueOf(all.read({ connection, from }));
    expect(events.at(-1)?.party).toEqual({
      organisationNumber: null,
      identityNumber: '278284•••••',
    });
    const csv = path.join(tempFolder(), 'events.csv');
    const saved = await valueOf(
      all.exportEvents({ connection, from, format: 'csv', target: app.targetFor(csv) }),
    );
    const text = readFileSync(csv, 'utf8');
    expect([saved.rows, saved.next]).toEqual([1, String(offset)]);
    const whole = await valueOf(all.read({ connection }));
    const only = whole.events.slice(0, 2).map((event) => event.offset);
    const target = app.targetFor(path.join(tempFolder(), 'part.csv'));
    const part = { connection, format: 'csv', target, only } as const;
    expect(await valueOf(all.exportEvents(part))).toMatchObject({ rows: 2, next: whole.next });
    expect(text).toContain('278284•••••');
    expect(text).not.toContain('27828434567');
    const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 3 }));
    expect(lines[0]?.operation).toBe('ownerEvents.exportEvents');
  });
});
