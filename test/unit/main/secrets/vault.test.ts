// The vault over a keychain that is locked, lies, loses things or never answers; sizes, order and memory-only.
import { describe, expect, it } from 'vitest';
import {
  createMemoryKeychain,
  type Keychain,
  keychainTrouble,
} from '../../../../main/secrets/keychain.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import {
  accountOf,
  copyOf,
  createWorld,
  keychainOf,
  lockable,
  openVault,
  stopAt,
  type World,
} from '../../../support/fake-keychain.ts';

const NAME = 'credential/one';
const open = (world: World, keychain: Keychain = keychainOf(world)) =>
  openVault(world, { keychain });
const problemOf = async (work: Promise<unknown>) => {
  const failure = failureOf(await work.catch((error: unknown) => error));
  return failure?.kind === 'keychain' ? failure.problem : failure?.kind;
};
async function worldWith(...values: string[]): Promise<World> {
  const world = createWorld();
  const vault = await open(world);
  for (const value of values) await vault.put(NAME, new Secret(value));
  return world;
}
const valueIn = async (world: World) => (await (await open(world)).get(NAME))?.expose();

/** One for what fits with its sums; else its chunks and what names them. */
const entriesFor = (length: number) => {
  const text = Math.ceil(length / 3) * 4;
  return text <= 1800 ? 1 : 1 + Math.ceil(text / 2048);
};

describe('values', () => {
  const lengths = [
    0, 1, 2, 3, 100, 1350, 1535, 1536, 1537, 2047, 2048, 2560, 2561, 4096, 16384, 65536,
  ];

  it('VLT-04 every size from nothing to 64 KB comes back, growing and shrinking', async () => {
    const world = createWorld();
    const vault = await open(world);
    for (const length of [...lengths, ...lengths.toReversed()]) {
      const value = String.fromCharCode(33 + (length % 90)).repeat(length);
      await vault.put(NAME, new Secret(value));
      expect((await vault.get(NAME))?.expose()).toBe(value);
      expect(world.entries.size).toBe(entriesFor(length));
    }
  });

  it('SAR-04 every sign comes back, and only ASCII without NUL reaches the keychain', async () => {
    const world = createWorld();
    const vault = await open(world);
    const all = Array.from({ length: 0x800 }, (_, code) => String.fromCodePoint(code)).join('');
    const value = `${all}\0æøå😀`;
    await vault.put(NAME, new Secret(value));
    expect((await vault.get(NAME))?.expose()).toBe(value);
    for (const entry of world.entries.values()) expect(entry).toMatch(/^[\x20-\x7e]+$/);
  });

  it('SAR-05 no entry is larger than 2048 bytes', async () => {
    const world = await worldWith('x'.repeat(65_536));
    const sizes = [...world.entries.values()].map((entry) => Buffer.byteLength(entry));
    expect(Math.max(...sizes)).toBe(2048);
  });

  it('a text that is not Unicode, and one too large for a keychain, are refused before anything is written', async () => {
    const world = createWorld();
    const vault = await open(world);
    expect(await problemOf(vault.put(NAME, new Secret('\ud800')))).toBe('refused');
    expect(await problemOf(vault.put(NAME, new Secret('x'.repeat(1_000_000))))).toBe('too-large');
    expect(world).toEqual(createWorld());
  });

  it('SAR-10 account names show nothing of the name', async () => {
    const world = createWorld();
    const vault = await open(world);
    await vault.put('credential/910514318/ola.nordmann', new Secret('x'));
    for (const account of world.entries.keys()) expect(account).toMatch(/^v1\.[0-9a-f.]+$/);
  });
});

