// What was found of attempts is believed once, by the key: until then nothing of it ends a secret (ATK-12).
import { expect, it } from 'vitest';
import { createAttemptIndex } from '../../../../main/secrets/escrow-attempts.ts';
import type { EscrowRecord } from '../../../../main/secrets/escrow-log.ts';
import type { Vault } from '../../../../main/secrets/vault.ts';

const record = (step: EscrowRecord['step'], id = 'a'): EscrowRecord => ({
  ...{ id, at: '2026-03-02T08:00:00.000Z', step },
  facts: {
    ...{ connection: 'c-1', environment: 'test', userName: 'svc', operation: 'rotateSecret' },
    ...{ job: null, vault: 'system', session: 's-1' },
  },
});
const log = { append: async () => 0, compact: async () => undefined };

function open(...found: EscrowRecord[]) {
  const index = createAttemptIndex({
    vault: { kind: 'system', has: () => false } as unknown as Vault,
    session: 's-2',
    now: () => new Date('2026-03-02T09:00:00Z'),
    changed: () => undefined,
    vouch: (one) => one,
  });
  index.use(found, log);
  return index;
}
const phases = (index: ReturnType<typeof open>) => index.attempts.map(({ phase }) => phase);

it('ATK-12 what was found is not judged until the key was asked, and then for good', () => {
  const index = open(record('intent'), record('answer'));
  expect(index.isJudged).toBe(false);
  expect(index.judge(() => true)).toBe('keep');
  expect(index.isJudged).toBe(true);
  expect([index.judge(() => false), phases(index)]).toEqual(['keep', ['answered']]);
  expect(open().isJudged).toBe(true);
});

it('ATK-12 what another wrote into an attempt of ours is left out and set aside', () => {
  const ours = record('answer');
  const index = open(ours, record('gone'));
  expect(index.judge((one) => one === ours)).toBe('set-aside');
  expect(phases(index)).toEqual(['answered']);
});

it('ATK-12 an attempt that nobody vouches for stays, is ended by nothing, and is written anew', () => {
  const index = open(record('answer'), record('closed'));
  expect(index.judge(() => false)).toBe('rewrite');
  expect(phases(index)).toEqual(['answered']);
});
