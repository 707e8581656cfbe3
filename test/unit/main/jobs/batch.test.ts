// Batch jobs: each row done once whatever is lost, stopped when continuing is useless, and rows no one else can read.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../preload/result.ts';
import { BatchWorld } from '../../../support/batch-world.ts';
import { saved } from '../../../support/job-world.ts';

const mails = (count: number) =>
  Array.from({ length: count }, (_, i) => `add a${String(i)}@fjord.example`);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `9${String(i)}`);
const refusal = (status: number): Failure => ({
  kind: 'refused',
  message: 'No.',
  status,
  reason: 'no',
  reference: 'r',
  cause: 'other',
});
const reference = 'r';
const rowFile = (world: BatchWorld) => {
  const [name = ''] = readdirSync(world.rowFolder).filter((one) => one.endsWith('.rows'));
  return path.join(world.rowFolder, name);
};

describe('contact entries', () => {
  it('are added and removed one at a time in their order, found by what they are', async () => {
    const world = await new BatchWorld().open();
    world.has('Post@Fjord.example', '+4790000418');
    const changes = ['add ny@fjord.example', 'remove post@fjord.example', 'remove 90000418'];
    const id = await world.change(...changes, 'add NY@fjord.example', 'remove borte@fjord.example');
    expect(await world.resting()).toMatchObject({
      state: 'finished',
      because: 'none',
      tally: { done: 3, notFound: 1, waiting: 0, refused: 0 },
    });
    expect(world.acts).toEqual([
      ...['add ny@fjord.example', 'remove Post@Fjord.example', 'remove +4790000418'],
    ]);
    expect(world.mostAtOnce).toBe(1);
    expect(await world.states(id)).toEqual(['done', 'done', 'done', 'not-found']);
  });

  it('what was there before is refused, and refused again when tried again', async () => {
    const world = await new BatchWorld().open();
    world.has('a0@fjord.example');
    const id = await world.change(...mails(2));
    expect(await world.resting()).toMatchObject({ tally: { refused: 1, done: 1 } });
    await world.jobs.retry(id);
    expect(await world.resting()).toMatchObject({ state: 'finished', tally: { refused: 1 } });
    expect(world.acts).toEqual(['add a1@fjord.example']);
  });

  it('RTY-09 stop at the first unknown outcome, whichever row it is, and look before they go on', async () => {
    for (let k = 0; k < 4; k++) {
      const world = await new BatchWorld().open();
      world.answers = (call) => (call === `add a${String(k)}@fjord.example` ? 'lost' : 'done');
      const id = await world.change(...mails(4));
      const paused = await world.resting();
      expect(paused).toMatchObject({ state: 'paused', because: 'unknown-outcome' });
      expect(paused.tally).toMatchObject({ done: k, unknown: 1, waiting: 3 - k });
      world.answers = () => 'done';
      await world.jobs.resume(id);
      expect(await world.resting()).toMatchObject({ state: 'finished', tally: { done: 4 } });
      expect(world.acts).toEqual(mails(4));
    }
  });

  it('RTY-09 an answer that nobody can make out leaves a write unknown, and is no more than a refusal of a read', async () => {
    const odd: Failure = { kind: 'unexpected-answer', message: '', status: 200, reference };
    for (const failure of [odd, { kind: 'internal', message: '', reference } as const]) {
      const writing = await new BatchWorld().open();
      writing.answers = (call) => (call.startsWith('add a0') ? failure : 'done');
      const id = await writing.change(...mails(2));
      const because = 'unknown-outcome';
      expect(await writing.resting()).toMatchObject({ state: 'paused', because });
      expect(await writing.states(id)).toEqual(['unknown', 'waiting']);
      const reading = await new BatchWorld().open();
      reading.answers = (call) => (call === 'get 92' ? failure : 'done');
      await reading.lookUp(...numbers(4));
      expect(await reading.resting()).toMatchObject({
        state: 'finished',
        tally: { done: 3, refused: 1 },
      });
    }
  });

  it('an unknown row that was not done stays unknown until it is tried again', async () => {
    const world = await new BatchWorld().open();
    const lost: Failure = { kind: 'outcome-unknown', message: '', reference };
    world.answers = (call) => (call.startsWith('add a0') ? lost : 'done');
    const id = await world.change(...mails(2));
    await world.resting();
    world.answers = () => 'done';
    await world.jobs.resume(id);
    expect(await world.resting()).toMatchObject({ tally: { unknown: 1, done: 1 } });
    await world.jobs.retry(id);
    expect(await world.resting()).toMatchObject({ state: 'finished', tally: { done: 2 } });
    expect([...world.acts].sort()).toEqual(mails(2));
  });

  it('a removal that got no answer is settled by its entry, never by another one like it', async () => {
    const world = await new BatchWorld().open();
    world.has('90000418', '+4790000418');
    world.answers = (call) => (call.startsWith('remove') ? 'lost' : 'done');
    const id = await world.change('remove 90000418');
    await world.resting();
    world.answers = () => 'done';
    await world.jobs.retry(id);
    expect(await world.resting()).toMatchObject({ state: 'finished', tally: { done: 1 } });
    expect(world.acts).toEqual(['remove 90000418']);
  });

  const waits: readonly (readonly [Failure, string])[] = [
    [{ kind: 'unreachable', message: '', host: 'h', problem: 'reset' }, 'unreachable'],
    [{ kind: 'offline', message: '' }, 'unreachable'],
    [{ kind: 'busy', message: '', retryAfterSeconds: 1 }, 'unreachable'],
    [{ kind: 'cancelled', message: '' }, 'unreachable'],
    [{ kind: 'sign-in-needed', message: '', status: 401, reason: '', reference }, 'sign-in-needed'],
    [{ kind: 'sign-in-needed', message: '', status: 200, reason: '', reference }, 'sign-in-needed'],
    [{ kind: 'certificate', message: '', problem: 'expired', detail: '' }, 'sign-in-needed'],
    [{ kind: 'certificate', message: '', problem: 'server-expired', detail: '' }, 'unreachable'],
    [{ kind: 'keychain', message: '', problem: 'locked' }, 'keychain'],
    [{ kind: 'managed', message: '', by: 'Drift' }, 'managed'],
  ];
  it.each(waits)('wait again and pause after %o', async (failure, because) => {
    const world = await new BatchWorld().open();
    world.answers = (call) => (call.startsWith('add a1') ? failure : 'done');
    const id = await world.change(...mails(3));
    expect(await world.resting()).toMatchObject({ state: 'paused', because });
    expect(await world.states(id)).toEqual(['done', 'waiting', 'waiting']);
    world.answers = () => 'done';
    await world.jobs.resume(id);
    expect(await world.resting()).toMatchObject({ state: 'finished', tally: { done: 3 } });
    expect(world.acts).toEqual(mails(3));
  });

  it('pause after two refusals in a row of the caller, not of what was sent', async () => {
    const world = await new BatchWorld().open();
    world.answers = (call) => {
      if (/a[0-3]@/.test(call)) return refusal(400);
      return /a[46-8]@/.test(call) ? refusal(403) : 'done';
    };
    await world.change(...mails(12));
    expect(await world.resting()).toMatchObject({
      state: 'paused',
      because: 'two-refusals',
      tally: { refused: 7, done: 1, waiting: 4 },
    });
  });
});

