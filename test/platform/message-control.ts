// The control channel for messages: their true state, special messages, and services that fit.
import {
  inventedBytes,
  inventedDocument,
  mimeTypeOf,
  storedBytes,
  type StoredBytes,
} from './attachment-content.ts';
import { formsOf } from './message-data.ts';
import type {
  AttachmentPart,
  Message,
  MessageBox,
  MessageState,
  ReplyOption,
} from './message-box.ts';
import type { GivenForm, Metadata } from './metadata.ts';
import type { Parties, Party } from './parties.ts';
import type { Service, ServiceForm } from './service-data.ts';

export interface AttachmentTruth {
  readonly id: string;
  readonly fileName: string;
  readonly type: string | undefined;
  readonly size: number;
  readonly sha256: string;
}

export interface MessageTruth {
  readonly id: string;
  /** Reportee id of the party whose box it is in. */
  readonly party: string;
  readonly kind: Message['kind'];
  readonly state: MessageState;
  readonly binned: boolean;
  readonly subject: string;
  readonly serviceCode: string;
  readonly edition: number;
  readonly created: Date;
  readonly changed: Date;
  readonly changedBy: string;
  readonly archiveReference: string | undefined;
  readonly originalId: string | undefined;
  /** Ids of the forms and attachments signed so far. */
  readonly signed: readonly string[];
  readonly confirmed: boolean;
  readonly forms: readonly {
    readonly id: string;
    readonly type: string;
    readonly formatId: string;
    readonly data: string;
  }[];
  readonly attachments: readonly AttachmentTruth[];
}

export interface AttachmentWish {
  /** As no document shows it, but none forbids it. */
  readonly id?: string;
  readonly fileName: string;
  readonly name?: string;
  readonly type?: string;
  /** The bytes, or how many invented ones; a small document when left out. */
  readonly bytes?: Buffer;
  readonly size?: number;
  readonly mimeType?: string;
  readonly encrypted?: boolean;
  readonly signingLocked?: boolean;
  readonly signedByDefault?: boolean;
  readonly sizeShown?: number;
  /** A Content-Disposition of one's own. */
  readonly disposition?: string;
}

export interface MessageWish {
  /** Of the message and of its forms, as no document shows them, but none forbids them. */
  readonly id?: string;
  readonly formId?: string;
  /** Reportee id or organisation number; the organisation when left out. */
  readonly party?: string;
  readonly kind?: Message['kind'];
  readonly state?: MessageState;
  readonly subject?: string;
  readonly sender?: string;
  readonly owner?: string;
  readonly summary?: string;
  readonly body?: string;
  readonly changed?: Date;
  readonly created?: Date;
  readonly service?: { readonly code: string; readonly edition: number };
  readonly replyOptions?: readonly ReplyOption[];
  readonly attachments?: readonly AttachmentWish[];
  readonly level?: number;
  readonly binned?: boolean;
  readonly withoutBin?: boolean;
  /** Of a correspondence: the number of an earlier message (`archiveReference` of its truth). */
  readonly archiveReference?: string;
  readonly asksConfirmation?: boolean;
  readonly payment?: boolean;
}

export interface FormSample {
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
  /** XML that can be completed. */
  readonly data: string;
}

export interface ServiceSample {
  readonly code: string;
  readonly edition: number;
  readonly name: string;
  readonly mainForm: FormSample;
  readonly subForm: FormSample | undefined;
  readonly attachmentTypes: readonly {
    readonly name: string;
    readonly allowedFileTypes: string;
    readonly maxCount: number;
    readonly minCount: number;
    /** MiB; 0 is no limit. */
    readonly maxFileSize: number;
  }[];
}

export interface MessageControl {
  readonly parties: readonly Party[];
  /** Of a party, or of all; also what is in the bin. */
  of(party?: string): readonly MessageTruth[];
  find(id: string): MessageTruth | undefined;
  make(wish?: MessageWish): MessageTruth;
  /** As if somebody had changed it: the time of its last change is this one. */
  touch(id: string, changed: Date): void;
  /** Ids of messages that a GET has marked as read, each time it happened. */
  readonly markedRead: readonly string[];
  /** A service that can be submitted to, without required attachments unless asked for. Throws when there is none. */
  serviceWith(wish?: {
    subForm?: boolean;
    attachments?: boolean;
    required?: boolean;
    signing?: boolean;
  }): ServiceSample;
  /** A service that has this form alone; another one each time, the last of the list first. Throws when there is none left. */
  serviceFor(form: GivenForm): ServiceSample;
}

