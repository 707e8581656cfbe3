// A synchronisation of the open metadata, killed repeatedly, with real files and the local platform.
import { everythingOn } from '../platform/shape.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Order, Told } from './process.ts';

const SERVICES = 60;
/** Killed before so many writes to files, or after so many questions: at each kind of point, in another piece of the work. */
const KILLS: readonly Kill[] = [
  { write: 20 },
  { asked: 40 },
  { write: 25 },
  { asked: 40 },
  { asked: 40 },
];
interface Kill {
  readonly write?: number;
  readonly asked?: number;
}

describe('a synchronisation that is killed', () => {
  const folder = makeTempFolder('steward-kill-copy');
  let keyring: Keyring;
  let platform: Platform;
  let program: Program;
  let connection = '';
  beforeAll(async () => {
    keyring = await startKeyring();
    platform = await startPlatform({ users: 1, services: SERVICES, switches: everythingOn });
    program = await startProgram(keyring, folder.path);
    const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
    const told = await program.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    });
    connection = told?.connection ?? '';
  });
  afterAll(async () => {
    await program.end();
    await platform.stop();
    await keyring.stop();
    folder.remove();
  });

  const look = async (): Promise<Told> => {
    const told = await program.order({ do: 'look at copy', connection });
    if (told === undefined) throw new Error('It was not to be killed.');
    return told;
  };

  const asked = () =>
    platform.control.requests.filter(({ operation }) => !operation.endsWith('.list')).length;

  /** Until it is killed, or at its end. */
  async function go(order: Order, kill: Kill | undefined): Promise<Told | undefined> {
    platform.control.forget();
    const from = kill?.asked;
    const held = from === undefined ? undefined : platform.control.hold('*', false, { from });
    const told = program.order({ ...order, killAt: kill?.write });
    if (held === undefined) return told;
    // What is left may be less than this.
    const isHeld = await Promise.race([told.then(() => false), held.reached.then(() => true)]);
    if (isHeld) await program.end();
    held.release();
    return told;
  }

  it('leaves the copy before whole, goes on with what it has, and ends as if nothing had been', async () => {
    const { control } = platform;
    await program.order({ do: 'copy', connection, scope: { what: 'list' } });
    const before = (await look()).copy;
    expect(before?.counts).toMatchObject({ services: SERVICES, keptServices: 0 });

    let order: Order = { do: 'copy', connection, scope: { what: 'everything' } };
    let kills = 0;
    let end: Told | undefined;
    for (const kill of [...KILLS, undefined]) {
      end = await go(order, kill);
      expect(end?.failed).toBeUndefined();
      if (end !== undefined) break;
      kills += 1;
      program = await startProgram(keyring, folder.path);
      const { copy, synchronised } = await look();
      expect({ ...copy, bytes: 0 }).toEqual({ ...before, bytes: 0 });
      // Killed before it was on the list, it was never begun.
      if (synchronised?.details.scope.what !== 'everything') continue;
      const paused = { state: 'paused', because: 'restarted', details: { secondsLeft: null } };
      expect(synchronised).toMatchObject(paused);
      order = { do: 'go on with copy', connection };
    }
    const lastAsked = asked();
    expect(kills).toBeGreaterThanOrEqual(4);
    expect(end?.synchronised).toMatchObject({ state: 'finished', tally: { refused: 0 } });
    const after = (await look()).copy;
    expect(after?.counts).toMatchObject({ keptServices: SERVICES, requirements: SERVICES });
    expect(after).toMatchObject({ damaged: 0, setAside: [] });

    // Nothing is other than the platform has it, and the last piece was a piece.
    const again = await go({ do: 'copy', connection, scope: { what: 'everything' } }, undefined);
    const { tally, details } = again?.synchronised ?? {};
    expect(details?.unchanged).toBe(tally?.done);
    expect(tally).toMatchObject({ waiting: 0, refused: 0, skipped: 0 });
    expect((await look()).copy?.counts).toEqual(after?.counts);
    // How much of a killed piece was on the disk hangs on the machine; a beginning from nothing would ask for all of it.
    expect(lastAsked).toBeLessThan(asked() - 20);
    expect(control.credentialsAtOpen).toBe(0);
  });
});
