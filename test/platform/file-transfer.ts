// Files on their way from one organisation to others (section 7): what the platform keeps of them, and for how long.
import { inventedBytes, storedBytes, type Spool, type StoredBytes } from './attachment-content.ts';
import { guidOf, type Chance } from './randomness.ts';
import { brokerService } from './service-rights.ts';
import type { State } from './state.ts';

export type FileStatus = 'Initialized' | 'Uploaded' | 'Downloaded';
export type ReceiptStatus = 'OK' | 'UnexpectedError' | 'ValidationFailed' | 'Rejected';

export interface Receipt {
  readonly id: number;
  status: ReceiptStatus;
  text: string;
  changed: Date;
  /** One line for each change, oldest first. */
  readonly history: { readonly at: Date; readonly text: string }[];
}

/** What one receiver has of a file. */
export interface Delivery {
  readonly recipient: string;
  status: FileStatus;
  readonly receipt: Receipt;
  /** How often the bytes were read to their end. */
  downloads: number;
}

export interface SentFile {
  readonly reference: string;
  readonly code: string;
  readonly edition: number;
  readonly fileName: string;
  readonly sender: string;
  readonly sendersReference: string;
  readonly properties: unknown;
  readonly fileList: unknown;
  readonly sent: Date;
  /** From then on the platform does not know it any more. */
  ends: Date;
  readonly size: number;
  /** Undefined: they have not come, or are gone. */
  bytes: StoredBytes | undefined;
  readonly deliveries: readonly Delivery[];
  readonly receipt: Receipt;
}

export interface FileWish {
  readonly fileName?: string;
  /** The own organisation when left out. */
  readonly recipients?: readonly string[];
  /** The other organisation when left out. */
  readonly sender?: string;
  readonly sendersReference?: string;
  readonly service?: { readonly code: string; readonly edition: number };
  /** A number of bytes that are held nowhere, or these. */
  readonly content?: number | Buffer;
  readonly status?: FileStatus;
  readonly sent?: Date;
  readonly ends?: Date;
}

export interface FileTransferControl {
  /** Files that the platform knows now, oldest first; with what was sent in. */
  readonly files: readonly SentFile[];
  find(reference: string): SentFile | undefined;
  /** Puts a file into the inbox of its receivers. */
  put(wish?: FileWish): SentFile;
  /** Its end date is now. */
  expire(reference: string): void;
  /** As if the receiver had confirmed its download. */
  confirm(reference: string, recipient: string): void;
  /** A receipt changes: that of one receiver, or the sender's own. */
  setReceipt(
    reference: string,
    change: { readonly status: ReceiptStatus; readonly text: string },
    recipient?: string,
  ): void;
  /** Receipt and text of the next file that is sent in: the platform may find it bad after it came. */
  nextReceipt(change: { readonly status: ReceiptStatus; readonly text: string }): void;
}

export interface FileTransfer {
  find(reference: string): SentFile | undefined;
  readonly files: readonly SentFile[];
  add(
    wish: FileWish & { readonly properties?: unknown; readonly fileList?: unknown },
    bytes: StoredBytes | undefined,
  ): SentFile;
  confirm(file: SentFile, delivery: Delivery): void;
  readonly spool: Spool;
  readonly control: FileTransferControl;
}

const day = 86_400_000;
/** How long a file may lie is not documented. */
const daysKept = 30;

