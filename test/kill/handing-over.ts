// A rotation killed while its secrets move from the escrow into the file, on a real keyring and real files.
import { everythingOn } from '../platform/shape.ts';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { decryptWithPassphrase } from '../../main/secrets/age.ts';
import { startPlatform } from '../platform/platform.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { type Entries, openEntries } from '../support/keyring-entries.ts';
import { startKeyring } from '../support/keyring.ts';
import { startProgram } from '../support/killed-program.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Told } from './process.ts';

const PASSPHRASE = 'nineteen ninety-four';
/** Rotated, and not in the file yet, when the job is found: the first writing has these, the second one the others. */
const WAITING = 3;
const USERS = 5;

/** What a rotation that is not killed writes, and which of it are the two writings of the file. */
interface Writes {
  readonly count: number;
  readonly ofFile: readonly [first: number, second: number];
}

/** Killed at each of the points, from the same state: each secret is in the file or in the escrow, once, and the job ends. */
export async function expectHandedOver(
  pointsOf: (writes: Writes) => Iterable<number>,
): Promise<void> {
  const place = makeTempFolder('steward-handing-over');
  const [data, target, kept] = ['data', 'target', 'kept'].map((name) =>
    path.join(place.path, name),
  ) as [string, string, string];
  const ends: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const end of ends.reverse()) await end();
    place.remove();
  });
  const keyring = await startKeyring();
  ends.push(() => keyring.stop());
  const entries = await openEntries(keyring);
  ends.push(() => entries.end());
  const platform = await startPlatform({ users: USERS, switches: everythingOn });
  ends.push(() => platform.stop());
  let program = await startProgram(keyring, data);
  ends.push(() => program.end());
  let held: Entries = {};

  const users = () => [...platform.control.users];
  const given = (userName: string) =>
    platform.control.secretsGiven[userName.toLowerCase()]?.length ?? 0;

  /** Killed when some secrets are in the escrow alone, and nothing of the next user was sent. */
  async function prepare(): Promise<void> {
    const { control } = platform;
    mkdirSync(target);
    const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
    const told = await program.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    });
    const rotated = () => users().filter((userName) => given(userName) > 0).length;
    // The first call for the next user waits until the kill.
    const next = control.hold('enterpriseUsers.get', false, { from: WAITING + 1 });
    const going = program.order({
      do: 'job',
      connection: told?.connection ?? '',
      userNames: users(),
      file: path.join(target, 'secrets.age'),
      passphrase: PASSPHRASE,
    });
    await next.reached;
    await program.end();
    await going;
    next.release();
    expect(rotated()).toBe(WAITING);
    for (const name of ['data', 'target'])
      copyFolder(path.join(place.path, name), path.join(kept, name));
    held = await entries.read();
  }

  /** As it was found, but for what the platform has done since. */
  async function restore(): Promise<void> {
    await program.end();
    for (const name of ['data', 'target']) {
      rmSync(path.join(place.path, name), { recursive: true });
      copyFolder(path.join(kept, name), path.join(place.path, name));
    }
    await entries.layOut(held);
    program = await startProgram(keyring, data);
  }

  async function inFile(): Promise<ReadonlyMap<string, string>> {
    const text = await decryptWithPassphrase(
      readFileSync(path.join(target, 'secrets.age')),
      PASSPHRASE,
    );
    const { secrets } = JSON.parse(text) as {
      readonly secrets: readonly { readonly userName: string; readonly secret: string }[];
    };
    const all = new Map(secrets.map(({ userName, secret }) => [userName, secret]));
    expect(all.size).toBe(secrets.length);
    return all;
  }

  /** Every secret that the platform knows is in the file or in the escrow; of a row whose outcome is unknown that is said. */
  async function expectKept(told: Told | undefined, rotated: readonly string[], where: string) {
    const [job] = told?.jobs ?? [];
    expect(['paused', 'finished'], where).toContain(job?.state);
    const file = await inFile();
    for (const userName of rotated) {
      const row = job?.rows.find((one) => one.subject === userName);
      if (row?.state === 'unknown') continue;
      const escrow = (told?.secrets ?? [])
        .filter(({ entry }) => entry.userName === userName)
        .map(({ secret }) => secret);
      expect([file.get(userName), ...escrow], `${where}, ${userName}`).toContain(
        platform.control.secretOf(userName),
      );
    }
  }

  async function expectEnded(told: Told | undefined, where: string): Promise<void> {
    const [job] = told?.jobs ?? [];
    expect(job, where).toMatchObject({ state: 'finished', tally: { done: USERS, unknown: 0 } });
    const truth = users().map((name) => [name, platform.control.secretOf(name)] as const);
    expect([...(await inFile())].sort(), where).toEqual(truth.sort());
    expect(readdirSync(target), where).toEqual(['secrets.age']);
    expect((await program.order({ do: 'look' }))?.secrets, where).toEqual([]);
  }

  /** False when it had come to its end before. */
  async function killedAt(killAt: number): Promise<boolean> {
    const where = `write ${String(killAt)}`;
    await restore();
    const before = new Map(users().map((userName) => [userName, given(userName)]));
    const first = users().slice(0, WAITING);
    const isNew = (userName: string) => given(userName) > (before.get(userName) ?? 0);
    let told = await program.order({ do: 'go on', killAt });
    const wasKilled = told === undefined;
    if (told === undefined) {
      program = await startProgram(keyring, data);
      const found = await program.order({ do: 'look' });
      await expectKept(found, [...first, ...users().slice(WAITING).filter(isNew)], where);
      const isOver = found?.jobs?.[0]?.state === 'finished';
      told = isOver ? found : await program.order({ do: 'go on' });
    }
    await expectEnded(told, where);
    const again = told?.again ?? [];
    for (const userName of users()) {
      const times = given(userName) - (before.get(userName) ?? 0);
      const most = (first.includes(userName) ? 0 : 1) + (again.includes(userName) ? 1 : 0);
      expect(times, `${where}, ${userName}`).toBeLessThanOrEqual(most);
    }
    return wasKilled;
  }

  await prepare();
  await restore();
  const whole = await program.order({ do: 'go on' });
  await expectEnded(whole, 'unkilled');
  const writes = whole?.writes ?? [];
  const ofFile = writes.flatMap((name, at) => (name.includes('age file') ? [at + 1] : []));
  expect(ofFile).toHaveLength(2);
  const [first = 0, second = 0] = ofFile;
  const points = new Set(pointsOf({ count: writes.length, ofFile: [first, second] }));
  let kills = 0;
  for (const point of points) if (await killedAt(point)) kills += 1;
  // How many writes there are differs by one or two from run to run.
  expect(kills).toBeGreaterThan(points.size - 4);
}
