// How a platform is asked what it offers: a harmless question for each group, few at once, none in vain.
import { describe, expect, it } from 'vitest';
import { askOffers, questionOf } from '../../../../main/platform/offers.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { Problem } from '../../../../main/problem.ts';
import type { Failure } from '../../../../preload/result.ts';
import type { SignIn } from '../../../../preload/contract/connections.ts';
import {
  endpointGroups,
  endpoints,
  probeOf,
  successorOf,
} from '../../../../preload/contract/endpoints.ts';
import { endpointGroup } from '../../../../preload/contract/offers.ts';
import { connectionTo } from '../../../support/connection-desk.ts';

const at = (signIn?: SignIn) =>
  ({
    ...connectionTo('https://platform.example.no', signIn && { signIn }),
    id: 'one',
  }) as SavedConnection;

describe('each group of the table', () => {
  it('has its name in the contract, in the same order, and rows of its own', () => {
    expect(endpointGroups).toEqual(endpointGroup.options);
    expect([...new Set(endpoints.map(({ group }) => group))]).toEqual(endpointGroups);
  });

  it.each(endpointGroups)('%s is asked by a documented read of its own, or cannot be', (group) => {
    const probe = probeOf(group);
    const own = endpoints.filter((one) => one.group === group);
    if ('none' in probe) {
      // Nothing of it can be read without knowing what to ask for.
      const readable = own.filter(({ method, pathParameters }) => {
        const known = pathParameters.every((name) => ['who', 'orgno'].includes(name));
        return method === 'GET' && known;
      });
      expect(readable).toEqual([]);
      return;
    }
    const { call, endpoint } = questionOf(probe, at());
    expect(own).toContain(endpoint);
    // A file may be marked as fetched, and one item as opened.
    expect(endpoint).toMatchObject({ method: 'GET', file: false });
    expect(call.path).not.toMatch(/[{}]/);
    expect(endpoint.query).toEqual(expect.arrayContaining(Object.keys(call.query ?? {})));
    expect(endpoint.pathParameters.filter((name) => !['who', 'orgno'].includes(name))).toEqual([]);
  });

  it('has a successor that is no more than the documentation says of a switched-off one', () => {
    for (const group of endpointGroups) {
      const { switchedOff } = endpoints.find((one) => one.group === group) ?? {};
      if (switchedOff !== undefined) expect(successorOf(group)).toBe(switchedOff.instead);
    }
  });
});

/** A platform that answers each call as `answer` says, and counts. */
async function asked(answer: (path: string) => Failure | undefined, signIn?: SignIn) {
  let [now, most, calls, opened] = [0, 0, 0, 0];
  const client = (isOpen: boolean) =>
    Promise.resolve({
      async load({ path }: { readonly path: string }) {
        [now, calls, opened] = [now + 1, calls + 1, opened + (isOpen ? 1 : 0)];
        most = Math.max(most, now);
        await new Promise(setImmediate);
        now -= 1;
        const failure = answer(path);
        if (failure !== undefined) throw new Problem(failure);
        return {};
      },
    } as never);
  const groups = await askOffers(
    at(signIn),
    {
      api: { client: () => client(false), open: () => client(true) },
      signIn: () => Promise.resolve(),
      clean: (text) => text.replaceAll('01010112345', '••'),
    },
    new AbortController().signal,
    () => undefined,
  );
  const states = new Set(groups.map(({ state }) => state));
  return { groups, most, calls, opened, states };
}
const words = { message: '', reference: 'r' };
const refused = (status: number, reason: string): Failure => ({
  ...{ kind: 'refused', status, reason, cause: 'other' },
  ...words,
});

describe('asking', () => {
  it('asks three at once, each once, and the open group without anything of us', async () => {
    const { most, calls, opened } = await asked(() => undefined);
    const probes = endpointGroups.filter((group) => 'get' in probeOf(group));
    expect([most, calls, opened]).toEqual([3, probes.length, 1]);
  });

  it('asks only what is open of a connection that does not sign in', async () => {
    const { calls, groups } = await asked(() => undefined, { way: 'none' });
    expect(calls).toBe(1);
    expect(groups.find(({ group }) => group === 'messages')).toMatchObject({
      because: 'signs-in-not',
    });
  });

  it.each<[string, Failure, number, string]>([
    ['is offline', { kind: 'offline', message: '' }, 3, 'not-reached'],
    [
      'has no address',
      { kind: 'unreachable', message: '', host: 'h', problem: 'name-not-found' },
      3,
      'not-reached',
    ],
    [
      'resets single calls',
      { kind: 'unreachable', message: '', host: 'h', problem: 'reset' },
      23,
      'not-reached',
    ],
    ['judges the question', refused(400, 'serviceCode is missing'), 23, 'answers'],
    [
      'has not found it, in its words',
      { kind: 'not-found', message: '', reason: 'No right holder was found.' },
      23,
      'answers',
    ],
    ['is busy', { kind: 'busy', message: '', retryAfterSeconds: 1 }, 23, 'not-reached'],
    ['refuses with a word', refused(403, 'Level 3 is required.'), 23, 'not-allowed'],
  ])('a platform that %s', async (_, failure, most, state) => {
    const { calls, states } = await asked(() => failure);
    expect(calls).toBeLessThanOrEqual(most);
    expect([...states].sort()).toEqual([state, 'not-asked'].sort());
  });

  it('keeps the platform’s words without identity numbers', async () => {
    const { groups } = await asked(() => refused(403, 'Not for 01010112345.'));
    expect(JSON.stringify(groups)).toContain('Not for ••.');
    expect(JSON.stringify(groups)).not.toContain('01010112345');
  });
});
