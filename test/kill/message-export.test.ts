// An export of messages, killed repeatedly, with a real keyring, real files and the local platform.
import { everythingOn } from '../platform/shape.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Order } from './process.ts';

/** Writes to files before which the program is killed, in turn: in the beginning, in every kind of step, near the end. */
const KILLS = [4, 71, 90, 43, 130, 58];

/** The platform hands out other addresses than those of its log, which end in the same id. */
const idIn = (address: string) => /[^/]*$/.exec(address)?.[0] ?? '';

interface Written {
  readonly state: string;
  readonly complete: boolean;
  readonly messages: readonly {
    readonly files: readonly { path: string; bytes: number; sha256: string; source: string }[];
  }[];
}

describe('an export that is killed', () => {
  const folder = makeTempFolder('steward-kill-export');
  const target = makeTempFolder('steward-kill-target');
  let keyring: Keyring;
  let platform: Platform;
  let program: Program;
  let connection = '';
  beforeAll(async () => {
    keyring = await startKeyring();
    platform = await startPlatform({ users: 1, messages: 0, switches: everythingOn });
    const { control, organisationNumber: party } = platform;
    for (let i = 0; i < 14; i += 1)
      control.messages.make({
        party,
        subject: `Brev ${String(i)}`,
        body: '<p>Hei</p>',
        attachments: [{ fileName: 'kart.pdf', size: 3_000 }, { fileName: 'tekst.txt' }],
      });
    for (let i = 0; i < 4; i += 1)
      control.messages.make({ party, kind: 'FormTask', state: 'sent', subject: 'Skjema' });
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
    target.remove();
  });

  const filesIn = (root: string) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.relative(root, path.join(one.parentPath, one.name)))
      .sort();

  /** Ids of the attachments that are at their place, which is all it takes to be whole: half files grow elsewhere. */
  const wholeIn = (root: string): string[] => {
    const lines = path.join(root, 'manifest.jsonl');
    if (!existsSync(lines)) return [];
    return readFileSync(lines, 'utf8')
      .split('\n')
      .filter((text) => text.includes('"part":"attachment') && text.endsWith('}'))
      .map((text) => JSON.parse(text) as { readonly path: string; readonly source: string })
      .filter((file) => existsSync(path.join(root, file.path)))
      .map(({ source }) => idIn(source));
  };

  const attachmentsAsked = () =>
    platform.control.requests
      .filter(({ operation }) => operation === 'attachments.content')
      .map(({ path: at }) => idIn(at));

  it('RTY-07 RTY-09 asks for no whole file again, counts no half one, and ends with a manifest that fits', async () => {
    const { control } = platform;
    let root = path.join(target.path, 'export-0');
    let order: Order = { do: 'export', connection, folder: root };
    let kills = 0;
    let resumed = 0;
    const everAsked: string[] = [];
    let told = await program.order({ ...order, killAt: KILLS[0] });
    for (let i = 1; told?.exported?.state !== 'finished'; i += 1) {
      if (told === undefined) {
        kills += 1;
        program = await startProgram(keyring, folder.path);
        const found = (await program.order({ do: 'look at export' }))?.exported;
        if (found?.state === 'finished') break;
        if (found === undefined) {
          // Killed before it was on the list, it was never begun; what it made stays, and is not taken for another one's.
          root = path.join(target.path, `export-${String(i)}`);
          order = { do: 'export', connection, folder: root };
        } else {
          expect(found).toMatchObject({ state: 'paused', because: 'restarted' });
          order = { do: 'go on with export' };
        }
      }
      const whole = wholeIn(root);
      control.forget();
      told = await program.order({ ...order, killAt: KILLS[i] });
      expect(told?.failed).toBeUndefined();
      const asked = attachmentsAsked();
      everAsked.push(...asked);
      expect(asked.filter((id) => whole.includes(id))).toEqual([]);
      resumed += whole.length;
    }
    expect(kills).toBeGreaterThanOrEqual(4);
    // Some were whole at more than one start; how many depends on where the kills fell.
    expect(resumed).toBeGreaterThanOrEqual(kills);

    const manifest = JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8')) as Written;
    expect(manifest).toMatchObject({ state: 'finished', complete: true });
    expect(manifest.messages).toHaveLength(18);
    const files = manifest.messages.flatMap((one) => one.files);
    for (const { path: name, bytes, sha256 } of files) {
      const content = readFileSync(path.join(root, name));
      expect(content.length).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
    expect(filesIn(root)).toEqual([...files.map((one) => one.path), 'manifest.json'].sort());
    // The addresses of the platform's log are those of the manifest.
    const sources = files.map(({ source }) => idIn(source));
    expect(everAsked.filter((address) => !sources.includes(address))).toEqual([]);
    const truth = control.messages
      .of(platform.organisationNumber)
      .flatMap(({ attachments }) => attachments.map(({ sha256 }) => sha256));
    const hashes = files.map(({ sha256 }) => sha256);
    expect(truth.filter((sha256) => !hashes.includes(sha256))).toEqual([]);
    expect(control.messages.markedRead).toEqual([]);
  }, 240_000);
});
