// The escrow's guarantees for a secret that is given out once, rule by rule, in an environment with arbitrary failures.
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Problem } from '../../../../main/problem.ts';
import type { ExchangeResponse } from '../../../../main/http/exchange.ts';
import { ANNOUNCE_INTERVAL_MS } from '../../../../main/secrets/escrow-attempts.ts';
import {
  answer,
  broken,
  CONNECTION,
  FakeServer,
  keychainDied,
  USER,
  World,
} from '../../../support/escrow-world.ts';

const RAW = 'Zq7#<&"{%\'\\/x~ !$()*+,-.:;=>?@[]^_`|}0123456789abc';
const json = (value: unknown) => JSON.stringify(value);
const ONE = { UserName: USER, Created: '2026-01-02T03:04:05', Secret: RAW };

/** Runs one rotation that gets exactly these bytes. */
async function rotateWith(response: ExchangeResponse) {
  const world = new World();
  const escrow = await world.escrow();
  const done = await escrow
    .run(
      world.plan({
        send: async (arrived) => {
          await arrived(response);
          return response;
        },
      }),
    )
    .catch((error: unknown) => error);
  return { world, escrow, done };
}

describe('before anything is sent', () => {
  const failing: Record<string, (world: World) => void> = {
    'the disk has less than 1 MB free': (world) => (world.file.freeBytes = 1024 * 1024 - 1),
    'the intent cannot be written': (world) => (world.file.refuse = keychainDied()),
    'the keychain does not take a canary': (world) =>
      (world.vault.refuse = (call) => call === 'check'),
    'the escrow key cannot be written': (world) => (world.vault.refuse = (call) => call === 'put'),
    'the escrow key cannot be read': (world) => (world.vault.refuse = (call) => call === 'get'),
  };
  it.each(Object.keys(failing))('OTS-02 nothing is sent when %s', async (name) => {
    const world = new World();
    const escrow = await world.escrow();
    failing[name]?.(world);
    await expect(escrow.run(world.plan())).rejects.toBeInstanceOf(Problem);
    expect(world.server.calls).toBe(0);
    expect(escrow.list()).toEqual([]);
    expect(world.fate.steps).not.toContain('before sending');
  });

  it('OTS-02 a key that reads back as another is not trusted', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const put = world.vault.put;
    world.vault.put = async (name, secret) => {
      await put(name, secret);
      world.vault.held.set(name, Buffer.alloc(32, 7).toString('base64'));
    };
    await expect(escrow.run(world.plan())).rejects.toMatchObject({
      failure: { kind: 'keychain', problem: 'not-stored' },
    });
    expect(world.server.calls).toBe(0);
  });

  it('OTS-02 a damaged key is never replaced by a new one', async () => {
    const world = new World();
    world.vault.held.set('escrow/key', 'short');
    const escrow = await world.escrow();
    await expect(escrow.run(world.plan())).rejects.toMatchObject({
      failure: { kind: 'keychain', problem: 'damaged' },
    });
    expect(world.vault.held.get('escrow/key')).toBe('short');
  });

  it('OTS-02 a warm-up that fails leaves nothing open', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const warmUp = () => Promise.reject(broken('nothing'));
    await expect(escrow.run(world.plan({ warmUp }))).rejects.toThrow('Broke.');
    expect(world.server.calls).toBe(0);
    expect(escrow.list()).toEqual([]);
  });

  it('INS-02 nothing is sent while another process holds the log', async () => {
    const world = new World();
    const { openEscrow } = await import('../../../../main/secrets/escrow.ts');
    const { vault, file } = world;
    const hold = () => Promise.resolve(undefined);
    const escrow = await openEscrow({ folder: '/nowhere', vault, file, hold });
    await expect(escrow.run(world.plan())).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'in-use' },
    });
    expect(world.server.calls).toBe(0);
    expect(file.bytes.length).toBe(0);
  });

  it('does its steps in the order that makes a crash harmless', async () => {
    const world = new World();
    const escrow = await world.escrow();
    await escrow.run(world.plan());
    const order = world.fate.steps.filter((step) => !/^half|^before append/.test(step));
    expect(order).toEqual([
      'vault check',
      'vault get', // no key yet
      'vault put',
      'vault has it',
      'vault get', // read back
      'appended', // INTENT
      'warm-up',
      'before sending',
      'server has acted',
      'appended', // the sealed answer, before it is parsed
      'answer handed over',
      'vault put',
      'vault has it',
      'appended', // STORED and DONE
    ]);
  });
});

