// Calls of file transfer (section 7): inbox, download, confirmation, sending, receipts.
import type { Readable } from 'node:stream';
import type { Answer, Call, Content } from './call.ts';
import { dispositionOf } from './attachments.ts';
import type { Acts } from './door.ts';
import { refusedFile as refused } from './errors.ts';
import type { Delivery, FileTransfer, Receipt, SentFile } from './file-transfer.ts';
import { pageOf } from './lists.ts';
import type { Party } from './party-of.ts';
import type { Named } from './register.ts';
import { isFields, jsonIn, mediaTypeOf, represent, textOf } from './representation.ts';
import type { ServiceRights } from './service-rights.ts';
import type { Shape } from './shape.ts';
import { localTime, momentOf } from './timestamps.ts';

export interface FileTransferParts {
  readonly transfer: FileTransfer;
  readonly rights: ServiceRights;
  readonly named: Named;
  /** Codes of broker services with their editions, as `code/edition`. */
  readonly services: ReadonlySet<string>;
}

const notFound = refused(404, 4, 'The file reference is unknown.');
const gone = refused(404, 5, 'The file is not available any more.');

export function fileTransferActs(parts: FileTransferParts) {
  const received =
    (act: (call: Call, file: SentFile, delivery: Delivery) => Answer) =>
    (call: Call, party: Party): Answer => {
      const file = parts.transfer.find(call.parts['ref'] ?? '');
      const delivery = file?.deliveries.find(({ recipient }) => recipient === party.key);
      return file && delivery ? act(call, file, delivery) : notFound;
    };
  const sent =
    (act: (call: Call, file: SentFile) => Answer) =>
    (call: Call, party: Party): Answer => {
      const file = parts.transfer.find(call.parts['ref'] ?? '');
      return file?.sender === party.key ? act(call, file) : notFound;
    };
  const confirmed = received((call, file, delivery) => confirm(parts, call, file, delivery));
  return {
    'fileTransfer.hasFiles': (call) => hasFiles(parts, call),
    'fileTransfer.inbox': (call, party) => inbox(parts, call, party),
    'fileTransfer.received': received(fileAnswer),
    'fileTransfer.download': received((call, file, delivery) =>
      download(parts, call, file, delivery),
    ),
    'fileTransfer.receipt': received((call, file, delivery) =>
      receiptAnswer(call, receiptOf(call, file, delivery)),
    ),
    'fileTransfer.confirm': (call, party) =>
      call.method === 'POST' || call.shape.confirmMethod === 'either'
        ? confirmed(call, party)
        : { ...refused(405, 6, 'Method Not Allowed'), headers: { Allow: 'POST' } },
    'fileTransfer.send': (call, party) => send(parts, call, party),
    'fileTransfer.sent': sent((call, file) => fileAnswer(call, file)),
    'fileTransfer.sentReceipt': sent((call, file) => receiptAnswer(call, receiptOf(call, file))),
  } satisfies Partial<Acts>;
}

