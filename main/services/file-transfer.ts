// File transfer between organisations: what waits, receipts, confirming, sending, and what is kept of a sending.
import type { Handlers } from '../../preload/contract/contract.ts';
import {
  type FileDescription,
  type InboxStatus,
  inboxStatus,
  type TransferredFile,
} from '../../preload/contract/file-transfer.ts';
import { itemReaders, type ListStep, readWholeList, together } from '../http/complete-list.ts';
import { booleanOf } from '../http/values.ts';
import { readerOf } from '../http/reader.ts';
import type { Api } from '../platform/api.ts';
import type { Answered, PlatformClient } from '../platform/client.ts';
import { isOutcomeUnknown, switchedOffList } from '../platform/reconcile.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import { refusedField, unexpectedAnswer } from '../problems.ts';
import type { FileHandles } from '../storage/files.ts';
import { openZipSource } from '../storage/zip-source.ts';
import { FILE_FIELDS, filePath, readFile, readReceipt } from '../transfers/files.ts';
import type { KeptTransfers } from '../transfers/kept-transfers.ts';

export interface FileTransferNeeds {
  readonly api: Api;
  readonly handles: Pick<FileHandles, 'path'>;
  readonly kept: KeptTransfers;
  readonly now: () => Date;
}

type Service = Handlers<'fileTransfer'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Call<O extends keyof Service> = Parameters<Service[O]>[1];

export function fileTransferService(needs: FileTransferNeeds): Service {
  const { api, kept } = needs;
  return {
    list: async (given, call) => list(await api.client(given.connection), given, call),
    get: async ({ connection, who, box, reference }, { signal }) =>
      readOne(await api.client(connection), filePath.one(who, box, reference), signal),
    async receipt({ connection, who, box, reference }, { signal }) {
      const client = await api.client(connection);
      const value = await client.read({ path: filePath.receipt(who, box, reference), signal });
      return readReceipt(readerOf(value, 'a receipt'));
    },
    waiting: async (given, { signal }) =>
      waiting(await api.client(given.connection), given, signal),
    sent: async ({ connection, who }) => ({
      files: (await kept.sent(connection)).filter((file) => file.who === who),
    }),
    confirm: async (given, { signal }) =>
      confirm(await api.client(given.connection), given, signal),
    send: (given, call) => send(needs, given, call),
    kept: async (of) => ({ description: (await kept.description(of)) ?? null }),
    async keep({ description, ...of }) {
      await kept.keep(of, description ?? undefined);
      return {};
    },
  };
}

const serviceQuery = (service: Given<'waiting'>['service']) =>
  service === undefined
    ? {}
    : { serviceCode: service.code, serviceEditionCode: String(service.edition) };

const WORDS: Readonly<Record<InboxStatus, string>> = {
  initialized: 'Initialized',
  uploaded: 'Uploaded',
  downloaded: 'Downloaded',
};

async function list(
  client: PlatformClient,
  { who, statuses, service, from, to }: Given<'list'>,
  { signal, report }: Call<'list'>,
) {
  const path = filePath.inbox(who);
  const bounds = {
    ...serviceQuery(service),
    ...(from !== undefined && { minSentDateTime: new Date(from).toISOString() }),
    ...(to !== undefined && { maxSentDateTime: new Date(to).toISOString() }),
  };
  const before: ListStep = { items: 0, calls: 0 };
  const ofStatus = async (status: InboxStatus) => {
    const listed = await readWholeList<TransferredFile>({
      load: (more) =>
        client.load({ path, query: { fileStatus: WORDS[status], ...bounds, ...more }, signal }),
      read: (value) =>
        itemReaders(value, 'the files', ['files', 'File'], FILE_FIELDS).map((reader) => ({
          ...readFile(reader),
          // Asked for: the word of the answer may be a number.
          status,
        })),
      key: ({ reference }) => reference.toLowerCase(),
      report: ({ items: more, calls }) => {
        report({ items: before.items + more, calls: before.calls + calls });
      },
    });
    const { items, completeness } = listed.shown();
    Object.assign(before, {
      items: before.items + items.length,
      calls: before.calls + completeness.calls,
    });
    return { items, completeness };
  };
  const parts: Awaited<ReturnType<typeof ofStatus>>[] = [];
  const notListed: InboxStatus[] = [];
  // A file only goes forward: whichever moves while they are read is met in the later one, and is what that one says.
  for (const status of inboxStatus.options.filter((one) => statuses.includes(one)))
    try {
      parts.push(await ofStatus(status));
    } catch (error) {
      // The documents name it, and say beside it that only the other two can be asked for.
      if (status !== 'initialized' || !isBadRequest(error)) throw switchedOffList(error, path);
      notListed.push(status);
    }
  const latest = new Map(
    parts.flatMap(({ items }) => items.map((one) => [one.reference.toLowerCase(), one])),
  );
  const files = [...latest.values()].sort((a, b) => (b.sent ?? '').localeCompare(a.sent ?? ''));
  return { files, completeness: together(parts.map((one) => one.completeness)), notListed };
}