describe('a keychain that fails after the answer came', () => {
  it('OTS-03 the secret is kept sealed, can be shown, holds back leaving, and moves at the next start', async () => {
    const world = new World();
    const escrow = await world.escrow();
    world.vault.refuse = (call, name) => call === 'put' && name.startsWith('secrets/');
    const { entry } = await escrow.run(world.plan());
    expect(entry).toMatchObject({ state: 'waiting', kept: 'sealed-file' });
    expect(escrow.unsaved()).toBe(1);
    expect((await escrow.reveal(entry.id)).expose()).toBe(world.server.secret);
    await expect(escrow.keep(entry.id)).rejects.toMatchObject({ failure: { kind: 'keychain' } });
    await escrow.close();

    world.restart();
    world.vault.refuse = undefined;
    const next = await world.escrow();
    await next.recover();
    expect(next.list()).toMatchObject([{ id: entry.id, state: 'waiting', kept: 'keychain' }]);
    expect((await next.reveal(entry.id)).expose()).toBe(world.server.secret);
    expect(next.unsaved()).toBe(0);
  });

  it('OTS-03 a keychain that comes back in the same session gets the secret too', async () => {
    const world = new World();
    const escrow = await world.escrow();
    world.vault.refuse = (call, name) => call === 'put' && name.startsWith('secrets/');
    await escrow.run(world.plan());
    world.vault.refuse = undefined;
    await escrow.recover();
    expect(escrow.unsaved()).toBe(0);
    expect(escrow.list()).toMatchObject([{ state: 'waiting', kept: 'keychain' }]);
  });

  it('OTS-03 with a full disk as well it is kept in memory and holds back leaving', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const send = world.plan().send;
    const { entry } = await escrow.run(
      world.plan({
        send: (arrived) => {
          world.file.refuse = new Problem({ kind: 'file', problem: 'disk-full', message: '' });
          world.vault.refuse = (call) => call === 'put';
          return send(arrived);
        },
      }),
    );
    expect(entry).toMatchObject({ state: 'waiting', kept: 'memory' });
    expect(escrow.unsaved()).toBe(1);
    expect((await escrow.reveal(entry.id)).expose()).toBe(world.server.secret);
    world.file.refuse = undefined;
    world.vault.refuse = undefined;
    await escrow.recover();
    expect(escrow.unsaved()).toBe(0);
  });

  it('DSK-01 a disk that fills up after the call does not stop the secret on its way to the keychain', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const send = world.plan().send;
    const { entry } = await escrow.run(
      world.plan({
        send: (arrived) => {
          world.file.refuse = new Problem({ kind: 'file', problem: 'disk-full', message: '' });
          return send(arrived);
        },
      }),
    );
    expect(entry).toMatchObject({ state: 'waiting', kept: 'keychain' });
    // The log knows only of the intent: the next start finds the secret in the vault all the same.
    world.file.refuse = undefined;
    await escrow.close();
    world.restart();
    const next = await world.escrow();
    await next.recover();
    expect(next.list()).toMatchObject([{ id: entry.id, state: 'waiting', kept: 'keychain' }]);
  });
});

