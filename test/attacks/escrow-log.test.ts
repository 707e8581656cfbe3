// Another program writes into the log of one-time secrets, without the keychain: nothing is lost or given another name.
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import { type EscrowRecord, escrowRecords } from '../../main/secrets/escrow-log.ts';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 3 });
});
afterAll(() => platform.stop());

/** Two users are rotated, and Steward is ended: the secrets wait in the keychain, and the log tells of them. */
async function twoSecrets() {
  const keychain: Keychain = Object.assign(createMemoryKeychain(), { kind: 'system' });
  const dataFolder = path.join(tempFolder(), 'data');
  const log = path.join(dataFolder, 'escrow.log');
  const start = async (): Promise<Steward> => {
    const steward = await startSteward({
      dataFolder,
      keychain: 'system',
      replacements: { keychain },
    });
    onTestFinished(() => steward.stop());
    return steward;
  };
  const first = await start();
  const { connection } = await connectTo(first, platform);
  const [userA = '', userB = ''] = platform.control.users;
  for (const userName of [userA, userB])
    await valueOf(first.client.enterpriseUsers.rotateSecret({ connection, userName }));
  const listed = await list(first);
  const a = listed.find(({ userName }) => userName === userA);
  if (!a) throw new TypeError('There should be a secret.');
  const shown = await reveal(first, a);
  await first.stop();
  const records = (await escrowRecords.scan(readFileSync(log))).values;
  const last = records.findLast(({ id }) => id === a.id);
  if (!last) throw new TypeError('The log should tell of it.');
  const { mac: _mac, ...unsigned } = last;
  return { start, log, records, a, shown, unsigned, userB };
}

const list = (steward: Steward): Promise<OneTimeSecret[]> =>
  valueOf(steward.client.oneTimeSecrets.list({}));
const reveal = async (steward: Steward, { id }: OneTimeSecret): Promise<string> =>
  (await valueOf(steward.client.oneTimeSecrets.reveal({ secret: id }))).secret;
const written = (records: readonly EscrowRecord[]) =>
  Buffer.concat([
    escrowRecords.header,
    ...records.map((record, n) => escrowRecords.encode(record, n)),
  ]);
const line = (record: EscrowRecord) => escrowRecords.encode(record, 0);
const asideIn = (log: string) =>
  readdirSync(path.dirname(log)).filter((name) => /^escrow\.log\../.test(name));

describe('ATK-12 of the log of secrets only what the key of the keychain vouches for is believed', () => {
  it.each(['closed', 'gone', 'refused', 'again', 'unknown'] as const)(
    'ATK-12 a line "%s" is added for a secret that waits: it still waits, and the line is told',
    async (step) => {
      const { start, log, a, shown, unsigned } = await twoSecrets();
      appendFileSync(log, line({ ...unsigned, step }));
      const again = await start();
      const found = (await list(again)).find(({ id }) => id === a.id);
      tell('ATK-12', `"${step}" without the key`, found?.state ?? 'the secret is gone');
      expect(found).toEqual(a);
      expect(await reveal(again, a)).toBe(shown);
      expect(asideIn(log)).toHaveLength(1);
      expect(JSON.stringify(await valueOf(again.client.app.start({})))).toContain(asideIn(log)[0]);
    },
  );

  it('ATK-12 a line with the tag of another line: neither step nor name is believed', async () => {
    const { start, log, records, a, shown, userB, unsigned } = await twoSecrets();
    const signed = records.findLast(({ id }) => id === a.id);
    appendFileSync(log, line({ ...unsigned, step: 'closed', mac: signed?.mac }));
    const renamed = { ...unsigned, facts: { ...unsigned.facts, userName: userB } };
    appendFileSync(log, line({ ...renamed, step: 'renamed', mac: signed?.mac }));
    const again = await start();
    const found = (await list(again)).find(({ id }) => id === a.id);
    tell('ATK-12', 'the tag of another line', `shown for ${found?.userName ?? 'nobody'}`);
    expect(found).toEqual(a);
    expect(await reveal(again, a)).toBe(shown);
  });

  it('ATK-12 the whole log is replaced by one without tags that ends everything: the secrets wait', async () => {
    const { start, log, records, a, shown } = await twoSecrets();
    const untagged = records.map(({ mac: _mac, ...record }) => record);
    const endings = untagged
      .filter(({ step }) => step === 'stored')
      .flatMap((record) => [
        { ...record, step: 'again' as const },
        { ...record, step: 'closed' as const },
        { ...record, step: 'gone' as const },
      ]);
    writeFileSync(log, written([...untagged, ...endings]));
    const again = await start();
    const found = (await list(again)).map(({ state }) => state);
    tell('ATK-12', 'a log without tags that ends all', found.join(', '));
    expect(found).toEqual(['waiting', 'waiting']);
    expect(await reveal(again, a)).toBe(shown);
  });

  it('ATK-12 a log without tags, which may be one whose key is lost, is shown, and each line vouched for from then on', async () => {
    const { start, log, records, a, shown } = await twoSecrets();
    writeFileSync(log, written(records.map(({ mac: _mac, ...record }) => record)));
    const again = await start();
    expect((await list(again)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    await again.stop();
    const now = (await escrowRecords.scan(readFileSync(log))).values;
    expect(now.filter(({ mac }) => mac === undefined)).toEqual([]);
    expect(asideIn(log)).toEqual([]);
    const { mac: _mac, ...last } = now.findLast(({ id }) => id === a.id) as EscrowRecord;
    appendFileSync(log, line({ ...last, step: 'closed' }));
    const third = await start();
    expect(await reveal(third, a)).toBe(shown);
  });

  it('ATK-12 a line is added while Steward runs: the check of everything finds it and keeps it aside', async () => {
    const { start, log, a, shown, unsigned } = await twoSecrets();
    const running = await start();
    appendFileSync(log, line({ ...unsigned, step: 'closed' }));
    const report = await valueOf(running.client.app.check({}));
    expect(JSON.stringify(report)).toContain('escrow.log');
    expect(asideIn(log)).toHaveLength(1);
    await running.stop();
    const again = await start();
    expect(await reveal(again, a)).toBe(shown);
    expect(existsSync(log)).toBe(true);
  });
});