function isBadRequest(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && failure.status === 400;
}

async function readOne(client: PlatformClient, path: string, signal?: AbortSignal) {
  const file = readFile(readerOf(await client.read({ path, signal }), 'a file'));
  const asked = path.slice(path.lastIndexOf('/') + 1);
  if (file.reference.toLowerCase() !== asked.toLowerCase())
    throw unexpectedAnswer('The answer is about another file than the one asked for.', {
      field: 'FileReference',
    });
  return file;
}

/** One organisation in each call: how several are joined is told in two ways (platform.md, File transfer and look-ups). */
async function waiting(
  client: PlatformClient,
  { recipients, service }: Given<'waiting'>,
  signal: AbortSignal,
) {
  for (const one of new Set(recipients)) {
    const query = { ...serviceQuery(service), recipients: one };
    // A bare boolean has no HAL form: a strict platform refuses it (platform.md, Media types).
    const asked = { path: filePath.waiting, query, accept: 'application/json', signal } as const;
    const value = booleanOf(await client.read(asked));
    if (typeof value !== 'boolean')
      throw unexpectedAnswer('The answer about waiting files cannot be understood.', {
        field: 'body',
      });
    if (value) return { waiting: true };
  }
  return { waiting: false };
}

/** A refusal, or no answer, for a file that the platform says is downloaded: it was confirmed before. */
async function confirm(
  client: PlatformClient,
  { who, reference }: Given<'confirm'>,
  signal: AbortSignal,
): Promise<Record<string, never>> {
  try {
    await client.send('POST', { path: filePath.confirm(who, reference), signal });
    return {};
  } catch (error) {
    if (!isBadRequest(error) && !isOutcomeUnknown(error)) throw error;
    const found = await readOne(client, filePath.one(who, 'in', reference)).catch(ignoreProblem);
    if (found?.status === 'downloaded') return {};
    throw error;
  }
}

/** A description stands in the address of the call, which servers take up to some length. */
const LONGEST_DESCRIPTION = 8000;

async function send(
  { api, handles, kept, now }: FileTransferNeeds,
  given: Given<'send'>,
  { signal, report }: Call<'send'>,
) {
  const { connection, who, source: handle, ...about } = given;
  // First of all: a file that cannot be read is no reason to ask the platform.
  const source = await openZipSource(handles.path(handle, 'source'));
  try {
    const description = descriptionOf(about, about.fileList ? await source.sums() : undefined);
    if (description.length > LONGEST_DESCRIPTION)
      throw refusedField(about.fileList ? 'fileList' : 'properties', 'too-long');
    const client = await api.client(connection);
    const query = { fileName: source.name, brokerServiceDescription: description };
    const path = filePath.outbox(who);
    const answer = await client.upload(
      { path, query, signal, type: 'application/zip' },
      source,
      report,
    );
    const reference = await referenceOf(client, answer);
    const { code, edition, sendersReference, recipients } = about;
    // It is sent, whether it can be noted or not.
    if (reference !== null)
      await kept
        .addSent(connection, {
          reference,
          who,
          name: source.name,
          bytes: source.bytes,
          sent: now().toISOString(),
          code,
          edition,
          sendersReference,
          recipients,
        })
        .catch(ignoreProblem);
    return { reference, bytes: source.bytes, leftOut: [...source.leftOut] };
  } finally {
    await source.close();
  }
}

function descriptionOf(
  { code, edition, sendersReference, recipients, properties }: FileDescription,
  sums: readonly { readonly name: string; readonly sum: string }[] | undefined,
): string {
  return JSON.stringify({
    ServiceCode: code,
    ServiceEditionCode: edition,
    SendersReference: sendersReference,
    Recipients: recipients,
    ...(properties.length > 0 && {
      Properties: Object.fromEntries(properties.map(({ name, value }) => [name, value])),
    }),
    ...(sums && { FileList: sums.map(({ name, sum }) => ({ FileName: name, CheckSum: sum })) }),
  });
}

/** In the file of the answer, or behind its address: before release 22.3 there is no file. Null where neither tells. */
async function referenceOf(
  client: PlatformClient,
  { value, location }: Answered,
): Promise<string | null> {
  const found = fileIn(value);
  if (found !== null || location === undefined) return found;
  const followed = await client.follow(location).catch(ignoreProblem);
  return fileIn(followed?.value);
}

/** The answer says that it was done: what of it is not understood is no failure. */
function fileIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  try {
    return readerOf(value, 'a file').text('FileReference');
  } catch (error) {
    return ignoreProblem(error) ?? null;
  }
}