export interface MessageControlParts {
  readonly box: MessageBox;
  readonly parties: Parties;
  readonly metadata: Metadata;
  readonly organisationNumber: string;
  readonly now: () => Date;
}

export function createMessageControl(parts: MessageControlParts): MessageControl {
  const { box, parties } = parts;
  const given = new Set<string>();
  const partyNamed = (who: string): Party => {
    const found = parties.all.find((p) => p.id === who || p.organisationNumber === who);
    if (!found) throw new Error(`There is no party ${who}.`);
    return found;
  };
  return {
    parties: parties.all,
    of: (party) =>
      box.all.filter((m) => party === undefined || m.box === partyNamed(party)).map(truthOf),
    find(id) {
      const message = box.findAnywhere(id);
      return message && truthOf(message);
    },
    make(wish = {}) {
      const message = messageFor(parts, wish, partyNamed(wish.party ?? parts.organisationNumber));
      box.add(message);
      return truthOf(message);
    },
    touch(id, changed) {
      const message = box.findAnywhere(id);
      if (!message) throw new Error(`There is no message ${id}.`);
      message.changed = changed.getTime();
    },
    markedRead: box.markedRead,
    serviceWith: (wish = {}) => serviceWith(parts.metadata, wish),
    serviceFor(form) {
      const { metadata } = parts;
      const service = metadata.services.findLast(
        ({ kind, restEnabled, code }) => kind === 'formtask' && restEnabled && !given.has(code),
      );
      if (!service) throw new Error('Every service of the platform has been given a form.');
      given.add(service.code);
      metadata.change.form(service, form);
      return sampleOfService(metadata, service);
    },
  };
}

function truthOf(message: Message): MessageTruth {
  return {
    id: message.id,
    party: message.box.id,
    kind: message.kind,
    state: message.state,
    binned: message.binned,
    subject: message.subject,
    serviceCode: message.serviceCode,
    edition: message.edition,
    created: new Date(message.created),
    changed: new Date(message.changed),
    changedBy: message.changedBy,
    archiveReference: message.archiveReference,
    originalId: message.originalId,
    signed: [...message.signed],
    confirmed: message.confirmed,
    forms: message.forms.map(({ id, type, formatId, data }) => ({
      id,
      type,
      formatId,
      get data() {
        return data();
      },
    })),
    attachments: message.attachments.map(({ id, fileName, type, content }) => ({
      id,
      fileName,
      type,
      size: content.size,
      get sha256() {
        return content.sha256();
      },
    })),
  };
}

function messageFor(parts: MessageControlParts, wish: MessageWish, party: Party): Message {
  const kind = wish.kind ?? 'Correspondence';
  const letter = kind === 'Correspondence';
  const state = wish.state ?? (letter ? 'unread' : 'filling');
  const service = wishedService(parts.metadata, wish, letter);
  const changed = (wish.changed ?? parts.now()).getTime();
  const owner = wish.owner ?? service.ownerName.trim();
  const archived = state === 'sent' ? parts.box.newArchiveReference() : undefined;
  const archiveReference = wish.archiveReference ?? archived;
  return {
    id: wish.id ?? parts.box.newId(),
    box: party,
    kind,
    state,
    binned: wish.binned ?? false,
    subject: wish.subject ?? service.name,
    sender: letter ? (wish.sender ?? owner) : '',
    owner,
    serviceCode: service.code,
    edition: service.edition,
    created: (wish.created ?? new Date(changed)).getTime(),
    changed,
    fraction: 3,
    changedBy: owner,
    level: wish.level ?? 1,
    forms: letter ? [] : wishedForms(parts, wish, service, state),
    attachments: (wish.attachments ?? []).map((one) => attachmentFor(parts, one)),
    ...(archiveReference === undefined ? {} : { archiveReference }),
    replyOptions: wish.replyOptions ?? [],
    summary: wish.summary ?? '',
    body: () => wish.body ?? '<p>Hei</p>',
    signed: new Set(),
    asksConfirmation: wish.asksConfirmation ?? false,
    payment: wish.payment ?? false,
    withoutBin: wish.withoutBin ?? false,
    confirmed: false,
  };
}