describe('answers that are not as expected', () => {
  const understood: Record<string, string> = {
    'an object instead of an array': json(ONE),
    'keys in lower case': json([{ username: USER, created: null, secret: RAW }]),
    'a byte order mark': `\ufeff${json([ONE])}`,
    'fields nobody knows': json([{ ...ONE, Extra: { a: [1] }, _links: null }]),
    'blanks around the name': json([{ ...ONE, UserName: `${USER} \r\n` }]),
  };
  it.each(Object.keys(understood))('OTS-04 %s is understood', async (name) => {
    const { escrow } = await rotateWith(answer(understood[name] ?? ''));
    const [entry] = escrow.list();
    expect(entry).toMatchObject({ state: 'waiting', kept: 'keychain' });
    expect((await escrow.reveal(entry?.id ?? '')).expose()).toBe(RAW);
  });

  const unclear: Record<string, Buffer> = {
    'no array and no object': Buffer.from(json(RAW)),
    'a secret of the wrong type': Buffer.from(json([{ ...ONE, Secret: [RAW] }])),
    'an empty secret': Buffer.from(json([{ ...ONE, Secret: '' }])),
    'no secret': Buffer.from(json([{ UserName: USER, Password: RAW }])),
    'an empty array': Buffer.from('[]'),
    'two users': Buffer.from(json([ONE, { ...ONE, UserName: 'other' }])),
    'another user’s name': Buffer.from(json([{ ...ONE, UserName: 'other' }])),
    'no name': Buffer.from(json([{ Secret: RAW }])),
    'two secrets under one key': Buffer.from(
      `[{"UserName":"${USER}","Secret":"a","Secret":${json(RAW)}}]`,
    ),
    'two keys that differ in case': Buffer.from(json([{ ...ONE, secret: 'other' }])),
    'text behind the end': Buffer.from(`${json([ONE])} and so on`),
    'a cut end': Buffer.from(json([ONE]).slice(0, -2)),
    'bytes that are no UTF-8': Buffer.from([...Buffer.from(json([ONE])), 0xff]),
    'a page for a browser': Buffer.from('<!doctype html><title>Welcome</title>'),
    XML: Buffer.from(`<user><Secret>${USER}</Secret></user>`),
    'a key into the prototype': Buffer.from(
      `[{"__proto__":{},"UserName":"${USER}","Secret":${json(RAW)}}]`,
    ),
  };
  it.each(Object.keys(unclear))(
    'OTS-04 PAR-09 %s is kept byte for byte and shown to a person',
    async (name) => {
      const bytes = unclear[name] ?? Buffer.alloc(0);
      const { world, escrow, done } = await rotateWith(answer(bytes));
      expect(done).toMatchObject({ failure: { kind: 'unexpected-answer', status: 200 } });
      const [entry] = escrow.list();
      expect(entry).toMatchObject({ state: 'answer-unclear', kept: 'sealed-file' });
      // A person may have to find the secret in it: also after a restart.
      await escrow.close();
      world.restart();
      const next = await world.escrow();
      await next.recover();
      const seen = await next.look(entry?.id ?? '');
      const asText = new TextDecoder().decode(bytes);
      expect([asText, bytes.toString('latin1')]).toContain(seen);
      expect(next.list()).toMatchObject([{ state: 'answer-unclear' }]);
    },
  );

  it.each([
    ['204 without a body', answer('', 204)],
    ['200 without a body', answer('')],
  ])('OTS-04 %s may have been done and brought no secret', async (_name, response) => {
    const { escrow, done } = await rotateWith(response);
    expect(done).toMatchObject({ failure: { kind: 'outcome-unknown' } });
    expect(escrow.list()).toMatchObject([{ state: 'outcome-unknown', kept: 'nowhere' }]);
  });

  it('OTS-04 a packed answer that a crash left sealed is unpacked at the next start', async () => {
    const world = new World();
    const packed = gzipSync(json([ONE]));
    const response = { ...answer(packed), headers: { 'content-encoding': 'gzip' } };
    world.vault.refuse = (call, name) => call === 'put' && name.startsWith('secrets/');
    const escrow = await world.escrow();
    await escrow.run(
      world.plan({
        send: async (arrived) => {
          await arrived(response);
          return response;
        },
      }),
    );
    await escrow.close();
    world.restart();
    world.vault.refuse = undefined;
    const next = await world.escrow();
    await next.recover();
    expect((await next.reveal(next.list()[0]?.id ?? '')).expose()).toBe(RAW);
  });

  it('OTS-04 a packed answer with a wrong checksum is not trusted, but a person can read it', async () => {
    const packed = gzipSync(json([ONE]));
    packed.writeUInt32LE(0, packed.length - 8);
    const world = new World();
    const escrow = await world.escrow();
    const response = { ...answer(packed), headers: { 'content-encoding': 'gzip' }, cut: true };
    const send = () => Promise.reject(broken('maybe', response));
    await escrow.run(world.plan({ send })).catch(() => undefined);
    const [entry] = escrow.list();
    expect(entry?.state).toBe('answer-unclear');
    expect(await escrow.look(entry?.id ?? '')).toBe(json([ONE]));
  });

  it('LOG-03 no error of an unclear answer holds a piece of it', async () => {
    const { done } = await rotateWith(answer(RAW));
    const said = (error: unknown): string =>
      error instanceof Error ? `${error.message} ${String(error.stack)} ${said(error.cause)}` : '';
    expect(said(done)).not.toContain(RAW.slice(0, 4));
  });
});

