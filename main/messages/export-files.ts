// Writes one message into the folder of an export: its data, body, forms, attachments and printable version.
import path from 'node:path';
import type { Form } from '../../preload/contract/forms.ts';
import type { Message } from '../../preload/contract/messages.ts';
import { obstacleOf } from '../../preload/failures.ts';
import type { Failure } from '../../preload/result.ts';
import type { PlatformClient } from '../platform/client.ts';
import { fieldOf } from '../http/hal.ts';
import { textOf } from '../http/values.ts';
import { readForm } from './forms.ts';
import {
  type AttachmentPart,
  type FormPart,
  messagePath,
  type MessageTarget,
  notThere,
  type ReadMessage,
  readMessage,
} from './records.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import { safeFileName } from '../storage/file-names.ts';
import { neutral } from '../../preload/contract/body-rules.ts';
import { bodyFile } from './body-document.ts';
import { cleanHtml } from './clean-html.ts';
import type { ExportFolder } from './export-folder.ts';
import type { ExportedFile, Missing } from './folder-lines.ts';
import type { ItemFiles, NamedFile, NewFile } from './item-files.ts';

export interface MessageWish {
  readonly forms: boolean;
  readonly attachments: boolean;
  readonly print: boolean;
}

/** What is written beside a message to be read without Steward. */
export interface MessagePages {
  /** The form as a page; undefined where its schema cannot be had, or the XML is none of it. */
  readonly form: (
    xml: Buffer,
    of: { readonly form: Form; readonly message: Message },
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  readonly message: (shown: Message, files: readonly NamedFile[]) => string;
}

export interface MessageTools {
  readonly client: PlatformClient;
  readonly folder: ExportFolder;
  readonly wish: MessageWish;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The folder within the export that messages stand in; the root when left out. */
  readonly under?: string;
  readonly pages?: MessagePages;
  /** How much has come of what is not at its place yet; 0 when nothing is on its way. */
  readonly report: (bytes: number) => void;
  /** Called when the platform has been asked for everything, and the disk is still to take it. */
  readonly wasRead?: () => void;
}

/** What could not be had of a message. */
export interface Left {
  readonly part: string;
  readonly name: string;
  readonly failure: Failure;
}

interface Part {
  readonly key: string;
  readonly name: string;
  readonly write: () => Promise<void>;
  /** Of other parts: made once more, and written where it is another one by now. */
  readonly made?: true;
}

interface Work extends MessageTools {
  readonly target: MessageTarget;
  /** Those of the message. */
  readonly files: ItemFiles;
  readonly read: ReadMessage;
  /** Name of the message's folder. */
  readonly home: string;
  /** Forms that were asked for in this run, by their ids. */
  readonly formsRead: Map<string, Form>;
}

/**
 * Fetches what is not whole in the folder yet, and answers what cannot be had. Never marks the message as read (RTY-07).
 * Problem when the message itself cannot be had, or when the next one would fare no better.
 */
export async function exportMessage(
  tools: MessageTools,
  target: MessageTarget,
): Promise<readonly Left[]> {
  const { client, folder, signal, now, under } = tools;
  const item = messageItem(under, target.message);
  const read = await readMessage(client, target, { signal });
  const before = folder.manifest.entry(item);
  // What was fetched of another state of the message does not belong to this one.
  if (before.files.length > 0 && before.changed !== read.shown.lastChanged) await folder.drop(item);
  const whole = await folder.whole(item);
  const home = homeIn(before.files, under) ?? homeOf(read.shown);
  const files = folder.filesOf(item);
  const work = { ...tools, target, files, read, home, formsRead: new Map<string, Form>() };
  const left = await writeParts(work, whole);
  const missing = left.map(({ part, name, failure }): Missing => ({
    part,
    name,
    why: whyOf(failure),
  }));
  await folder.manifest.add({ kind: 'item', item, missing, at: now().toISOString() });
  return left;
}

/** All that can be had is at its place when it resolves; what is whole when it rejects as well. */
async function writeParts(
  work: Work,
  whole: ReadonlyMap<string, unknown>,
): Promise<readonly Left[]> {
  const { files, report } = work;
  const parts = partsOf(work);
  const left: Left[] = [];
  try {
    for (const { key, name, write, made = false } of parts) {
      if (whole.has(key) && !made) continue;
      const failure = await attempted(write);
      report(files.waiting());
      if (failure) left.push({ part: key, name, failure });
    }
  } catch (error) {
    // The first error is the reason.
    await files.settle().catch(ignoreProblem);
    throw error;
  }
  work.wasRead?.();
  while (!(await files.settle()))
    // Pages name the files beside them.
    for (const { write, made } of parts) if (made === true) await attempted(write);
  report(0);
  return left;
}

/** Only ids of the form of `resourceId` can be asked for. */
export const BAD_ID: Failure = {
  kind: 'unexpected-answer',
  message: 'The platform gave this message an id that cannot be asked for.',
  status: 200,
  reference: '',
};

/** What the lines of an export call a message: the same message may stand in several folders of one. */
export const messageItem = (under: string | undefined, message: string): string =>
  under === undefined ? message : `${under} ${message}`;

/** Name of the folder that a message has already. */
export const homeIn = (
  files: readonly ExportedFile[],
  under: string | undefined,
): string | undefined => files[0]?.path.split('/')[under === undefined ? 0 : 1];

/** The server's own words where there are any. */
export function whyOf(failure: Failure): string {
  const reason = 'reason' in failure ? failure.reason : undefined;
  return reason === undefined || reason === '' ? failure.message : reason;
}

/** The failure of a part that speaks of that part alone; anything else is thrown. */
async function attempted(write: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || !isOfThePart(failure)) throw error;
    return failure;
  }
}

