// SIGKILL before every single write of a rotation, in the real program with a real keyring against the local platform.
import { everythingOn } from '../platform/shape.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Told } from './process.ts';

describe('a rotation that is killed', () => {
  const folder = makeTempFolder('steward-kill');
  const other = makeTempFolder('steward-kill');
  let keyring: Keyring;
  let platform: Platform;
  beforeAll(async () => {
    keyring = await startKeyring();
    platform = await startPlatform({ users: 80, switches: everythingOn });
  });
  afterAll(async () => {
    await platform.stop();
    await keyring.stop();
    folder.remove();
    other.remove();
  });

  async function connect(program: Program): Promise<string> {
    const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
    const connected = await program.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    });
    return connected?.connection ?? '';
  }

  /** The true secret, if the platform gave one out at all, must be held, or its question be open. */
  function judge({ secrets = [] }: Told, userName: string): 'nothing done' | 'held' | 'open' {
    const { control } = platform;
    const mine = secrets.filter(({ entry }) => entry.userName === userName);
    const truth = control.secretOf(userName);
    const given = control.secretsGiven[userName.toLowerCase()] ?? [];
    if (mine.some(({ secret }) => secret === truth)) return 'held';
    if (mine.some(({ entry }) => /unknown|unclear/.test(entry.state))) return 'open';
    expect(given, `${userName} has another secret, and nobody knows`).toEqual([]);
    return 'nothing done';
  }

  it('OTS-01 leaves the new secret, the old one, or an open question at every write of file and keychain', async () => {
    const { control } = platform;
    let program: Program = await startProgram(keyring, folder.path);
    const connection = await connect(program);
    const outcomes: ReturnType<typeof judge>[] = [];
    const users = [...control.users];
    for (let killAt = 1; ; killAt++) {
      const userName = users.pop() ?? '';
      const told = await program.order({ do: 'rotate', connection, userName, killAt });
      if (told) {
        expect(told.failed).toBeUndefined();
        // Both kinds of writes were among those before which it was killed.
        expect(told.writes).toEqual(expect.arrayContaining(['keychain write', 'datasync']));
        break;
      }
      program = await startProgram(keyring, folder.path);
      const found = await program.order({ do: 'look' });
      const outcome = judge(found ?? { writes: [] }, userName);
      outcomes.push(outcome);
      const given = control.secretsGiven[userName.toLowerCase()]?.length ?? 0;
      if (outcome === 'held') expect(given).toBe(1);
      else expect(given).toBeLessThanOrEqual(1);
    }
    await program.end();
    // How many writes fall before the answer, and whether one falls between sending and sealing it, is chance: the ends are not.
    expect([outcomes[0], outcomes.at(-1)]).toEqual(['nothing done', 'held']);
  }, 300_000);

  it('OTS-01 leaves an open question when it is killed after the platform acted and before it answered', async () => {
    const { control } = platform;
    let program: Program = await startProgram(keyring, other.path);
    const connection = await connect(program);
    const userName = control.users[0] ?? '';
    const held = control.hold('enterpriseUsers.rotateSecret', true);
    const cut = program.order({ do: 'rotate', connection, userName });
    await held.reached;
    await program.end();
    held.release();
    expect(await cut).toBeUndefined();
    program = await startProgram(keyring, other.path);
    const found = await program.order({ do: 'look' });
    await program.end();
    expect(judge(found ?? { writes: [] }, userName)).toBe('open');
  });
});
