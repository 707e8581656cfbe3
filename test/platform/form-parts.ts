// The forms of a message (platform.md, Forms and attachments): read; sub-forms added, replaced and removed.
import type { Answer, Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusalWith, refuse, refuseWith } from './errors.ts';
import { oddityOf } from './form-models.ts';
import { xmlDocument } from './metadata-routes.ts';
import type { FormPart, Message } from './message-box.ts';
import {
  changed,
  changing,
  located,
  pathOf,
  reading,
  statusOf,
  type MessageParts,
} from './message-desk.ts';
import { faultsOf, printedAs } from './messages.ts';
import { readBody, type Reply, textOf, type Fields } from './representation.ts';
import type { Service } from './service-data.ts';
import { parseXml, reindent, XmlFault } from './xml.ts';

const formNotFound = refusalWith(404, 'The form was not found.');

export function formActs(parts: MessageParts) {
  const [of, change] = [reading(parts), changing(parts)];
  return {
    'forms.list': of((_call, message) => message.forms.map((form) => shownForm(message, form))),
    'forms.get': of((call, message) => shownForm(message, named(call, message))),
    'forms.print': of(print),
    'forms.data': of(data),
    'forms.add': change(add),
    'forms.replace': change(replace),
    'forms.remove': change(remove),
  } satisfies Partial<Acts>;
}

const named = (call: Call, { forms }: Message): FormPart =>
  forms.find((form) => form.id === call.parts['formId']) ?? refuse(formNotFound);

function print(call: Call, message: Message): Answer {
  const form = named(call, message);
  return printedAs(form.id, [form.name, message.box.name, statusOf(call, message)]);
}

function shownForm(message: Message, form: FormPart): object {
  const self = `${pathOf(message)}/forms/${encodeURIComponent(form.id)}`;
  return {
    Type: form.type,
    DataFormatId: form.formatId,
    // An integer or a string (platform.md, Forms and attachments).
    DataFormatVersion: Number(form.id) % 2 === 0 ? form.formatVersion : Number(form.formatVersion),
    ValidationStatus: form.validation,
    Name: form.name,
    _links: { self, formdata: { href: `${self}/formdata`, 'mime-type': 'application/xml' } },
  };
}

/** Not byte for byte what was sent: the platform reads and writes the document (platform.md, Forms and attachments). */
function data(call: Call, message: Message): Answer {
  const form = named(call, message);
  const isWide = oddityOf({ id: form.formatId }) === 'utf-16';
  const text = reindent(form.data());
  return xmlDocument(isWide ? text.replace('encoding="utf-8"', 'encoding="utf-16"') : text);
}

function add(call: Call, message: Message, parts: MessageParts): Reply {
  const form = sent(parts, call, message, ['SubForm']);
  message.forms.push(form);
  changed(parts, call, message);
  return located(call, `${pathOf(message)}/forms/${form.id}`);
}

function replace(call: Call, message: Message, parts: MessageParts): Reply {
  const present = named(call, message);
  const form = sent(parts, call, message, [present.type]);
  if (form.formatId !== present.formatId)
    refuseWith(400, 'The DataFormatId is not that of the form.');
  // Only what the schema says is checked (section 4); a whole message is checked when it leaves Utfylling.
  const [fault] = faultsOf(parts, message, form);
  if (fault) refuseWith(400, `${fault.FieldXPath}: ${fault.ErrorMessage}`);
  const next = { ...form, id: present.id };
  message.forms = message.forms.map((one) => (one === present ? next : one));
  changed(parts, call, message);
  return located(call, `${pathOf(message)}/forms/${next.id}`);
}

function remove(call: Call, message: Message, parts: MessageParts): void {
  const present = named(call, message);
  if (present.type === 'MainForm') refuseWith(400, 'The main form cannot be deleted.');
  message.forms = message.forms.filter((form) => form !== present);
  changed(parts, call, message);
}

const sent = (
  parts: MessageParts,
  call: Call,
  { serviceCode, edition }: Message,
  types: readonly FormPart['type'][],
): FormPart =>
  formOf(
    parts,
    parts.metadata.find(serviceCode, edition) ?? refuse(formNotFound),
    readBody(call),
    types,
  );

/** A form as a body has it; without FormData it is pre-filled. Checked against the service, not against its schema. */
export function formOf(
  parts: MessageParts,
  service: Service,
  item: Fields,
  types: readonly FormPart['type'][],
): FormPart {
  const type =
    types.find((one) => one === textOf(item['Type'])) ??
    refuseWith(400, `The Type of the form must be ${types.join(' or ')}.`);
  const [id, version] = [textOf(item['DataFormatId']), textOf(item['DataFormatVersion'])];
  const known =
    parts.metadata
      .detail(service)
      .forms.find(
        (f) => f.type === type && f.format.id === id && String(f.format.version) === version,
      ) ??
    refuseWith(400, `The data format ${id} version ${version} is no ${type} of the service.`);
  const xml = textOf(item['FormData']);
  const fault = xml === '' ? undefined : notWellFormed(xml);
  if (fault !== undefined) refuseWith(400, `FormData is no well-formed XML: ${fault}`);
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
