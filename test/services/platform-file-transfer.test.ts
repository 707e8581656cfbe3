// File transfer of the local platform, from section 7 of the documents: inbox, outbox, receipts, the life of a file.
import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inventedBytes } from '../platform/attachment-content.ts';
import type { SentFile } from '../platform/file-transfer.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import type { Shape } from '../platform/shape.ts';
import { mostWaiting } from '../support/http-watch.ts';
import { callerOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

type Shown = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;
let person: string;
let now: Date;

// Each test sends, fetches and lets time pass: one of its own each.
beforeEach(async () => {
  now = new Date('2026-05-04T10:00:00Z');
  platform = await startPlatform({ seed: 11, users: 2, messages: 4, now: () => now });
  caller = callerOf(platform);
  person = platform.control.identity.addToken({ person: 'person-1' });
});
afterEach(async () => {
  caller.close();
  await platform.stop();
});

const set = (chosen: Partial<Shape>) => Object.assign(platform.control.shape, chosen);
const ask = (method: string, where: string, options: Ask = {}): Promise<Reply> =>
  caller.ask(method, where, { token: person, ...options });
const own = () => platform.organisationNumber;
/** The other organisation that may send and receive, by its third person. */
const other = () =>
  platform.control.serviceRights.all.find((one) => one.reportee !== own())?.reportee ?? '';
const otherPerson = () => platform.control.identity.addToken({ person: 'person-3' });
const inbox = () => `${own()}/brokerservice/inbox`;
const filesIn = async (query = '', options: Ask = {}) =>
  (await ask('GET', inbox() + query, options)).json as readonly Shown[];
const names = async (query: string) => (await filesIn(query)).map((one) => one['FileName']);
const fault = (code: number) => ({
  errorCode: code,
  errorMessage: expect.any(String) as string,
});
const description = (change: object = {}): string =>
  JSON.stringify({
    ServiceCode: 'B102',
    ServiceEditionCode: 1,
    SendersReference: 'R-7',
    Recipients: [other()],
    ...change,
  });
const outbox = (text = description(), fileName?: string): string => {
  const query = new URLSearchParams({
    ...(fileName === undefined ? {} : { fileName }),
    brokerServiceDescription: text,
  });
  return `${own()}/brokerservice/outbox?${query.toString()}`;
};
const zip = Buffer.from('PK\u0003\u0004 not a real one');
const send = (where = outbox(), options: Ask = {}) =>
  ask('POST', where, { type: 'application/zip', body: zip, ...options });
const linksOf = (file: Shown) => file['_links'] as Readonly<Record<string, string>>;
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};
const referenceOf = (reply: Reply) => String((reply.json as Shown)['FileReference']);

describe('whether there is something to fetch', () => {
  const has = async (query: string, options: Ask = {}) => {
    const reply = await ask('GET', `brokerservice/inbox/hasavailablefiles?${query}`, options);
    return reply.status === 200 ? reply.text : reply.status;
  };

  it('is a bare JSON boolean, by receiver and service', async () => {
    expect(await has(`recipients=${own()}`)).toBe('true');
    expect(await has(`recipients=${platform.control.register[9]?.number}`)).toBe('false');
    expect(await has(`recipients=${own()}&serviceCode=B102&serviceEditionCode=1`)).toBe('true');
    expect(await has(`recipients=${own()}&serviceCode=B102&serviceEditionCode=2`)).toBe('false');
    for (const { reference, deliveries } of platform.control.fileTransfer.files)
      for (const { recipient } of deliveries)
        if (recipient === own()) platform.control.fileTransfer.confirm(reference, own());
    expect(await has(`recipients=${own()}`)).toBe('false');
  });

  it('without receivers, with one that is no number, and with half a service it is 400', async () => {
    for (const query of [
      '',
      'recipients=',
      'recipients=me',
      `recipients=${own()}&serviceCode=B102`,
    ])
      expect([query, await has(query)]).toEqual([query, 400]);
  });

  it('takes several receivers joined by commas, given several times, or both', async () => {
    const stranger = platform.control.register[9]?.number;
    const joined = `recipients=${stranger},${own()}`;
    const repeated = `recipients=${stranger}&recipients=${own()}`;
    expect([await has(joined), await has(repeated)]).toEqual(['true', 'true']);
    set({ recipients: 'comma' });
    expect([await has(joined), await has(repeated)]).toEqual(['true', 'false']);
    set({ recipients: 'repeated' });
    expect([await has(joined), await has(repeated)]).toEqual([400, 'true']);
  });

  it('needs a user, or the key alone', async () => {
    const alone = { token: '', headers: { Authorization: '' } };
    expect(await has(`recipients=${own()}`, alone)).toBe(401);
    set({ availableFiles: 'key' });
    expect(await has(`recipients=${own()}`, alone)).toBe('true');
    expect(await has(`recipients=${own()}`)).toBe('true');
    expect(await has(`recipients=${own()}`, { headers: { ApiKey: 'none' } })).toBe(403);
  });
});

