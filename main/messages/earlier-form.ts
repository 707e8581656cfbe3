// A form that others begin with: the XML of an earlier one of the same service and format, only read.
import type { Api } from '../platform/api.ts';
import { refusedField } from '../problems.ts';
import { readForm, readFormData } from './forms.ts';
import type { FormKind } from './kept-forms.ts';
import { readMessage } from './records.ts';
import { saidInUtf8 } from './xml-bytes.ts';

export interface EarlierForm extends FormKind {
  readonly who: string;
  /** In the archive, the work list or wherever the party has it. */
  readonly message: string;
}

/** `field` names the message in the input. Problem not-found, invalid-input where it has no main form of this kind. */
export type ReadEarlierForm = (
  of: EarlierForm,
  field: string,
  signal?: AbortSignal,
) => Promise<string>;

export function createEarlierForms(api: Pick<Api, 'client'>): ReadEarlierForm {
  return async ({ connection, who, message, ...kind }, field, signal) => {
    const client = await api.client(connection);
    const target = { who, message };
    const { shown, forms } = await readMessage(client, target, { signal });
    for (const { id } of shown.serviceCode === kind.code ? forms : []) {
      if (id === null) continue;
      const read = await readForm(client, target, id, signal);
      const { type, dataFormatId, dataFormatVersion } = read.shown;
      if (type === 'sub-form' || read.data === null) continue;
      // Of another version, its fields may be others that are called the same.
      if (dataFormatId !== kind.dataFormatId || dataFormatVersion !== kind.dataFormatVersion)
        continue;
      return saidInUtf8((await readFormData(client, read, signal)).xml);
    }
    throw refusedField(
      field,
      'not-a-choice',
      'The message has no form of this service and format.',
    );
  };
}
