// Which secrets are in the heap of the whole program while it works, and which are left there after it was locked.
import { everythingOn } from '../platform/shape.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startPlatform } from '../platform/platform.ts';
import { startKeyring } from '../support/keyring.ts';
import { startProgram } from '../support/killed-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Of a text, what JSON does not spell in another way. */
const longestPart = (text: string) =>
  text
    .split(/["\\]/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');

it('MEM-01 a lock leaves no key, API key or one-time secret in the heap', async () => {
  const folder = tempFolder('steward-memory');
  const keyring = await startKeyring();
  onTestFinished(() => keyring.stop());
  const platform = await startPlatform({ users: 2, switches: everythingOn });
  onTestFinished(() => platform.stop());
  const data = path.join(folder, 'data');
  const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
  const first = await startProgram(keyring, data);
  const { connection = '' } =
    (await first.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    })) ?? {};
  await first.end();

  // Another process than the one that was given them: it has all of them from the keychain.
  const program = await startProgram(keyring, data);
  onTestFinished(() => program.end());
  const [userName = ''] = platform.control.users;
  const call = async (operation: string, input: object) =>
    (await program.order({ do: 'call', operation, input }))?.value;
  await call('enterpriseUsers.list', { connection });
  const given = await call('enterpriseUsers.rotateSecret', { connection, userName });
  const { secret } = given as { readonly secret: string };
  const shown = await call('oneTimeSecrets.reveal', { secret });

  const lines = platform.clientKeyPem.split('\n').filter((line) => /^[\w+/]{60,}$/.test(line));
  const markers = {
    'private key': lines[1] ?? '',
    'API key': platform.apiKey,
    'one-time secret': longestPart(platform.control.secretOf(userName) ?? ''),
  };
  expect(JSON.stringify(shown)).toContain(markers['one-time secret']);
  expect(Object.values(markers).every((marker) => marker.length > 8)).toBe(true);
  /** How many texts of the heap hold each of them. */
  const counted = async (name: string) => {
    const file = path.join(folder, `${name}.heapsnapshot`);
    await program.order({ do: 'heap snapshot', file });
    const { strings } = JSON.parse(readFileSync(file, 'utf8')) as { strings: readonly string[] };
    const holding = (marker: string) => strings.filter((text) => text.includes(marker)).length;
    return Object.fromEntries(
      Object.entries(markers).map(([what, marker]) => [what, holding(marker)]),
    );
  };
  const atWork = await counted('at-work');
  await program.order({ do: 'lock' });
  const locked = await counted('locked');
  expect(atWork['private key']).toBeGreaterThan(0);
  expect(atWork['API key']).toBeGreaterThan(0);
  expect(locked).toEqual({ 'private key': 0, 'API key': 0, 'one-time secret': 0 });
});
