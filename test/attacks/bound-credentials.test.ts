// A stored credential is lured to another place: past its connection, under another purpose, or by a changed file.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import type { SavedConnection } from '../../main/storage/connection-store.ts';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { sealDocument, unsealDocument } from '../../main/storage/documents.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

let platform: Platform;
/** Speaks like the platform, is trusted, and belongs to somebody else. */
let foreign: Platform;
beforeAll(async () => {
  [platform, foreign] = await Promise.all([startPlatform({ users: 2 }), startPlatform()]);
});
afterAll(() => Promise.all([platform.stop(), foreign.stop()]));

const hostOf = ({ address }: Platform) => new URL(address).host;

/** One data folder and a system's keychain, both of which outlive the program. */
function place() {
  const keychain: Keychain = Object.assign(createMemoryKeychain(), { kind: 'system' });
  const dataFolder = path.join(tempFolder(), 'data');
  return {
    dataFolder,
    start: async (): Promise<Steward> => {
      const replacements = { keychain };
      const steward = await startSteward({ dataFolder, keychain: 'system', replacements });
      onTestFinished(() => steward.stop());
      return steward;
    },
  };
}

/** Connected by the ordinary operations, and as a page sends the connection back. */
async function connected(steward: Steward, changes: Partial<ConnectionInput> = {}) {
  const made = await connectTo(steward, platform, changes);
  const { all } = await valueOf(steward.client.connections.list({}));
  const found = all.find(({ id }) => id === made.connection);
  if (found === undefined) throw new TypeError('There should be a connection.');
  const { id: _id, extraCa: _extraCa, ...fields } = found;
  return { ...made, fields };
}

/** From now on nobody is there; what is asked is kept. */
function leave({ shell }: Steward) {
  shell.asked.length = 0;
  shell.answer = () => false;
}

