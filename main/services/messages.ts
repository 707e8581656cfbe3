// The message box (platform.md, Messages): lists that say whether they are complete, and changes of a message's state.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type { messageListProgress, MessageSummary } from '../../preload/contract/messages.ts';
import type { z } from '../../preload/contract/schema.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { DraftTarget, FormDrafts } from '../messages/drafts.ts';
import type { ReadEarlierForm } from '../messages/earlier-form.ts';
import type { KeptForms } from '../messages/kept-forms.ts';
import type { RowNames } from '../messages/row-names.ts';
import {
  type Asked,
  isLimited,
  itemReaders,
  readCompleteList,
  readWholeList,
} from '../http/complete-list.ts';
import { wallTimeOf, writeWallTime } from '../http/platform-time.ts';
import { readerOf } from '../http/reader.ts';
import {
  attachmentBody,
  type Contents,
  embeddedParts,
  formBody,
  messageBody,
  type ServiceOfMessage,
} from '../messages/content.ts';
import {
  invalidField,
  locatedId,
  messagePath,
  type MessageTarget,
  misread,
  notThere,
  type ReadMessage,
  readMessage,
  readSummary,
} from '../messages/records.ts';
import {
  archiveMessage,
  confirmMessage,
  messageAt,
  paymentAddress,
  validateMessage,
} from '../messages/offered-acts.ts';
import { removeMessage } from '../messages/removal.ts';
import { replacementParts } from '../messages/replacement.ts';
import { checkShown, readSigningText, signatureSpec } from '../messages/signing.ts';
import { isOutcomeUnknown } from '../platform/reconcile.ts';
import type { ShownBody } from '../messages/shown-bodies.ts';
import type { WaitingMessages } from '../messages/waiting-messages.ts';
import { mapInSlices } from '../pauses.ts';
import { failureOf, ignoreProblem, Problem } from '../problem.ts';
import { conflict } from '../problems.ts';
import type { FileHandles } from '../storage/files.ts';

export interface MessagesNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
  readonly drafts: Pick<FormDrafts, 'form'>;
  readonly keptForms: Pick<KeptForms, 'of'>;
  readonly earlierForm: ReadEarlierForm;
  /** What the messages that were made of spreadsheets are called by. */
  readonly rowNames: Pick<RowNames, 'of'>;
  /** What Today counts. */
  readonly waiting: Pick<WaitingMessages, 'reading' | 'dealtWith'>;
  readonly openExternal: (address: URL) => Promise<void>;
  /** Puts a body where the window's frame for messages can show it, and answers its address. */
  readonly showBody: (body: ShownBody) => string;
  readonly now: () => Date;
}

type Service = Handlers<'messages'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Report = CallContext<z.input<typeof messageListProgress>>['report'];
type List = Awaited<ReturnType<Service['list']>>;

/** One party's box over one client. */
interface Context extends MessagesNeeds {
  readonly client: PlatformClient;
}

export function messagesService(needs: MessagesNeeds): Service {
  const contextOf = async ({ connection }: { readonly connection: string }): Promise<Context> => ({
    ...needs,
    client: await needs.api.client(connection),
  });
  const on =
    <I extends { readonly connection: string }, T>(
      act: (context: Context, input: I, signal: AbortSignal, report: Report) => Promise<T>,
    ) =>
    async (input: I, call: CallContext<never>) =>
      // Only those that list have progress; to the others nobody listens.
      act(await contextOf(input), input, call.signal, call.report as Report);
  return {
    list: on((context, input: Given<'list'>, signal, report) =>
      input.all === true
        ? listAll(context, input, signal, report)
        : listPage(context, input, signal),
    ),
    get: on(async ({ client }, input: Given<'get'>, signal) => {
      const { markAsRead } = input;
      const { shown } = await readMessage(client, input, { signal, markAsRead });
      if (markAsRead) needs.waiting.dealtWith(input);
      return (await callingThem(needs, input))(shown);
    }),
    create: on(create),
    replace: on(dealing(replace)),
    sign: on(dealing(sign)),
    remove: on(dealing(remove)),
    trashBin: on(trashBin),
    signingText: on(async ({ client }, input: Given<'signingText'>, signal) =>
      readSigningText(client, input, await readMessage(client, input, { signal })),
    ),
    print: on(print),
    archiveReference: on(archiveReference),
    openPortal: on(openPortal),
    validate: on(({ client }, input: Given<'validate'>, signal) =>
      validateMessage(client, input, signal),
    ),
    confirm: on(
      dealing(({ client }: Context, input: Given<'confirm'>, signal: AbortSignal) =>
        confirmMessage(client, input, signal),
      ),
    ),
    archive: on(
      dealing(({ client }: Context, input: Given<'archive'>, signal: AbortSignal) =>
        archiveMessage(client, input, signal),
      ),
    ),
    openPayment: on(async ({ client, openExternal }, input: Given<'openPayment'>, signal) => {
      const address = await paymentAddress(client, input, signal);
      await openExternal(address);
      return { host: address.host };
    }),
    ...shownElsewhere(needs),
  };
}