describe('damage', () => {
  const damages: readonly [string, (world: World) => void][] = [
    ['a missing chunk', (world) => void world.entries.delete(chunks(world)[1] ?? '')],
    ['a changed byte', (world) => change(world, chunks(world)[0], (text) => `A${text.slice(1)}`)],
    ['a cut chunk', (world) => change(world, chunks(world)[2], (text) => text.slice(1))],
    [
      'swapped chunks',
      (world) => {
        const [a = '', b = ''] = chunks(world);
        const [one = '', two = ''] = [world.entries.get(a), world.entries.get(b)];
        world.entries.set(a, two).set(b, one);
      },
    ],
    [
      'chunks of a foreign generation',
      // A generation is random: its first sign may already be the one that is put there.
      (world) =>
        change(world, accountOf(NAME), (text) =>
          text.replace(/"gen":"(.)/, (_all, sign) => `"gen":"${sign === '0' ? '1' : '0'}`),
        ),
    ],
    ['a manifest that is no JSON', (world) => change(world, accountOf(NAME), () => '{"steward":2')],
    ['a manifest that is gone', (world) => void world.entries.delete(accountOf(NAME))],
  ];
  const chunks = (world: World) =>
    [...world.entries.keys()].filter((key) => key.startsWith(`${accountOf(NAME)}.`)).sort();
  const change = (world: World, key: string | undefined, to: (text: string) => string) => {
    world.entries.set(key ?? '', to(world.entries.get(key ?? '') ?? ''));
  };

  it.each(damages)(
    'VLT-05 SAR-03 %s is told as damaged, and nothing is deleted',
    async (_what, damage) => {
      const world = await worldWith(`B${'value'.repeat(1000)}`);
      damage(world);
      const before = copyOf(world);
      const vault = await open(world);
      expect(await problemOf(vault.get(NAME))).toBe('damaged');
      await vault.collectGarbage();
      expect(world.entries).toEqual(before.entries);
      expect(vault.names('credential/')).toEqual([NAME]);
    },
  );

  it('VLT-05 the old generation is tried when the new one is damaged before the old one was taken away', async () => {
    const world = await worldWith('old'.repeat(1000));
    const steps = stopAt(0);
    const keychain = keychainOf(world, steps);
    const vault = await open(world, {
      ...keychain,
      remove: () => Promise.reject(keychainTrouble('locked')),
    });
    await vault.put(NAME, new Secret('new'.repeat(1000)));
    expect(await valueIn(world)).toBe('new'.repeat(1000));
    const written = steps.calls.find(({ kind }) => kind === 'write')?.account ?? '';
    world.entries.delete(written);
    expect(await valueIn(world)).toBe('old'.repeat(1000));
    await (await open(world)).collectGarbage();
    expect(await valueIn(world)).toBe('old'.repeat(1000));
  });

  const ofOneEntry: readonly [string, (entry: string, other: string) => string][] = [
    ['cut', (entry) => entry.slice(0, -40)],
    ['no JSON', () => '{"steward":2'],
    ['changed in one sign of its value', (entry) => entry.replace(/"value":"./, '"value":"Z')],
    ['with a sign more in its value', (entry) => entry.replace('"value":"', '"value":"Z')],
    [
      'of another generation',
      (entry) => entry.replace(/"gen":"./, (all) => (all.endsWith('0') ? '"gen":"1' : '"gen":"0')),
    ],
    ['that of another name', (_entry, other) => other],
  ];
  it.each(ofOneEntry)(
    'VLT-05 SAR-03 a value in one entry that is %s is told as damaged, and nothing is deleted',
    async (_what, damage) => {
      const world = await worldWith('small');
      await (await open(world)).put('credential/two', new Secret('other'));
      const entry = (name: string) => world.entries.get(accountOf(name)) ?? '';
      world.entries.set(accountOf(NAME), damage(entry(NAME), entry('credential/two')));
      const before = copyOf(world);
      const vault = await open(world);
      expect(await problemOf(vault.get(NAME))).toBe('damaged');
      expect((await vault.get('credential/two'))?.expose()).toBe('other');
      await vault.collectGarbage();
      expect(world.entries).toEqual(before.entries);
    },
  );

  it('VLT-06 the value in one entry is replaced by one write, which is read back; the one before is there until then', async () => {
    const world = await worldWith('old');
    const steps = stopAt(0);
    const vault = await open(world, keychainOf(world, steps));
    await vault.put(NAME, new Secret('new'));
    expect(steps.calls.map(({ kind }) => kind)).toEqual(['read', 'write', 'read']);
    const deaf = await open(world, { ...keychainOf(world), write: async () => undefined });
    expect(await problemOf(deaf.put(NAME, new Secret('newer')))).toBe('not-stored');
    expect(await valueIn(world)).toBe('new');
  });

  it('a put replaces what is damaged', async () => {
    const world = await worldWith('value');
    world.entries.set(accountOf(NAME), 'nonsense');
    await (await open(world)).put(NAME, new Secret('new'));
    expect(await valueIn(world)).toBe('new');
  });
});

describe('a keychain that lies', () => {
  it('VLT-06 a write that was not kept is never committed', async () => {
    const whole = await worldWith('old'.repeat(1500));
    const writes = 4;
    for (let lie = 1; lie <= writes; lie++) {
      for (const lied of [undefined, 'something else']) {
        const world = copyOf(whole);
        const honest = keychainOf(world);
        let written = 0;
        const keychain: Keychain = {
          ...honest,
          async write(account, value) {
            if (++written !== lie) return honest.write(account, value);
            if (lied !== undefined) await honest.write(account, lied);
          },
        };
        const vault = await open(world, keychain);
        expect(await problemOf(vault.put(NAME, new Secret('new'.repeat(1500))))).toBe('not-stored');
        // A manifest overwritten with nonsense is beyond repair, and is told as that.
        if (lie < writes || lied === undefined)
          expect(await valueIn(world)).toBe('old'.repeat(1500));
        else expect(await problemOf(valueIn(world))).toBe('damaged');
      }
    }
  });

  it('VLT-06 a canary that is not kept makes the check fail', async () => {
    const vault = await open(createWorld(), {
      ...keychainOf(createWorld()),
      write: async () => undefined,
    });
    expect(await problemOf(vault.check())).toBe('not-stored');
    expect((await vault.probe()).state).toBe('not-answering');
  });
});

describe('a locked keychain', () => {
  it('SAR-03 VLT-07 locked: every call says so, nothing changes, and after unlocking all is there', async () => {
    const world = await worldWith('value');
    const keychain = lockable(keychainOf(world));
    const vault = await open(world, keychain);
    const before = copyOf(world);
    keychain.locked = true;
    expect(await problemOf(vault.get(NAME))).toBe('locked');
    expect(await problemOf(vault.put(NAME, new Secret('new')))).toBe('locked');
    expect(await problemOf(vault.remove(NAME))).toBe('locked');
    expect(await problemOf(vault.collectGarbage())).toBe('locked');
    expect((await vault.probe()).state).toBe('locked');
    expect(world.entries).toEqual(before.entries);
    keychain.locked = false;
    expect((await vault.probe()).state).toBe('ready');
    expect((await vault.get(NAME))?.expose()).toBe('value');
    await vault.collectGarbage();
    expect(world.entries).toEqual(before.entries);
    await vault.remove(NAME);
    expect(world.entries.size).toBe(0);
  });

  it('SAR-03 locked in the middle of a put: the old value stays and the collection finds the rest', async () => {
    for (let after = 1; after <= 12; after++) {
      const world = await worldWith('old'.repeat(1000));
      const keychain = lockable(keychainOf(world));
      let calls = 0;
      const count = <T>(answer: T): T => {
        if (++calls === after) keychain.locked = true;
        return answer;
      };
      const vault = await open(world, {
        kind: 'system',
        read: (account) => count(keychain.read(account)),
        write: (account, value) => count(keychain.write(account, value)),
        remove: (account) => count(keychain.remove(account)),
      });
      await vault.put(NAME, new Secret('new'.repeat(1000))).catch(() => undefined);
      const value = await valueIn(world);
      expect(['old'.repeat(1000), 'new'.repeat(1000)]).toContain(value);
      await (await open(world)).collectGarbage();
      expect(world.entries.size).toBe(3);
      expect(await valueIn(world)).toBe(value);
    }
  });

  it('never put is undefined, put and not shown is not', async () => {
    const world = await worldWith('value');
    const vault = await open(world);
    expect(await vault.get('credential/two')).toBeUndefined();
    world.entries.clear();
    expect(await problemOf(vault.get(NAME))).toBe('damaged');
  });
});

describe('order', () => {
  it('VLT-08 fifty puts at once leave one value and no garbage', async () => {
    const world = createWorld();
    const vault = await open(world);
    const values = Array.from({ length: 50 }, (_, i) => `${i}-${'v'.repeat(3000)}`);
    await Promise.all(values.map((value) => vault.put(NAME, new Secret(value))));
    expect(await valueIn(world)).toBe(values.at(-1));
    expect(world.entries.size).toBe(3);
  });

  it('VLT-09 the collection waits for a put of the same name and deletes nothing of it', async () => {
    const world = await worldWith('old');
    const honest = keychainOf(world);
    let openGate = () => {};
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    const vault = await open(world, {
      ...honest,
      async write(account, value) {
        await honest.write(account, value);
        await gate;
      },
    });
    const put = vault.put(NAME, new Secret('new'));
    let collected = false;
    const collection = vault.collectGarbage().then(() => (collected = true));
    await new Promise(setImmediate);
    expect(collected).toBe(false);
    openGate();
    await Promise.all([put, collection]);
    expect(await valueIn(world)).toBe('new');
  });

  it('VLT-09 entries of another version are neither read, replaced, removed nor collected', async () => {
    const world = await worldWith('value');
    const theirs = '{"steward":3,"gen":"x"}';
    world.entries.set(accountOf(NAME), theirs).set('v3.0123.x.0', 'chunk');
    const vault = await open(world);
    const before = copyOf(world);
    expect(await problemOf(vault.get(NAME))).toBe('damaged');
    expect(await problemOf(vault.put(NAME, new Secret('new')))).toBe('refused');
    expect(await problemOf(vault.remove(NAME))).toBe('refused');
    await vault.collectGarbage();
    expect(world).toEqual(before);
  });

  it('VLT-11 a tidy vault starts without asking the keychain anything', async () => {
    const world = await worldWith('value');
    const steps = stopAt(0);
    const vault = await open(world, keychainOf(world, steps));
    await vault.collectGarbage();
    expect(vault.names('credential/')).toEqual([NAME]);
    expect(steps.calls).toEqual([]);
  });

  it('SAR-09 a removal takes the manifest first, then everything', async () => {
    const world = await worldWith('one', 'v'.repeat(5000));
    const steps = stopAt(0);
    const vault = await open(world, keychainOf(world, steps));
    await vault.remove(NAME);
    const removals = steps.calls
      .filter(({ kind }) => kind === 'remove')
      .map(({ account }) => account);
    expect(removals[0]).toBe(accountOf(NAME));
    expect(world.entries.size).toBe(0);
    expect(vault.names('')).toEqual([]);
    await vault.remove(NAME);
  });
});

describe('memory only', () => {
  it('SAR-02 without a keychain nothing is written anywhere until the person asks for memory only', async () => {
    const world = createWorld();
    const gone = () => Promise.reject(keychainTrouble('absent'));
    const vault = await open(world, { kind: 'system', read: gone, write: gone, remove: gone });
    expect(await problemOf(vault.put(NAME, new Secret('marker')))).toBe('absent');
    expect((await vault.probe()).state).toBe('absent');
    expect(vault.kind).toBe('system');
    vault.useMemory();
    expect(vault.kind).toBe('memory');
    expect((await vault.probe()).state).toBe('memory');
    await vault.put(NAME, new Secret('marker'));
    expect((await vault.get(NAME))?.expose()).toBe('marker');
    expect(vault.names('credential/')).toEqual([NAME]);
    expect(world.entries.size).toBe(0);
    expect([...world.files.values()].join()).not.toContain('marker');
  });

  it('going memory-only touches nothing stored, and says where it is', async () => {
    const world = await worldWith('stored');
    const before = copyOf(world);
    const vault = await open(world);
    vault.useMemory();
    expect(await problemOf(vault.get(NAME))).toBe('absent');
    expect(await problemOf(vault.remove(NAME))).toBe('absent');
    expect(vault.names('')).toEqual([NAME]);
    await vault.put('credential/two', new Secret('session'));
    await vault.collectGarbage();
    await vault.check();
    expect((await vault.get('credential/two'))?.expose()).toBe('session');
    expect(await vault.get('credential/three')).toBeUndefined();
    expect(world).toEqual(before);
    expect(await valueIn(world)).toBe('stored');
  });

  it('a vault over a memory keychain leaves no list behind', async () => {
    const world = createWorld();
    const vault = await open(world, createMemoryKeychain());
    await vault.put(NAME, new Secret('x'));
    expect((await vault.get(NAME))?.expose()).toBe('x');
    expect(vault.kind).toBe('memory');
    await vault.remove(NAME);
    expect(await vault.get(NAME)).toBeUndefined();
    expect(world).toEqual(createWorld());
  });
});
