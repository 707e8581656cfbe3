// An earlier form that a new one is to begin with: the message, and which main forms of it have values.
import type { Message } from '../../../preload/contract/messages.ts';
import type { Result } from '../../../preload/result.ts';
import { client } from '../../state/main-process.ts';

export interface DataFormat {
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}
export interface EarlierForm {
  readonly message: Message;
  /** Of its main forms, in their order. */
  readonly formats: readonly DataFormat[];
}
type Target = Parameters<typeof client.messages.get>[0];
interface Asking {
  readonly signal?: AbortSignal;
}

/** Its values are not read: main takes them from where they are. */
export async function earlierForm(target: Target, asking: Asking): Promise<Result<EarlierForm>> {
  const message = await client.messages.get(target, asking);
  if (!message.ok) return message;
  const formats: DataFormat[] = [];
  for (const { id } of message.value.forms) {
    if (id === null) continue;
    const form = await client.forms.get({ ...target, form: id }, asking);
    if (!form.ok) return form;
    const { type, hasData, dataFormatId, dataFormatVersion } = form.value;
    if (type === 'sub-form' || !hasData) continue;
    if (dataFormatId !== null && dataFormatVersion !== null)
      formats.push({ dataFormatId, dataFormatVersion });
  }
  return { ok: true, value: { message: message.value, formats } };
}

export const isSameFormat = (one: DataFormat, other: DataFormat): boolean =>
  one.dataFormatId === other.dataFormatId && one.dataFormatVersion === other.dataFormatVersion;
