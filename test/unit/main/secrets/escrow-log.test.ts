// The escrow's file under damage: cut at every byte, changed at every byte, written by a future version.
import { describe, expect, it } from 'vitest';
import { escrowRecords } from '../../../../main/secrets/escrow-log.ts';
import { USER, World } from '../../../support/escrow-world.ts';

/** One stored secret, a sealed answer the keychain did not take, an unknown outcome, and an intent cut off by a kill. */
async function threeAttempts() {
  const world = new World();
  const escrow = await world.escrow();
  const stored = await escrow.run(world.plan());
  world.vault.refuse = (call, name) => call === 'put' && name.startsWith('secrets/');
  const sealed = await escrow.run(world.plan({ userName: 'system-b' }));
  world.vault.refuse = undefined;
  world.server.answering = 'answer lost';
  await escrow.run(world.plan({ userName: 'system-c' })).catch(() => undefined);
  world.fate.killAt = world.fate.steps.length + 6;
  await escrow.run(world.plan({ userName: 'system-z' })).catch(() => undefined);
  expect(world.fate.steps.at(-1)).toBe('before sending');
  return {
    world,
    bytes: Buffer.from(world.file.bytes),
    stored: stored.entry,
    sealed: sealed.entry,
  };
}

async function openedWith(world: World, bytes: Buffer<ArrayBuffer>) {
  world.restart();
  world.file.bytes = bytes;
  world.file.aside.length = 0;
  const escrow = await world.escrow();
  await escrow.recover();
  return escrow;
}

describe('the log file', () => {
  it('OTS-10 cut at each byte shows every attempt whose intent is whole, and goes on', async () => {
    const { world, bytes } = await threeAttempts();
    const held = new Map(world.vault.held);
    for (let length = 0; length <= bytes.length; length++) {
      world.vault.held.clear();
      for (const [name, value] of held) world.vault.held.set(name, value);
      const escrow = await openedWith(world, bytes.subarray(0, length));
      const contents = await escrowRecords.scan(bytes.subarray(0, length));
      const begun = new Set(contents.otherVersion ? ['?'] : contents.values.map(({ id }) => id));
      const shown = new Set(escrow.list().map(({ id }) => id));
      // The vault's own secret is found without any record.
      for (const id of begun) expect(shown, `cut at ${String(length)}`).toContain(id);
      world.server.answering = 'applied and answered';
      const { entry } = await escrow.run(world.plan({ userName: 'system-d' }));
      expect(entry.state).toBe('waiting');
      await escrow.close();
    }
  });

  it('OTS-10 changed at each byte never hides an attempt without saying so', async () => {
    const { world, bytes, stored, sealed } = await threeAttempts();
    const held = new Map(world.vault.held);
    let saidSo = 0;
    for (let at = 0; at < bytes.length; at++) {
      world.vault.held.clear();
      for (const [name, value] of held) world.vault.held.set(name, value);
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const escrow = await openedWith(world, changed);
      const list = escrow.list();
      world.server.answering = 'applied and answered';
      const readOnly = await escrow.run(world.plan({ userName: 'system-e' })).then(
        () => false,
        () => true,
      );
      if (readOnly) {
        // Another version, for all that can be known: nothing was touched.
        expect(world.file.bytes.equals(changed)).toBe(true);
        expect(escrow.setAside).toEqual(['escrow.log']);
      } else {
        const ids = list.map(({ id }) => id);
        expect(ids, `byte ${String(at)}`).toEqual(expect.arrayContaining([stored.id, sealed.id]));
        const names = list.map(({ userName }) => userName);
        expect(names, `byte ${String(at)}`).toEqual(
          expect.arrayContaining(['system-c', 'system-z']),
        );
        for (const entry of list.filter(({ state }) => state === 'waiting'))
          expect((await escrow.reveal(entry.id)).expose()).toMatch(/^secret-\d-x+$/);
      }
      saidSo += escrow.setAside.length;
      await escrow.close();
    }
    // Most damage is inside whole frames and is set aside with a name.
    expect(saidSo).toBeGreaterThan(bytes.length / 2);
  });

  it('OTS-10 damage in the last record is said too, not taken for a torn end', async () => {
    const { world, bytes } = await threeAttempts();
    const changed = Buffer.from(bytes);
    changed[bytes.length - 1] = 0;
    const escrow = await openedWith(world, changed);
    expect(escrow.setAside).toHaveLength(1);
    await escrow.close();
    const torn = await openedWith(world, bytes.subarray(0, bytes.length - 1));
    expect(torn.setAside).toEqual([]);
  });

  it('OTS-10 written by an unknown version is left as it is and refuses new secrets with a text', async () => {
    const { world, bytes } = await threeAttempts();
    const other = Buffer.from(bytes);
    other.writeUInt16BE(2, 8);
    const escrow = await openedWith(world, other);
    const calls = world.server.calls;
    await expect(escrow.run(world.plan())).rejects.toThrow(/another version of Steward/);
    expect(world.server.calls).toBe(calls);
    expect(world.file.bytes.equals(other)).toBe(true);
  });

  it('FLT-04 OTS-10 whatever stands in place of its header, short of a later version: records behind it count', async () => {
    const { world, bytes, sealed } = await threeAttempts();
    const begun = new Set((await escrowRecords.scan(bytes)).values.map(({ id }) => id));
    for (const header of [
      Buffer.alloc(10),
      Buffer.from('shopping l'),
      Buffer.from('STWESCRO\0\0'),
    ]) {
      const changed = Buffer.concat([header, bytes.subarray(10)]);
      const escrow = await openedWith(world, changed);
      expect(escrow.setAside).toHaveLength(1);
      const shown = new Set(escrow.list().map(({ id }) => id));
      for (const id of begun) expect(shown, header.toString('latin1')).toContain(id);
      expect((await escrow.reveal(sealed.id)).expose()).not.toBe('');
      await escrow.close();
    }
  });

  it('OTS-10 is never made shorter while an entry is open', async () => {
    const world = new World();
    const escrow = await world.escrow();
    for (let i = 0; i < 90; i++) await escrow.run(world.plan());
    const before = world.file.bytes.length;
    await escrow.recover();
    expect(world.file.bytes.length).toBe(before);
    expect(escrow.list()[0]?.userName).toBe(USER);
  });
});
