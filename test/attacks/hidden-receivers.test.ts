// A page that was taken over hides whom an act is about: in a crowd, or under the name of another.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DelegationChange } from '../../preload/contract/delegations.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

let platform: Platform;
let steward: Steward;
let connection: string;
beforeAll(async () => {
  platform = await startPlatform({ users: 2 });
  steward = await startSteward();
  ({ connection } = await connectTo(steward, platform));
});
afterAll(async () => {
  await steward.stop();
  await platform.stop();
});

/** Whom the page means, and as whom it passes them off. The party's own name is main's: a connection has it. */
const OTHER = '974760673';
const CLAIMED = 'Fjordtrafikk Regnskap AS';
const outsider = { kind: 'organisation', organisationNumber: OTHER, name: CLAIMED } as const;
const user = (at: number): DelegationChange => ({
  action: 'give',
  to: { kind: 'enterprise-user', userName: `svc-${String(at)}` },
  what: { role: 27 },
});
const users = (count: number) => Array.from({ length: count }, (_, at) => user(at));
const ofOther = () => ({ connection, who: OTHER });

const acts: Readonly<Record<string, () => Promise<unknown>>> = {
  'access for one': () =>
    steward.client.delegations.give({ ...ofParty(), to: outsider, roles: [27], rights: [] }),
  'access behind eight users': () =>
    steward.client.jobs.startDelegations({
      ...{ ...ofParty(), organisationName: CLAIMED },
      changes: [...users(8), { action: 'give', to: outsider, what: { role: 27 } }],
    }),
  'access behind two hundred users': () =>
    steward.client.jobs.startDelegations({
      ...{ ...ofParty(), organisationName: CLAIMED },
      changes: [...users(200), { action: 'give', to: outsider, what: { role: 27 } }],
    }),
  'messages of another party into a folder': () =>
    steward.client.jobs.startMessageExport({
      ...{ ...ofOther(), partyName: CLAIMED },
      folder: steward.app.targetFor(path.join(tempFolder(), 'bodies')),
      ...{ folders: ['inbox'], from: null, to: null, forms: true, attachments: true, print: false },
    }),
  'messages of another party deleted': () =>
    steward.client.jobs.startMessageChanges({
      ...{ ...ofOther(), organisationName: CLAIMED, change: 'delete', from: 'box' },
      messages: [{ message: randomUUID() }],
    }),
};
const ofParty = () => ({ connection, who: platform.organisationNumber });

it.each(Object.entries(acts))(
  'ATK-30 %s: the number stands in the first question, and what the page calls them in none',
  async (what, act) => {
    steward.shell.asked.length = 0;
    const first: string[] = [];
    steward.shell.answer = ({ message, detail }) => {
      first.push(`${message}\n${detail}`);
      return false;
    };
    const writes = () => platform.control.requests.filter(({ method }) => method !== 'GET').length;
    const before = writes();
    expect(await act()).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(first).toHaveLength(1);
    expect(first[0]).toContain(OTHER);
    expect(first[0]).not.toContain(CLAIMED);
    expect(writes()).toBe(before);
    expect(await valueOf(steward.client.jobs.list({}))).toEqual([]);
    tell('ATK-30', `${what}, under the name of another`, 'the question names the number');
  },
);