describe('the inbox', () => {
  it('is a bare array, also in HAL, whose links are bare addresses', async () => {
    const [first] = await filesIn();
    const file = platform.control.fileTransfer.files.find(
      ({ reference }) => reference === first?.['FileReference'],
    );
    expect(first).toMatchObject({
      ServiceCode: 'B102',
      ServiceEdtionCode: 1,
      FileName: file?.fileName,
      FileSize: file?.size,
      FileStatus: 'Uploaded',
      ReceiptID: expect.any(Number) as number,
      Sender: other(),
      SendersReference: expect.any(String) as string,
      SentDate: '2026-04-30T10:00Z',
    });
    const links = linksOf(first ?? {});
    for (const name of ['self', 'download', 'receipt'])
      expect(links[name]).toMatch(/^https:\/\/localhost/);
    expect((await ask('GET', links['self'] ?? '')).json).toEqual(first);
    const [plain] = await filesIn('', { accept: 'application/json' });
    expect(plain).not.toHaveProperty('_links');
    const xml = await ask('GET', inbox(), { accept: 'application/xml' });
    expect(xml.text).toContain('<ServiceEdtionCode>1</ServiceEdtionCode>');
  });

  it('shows Uploaded files unless another status is asked for; Initialized may be 400', async () => {
    const uploaded = await names('');
    expect(uploaded).toEqual(await names('?fileStatus=Uploaded'));
    expect(await names('?fileStatus=Downloaded')).toEqual(['anløp-mars.zip']);
    expect(await names('?fileStatus=Initialized')).toEqual(['kommer.zip']);
    expect((await ask('GET', `${inbox()}?fileStatus=Lost`)).json).toEqual(fault(12));
    set({ fileStatuses: 'two' });
    expect((await ask('GET', `${inbox()}?fileStatus=Initialized`)).status).toBe(400);
    expect(await names('?fileStatus=Downloaded')).toHaveLength(1);
  });

  it('writes the status as a word, or as a number as before', async () => {
    set({ fileStatus: 'number' });
    expect((await filesIn()).map((one) => one['FileStatus'])).toEqual([1, 1]);
    expect((await filesIn('?fileStatus=Downloaded')).map((one) => one['FileStatus'])).toEqual([2]);
  });

  it('is narrowed by service and by the time of sending', async () => {
    const at = (text: string) => new Date(`2026-03-0${text}Z`);
    const { fileTransfer } = platform.control;
    fileTransfer.put({ fileName: 'a.zip', sent: at('1T10:00:00'), ends: at('9T00:00:00') });
    fileTransfer.put({ fileName: 'b.zip', sent: at('2T10:00:00'), ends: new Date('2027-01-01') });
    fileTransfer.put({ fileName: 'c.zip', sent: at('3T10:00:00'), ends: new Date('2027-01-01') });
    const between = '?minSentDateTime=2026-03-02T11:00:00&maxSentDateTime=2026-03-03T10:59:59';
    // Times without zone are those of Norway; both bounds are within. The first has gone by its end date.
    expect(await names(between)).toEqual(['b.zip']);
    expect(await names('?maxSentDateTime=2026-03-03T10:00:00Z')).toEqual(['b.zip', 'c.zip']);
    expect((await ask('GET', `${inbox()}?minSentDateTime=soon`)).json).toEqual(fault(13));
    expect(await names('?serviceCode=B102&serviceEditionCode=2')).toEqual([]);
    expect((await ask('GET', `${inbox()}?serviceCode=B102`)).json).toEqual(fault(11));
  });

  it('an unknown reference is 404 with the error model of this area, as is a file of others', async () => {
    const paths = ['', '/download', '/receipt'];
    const foreign = platform.control.fileTransfer.put({ recipients: [other()] });
    for (const reference of ['00000000-0000-4000-8000-000000000000', 'x', foreign.reference]) {
      for (const path of paths) {
        const reply = await ask('GET', `${inbox()}/${reference}${path}`);
        expect([reply.status, reply.json]).toEqual([404, fault(4)]);
      }
      expect((await ask('POST', `${inbox()}/${reference}/confirmdownloaded`)).status).toBe(404);
    }
  });
});

