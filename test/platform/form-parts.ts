// The forms of a message (platform.md, Forms and attachments): read; sub-forms added, replaced and removed.
import type { Answer, Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusalWith } from './errors.ts';
import { oddityOf } from './form-models.ts';
import { xmlDocument } from './metadata-routes.ts';
import type { FormPart, Message } from './message-box.ts';
import {
  changed,
  changing,
  detailOf,
  located,
  pathOf,
  reading,
  statusOf,
  type MessageParts,
} from './message-desk.ts';
import { printedAs } from './messages.ts';
import { listOf, readBody, represent, textOf, type Fields } from './representation.ts';
import type { Service } from './service-data.ts';
import { parseXml, reindent, XmlFault } from './xml.ts';

const formNotFound = refusalWith(404, 'The form was not found.');

export function formActs(parts: MessageParts) {
  const change = (act: (parts: MessageParts, call: Call, message: Message) => Answer) =>
    changing(parts, (call, message) => act(parts, call, message));
  return {
    'forms.list': reading(parts, list),
    'forms.get': reading(parts, get),
    'forms.print': reading(parts, print),
    'forms.data': reading(parts, data),
    'forms.add': change(add),
    'forms.replace': change(replace),
    'forms.remove': change(remove),
  } satisfies Partial<Acts>;
}

const named = (call: Call, message: Message): FormPart | undefined =>
  message.forms.find((form) => form.id === call.parts['formId']);

function list(call: Call, message: Message): Answer {
  const self = call.links.to(`${pathOf(message)}/forms`);
  const items = message.forms.map((form) => shownForm(call, message, form));
  return represent(call, listOf(items, { relation: 'forms', self }), { name: 'Form' });
}

function get(call: Call, message: Message): Answer {
  const form = named(call, message);
  return form ? represent(call, shownForm(call, message, form), { name: 'Form' }) : formNotFound;
}

function print(call: Call, message: Message): Answer {
  const form = named(call, message);
  return form
    ? printedAs(form.id, [form.name, message.box.name, statusOf(call, message)])
    : formNotFound;
}

function shownForm(call: Call, message: Message, form: FormPart): object {
  const path = `${pathOf(message)}/forms/${form.id}`;
  return {
    Type: form.type,
    DataFormatId: form.formatId,
    // An integer or a string (platform.md, Forms and attachments).
    DataFormatVersion: Number(form.id) % 2 === 0 ? form.formatVersion : Number(form.formatVersion),
    ValidationStatus: form.validation,
    Name: form.name,
    _links: {
      self: { href: call.links.to(path) },
      formdata: { href: call.links.to(`${path}/formdata`), 'mime-type': 'application/xml' },
    },
  };
}

/** Not byte for byte what was sent: the platform reads and writes the document (platform.md, Forms and attachments). */
function data(call: Call, message: Message): Answer {
  const form = named(call, message);
  if (!form) return formNotFound;
  const isWide = oddityOf({ id: form.formatId }) === 'utf-16';
  const text = reindent(form.data());
  return xmlDocument(isWide ? text.replace('encoding="utf-8"', 'encoding="utf-16"') : text);
}

function add(parts: MessageParts, call: Call, message: Message): Answer {
  const form = sent(parts, call, message, ['SubForm']);
  if ('status' in form) return form;
  message.forms.push(form);
  changed(parts, call, message);
  return located(call, 201, 'Form Created', `${pathOf(message)}/forms/${form.id}`);
}

function replace(parts: MessageParts, call: Call, message: Message): Answer {
  const present = named(call, message);
  if (!present) return formNotFound;
  const form = sent(parts, call, message, [present.type]);
  if ('status' in form) return form;
  if (form.formatId !== present.formatId) {
    return refusalWith(400, 'The DataFormatId is not that of the form.');
  }
  // Only what the schema says is checked (section 4); a whole message is checked when it leaves Utfylling.
  const format = detailOf(parts, message)?.forms.find(
    (known) =>
      known.format.id === form.formatId && String(known.format.version) === form.formatVersion,
  )?.format;
  const faults = format ? parts.metadata.faultsOf(format, form.data()) : [];
  const [fault] = faults;
  if (fault) return refusalWith(400, `${fault.FieldXPath}: ${fault.ErrorMessage}`);
  const next = { ...form, id: present.id };
  message.forms = message.forms.map((one) => (one === present ? next : one));
  changed(parts, call, message);
  return located(call, 200, 'Form Updated', `${pathOf(message)}/forms/${next.id}`);
}

function remove(parts: MessageParts, call: Call, message: Message): Answer {
  const present = named(call, message);
  if (!present) return formNotFound;
  if (present.type === 'MainForm') return refusalWith(400, 'The main form cannot be deleted.');
  message.forms = message.forms.filter((form) => form !== present);
  changed(parts, call, message);
  return { status: 204, reason: 'Form Deleted' };
}

function sent(
  parts: MessageParts,
  call: Call,
  message: Message,
  types: readonly FormPart['type'][],
): FormPart | Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const service = parts.metadata.find(message.serviceCode, message.edition);
  return service ? formOf(parts, service, body.value, types) : formNotFound;
}

/** A form as a body has it; without FormData it is pre-filled. Checked against the service, not against its schema. */
export function formOf(
  parts: MessageParts,
  service: Service,
  item: Fields,
  types: readonly FormPart['type'][],
): FormPart | Answer {
  const type = types.find((one) => one === textOf(item['Type']));
  if (!type) return refusalWith(400, `The Type of the form must be ${types.join(' or ')}.`);
  const [id, version] = [textOf(item['DataFormatId']), textOf(item['DataFormatVersion'])];
  const known = parts.metadata
    .detail(service)
    .forms.find(
      (f) => f.type === type && f.format.id === id && String(f.format.version) === version,
    );
  if (!known) {
    return refusalWith(
      400,
      `The data format ${id} version ${version} is no ${type} of the service.`,
    );
  }
  const xml = textOf(item['FormData']);
  const fault = xml === '' ? undefined : notWellFormed(xml);
  if (fault !== undefined) return refusalWith(400, `FormData is no well-formed XML: ${fault}`);
  return {
    id: parts.box.newPartId(),
    type,
    formatId: id,
    formatVersion: version,
    name: known.format.title,
    data: () => (xml === '' ? parts.metadata.sampleForm(known.format) : xml),
    validation: 'NotValidated',
  };
}

function notWellFormed(xml: string): string | undefined {
  try {
    parseXml(xml);
    return undefined;
  } catch (error) {
    if (error instanceof XmlFault) return error.message;
    throw error;
  }
}
