// File transfer through the whole program: what waits, receipts, confirming and sending, whichever document is right.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileDescription } from '../../preload/contract/file-transfer.ts';
import type { Shape } from '../platform/shape.ts';
import { openFileTransfer } from '../support/file-transfer.ts';
import { valueOf } from '../support/steward.ts';

const world = openFileTransfer('steward-file-transfer');
const { own, other, stranger, put, set, sendings, newFolder, fileOf: truth } = world;
const transfer = () => world.all().steward.client.fileTransfer;
const box = () => ({ connection: world.all().connection, who: own() });
const list = (more: object = {}) => valueOf(transfer().list({ ...box(), ...more }));
const description = (): FileDescription => ({
  code: 'B102',
  edition: 1,
  sendersReference: 'R-7',
  recipients: [other()],
  properties: [{ name: 'Uke', value: '12' }],
  fileList: false,
});
const fileOf = (name: string, content: string | Buffer): string => {
  const file = path.join(newFolder(), name);
  writeFileSync(file, content);
  return world.all().steward.app.handleFor(file);
};
const send = (more: object = {}) =>
  transfer().send({ ...box(), source: fileOf('a.txt', 'abc'), ...description(), ...more });
const newest = () => world.all().platform.control.fileTransfer.files.at(-1);
const contentOf = async (file: ReturnType<typeof truth>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const chunk of file?.bytes?.open() ?? []) all.push(chunk as Buffer);
  return Buffer.concat(all);
};

/** Each as either document says it; all of them must come to the same. */
const SHAPES: readonly Partial<Shape>[] = [
  {},
  { fileStatus: 'number' },
  { links: 'text' },
  { zonelessTimes: 'utc' },
  { availableFiles: 'key' },
  { recipients: 'comma' },
  { recipients: 'repeated' },
  { uploadAnswer: 'empty' },
  { confirmMethod: 'either' },
  { downloadConfirms: true },
  { strictAccept: true },
];

describe.each(SHAPES)('on a platform with %j', (shape) => {
  beforeEach(() => void set(shape));

  it('lists what waits, with its facts, and reads one file and its receipt', async () => {
    const { reference } = put({ fileName: 'målinger.zip', sendersReference: 'R-1', content: 4096 });
    const { files, completeness } = await list();
    expect(completeness.complete).toBe(true);
    const found = files.find((one) => one.reference === reference);
    expect(found).toMatchObject({
      name: 'målinger.zip',
      bytes: 4096,
      status: 'uploaded',
      serviceCode: 'B102',
      serviceEdition: 1,
      sender: other(),
      sendersReference: 'R-1',
    });
    expect(found?.sent?.slice(0, 16)).toBe(truth(reference)?.sent.toISOString().slice(0, 16));
    expect(await valueOf(transfer().get({ ...box(), box: 'in', reference }))).toEqual(found);
    const receipt = await valueOf(transfer().receipt({ ...box(), box: 'in', reference }));
    expect(receipt).toMatchObject({ status: 'ok', text: 'Available', party: own(), receivers: [] });
    expect(receipt.history).toHaveLength(1);
  });

  it('says whether something waits for one of several', async () => {
    put();
    const waits = async (recipients: readonly string[]) =>
      (
        await valueOf(
          transfer().waiting({ connection: world.all().connection, recipients: [...recipients] }),
        )
      ).waiting;
    expect(await waits([stranger()])).toBe(false);
    expect(await waits([stranger(), own()])).toBe(true);
  });

  it('confirms once, and again without harm', async () => {
    const { reference } = put();
    await valueOf(transfer().confirm({ ...box(), reference }));
    expect(truth(reference)?.deliveries[0]?.status).toBe('Downloaded');
    expect(await transfer().confirm({ ...box(), reference })).toMatchObject({ ok: true });
  });

  it('sends, knows the reference, and reads the receipts of the receivers', async () => {
    const before = sendings();
    const { reference } = await valueOf(send());
    expect(sendings()).toBe(before + 1);
    const file = newest();
    expect(file).toMatchObject({ reference, fileName: 'a.zip', sendersReference: 'R-7' });
    expect(file?.properties).toEqual({ Uke: '12' });
    expect(Object.keys(unzipSync(new Uint8Array(await contentOf(file))))).toEqual(['a.txt']);
    world.all().platform.control.fileTransfer.confirm(reference ?? '', other());
    const shown = await valueOf(
      transfer().receipt({ ...box(), box: 'out', reference: reference ?? '' }),
    );
    expect(shown.receivers).toMatchObject([{ party: other(), text: 'Downloaded' }]);
    expect(shown.receivers[0]?.history).toHaveLength(2);
    const one = await valueOf(transfer().get({ ...box(), box: 'out', reference: reference ?? '' }));
    expect(one).toMatchObject({ status: 'downloaded', name: 'a.zip' });
    const { files } = await valueOf(transfer().sent(box()));
    expect(files[0]).toMatchObject({ reference, who: own(), recipients: [other()], code: 'B102' });
  });
});

