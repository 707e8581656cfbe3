// The content of a submission: form XML and small attachments from texts and picked files, checked before a call.
import type { ReadHandle } from '../../preload/contract/schema.ts';
import { invalidField, misread } from './records.ts';
import {
  isWellFormed,
  readAs,
  readingsOf,
  saidInUtf8,
  toldXml,
  type WrittenXml,
} from './xml-bytes.ts';
import type { FileHandles } from '../storage/files.ts';
import { conflict, fileProblem } from '../problems.ts';

/** Form data of one form (no limit is documented); more than a person writes. */
export const FORM_BYTES = 8 * 1024 * 1024;
/** An attachment in a body grows by a third and is held in memory several times: larger ones are streamed. */
export const SMALL_ATTACHMENT_BYTES = 1024 * 1024;
/** All attachments of one body together. */
const BODY_BYTES = 16 * 1024 * 1024;

export interface GivenContent {
  readonly xml?: string | undefined;
  readonly file?: ReadHandle | undefined;
  readonly draft?: string | undefined;
  readonly template?: 'kept' | undefined;
  readonly earlier?: string | undefined;
}

/** Where the content of a form can be: in the call, in a picked file, in a draft of the message. */
export interface Contents {
  readonly handles: ReadFiles & Pick<FileHandles, 'name'>;
  /** The XML of a form in the draft, by its key. Without it, a message has no draft. */
  readonly draft?: ((key: string) => Promise<string>) | undefined;
  /** The template that is kept for a form; null where none is. */
  readonly kept?: ((of: DataFormat) => Promise<string | null>) | undefined;
  /** The form of an earlier message; `field` names it in the input. */
  readonly earlier?:
    | ((of: DataFormat, message: string, field: string) => Promise<string>)
    | undefined;
}

interface DataFormat {
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}

/** A form as POST and PUT take it. */
export interface FormBody {
  readonly Type: 'MainForm' | 'SubForm';
  readonly DataFormatId: string;
  readonly DataFormatVersion: string;
  readonly FormData?: string;
}
export interface AttachmentBody {
  readonly FileName: string;
  readonly AttachmentType: string;
  /** Base64. */
  readonly Data: string;
}

interface GivenForm extends GivenContent, DataFormat {}

/** `field` names the form in the input. Problem invalid-input{xml}, file{...}. */
export async function formBody(
  contents: Contents,
  type: FormBody['Type'],
  form: GivenForm,
  field: string,
): Promise<FormBody> {
  const data = await formData(contents, form, field);
  return {
    Type: type,
    DataFormatId: form.dataFormatId,
    DataFormatVersion: form.dataFormatVersion,
    ...(data !== undefined && { FormData: data }),
  };
}

async function formData(
  { handles, draft, kept, earlier }: Contents,
  given: GivenForm,
  field: string,
): Promise<string | undefined> {
  if (given.template !== undefined) {
    const template = fieldWithin(field, 'template');
    const text = await kept?.(given);
    if (typeof text !== 'string') throw invalidField(template, 'not-a-choice');
    return sentXml(text, template);
  }
  if (given.draft !== undefined) {
    if (draft === undefined) throw invalidField(fieldWithin(field, 'draft'), 'not-a-choice');
    return sentXml(await draft(given.draft), fieldWithin(field, 'draft'));
  }
  if (given.earlier !== undefined) {
    const name = fieldWithin(field, 'earlier');
    if (earlier === undefined) throw invalidField(name, 'not-a-choice');
    return sentXml(await earlier(given, given.earlier, name), name);
  }
  const { xml, file } = given;
  if (xml !== undefined) return sentXml(xml, fieldWithin(field, 'xml'));
  if (file === undefined) return undefined;
  return saidInUtf8((await formFile(handles, { file }, field)).xml);
}

const fieldWithin = (field: string, name: string) => (field === '' ? name : `${field}.${name}`);

/** Files whose charset somebody may have chosen. */
type ReadFiles = Pick<FileHandles, 'read' | 'charset'>;

/** The XML of a picked file. Problem invalid-input{xml, encoding}, file{...}. */
export async function formFile(
  handles: ReadFiles,
  { file }: { readonly file: ReadHandle },
  field: string,
): Promise<WrittenXml> {
  const name = fieldWithin(field, 'file');
  const bytes = await handles.read(file, FORM_BYTES, name);
  const found = pickedXml(bytes, handles.charset(file), name);
  if (found === undefined) throw invalidField(name, 'xml');
  checkedXml(found.xml, name);
  return found;
}

/**
 * The one way to read the bytes of a picked document, to check them or to send them: as a person said, or as they say themselves.
 * Undefined for bytes that no XML can be. Problem invalid-input{encoding} where they say one thing and are another, and nobody has chosen.
 */
export function pickedXml(
  bytes: Buffer,
  chosen: string | undefined,
  field: string,
): WrittenXml | undefined {
  const { sure, all } = readingsOf(bytes);
  const found = chosen === undefined ? all[0] : readAs(bytes, chosen);
  if (chosen === undefined && !sure && all.length > 0) throw invalidField(field, 'encoding');
  if (chosen !== undefined && found === undefined) throw invalidField(field, 'encoding');
  return found;
}

/** Goes out in UTF-8, and says nothing else. */
const sentXml = (xml: string, field: string) => saidInUtf8(checkedXml(xml, field));

/** As it is, byte for byte: what a form's rules say is for the service owner to check. Only no DTD ever goes out. */
function checkedXml(xml: string, field: string): string {
  if (!/^\s*<[^!]/.test(xml) && !/^\s*<!--/.test(xml)) throw invalidField(field, 'xml');
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(xml)) throw invalidField(field, 'xml');
  // Half of a sign would go out as another one.
  if (!isWellFormed(xml)) throw invalidField(field, 'xml');
  return xml;
}

/** Problem file{too-large} beyond SMALL_ATTACHMENT_BYTES. */
export async function attachmentBody(
  handles: Pick<FileHandles, 'read' | 'name'>,
  { file, type }: { readonly file: ReadHandle; readonly type: string },
  field: string,
): Promise<AttachmentBody> {
  const bytes = await handles.read(file, SMALL_ATTACHMENT_BYTES, field);
  return {
    FileName: handles.name(file, field),
    AttachmentType: type,
    Data: bytes.toString('base64'),
  };
}

export interface ServiceOfMessage {
  readonly serviceCode: string;
  readonly serviceEdition: number;
}

/** The body of POST and PUT for a message; without `_embedded` it says only what becomes of what is there. */
export function messageBody(
  { serviceCode, serviceEdition }: ServiceOfMessage,
  embedded?: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    Type: 'FormTask',
    ServiceCode: serviceCode,
    ServiceEdition: serviceEdition,
    ...(embedded !== undefined && { _embedded: embedded }),
  };
}

/** `_embedded` of forms and attachments; empty for a form that the platform fills in. */
export function embeddedParts(
  forms: readonly FormBody[],
  attachments: readonly AttachmentBody[],
): Readonly<Record<string, unknown>> {
  const bytes = attachments.reduce((sum, { Data }) => sum + Data.length, 0);
  if (bytes > BODY_BYTES)
    throw conflict('These attachments are too large for one call. Add them one by one.');
  return {
    ...(forms.length > 0 && { forms }),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** A form's XML; Problem unexpected-answer, file{too-large}. */
export function receivedXml(body: Buffer, contentType: string): WrittenXml {
  if (body.length > FORM_BYTES) throw fileProblem('too-large', 'The form is too large.');
  const found = toldXml(body, /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]);
  if (found === undefined) throw misread('the form', 'formdata');
  return found;
}
