// Bulk rotation: one row at a time, stopped in time, and after a kill no row is repeated blindly or forgotten.
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSecretFile } from '../../../../main/secrets/secret-file.ts';
import type { Failure } from '../../../../preload/result.ts';
import { Secret } from '../../../../main/secret.ts';
import { keychainDied } from '../../../support/escrow-world.ts';
import { JobWorld, PASSPHRASE, QUICK, saved, usersOf } from '../../../support/job-world.ts';

async function inFile(world: JobWorld): Promise<Map<string, string>> {
  const place = { file: world.file, passphrase: new Secret(PASSPHRASE), about: '', age: QUICK };
  const held = await (await openSecretFile(place)).verify();
  return new Map([...held].map(([name, secret]) => [name, secret.expose()]));
}

const refused: Failure = {
  kind: 'refused',
  message: 'No.',
  status: 403,
  reason: 'no',
  reference: 'r',
  cause: 'other',
};
async function statesAtRest(world: JobWorld): Promise<string[]> {
  await world.resting();
  return world.states();
}
const all = (count: number, state: string): string[] => usersOf(count).map(() => state);

describe('a job', () => {
  it('rotates one user after the other and ends with every secret in the file and none in the keychain', async () => {
    const world = await new JobWorld().open();
    await world.start(5, world.toFile);
    const job = await world.resting();
    expect(job).toMatchObject({ state: 'finished', because: 'none' });
    expect(world.calls).toEqual(usersOf(5));
    expect(await inFile(world)).toEqual(world.truth);
    expect(world.escrow.list()).toEqual([]);
    expect(world.world.vault.names('secrets/')).toEqual([]);
    expect((await stat(world.file)).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(job)).not.toContain(world.folder);
  });

  it('leaves secrets in the keychain as confirmed when that is the destination', async () => {
    const world = await new JobWorld().open();
    await world.start(3, { kind: 'keychain' });
    expect(await statesAtRest(world)).toEqual(['done', 'done', 'done']);
    const kept = world.escrow.list();
    expect(kept.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    for (const { id, userName } of kept)
      expect((await world.escrow.reveal(id)).expose()).toBe(world.truth.get(userName));
  });

  it('tests its destination before the first call: an existing file is neither used nor touched', async () => {
    const world = await new JobWorld().open();
    await writeFile(world.file, 'a letter');
    await expect(world.start(2, world.toFile)).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'already-exists' },
    });
    expect(await readFile(world.file, 'utf8')).toBe('a letter');
    world.world.vault.refuse = () => true;
    await expect(world.start(2, { kind: 'keychain' })).rejects.toMatchObject({
      failure: { kind: 'keychain' },
    });
    expect(world.calls).toEqual([]);
    expect(world.rotations()).toEqual([]);
  });

  it('a trial of the destination leaves nothing there', async () => {
    const world = await new JobWorld().open();
    await world.jobs.testDestination(world.toFile);
    await expect(stat(world.file)).rejects.toThrow();
    const nowhere = { ...world.toFile, file: path.join(world.folder, 'no', 'such', 'folder.age') };
    await expect(world.jobs.testDestination(nowhere)).rejects.toMatchObject({
      failure: { kind: 'file' },
    });
  });

  it('stops after two refusals in a row, not after two in all', async () => {
    const world = await new JobWorld().open();
    const no = new Set(['user-02', 'user-04', 'user-05']);
    world.answers = (name) => (no.has(name) ? refused : 'applied and answered');
    await world.start(8, world.toFile);
    const job = await world.resting();
    expect(job).toMatchObject({ state: 'paused', because: 'two-refusals' });
    expect(world.calls).toEqual(usersOf(5));
    expect((await world.states()).slice(5)).toEqual(['waiting', 'waiting', 'waiting']);
    expect((await world.rows(job.id))[4]?.failure).toEqual(refused);
  });

  it('RTY-09 stops at the first unknown outcome, whichever row it is, and goes on in the same order', async () => {
    for (let k = 0; k < 4; k++) {
      const world = await new JobWorld().open();
      const [unknown = ''] = usersOf(4).slice(k);
      world.answers = (name, call) =>
        name === unknown && call === 1 ? 'answer lost' : 'applied and answered';
      await world.start(4, world.toFile);
      const job = await world.resting();
      expect(job).toMatchObject({ state: 'paused', because: 'unknown-outcome' });
      expect(world.calls).toEqual(usersOf(k + 1));
      expect((await world.states())[k]).toBe('unknown');
      await world.jobs.resume(job.id);
      expect((await world.resting()).state).toBe('finished');
      expect(world.calls).toEqual(usersOf(4));
      expect((await world.states())[k]).toBe('unknown');
      // The unknown one is settled by a person: rotated again, it is in the file too.
      await world.jobs.resolveRow(job.id, unknown, 'rotate-again');
      await world.jobs.resume(job.id);
      expect(await statesAtRest(world)).toEqual(all(4, 'done'));
      expect(await inFile(world)).toEqual(world.truth);
      expect(world.escrow.list()).toEqual([]);
    }
  });

  it('that goes on while the data is checked keeps the rows that it writes', async () => {
    const world = await new JobWorld().open();
    world.answers = (name) => (name === 'user-02' ? 'answer lost' : 'applied and answered');
    await world.start(4, world.toFile);
    const { id } = await world.resting();
    let resumed: Promise<unknown> | undefined;
    // Between the look at whether it runs and the end of the look at its rows.
    world.opening = async () => {
      if (resumed) return;
      resumed = world.jobs.resume(id);
      await resumed;
    };
    const nothing = () => undefined;
    await world.jobs.check({
      ...{ signal: new AbortController().signal, read: nothing, left: nothing, repaired: nothing },
      repair: async () => undefined,
    });
    // Somebody looks at them meanwhile.
    await world.rows(id);
    expect(await statesAtRest(world)).toEqual(['done', 'unknown', 'done', 'done']);
  });

  it('takes a row as done when a person says that the old secret works', async () => {
    const world = await new JobWorld().open();
    world.answers = (name) => (name === 'user-02' ? 'answer lost' : 'applied and answered');
    await world.start(3, world.toFile);
    const { id } = await world.resting();
    await world.jobs.resolveRow(id, 'user-02', 'old-one-works');
    expect(world.escrow.list().map(({ state }) => state)).toEqual(['waiting']);
    await world.jobs.resume(id);
    expect(await statesAtRest(world)).toEqual(['done', 'skipped', 'done']);
  });

  it('settles the attempt of its own row, not one for a user of that name elsewhere', async () => {
    const world = await new JobWorld().open();
    world.answers = (name) => (name === 'user-02' ? 'answer lost' : 'applied and answered');
    await world.start(3, world.toFile);
    const { id } = await world.resting();
    world.world.server.answering = 'answer lost';
    const plan = world.world.plan({ connection: 'elsewhere', userName: 'user-02' });
    await world.escrow.run(plan).catch(() => undefined);
    const unsettled = () =>
      world.escrow.list().flatMap(({ state, job }) => (state === 'outcome-unknown' ? [job] : []));
    expect(unsettled()).toEqual([null, id]);
    await world.jobs.resolveRow(id, 'user-02', 'old-one-works');
    expect(unsettled()).toEqual([null]);
  });

  it('pauses after the present row, goes on, and ends when it is stopped', async () => {
    const world = await new JobWorld().open();
    let id = '';
    world.before = (name) => {
      if (name === 'user-02') void world.jobs.pause(id);
      if (name === 'user-04') void world.jobs.stop(id);
    };
    ({ id } = await world.start(6, world.toFile));
    expect(await world.resting()).toMatchObject({ state: 'paused', because: 'asked' });
    expect(world.calls).toEqual(usersOf(2));
    await world.jobs.resume(id);
    const job = await world.resting();
    expect(job).toMatchObject({ state: 'stopped', because: 'asked' });
    expect(await world.states()).toEqual([...all(4, 'done'), 'skipped', 'skipped']);
    expect(await inFile(world)).toEqual(world.truth);
    expect(world.escrow.list()).toEqual([]);
  });

  it('waits where the platform cannot be reached, and asks that user again afterwards', async () => {
    const world = await new JobWorld().open();
    world.answers = (name, call) =>
      name === 'user-02' && call === 1 ? 'not sent' : 'applied and answered';
    await world.start(3, world.toFile);
    const job = await world.resting();
    expect(job).toMatchObject({ state: 'paused', because: 'unreachable' });
    expect(await world.states()).toEqual(['done', 'waiting', 'waiting']);
    await world.jobs.resume(job.id);
    expect((await world.resting()).state).toBe('finished');
    expect(await inFile(world)).toEqual(world.truth);
  });

  it('keeps secrets in the keychain while the file cannot be written, and hands them over later', async () => {
    const world = await new JobWorld().open();
    world.before = (name) => {
      if (name === 'user-02') void writeFile(world.file, 'someone else’s');
    };
    await world.start(3, world.toFile);
    await world.resting();
    const job = world.rotations()[0];
    // The file is replaced by what we hold; a foreign file found at a resume is not.
    expect(job?.state).toBe('finished');

    const other = await new JobWorld().open();
    other.answers = (name) => (name === 'user-02' ? 'not sent' : 'applied and answered');
    const { id } = await other.start(3, other.toFile);
    await other.resting();
    await writeFile(other.file, 'a letter');
    other.answers = () => 'applied and answered';
    await other.jobs.resume(id);
    expect(await other.resting()).toMatchObject({ state: 'paused', because: 'destination' });
    expect(await readFile(other.file, 'utf8')).toBe('a letter');
    expect(other.calls).toHaveLength(2);
    await rm(other.file);
    await other.jobs.resume(id);
    expect((await other.resting()).state).toBe('finished');
  });

  it('takes away what a kill left beside the file, and nothing else', async () => {
    const world = await new JobWorld().open();
    world.answers = (name) => (name === 'user-02' ? 'not sent' : 'applied and answered');
    const { id } = await world.start(2, world.toFile);
    await world.resting();
    const beside = (name: string) => path.join(world.folder, name);
    await writeFile(beside('.secrets.age.0123456789abcdef.tmp'), 'half');
    await writeFile(beside('.other.age.0123456789abcdef.tmp'), 'another’s');
    world.answers = () => 'applied and answered';
    await world.jobs.resume(id);
    expect((await world.resting()).state).toBe('finished');
    await expect(stat(beside('.secrets.age.0123456789abcdef.tmp'))).rejects.toThrow();
    expect((await stat(beside('.other.age.0123456789abcdef.tmp'))).size).toBeGreaterThan(0);
  });

  it('lets no secret go that the file does not prove to hold', async () => {
    const world = await new JobWorld().open();
    world.answers = (name) => (name === 'user-02' ? 'not sent' : 'applied and answered');
    const { id } = await world.start(2, world.toFile);
    await world.resting();
    // The same file with another secret in it, as an older copy put back would be.
    const place = { file: world.file, passphrase: new Secret(PASSPHRASE), about: '', age: QUICK };
    const older = new Map([['user-01', new Secret('an older one')]]);
    await (await openSecretFile(place)).add(older);
    await expect(world.jobs.stop(id)).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'changed-meanwhile' },
    });
    const [entry] = world.escrow.list();
    expect((await world.escrow.reveal(entry?.id ?? '')).expose()).toBe(world.truth.get('user-01'));
  });

  describe('with more secrets than one writing of the file takes', () => {
    /** Starts it, or goes on with it, until this user; the most secrets that the escrow held meanwhile. */
    const pausedAt = async (world: JobWorld, userName: string, rows: number) => {
      const before = world.rotations()[0];
      let most = 0;
      let id = before?.id ?? '';
      world.before = (name) => {
        most = Math.max(most, world.escrow.list().length);
        if (name === userName) void world.jobs.pause(id);
      };
      if (before) await world.jobs.resume(id);
      else ({ id } = await world.start(rows, world.toFile));
      expect((await world.resting()).state).toBe('paused');
      world.before = () => undefined;
      return { id, most };
    };

    it('the escrow has copies of the last two writings at most, and of none at the end', async () => {
      const world = await new JobWorld().open();
      const { id, most } = await pausedAt(world, 'user-180', 230);
      // Asked before each user: the fifty that wait, less the one that is next, and the fifty before.
      expect(most).toBe(99);
      expect(world.escrow.list()).toHaveLength(30);
      expect(await inFile(world)).toEqual(world.truth);
      await world.jobs.resume(id);
      expect((await world.resting()).state).toBe('finished');
      expect(world.calls).toEqual(usersOf(230));
      expect(await inFile(world)).toEqual(world.truth);
      expect(world.escrow.list()).toEqual([]);
    });

    it('a file that is gone is not begun anew: put back, the job goes on', async () => {
      const world = await new JobWorld().open();
      const { id } = await pausedAt(world, 'user-120', 130);
      const aside = `${world.file}.moved`;
      await rename(world.file, aside);
      await world.jobs.resume(id);
      expect(await world.resting()).toMatchObject({ state: 'paused', because: 'destination' });
      expect(world.calls).toHaveLength(120);
      await expect(stat(world.file)).rejects.toThrow();
      await rename(aside, world.file);
      await world.jobs.resume(id);
      expect((await world.resting()).state).toBe('finished');
      expect(await inFile(world)).toEqual(world.truth);
    });

    it('an older copy of the file put in its place is not written to', async () => {
      const world = await new JobWorld().open();
      await pausedAt(world, 'user-30', 130);
      const older = await readFile(world.file);
      const { id } = await pausedAt(world, 'user-120', 130);
      await writeFile(world.file, older);
      await world.jobs.resume(id);
      expect(await world.resting()).toMatchObject({ state: 'paused', because: 'destination' });
      expect(world.calls).toHaveLength(120);
    });

    it('stopped without its file, what the escrow still has goes into a new one', async () => {
      const world = await new JobWorld().open();
      const { id } = await pausedAt(world, 'user-120', 130);
      const held = world.escrow.list().map(({ userName }) => userName);
      await rm(world.file);
      expect(await world.jobs.stop(id)).toMatchObject({ state: 'stopped' });
      expect([...(await inFile(world)).keys()].sort()).toEqual(held.sort());
      expect(world.escrow.list()).toEqual([]);
    });
  });

  it('pauses when the keychain dies, without losing the row it was at', async () => {
    const world = await new JobWorld().open();
    world.before = (name) => {
      if (name === 'user-02') world.world.vault.refuse = () => true;
    };
    await world.start(3, { kind: 'keychain' });
    const job = await world.resting();
    expect(job).toMatchObject({ state: 'paused', because: 'keychain' });
    expect(await world.states()).toEqual(['done', 'waiting', 'waiting']);
    expect((await world.rows(job.id))[1]?.failure).toMatchObject(keychainDied().failure);
    world.world.vault.refuse = undefined;
    world.before = () => undefined;
    await world.jobs.resume(job.id);
    expect((await world.resting()).state).toBe('finished');
  });

  it('runs alone, is forgotten only when it has ended, and refuses what does not fit its state', async () => {
    const world = await new JobWorld().open();
    world.answers = () => 'not sent';
    const { id } = await world.start(2, world.toFile);
    await expect(world.start(1, { kind: 'keychain' })).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    });
    await world.resting();
    await expect(world.jobs.forget(id)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    await expect(world.jobs.resolveRow(id, 'user-01', 'rotate-again')).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    });
    await world.jobs.stop(id);
    await world.jobs.forget(id);
    expect(world.rotations()).toEqual([]);
    expect(world.world.vault.names('jobs/')).toEqual([]);
  });

  it('never goes on where its connection leads elsewhere, and says so', async () => {
    const world = await new JobWorld().open();
    world.before = (name) => {
      if (name === 'user-02') world.connections = [{ ...saved, environment: 'production' }];
    };
    const { id } = await world.start(4, world.toFile);
    expect(await world.resting()).toMatchObject({ state: 'paused', because: 'connection-changed' });
    expect(world.calls).toEqual(usersOf(2));
    const otherwise = [[], world.connections, [{ ...saved, baseAddress: 'https://there.example' }]];
    for (const connections of otherwise) {
      world.connections = connections;
      await expect(world.jobs.resume(id)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    }
    expect(world.calls).toHaveLength(2);
    world.connections = [saved];
    world.before = () => undefined;
    await world.jobs.resume(id);
    expect((await world.resting()).state).toBe('finished');
    expect(await inFile(world)).toEqual(world.truth);
  });

  it('says how far it is to the page and never a row, a path, a passphrase or a secret', async () => {
    const world = await new JobWorld().open();
    await world.start(2, world.toFile);
    await world.resting();
    const said = JSON.stringify(
      world.seen.map((all) => all.map((job) => ({ ...job, file: null }))),
    );
    for (const hidden of [world.folder, PASSPHRASE, ...world.truth.values()])
      expect(said).not.toContain(hidden);
    expect(said).toMatch(/"waiting":2.*"done":2/);
  });
});