describe('statuses', () => {
  const run = async (status: number) => {
    const world = new World();
    const escrow = await world.escrow();
    const problem = new Problem({
      kind: 'refused',
      message: '',
      status,
      reason: 'words',
      reference: 'r',
      cause: 'other',
    });
    const send = async (arrived: (answer: ExchangeResponse) => Promise<void>) => {
      await arrived(answer('{"ErrorMessage":"x"}', status));
      throw problem;
    };
    const done = await escrow.run(world.plan({ send })).catch((error: unknown) => error);
    return { escrow, done, problem };
  };
  it.each([302, 400, 401, 403, 404, 405, 409, 410, 429])(
    'RTY-04 after %i nothing is owed and the server’s words come through',
    async (status) => {
      const { escrow, done, problem } = await run(status);
      expect(done).toBe(problem);
      expect(escrow.list()).toEqual([]);
    },
  );
  it.each([408, 418, 500, 502, 503, 504])(
    'RTY-04 after %i it may have been done, whatever the words say',
    async (status) => {
      const { escrow, done } = await run(status);
      expect(done).toMatchObject({ failure: { kind: 'outcome-unknown' } });
      expect(escrow.list()).toMatchObject([{ state: 'outcome-unknown' }]);
    },
  );
});

describe('a connection that is lost', () => {
  it('OTS-05 after the request was written is never called a failure, wherever the answer is cut', async () => {
    const whole = Buffer.from(json([ONE]));
    for (let at = 0; at <= whole.length; at++) {
      const world = new World();
      const escrow = await world.escrow();
      const partial = { ...answer(whole.subarray(0, at)), cut: true };
      const send = () => Promise.reject(broken('maybe', at === 0 ? undefined : partial));
      const done = await escrow.run(world.plan({ send })).catch((error: unknown) => error);
      const [entry] = escrow.list();
      if (at === whole.length) {
        expect((await escrow.reveal(entry?.id ?? '')).expose()).toBe(RAW);
      } else {
        expect(done).toMatchObject({ failure: { kind: 'outcome-unknown' } });
        expect(entry?.state).toBe(at === 0 ? 'outcome-unknown' : 'answer-unclear');
        if (at > 0) expect(await escrow.look(entry?.id ?? '')).toBe(whole.toString().slice(0, at));
      }
    }
  });

  it('RTY-04 before the first byte is no question at all', async () => {
    const world = new World();
    const escrow = await world.escrow();
    world.server.answering = 'not sent';
    await expect(escrow.run(world.plan())).rejects.toMatchObject({
      failure: { kind: 'unreachable' },
    });
    expect(escrow.list()).toEqual([]);
  });

  it('CAN-02 an error nobody knows counts as sent', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const cancelled = new Problem({ kind: 'cancelled', message: '' });
    for (const [i, error] of [new Error('what'), cancelled].entries()) {
      const plan = world.plan({ userName: `u${String(i)}`, send: () => Promise.reject(error) });
      await expect(escrow.run(plan)).rejects.toMatchObject({
        failure: { kind: 'outcome-unknown' },
      });
    }
    expect(escrow.list()).toHaveLength(2);
  });
});