/** It speaks of this one alone: the next one may fare better. */
export function isOfThePart(failure: Failure): boolean {
  // Not as long as the platform said, or longer than a form may be.
  if (failure.kind === 'file')
    return ['changed-meanwhile', 'no-end', 'too-large'].includes(failure.problem);
  const obstacle = obstacleOf(failure);
  return obstacle === 'question' || obstacle === 'unclear';
}

const LONGEST_SUBJECT = 60;

/** `2026-11-21 a123 Subject`: in the order of time, and never two of the same name. */
function homeOf({ id, subject, lastChanged }: Message): string {
  const day = lastChanged?.slice(0, 10) ?? '';
  const short = [...subject].slice(0, LONGEST_SUBJECT).join('');
  return safeFileName(`${day} ${id} ${short}`.trim());
}

/** The message itself comes last: where it is, all that can be had is. */
function partsOf(work: Work): readonly Part[] {
  const { wish, read } = work;
  const { body } = read.shown;
  return [
    ...(wish.forms ? keyed(read.forms, 'form').map((one) => formPart(work, one)) : []),
    ...(wish.attachments
      ? keyed(read.attachments, 'attachment').map((one) => attachmentPart(work, one))
      : []),
    ...(wish.print ? printPart(work) : []),
    ...(body === null || body === '' ? [] : bodyParts(work, body)),
    ...(work.pages === undefined ? [] : pageParts(work, work.pages)),
    textPart(work, 'message', 'message.json', messageText(read.shown)),
  ];
}

/** Forms as pages, and then the message's own, which leads to all that is there. */
function pageParts(work: Work, pages: MessagePages): readonly Part[] {
  const { files, read, wish } = work;
  const forms = wish.forms ? keyed(read.forms, 'form') : [];
  const page = (part: Omit<Part, 'made'>): Part => ({ ...part, made: true });
  const putPage = (key: string, name: string, html: string, inner: readonly string[] = []) =>
    files.put(fileOf(work, { key, name, source: '' }, inner), Buffer.from(html));
  return [
    ...forms.map(({ key, part }) =>
      page({
        key: `${key} page`,
        name: part.name || key,
        async write() {
          const html = await formPageOf(work, pages, key, part);
          const xml = files.all().find((file) => file.part === key);
          if (html === undefined || xml === undefined) return;
          const stem = path.posix.basename(xml.path).replace(/\.xml$/i, '');
          await putPage(`${key} page`, `${stem}.html`, html, ['forms']);
        },
      }),
    ),
    page({
      key: 'page',
      name: 'message.html',
      write: () => putPage('page', 'message.html', pages.message(read.shown, files.all())),
    }),
  ];
}