/** What was done to a message waits no more. */
const dealing =
  <I extends DraftTarget, T>(
    act: (context: Context, input: I, signal: AbortSignal) => Promise<T>,
  ) =>
  async (context: Context, input: I, signal: AbortSignal): Promise<T> => {
    const done = await act(context, input, signal);
    context.waiting.dealtWith(input);
    return done;
  };

/** What leaves for the system browser, and what the window shows in a frame. */
const shownElsewhere = (needs: MessagesNeeds): Pick<Service, 'openLink' | 'showBody'> => ({
  async openLink({ address }) {
    if (!URL.canParse(address)) throw invalidField('address', 'server-address');
    const url = new URL(address);
    await needs.openExternal(url);
    return { host: url.host };
  },
  showBody: async ({ html, scheme, title }) => ({
    address: needs.showBody({ html: html.join(''), scheme, title }),
  }),
});

const contentsOf = (
  { handles, drafts }: MessagesNeeds,
  { connection, who, message }: DraftTarget,
) => ({
  handles,
  draft: async (key: string) => (await drafts.form({ connection, who, message }, key)).xml,
});

const readSummaries = (value: unknown, signal?: AbortSignal): Promise<MessageSummary[]> =>
  mapInSlices(itemReaders(value, 'the messages', ['messages'], ['MessageId']), readSummary, signal);

type Box = Pick<DraftTarget, 'connection' | 'who'>;

/** Says of messages which lines of a spreadsheet they were made of. What the platform has is shown whether that can be read or not. */
async function callingThem({ rowNames }: Pick<MessagesNeeds, 'rowNames'>, box: Box) {
  const names = await rowNames.of(box).catch(ignoreProblem);
  return <M extends MessageSummary>(message: M): M => {
    // What is archived may go on under another id.
    const row = names?.get(message.id) ?? names?.get(message.originalId ?? '');
    return row === undefined ? message : { ...message, row };
  };
}

/** One page as it was asked for: what lies beyond it nobody has looked at. */
async function listPage(
  { client, rowNames }: Context,
  input: Given<'list'>,
  signal: AbortSignal,
): Promise<List> {
  const { who, skip, top, filter, orderBy, from, to } = input;
  const query = {
    $skip: skip === undefined ? undefined : String(skip),
    $top: top === undefined ? undefined : String(top),
    $filter: filter,
    $orderby: orderBy,
    dateFrom: from && writeWallTime(wallTimeOf(from, 'from')),
    dateTo: to && writeWallTime(wallTimeOf(to, 'to')),
  };
  const answer = await client.load({ path: messagePath.all(who), query, signal });
  const because = isLimited(answer) ? ('limit' as const) : ('asked' as const);
  const called = await callingThem({ rowNames }, input);
  return {
    messages: (await readSummaries(answer.value, signal)).map(called),
    completeness: { complete: false, because, calls: 1 },
  };
}

/** Everything between the two times, both included, last changed first. */
async function listAll(
  { client, now, waiting, rowNames }: Context,
  { connection, who, filter, from, to, asTheyCome }: Given<'list'>,
  signal: AbortSignal,
  report: Report,
): Promise<List> {
  const reading = waiting.reading({ connection, who });
  const called = await callingThem({ rowNames }, { connection, who });
  let sofar = { items: 0, calls: 0 };
  const take = (messages: readonly MessageSummary[]) =>
    report({ ...sofar, arrived: [...messages] });
  const load = async (
    { skip, after, before }: Asked,
    query: Record<string, string | undefined>,
  ) => {
    const dateFrom = after === null ? undefined : writeWallTime(after);
    const dateTo = before === null ? undefined : writeWallTime(before);
    const $skip = skip === 0 ? undefined : String(skip);
    const call = { path: messagePath.all(who), query: { ...query, $skip, dateFrom, dateTo } };
    const answer = await client.load({ ...call, signal });
    const items = (await readSummaries(answer.value, signal)).map(called);
    reading.take(items);
    return { items, limited: isLimited(answer) };
  };
  const source = {
    page: (asked: Asked) => load(asked, { $filter: filter }),
    probe: (asked: Asked) => load(asked, { $orderby: 'LastChangedDateTime desc' }),
    key: ({ id }: MessageSummary) => id,
    timeOf: ({ lastChanged }: MessageSummary) =>
      lastChanged === null ? null : wallTimeOf(lastChanged),
  };
  const list = await readCompleteList(source, {
    from: from === undefined ? null : wallTimeOf(from, 'from'),
    to: to === undefined ? null : wallTimeOf(to, 'to'),
    now: wallTimeOf(now().toISOString()),
    report: (step) => {
      sofar = step;
      report(step);
    },
    take: asTheyCome === true ? take : undefined,
  });
  const { items, completeness } = list.shown();
  if (completeness.complete && filter === undefined)
    reading.isWhole(Date.parse(from ?? '') || -Infinity, Date.parse(to ?? '') || Infinity);
  const messages = items.toSorted((a, b) => timeOf(b) - timeOf(a));
  return { messages, completeness };
}