describe('look-ups', () => {
  it('run three at a time, keep what they found in the order of rows, and say whom nobody knows', async () => {
    const world = await new BatchWorld().open();
    const unknown: Failure = { kind: 'not-found', message: '', reason: 'No such organisation.' };
    world.answers = async (call) => {
      await Promise.resolve();
      return call === 'get 93' ? unknown : 'done';
    };
    const id = await world.lookUp(...numbers(8), '91');
    expect(await world.resting()).toMatchObject({
      state: 'finished',
      tally: { done: 7, notFound: 1 },
    });
    expect(world.mostAtOnce).toBe(3);
    const wanted = numbers(8).filter((one) => one !== '93');
    const { results, total } = await world.jobs.lookUps.results(id, 2, 3);
    expect(total).toBe(7);
    expect(results.map((one) => one.organisation.organisationNumber)).toEqual(wanted.slice(2, 5));
    expect(results[0]?.personalContacts).toMatchObject([{ name: 'Kari Nordmann' }]);
    const all: string[] = [];
    for await (const { organisation } of world.jobs.lookUps.all(id))
      all.push(organisation.organisationNumber);
    expect(all).toEqual(wanted);
    expect(world.jobs.lookUps.filters(id)).toMatchObject({
      connection: saved.id,
      roleDefinitionCode: 'DAGL',
    });
  });

  it('take 404 without a word for an area that is switched off until one has answered', async () => {
    const world = await new BatchWorld().open();
    const silent: Failure = { kind: 'not-found', message: '', reason: 'Not Found' };
    world.answers = (call) => (call.startsWith('get') ? silent : 'done');
    const id = await world.lookUp(...numbers(9));
    const paused = await world.resting();
    expect(paused).toMatchObject({ state: 'paused', because: 'two-refusals' });
    expect(paused.tally.notFound).toBe(0);
    world.answers = (call) => (call === 'get 95' ? silent : 'done');
    await world.jobs.retry(id);
    expect(await world.resting()).toMatchObject({ tally: { done: 8, notFound: 1 } });
  });
});