it('lists by status, service and time; a status that the platform does not list is named', async () => {
  const now = world.all().platform.control.fileTransfer.files[0]?.sent ?? new Date();
  const old = put({ fileName: 'old.zip', sent: new Date(now.getTime() - 9 * 86_400_000) });
  put({ fileName: 'announced.zip', status: 'Initialized' });
  const names = async (more: object) => (await list(more)).files.map(({ name }) => name);
  expect(await names({ statuses: ['initialized'] })).toContain('announced.zip');
  expect(await names({ service: { code: 'B102', edition: 2 } })).toEqual([]);
  const before = new Date(old.sent.getTime() + 1000).toISOString();
  expect(await names({ to: before })).toEqual(['old.zip']);
  expect(await names({ from: before })).not.toContain('old.zip');
  set({ fileStatuses: 'two' });
  const { files, notListed } = await list({ statuses: ['initialized', 'uploaded'] });
  expect(notListed).toEqual(['initialized']);
  expect(files.map(({ name }) => name)).toContain('old.zip');
});

/** What the screen of all files asks for, and the same the other way round. */
const ORDERS = [
  ['initialized', 'uploaded', 'downloaded'],
  ['downloaded', 'uploaded', 'initialized'],
  ['uploaded', 'downloaded'],
  ['downloaded', 'uploaded'],
] as const;

it.each(ORDERS.map((statuses, row) => [statuses.join(', '), statuses, row + 10] as const))(
  'a file that is confirmed while the lists of %s are read stands once, as it is now',
  async (_names, statuses, edition) => {
    const service = { code: 'B102', edition };
    const { reference } = put({ fileName: 'moved.zip', service });
    const { control } = world.all().platform;
    // Between the first list that was read and the next.
    const held = control.hold('fileTransfer.inbox', true, { from: statuses.length === 3 ? 2 : 1 });
    const asked = list({ statuses, service });
    await held.reached;
    control.fileTransfer.confirm(reference, own());
    held.release();
    const { files } = await asked;
    expect(files.map((one) => [one.reference, one.status])).toEqual([[reference, 'downloaded']]);
  },
);

it('a file with sums of what is in it goes with its list; a folder goes whole', async () => {
  const place = path.join(world.folder.path, 'uke 12');
  mkdirSync(path.join(place, 'kai'), { recursive: true });
  writeFileSync(path.join(place, 'kai', 'a.csv'), '1;2');
  writeFileSync(path.join(place, 'b.csv'), '3;4');
  await valueOf(send({ source: world.all().steward.app.handleFor(place), fileList: true }));
  const file = newest();
  expect(file?.fileName).toBe('uke 12.zip');
  const sum = createHash('sha256').update('3;4').digest('hex');
  expect(file?.fileList).toEqual([
    { FileName: 'b.csv', CheckSum: sum },
    { FileName: 'kai/a.csv', CheckSum: expect.any(String) as string },
  ]);
  expect(Object.keys(unzipSync(new Uint8Array(await contentOf(file))))).toEqual([
    'b.csv',
    'kai/a.csv',
  ]);
});

it('a refusal has the platform’s words; a lost answer is unknown, and nothing is sent twice', async () => {
  const before = sendings();
  const barred = await send({ recipients: [stranger()] });
  expect(barred).toMatchObject({ ok: false, failure: { kind: 'refused', status: 400 } });
  expect(barred.ok ? '' : JSON.stringify(barred.failure)).toContain('service rights register');
  expect(sendings()).toBe(before);
  world.all().platform.control.fault({
    operation: 'fileTransfer.send',
    acts: true,
    effect: { kind: 'reset' },
  });
  const lost = await send();
  expect(lost).toMatchObject({ ok: false, failure: { kind: 'outcome-unknown' } });
  expect(sendings()).toBe(before + 1);
});

it('a confirmation whose answer was lost is looked up', async () => {
  const { reference } = put();
  world.all().platform.control.fault({
    operation: 'fileTransfer.confirm',
    acts: true,
    effect: { kind: 'reset' },
  });
  expect(await transfer().confirm({ ...box(), reference })).toMatchObject({ ok: true });
  expect(world.all().platform.control.executed('fileTransfer.confirm')).toBeGreaterThan(0);
});

it('sending and confirming ask a person, by name; without a yes nothing happens', async () => {
  world.all().steward.shell.answer = () => false;
  const { reference } = put();
  const before = sendings();
  expect(await send()).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  const confirmed = await transfer().confirm({ ...box(), reference });
  expect(confirmed).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  expect(sendings()).toBe(before);
  expect(truth(reference)?.deliveries[0]?.status).toBe('Uploaded');
  expect(world.all().steward.shell.asked.map(({ why, targets }) => [why, targets])).toEqual([
    ['send', [own()]],
    ['erase', [reference]],
  ]);
});

it('what is kept of a sending is for its service alone, and goes when it is told to', async () => {
  const { code, edition, ...kept } = description();
  const keptOf = async (of: number) =>
    (await valueOf(transfer().kept({ connection: world.all().connection, code, edition: of })))
      .description;
  await valueOf(
    transfer().keep({ connection: world.all().connection, code, edition, description: kept }),
  );
  expect(await keptOf(1)).toEqual(kept);
  expect(await keptOf(2)).toBeNull();
  await valueOf(
    transfer().keep({ connection: world.all().connection, code, edition, description: null }),
  );
  expect(await keptOf(1)).toBeNull();
});

it('a file that cannot be read is refused before anything is asked of the platform', async () => {
  const before = world.all().platform.control.requests.length;
  const gone = await send({
    source: world.all().steward.app.handleFor(path.join(world.folder.path, 'gone')),
  });
  expect(gone).toMatchObject({ ok: false, failure: { kind: 'file', problem: 'not-found' } });
  expect(world.all().platform.control.requests.length).toBe(before);
});