/** A bare boolean: whether there is something to fetch for one of the receivers. */
function hasFiles({ transfer }: FileTransferParts, call: Call): Answer {
  const given = new URLSearchParams(call.query);
  const recipients = recipientsOf(given, call.shape);
  if (recipients.length === 0 || recipients.some((one) => !/^\d{9}(\d\d)?$/.test(one)))
    return refused(400, 10, 'recipients must name organization numbers.');
  const service = serviceFilter(given);
  if (!service)
    return refused(400, 11, 'serviceCode and serviceEditionCode must be given together.');
  const isThere = transfer.files.some(
    (file) =>
      service(file) &&
      file.deliveries.some(
        ({ recipient, status }) => status === 'Uploaded' && recipients.includes(recipient),
      ),
  );
  return represent(call, isThere, { name: 'boolean', types: ['json'] });
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

/** Undefined when one of the two is missing. */
function serviceFilter(given: URLSearchParams): ((file: SentFile) => boolean) | undefined {
  const [code, edition] = [given.get('serviceCode'), given.get('serviceEditionCode')];
  if (code === null && edition === null) return () => true;
  if (code === null || edition === null) return undefined;
  return (file) => file.code === code && String(file.edition) === edition;
}

const statuses = ['Initialized', 'Uploaded', 'Downloaded'] as const;

function inbox({ transfer }: FileTransferParts, call: Call, party: Party): Answer {
  const given = new URLSearchParams(call.query);
  const asked = (given.get('fileStatus') ?? 'Uploaded').toLowerCase();
  const known = call.shape.fileStatuses === 'two' ? statuses.slice(1) : statuses;
  const status = known.find((one) => one.toLowerCase() === asked);
  if (!status) return refused(400, 12, `The fileStatus '${asked}' is unknown.`);
  const service = serviceFilter(given);
  if (!service)
    return refused(400, 11, 'serviceCode and serviceEditionCode must be given together.');
  const bound = (name: string, without: number): number => {
    const text = given.get(name);
    return text === null ? without : (momentOf(text) ?? Number.NaN);
  };
  const [from, to] = [bound('minSentDateTime', -Infinity), bound('maxSentDateTime', Infinity)];
  if (Number.isNaN(from) || Number.isNaN(to))
    return refused(400, 13, 'minSentDateTime and maxSentDateTime must be date-times.');
  const items = transfer.files.flatMap((file) => {
    const delivery = file.deliveries.find(({ recipient }) => recipient === party.key);
    const at = file.sent.getTime();
    const fits = delivery?.status === status && service(file) && at >= from && at <= to;
    return delivery && fits ? [fileShown(call, file, delivery)] : [];
  });
  const page = pageOf(items, call.query, call.shape);
  // A bare array to HAL callers too, whose items have links.
  return represent(call, page, { name: 'File' });
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

const fileAnswer = (call: Call, file: SentFile, delivery?: Delivery): Answer =>
  represent(call, fileShown(call, file, delivery), { name: 'File' });

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

const receiptAnswer = (call: Call, shown: object): Answer =>
  represent(call, shown, { name: 'Receipt' });

/** Bytes as a stream of any length; a download that is broken off does not count. */
function download(
  { transfer }: FileTransferParts,
  call: Call,
  file: SentFile,
  delivery: Delivery,
): Answer {
  const { bytes } = file;
  if (!bytes || delivery.status !== 'Uploaded') return gone;
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
  return {
    status: 200,
    reason: 'OK',
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': dispositionOf(file.fileName),
    },
    content,
  };
}

/** It need not have been downloaded: that is not documented. */
function confirm(
  { transfer }: FileTransferParts,
  call: Call,
  file: SentFile,
  delivery: Delivery,
): Answer {
  if (delivery.status === 'Downloaded')
    return refused(400, 14, 'The download has been confirmed already.');
  if (delivery.status === 'Initialized') return gone;
  transfer.confirm(file, delivery);
  return receiptAnswer(call, receiptOf(call, file, delivery));
}

/** What is sent is read to its end also when it is refused, as a server behind a proxy does. */
async function send(parts: FileTransferParts, call: Call, party: Party): Promise<Answer> {
  const query = new URLSearchParams(call.query);
  const described =
    mediaTypeOf(call) === 'application/zip'
      ? descriptionOf(parts, query.get('brokerServiceDescription') ?? '', party)
      : refused(415, 7, 'The body must be application/zip.');
  if ('reason' in described) {
    for await (const _chunk of call.request);
    return described;
  }
  const stored = await parts.transfer.spool.store(call.request);
  const file = parts.transfer.add(
    { ...described, sender: party.key, ...nameIn(query.get('fileName')) },
    stored,
  );
  const headers = { Location: call.links.to(pathOf(call, file, 'outbox')) };
  return call.shape.uploadAnswer === 'empty'
    ? { status: 201, reason: 'Created', headers }
    : represent(call, fileShown(call, file), {
        name: 'File',
        status: 201,
        reason: 'Created',
        headers,
      });
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
function descriptionOf(
  { rights, named, services }: FileTransferParts,
  text: string,
  party: Party,
): Description | Answer {
  const bad = (code: number, words: string): Answer => refused(400, code, words);
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
  if (missing !== undefined) return bad(21, `The field ${missing} is required.`);
  const service = { code, edition: Number(edition) };
  if (!services.has(`${code}/${edition}`))
    return bad(22, `The broker service ${code}/${edition} does not exist.`);
  const list = given['FileList'];
  const isList =
    list === undefined || list === null || (Array.isArray(list) && list.every(isListed));
  if (!isList) return bad(23, 'FileList takes FileName and CheckSum.');
  const stranger = recipients.find((one) => named.byNumber(one) === undefined);
  if (stranger !== undefined) return bad(24, `The recipient ${stranger} is unknown.`);
  if (!rights.has(service, party.key, 'write'))
    return refused(403, 25, 'The sender is not in the service rights register.');
  const barred = recipients.find((one) => !rights.has(service, one, 'read'));
  if (barred !== undefined)
    return bad(26, `The recipient ${barred} is not in the service rights register.`);
  return {
    service,
    sendersReference: reference,
    recipients: [...new Set(recipients)],
    properties: given['Properties'],
    fileList: list,
  };
}

const isListed = (item: unknown): boolean => isFields(item) && textOf(item['FileName']) !== '';
