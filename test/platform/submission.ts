// Submitting (platform.md, States of a message): creating a message, replacing its content, completing and signing it.
import type { Answer, Call } from './call.ts';
import { attachmentOf, attachmentRefusal, tooFewAttachments } from './attachment-rules.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { formOf } from './form-parts.ts';
import type { FormFault } from './form-validation.ts';
import type { AttachmentPart, FormPart, Message } from './message-box.ts';
import {
  boxOwner,
  changed,
  changerOf,
  detailOf,
  located,
  mayRead,
  messageOf,
  notFalse,
  notOpen,
  pathOf,
  validation,
  type MessageParts,
} from './message-desk.ts';
import { formsOf } from './message-data.ts';
import { formFaults } from './messages.ts';
import {
  embeddedOf,
  itemsOf,
  readBody,
  represent,
  type Reply,
  textOf,
  type Fields,
} from './representation.ts';
import type { Service } from './service-data.ts';

export const submissionActs = (parts: MessageParts) =>
  ({
    'messages.create': (call) => create(parts, call),
    'messages.replace': (call) => replace(parts, call),
  }) satisfies Partial<Acts>;

type Target = 'filling' | 'signing' | 'sent';

function targetOf(call: Call): Target {
  if (!notFalse(call, 'complete')) return 'filling';
  return notFalse(call, 'sign') ? 'sent' : 'signing';
}

interface Content {
  readonly forms: FormPart[];
  readonly attachments: AttachmentPart[];
  /** The body had forms or attachments. */
  readonly any: boolean;
}

function create(parts: MessageParts, call: Call): Answer | Reply {
  const party = boxOwner(parts, call);
  const body = readBody(call);
  const service = serviceOf(parts, call, body);
  const content = contentOf(parts, service, body);
  const target = targetOf(call);
  const now = parts.now().getTime();
  const message: Message = {
    id: parts.box.newId(),
    box: party,
    kind: 'FormTask',
    state: target,
    binned: false,
    subject: service.name,
    sender: '',
    owner: service.ownerName.trim(),
    serviceCode: service.code,
    edition: service.edition,
    created: now,
    changed: now,
    fraction: 3,
    changedBy: changerOf(call, parts),
    level: levelsOf(parts, service).filling,
    forms:
      content.forms.length === 0 && target === 'filling'
        ? formsOf(parts.metadata, service, parts.box, target)
        : content.forms,
    attachments: content.attachments,
    replyOptions: [],
    summary: '',
    body: () => '',
    signed: new Set(),
    asksConfirmation: false,
    payment: false,
    withoutBin: false,
    confirmed: false,
  };
  const refused = target === 'filling' ? undefined : incomplete(parts, call, message);
  if (refused) return refused;
  if (target === 'sent') message.archiveReference = parts.box.newArchiveReference();
  parts.box.add(message);
  return located(call, pathOf(message), reasons[target]);
}

const reasons: Readonly<Record<Target, string>> = {
  filling: 'Form Saved In Work List',
  signing: 'Form Awaits Signature',
  sent: 'Form Signed And Archived',
};

/** PUT: the body's content replaces all earlier content; a body without any leaves it and only moves the message on. */
function replace(parts: MessageParts, call: Call): Answer | Reply {
  const message = messageOf(parts, call);
  if (message.state !== 'filling' && message.state !== 'signing') refuse(notOpen);
  const body = readBody(call);
  const service = serviceOf(parts, call, body);
  if (service.code !== message.serviceCode || service.edition !== message.edition)
    refuseWith(400, 'ServiceCode and ServiceEdition are not those of the message.');
  const target = targetOf(call);
  const spec = embeddedOf(body, 'SignatureSpec');
  if (spec !== undefined && spec !== '') return signSome(parts, call, message, spec, target);
  const content = contentOf(parts, service, body);
  const before = { forms: message.forms, attachments: message.attachments };
  const drops = call.shape.emptyPut === 'drops' && target === 'filling';
  if (content.any || drops)
    Object.assign(message, { forms: content.forms, attachments: content.attachments });
  const refused =
    target === 'filling'
      ? undefined
      : (levelRefusal(parts, call, service, target) ?? incomplete(parts, call, message));
  if (refused) {
    Object.assign(message, before);
    return refused;
  }
  message.signed.clear();
  return moved(parts, call, message, target);
}

/** Archiving gives the message a new id and an archive reference. */
function moved(parts: MessageParts, call: Call, message: Message, target: Target): Reply {
  message.state = target;
  if (target === 'sent') {
    message.archiveReference = parts.box.newArchiveReference();
    parts.box.renumber(message);
  }
  changed(parts, call, message);
  return located(call, pathOf(message), reasons[target]);
}

