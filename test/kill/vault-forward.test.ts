// The vault of a folder of form 2, migrated on a real keyring and killed at every keychain call and list change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectForward,
  folderOfForm2,
  keychainOfForm2,
  namesOfForm2,
  olderEntries,
} from '../support/form-2.ts';
import { type KeyringEntries, openEntries } from '../support/keyring-entries.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { startProgram } from '../support/killed-program.ts';
import { startVaultChild, type VaultChild } from '../support/vault-child.ts';

const MOMENTS = ['before', 'during', 'after'] as const;

/** Each takes its share of the steps, with a keyring of its own: most of the time is spent waiting for the keyring. */
const LANES = 3;
interface Lane {
  readonly keyring: Keyring;
  readonly entries: KeyringEntries;
}
let lanes: readonly Lane[] = [];
beforeAll(async () => {
  const begin = async () => {
    const keyring = await startKeyring();
    return { keyring, entries: await openEntries(keyring) };
  };
  lanes = await Promise.all(Array.from({ length: LANES }, begin));
});
afterAll(async () => {
  for (const { keyring, entries } of lanes) {
    await entries.end();
    await keyring.stop();
  }
});

async function withVault<T>(
  { keyring }: Lane,
  folder: string,
  use: (vault: VaultChild) => Promise<T>,
): Promise<T> {
  const vault = await startVaultChild(keyring.env, folder);
  try {
    return await use(vault);
  } finally {
    await vault.end();
  }
}

async function valuesIn(vault: VaultChild): Promise<Record<string, unknown>> {
  const told = namesOfForm2.map(async (name) => {
    const { value, problem } = await vault.ask('get', { name });
    return [name, value ?? problem] as const;
  });
  return Object.fromEntries(await Promise.all(told));
}

/** Kills at this step; true when there was one. What a kill leaves is read, brought forward and read again. */
async function killedAt(
  lane: Lane,
  step: number,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const when = MOMENTS[step % 3] ?? 'before';
  const where = `${when} step ${String(step)}`;
  await lane.entries.layOut(keychainOfForm2.entries);
  const folder = folderOfForm2();
  const { problem } = await withVault(lane, folder, (vault) =>
    vault.ask('bringForward', { kill: { step, when } }),
  );
  await withVault(lane, folder, async (vault) => {
    expect(await valuesIn(vault), where).toEqual(values);
    expect((await vault.ask('bringForward')).problem, where).toBeUndefined();
    await vault.ask('collectGarbage');
    expect(await valuesIn(vault), `${where}, at the end`).toEqual(values);
  });
  expectForward(await lane.entries.read(), folder, where);
  if (problem !== undefined) expect(problem).toBe('killed');
  return problem === 'killed';
}

/** The values as a folder of form 2 has them that was not brought forward. */
async function valuesOfForm2(lane: Lane): Promise<Record<string, unknown>> {
  await lane.entries.layOut(keychainOfForm2.entries);
  const values = await withVault(lane, folderOfForm2(), valuesIn);
  expect(Object.values(values)).toContain(keychainOfForm2.apiKey);
  expect(await lane.entries.read()).toEqual(keychainOfForm2.entries);
  return values;
}

const laneAt = (index: number): Lane => {
  const lane = lanes[index];
  if (!lane) throw new Error(`There is no lane ${String(index)}.`);
  return lane;
};

describe('a vault of form 2 on a real keyring', () => {
  it('ATK-01 SIGKILL at every step of bringing forward: all is readable before and after, and no entry is lost or left over', async () => {
    const values = await valuesOfForm2(laneAt(0));
    let next = 1;
    let kills = 0;
    const walk = async (lane: Lane) => {
      while (await killedAt(lane, next++, values)) kills += 1;
    };
    await Promise.all(lanes.map(walk));
    expect(kills).toBeGreaterThan(60);
  }, 600_000);

  it('ATK-01 what is asked for while it is brought forward has its value', async () => {
    const values = await valuesOfForm2(laneAt(0));
    const folder = folderOfForm2();
    await withVault(laneAt(0), folder, async (vault) => {
      const going = vault.ask('bringForward');
      for (let round = 0; round < 5; round++) expect(await valuesIn(vault)).toEqual(values);
      expect((await going).problem).toBeUndefined();
    });
    expectForward(await laneAt(0).entries.read(), folder, 'at the end');
  });

  it('ATK-01 the whole program goes on where it was killed, at its start, and shows every one-time secret', async () => {
    for (const [index, step] of [5, 20, 45].entries()) {
      const lane = laneAt(index);
      await lane.entries.layOut(keychainOfForm2.entries);
      const folder = folderOfForm2();
      const { problem } = await withVault(lane, folder, (vault) =>
        vault.ask('bringForward', { kill: { step, when: 'during' } }),
      );
      expect(problem).toBe('killed');
      const program = await startProgram(lane.keyring, folder);
      const { secrets = [] } = (await program.order({ do: 'look' })) ?? {};
      await program.end();
      expect(Object.fromEntries(secrets.map(({ entry, secret }) => [entry.id, secret]))).toEqual(
        keychainOfForm2.secrets,
      );
      expect(olderEntries(Object.keys(await lane.entries.read())).own).toEqual([]);
    }
  });
});
