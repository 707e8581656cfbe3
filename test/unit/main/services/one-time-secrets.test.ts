// A revealed secret keeps the window out of screen sharing for as long as it can be on it, and no longer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallContext } from '../../../../preload/contract/contract.ts';
import type { Escrow } from '../../../../main/secrets/escrow.ts';
import type { TimedClipboard } from '../../../../main/secrets/timed-clipboard.ts';
import { Secret } from '../../../../main/secret.ts';
import { oneTimeSecretsService } from '../../../../main/services/one-time-secrets.ts';
import { createFileHandles } from '../../../../main/storage/files.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const call = {} as CallContext<never>;
const given = { secret: 's-1' };

/** What is told the shell stands in `hidden`, and when a secret is read, how often it had been told. */
function world(can: boolean) {
  const hidden: boolean[] = [];
  const toldBefore: number[] = [];
  const escrow: Pick<Escrow, 'reveal' | 'look'> = {
    async reveal() {
      toldBefore.push(hidden.length);
      return new Secret('the secret');
    },
    async look() {
      toldBefore.push(hidden.length);
      return 'the answer';
    },
  };
  const service = oneTimeSecretsService({
    escrow: escrow as Escrow,
    clipboard: {} as TimedClipboard,
    files: createFileHandles(),
    savedInFile: async () => undefined,
    hideFromScreenSharing: can ? (hide) => hidden.push(hide) : undefined,
    probe: async () => 'cannot-tell',
  });
  return { service, hidden, toldBefore };
}

it.each(['reveal', 'look'] as const)(
  'MEM-04 %s keeps the window out of screen sharing before the secret is read, and for 35 s',
  async (how) => {
    const { service, hidden, toldBefore } = world(true);
    await service[how](given, call);
    expect([hidden, toldBefore]).toEqual([[true], [1]]);
    vi.advanceTimersByTime(34_999);
    expect(hidden).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(hidden).toEqual([true, false]);
  },
);

it('MEM-04 the newest secret counts: an earlier one does not bring the window back', async () => {
  const { service, hidden } = world(true);
  await service.reveal(given, call);
  vi.advanceTimersByTime(20_000);
  await service.look(given, call);
  vi.advanceTimersByTime(34_999);
  expect(hidden).toEqual([true, true]);
  vi.advanceTimersByTime(1);
  expect(hidden).toEqual([true, true, false]);
});

it('reveals a secret also where the shell cannot hide its window', async () => {
  const { service, hidden } = world(false);
  expect(await service.reveal(given, call)).toEqual({ secret: 'the secret' });
  vi.advanceTimersByTime(40_000);
  expect(hidden).toEqual([]);
});
