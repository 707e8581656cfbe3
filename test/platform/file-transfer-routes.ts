// Calls of file transfer (section 7): inbox, download, confirmation, sending, receipts.
import type { Readable } from 'node:stream';
import { documentOf, type Answer, type Call, type Content } from './call.ts';
import { dispositionOf } from './attachments.ts';
import type { Acts } from './door.ts';
import { refuse, refusedFile as refused } from './errors.ts';
import type { Delivery, Receipt, SentFile } from './file-transfer.ts';
import { listed, type Listing } from './lists.ts';
import type { Party } from './party-of.ts';
import { isFields, jsonIn, mediaTypeOf, Reply, textOf } from './representation.ts';
import { brokerService } from './service-rights.ts';
import type { Shape } from './shape.ts';
import { localTime, momentOf } from './timestamps.ts';
import type { World } from './world.ts';

const notFound = refused(404, 4, 'The file reference is unknown.');
const gone = refused(404, 5, 'The file is not available any more.');
const bad = (code: number, words: string): never => refuse(refused(400, code, words));

export function fileTransferActs(parts: World) {
  const fileOf = (call: Call): SentFile =>
    parts.transfer.find(call.parts['ref'] ?? '') ?? refuse(notFound);
  const received =
    (act: (call: Call, file: SentFile, delivery: Delivery) => unknown) =>
    (call: Call, party: Party): unknown => {
      const file = fileOf(call);
      const delivery = file.deliveries.find(({ recipient }) => recipient === party.key);
      return act(call, file, delivery ?? refuse(notFound));
    };
  const sent =
    (act: (call: Call, file: SentFile) => unknown) =>
    (call: Call, party: Party): unknown => {
      const file = fileOf(call);
      return file.sender === party.key ? act(call, file) : notFound;
    };
  const confirmed = received((call, file, delivery) => confirm(parts, call, file, delivery));
  return {
    'fileTransfer.hasFiles': (call) => hasFiles(parts, call),
    'fileTransfer.inbox': (call, party) => inbox(parts, call, party),
    'fileTransfer.received': received(fileShown),
    'fileTransfer.download': received((call, file, delivery) =>
      download(parts, call, file, delivery),
    ),
    'fileTransfer.receipt': received(receiptOf),
    'fileTransfer.confirm': (call, party) =>
      call.method === 'POST' || call.shape.confirmMethod === 'either'
        ? confirmed(call, party)
        : { ...refused(405, 6, 'Method Not Allowed'), headers: { Allow: 'POST' } },
    'fileTransfer.send': (call, party) => send(parts, call, party),
    'fileTransfer.sent': sent((call, file) => fileShown(call, file)),
    'fileTransfer.sentReceipt': sent((call, file) => receiptOf(call, file)),
  } satisfies Partial<Acts>;
}

/** A bare boolean: whether there is something to fetch for one of the receivers. */
function hasFiles({ transfer }: World, { given, shape }: Call): boolean {
  const recipients = recipientsOf(given, shape);
  if (recipients.length === 0 || recipients.some((one) => !/^\d{9}(\d\d)?$/.test(one)))
    bad(10, 'recipients must name organization numbers.');
  const isOfService = serviceFilter(given);
  return transfer.files.some(
    (file) =>
      isOfService(file) &&
      file.deliveries.some(
        ({ recipient, status }) => status === 'Uploaded' && recipients.includes(recipient),
      ),
  );
}

function recipientsOf(given: URLSearchParams, { recipients }: Shape): readonly string[] {
  const all = given.getAll('recipients').filter((one) => one !== '');
  switch (recipients) {
    case 'both':
      return all.flatMap((one) => one.split(','));
    case 'comma':
      return (all[0] ?? '').split(',').filter((one) => one !== '');
    case 'repeated':
      return all;
  }
}

function serviceFilter(given: URLSearchParams): (file: SentFile) => boolean {
  const [code, edition] = [given.get('serviceCode'), given.get('serviceEditionCode')];
  if ((code === null) !== (edition === null))
    bad(11, 'serviceCode and serviceEditionCode must be given together.');
  return (file) => code === null || (file.code === code && String(file.edition) === edition);
}