/** Those without a time come last. */
const timeOf = ({ lastChanged }: MessageSummary) =>
  lastChanged === null ? -Infinity : Date.parse(lastChanged);

const readTrashBin = (
  { client }: Context,
  { who }: Pick<Given<'trashBin'>, 'who'>,
  signal: AbortSignal,
  report?: Report,
) =>
  readWholeList<MessageSummary>({
    load: (query) => client.load({ path: messagePath.trashBin(who), query, signal }),
    read: (value) => readSummaries(value, signal),
    key: ({ id }) => id,
    report,
  });

async function trashBin(
  context: Context,
  given: Given<'trashBin'>,
  signal: AbortSignal,
  report: Report,
) {
  const list = await readTrashBin(context, given, signal, report);
  return list.as('messages');
}

type Then = Given<'create'>['then'];

/** Both are true when they are left out (platform.md, States of a message). */
function stepsOf(then: Then): Readonly<Record<string, string>> {
  switch (then) {
    case 'fill-in':
      return { complete: 'false' };
    case 'await-signature':
      return { sign: 'false' };
    case 'sign-and-archive':
      return {};
  }
}

async function create(context: Context, input: Given<'create'>, signal: AbortSignal) {
  const { client, handles, keptForms, earlierForm, now } = context;
  const { who, then, connection, serviceCode: code, serviceEdition: edition } = input;
  const contents: Contents = {
    handles,
    kept: async ({ dataFormatId, dataFormatVersion }) => {
      const of = { connection, code, edition, dataFormatId, dataFormatVersion };
      return (await keptForms.of(of)).template;
    },
    earlier: ({ dataFormatId, dataFormatVersion }, message, field) => {
      const of = { connection, who, message, code, edition, dataFormatId, dataFormatVersion };
      return earlierForm(of, field, signal);
    },
  };
  // One after the other: a hundred files at once would all be in memory.
  const forms = [];
  for (const [index, form] of input.forms.entries())
    forms.push(await formBody(contents, 'MainForm', form, `forms.${index}`));
  const attachments = [];
  for (const [index, given] of input.attachments.entries())
    attachments.push(await attachmentBody(handles, given, `attachments.${index}.file`));
  const body = messageBody(input, embeddedParts(forms, attachments));
  const before = now();
  try {
    const call = { path: messagePath.all(who), query: stepsOf(then), body, signal };
    return { id: locatedId(await client.send('POST', call)) };
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    throw await withLookAlikes(error, client, { who, service: input, before });
  }
}

/** The clocks of two computers differ. */
const GRACE_MS = 120_000;

/** An unknown creation cannot be proven: another program may have made the same. What fits is named (RTY-06). */
async function withLookAlikes(
  error: unknown,
  client: PlatformClient,
  about: { readonly who: string; readonly service: ServiceOfMessage; readonly before: Date },
): Promise<unknown> {
  const failure = failureOf(error);
  if (failure === undefined) return error;
  const since = new Date(about.before.getTime() - GRACE_MS).toISOString();
  const query = { dateFrom: writeWallTime(wallTimeOf(since, 'from')) };
  const found = await client
    .load({ path: messagePath.all(about.who), query })
    .then(({ value }) => readSummaries(value))
    .catch(() => undefined);
  if (found === undefined) return error;
  const { serviceCode, serviceEdition } = about.service;
  const ids = found
    .filter((one) => one.serviceCode === serviceCode && one.serviceEdition === serviceEdition)
    .map(({ id }) => id);
  const said =
    ids.length === 0
      ? 'No message of this service was changed since then.'
      : `Changed since then in this service: ${ids.slice(0, 5).join(', ')}. Look there before you send again.`;
  return new Problem({ ...failure, message: `${failure.message} ${said}` }, error);
}