/** The message stays in Signering until each form and each attachment that is locked to the signature is signed. */
function signSome(
  parts: MessageParts,
  call: Call,
  message: Message,
  given: unknown,
  target: Target,
): Answer | Reply {
  if (target !== 'sent') refuseWith(400, 'A SignatureSpec needs complete and sign.');
  const spec = (typeof given === 'object' && given !== null ? given : {}) as Fields;
  const forms = itemsOf(spec['FormIds']).map(textOf);
  const attachments = itemsOf(spec['AttachmentIds']).map(textOf);
  const stranger =
    forms.find((id) => !message.forms.some((form) => form.id === id)) ??
    attachments.find((id) => !message.attachments.some((one) => one.id === id));
  if (stranger !== undefined)
    refuseWith(400, `The item ${stranger} to be signed does not belong to the message.`);
  const locked = message.attachments.filter((one) => one.signingLocked).map((one) => one.id);
  const left = locked.find((id) => !attachments.includes(id) && !message.signed.has(id));
  if (left !== undefined)
    refuseWith(400, `The attachment ${left} is locked to the signature and must be included.`);
  const service = parts.metadata.find(message.serviceCode, message.edition);
  const refused =
    (service && levelRefusal(parts, call, service, target)) ?? incomplete(parts, call, message);
  if (refused) return refused;
  for (const id of [...forms, ...attachments]) message.signed.add(id);
  const needed = [...message.forms.map((form) => form.id), ...locked];
  return moved(
    parts,
    call,
    message,
    needed.every((id) => message.signed.has(id)) ? 'sent' : 'signing',
  );
}

function levelsOf(parts: MessageParts, service: Service) {
  const [first, ...rest] = parts.metadata.detail(service).steps;
  const filling = first?.securityLevel ?? 1;
  return { filling, signing: rest.at(-1)?.securityLevel ?? filling };
}

/** Signing may need a higher level than filling in. */
function levelRefusal(
  parts: MessageParts,
  call: Call,
  service: Service,
  target: Target,
): Answer | undefined {
  const needed = levelsOf(parts, service).signing;
  return target === 'sent' && !mayRead(call, needed) ? refusals.levelTooLow : undefined;
}

function serviceOf(parts: MessageParts, call: Call, body: Fields): Service {
  if (textOf(body['Type']) !== 'FormTask') refuseWith(400, 'The Type must be FormTask.');
  const edition = textOf(body['ServiceEdition']);
  const service = parts.metadata.find(textOf(body['ServiceCode']), Number(edition), 'formtask');
  if (!service || edition === '') return refuseWith(400, 'The service does not exist.');
  if (!service.restEnabled) refuseWith(403, 'The service cannot be submitted to through this API.');
  return mayRead(call, levelsOf(parts, service).filling) ? service : refuse(refusals.levelTooLow);
}

function contentOf(parts: MessageParts, service: Service, body: Fields): Content {
  const forms = itemsOf(embeddedOf(body, 'forms')).map((item) =>
    formOf(parts, service, item as Fields, ['MainForm', 'SubForm']),
  );
  if (forms.length > 0 && forms.filter((form) => form.type === 'MainForm').length !== 1)
    refuseWith(400, 'Exactly one form must be the MainForm.');
  const attachments: AttachmentPart[] = [];
  for (const item of itemsOf(embeddedOf(body, 'attachments'))) {
    const attachment = attachmentOf(parts, item as Fields);
    const refused = attachmentRefusal(parts.metadata.detail(service), attachment, attachments);
    if (refused) refuse(refused);
    attachments.push(attachment);
  }
  return { forms, attachments, any: forms.length + attachments.length > 0 };
}

/** Why a message cannot leave Utfylling: 400 with the faults of each field. */
function incomplete(parts: MessageParts, call: Call, message: Message): Answer | undefined {
  const faults: FormFault[] = [...formFaults(parts, message)];
  if (!message.forms.some((form) => form.type === 'MainForm')) {
    faults.push({
      FieldName: 'MainForm',
      ErrorMessage: 'The main form is missing.',
      FieldXPath: '/',
    });
  }
  const detail = detailOf(parts, message);
  if (detail) faults.push(...tooFewAttachments(detail, message.attachments));
  for (const form of message.forms) form.validation = faults.length === 0 ? 'OK' : 'Failed';
  if (faults.length === 0) return undefined;
  return represent(call, validation(faults), {
    name: 'ValidationResult',
    status: 400,
    reason: 'Form validation failed, see the attached validation details',
  });
}