const statuses = ['Initialized', 'Uploaded', 'Downloaded'] as const;

function inbox({ transfer }: World, call: Call, party: Party): Listing {
  const { given } = call;
  const asked = (given.get('fileStatus') ?? 'Uploaded').toLowerCase();
  const known = call.shape.fileStatuses === 'two' ? statuses.slice(1) : statuses;
  const status =
    known.find((one) => one.toLowerCase() === asked) ??
    bad(12, `The fileStatus '${asked}' is unknown.`);
  const isOfService = serviceFilter(given);
  const bound = (name: string, without: number): number => {
    const text = given.get(name);
    return text === null
      ? without
      : (momentOf(text) ?? bad(13, 'minSentDateTime and maxSentDateTime must be date-times.'));
  };
  const [from, to] = [bound('minSentDateTime', -Infinity), bound('maxSentDateTime', Infinity)];
  const items = transfer.files.flatMap((file) => {
    const delivery = file.deliveries.find(({ recipient }) => recipient === party.key);
    const at = file.sent.getTime();
    const fits = delivery?.status === status && isOfService(file) && at >= from && at <= to;
    return delivery && fits ? [fileShown(call, file, delivery)] : [];
  });
  return listed(items);
}

const pathOf = (call: Call, file: SentFile, box: 'inbox' | 'outbox'): string =>
  `/api/${call.parts['who'] ?? 'my'}/brokerservice/${box}/${file.reference}`;

/** ServiceEdtionCode is spelt so, and links are bare addresses (section 7). */
function fileShown(call: Call, file: SentFile, delivery?: Delivery): object {
  const isSent = delivery === undefined;
  const path = pathOf(call, file, isSent ? 'outbox' : 'inbox');
  const isFetched = file.deliveries.every((one) => one.status === 'Downloaded');
  const status = delivery?.status ?? (isFetched ? 'Downloaded' : 'Uploaded');
  return {
    ServiceCode: file.code,
    ServiceEdtionCode: file.edition,
    FileName: file.fileName,
    FileReference: file.reference,
    FileSize: file.size,
    FileStatus: call.shape.fileStatus === 'number' ? statuses.indexOf(status) : status,
    ReceiptID: (delivery?.receipt ?? file.receipt).id,
    Sender: file.sender,
    SendersReference: file.sendersReference,
    SentDate: `${file.sent.toISOString().slice(0, 16)}Z`,
    _links: {
      self: call.links.to(path),
      ...(isSent ? {} : { download: call.links.to(`${path}/download`) }),
      receipt: call.links.to(`${path}/receipt`),
    },
  };
}

function receiptShown(
  call: Call,
  file: SentFile,
  receipt: Receipt,
  party: string,
  below: readonly object[],
): object {
  const time = (at: Date) => localTime(at, 3, call.shape.zonelessTimes);
  return {
    ReceiptID: receipt.id,
    ParentReceiptID: receipt === file.receipt ? 0 : file.receipt.id,
    LastChanged: time(receipt.changed),
    Status: receipt.status,
    Text: receipt.text,
    SendersReference: file.sendersReference,
    OwnerPartyReference: file.sender,
    PartyReference: party,
    // One text, not a list.
    ReceiptHistory: receipt.history.map(({ at, text }) => `${time(at)} ${text}`).join('\r\n'),
    ...(below.length === 0 ? {} : { SubReceipts: below }),
  };
}

/** The receiver's own, or the sender's with one for each receiver. */
function receiptOf(call: Call, file: SentFile, delivery?: Delivery): object {
  if (delivery) return receiptShown(call, file, delivery.receipt, delivery.recipient, []);
  const below = file.deliveries.map((one) =>
    receiptShown(call, file, one.receipt, one.recipient, []),
  );
  return receiptShown(call, file, file.receipt, file.sender, below);
}