describe('fetching', () => {
  const put = (wish: Parameters<Platform['control']['fileTransfer']['put']>[0] = {}) =>
    platform.control.fileTransfer.put({ content: zip, fileName: 'målinger.zip', ...wish });
  const download = (file: SentFile, path = 'download') =>
    ask('GET', `${inbox()}/${file.reference}/${path}`);

  it('is the bytes as application/zip under their name, by link, by path, and at the two deprecated places', async () => {
    const file = put();
    const links = linksOf(
      (await filesIn()).find((one) => one['FileReference'] === file.reference) ?? {},
    );
    for (const where of [
      links['download'] ?? '',
      `${inbox()}/${file.reference}/download`,
      `${inbox()}/files/${file.reference}`,
      `${own()}/brokerservice/files/${file.reference}`,
    ]) {
      const reply = await ask('GET', where);
      expect([reply.status, reply.type, reply.bytes.equals(zip)]).toEqual([
        200,
        'application/zip',
        true,
      ]);
      expect(reply.headers['content-disposition']).toContain(encodeURIComponent('målinger.zip'));
    }
    expect(file.deliveries[0]).toMatchObject({ status: 'Uploaded', downloads: 4 });
  });

  it('is confirmed by a call of its own: 200 with the receipt, then 400, and the bytes are gone', async () => {
    const file = put();
    await download(file);
    const confirmed = await ask('POST', `${inbox()}/${file.reference}/confirmdownloaded`);
    expect([confirmed.status, confirmed.json]).toEqual([
      200,
      expect.objectContaining({ Status: 'OK', Text: 'Downloaded' }),
    ]);
    const again = await ask('POST', `${inbox()}/${file.reference}/confirmdownloaded`);
    expect([again.status, again.json]).toEqual([400, fault(14)]);
    expect((await download(file)).json).toEqual(fault(5));
    expect(await names('?fileStatus=Downloaded')).toContain('målinger.zip');
    expect(platform.control.executed('fileTransfer.confirm')).toBe(1);
  });

  it('confirms by POST, or by GET as well', async () => {
    const file = put();
    const get = () => ask('GET', `${inbox()}/${file.reference}/confirmdownloaded`);
    const refused = await get();
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST']);
    set({ confirmMethod: 'either' });
    expect((await get()).status).toBe(200);
    expect(file.deliveries[0]?.status).toBe('Downloaded');
  });

  it('a whole download alone sets Downloaded by switch, one that breaks off never', async () => {
    set({ downloadConfirms: true });
    const broken = put({ content: 4_000_000 });
    platform.control.fault({
      operation: 'fileTransfer.download',
      acts: true,
      effect: { kind: 'truncate', bytes: 100_000 },
    });
    await expect(download(broken)).rejects.toThrow();
    expect(broken.deliveries[0]).toMatchObject({ status: 'Uploaded', downloads: 0 });
    const whole = await download(broken);
    expect([whole.status, whole.bytes.length]).toEqual([200, 4_000_000]);
    expect(broken.deliveries[0]?.status).toBe('Downloaded');
    expect((await ask('POST', `${inbox()}/${broken.reference}/confirmdownloaded`)).status).toBe(
      400,
    );
  });

  it('one that is announced only has no bytes yet, and cannot be confirmed', async () => {
    const file = put({ status: 'Initialized' });
    expect((await download(file)).status).toBe(404);
    expect((await ask('POST', `${inbox()}/${file.reference}/confirmdownloaded`)).status).toBe(404);
  });

  it('at its end date a file is not known any more', async () => {
    const file = put({ ends: new Date(now.getTime() + 60_000) });
    expect((await download(file)).status).toBe(200);
    now = new Date(now.getTime() + 60_000);
    expect((await download(file)).json).toEqual(fault(4));
    const second = put();
    platform.control.fileTransfer.expire(second.reference);
    expect((await download(second, '')).status).toBe(404);
  });

  it('a large one is made while it is read, a block ahead of who reads it', async () => {
    const size = 32 * 1024 * 1024;
    const { reference } = put({ content: size });
    let read = 0;
    const { answers } = await mostWaiting(
      () =>
        new Promise<void>((resolve, reject) => {
          const call = request(
            `${platform.address}/api/${inbox()}/${reference}/download`,
            {
              ca: platform.caPem,
              headers: { ApiKey: platform.apiKey, Authorization: `Bearer ${person}` },
            },
            (answer) => {
              // It has time to go too far ahead.
              void turns(200).then(() =>
                answer.on('data', ({ length }) => (read += Number(length))),
              );
              answer.once('end', resolve);
              answer.once('error', reject);
            },
          );
          call.once('error', reject);
          call.end();
        }),
    );
    expect(read).toBe(size);
    expect(answers).toBeLessThan(256 * 1024);
  });
});

