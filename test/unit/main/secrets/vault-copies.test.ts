// The vault of a copied data folder: it copies what the first one has, stopped and locked at every point.
import { describe, expect, it } from 'vitest';
import { accountIn } from '../../../../main/secrets/vault-format.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import {
  copyOf,
  createWorld,
  keychainOf,
  lockable,
  openVault,
  type Steps,
  stopAt,
  type World,
} from '../../../support/fake-keychain.ts';

const [FIRST, COPY] = ['a'.repeat(32), 'b'.repeat(32)];

/** One that fills one entry, one in chunks, and keys of Steward's own. */
const VALUES: Readonly<Record<string, string>> = {
  'credential/one': 'a key',
  'secrets/connection/two': 'long '.repeat(1500),
  'escrow/key': 'key of the escrow',
  'journal-key': 'key of the journal',
};
const NAMES = Object.keys(VALUES);
/** What the first one alone may have. */
const OF_FIRST = { 'refresh-token/one': 'once', 'journal-anchor': '7 the end' };

async function ofFirst(): Promise<World> {
  const world = createWorld();
  const vault = await openVault(world, { folder: FIRST });
  for (const [name, value] of Object.entries({ ...VALUES, ...OF_FIRST }))
    await vault.put(name, new Secret(value));
  return world;
}

/** The first folder, and a copy of it on the same keychain. */
async function both() {
  const first = await ofFirst();
  const copy: World = { entries: first.entries, files: new Map(first.files) };
  return { first, copy, before: copyOf(first).entries };
}

const open = (world: World, steps?: Steps) => openVault(world, { folder: COPY, steps });

async function valuesOf(world: World, folder = COPY): Promise<Record<string, string | undefined>> {
  const vault = await openVault(world, { folder });
  const values: Record<string, string | undefined> = {};
  for (const name of NAMES) values[name] = (await vault.get(name))?.expose();
  return values;
}

/** Every value has one head under the names of the copy; the first one has all that it had. */
async function expectCopied({ first, copy, before }: Awaited<ReturnType<typeof both>>) {
  for (const [account, value] of before) expect(first.entries.get(account)).toBe(value);
  const own = [...copy.entries.keys()].filter((one) => one.includes(COPY));
  expect(own.filter((one) => one.split('.').length === 3).toSorted()).toEqual(
    NAMES.map((name) => accountIn(COPY, name)).toSorted(),
  );
  expect(await valuesOf(copy)).toEqual(VALUES);
  expect(await valuesOf(first, FIRST)).toEqual(VALUES);
}

