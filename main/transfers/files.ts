// Files and receipts of file transfer as the platform says them: where they are, and how they are read.
import type {
  FileStatus,
  ReceiverReceipt,
  TransferReceipt,
  TransferredFile,
} from '../../preload/contract/file-transfer.ts';
import { encoded } from '../http/addresses.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import type { Names, ResourceReader } from '../http/reader.ts';

export const filePath = {
  waiting: 'api/brokerservice/inbox/hasavailablefiles',
  inbox: (who: string) => encoded`api/${who}/brokerservice/inbox`,
  outbox: (who: string) => encoded`api/${who}/brokerservice/outbox`,
  one: (who: string, box: 'in' | 'out', reference: string) =>
    encoded`api/${who}/brokerservice/${box}box/${reference}`,
  receipt: (who: string, box: 'in' | 'out', reference: string) =>
    `${filePath.one(who, box, reference)}/receipt`,
  download: (who: string, reference: string) => `${filePath.one(who, 'in', reference)}/download`,
  confirm: (who: string, reference: string) =>
    `${filePath.one(who, 'in', reference)}/confirmdownloaded`,
};

export const FILE_FIELDS: Names = ['FileReference'];

export function readFile(reader: ResourceReader): TransferredFile {
  return {
    reference: reader.requiredText('FileReference'),
    name: reader.text('FileName') ?? '',
    bytes: reader.integer('FileSize'),
    status: statusOf(reader.text('FileStatus')),
    serviceCode: reader.text('ServiceCode') ?? '',
    // The documents spell it so, and the parameters of the same calls otherwise.
    serviceEdition: reader.integer('ServiceEdtionCode', 'ServiceEditionCode'),
    sender: withMaskedNumbers(reader.text('Sender')),
    sendersReference: reader.text('SendersReference'),
    sent: reader.instant('SentDate'),
    receipt: reader.text('ReceiptID'),
  };
}

/** In the order of the documents: platforms before release 22.3 say its number. */
const STATUSES = ['initialized', 'uploaded', 'downloaded'] as const;

function statusOf(word: string | null): FileStatus {
  const known: readonly FileStatus[] = STATUSES;
  if (word !== null && /^\d$/.test(word)) return known[Number(word)] ?? 'unknown';
  return known.find((one) => one === word?.toLowerCase()) ?? 'unknown';
}

const RECEIPT_STATUSES = {
  ok: 'ok',
  unexpectederror: 'unexpected-error',
  validationfailed: 'validation-failed',
  rejected: 'rejected',
} as const;

export function readReceipt(reader: ResourceReader): TransferReceipt {
  return {
    ...receiptOf(reader),
    receivers: reader.readers('SubReceipts').map(receiptOf),
  };
}

function receiptOf(reader: ResourceReader): ReceiverReceipt {
  const statusWord = reader.text('Status') ?? '';
  const known = statusWord.toLowerCase() as keyof typeof RECEIPT_STATUSES;
  return {
    id: reader.requiredText('ReceiptID'),
    changed: reader.instant('LastChanged'),
    status: Object.hasOwn(RECEIPT_STATUSES, known) ? RECEIPT_STATUSES[known] : 'unknown',
    statusWord,
    text: reader.text('Text'),
    sendersReference: reader.text('SendersReference'),
    party: withMaskedNumbers(reader.text('PartyReference')),
    ownersReference: withMaskedNumbers(reader.text('OwnerPartyReference')),
    // Its own parent is none.
    parent: reader.text('ParentReceiptID')?.replace(/^0$/, '') || null,
    // One text with a line for each change.
    history: (reader.text('ReceiptHistory') ?? '').split(/\r?\n/).filter((one) => one !== ''),
  };
}