const wishedForms = (
  { metadata, box }: MessageControlParts,
  { formId }: MessageWish,
  service: Service,
  state: MessageState,
): Message['forms'] =>
  formsOf(metadata, service, box, state).map((form) => ({ ...form, id: formId ?? form.id }));

function wishedService(metadata: Metadata, wish: MessageWish, letter: boolean): Service {
  const kind = letter ? 'correspondence' : 'formtask';
  const found = wish.service
    ? metadata.find(wish.service.code, wish.service.edition)
    : metadata.services.find((one) => one.kind === kind && (letter || one.restEnabled));
  if (!found) throw new Error('There is no such service.');
  return found;
}

function attachmentFor(parts: MessageControlParts, wish: AttachmentWish): AttachmentPart {
  const content = contentFor(wish);
  return {
    id: wish.id ?? parts.box.newPartId(),
    name: wish.name ?? wish.fileName.replace(/\.[^.]+$/, ''),
    fileName: wish.fileName,
    ...(wish.type === undefined ? {} : { type: wish.type }),
    mimeType: wish.mimeType ?? mimeTypeOf(wish.fileName),
    encrypted: wish.encrypted ?? false,
    signingLocked: wish.signingLocked ?? false,
    signedByDefault: wish.signedByDefault ?? false,
    sizeShown: wish.sizeShown ?? content.size,
    content,
    ...(wish.disposition === undefined ? {} : { disposition: wish.disposition }),
  };
}

function contentFor({ bytes, size, fileName }: AttachmentWish): StoredBytes {
  if (bytes) return storedBytes(bytes);
  return size === undefined ? inventedDocument(fileName, fileName) : inventedBytes(size, 1);
}

function serviceWith(
  metadata: Metadata,
  wish: { subForm?: boolean; attachments?: boolean; required?: boolean; signing?: boolean },
): ServiceSample {
  for (const service of metadata.services) {
    if (service.kind !== 'formtask' || !service.restEnabled) continue;
    const { forms, steps, attachmentRules: rules } = metadata.detail(service);
    const main = forms.find((form) => form.type === 'MainForm');
    const sub = forms.find((form) => form.type === 'SubForm');
    const fits =
      main !== undefined &&
      (wish.subForm === undefined || (sub !== undefined) === wish.subForm) &&
      (wish.attachments === undefined || rules.length > 0 === wish.attachments) &&
      rules.some((rule) => rule.minCount > 0) === (wish.required ?? false) &&
      (wish.signing === undefined || steps.length > 1 === wish.signing);
    if (!fits) continue;
    return sampleOfService(metadata, service);
  }
  throw new Error('No service of the platform fits; start it with more services.');
}

function sampleOfService(metadata: Metadata, service: Service): ServiceSample {
  const { forms, attachmentRules } = metadata.detail(service);
  const main = forms.find((form) => form.type === 'MainForm');
  const sub = forms.find((form) => form.type === 'SubForm');
  if (main === undefined) throw new Error(`The service ${service.code} has no main form.`);
  return {
    code: service.code,
    edition: service.edition,
    name: service.name,
    mainForm: sampleOf(metadata, main),
    subForm: sub && sampleOf(metadata, sub),
    attachmentTypes: attachmentRules.map((rule) => ({
      name: rule.typeName,
      allowedFileTypes: rule.allowedFileTypes,
      maxCount: rule.maxCount,
      minCount: rule.minCount,
      maxFileSize: rule.maxFileSize,
    })),
  };
}

const sampleOf = (metadata: Metadata, { format }: ServiceForm): FormSample => ({
  dataFormatId: format.id,
  dataFormatVersion: String(format.version),
  data: metadata.sampleForm(format),
});
