// Other forms of the same service and data format: found in the message box, read one at a time.
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import type { Result } from '../../../preload/result.ts';
import { client } from '../../state/main-process.ts';
import { expressionOf, NO_FILTER } from './message-filter.ts';

export interface FormVersions {
  readonly connection: string;
  readonly who: string;
  /** The one they are other than. */
  readonly message: string;
  readonly serviceCode: string;
  readonly dataFormatId: string;
}
interface Asking {
  readonly signal?: AbortSignal;
}

/** Newest first. */
export async function versionsOf(
  { connection, who, message, serviceCode }: FormVersions,
  asking: Asking,
): Promise<Result<readonly MessageSummary[]>> {
  const filter = expressionOf({ ...NO_FILTER, serviceCode });
  const of = { connection, who, all: true, ...(filter !== undefined && { filter }) };
  const answer = await client.messages.list(of, asking);
  if (!answer.ok) return answer;
  const found = answer.value.messages.filter(
    (one) => one.type.kind === 'form-task' && one.id !== message && one.serviceCode === serviceCode,
  );
  const changed = (one: MessageSummary) => one.lastChanged ?? '';
  return { ok: true, value: found.toSorted((a, b) => changed(b).localeCompare(changed(a))) };
}

/** The XML of its form of this format; null where it has none. */
export async function xmlOfVersion(
  { connection, who, dataFormatId }: FormVersions,
  message: string,
  asking: Asking,
): Promise<Result<string | null>> {
  const target = { connection, who, message };
  const read = await client.messages.get(target, asking);
  if (!read.ok) return read;
  for (const { id } of read.value.forms) {
    if (id === null) continue;
    const form = await client.forms.get({ ...target, form: id }, asking);
    if (!form.ok) return form;
    if (form.value.dataFormatId !== dataFormatId || !form.value.hasData) continue;
    const data = await client.forms.data({ ...target, form: id }, asking);
    return data.ok ? { ok: true, value: data.value.xml } : data;
  }
  return { ok: true, value: null };
}