describe('settling an unknown outcome', () => {
  const unknown = async () => {
    const world = new World();
    const escrow = await world.escrow();
    world.server.answering = 'answer lost';
    await escrow.run(world.plan()).catch(() => undefined);
    world.server.answering = 'applied and answered';
    const [entry] = escrow.list();
    if (!entry) throw new Error('No entry.');
    return { world, escrow, id: entry.id };
  };

  it('OTS-06 rotating again is offered, never done by itself, and ends the question only when it is stored', async () => {
    const { world, escrow, id } = await unknown();
    await escrow.resolve(id, 'rotated-again');
    expect(escrow.list()).toMatchObject([{ id, state: 'outcome-unknown' }]);
    expect(world.server.calls).toBe(1);
    world.server.answering = 'not sent';
    await escrow.run(world.plan()).catch(() => undefined);
    expect(escrow.list()).toMatchObject([{ id, state: 'outcome-unknown' }]);
    world.server.answering = 'applied and answered';
    const { entry } = await escrow.run(world.plan());
    expect(escrow.list()).toEqual([entry]);
    expect((await escrow.reveal(entry.id)).expose()).toBe(world.server.secret);
  });

  it.each(['stored', 'kept'])(
    'OTS-06 with a later secret %s, a question that a full disk left is over when it is answered by rotating again',
    async (how) => {
      const { world, escrow, id } = await unknown();
      await escrow.resolve(id, 'rotated-again');
      const { append } = world.file;
      world.file.append = async (bytes) => {
        if (escrow.list().some(({ state }) => state === 'waiting')) throw keychainDied();
        await append(bytes);
      };
      const { entry } = await escrow.run(world.plan());
      world.file.append = append;
      expect(escrow.list()).toMatchObject([{ id: entry.id }, { id, state: 'outcome-unknown' }]);
      if (how === 'kept') await escrow.keep(entry.id);
      await escrow.resolve(id, 'rotated-again');
      expect(escrow.list()).toMatchObject([{ id: entry.id }]);
      expect((await escrow.reveal(entry.id)).expose()).toBe(world.server.secret);
    },
  );

  it('OTS-06 a person may say that the old one works, or drop the question', async () => {
    for (const how of ['old-one-works', 'dropped'] as const) {
      const { escrow, id } = await unknown();
      await escrow.resolve(id, how);
      expect(escrow.list()).toEqual([]);
    }
  });

  it('FLT-03 a question is not dropped over a secret that the keychain has and its list lost', async () => {
    const { world, escrow, id } = await unknown();
    const value = { version: 1, userName: USER, environment: 'test', operation: 'rotateSecret' };
    const text = json({ ...value, job: null, secret: RAW });
    world.vault.unlisted.set(`secrets/${CONNECTION}/${id}`, text);
    await expect(escrow.resolve(id, 'dropped')).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    });
    expect(escrow.list()).toMatchObject([{ id, state: 'waiting', kept: 'keychain' }]);
    expect((await escrow.reveal(id)).expose()).toBe(RAW);
    world.vault.refuse = (call) => call === 'relist';
    const other = await unknown();
    other.world.vault.refuse = world.vault.refuse;
    await expect(other.escrow.resolve(other.id, 'dropped')).rejects.toMatchObject({
      failure: { kind: 'keychain' },
    });
    expect(other.escrow.list()).toHaveLength(1);
  });

  it('OTS-06 a secret that waits is not resolved away', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const { entry } = await escrow.run(world.plan());
    await expect(escrow.resolve(entry.id, 'dropped')).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    });
    expect(escrow.list()).toHaveLength(1);
  });
});