describe('the vault of a copied folder', () => {
  it('ATK-01 has copies of what the first one has, takes nothing from it, and no refresh token', async () => {
    const world = await both();
    const vault = await open(world.copy);
    // Also before anything is copied.
    expect((await vault.get('escrow/key'))?.expose()).toBe(VALUES['escrow/key']);
    for (const name of Object.keys(OF_FIRST)) expect(await vault.get(name)).toBeUndefined();
    await vault.copyFromOrigin();
    await expectCopied(world);
    expect(vault.names('').toSorted()).toEqual(NAMES.toSorted());
    for (const name of Object.keys(OF_FIRST)) expect(await vault.get(name)).toBeUndefined();
    const again = stopAt(0);
    await (await open(world.copy, again)).copyFromOrigin();
    expect(again.calls).toEqual([]);
    expect(await vault.erase([])).toBe(NAMES.length);
    expect(world.first.entries).toEqual(world.before);
  });

  it('ATK-01 stopped before or after every keychain call and every save: all is readable, and the next start ends it', async () => {
    let stops = 0;
    for (let point = 1; ; point++) {
      const world = await both();
      const steps = stopAt(point);
      const stopped = await open(world.copy, steps)
        .then((vault) => vault.copyFromOrigin())
        .then(
          () => steps.passed() >= point,
          () => true,
        );
      if (!stopped) break;
      stops += 1;
      expect(await valuesOf(world.copy), `point ${String(point)}`).toEqual(VALUES);
      const next = await open(world.copy);
      await next.copyFromOrigin();
      await next.collectGarbage();
      await expectCopied(world);
    }
    expect(stops).toBeGreaterThan(60);
  });

  it('ATK-01 locked at every call: it is not taken for empty, and goes on when it is open again', async () => {
    let locks = 0;
    for (let after = 0; ; after++) {
      const world = await both();
      const keychain = lockable(keychainOf(world.copy));
      let calls = 0;
      const count = <T>(answer: T): T => {
        if (++calls > after) keychain.locked = true;
        return answer;
      };
      const vault = await openVault(world.copy, {
        folder: COPY,
        keychain: {
          kind: 'system',
          read: (account) => count(keychain.read(account)),
          write: (account, value) => count(keychain.write(account, value)),
          remove: (account) => count(keychain.remove(account)),
        },
      });
      const error: unknown = await vault.copyFromOrigin().catch((one: unknown) => one);
      if (!keychain.locked) break;
      locks += 1;
      if (error !== undefined) expect(failureOf(error)).toMatchObject({ kind: 'keychain' });
      keychain.locked = false;
      calls = -Infinity;
      expect(await valuesOf(world.copy)).toEqual(VALUES);
      await vault.copyFromOrigin();
      await expectCopied(world);
    }
    expect(locks).toBeGreaterThan(20);
  });

  it('ATK-01 a put or a removal before the copying leaves nothing of the first one that could come back', async () => {
    const name = 'credential/one';
    for (const change of ['put', 'remove'] as const) {
      for (let point = 1; ; point++) {
        const world = await both();
        const steps = stopAt(point);
        const done = await open(world.copy, steps)
          .then((vault) =>
            change === 'put' ? vault.put(name, new Secret('new')) : vault.remove(name),
          )
          .then(
            () => true,
            () => false,
          );
        const left = await open(world.copy);
        const value = (await left.get(name))?.expose();
        const after = change === 'put' ? 'new' : undefined;
        expect(done ? [after] : [VALUES[name], after], `${change} ${String(point)}`).toContain(
          value,
        );
        await left.collectGarbage();
        await left.copyFromOrigin();
        expect((await left.get(name))?.expose(), `${change} ${String(point)}`).toBe(value);
        for (const [account, was] of world.before)
          expect(world.first.entries.get(account)).toBe(was);
        if (done && steps.passed() < point) break;
      }
    }
  });

  it('ATK-01 what is damaged in the first one stays so, and keeps none of the others', async () => {
    const world = await both();
    world.copy.entries.set(accountIn(FIRST, 'credential/one'), '{"steward":1');
    const vault = await open(world.copy);
    await vault.copyFromOrigin();
    expect(failureOf(await vault.get('credential/one').catch((error: unknown) => error))).toEqual(
      expect.objectContaining({ kind: 'keychain', problem: 'damaged' }),
    );
    const values = await valuesOfOthers(world.copy);
    expect(values).toEqual(NAMES.slice(1).map((name) => VALUES[name]));
  });

  it('a folder that is no copy does not look at the names of others', async () => {
    const { first } = await both();
    const steps = stopAt(0);
    const vault = await openVault(
      { entries: first.entries, files: new Map() },
      { folder: 'c'.repeat(32), steps },
    );
    expect(await vault.get('escrow/key')).toBeUndefined();
    expect(steps.calls.every(({ account }) => !account.includes(FIRST))).toBe(true);
  });

  it('ATK-01 two at once prove the keychain without disturbing each other', async () => {
    const { first, copy } = await both();
    const [a, b] = [await openVault(first, { folder: FIRST }), await open(copy)];
    await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? a.check() : b.prove())));
    await b.rest();
    expect([...first.entries.keys()].filter((one) => one.endsWith('canary'))).toEqual([]);
  });
});

async function valuesOfOthers(world: World) {
  const vault = await open(world);
  return Promise.all(NAMES.slice(1).map(async (name) => (await vault.get(name))?.expose()));
}