describe('sending', () => {
  it('is 201 with the file, which its receivers then have, byte for byte', async () => {
    const properties = { kai: 'nord', nested: { a: 1 } };
    const FileList = [{ FileName: 'inni.xml', CheckSum: 'abc' }];
    const sent = await send(
      outbox(description({ Properties: properties, FileList }), 'rutedata æøå.zip'),
    );
    expect([sent.status, sent.json]).toEqual([
      201,
      expect.objectContaining({
        FileName: 'rutedata æøå.zip',
        FileSize: zip.length,
        FileStatus: 'Uploaded',
        Sender: own(),
        SendersReference: 'R-7',
        SentDate: '2026-05-04T10:00Z',
      }),
    ]);
    const reference = referenceOf(sent);
    const file = platform.control.fileTransfer.find(reference);
    expect(file).toMatchObject({ properties, fileList: FileList });
    expect((await ask('GET', sent.location)).json).toEqual(sent.json);
    const fetched = await ask('GET', `${other()}/brokerservice/inbox/${reference}/download`, {
      token: otherPerson(),
    });
    expect(fetched.bytes.equals(zip)).toBe(true);
    // Each finds it in its own box alone.
    expect((await ask('GET', `${inbox()}/${reference}`)).status).toBe(404);
    const inOutbox = `${other()}/brokerservice/outbox/${reference}`;
    for (const path of [inOutbox, `${inOutbox}/receipt`])
      expect((await ask('GET', path, { token: otherPerson() })).status).toBe(404);
  });

  it('makes up a missing name', async () => {
    const sent = (await send()).json as Shown;
    expect(sent['FileName']).toMatch(/^[\da-f]{8}\.zip$/);
  });

  it('answers with the file, or with its Location alone as before', async () => {
    set({ uploadAnswer: 'empty' });
    const sent = await send();
    expect([sent.status, sent.text]).toEqual([201, '']);
    expect((await ask('GET', sent.location)).json).toMatchObject({ SendersReference: 'R-7' });
  });

  it.each([
    ['no description', '', 20],
    ['one that is not JSON', '{', 20],
    ['one that is no object', '[]', 20],
    ['no service', { ServiceCode: undefined }, 21],
    ['no edition', { ServiceEditionCode: undefined }, 21],
    ['no reference', { SendersReference: '' }, 21],
    ['no receivers', { Recipients: [] }, 21],
    ['a service that is no broker service', { ServiceCode: 'K103' }, 22],
    ['a list of files without names', { FileList: [{ CheckSum: 'x' }] }, 23],
    ['an unknown receiver', { Recipients: ['999999999'] }, 24],
  ] as const)('%s is 400, and nothing is kept', async (_what, change, code) => {
    const before = platform.control.fileTransfer.files.length;
    const text = typeof change === 'string' ? change : description(change);
    const reply = await send(outbox(text));
    expect([reply.status, reply.json]).toEqual([400, fault(code)]);
    expect(platform.control.fileTransfer.files).toHaveLength(before);
  });

  it('both parties must stand in the service rights register', async () => {
    const stranger = platform.control.register[9]?.number ?? '';
    const to = description({ Recipients: [other(), stranger] });
    expect((await send(outbox(to))).json).toEqual(fault(26));
    const { serviceRights } = platform.control;
    const right = { code: 'B102', edition: 1, reportee: stranger, conditions: {} } as const;
    const rule = serviceRights.add({ ...right, right: 'read', validTo: undefined });
    expect((await send(outbox(to))).status).toBe(201);
    rule.validTo = new Date(now.getTime() - 1);
    expect((await send(outbox(to))).status).toBe(400);
    const mine = serviceRights.all.find((one) => one.reportee === own() && one.right === 'write');
    serviceRights.remove(mine?.id ?? 0);
    const barred = await send();
    expect([barred.status, barred.json]).toEqual([403, fault(25)]);
  });

  it('multipart is of the past: only application/zip is taken', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'application/octet-stream'])
      expect((await send(outbox(), { type })).status).toBe(415);
  });

  it('what is refused is read to its end first, as by a server behind a proxy', async () => {
    let isWhole = false;
    const refused = await new Promise<readonly [number | undefined, boolean]>((resolve, reject) => {
      const call = request(
        `${platform.address}/api/${outbox('')}`,
        {
          method: 'POST',
          ca: platform.caPem,
          headers: {
            ApiKey: platform.apiKey,
            Authorization: `Bearer ${person}`,
            'Content-Type': 'application/zip',
          },
        },
        (answer) => {
          answer.resume();
          resolve([answer.statusCode, isWhole]);
        },
      );
      call.once('error', reject);
      // Two other calls in between: an early answer would be here by then.
      call.write(zip, () => {
        void ask('GET', inbox())
          .then(() => ask('GET', inbox()))
          .then(() => {
            isWhole = true;
            call.end(zip);
          });
      });
    });
    expect(refused).toEqual([400, true]);
  });

  it('a body that breaks off leaves nothing; the answer can be held and lost after the file has come', async () => {
    const { fileTransfer } = platform.control;
    const before = fileTransfer.files.length;
    await new Promise<void>((resolve) => {
      const call = request(`${platform.address}/api/${outbox()}`, {
        method: 'POST',
        ca: platform.caPem,
        headers: {
          ApiKey: platform.apiKey,
          Authorization: `Bearer ${person}`,
          'Content-Type': 'application/zip',
          'Content-Length': '1000000',
        },
      });
      call.once('error', () => resolve());
      call.write(Buffer.alloc(100_000), () => call.destroy(new Error('away')));
    });
    // A whole call after it: the broken one has been seen by then.
    const held = platform.control.hold('fileTransfer.send', true);
    const sent = send();
    await held.reached;
    expect(fileTransfer.files).toHaveLength(before + 1);
    platform.control.clearFaults();
    held.release();
    expect((await sent).status).toBe(201);
    platform.control.fault({
      operation: 'fileTransfer.send',
      acts: true,
      effect: { kind: 'reset' },
    });
    await expect(send()).rejects.toThrow();
    expect(fileTransfer.files).toHaveLength(before + 2);
  });

  it('a large one goes through a file, and that file goes with the download', async () => {
    const bytes = inventedBytes(4 * 1024 * 1024, 3);
    const small = await send();
    const reply = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const call = request(
        `${platform.address}/api/${outbox()}`,
        {
          method: 'POST',
          ca: platform.caPem,
          headers: {
            ApiKey: platform.apiKey,
            Accept: 'application/json',
            Authorization: `Bearer ${person}`,
            'Content-Type': 'application/zip',
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      pipeline(bytes.open(), call).catch(reject);
    });
    expect(reply.status).toBe(201);
    const { FileReference: reference } = JSON.parse(reply.text) as { FileReference: string };
    const file = platform.control.fileTransfer.find(reference);
    expect([file?.size, file?.bytes?.sha256()]).toEqual([bytes.size, bytes.sha256()]);
    // What is held in a file alone can be discarded.
    const isInFile = (one: typeof file) => one?.bytes?.discard !== undefined;
    const kept = platform.control.fileTransfer.find(referenceOf(small));
    expect([isInFile(file), isInFile(kept)]).toEqual([true, false]);
    const hash = createHash('sha256');
    for await (const chunk of file?.bytes?.open() ?? Readable.from([]))
      hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(bytes.sha256());
    platform.control.fileTransfer.confirm(reference, other());
    expect(file?.bytes).toBeUndefined();
  });
});

