// The keychain fails under a job, at each place where a job puts or needs a secret: whoever reads why it rests is told so.
import { expect, it } from 'vitest';
import { sentenceOf } from '../../main/shell/terminal-jobs.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { whyOf } from '../../renderer/components/job-words.ts';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { BatchWorld } from '../support/batch-world.ts';
import { keychainDied } from '../support/escrow-world.ts';
import { JobWorld } from '../support/job-world.ts';
import { tell } from './report.ts';

type Where = 'keychain' | 'file';

/** A rotation of three users whose keychain dies at the second: before the call for it, or when the new secret has come. */
async function rotation(where: Where, at: 'before' | 'after'): Promise<Job> {
  const world = await new JobWorld().open();
  world[at] = (name) => {
    if (name === 'user-02') world.world.vault.refuse = () => true;
  };
  await world.start(3, where === 'file' ? world.toFile : { kind: 'keychain' });
  return world.resting();
}

/** A rotation that rests, and goes on once `harm` was done to the keychain. */
async function resumed(harm: (world: JobWorld) => void): Promise<Job> {
  const world = await new JobWorld().open();
  world.answers = (name) => (name === 'user-02' ? 'not sent' : 'applied and answered');
  const { id } = await world.start(3, world.toFile);
  await world.resting();
  world.answers = () => 'applied and answered';
  harm(world);
  await world.jobs.resume(id);
  return world.resting();
}

/** A change of addresses whose second call finds its credential locked away. */
async function calls(): Promise<Job> {
  const world = await new BatchWorld().open();
  world.answers = (call) => (call.includes('a1@') ? keychainDied().failure : 'done');
  await world.change('add a0@fjord.example', 'add a1@fjord.example');
  return world.resting();
}

const ROWS: readonly (readonly [string, () => Promise<Job>])[] = [
  ['a rotation into the keychain, before a call', () => rotation('keychain', 'before')],
  ['a rotation into the keychain, with the secret in hand', () => rotation('keychain', 'after')],
  ['a rotation into a file, before a call', () => rotation('file', 'before')],
  ['a rotation into a file, with the secret in hand', () => rotation('file', 'after')],
  [
    'the passphrase of the file is not there any more',
    () => resumed(({ world: { vault } }) => vault.held.clear()),
  ],
  [
    'the keychain is locked when a rotation goes on',
    () => resumed(({ world: { vault } }) => (vault.refuse = (_, name) => name.startsWith('jobs/'))),
  ],
  [
    // Where it is gone before, resuming itself is refused with the keychain's own words.
    'the key of the rows is gone as they are opened',
    () =>
      resumed((world) => {
        let opened = 0;
        world.opening = async () => {
          if ((opened += 1) > 1) throw keychainDied();
        };
      }),
  ],
  ['a change of addresses, whose credential is locked away', calls],
];

it.each(ROWS)(
  'ATK-36 %s: window and terminal speak of the keychain and of no file',
  async (name, act) => {
    const job = await act();
    expect(job).toMatchObject({ state: 'paused', because: 'keychain' });
    const said = [whyOf(job, en), whyOf(job, nb), sentenceOf(job) ?? ''];
    tell('ATK-36', name, said.join(' | '));
    expect(said[0]).toContain('keychain');
    expect(said[1]).toMatch(/nøkkelring/i);
    expect(said[2]).toContain('keychain');
    expect(said.join('\n')).not.toMatch(/destination|\bfile\b|folder|disk|målet|\bfil\b/i);
  },
);
