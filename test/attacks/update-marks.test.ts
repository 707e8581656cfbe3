// A leaked key signs one list that no later one can follow: dated in the future, or numbered beyond every version.
import path from 'node:path';
import { expect, it } from 'vitest';
import { keyPair, openUpdateDesk, type UpdateDesk } from '../support/update-desk.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

const LIST = 'latest-linux.yml';
const NOW = new Date('2026-03-01T08:00:00.000Z');
const far = (days: number) => new Date(NOW.getTime() + days * 24 * 3600_000);

/** Signs what lies on the server, with the leaked key unless another is named. */
function sign({ files, signed }: UpdateDesk, now: Date, other: object = {}): void {
  const list = files.get(LIST) ?? Buffer.alloc(0);
  files.set(`${LIST}.sig`, signed(list, { now, ...other }));
}

it.each([
  ['9999', new Date('9999-01-01T00:00:00.000Z'), 300],
  ['two days ahead', far(2), 180],
])('ATK-38 a list dated %s is refused, and keeps no later one out', async (what, at, days) => {
  const desk = await openUpdateDesk();
  const { client } = await desk.start({ now: () => NOW });
  desk.publish({ version: '1.5.0', notes: 'Forged.' });
  sign(desk, at, { days });
  const forged = await client.updates.check({});
  desk.publish({ version: '1.5.0' });
  sign(desk, NOW);
  const later = await client.updates.check({});
  tell('ATK-38', `a list dated ${what}`, `the next one: ${later.ok ? 'taken' : 'refused'}`);
  expect(forged).toMatchObject({ ok: false, failure: { field: 'future' } });
  expect(later).toMatchObject({ ok: true, value: { state: 'found' } });
});

it('ATK-38 a list dated a few hours ahead is a matter of clocks', async () => {
  const desk = await openUpdateDesk();
  const { client } = await desk.start({ now: () => NOW });
  desk.publish({ version: '1.5.0' });
  sign(desk, far(0.9));
  expect(await client.updates.check({})).toMatchObject({ ok: true });
});

it('ATK-38 version 999, once signed with a leaked key, is forgotten when the root names another key; the leaked one is over then', async () => {
  const desk = await openUpdateDesk();
  const dataFolder = path.join(tempFolder(), 'data');
  const first = await desk.start({ dataFolder, now: () => NOW });
  desk.publish({ version: '999999999.0.0' });
  sign(desk, NOW);
  expect(await first.client.updates.check({})).toMatchObject({ ok: true });
  await first.stop();
  const { client } = await desk.start({ dataFolder, now: () => NOW });
  const { privateKey, publicPem: publicKey } = keyPair();
  const renewed = { privateKey, named: desk.named({ publicKey, days: 40_000 }) };
  desk.publish({ version: '1.5.0' });
  sign(desk, NOW, renewed);
  const later = await client.updates.check({});
  tell(
    'ATK-38',
    'version 999999999',
    `after another key was named: ${later.ok ? 'taken' : 'refused'}`,
  );
  expect(await valueOf(later)).toMatchObject({ state: 'found', update: { version: '1.5.0' } });
  desk.publish({ version: '999999999.0.1' });
  sign(desk, NOW);
  expect(await client.updates.check({})).toMatchObject({ failure: { field: 'replayed' } });
  desk.publish({ version: '1.4.9' });
  sign(desk, NOW, renewed);
  expect(await client.updates.check({})).toMatchObject({ failure: { field: 'replayed' } });
});