describe('receipts', () => {
  it('the sender has one with one of each receiver below it, a receiver its own', async () => {
    const third = platform.control.register[9]?.number ?? '';
    platform.control.serviceRights.add({
      code: 'B102',
      edition: 1,
      reportee: third,
      right: 'read',
      validTo: undefined,
      conditions: {},
    });
    const sent = await send(outbox(description({ Recipients: [other(), third] })));
    const reference = referenceOf(sent);
    const whole = async () =>
      (await ask('GET', `${own()}/brokerservice/outbox/${reference}/receipt`)).json as Shown;
    const first = await whole();
    expect(first).toMatchObject({
      ReceiptID: (sent.json as Shown)['ReceiptID'],
      ParentReceiptID: 0,
      LastChanged: '2026-05-04T12:00:00.000',
      Status: 'OK',
      SendersReference: 'R-7',
      OwnerPartyReference: own(),
      PartyReference: own(),
      SubReceipts: [
        { PartyReference: other(), ParentReceiptID: first['ReceiptID'] },
        { PartyReference: third },
      ],
    });
    now = new Date(now.getTime() + 3_600_000);
    platform.control.fileTransfer.confirm(reference, third);
    const [waiting, fetched] = (await whole())['SubReceipts'] as Shown[];
    expect([waiting?.['Text'], fetched?.['Text']]).toEqual(['Available', 'Downloaded']);
    expect(fetched?.['LastChanged']).toBe('2026-05-04T13:00:00.000');
    // One text, not a list.
    expect(fetched?.['ReceiptHistory']).toMatch(/OK: Available\r\n.*OK: Downloaded$/);
    const mine = await ask('GET', `${other()}/brokerservice/inbox/${reference}/receipt`, {
      token: otherPerson(),
    });
    expect(mine.json).toMatchObject({ ReceiptID: waiting?.['ReceiptID'] });
    for (const one of [mine.json, waiting]) expect(one).not.toHaveProperty('SubReceipts');
    // All have fetched only when each has: until then the bytes stay.
    expect(platform.control.fileTransfer.find(reference)?.bytes).toBeDefined();
  });

  it('tell what the platform found afterwards', async () => {
    const { fileTransfer } = platform.control;
    fileTransfer.nextReceipt({ status: 'ValidationFailed', text: 'Manifest mangler' });
    const reference = referenceOf(await send());
    const read = async () =>
      (await ask('GET', `${own()}/brokerservice/outbox/${reference}/receipt`)).json as Shown;
    expect(await read()).toMatchObject({ Status: 'ValidationFailed', Text: 'Manifest mangler' });
    fileTransfer.setReceipt(reference, { status: 'Rejected', text: 'Nei' }, other());
    expect((await read())['SubReceipts']).toEqual([
      expect.objectContaining({ Status: 'Rejected', Text: 'Nei' }),
    ]);
  });
});

describe('who may', () => {
  it('reading and writing have one scope without ending, by switch', async () => {
    const { control } = platform;
    const status = async (scope: string) => {
      const token = control.identity.addToken({ person: 'person-1', scopes: [`altinn:${scope}`] });
      return [
        (await ask('GET', inbox(), { token })).status,
        (await send(outbox(), { token })).status,
      ];
    };
    expect(await status('brokerservice')).toEqual([401, 401]);
    set({ brokerScopes: 'one' });
    expect(await status('brokerservice')).toEqual([200, 201]);
    expect(await status('brokerservice.read')).toEqual([401, 401]);
  });
});