describe('secrets of one user, one after the other', () => {
  it('OTS-08 two rotations keep both until a person confirms the last', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const first = await escrow.run(world.plan());
    const old = world.server.secret;
    const second = await escrow.run(world.plan());
    expect((await escrow.reveal(first.entry.id)).expose()).toBe(old);
    expect((await escrow.reveal(second.entry.id)).expose()).toBe(world.server.secret);
    expect(escrow.list().map(({ previousHeld }) => previousHeld)).toEqual([true, false]);
    await escrow.confirmStored(second.entry.id);
    expect(escrow.list()).toEqual([]);
    expect(world.vault.names('secrets/')).toEqual([]);
  });

  it('SAR-02 a secret that a person has stored elsewhere is never told as kept in the keychain on its way out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const world = new World();
    const told: unknown[] = [];
    const escrow = await world.escrow({ notify: (_, changes) => told.push(changes) });
    const { entry } = await escrow.run(world.plan());
    // A keychain takes its time: longer than changes wait to be told together.
    const { remove } = world.vault;
    world.vault.remove = async (name) => {
      vi.advanceTimersByTime(ANNOUNCE_INTERVAL_MS);
      await remove(name);
    };
    await escrow.confirmStored(entry.id);
    vi.advanceTimersByTime(ANNOUNCE_INTERVAL_MS);
    expect(told).toMatchObject([
      { changed: [{ id: entry.id, state: 'waiting' }], removed: [] },
      { changed: [], removed: [entry.id] },
    ]);
  });

  it('SAR-02 a stored secret that the keychain does not let go is told as still kept there', async () => {
    const world = new World();
    const told: unknown[] = [];
    const escrow = await world.escrow({ notify: (_, changes) => told.push(changes) });
    const { entry } = await escrow.run(world.plan());
    world.vault.refuse = (call) => call === 'remove';
    await expect(escrow.confirmStored(entry.id)).rejects.toMatchObject({
      failure: { kind: 'keychain' },
    });
    // What waits to be told is told at the end.
    await escrow.close();
    const kept = { id: entry.id, state: 'confirmed', kept: 'keychain' };
    expect(told.at(-1)).toMatchObject({ changed: [kept], removed: [] });
  });

  it('OTS-08 a kill while a secret is let go leaves it waiting or gone, never a question', async () => {
    for (let step = 0; ; step++) {
      const world = new World();
      const escrow = await world.escrow();
      const { entry } = await escrow.run(world.plan());
      world.fate.killAt = world.fate.steps.length + step;
      await escrow.confirmStored(entry.id).catch(() => undefined);
      const died = world.fate.dead;
      world.restart();
      const next = await world.escrow();
      await next.recover();
      expect(next.list().filter(({ state }) => state !== 'waiting')).toEqual([]);
      expect(world.vault.names('secrets/')).toHaveLength(next.list().length);
      if (!died) break;
    }
  });

  it('OTS-08 keeping the new one lets the one before go and stays over a restart', async () => {
    const world = new World();
    const escrow = await world.escrow();
    await escrow.run(world.plan());
    const { entry } = await escrow.run(world.plan());
    expect(await escrow.keep(entry.id)).toMatchObject({ state: 'confirmed', kept: 'keychain' });
    await escrow.close();
    world.restart();
    const next = await world.escrow();
    await next.recover();
    expect(next.list()).toMatchObject([{ id: entry.id, state: 'confirmed', previousHeld: false }]);
    expect((await next.reveal(entry.id)).expose()).toBe(world.server.secret);
  });

  it('OTS-08 keeping what is kept says the same again', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const { entry } = await escrow.run(world.plan());
    const kept = await escrow.keep(entry.id);
    expect(await escrow.keep(entry.id)).toEqual(kept);
    expect((await escrow.reveal(entry.id)).expose()).toBe(world.server.secret);
  });

  it('OTS-09 a second rotation of the same user at the same time is refused', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const both = await Promise.allSettled([escrow.run(world.plan()), escrow.run(world.plan())]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({ reason: { failure: { kind: 'conflict' } } });
    expect(world.server.calls).toBe(1);
  });

  it('OTS-11 a user that is removed takes confirmed secrets along, and none that waits', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const kept = await escrow.run(world.plan());
    await escrow.keep(kept.entry.id);
    const waiting = await escrow.run(world.plan());
    await escrow.removed('here', USER);
    expect(escrow.list().map(({ id }) => id)).toEqual([waiting.entry.id]);
  });

  it('follows a user to another name', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const { entry } = await escrow.run(world.plan());
    await escrow.renamed('here', USER, 'system-b');
    await escrow.close();
    world.restart();
    const next = await world.escrow();
    expect(next.list()).toMatchObject([{ id: entry.id, userName: 'system-b' }]);
    expect((await next.reveal(entry.id)).expose()).toBe(world.server.secret);
  });
});

