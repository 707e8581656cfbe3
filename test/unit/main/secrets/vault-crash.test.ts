// The vault stopped at every keychain call and every save: the next start shows the old or the new secret.
import { describe, expect, it } from 'vitest';
import type { Vault } from '../../../../main/secrets/vault.ts';
import { Secret } from '../../../../main/secret.ts';
import {
  copyOf,
  createWorld,
  openVault,
  Stopped,
  type Steps,
  stopAt,
  type World,
} from '../../../support/fake-keychain.ts';

const NAME = 'credential/one';
const SMALL = 's'.repeat(100);
const LARGE = 'l'.repeat(5000);
const OTHER = 'o'.repeat(4000);

const open = (world: World, steps?: Steps) => openVault(world, { steps });
const valueIn = async (world: World) => (await (await open(world)).get(NAME))?.expose();

async function worldWith(value: string | undefined): Promise<World> {
  const world = createWorld();
  const vault = await open(world);
  await vault.put('credential/other', new Secret(OTHER));
  if (value !== undefined) await vault.put(NAME, new Secret(value));
  return world;
}

/** Runs the change with a stop at each point in turn; `check` sees what is left. Returns how many points there were. */
async function atEveryPoint(
  start: World,
  change: (vault: Vault) => Promise<void>,
  check: (left: World, point: number) => Promise<void>,
): Promise<number> {
  for (let point = 1; ; point++) {
    const world = copyOf(start);
    const steps = stopAt(point);
    const vault = await open(world, steps);
    const stopped = await change(vault).then(
      () => steps.passed() >= point,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Stopped);
        return true;
      },
    );
    if (!stopped) return point - 1;
    await check(world, point);
  }
}

/** After the next start's collection: the value, its chunks and the other secret, and nothing else. */
async function expectTidy(world: World, value: string | undefined) {
  await (await open(world)).collectGarbage();
  expect(await valueIn(world)).toBe(value);
  const entries = (text: string | undefined) => {
    if (text === undefined) return 0;
    const length = Math.ceil(text.length / 3) * 4;
    return length <= 1800 ? 1 : 1 + Math.ceil(length / 2048);
  };
  expect(world.entries.size).toBe(entries(value) + entries(OTHER));
  expect((await open(world)).names('').includes(NAME)).toBe(value !== undefined);
}

const changes: readonly [string, string | undefined, string | undefined][] = [
  ['first put', undefined, LARGE],
  ['replace', LARGE, 'n'.repeat(5000)],
  ['grow', SMALL, LARGE],
  ['shrink', LARGE, SMALL],
  ['remove', LARGE, undefined],
];
const perform = (value: string | undefined) => (vault: Vault) =>
  value === undefined ? vault.remove(NAME) : vault.put(NAME, new Secret(value));

describe('stopped at every point', () => {
  it.each(changes)(
    'VLT-01 %s: stop before or after every keychain call and every save leaves the old or the new value',
    async (_what, before, after) => {
      const seen = new Set<string | undefined>();
      const points = await atEveryPoint(await worldWith(before), perform(after), async (left) => {
        const value = await valueIn(left);
        expect([before, after]).toContain(value);
        seen.add(value);
        await expectTidy(left, value);
      });
      expect(points).toBeGreaterThan(14);
      expect(seen).toEqual(new Set([before, after]));
    },
  );

  it.each(changes)(
    'VLT-01 %s: a second stop, in the collection of what the first one left, loses nothing either',
    async (_what, before, after) => {
      let stops = 0;
      await atEveryPoint(await worldWith(before), perform(after), async (left) => {
        const value = await valueIn(left);
        stops += await atEveryPoint(
          left,
          (vault) => vault.collectGarbage(),
          async (world) => {
            expect(await valueIn(world)).toBe(value);
            await expectTidy(world, value);
          },
        );
      });
      expect(stops).toBeGreaterThan(50);
    },
  );

  it('VLT-01 a put over what a stopped put left is stored and leaves no garbage', async () => {
    await atEveryPoint(await worldWith(LARGE), perform(SMALL), async (left) => {
      await perform('third')(await open(left));
      await expectTidy(left, 'third');
    });
  });

  it('VLT-01 a lost list of names loses no secret', async () => {
    const world = await worldWith(LARGE);
    world.files.clear();
    expect(await valueIn(world)).toBe(LARGE);
    await perform(SMALL)(await open(world));
    expect(await valueIn(world)).toBe(SMALL);
    expect([...world.entries.keys()].filter((key) => key.includes('.')).length).toBe(1 + 4);
  });
});
