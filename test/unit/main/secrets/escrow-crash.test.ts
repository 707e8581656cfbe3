// The process dies at every outside effect of a rotation; the next start reports the truth, or that it is unknown.
import { describe, expect, it } from 'vitest';
import { type Answering, USER, verdict, World } from '../../../support/escrow-world.ts';

const ANSWERS: Answering[] = [
  'not sent',
  'applied and answered',
  'answer lost',
  'garbage',
  'refused',
];

async function killedAt(step: number, answering: Answering) {
  const world = new World();
  world.server.answering = answering;
  world.fate.killAt = step;
  const steps = world.fate.steps;
  const failed = await world
    .escrow()
    .then((escrow) => escrow.run(world.plan()))
    .then(
      () => false,
      () => true,
    );
  const died = world.fate.dead;
  world.restart();
  const escrow = await world.escrow();
  await escrow.recover();
  return { world, escrow, died, failed, steps };
}

describe('a process killed during a rotation', () => {
  it.each(ANSWERS)(
    'OTS-01 at every step, with the answer "%s", leaves the secret safe or says that it may be lost',
    async (answering) => {
      let step = 0;
      const seen: string[] = [];
      for (; ; step++) {
        const { world, escrow, died, steps } = await killedAt(step, answering);
        const said = await verdict(escrow, world.server);
        expect(said, `killed at step ${String(step)}: ${steps.join(', ')}`).not.toBe('lost');
        expect(world.server.calls).toBeLessThanOrEqual(1);
        seen.push(said);
        // A sealed answer on the disk is enough: from there on nothing may be unknown.
        if (answering === 'applied and answered' && steps.includes('answer handed over'))
          expect(said).toBe('safe');
        if (!died) break;
      }
      expect(step).toBeGreaterThan(10);
      expect(seen.at(-1)).toBe(
        answering === 'answer lost' || answering === 'garbage' ? 'said so' : 'safe',
      );
    },
  );

  it('OTS-01 again during the recovery, at every step of it, changes nothing of that', async () => {
    let most = 0;
    for (let first = 0; ; first++) {
      const { world, escrow, died } = await killedAt(first, 'applied and answered');
      await escrow.close();
      if (!died) break;
      const kept = Buffer.from(world.file.bytes);
      const held = new Map(world.vault.held);
      for (let second = 0; ; second++) {
        world.restart();
        world.file.bytes = Buffer.from(kept);
        world.vault.held.clear();
        for (const [name, value] of held) world.vault.held.set(name, value);
        world.fate.killAt = second;
        await world.escrow().then(
          (again) => again.recover().catch(() => undefined),
          () => undefined,
        );
        const diedAgain = world.fate.dead;
        world.restart();
        const last = await world.escrow();
        await last.recover();
        expect(await verdict(last, world.server)).not.toBe('lost');
        most = Math.max(most, second);
        if (!diedAgain) break;
      }
    }
    expect(most).toBeGreaterThanOrEqual(0);
  });

  it('RTY-01 is never sent again by the next start', async () => {
    for (let step = 0; step < 40; step++) {
      const { world } = await killedAt(step, 'answer lost');
      expect(world.server.calls).toBeLessThanOrEqual(1);
    }
  });

  it('OTS-09 is still refused a second rotation of the same user while its outcome is unknown', async () => {
    const { world, escrow } = await killedAt(Infinity, 'answer lost');
    await expect(escrow.run(world.plan())).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    expect(world.server.calls).toBe(1);
    await expect(escrow.run(world.plan({ userName: `${USER}2` }))).rejects.toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
  });
});
