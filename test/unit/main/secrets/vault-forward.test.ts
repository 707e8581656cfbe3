// Migrating the vault of a folder of form 2 to names of its own: stopped and locked at every point.
// A second folder is beside it.
import { describe, expect, it } from 'vitest';
import { accountIn, sharedAccountOf } from '../../../../main/secrets/vault-format.ts';
import { openVaultList } from '../../../../main/secrets/vault-list.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import type { FolderIdentity } from '../../../../main/storage/folder-format.ts';
import { unsealDocument } from '../../../../main/storage/documents.ts';
import {
  appendFileOf,
  copyOf,
  createWorld,
  keychainOf,
  lockable,
  openVault,
  type Steps,
  stopAt,
  type World,
} from '../../../support/fake-keychain.ts';
import {
  keychainOfForm2,
  listOfForm2,
  olderEntries,
  SHARED_NAMES,
} from '../../../support/form-2.ts';

const A: FolderIdentity = { id: 'a'.repeat(32), from: 'shared' };
const B: FolderIdentity = { id: 'b'.repeat(32), from: 'shared' };

const older = unsealDocument(listOfForm2) as { entries: { name: string; stored: boolean }[] };
const NAMES = older.entries.filter(({ stored }) => stored).map(({ name }) => name);

function ofForm2(): World {
  const world = createWorld();
  for (const [account, value] of Object.entries(keychainOfForm2.entries))
    world.entries.set(account, value);
  world.files.set('vault', JSON.stringify(older));
  return world;
}

const open = (world: World, folder = A, steps?: Steps) => openVault(world, { folder, steps });

/** What the list on the disk says. */
const openVaultListOf = (world: World) =>
  openVaultList({
    file: appendFileOf(copyOf(world), 'vault.log'),
    folder: A,
    now: () => new Date(),
    older: async () => [],
  });

async function valuesOf(world: World, folder = A): Promise<Record<string, string | undefined>> {
  const vault = await open(world, folder);
  const values: Record<string, string | undefined> = {};
  for (const name of NAMES) values[name] = (await vault.get(name))?.expose();
  return values;
}

const VALUES = await valuesOf(ofForm2());

/** After a whole run: every value under a name of this folder, nothing left under older names that hold an id. */
async function expectForward(world: World, folder = A) {
  const { shared, own } = olderEntries(world.entries.keys());
  expect(own).toEqual([]);
  const before = olderEntries(Object.keys(keychainOfForm2.entries)).shared;
  expect(shared).toEqual(before);
  for (const account of before)
    expect(world.entries.get(account)).toBe(keychainOfForm2.entries[account]);
  const accounts = [...world.entries.keys()].filter((one) => one.startsWith(`v2.${folder.id}.`));
  const heads = accounts.filter((one) => one.split('.').length === 3);
  expect(heads).toHaveLength(NAMES.length);
  expect(await valuesOf(world, folder)).toEqual(VALUES);
}