describe('ATK-02 a credential goes where a person has allowed it, and for that alone', () => {
  it('ATK-02 another program has changed where the saved connection leads: key and certificate stay', async () => {
    const { dataFolder, start } = place();
    const first = await start();
    const { connection } = await connected(first);
    await valueOf(first.client.enterpriseUsers.list({ connection }));
    await first.stop();
    const file = path.join(dataFolder, 'connections.json');
    const saved = unsealDocument(readFileSync(file, 'utf8')) as {
      all: SavedConnection[];
      chosen: string;
    };
    const moved = { baseAddress: foreign.address, extraCaPem: foreign.caPem };
    writeFileSync(
      file,
      sealDocument({ ...saved, all: saved.all.map((one) => ({ ...one, ...moved })) }),
    );
    foreign.control.forget();
    const again = await start();
    const result = await again.client.enterpriseUsers.list({ connection });
    const seen = foreign.control.requests.length;
    tell('ATK-02', 'a changed file of connections', `${String(seen)} requests at the other place`);
    expect(seen).toBe(0);
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'keychain', problem: 'other-place' },
    });
    // What the failure says to do: saving the connection asks, and names the old and the new place.
    const {
      id: _id,
      extraCa: _ca,
      ...fields
    } = (await valueOf(again.client.connections.list({}))).all.find(
      ({ id }) => id === connection,
    ) as never as SavedConnection;
    const { extraCaPem: _pem, ...given } = fields;
    again.shell.asked.length = 0;
    await valueOf(again.client.connections.change({ ...given, connection }));
    expect(again.shell.asked).toHaveLength(1);
    expect(again.shell.asked[0]?.detail).toContain(hostOf(platform));
    expect(again.shell.asked[0]?.targets).toEqual([hostOf(foreign)]);
    expect(await again.client.enterpriseUsers.list({ connection })).not.toMatchObject({
      failure: { problem: 'other-place' },
    });
  });

  it('ATK-02 its connection is removed and another one made elsewhere: asked, naming the old place, also after a restart', async () => {
    const { start } = place();
    const first = await start();
    const { connection, fields } = await connected(first);
    await valueOf(first.client.enterpriseUsers.list({ connection }));
    await valueOf(first.client.connections.remove({ connection }));
    await first.stop();
    const again = await start();
    leave(again);
    const elsewhere = { ...fields, baseAddress: foreign.address };
    const result = await again.client.connections.create(elsewhere);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(again.shell.asked).toHaveLength(1);
    expect(again.shell.asked[0]?.detail).toContain(
      `Until now, “Platform key” has been used only at ${hostOf(platform)}.`,
    );
    // Where it has been allowed it may go on: nobody is asked.
    again.shell.asked.length = 0;
    expect(await again.client.connections.create(fields)).toMatchObject({ ok: true });
    expect(again.shell.asked).toEqual([]);
  });

  it('ATK-02 step by step, each of which looks harmless: no sign-in, another address, the sign-in again', async () => {
    const steward = await place().start();
    const { connection, fields } = await connected(steward);
    const without = { ...fields, connection, signIn: { way: 'none' as const }, apiKey: null };
    await valueOf(steward.client.connections.change(without));
    // A person says yes to the address: nothing of theirs goes there.
    const there = { ...without, baseAddress: foreign.address };
    await valueOf(steward.client.connections.change(there));
    leave(steward);
    const back = { ...fields, connection, baseAddress: foreign.address };
    expect(await steward.client.connections.change(back)).toMatchObject({
      failure: { kind: 'cancelled' },
    });
    expect(steward.shell.asked.map(({ targets }) => targets)).toEqual([[hostOf(foreign)]]);
    expect(steward.shell.asked[0]?.detail).toContain('“Platform key” has not been used yet.');
  });

  it('ATK-02 the certificate of two-way TLS signs for no audience, and a signer for no other audience, at the same host', async () => {
    const steward = await place().start();
    const { certificate, connection, fields } = await connected(steward);
    const signer = (audience: string) => ({
      way: 'machine-token' as const,
      tokenEndpoint: `${platform.address}/token`,
      audience,
      clientId: 'client',
      scopes: ['scope'],
      proof: { by: 'certificate' as const, certificate },
    });
    leave(steward);
    const tried: string[] = [];
    const change = async (audience: string) => {
      const changed = { ...fields, connection, signIn: signer(audience) };
      const result = await steward.client.connections.change(changed);
      tried.push(`${audience}: ${result.ok ? 'signs' : result.failure.kind}`);
    };
    await change('https://one.example');
    steward.shell.answer = () => true;
    await change('https://one.example');
    leave(steward);
    await change('https://two.example');
    tell('ATK-02', 'one certificate, other audiences', tried.join(', '));
    expect(tried).toEqual([
      'https://one.example: cancelled',
      'https://one.example: signs',
      'https://two.example: cancelled',
    ]);
    expect(steward.shell.asked[0]?.detail).toContain('for https://two.example');
  });

  it('ATK-02 ATK-07 the password of a proxy goes to no other proxy', async () => {
    const steward = await place().start();
    const { id: password } = await valueOf(
      steward.client.credentials.addProxyPassword({ name: 'Domain', password: 'pass word' }),
    );
    const at = (host: string) => ({ use: 'manual' as const, host, port: 8080, userName: 'u' });
    const first = { ...at('proxy.example'), password };
    const { fields } = await connected(steward, { proxy: first });
    // A person knows the other proxy, which needs no password.
    const other = { ...fields, name: 'Other', proxy: at('other.example') };
    const { id } = await valueOf(steward.client.connections.create(other));
    leave(steward);
    const lured = { ...other, connection: id, proxy: { ...at('other.example'), password } };
    expect(await steward.client.connections.change(lured)).toMatchObject({
      failure: { kind: 'cancelled' },
    });
    expect(steward.shell.asked[0]?.detail).toContain('“Domain” has not been used yet.');
  });
});
