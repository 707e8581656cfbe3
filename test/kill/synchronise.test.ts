// A copy of the open metadata whose making is killed again and again, with real files and the local platform.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Told } from './process.ts';

const SERVICES = 60;
/** Writes to files after which the program is killed, in turn: each in another piece of the work, later ones near its end. */
const KILLS = [20, 90, 120, 40, 100];
/** As many as the store may not have written down yet. */
const UNWRITTEN = 64;

describe('a synchronisation that is killed', () => {
  const folder = makeTempFolder('steward-kill-copy');
  let keyring: Keyring;
  let platform: Platform;
  let program: Program;
  let connection = '';
  beforeAll(async () => {
    keyring = await startKeyring();
    platform = await startPlatform({ users: 1, services: SERVICES });
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

  it('leaves the copy before whole, goes on with what it has, and ends as if nothing had been', async () => {
    const { control } = platform;
    await program.order({ do: 'copy', connection, scope: { what: 'list' } });
    const before = (await look()).copy;
    expect(before?.counts).toMatchObject({ services: SERVICES, keptServices: 0 });
    control.latencyMs = 15;
    control.forget();

    const legs: { readonly had: number; readonly asked: number; readonly all: number }[] = [];
    let had = 0;
    let order = { do: 'copy', connection, scope: { what: 'everything' } } as const as
      | { do: 'copy'; connection: string; scope: { what: 'everything' } }
      | { do: 'go on with copy'; connection: string };
    let end: Told | undefined;
    for (const killAt of [...KILLS, undefined]) {
      const told = await program.order({ ...order, killAt });
      const asked = control.requests.filter(({ operation }) => !operation.endsWith('.list')).length;
      control.forget();
      expect(told?.failed).toBeUndefined();
      if (told !== undefined) {
        legs.push({ had, asked, all: told.synchronised?.documents.all ?? 0 });
        end = told;
        break;
      }
      program = await startProgram(keyring, folder.path);
      const { copy, synchronised } = await look();
      expect({ ...copy, bytes: 0 }).toEqual({ ...before, bytes: 0 });
      // Killed before it was on the list, it was never begun.
      if (synchronised?.scope.what !== 'everything') continue;
      expect(synchronised).toMatchObject({
        state: 'paused',
        because: 'restarted',
        secondsLeft: null,
      });
      legs.push({ had, asked, all: 0 });
      const { fetched, unchanged } = synchronised.documents;
      had = Math.max(0, fetched + unchanged - UNWRITTEN);
      order = { do: 'go on with copy', connection };
    }
    expect(legs.length).toBeGreaterThanOrEqual(4);
    expect(end?.synchronised).toMatchObject({ state: 'finished', documents: { failed: 0 } });
    const last = legs.at(-1);
    // Role requirements take two calls: what was there already is not asked for again, by far.
    expect(last?.had).toBeGreaterThan(60);
    expect(last?.asked).toBeLessThanOrEqual(((last?.all ?? 0) - (last?.had ?? 0)) * 2);
    const everything = SERVICES * 3 + control.codeLists.all.length;
    expect(last?.asked).toBeLessThan(everything);

    const after = (await look()).copy;
    expect(after?.counts).toMatchObject({ keptServices: SERVICES, requirements: SERVICES });
    expect(after).toMatchObject({ damaged: 0, setAside: [] });
    const again = await program.order({
      ...{ do: 'copy', connection, scope: { what: 'everything' } },
    });
    const { all, unchanged } = again?.synchronised?.documents ?? { all: 0, unchanged: -1 };
    expect(unchanged).toBe(all);
    expect((await look()).copy?.counts).toEqual(after?.counts);
    expect(control.credentialsAtOpen).toBe(0);
  });
});
