// The whole content of a message for PUT (platform.md, States of a message): new, kept, nothing lost silently.
import type { z } from '../../preload/contract/schema.ts';
import type { messages } from '../../preload/contract/messages.ts';
import type { PlatformClient } from '../platform/client.ts';
import {
  type AttachmentBody,
  attachmentBody,
  type Contents,
  type FormBody,
  formBody,
  SMALL_ATTACHMENT_BYTES,
} from './content.ts';
import { readForm, readFormData } from './forms.ts';
import { invalidField, type MessageTarget, type ReadMessage } from './records.ts';
import { conflict, fileProblem } from '../problems.ts';

type Input = z.output<typeof messages.replace.input>;
type GivenForm = Input['forms'][number];
type GivenAttachment = Input['attachments'][number];

export interface ReplacementNeeds {
  readonly client: PlatformClient;
  /** Where new content comes from. */
  readonly contents: Contents;
  readonly target: MessageTarget;
  readonly current: ReadMessage;
  readonly signal: AbortSignal;
}

/**
 * Everything the message will have. Problem conflict when it has something now that is neither kept, replaced nor dropped;
 * invalid-input when an id is not one of the message's.
 */
export async function replacementParts(needs: ReplacementNeeds, input: Input) {
  const { current } = needs;
  const dropped = input.drop ?? { forms: [], attachments: [], unnamed: false };
  const unnamed = dropped.unnamed;
  checkNothingLost('forms', current.forms, { given: input.forms, dropped: dropped.forms, unnamed });
  checkNothingLost('attachments', current.attachments, {
    given: input.attachments,
    dropped: dropped.attachments,
    unnamed,
  });
  const forms: FormBody[] = [];
  for (const [index, given] of input.forms.entries())
    forms.push(await formOf(needs, given, `forms.${index}`));
  const attachments: AttachmentBody[] = [];
  for (const [index, given] of input.attachments.entries())
    attachments.push(await attachmentOf(needs, given, `attachments.${index}`));
  return { forms, attachments };
}

interface Named {
  readonly given: readonly (GivenForm | GivenAttachment)[];
  readonly dropped: readonly string[];
  readonly unnamed: boolean;
}

function checkNothingLost(
  field: 'forms' | 'attachments',
  has: readonly { readonly id: string | null }[],
  { given, dropped, unnamed }: Named,
): void {
  const used = given.flatMap((one) => ('kept' in one ? one.kept : (one.replaces ?? [])));
  const named = [...used, ...dropped];
  if (new Set(named).size < named.length) throw invalidField(field, 'not-a-choice');
  if (named.some((id) => !has.some((one) => one.id === id)))
    throw invalidField(field, 'not-a-choice');
  const lost = has.filter(({ id }) => (id === null ? !unnamed : !named.includes(id)));
  if (lost.length === 0) return;
  const ids = lost.map(({ id }) => id ?? 'one without an id').join(', ');
  throw conflict(`The message has ${field} that would be lost: ${ids}.`, { field });
}

async function formOf(
  { client, contents, target, signal }: ReplacementNeeds,
  given: GivenForm,
  field: string,
): Promise<FormBody> {
  if (!('kept' in given))
    return formBody(contents, given.type === 'sub-form' ? 'SubForm' : 'MainForm', given, field);
  const form = await readForm(client, target, given.kept, signal);
  const { type, dataFormatId, dataFormatVersion } = form.shown;
  if (type === 'unknown' || dataFormatId === null || dataFormatVersion === null)
    throw conflict(`The form ${given.kept} cannot be kept: the platform does not say what it is.`);
  return {
    Type: type === 'main-form' ? 'MainForm' : 'SubForm',
    DataFormatId: dataFormatId,
    DataFormatVersion: dataFormatVersion,
    FormData: (await readFormData(client, form, signal)).xml,
  };
}

async function attachmentOf(
  { client, contents, current, signal }: ReplacementNeeds,
  given: GivenAttachment,
  field: string,
): Promise<AttachmentBody> {
  if (!('kept' in given)) return attachmentBody(contents.handles, given, `${field}.file`);
  const found = current.attachments.find(({ id }) => id === given.kept);
  if (found === undefined) throw invalidField(field, 'not-a-choice');
  const pieces: Buffer[] = [];
  let bytes = 0;
  const sink = {
    async write(chunk: Buffer) {
      bytes += chunk.length;
      if (bytes > SMALL_ATTACHMENT_BYTES) throw tooLarge(given.kept);
      pieces.push(Buffer.from(chunk));
    },
    async commit() {
      if (found.bytes !== null && bytes !== found.bytes)
        throw conflict(`The attachment ${given.kept} did not come whole.`);
    },
    abandon: async () => undefined,
  };
  await client.download({ href: found.href }, sink, { signal });
  const Data = Buffer.concat(pieces).toString('base64');
  return { FileName: found.fileName, AttachmentType: given.type, Data };
}

const tooLarge = (id: string) =>
  fileProblem('too-large', `The attachment ${id} is too large to be sent again in one call.`);