/** Of the XML that is in the folder. */
async function formPageOf(
  { client, target, signal, files, read, formsRead }: Work,
  pages: MessagePages,
  key: string,
  { id }: FormPart,
): Promise<string | undefined> {
  const xml = await files.read(key);
  if (xml === undefined || id === null) return undefined;
  const form = formsRead.get(id) ?? (await readForm(client, target, id, signal)).shown;
  return pages.form(xml, { form, message: read.shown }, signal);
}

interface Keyed<T> {
  readonly key: string;
  readonly part: T;
}

/** By their ids, which stay the same; by their order where they have none of their own. */
function keyed<T extends { readonly id: string | null }>(all: readonly T[], what: string) {
  const seen = new Set<string>();
  return all.map((part, index): Keyed<T> => {
    const isOwn = part.id !== null && !seen.has(part.id);
    if (part.id !== null) seen.add(part.id);
    return { key: `${what} ${isOwn ? (part.id ?? '') : `#${String(index + 1)}`}`, part };
  });
}

const messageText = ({ body, ...shown }: Message): string =>
  `${JSON.stringify({ ...shown, hasBody: body !== null && body !== '' }, null, 2)}\n`;

/** Where it came from, without the host and without what a query may hold. */
function sourceOf(href: string): string {
  const base = 'https://platform.invalid/';
  return URL.canParse(href, base) ? new URL(href, base).pathname : '';
}

/** To be read, and to be kept: as a page that can do nothing, and as what the sender wrote. */
const bodyParts = (work: Work, body: string): readonly Part[] => [
  textPart(work, 'body', 'body.html', bodyFile(cleanHtml(body), neutral(work.read.shown.subject))),
  textPart(work, 'body-text', 'body.txt', body),
];

function textPart(work: Work, key: string, name: string, text: string): Part {
  const source = `/${messagePath.one(work.target)}`;
  const write = () => work.files.addWhole(fileOf(work, { key, name, source }), Buffer.from(text));
  return { key, name, write };
}

const fileOf = (
  { read, home, under }: Work,
  of: { readonly key: string; readonly name: string; readonly source: string },
  inner: readonly string[] = [],
): NewFile => ({
  changed: read.shown.lastChanged,
  part: of.key,
  into: [...(under === undefined ? [] : [under]), home, ...inner],
  name: of.name,
  source: of.source,
});

interface Fetched {
  readonly key: string;
  readonly name: string;
  readonly href: string;
  readonly inner: readonly string[];
  readonly expectedBytes?: number | undefined;
}

function fetchInto(work: Work, { key, name, href, inner, expectedBytes }: Fetched): Promise<void> {
  const { client, files, signal, report } = work;
  const file = { ...fileOf(work, { key, name, source: sourceOf(href) }, inner), expectedBytes };
  // A page as a file is asked for right after an answer that proves that we are signed in.
  const page = /\.x?html?$/i.test(name);
  return files.add(file, (sink) =>
    client.download({ href }, sink, {
      signal,
      page,
      report: ({ bytes }) => {
        report(files.waiting() + bytes);
      },
    }),
  );
}

function formPart(work: Work, { key, part }: Keyed<FormPart>): Part {
  const { client, target, signal } = work;
  const name = part.name || key;
  const write = async () => {
    if (part.id === null) throw notThere('address of a form');
    const { shown, data } = await readForm(client, target, part.id, signal);
    work.formsRead.set(part.id, shown);
    if (data === null) throw notThere('form data');
    const file = `${shown.name || name}.xml`;
    await fetchInto(work, { key, name: file, href: data, inner: ['forms'] });
  };
  return { key, name, write };
}

function attachmentPart(work: Work, { key, part }: Keyed<AttachmentPart>): Part {
  const name = part.fileName || key;
  const expectedBytes = part.bytes ?? undefined;
  const file = { key, name, href: part.href, inner: ['attachments'], expectedBytes };
  return { key, name, write: () => fetchInto(work, file) };
}

/** Only a form has one. */
function printPart(work: Work): readonly Part[] {
  const { link, shown } = work.read;
  const found = link('print');
  if (found === null || shown.type.kind === 'correspondence') return [];
  const page = /html/i.test(textOf(fieldOf(found.facts, 'mime-type')) ?? '');
  const name = page ? 'print.html' : 'print.pdf';
  const file = { key: 'print', name, href: found.href, inner: [] };
  return [{ key: 'print', name, write: () => fetchInto(work, file) }];
}