export function createFileTransfer(state: State, chance: Chance, spool: Spool): FileTransfer {
  let byReference: Map<string, SentFile> | undefined;
  let lastReceipt = 400;
  let next: { status: ReceiptStatus; text: string } | undefined;
  const own = state.organisation.number;
  const receipt = (at: Date, text: string): Receipt => ({
    id: (lastReceipt += 1),
    status: 'OK',
    text,
    changed: at,
    history: [{ at, text: `OK: ${text}` }],
  });
  const changeReceipt = (one: Receipt, status: ReceiptStatus, text: string): void => {
    const at = state.now();
    Object.assign(one, { status, text, changed: at });
    one.history.push({ at, text: `${status}: ${text}` });
  };
  const add = (
    into: Map<string, SentFile>,
    wish: Parameters<FileTransfer['add']>[0],
    bytes: StoredBytes | undefined,
  ): SentFile => {
    const sent = wish.sent ?? state.now();
    const { code, edition } = wish.service ?? brokerService;
    const reference = guidOf(chance);
    const status = wish.status ?? 'Uploaded';
    const file: SentFile = {
      reference,
      code,
      edition,
      fileName: wish.fileName ?? `${reference.slice(0, 8)}.zip`,
      sender: wish.sender ?? state.other.number,
      sendersReference: wish.sendersReference ?? `REF-${reference.slice(0, 4)}`,
      properties: wish.properties,
      fileList: wish.fileList,
      sent,
      ends: wish.ends ?? new Date(sent.getTime() + daysKept * day),
      size: bytes?.size ?? 0,
      bytes: status === 'Downloaded' ? undefined : bytes,
      deliveries: (wish.recipients ?? [own]).map((recipient) => ({
        recipient,
        status,
        receipt: receipt(sent, status === 'Downloaded' ? 'Downloaded' : 'Available'),
        downloads: 0,
      })),
      receipt: receipt(sent, 'Received'),
    };
    into.set(reference, file);
    return file;
  };
  /** Three to fetch, one of which is fetched already, one that is announced only, and two that were sent. */
  const seeded = (): Map<string, SentFile> => {
    const all = new Map<string, SentFile>();
    const now = state.now().getTime();
    const at = (days: number): { sent: Date } => ({ sent: new Date(now - days * day) });
    add(
      all,
      { ...at(9), fileName: 'anløp-mars.zip', status: 'Downloaded' },
      inventedBytes(48_211, 9),
    );
    add(all, { ...at(4), fileName: 'målinger-kaia.zip' }, inventedBytes(2_400_311, 4));
    add(all, { ...at(2), fileName: 'dybdekart.zip' }, inventedBytes(31_004_117, 2));
    add(all, { ...at(0), fileName: 'kommer.zip', status: 'Initialized' }, undefined);
    const sent = { sender: own, recipients: [state.other.number] };
    add(
      all,
      { ...at(6), ...sent, fileName: 'rutedata-uke-12.zip', status: 'Downloaded' },
      inventedBytes(90_412, 6),
    );
    add(all, { ...at(1), ...sent, fileName: 'rutedata-uke-13.zip' }, inventedBytes(91_077, 1));
    return all;
  };
  const drop = (file: SentFile): void => {
    file.bytes?.discard?.();
    file.bytes = undefined;
  };
  const living = (): Map<string, SentFile> => {
    const all = (byReference ??= seeded());
    for (const file of all.values()) {
      if (file.ends > state.now()) continue;
      drop(file);
      all.delete(file.reference);
    }
    return all;
  };
  const find = (reference: string): SentFile | undefined => living().get(reference.toLowerCase());
  const known = (reference: string): SentFile => {
    const found = find(reference);
    if (found) return found;
    throw new Error(`There is no file ${reference}.`);
  };
  const deliveryTo = (file: SentFile, recipient: string): Delivery => {
    const found = file.deliveries.find((one) => one.recipient === recipient);
    if (found) return found;
    throw new Error(`The file is not for ${recipient}.`);
  };
  const confirm = (file: SentFile, delivery: Delivery): void => {
    delivery.status = 'Downloaded';
    changeReceipt(delivery.receipt, 'OK', 'Downloaded');
    // When all have it, the bytes go.
    if (file.deliveries.some(({ status }) => status !== 'Downloaded')) return;
    drop(file);
  };
  return {
    find,
    get files() {
      return [...living().values()];
    },
    add(wish, bytes) {
      const file = add(living(), wish, bytes);
      if (next) changeReceipt(file.receipt, next.status, next.text);
      next = undefined;
      return file;
    },
    confirm,
    spool,
    control: {
      get files() {
        return [...living().values()];
      },
      find,
      put(wish = {}) {
        const { content = 1024 } = wish;
        const bytes = Buffer.isBuffer(content) ? storedBytes(content) : inventedBytes(content, 1);
        return add(living(), wish, wish.status === 'Initialized' ? undefined : bytes);
      },
      expire(reference) {
        known(reference).ends = state.now();
      },
      confirm(reference, recipient) {
        const file = known(reference);
        confirm(file, deliveryTo(file, recipient));
      },
      setReceipt(reference, { status, text }, recipient) {
        const file = known(reference);
        const one = recipient === undefined ? file.receipt : deliveryTo(file, recipient).receipt;
        changeReceipt(one, status, text);
      },
      nextReceipt: (change) => void (next = change),
    },
  };
}