describe('memory only', () => {
  it('SAR-02 says where a secret is, and after the session that it is lost', async () => {
    const world = new World();
    world.vault.kind = 'memory';
    const escrow = await world.escrow();
    const { entry } = await escrow.run(world.plan());
    expect(entry).toMatchObject({ state: 'waiting', kept: 'memory' });
    await escrow.close();
    world.restart();
    world.vault.held.clear();
    world.vault.kind = 'system';
    const next = await world.escrow();
    await next.recover();
    expect(next.list()).toMatchObject([{ state: 'outcome-unknown', kept: 'nowhere' }]);
  });

  it('SAR-02 a secret sealed for the keychain is not called stored when memory took its place', async () => {
    const world = new World();
    world.vault.refuse = (call, name) => call === 'put' && name.startsWith('secrets/');
    const escrow = await world.escrow();
    await escrow.run(world.plan());
    world.vault.refuse = undefined;
    world.vault.kind = 'memory';
    await escrow.recover();
    expect(escrow.list()).toMatchObject([{ state: 'waiting', kept: 'sealed-file' }]);
    expect(escrow.unsaved()).toBe(1);
  });
});

describe('what is on the disk', () => {
  it('SAR-01 no record shows a secret', async () => {
    const world = new World();
    const escrow = await world.escrow();
    await escrow.run(world.plan());
    const text = world.file.bytes.toString('latin1');
    expect(text).not.toContain(world.server.secret);
    expect(text).not.toContain(Buffer.from(world.server.secret).toString('base64').slice(4, 20));
    expect(text).toContain(USER);
  });

  it('SAR-10 names in the keychain hold no user name', async () => {
    const world = new World();
    const escrow = await world.escrow();
    await escrow.run(world.plan());
    expect([...world.vault.held.keys()].join()).not.toContain(USER);
  });

  it('a secret in the vault that no record speaks of is found', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const { entry } = await escrow.run(world.plan());
    await escrow.close();
    world.restart();
    world.file.bytes = Buffer.alloc(0);
    const next = await world.escrow();
    await next.recover();
    expect(next.list()).toMatchObject([{ id: entry.id, userName: USER, state: 'waiting' }]);
    expect((await next.reveal(entry.id)).expose()).toBe(world.server.secret);
  });

  it('the log is made short while it is written, and keeps what is kept', async () => {
    const world = new World();
    const escrow = await world.escrow();
    let [last, longest, appended] = ['', 0, 0];
    for (let i = 0; i < 150; i++) {
      const before = world.file.bytes.length;
      last = (await escrow.run(world.plan())).entry.id;
      await escrow.keep(last);
      appended += Math.max(0, world.file.bytes.length - before);
      longest = Math.max(longest, world.file.bytes.length);
    }
    expect(appended).toBeGreaterThan(150 * 1024);
    expect(longest).toBeLessThan(80 * 1024);
    await escrow.close();
    world.restart();
    const next = await world.escrow();
    expect(next.list().map(({ id, state }) => [id, state])).toEqual([[last, 'confirmed']]);
    expect((await next.reveal(last)).expose()).toBe(world.server.secret);
  });

  it('FLT-08 what is written for one attempt does not grow with the secrets that are held', async () => {
    const world = new World();
    const escrow = await world.escrow();
    let written = 0;
    const { append, replace } = world.file;
    world.file.append = (bytes) => append(bytes).then(() => void (written += bytes.length));
    world.file.replace = (bytes) => replace(bytes).then(() => void (written += bytes.length));
    const bytesOf = async (from: number, to: number) => {
      const before = written;
      for (let i = from; i < to; i++)
        await escrow.run(world.plan({ userName: `system-${String(i)}` }));
      return written - before;
    };
    const first = await bytesOf(0, 100);
    const rest = await bytesOf(100, 800);
    // Each record is written twice on average.
    expect(rest / 700).toBeLessThan(2.5 * (first / 100));
    expect(escrow.list()).toHaveLength(800);
  });

  it('OTS-10 the log made short in the middle of open attempts loses none of them', async () => {
    const world = new World();
    const escrow = await world.escrow();
    const run = (userName: string) => escrow.run(world.plan({ userName })).catch(() => undefined);
    world.server.answering = 'answer lost';
    await run('unknown');
    world.server.answering = 'garbage';
    await run('unclear');
    world.server.answering = 'applied and answered';
    world.vault.refuse = (call, name) => call === 'put' && name.startsWith('secrets/');
    await run('sealed');
    world.vault.refuse = undefined;
    const [, , unknown] = escrow.list();
    await escrow.resolve(unknown?.id ?? '', 'rotated-again');
    let replaced = 0;
    const { replace } = world.file;
    world.file.replace = (bytes) => replace(bytes).then(() => void (replaced += 1));
    for (let i = 0; i < 60; i++) await run(`system-${String(i)}`);
    expect(replaced).toBeGreaterThan(0);
    const shown = escrow.list();
    await escrow.close();
    world.restart();
    const next = await world.escrow();
    expect(next.list().map(({ id, state, kept }) => ({ id, state, kept }))).toEqual(
      shown.map(({ id, state, kept }) => ({ id, state, kept })),
    );
    const sealed = next.list().find(({ userName }) => userName === 'sealed');
    expect(sealed).toMatchObject({ state: 'waiting', kept: 'sealed-file' });
    expect((await next.reveal(sealed?.id ?? '')).expose()).toMatch(/^secret-/);
    // Rotating again still ends the unknown one.
    await next.run(world.plan({ userName: 'unknown' }));
    expect(next.list().filter(({ userName }) => userName === 'unknown')).toHaveLength(1);
  });
});

describe('late answers', () => {
  it('OTS-13 an answer that comes after everybody has gone is stored all the same', async () => {
    const world = new World();
    const escrow = await world.escrow();
    let answerNow = () => {};
    const later = new Promise<void>((resolve) => (answerNow = resolve));
    const send = world.plan().send;
    const running = escrow.run(
      world.plan({
        send: async (arrived) => {
          await later;
          return send(arrived);
        },
      }),
    );
    const closing = escrow.close(10_000);
    answerNow();
    await running;
    await closing;
    world.restart();
    const next = await world.escrow();
    await next.recover();
    expect((await next.reveal(next.list()[0]?.id ?? '')).expose()).toBe(world.server.secret);
  });
});

it('the model server is one that a naive client loses secrets with', async () => {
  const world = new World();
  const server = new FakeServer(world.fate);
  await server.rotate(USER, () => Promise.resolve());
  expect(server.secret).not.toBe('first-secret');
});