async function replace(context: Context, input: Given<'replace'>, signal: AbortSignal) {
  const { client } = context;
  const current = await readMessage(client, input, { signal });
  const service = openForm(current);
  checkUnchanged(current, input.expected);
  if (input.then === 'sign-and-archive')
    await checkShown(client, input, current, input.signingText);
  const { forms, attachments } = await replacementParts(
    { client, contents: contentsOf(context, input), target: input, current, signal },
    input,
  );
  const body = messageBody(service, embeddedParts(forms, attachments));
  return put(client, input, { query: stepsOf(input.then), body, signal });
}

async function sign(context: Context, input: Given<'sign'>, signal: AbortSignal) {
  const { client } = context;
  const current = await readMessage(client, input, { signal });
  const service = openForm(current);
  if (input.expected !== undefined) checkUnchanged(current, input.expected);
  const spec = input.what === 'all' ? undefined : signatureSpec(current, input.what);
  await checkShown(client, input, current, input.signingText);
  const body = messageBody(service, spec && { SignatureSpec: spec });
  return put(client, input, { query: { complete: 'true', sign: 'true' }, body, signal });
}

/** What a person sends on or signs is what they were shown, whoever else works on it. */
function checkUnchanged({ shown }: ReadMessage, expected: string | null): void {
  if (shown.lastChanged !== expected)
    throw conflict('The message was changed since it was shown. Look at it again.', {
      field: 'expected',
    });
}

async function put(
  client: PlatformClient,
  target: MessageTarget,
  call: {
    readonly query: Record<string, string>;
    readonly body: unknown;
    readonly signal: AbortSignal;
  },
) {
  const path = messagePath.one(target);
  return { id: locatedId(await client.send('PUT', { ...call, path })) };
}

/** The service of a form that can still be changed. What the platform calls by words we do not know, it decides. */
function openForm({ shown }: ReadMessage): ServiceOfMessage {
  const { type, status, serviceCode, serviceEdition } = shown;
  const isOpen = ['filling-in', 'signing', 'unknown'].includes(status.state);
  if (type.kind === 'correspondence' || !isOpen)
    throw conflict('Only a form that is being filled in or awaits signature can be changed.');
  if (serviceCode === null) throw misread('the message', 'ServiceCode');
  if (serviceEdition === null) throw misread('the message', 'ServiceEdition');
  return { serviceCode, serviceEdition };
}

/** What is in the trash bin has no address at which it could be read: there the list knows it. */
const remove = (context: Context, input: Given<'remove'>, signal: AbortSignal) =>
  removeMessage(context.client, input, {
    signal,
    forGood: input.forGood === true,
    from: input.from,
    trashBin: (until = new AbortController().signal) => readTrashBin(context, input, until),
  });

async function print({ client, handles }: Context, input: Given<'print'>, signal: AbortSignal) {
  handles.targetName(input.target, 'target');
  const { link, shown } = await readMessage(client, input, { signal });
  const found = link('print');
  if (found === null || shown.type.kind === 'correspondence')
    throw conflict('Only a form has a printable version, and only while the platform offers one.');
  // Said to be a page, and asked for right after an answer that proves that we are signed in.
  const page = shown.printsAs === 'html';
  const suggestedName = `${shown.subject || shown.id}.${page ? 'html' : 'pdf'}`;
  const sink = await handles.download(input.target, 'target', { suggestedName });
  const href = input.form === undefined ? found.href : withFormat(found.href, input.form);
  const { type } = await client.download({ href }, sink, { signal, page });
  return { ...sink.result(), type };
}

/** Of all forms those of one data format. */
const withFormat = (href: string, format: NonNullable<Given<'print'>['form']>): string =>
  `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ ...format }).toString()}`;

async function openPortal(
  { client, openExternal }: Context,
  input: Given<'openPortal'>,
  signal: AbortSignal,
) {
  const { link } = await readMessage(client, input, { signal });
  const found = link('portalview');
  if (found === null || !URL.canParse(found.href)) throw notThere('page in the portal');
  const address = new URL(found.href);
  await openExternal(address);
  return { host: address.host };
}

async function archiveReference(
  { client }: Context,
  input: Given<'archiveReference'>,
  signal: AbortSignal,
) {
  const { link, shown } = await readMessage(client, input, { signal });
  const found = link('archivereference');
  if (found === null) {
    if (shown.archiveReference === null) throw notThere('archive reference');
    return { reference: shown.archiveReference, message: null };
  }
  // It leads to the earlier message itself, which is not read here: that might mark it as read.
  const message = messageAt(found.href);
  if (message !== null) return { reference: shown.archiveReference ?? message, message };
  const { value } = await client.follow(found.href, { links: true, signal });
  return { reference: referenceIn(value) ?? shown.archiveReference ?? unread(), message: null };
}

const referenceIn = (value: unknown): string | null =>
  readerOf(value, 'the archive reference').text('ArchiveReference', 'Reference');

const unread = (): never => {
  throw misread('the archive reference', 'ArchiveReference');
};
