// Reportees of the local platform, and the forms its answers take, asked with node:https alone.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape } from '../platform/shape.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

let platform: Platform;
let caller: Caller;
const ask = (method: string, where: string, options?: Ask): Promise<Reply> =>
  caller.ask(method, where, options);
type Shown = Readonly<Record<string, unknown>>;
const idsIn = (reply: Reply): readonly unknown[] =>
  (reply.json as { _embedded: { messages: Shown[] } })._embedded.messages.map(
    (m) => m['MessageId'],
  );

beforeAll(async () => {
  platform = await startPlatform({ seed: 11, users: 1 });
  caller = callerOf(platform);
});
afterEach(() => {
  Object.assign(platform.control.shape, usualShape());
});
afterAll(async () => {
  caller.close();
  await platform.stop();
});

describe('reportees', () => {
  const token = (person: string): string => platform.control.identity.addToken({ person });

  it('REP-01 a person sees itself first, then organisations with sub-units and deleted ones', async () => {
    const reply = await ask('GET', 'reportees', { token: token('person-1') });
    const found = (reply.json as { _embedded: { reportees: Shown[] } })._embedded.reportees;
    expect(found[0]).toMatchObject({ Type: 'Person', ReporteeId: 'r50010001' });
    expect(
      found.filter((r) => r['ParentOrganizationNumber'] === platform.organisationNumber),
    ).toHaveLength(3);
    expect(found.some((r) => r['Status'] === 'Deleted')).toBe(true);
    expect(
      (await ask('GET', linkOf(found[1], 'messages'), { token: token('person-1') })).status,
    ).toBe(200);
  });

  it('REP-02 one reportee is there for those who may act for it, and 403 with words for others', async () => {
    const one = await ask('GET', 'reportees/r50020001', { token: token('person-2') });
    expect(one.json).toMatchObject({ OrganizationNumber: platform.organisationNumber });
    const foreign = await ask('GET', 'reportees/r50030001', { token: token('person-2') });
    expect([foreign.status, foreign.reason]).toEqual([
      403,
      expect.stringContaining('not authorized'),
    ]);
    const others = await ask('GET', 'r50010002/messages', { token: token('person-1') });
    expect(others.status).toBe(403);
  });

  it('REP-01 LIM-01 a person with many parties reads them in pages of 50; each is there once', async () => {
    const crowded = await startPlatform({ seed: 4, users: 1, parties: 120 });
    const other = callerOf(crowded);
    try {
      const person = crowded.control.identity.addToken({ person: 'person-1' });
      const page = async (skip: number): Promise<readonly unknown[]> => {
        const reply = await other.ask('GET', `reportees?$skip=${skip}`, { token: person });
        const { _embedded } = reply.json as { _embedded: { reportees: Shown[] } };
        return _embedded.reportees.map((r) => r['ReporteeId']);
      };
      const pages = await Promise.all([0, 50, 100, 150].map(page));
      expect(pages.map((ids) => ids.length)).toEqual([50, 50, 20, 0]);
      expect(new Set(pages.flat()).size).toBe(120);
    } finally {
      other.close();
      await crowded.stop();
    }
  });

  it('HAL answers carry a field and a relation nobody knows; a strict platform refuses a form it has not', async () => {
    const hal = (await ask('GET', 'reportees')).json as { _embedded: { reportees: Shown[] } };
    expect(
      [hal, hal._embedded.reportees[0]].map((one) => linkOf(one, 'addedlater') !== ''),
    ).toEqual([true, true]);
    expect(hal._embedded.reportees[0]).toHaveProperty('AddedLater');
    const accept = 'text/csv';
    expect((await ask('GET', 'reportees', { accept })).type).toContain('application/json');
    platform.control.shape.strictAccept = true;
    expect((await ask('GET', 'reportees', { accept })).status).toBe(406);
    platform.control.shape.unknowns = false;
    expect((await ask('GET', 'reportees')).text).not.toMatch(/addedlater/i);
  });

  it('lists, links and letters come in the other forms of the field when a test asks for them', async () => {
    const { shape } = platform.control;
    Object.assign(shape, { lists: 'named', links: 'text', escapes: true });
    const named = await ask('GET', 'reportees');
    expect(named.json).toMatchObject({
      _links: { self: expect.stringContaining(platform.address) as string },
      reportees: [{ OrganizationNumber: platform.organisationNumber }, {}, {}, {}],
    });
    expect(named.text).toContain('https:\\/\\/localhost');
    Object.assign(shape, { ...usualShape(), links: 'arrays', linkOrigin: 'http://other.example' });
    expect((await ask('GET', 'reportees')).json).toMatchObject({
      _links: { self: [{ href: expect.stringMatching(/^http:..other\.example.api/) as string }] },
    });
  });

  it('my, the reportee id and the organisation number of the caller name the same box', async () => {
    const lists = await Promise.all(
      ['my', 'r50020001', platform.organisationNumber].map((who) => ask('GET', `${who}/messages`)),
    );
    expect(new Set(lists.map((list) => JSON.stringify(idsIn(list)))).size).toBe(1);
  });
});