/** Bytes as a stream of any length; a download that is broken off does not count. */
function download({ transfer }: World, call: Call, file: SentFile, delivery: Delivery): Answer {
  const { bytes } = file;
  if (!bytes || delivery.status !== 'Uploaded') return refuse(gone);
  const content: Content = {
    size: bytes.size,
    open(): Readable {
      const stream = bytes.open();
      stream.once('end', () => {
        delivery.downloads += 1;
        if (call.shape.downloadConfirms && delivery.status === 'Uploaded')
          transfer.confirm(file, delivery);
      });
      return stream;
    },
  };
  return documentOf('application/zip', content, dispositionOf(file.fileName));
}

/** It need not have been downloaded: that is not documented. */
function confirm({ transfer }: World, call: Call, file: SentFile, delivery: Delivery): object {
  if (delivery.status === 'Downloaded') bad(14, 'The download has been confirmed already.');
  if (delivery.status === 'Initialized') refuse(gone);
  transfer.confirm(file, delivery);
  return receiptOf(call, file, delivery);
}

async function send(parts: World, call: Call, party: Party): Promise<Reply> {
  if (mediaTypeOf(call) !== 'application/zip')
    refuse(refused(415, 7, 'The body must be application/zip.'));
  const described = descriptionOf(parts, call.given.get('brokerServiceDescription') ?? '', party);
  const stored = await parts.transfer.spool.store(call.request);
  const file = parts.transfer.add(
    { ...described, sender: party.key, ...nameIn(call.given.get('fileName')) },
    stored,
  );
  const shown = call.shape.uploadAnswer === 'empty' ? undefined : fileShown(call, file);
  return new Reply({ location: pathOf(call, file, 'outbox') }, shown);
}

/** A missing name is made up. */
const nameIn = (given: string | null): { fileName?: string } =>
  given === null || given.trim() === '' ? {} : { fileName: given };

interface Description {
  readonly service: { readonly code: string; readonly edition: number };
  readonly sendersReference: string;
  readonly recipients: readonly string[];
  readonly properties: unknown;
  readonly fileList: unknown;
}

/** Both parties must stand in the service rights register. */
function descriptionOf({ rights, named }: World, text: string, party: Party): Description {
  const given = jsonIn(text);
  if (!isFields(given)) return bad(20, 'brokerServiceDescription must be a JSON object.');
  const [code, edition] = [textOf(given['ServiceCode']), textOf(given['ServiceEditionCode'])];
  const reference = textOf(given['SendersReference']);
  const recipients = Array.isArray(given['Recipients']) ? given['Recipients'].map(textOf) : [];
  const missing = [
    code === '' && 'ServiceCode',
    edition === '' && 'ServiceEditionCode',
    reference === '' && 'SendersReference',
    recipients.length === 0 && 'Recipients',
  ].find((one) => one !== false);
  if (missing !== undefined) bad(21, `The field ${missing} is required.`);
  const service = { code, edition: Number(edition) };
  if (code !== brokerService.code || service.edition !== brokerService.edition)
    bad(22, `The broker service ${code}/${edition} does not exist.`);
  const list = given['FileList'];
  const isList =
    list === undefined || list === null || (Array.isArray(list) && list.every(isListed));
  if (!isList) bad(23, 'FileList takes FileName and CheckSum.');
  const stranger = recipients.find((one) => named.byNumber(one) === undefined);
  if (stranger !== undefined) bad(24, `The recipient ${stranger} is unknown.`);
  if (!rights.has(service, party.key, 'write'))
    refuse(refused(403, 25, 'The sender is not in the service rights register.'));
  const barred = recipients.find((one) => !rights.has(service, one, 'read'));
  if (barred !== undefined)
    bad(26, `The recipient ${barred} is not in the service rights register.`);
  return {
    service,
    sendersReference: reference,
    recipients: [...new Set(recipients)],
    properties: given['Properties'],
    fileList: list,
  };
}

const isListed = (item: unknown): boolean => isFields(item) && textOf(item['FileName']) !== '';