describe('the job', () => {
  it('pauses, goes on and stops as asked; only one of a kind runs', async () => {
    const world = await new BatchWorld().open();
    let id = '';
    world.answers = (call) => {
      if (call.startsWith('add a1')) void world.jobs.pause(id);
      if (call.startsWith('add a3')) void world.jobs.stop(id);
      return 'done';
    };
    id = await world.change(...mails(6));
    await expect(world.change('add b@fjord.example')).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    });
    expect(await world.resting()).toMatchObject({ state: 'paused', because: 'asked' });
    await expect(world.jobs.forget(id)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    await world.jobs.resume(id);
    expect(await world.resting()).toMatchObject({
      state: 'stopped',
      tally: { done: 4, skipped: 2, waiting: 0 },
    });
    await world.jobs.forget(id);
    expect(readdirSync(world.rowFolder)).toEqual([]);
  });

  it('keeps what a person is sealed: nothing on the disk says it, and the tally is seldom written', async () => {
    const world = await new BatchWorld().open();
    await world.change(...mails(300));
    await world.resting();
    expect(world.events).toBeLessThan(60);
    expect(world.saves()).toBeLessThan(6);
    await world.lookUp('974760673');
    await world.resting();
    const text = world.onDisk();
    // Long enough that no sealed text has it by chance.
    for (const hidden of ['fjord.example', 'Kari Nordmann', '90000418', '974760673', 'kari@'])
      expect(text).not.toContain(hidden);
    expect(text).toContain('"look-up"');
  });

  it('after a kill in the middle of a row looks first: what was done is not done twice', async () => {
    const world = await new BatchWorld().open();
    let kill: (() => void) | undefined;
    const killed = new Promise<void>((resolve) => (kill = resolve));
    world.answers = async (call) => {
      if (!call.startsWith('add a1')) return 'done';
      // The platform does it; the process never hears of it.
      world.has('a1@fjord.example');
      kill?.();
      return new Promise(() => undefined);
    };
    const id = await world.change(...mails(3));
    await killed;
    world.answers = () => 'done';
    await world.open();
    expect(world.jobs.list()[0]).toMatchObject({
      state: 'paused',
      because: 'restarted',
      tally: { done: 1, waiting: 2, running: 0 },
    });
    await world.jobs.resume(id);
    expect(await world.resting()).toMatchObject({ state: 'finished', tally: { done: 3 } });
    expect(world.entries.map(({ email }) => email)).toEqual(
      mails(3).map((text) => text.slice('add '.length)),
    );
    expect(world.acts).toHaveLength(2);
  });

  it('cuts what a kill tore off, and counts the tally from the rows', async () => {
    const world = await new BatchWorld().open();
    const jobsFile = path.join(world.data, 'jobs.json');
    let earlier = '';
    world.answers = (call) => {
      if (call.startsWith('add a0')) earlier = readFileSync(jobsFile, 'utf8');
      return call.startsWith('add a2') ? refusal(400) : 'done';
    };
    const id = await world.change(...mails(3));
    await world.resting();
    const whole = readFileSync(rowFile(world));
    appendFileSync(rowFile(world), 'AAAAhalf a line');
    writeFileSync(jobsFile, earlier);
    await world.open();
    expect(world.jobs.list()[0]).toMatchObject({
      state: 'paused',
      because: 'restarted',
      tally: { done: 2, refused: 1, waiting: 0 },
    });
    expect(readFileSync(rowFile(world)).equals(whole)).toBe(true);
    expect(world.setAside).toEqual([]);
    expect(await world.states(id)).toEqual(['done', 'done', 'refused']);
  });

  it('sets damaged rows aside, says so and does again at most what it cannot read', async () => {
    const world = await new BatchWorld().open();
    let id = '';
    world.answers = (call) => {
      if (call.startsWith('add a2')) void world.jobs.pause(id);
      return 'done';
    };
    id = await world.change(...mails(5));
    await world.resting();
    const file = rowFile(world);
    const clean = readFileSync(file);
    const breaks = [...clean.entries()].flatMap(([at, byte]) => (byte === 10 ? [at] : []));
    // Somewhere in each line but the first two: header and what was asked.
    for (const at of breaks.slice(1, -1)) {
      const damaged = Buffer.from(clean);
      damaged[at + 40] = damaged[at + 40] === 65 ? 66 : 65;
      writeFileSync(file, damaged);
      await world.open();
      expect(world.setAside).toHaveLength(1);
      const tally = world.jobs.list()[0];
      expect(tally).toMatchObject({ state: 'paused' });
    }
    await world.jobs.resume(id);
    await world.resting();
    // Added once: what is there already is seen.
    expect(world.acts).toEqual(mails(5));
  });

  it('FLT-09 an older copy of the rows is said and not believed, of a job that has ended and of one that waits', async () => {
    for (const ends of [true, false]) {
      const world = await new BatchWorld().open();
      const lost: Failure = { kind: 'offline', message: '' };
      const answers = (last: string) => (call: string) =>
        call.startsWith(`add ${last}`) ? lost : ('done' as const);
      world.answers = answers('a1');
      const id = await world.change(...mails(4));
      await world.resting();
      const older = readFileSync(rowFile(world));
      world.answers = ends ? () => 'done' : answers('a3');
      await world.jobs.resume(id);
      await world.resting();
      const now = readFileSync(rowFile(world));
      const before = world.jobs.list()[0];
      expect(before).toMatchObject({ state: ends ? 'finished' : 'paused' });
      const acts = [...world.acts];

      await world.jobs.close();
      writeFileSync(rowFile(world), older);
      await world.open();
      await world.jobs.countRows();
      const outdated = { failure: { kind: 'file', problem: 'outdated' } };
      await expect(world.jobs.rows(id)).rejects.toMatchObject(outdated);
      await expect(world.jobs[ends ? 'retry' : 'resume'](id)).rejects.toMatchObject(outdated);
      const left: unknown[] = [];
      await world.jobs.check({
        signal: new AbortController().signal,
        read: () => undefined,
        left: (found) => void left.push(found),
        repaired: () => undefined,
        repair: async () => undefined,
      });
      expect(left).toMatchObject([{ kind: 'damaged', what: `${id}.rows` }]);
      expect([world.acts, world.jobs.list()[0]]).toEqual([acts, before]);

      // The right file put back is believed.
      writeFileSync(rowFile(world), now);
      expect((await world.jobs.rows(id)).filter(({ state }) => state === 'done')).toHaveLength(
        ends ? 4 : 3,
      );
    }
  });

  it('a job whose rows are lost is stopped and taken off, and never crashes the start', async () => {
    for (const harm of ['key', 'file', 'first line'] as const) {
      const world = await new BatchWorld().open();
      const lost: Failure = { kind: 'offline', message: '' };
      world.answers = (call) => (call.startsWith('add a1') ? lost : 'done');
      const id = await world.change(...mails(3));
      await world.resting();
      if (harm === 'key') world.key = Buffer.alloc(32, 8);
      if (harm === 'file') writeFileSync(rowFile(world), '');
      if (harm === 'first line') {
        const bytes = readFileSync(rowFile(world));
        bytes[60] = (bytes[60] ?? 0) ^ 1;
        writeFileSync(rowFile(world), bytes);
      }
      await world.open();
      const kind = harm === 'key' ? 'keychain' : 'file';
      await expect(world.jobs.resume(id)).rejects.toMatchObject({ failure: { kind } });
      await expect(world.jobs.rows(id)).rejects.toMatchObject({ failure: { kind } });
      if (harm === 'key') {
        world.key = Buffer.alloc(32, 7);
        expect(await world.states(id)).toEqual(['done', 'waiting', 'waiting']);
        world.jobs.lock();
        world.key = undefined;
      }
      await world.jobs.stop(id);
      expect(world.jobs.list()[0]).toMatchObject({
        state: 'stopped',
        tally: { done: 1, waiting: 0, skipped: 2 },
      });
      await world.jobs.forget(id);
      expect(world.jobs.list()).toEqual([]);
    }
  });
});
