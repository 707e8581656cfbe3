// The message boxes: what each message is, kept per party, newest first.
import type { StoredBytes } from './attachment-content.ts';
import type { Parties, Party } from './parties.ts';

export type MessageState =
  | 'filling'
  | 'signing'
  | 'sent'
  // Of a correspondence:
  | 'unread'
  | 'read'
  | 'filed';

export interface ReplyOption {
  readonly type: 'Service' | 'ArchiveReference' | 'URL';
  readonly url: string;
  readonly text: string;
  readonly serviceCode?: string;
  readonly serviceEdition?: number;
}

export interface FormPart {
  readonly id: string;
  readonly type: 'MainForm' | 'SubForm';
  readonly formatId: string;
  readonly formatVersion: string;
  readonly name: string;
  /** The XML as it was sent, or made at the first use. */
  data: () => string;
  validation: 'NotValidated' | 'OK' | 'Failed';
}

export interface AttachmentPart {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  /** AttachmentTypeName of the metadata; agencies' attachments have none. */
  readonly type?: string;
  readonly mimeType: string;
  readonly encrypted: boolean;
  readonly signingLocked: boolean;
  readonly signedByDefault: boolean;
  /** As the answer says it: bytes, or -1 when the platform does not know (platform.md, Values). */
  readonly sizeShown: number;
  readonly content: StoredBytes;
  /** Sent as Content-Disposition instead of the honest one. */
  readonly disposition?: string;
}

export interface Message {
  /** Changes when the message is archived. */
  id: string;
  readonly box: Party;
  readonly kind: 'FormTask' | 'Correspondence';
  state: MessageState;
  binned: boolean;
  readonly subject: string;
  readonly sender: string;
  readonly owner: string;
  readonly serviceCode: string;
  readonly edition: number;
  readonly created: number;
  changed: number;
  /** Digits of the fraction in which the platform prints the times of this message. */
  readonly fraction: number;
  changedBy: string;
  readonly level: number;
  forms: FormPart[];
  attachments: AttachmentPart[];
  /** Of an archived form: its own number, which no answer shows. Of a correspondence: that of an earlier message. */
  archiveReference?: string;
  /** The id before archiving. */
  originalId?: string;
  /** A correspondence that wants to be confirmed, before it can be archived. */
  readonly asksConfirmation: boolean;
  /** A form that is paid for in the browser. */
  readonly payment: boolean;
  readonly replyOptions: readonly ReplyOption[];
  readonly summary: string;
  readonly body: () => string;
  /** Ids of forms and attachments already signed. */
  signed: Set<string>;
  /** Goes without the trash bin when deleted. */
  readonly withoutBin: boolean;
  confirmed: boolean;
}

export interface MessageBox {
  /** Everything in the box of a party that is not in its bin, last changed first. */
  of(party: Party): readonly Message[];
  bin(party: Party): readonly Message[];
  find(party: Party, id: string): Message | undefined;
  findAnywhere(id: string): Message | undefined;
  readonly all: readonly Message[];
  add(message: Message): void;
  /** Under a new id, as archiving does it. */
  renumber(message: Message): void;
  /** To be told of a new `changed` or `binned`. */
  touched(message: Message): void;
  remove(message: Message): void;
  newId(): string;
  /** For forms and attachments. */
  newPartId(): string;
  newArchiveReference(): string;
  /** Ids of messages that a GET has marked as read. */
  readonly markedRead: string[];
}

/** `fill` makes the messages the box begins with, at the first use. */
export function createMessageBox(
  parties: Parties,
  fill: (box: Pick<MessageBox, 'newId' | 'newPartId' | 'newArchiveReference'>) => Message[],
): MessageBox {
  const byId = new Map<string, Message>();
  const boxes = new Map<string, Set<Message>>();
  /** Made anew after a change. */
  const lists = new Map<string, Sorted>();
  let numbers = 0;
  let filled = false;
  const ids = {
    newId: () => `a${1_200_000 + (numbers += 1 + (numbers % 7))}`,
    newPartId: () => String(300_000 + (numbers += 1)),
    newArchiveReference: () => `AR${4_500_000 + (numbers += 3)}`,
  };
  const put = (message: Message): void => {
    byId.set(message.id, message);
    const box = boxes.get(message.box.id) ?? new Set();
    boxes.set(message.box.id, box.add(message));
    lists.delete(message.box.id);
  };
  const ready = (): void => {
    if (filled) return;
    filled = true;
    for (const message of fill(ids)) put(message);
  };
  const sorted = (party: Party): Sorted => {
    ready();
    const known = lists.get(party.id);
    if (known) return known;
    const all = [...(boxes.get(party.id) ?? [])].sort(newestFirst);
    const list = {
      kept: all.filter((message) => !message.binned),
      binned: all.filter((message) => message.binned),
    };
    lists.set(party.id, list);
    return list;
  };
  return {
    of: (party) => sorted(party).kept,
    bin: (party) => sorted(party).binned,
    find(party, id) {
      ready();
      const message = byId.get(id);
      return message?.box === party ? message : undefined;
    },
    findAnywhere(id) {
      ready();
      return byId.get(id);
    },
    get all() {
      ready();
      return parties.all.flatMap((party) => [...sorted(party).kept, ...sorted(party).binned]);
    },
    add(message) {
      ready();
      put(message);
    },
    renumber(message) {
      byId.delete(message.id);
      message.originalId ??= message.id;
      message.id = ids.newId();
      byId.set(message.id, message);
    },
    touched: (message) => void lists.delete(message.box.id),
    remove(message) {
      byId.delete(message.id);
      boxes.get(message.box.id)?.delete(message);
      lists.delete(message.box.id);
    },
    ...ids,
    markedRead: [],
  };
}

interface Sorted {
  readonly kept: readonly Message[];
  readonly binned: readonly Message[];
}

const newestFirst = (a: Message, b: Message): number =>
  b.changed - a.changed || (a.id < b.id ? 1 : -1);