describe('a vault of form 2', () => {
  it('holds what the fixture says', () => {
    expect(NAMES).toEqual(expect.arrayContaining(SHARED_NAMES));
    expect(Object.values(VALUES)).toContain(keychainOfForm2.apiKey);
    for (const [id, secret] of Object.entries(keychainOfForm2.secrets)) {
      const name = NAMES.find((one) => one.endsWith(id)) ?? '';
      expect(JSON.parse(VALUES[name] ?? '')).toMatchObject({ secret });
    }
  });

  it('ATK-01 copies the names that folders shared and moves those that hold an id', async () => {
    const world = ofForm2();
    const vault = await open(world);
    expect(vault.names('').toSorted()).toEqual(NAMES.toSorted());
    expect(NAMES.filter((name) => vault.isCopied(name)).toSorted()).toEqual(
      SHARED_NAMES.toSorted(),
    );
    await vault.bringForward();
    await expectForward(world);
    expect(vault.names('').toSorted()).toEqual(NAMES.toSorted());
    const again = stopAt(0);
    await (await open(world, A, again)).bringForward();
    expect(again.calls).toEqual([]);
  });

  it('VLT-10 ATK-01 stopped before or after every keychain call and every save: all is readable, and the next start ends it', async () => {
    let stops = 0;
    for (let point = 1; ; point++) {
      const world = ofForm2();
      const steps = stopAt(point);
      const stopped = await open(world, A, steps)
        .then((vault) => vault.bringForward())
        .then(
          () => steps.passed() >= point,
          () => true,
        );
      if (!stopped) break;
      stops += 1;
      expect(await valuesOf(world), `point ${String(point)}`).toEqual(VALUES);
      const next = await open(world);
      await next.bringForward();
      await next.collectGarbage();
      await expectForward(world);
    }
    expect(stops).toBeGreaterThan(100);
  });

  it('ATK-01 locked at every call: it is not taken for empty, and goes on when it is open again', async () => {
    for (let after = 0; after < 60; after++) {
      const world = ofForm2();
      const keychain = lockable(keychainOf(world));
      let calls = 0;
      const count = <T>(answer: T): T => {
        if (++calls > after) keychain.locked = true;
        return answer;
      };
      const vault = await openVault(world, {
        folder: A,
        keychain: {
          kind: 'system',
          read: (account) => count(keychain.read(account)),
          write: (account, value) => count(keychain.write(account, value)),
          remove: (account) => count(keychain.remove(account)),
        },
      });
      const error: unknown = await vault.bringForward().catch((one: unknown) => one);
      if (keychain.locked) expect(failureOf(error)).toMatchObject({ kind: 'keychain' });
      keychain.locked = false;
      calls = -Infinity;
      expect(await valuesOf(world)).toEqual(VALUES);
      await vault.bringForward();
      await expectForward(world);
    }
  });

  it('ATK-01 a put or a removal before it was brought forward leaves nothing of the older name that could come back', async () => {
    const name = NAMES.find((one) => one.startsWith('credential/')) ?? '';
    for (const change of ['put', 'remove'] as const) {
      for (let point = 1; ; point++) {
        const world = ofForm2();
        const steps = stopAt(point);
        const done = await open(world, A, steps)
          .then((vault) =>
            change === 'put' ? vault.put(name, new Secret('new')) : vault.remove(name),
          )
          .then(
            () => true,
            () => false,
          );
        const left = await open(world);
        const value = (await left.get(name))?.expose();
        const after = change === 'put' ? 'new' : undefined;
        expect(done ? [after] : [VALUES[name], after], `${change} ${String(point)}`).toContain(
          value,
        );
        await left.collectGarbage();
        await left.bringForward();
        expect((await left.get(name))?.expose()).toBe(value);
        expect(olderEntries(world.entries.keys()).own).toEqual([]);
        if (done && steps.passed() < point) break;
      }
    }
  });

  it('VLT-10 ATK-01 an older entry goes only when the own one was read back whole: stopped where both are there, and the own one damaged', async () => {
    const moved = NAMES.filter((name) => !SHARED_NAMES.includes(name));
    const met = { noted: 0, 'not noted': 0 };
    for (let point = 1; ; point++) {
      const steps = stopAt(point);
      const stopped = ofForm2();
      const ended = await open(stopped, A, steps)
        .then((vault) => vault.bringForward())
        .then(
          () => steps.passed() < point,
          () => false,
        );
      if (ended) break;
      for (const name of moved) {
        const [own, older] = [accountIn(A.id, name), sharedAccountOf(name)];
        if (!stopped.entries.has(own) || !stopped.entries.has(older)) continue;
        const world = copyOf(stopped);
        world.entries.set(
          own,
          (world.entries.get(own) ?? '').replace(/"sha256":"./, '"sha256":"g'),
        );
        const list = await openVaultListOf(world);
        const situation = list.find(name)?.stored ? 'noted' : 'not noted';
        met[situation] += 1;
        const before = copyOf(world);
        const vault = await open(world);
        await vault.bringForward();
        const where = `${name}, point ${String(point)}, ${situation}`;
        if (situation === 'not noted') {
          expect((await vault.get(name))?.expose(), where).toBe(VALUES[name]);
          continue;
        }
        for (const [account, value] of before.entries)
          if (account.startsWith(older)) expect(world.entries.get(account), where).toBe(value);
      }
    }
    expect(Math.min(...Object.values(met))).toBeGreaterThanOrEqual(moved.length);
  });

  it('ATK-01 what is damaged under its older name stays there, and keeps none of the others', async () => {
    const world = ofForm2();
    const name = NAMES.find((one) => one.startsWith('secrets/')) ?? '';
    world.entries.set(sharedAccountOf(name), '{"steward":1');
    const vault = await open(world);
    await vault.bringForward();
    expect(
      olderEntries(world.entries.keys()).own.every((one) => one.startsWith(sharedAccountOf(name))),
    ).toBe(true);
    expect(world.entries.get(sharedAccountOf(name))).toBe('{"steward":1');
    expect(failureOf(await vault.get(name).catch((error: unknown) => error))).toMatchObject({
      problem: 'damaged',
    });
  });

  it('ATK-01 the list of form 2 was lost: values are found under older names all the same', async () => {
    const world = ofForm2();
    world.files.clear();
    expect(await valuesOf(world)).toEqual(VALUES);
  });

  it('a folder that never was of form 2 does not look at the names that others share', async () => {
    const world = ofForm2();
    world.files.clear();
    const vault = await open(world, { ...B, from: null });
    expect(await vault.get('escrow/key')).toBeUndefined();
    expect((await vault.erase(['escrow/key'], true)).shared).toBe(0);
    expect(world.entries.size).toBe(Object.keys(keychainOfForm2.entries).length);
  });
});

describe('two folders', () => {
  /** Both of form 2, and the keychain that they share. B has none of the secrets of A. */
  async function two() {
    const world = ofForm2();
    const other: World = { entries: world.entries, files: new Map() };
    const shared = older.entries.filter(({ name }) => SHARED_NAMES.includes(name));
    other.files.set('vault', JSON.stringify({ entries: shared }));
    return { world, other };
  }

  it('ATK-01 the second copies the shared names too, whichever comes first, and each changes its own', async () => {
    for (const [first, second] of [
      [A, B],
      [B, A],
    ] as const) {
      const { world, other } = await two();
      const vaultOf = (folder: FolderIdentity) => open(folder === A ? world : other, folder);
      const vaults = [await vaultOf(first), await vaultOf(second)];
      for (const vault of vaults) await vault.bringForward();
      for (const vault of vaults)
        expect((await vault.get('escrow/key'))?.expose()).toBe(VALUES['escrow/key']);
      await vaults[0]?.put('journal-anchor', new Secret('1 first'));
      expect((await vaults[1]?.get('journal-anchor'))?.expose()).toBe(VALUES['journal-anchor']);
      expect(vaults.map((vault) => vault.isCopied('journal-anchor'))).toEqual([false, true]);
    }
  });

  it('ATK-01 erasing in one takes its own names only: forward or not, the other keeps all it has', async () => {
    for (const forward of [true, false]) {
      const { world, other } = await two();
      const [a, b] = [await open(world, A), await open(other, B)];
      if (forward) for (const vault of [a, b]) await vault.bringForward();
      const { shared } = await b.erase(['journal-key'], false);
      expect(shared).toBe(SHARED_NAMES.length);
      expect([...world.entries.keys()].filter((one) => one.startsWith(`v2.${B.id}`))).toEqual([]);
      expect(await valuesOf(world)).toEqual(VALUES);
      await a.bringForward();
      await expectForward(world);
    }
  });

  it('ATK-01 the shared names go when that was asked for, with all their chunks, and nothing else', async () => {
    const { world, other } = await two();
    const [a, b] = [await open(world, A), await open(other, B)];
    for (const vault of [a, b]) await vault.bringForward();
    expect((await b.erase([], true)).shared).toBe(0);
    expect(olderEntries(world.entries.keys())).toEqual({ shared: [], own: [] });
    expect(await valuesOf(world)).toEqual(VALUES);
  });

  it('ATK-01 two at once prove the keychain without disturbing each other', async () => {
    const { world, other } = await two();
    const [a, b] = [await open(world, A), await open(other, B)];
    await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? a.check() : b.prove())));
    await b.rest();
    expect([...world.entries.keys()].filter((one) => one.endsWith('canary'))).toEqual([]);
  });
});

describe('a copy of a folder beside the first', () => {
  const COPY: FolderIdentity = { id: 'c'.repeat(32), from: A.id };

  it('ATK-01 gets copies of what the first has, takes nothing from it, and no refresh token', async () => {
    for (const forward of [true, false]) {
      const world = ofForm2();
      const first = await open(world);
      await first.put('refresh-token/one', new Secret('once'));
      if (forward) await first.bringForward();
      const other: World = { entries: world.entries, files: new Map(world.files) };
      const before = copyOf(world);
      const copy = await open(other, COPY);
      expect((await copy.get(NAMES[0] ?? ''))?.expose()).toBe(VALUES[NAMES[0] ?? '']);
      await copy.bringForward();
      for (const [account, value] of before.entries) expect(world.entries.get(account)).toBe(value);
      expect(await valuesOf(other, COPY)).toEqual(VALUES);
      expect(await copy.get('refresh-token/one')).toBeUndefined();
      expect((await first.get('refresh-token/one'))?.expose()).toBe('once');
      await copy.erase([], false);
      expect(world.entries).toEqual(before.entries);
      expect(await valuesOf(world)).toEqual(VALUES);
    }
  });
});
