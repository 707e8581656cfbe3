// The attachments of a message: uploaded from files small or large, removed, and saved into files.
import type { Handlers } from '../../preload/contract/contract.ts';
import { isSameName } from '../../preload/contract/rules.ts';
import type { Api } from '../platform/api.ts';
import type { Answered, PlatformClient } from '../platform/client.ts';
import type { ApiCall } from '../platform/requests.ts';
import { attachmentBody } from '../messages/content.ts';
import {
  type AttachmentPart,
  locatedId,
  messagePath,
  type MessageTarget,
  notThere,
  readMessage,
} from '../messages/records.ts';
import { reconciled } from '../platform/reconcile.ts';
import type { FileHandles } from '../storage/files.ts';

export interface AttachmentsNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
}

type Service = Handlers<'attachments'>;
interface Added {
  readonly id: string | null;
  readonly settledByList: boolean;
}

export function attachmentsService(needs: AttachmentsNeeds): Service {
  return {
    add: (input, { signal }) => add(needs, input, signal),
    stream: (input, call) => stream(needs, input, call),
    remove: async (input, { signal }) =>
      remove(await needs.api.client(input.connection), input, signal),
    save: (input, call) => save(needs, input, call),
  };
}

type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Call<O extends keyof Service> = Parameters<Service[O]>[1];

async function add({ api, handles }: AttachmentsNeeds, input: Given<'add'>, signal: AbortSignal) {
  const body = await attachmentBody(handles, input, 'file');
  const client = await api.client(input.connection);
  const path = messagePath.attachments(input);
  const call: ApiCall = { path, body, signal };
  const bytes = Buffer.byteLength(body.Data, 'base64');
  const act = () => client.send('POST', call);
  return withProof(client, input, { fileName: body.FileName, bytes }, { act, signal });
}

async function stream(
  { api, handles }: AttachmentsNeeds,
  input: Given<'stream'>,
  { signal, report }: Call<'stream'>,
) {
  // First of all: a file that cannot be read is no reason to ask the platform.
  const source = await handles.source(input.file, 'file');
  try {
    const client = await api.client(input.connection);
    const query = { fileName: source.name, attachmentType: input.type };
    const call = { path: messagePath.stream(input), query, signal };
    const file = { fileName: source.name, bytes: source.bytes };
    const act = () => client.upload(call, source, report);
    return await withProof(client, input, file, { act, signal });
  } finally {
    await source.close();
  }
}

async function remove(
  client: PlatformClient,
  input: Given<'remove'>,
  signal: AbortSignal,
): Promise<Record<string, never>> {
  const path = messagePath.attachment(input, input.attachment);
  const done = {};
  return reconciled(
    async () => {
      await client.send('DELETE', { path, signal });
      return done;
    },
    // RTY-06: what is not in the list any more is removed.
    async () => ((await isGone(client, input, input.attachment)) ? done : undefined),
  );
}

async function save(
  { api, handles }: AttachmentsNeeds,
  input: Given<'save'>,
  { signal, report }: Call<'save'>,
) {
  handles.targetName(input.target, 'target');
  const client = await api.client(input.connection);
  const found = await find(client, input, input.attachment, signal);
  const total = found.bytes;
  const sink = await handles.download(input.target, 'target', {
    expectedBytes: total ?? undefined,
    suggestedName: nameOf(found),
  });
  const counted = (step: { readonly bytes: number; readonly total: number | null }) => {
    report({ bytes: step.bytes, total: step.total ?? total });
  };
  await client.download({ href: found.href }, sink, { signal, report: counted });
  return sink.result();
}

const nameOf = ({ fileName, id }: AttachmentPart) => fileName || `attachment ${id ?? ''}`.trim();

async function find(
  client: PlatformClient,
  target: MessageTarget,
  attachment: string,
  signal?: AbortSignal,
): Promise<AttachmentPart> {
  const { attachments } = await readMessage(client, target, { signal });
  const found = attachments.find(({ id }) => id === attachment);
  if (found === undefined) throw notThere('attachment');
  return found;
}

/**
 * After a lost answer the platform's own list is the proof (RTY-06): one attachment of this name and length, and it was
 * not there before. Two that fit, or one of unknown length, prove nothing.
 */
async function withProof(
  client: PlatformClient,
  target: MessageTarget,
  file: { readonly fileName: string; readonly bytes: number },
  { act, signal }: { readonly act: () => Promise<Answered>; readonly signal: AbortSignal },
): Promise<Added> {
  const before = await readMessage(client, target, { signal });
  const known = new Set(before.attachments.map(({ href, id }) => id ?? href));
  return reconciled<Added>(
    async () => ({ id: locatedId(await act()), settledByList: false }),
    async () => {
      const { attachments } = await readMessage(client, target);
      const fitting = attachments.filter(
        ({ id, href, fileName, bytes }) =>
          !known.has(id ?? href) && isSameName(fileName, file.fileName) && bytes === file.bytes,
      );
      const [found, second] = fitting;
      if (found === undefined || second !== undefined) return undefined;
      return { id: found.id, settledByList: true };
    },
  );
}

/** True only when the platform says so. */
async function isGone(client: PlatformClient, target: MessageTarget, attachment: string) {
  const { attachments } = await readMessage(client, target);
  return !attachments.some(({ id }) => id === attachment);
}