describe('a process killed during a job', () => {
  it('RTY-09 at every outside effect, resumed, ends with each user rotated once and every true secret in the file', async () => {
    let kills = 0;
    for (let step = 0; ; step += 3) {
      const world = await new JobWorld().open();
      world.world.fate.killAt = step;
      await world.start(3, world.toFile).catch(() => undefined);
      if (world.rotations().length > 0) await world.resting().catch(() => undefined);
      const died = world.world.fate.dead;
      await world.escrow.close().catch(() => undefined);
      await world.open();
      if (!died) {
        expect(await statesAtRest(world)).toEqual(all(3, 'done'));
        break;
      }
      kills += 1;
      const [job] = world.rotations();
      const settled: string[] = [];
      if (!job) continue;
      for (let i = 0; i < 8 && world.rotations()[0]?.state === 'paused'; i++) {
        for (const { state, subject } of [...(await world.rows(job.id))])
          if (state === 'unknown') {
            await world.jobs.resolveRow(job.id, subject, 'rotate-again');
            settled.push(subject);
          }
        await world.jobs.resume(job.id);
        await world.resting();
      }
      await world.resting();
      expect(await world.states(), `killed at ${String(step)}`).toEqual(all(3, 'done'));
      expect(await inFile(world)).toEqual(world.truth);
      expect(world.escrow.list()).toEqual([]);
      // No user was rotated again without a person having said so.
      const often = (name: string, all: string[]) => all.filter((one) => one === name).length;
      for (const name of usersOf(3))
        expect(often(name, world.changed)).toBeLessThanOrEqual(1 + often(name, settled));
    }
    expect(kills).toBeGreaterThan(15);
  });

  it('RTY-09 between the new secret and the checkpoint takes it from the escrow instead of rotating again', async () => {
    const world = await new JobWorld().open();
    world.after = (name) => {
      if (name === 'user-02') world.world.fate.dead = true;
    };
    await world.start(3, world.toFile);
    await world.resting();
    world.after = () => undefined;
    await world.open();
    const [job] = world.rotations();
    expect(job).toMatchObject({ state: 'paused', because: 'restarted' });
    expect(await statesAtRest(world)).toEqual(['done', 'done', 'waiting']);
    await world.jobs.resume(job?.id ?? '');
    expect((await world.resting()).state).toBe('finished');
    expect(world.changed).toEqual(usersOf(3));
    expect(await inFile(world)).toEqual(world.truth);
  });
});
