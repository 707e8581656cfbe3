// A form of a message (platform.md, Forms and attachments) and its XML, exactly as the platform returned it.
import type { Form } from '../../preload/contract/forms.ts';
import type { PlatformClient } from '../platform/client.ts';
import { readerOf } from '../http/reader.ts';
import { receivedXml } from './content.ts';
import { messagePath, type MessageTarget, misread } from './records.ts';
import type { WrittenXml } from './xml-bytes.ts';

export interface ReadForm {
  readonly shown: Form;
  /** Where its XML is; it never leaves main. */
  readonly data: string | null;
}

/** Problem not-found, unexpected-answer. */
export async function readForm(
  client: PlatformClient,
  target: MessageTarget,
  form: string,
  signal?: AbortSignal,
): Promise<ReadForm> {
  const call = { path: messagePath.form(target, form), links: true, signal };
  const reader = readerOf(await client.read(call), 'the form');
  const word = reader.text('Type', 'FormType') ?? '';
  const data = reader.link('formdata')?.href ?? null;
  return {
    data,
    shown: {
      id: form,
      type: typeOf(word),
      word,
      name: reader.text('Name') ?? '',
      dataFormatId: reader.text('DataFormatId'),
      dataFormatVersion: reader.text('DataFormatVersion'),
      validationStatus: reader.text('ValidationStatus'),
      hasData: data !== null,
    },
  };
}

function typeOf(word: string): Form['type'] {
  switch (word.trim().toLowerCase()) {
    case 'mainform':
      return 'main-form';
    case 'subform':
      return 'sub-form';
    default:
      return 'unknown';
  }
}

export async function readFormData(
  client: PlatformClient,
  { data }: ReadForm,
  signal?: AbortSignal,
): Promise<WrittenXml> {
  if (data === null) throw misread('the form', 'formdata');
  const { body, headers } = await client.follow(data, { raw: true, signal });
  return receivedXml(body, headers['content-type'] ?? '');
}
