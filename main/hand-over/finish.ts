// The end of a hand-over: pages in both languages, tables, what replaces each part, manifest and sums.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Locale } from '../../preload/contract/locale.ts';
import { type Successor, successorOf } from '../../preload/contract/endpoints.ts';
import {
  type HandOverPart,
  handOverPart,
  handOverState,
} from '../../preload/contract/hand-over-parts.ts';
import type { JobRow } from '../../preload/contract/jobs.ts';
import { serviceSummary } from '../../preload/contract/metadata.ts';
import { instant, z } from '../../preload/contract/schema.ts';
import { number } from '../../preload/writing.ts';
import type { Failure } from '../../preload/result.ts';
import { BYTE_ORDER_MARK, csvRows, partRows } from '../storage/csv.ts';
import { replaceFile } from '../storage/disk.ts';
import { openAppendFile } from '../storage/log-file.ts';
import { openWorkbooks, type Workbooks } from '../storage/xlsx.ts';
import type { StartThread } from '../threads.ts';
import { type ExportedFile, LINES } from '../messages/folder-lines.ts';
import { homeIn, whyOf } from '../messages/export-files.ts';
import { escaped } from '../messages/html-text.ts';
import { failureOf } from '../problem.ts';
import { dataOf, DOCUMENT, type HandOverFolder, itemOf, listItem, SUMS } from './folder.ts';
import type { HandOverList, Shown } from './list.ts';
import { groupsOf, listsOf } from './lists.ts';
import { movingPage } from './moving.ts';
import { languageLinks, link, linkTo, LOCALES, pageName, pageOf, tableOf } from './pages.ts';
import { shownDate, shownDay } from './shown.ts';
import { handOverWords } from './words.ts';

export interface PartFacts {
  readonly part: HandOverPart;
  /** Name of the connection that it was read through. */
  readonly readAs: string;
  readonly rows: readonly RowFacts[];
}

export interface RowFacts {
  readonly subject: string;
  readonly title: string;
  readonly state: JobRow['state'];
  readonly failure: Failure | null;
  readonly isList: boolean;
}

export interface FinishNeeds {
  readonly folder: HandOverFolder;
  readonly parts: readonly PartFacts[];
  readonly state: 'finished' | 'cancelled';
  readonly now: () => Date;
  readonly program: string;
  /** Connections of this computer to the same platform, and how each signs in. */
  readonly systems: readonly { readonly name: string; readonly way: string }[];
  readonly startThread?: StartThread | undefined;
}

const MOST_MISSING = 1000;

const partShape = z.object({
  part: handOverPart,
  state: handOverState,
  /** Since when the platform does not offer it, as its documents have it. */
  since: z.string().nullable(),
  why: z.string(),
  readAs: z.string(),
  /** As the platform's list has it. */
  onPlatform: z.number().int().nullable(),
  here: z.number().int(),
  /** Here from an earlier run, and not on the platform any more. */
  gone: z.number().int(),
  missing: z.array(z.object({ what: z.string(), why: z.string() })),
  /** Rows of each table, headings aside. */
  tables: z.array(
    z.object({ file: z.string(), workbook: z.string().nullable(), rows: z.number().int() }),
  ),
  successors: z.array(z.string()),
});
export type PartManifest = z.infer<typeof partShape>;

export const handOverManifest = z.object({
  format: z.literal('steward-hand-over-1'),
  program: z.string(),
  environment: z.string(),
  platform: z.string(),
  organisation: z.object({ number: z.string(), name: z.string() }),
  state: z.enum(['finished', 'cancelled']),
  begun: instant,
  ended: instant,
  complete: z.boolean(),
  parts: z.array(partShape),
  files: z.number().int(),
  bytes: z.number(),
});
export type HandOverManifest = z.infer<typeof handOverManifest>;

interface Finishing extends FinishNeeds {
  readonly workbooks: Workbooks;
}

/** Problem file{...}. Everything that it makes is the same bytes for the same data, but for the manifest's times. */
export async function finishHandOver(needs: FinishNeeds): Promise<void> {
  const workbooks = openWorkbooks(needs.startThread);
  try {
    await finishAll({ ...needs, workbooks });
  } finally {
    await workbooks.close();
  }
}

async function finishAll(needs: Finishing): Promise<void> {
  const { folder, state, now, program } = needs;
  const before = await earlierManifest(needs);
  const parts: PartManifest[] = [];
  for (const part of handOverPart.options) {
    const facts = needs.parts.find((one) => one.part === part);
    const earlier = before?.parts.find((one) => one.part === part);
    if (facts !== undefined) parts.push(await finishPart(needs, facts));
    else if (earlier !== undefined && earlier.state !== 'not-read') parts.push(earlier);
    else parts.push(notRead(part));
  }
  await movingPage(folder, needs.systems);
  const ended = now().toISOString();
  await writeIndex(needs, parts, ended);
  const taken = parts.filter((one) => one.state !== 'not-read');
  const { begun, environment, platform, organisation } = folder.manifest.head;
  const size = folder.manifest.count();
  const document: HandOverManifest = {
    format: 'steward-hand-over-1',
    program,
    environment,
    platform,
    organisation,
    state,
    begun,
    ended,
    complete: state === 'finished' && taken.every((one) => one.state === 'complete'),
    parts,
    ...size,
  };
  const text = `${JSON.stringify(document, null, 1)}\n`;
  await replaceFile(path.join(folder.root, DOCUMENT), text);
  await writeSums(folder, text);
}

/** Of the run before, for the parts that this one has not read. */
async function earlierManifest({ folder }: FinishNeeds): Promise<HandOverManifest | undefined> {
  const text = (await openAppendFile(path.join(folder.root, DOCUMENT)).read()).toString('utf8');
  try {
    return handOverManifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Local roles can be made no more, and fade out (platform.md, Switched off); all else has what the endpoint table names. */
const successorsOf = (part: HandOverPart): readonly Successor[] =>
  part === 'local-roles'
    ? ['nothing']
    : [...new Set(groupsOf[part].flatMap((group) => successorOf(group) ?? []))];

const notRead = (part: HandOverPart): PartManifest => ({
  part,
  state: 'not-read',
  since: null,
  why: '',
  readAs: '',
  onPlatform: null,
  here: 0,
  gone: 0,
  missing: [],
  tables: [],
  successors: [...successorsOf(part)],
});

const dataShape = z.object({ complete: z.boolean(), items: z.array(z.unknown()) });
const countShape = z.object({ complete: z.boolean(), count: z.number().int() });

interface Section {
  readonly title: Readonly<Record<Locale, string>>;
  readonly html: (locale: Locale) => string;
}

interface Counted {
  onPlatform: number | null;
  here: number;
  gone: number;
  complete: boolean;
  readonly tables: PartManifest['tables'];
  readonly sections: Section[];
}

async function finishPart(needs: Finishing, facts: PartFacts): Promise<PartManifest> {
  const { part, rows } = facts;
  const counted: Counted = {
    onPlatform: null,
    here: 0,
    gone: 0,
    complete: true,
    tables: [],
    sections: [],
  };
  if (part === 'journal') await countLong(needs, counted, { key: part, title: titleOf(part) });
  else if (part === 'services') await finishServices(needs, counted);
  else
    for (const list of listsOf(part))
      await (list.isFeed ? countLong(needs, counted, list) : finishList(needs, list, counted));
  const open = rows.filter(
    ({ state }) => state !== 'done' && !(part === 'services' && state === 'not-found'),
  );
  const missing = open.slice(0, MOST_MISSING).map((row) => ({
    what: row.title || row.subject,
    why: row.failure === null ? '' : whyOf(row.failure),
  }));
  const refused = open.find(({ isList, failure }) => isList && failure !== null);
  const failure = refused?.failure ?? undefined;
  const offered = failure && notOffered(failure);
  const isWhole =
    open.length === 0 &&
    counted.complete &&
    // Whatever the rows say: what the list names and the folder lacks is missing.
    counted.here === counted.onPlatform;
  const made: PartManifest = {
    part,
    state: isWhole
      ? 'complete'
      : offered !== undefined && counted.here === 0
        ? 'not-offered'
        : 'incomplete',
    since: offered?.since ?? null,
    why: isWhole ? '' : (missing[0]?.why ?? ''),
    readAs: facts.readAs,
    onPlatform: counted.onPlatform,
    here: counted.here,
    gone: counted.gone,
    missing,
    tables: counted.tables,
    successors: [...successorsOf(part)],
  };
  await writePartPages(needs, made, counted.sections);
  return made;
}

/** Not taken for a fault of this run: the platform says that it is not, or not for this organisation. */
function notOffered(failure: Failure): { readonly since: string | null } | undefined {
  if (failure.kind === 'not-found') return { since: null };
  if (failure.kind !== 'refused' || ![403, 404, 405, 410].includes(failure.status))
    return undefined;
  return { since: failure.switchedOff?.since ?? null };
}

/** Of the list as it was read: its rows, how many of its items are whole here, and what is here of others. */
async function finishList(needs: Finishing, list: HandOverList, counted: Counted): Promise<void> {
  const { folder } = needs;
  const data = dataShape.safeParse(await dataOf(folder, listItem(list.key))).data;
  if (data === undefined) {
    counted.complete = false;
    return;
  }
  counted.complete &&= data.complete;
  counted.onPlatform = (counted.onPlatform ?? 0) + data.items.length;
  const rows: { readonly cells: readonly Shown[]; readonly href: string | undefined }[] = [];
  const ids = new Set<string>();
  for (const item of data.items) {
    const id = list.idOf(item);
    ids.add(id);
    const own = itemOf(list.key, id);
    const { files, missing } = folder.manifest.entry(own);
    const hasParts = list.hasFiles;
    const isHere = hasParts
      ? missing?.length === 0
      : list.detail === undefined || files.some(({ part }) => part === 'data');
    if (isHere) counted.here += 1;
    const detail = list.detail === undefined || hasParts ? undefined : await dataOf(folder, own);
    const page = hasParts ? files.find(({ part }) => part === 'page') : undefined;
    for (const cells of list.rowsOf(item, detail)) rows.push({ cells, href: page?.path });
  }
  const gone = goneOf(folder, list.key, ids);
  counted.gone += gone.length;
  const plain = rows.map(({ cells }) => cells.map((cell) => inLanguage(cell, 'en')));
  const tables = await writeTables(needs, list, plain, data.complete);
  counted.tables.push({ ...tables, rows: rows.length });
  counted.sections.push({
    title: list.title,
    html(locale) {
      const t = handOverWords[locale];
      const shown = rows.map(({ cells, href }) =>
        cells.map((cell, at) => {
          const words = readable(inLanguage(cell, locale), locale);
          return at === 0 && href !== undefined
            ? link(linkTo(href, 1), words || '–')
            : escaped(words);
        }),
      );
      return [
        data.complete ? '' : `<p class="state lacking">${escaped(t.holdsBack)}</p>`,
        `<p class="soft">${escaped(t.rows(number(locale, rows.length)))} · ${tableLinks(tables, 1)}</p>`,
        rows.length === 0
          ? ''
          : tableOf(
              list.columns.map((of) => of[locale]),
              shown,
            ),
        gone.length === 0
          ? ''
          : `<h3>${escaped(t.gone)}</h3>\n<ul>${gone.map(({ text, href }) => `<li>${link(linkTo(href, 1), text)}</li>`).join('\n')}</ul>`,
      ].join('\n');
    },
  });
}

/** Of an earlier run: kept, and said. */
function goneOf(folder: HandOverFolder, key: string, ids: ReadonlySet<string>) {
  const prefix = itemOf(key, '');
  return [...folder.manifest.items()]
    .filter((item) => item.startsWith(prefix) && !ids.has(item.slice(prefix.length)))
    .flatMap((item) => {
      const { files } = folder.manifest.entry(item);
      const file = files.find(({ part }) => part === 'page') ?? files[0];
      return file === undefined
        ? []
        : [{ text: homeIn(files, key) ?? item.slice(prefix.length), href: file.path }];
    })
    .toSorted((a, b) => (a.href < b.href ? -1 : 1));
}

type TableFiles = Pick<PartManifest['tables'][number], 'file' | 'workbook'>;

const inLanguage = (cell: Shown, locale: Locale): string =>
  typeof cell === 'string' ? cell : cell[locale];

/** Moments are read more easily than ISO 8601, which tables have. */
const readable = (cell: string, locale: Locale): string =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cell) ? shownDate(cell, locale) : cell;

const tableLinks = ({ file, workbook }: TableFiles, depth: number): string =>
  [file, ...(workbook === null ? [] : [workbook])]
    .map((one) => link(linkTo(one, depth), path.posix.extname(one).slice(1).toUpperCase()))
    .join(' · ');

async function writeTables(
  { folder, workbooks }: Finishing,
  list: Pick<HandOverList, 'key' | 'part' | 'columns'>,
  rows: readonly (readonly string[])[],
  complete: boolean,
): Promise<TableFiles> {
  const columns = list.columns.map(({ en }) => ({ heading: en, width: 24 }));
  const above = partRows({ complete });
  const headings = columns.map(({ heading }) => heading);
  const file = { item: listItem(list.key), changed: null, into: [list.part], source: '' };
  const csv = Buffer.from(`${BYTE_ORDER_MARK}${csvRows([...above, headings, ...rows])}`);
  const names = { csv: `${list.key}.csv`, xlsx: `${list.key}.xlsx` };
  await folder.put({ ...file, part: 'csv', name: names.csv }, csv);
  const at = (name: string) => `${list.part}/${name}`;
  const draft = await workbooks.begin();
  try {
    for (let from = 0; from < rows.length; from += 500)
      await draft.add(rows.slice(from, from + 500));
    const bytes = Buffer.from(await draft.finish(columns, above));
    await folder.put({ ...file, part: 'xlsx', name: names.xlsx }, bytes);
    return { file: at(names.csv), workbook: at(names.xlsx) };
  } catch (error) {
    const failure = failureOf(error);
    // More rows than a workbook takes: the CSV has them all.
    if (failure?.kind !== 'file' || failure.problem !== 'too-large') throw error;
    return { file: at(names.csv), workbook: null };
  } finally {
    await draft.close();
  }
}

const titleOf = (part: HandOverPart) => ({
  en: handOverWords.en.parts[part],
  nb: handOverWords.nb.parts[part],
});

/** Its table was written while it was read. */
async function countLong(
  { folder }: FinishNeeds,
  counted: Counted,
  { key, title }: Pick<HandOverList, 'key' | 'title'>,
): Promise<void> {
  const data = countShape.safeParse(await dataOf(folder, listItem(key))).data;
  if (data === undefined) {
    counted.complete = false;
    return;
  }
  counted.onPlatform = (counted.onPlatform ?? 0) + data.count;
  counted.here += data.count;
  const { files } = folder.manifest.entry(listItem(key));
  const place = (part: string) => files.find((one) => one.part === part)?.path ?? null;
  const tables = { file: place('csv') ?? '', workbook: place('xlsx') };
  counted.tables.push({ ...tables, rows: data.count });
  counted.sections.push({
    title,
    html: (locale) =>
      `<p class="soft">${escaped(handOverWords[locale].rows(number(locale, data.count)))} · ${tableLinks(tables, 1)}</p>`,
  });
}

/** One that the open metadata does not have is known by its code alone. */
const serviceShape = serviceSummary
  .partial()
  .extend(serviceSummary.pick({ code: true, edition: true }).shape);

async function finishServices(needs: Finishing, counted: Counted): Promise<void> {
  const { folder } = needs;
  const data = dataShape.safeParse(await dataOf(folder, listItem('services'))).data;
  if (data === undefined) {
    counted.complete = false;
    return;
  }
  const services = data.items.flatMap((item) => serviceShape.safeParse(item).data ?? []);
  const columns = [
    { en: 'Service', nb: 'Tjeneste' },
    { en: 'Edition', nb: 'Utgave' },
    { en: 'Name', nb: 'Navn' },
    { en: 'Service owner', nb: 'Tjenesteeier' },
    { en: 'Kind', nb: 'Type' },
  ];
  const found = services.map((one) => {
    const { files } = folder.manifest.entry(
      itemOf('service', `${one.code}/${String(one.edition)}`),
    );
    const { name = '', ownerName = '', type = '' } = one;
    return { cells: [one.code, String(one.edition), name, ownerName, type], files };
  });
  const here = found.filter(({ files }) => files.length > 0).length;
  // Of the others the open metadata has nothing: they are named, and lack nothing.
  [counted.onPlatform, counted.here] = [here, here];
  const rows = found.map(({ cells }) => cells);
  const tables = await writeTables(
    needs,
    { key: 'services', part: 'services', columns },
    rows,
    true,
  );
  counted.tables.push({ ...tables, rows: rows.length });
  counted.sections.push({
    title: titleOf('services'),
    html(locale) {
      const t = handOverWords[locale];
      const shown = found.map(({ cells, files }) => [
        ...cells.map(escaped),
        files
          .toSorted((a, b) => (a.path < b.path ? -1 : 1))
          .map((file) => link(linkTo(file.path, 1), path.posix.basename(file.path)))
          .join('<br>'),
      ]);
      return [
        `<p class="soft">${escaped(t.rows(number(locale, rows.length)))} · ${tableLinks(tables, 1)}</p>`,
        rows.length === 0
          ? ''
          : tableOf([...columns.map((of) => of[locale]), t.message.files], shown),
      ].join('\n');
    },
  });
}

const replacedBy = ({ successors }: PartManifest, locale: Locale): string => {
  const t = handOverWords[locale];
  return successors.length === 0
    ? t.noSuccessor
    : successors.map((one) => t.successors[one as Successor]).join('; ');
};

function stateWords(part: PartManifest, locale: Locale): string {
  const t = handOverWords[locale];
  if (part.state === 'incomplete' && part.missing.length > 0) return t.missing(part.missing.length);
  const since = part.since === null ? '' : ` ${t.since(shownDay(part.since, locale))}`;
  return `${t.states[part.state]}${since}`;
}

const stateHtml = (part: PartManifest, locale: Locale): string =>
  `<span class="state ${part.state === 'complete' ? 'ok' : 'lacking'}">${part.state === 'complete' ? '✓' : '!'} ${escaped(stateWords(part, locale))}</span>`;

async function writePartPages(
  { folder }: FinishNeeds,
  made: PartManifest,
  sections: readonly Section[],
): Promise<void> {
  for (const locale of LOCALES) {
    const t = handOverWords[locale];
    const body = [
      `<p>${stateHtml(made, locale)} · ${escaped(t.columns[4])}: ${escaped(replacedBy(made, locale))}</p>`,
      ...sections.map(({ title, html }) => `<h2>${escaped(title[locale])}</h2>\n${html(locale)}`),
      made.missing.length === 0
        ? ''
        : `<h2 id="missing">${escaped(t.lacks)}</h2>\n${tableOf(
            [t.what, t.why],
            made.missing.map(({ what, why }) => [escaped(what), escaped(why)]),
          )}`,
    ].join('\n');
    const html = pageOf({
      locale,
      title: t.parts[made.part],
      body,
      aside: `${link(`../${pageName(locale)}`, t.back)} · ${languageLinks(locale)}`,
    });
    await folder.put(
      {
        item: `page ${made.part}`,
        changed: null,
        part: locale,
        into: [made.part],
        name: pageName(locale),
        source: '',
      },
      Buffer.from(html),
    );
  }
}

/** Of several lists the page of their part has the links. */
function listLinks({ part, tables }: PartManifest, locale: Locale): string {
  const [only, ...others] = tables;
  if (only === undefined) return '';
  if (others.length === 0) return tableLinks(only, 0);
  const words = handOverWords[locale].lists(tables.length);
  return link(linkTo(`${part}/${pageName(locale)}`, 0), words);
}

async function writeIndex(
  { folder, program }: FinishNeeds,
  parts: readonly PartManifest[],
  ended: string,
): Promise<void> {
  const { organisation, environment, begun } = folder.manifest.head;
  const taken = parts.filter(({ state }) => state !== 'not-read');
  const lacking = taken.filter(({ state }) => state !== 'complete');
  for (const locale of LOCALES) {
    const t = handOverWords[locale];
    const words =
      lacking.length === 0
        ? t.complete
        : t.lacking(lacking.map((one) => t.parts[one.part].toLowerCase()).join(', '));
    const rows = parts.map((one) => [
      one.state === 'not-read'
        ? escaped(t.parts[one.part])
        : link(linkTo(`${one.part}/${pageName(locale)}`, 0), t.parts[one.part]),
      one.onPlatform === null ? '' : number(locale, one.onPlatform),
      one.state === 'not-read' ? '' : number(locale, one.here),
      one.state === 'not-read' ? escaped(t.states['not-read']) : stateHtml(one, locale),
      escaped(replacedBy(one, locale)),
      listLinks(one, locale),
    ]);
    const verify = '<code>steward verify .</code>';
    const sums = '<code>sha256sum -c SHA256SUMS</code>';
    const body = [
      `<div class="sum${lacking.length === 0 ? '' : ' lacking'}"><strong>${escaped(words)}</strong>` +
        `<br>${escaped(t.partsComplete(taken.length - lacking.length, taken.length))}</div>`,
      tableOf(t.columns, rows, new Set([1, 2])),
      `<p>${link(linkTo(`moving/${pageName(locale)}`, 0), t.moving.title)}</p>`,
      `<footer><p>${escaped(t.find)}</p><p>${t.check(verify, sums, link(DOCUMENT, DOCUMENT))} ${escaped(t.madeBy(program))}</p></footer>`,
    ].join('\n');
    const html = pageOf({
      locale,
      title: t.title(organisation.name),
      lead: t.lead(
        organisation.number.replaceAll(/(?<=^\d{3}|^\d{6})/g, ' '),
        t.environments[environment],
        shownDay(begun, locale),
        shownDay(ended, locale),
      ),
      aside: languageLinks(locale),
      body,
    });
    await folder.put(
      {
        item: 'page index',
        changed: null,
        part: locale,
        into: [],
        name: pageName(locale),
        source: '',
      },
      Buffer.from(html),
    );
  }
}

/** The lines of the run itself are not among them. */
async function writeSums(folder: HandOverFolder, manifest: string): Promise<void> {
  const sha256 = createHash('sha256').update(manifest).digest('hex');
  const files: Pick<ExportedFile, 'path' | 'sha256'>[] = [...folder.manifest.files()];
  files.push({ path: DOCUMENT, sha256 });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  await replaceFile(path.join(folder.root, SUMS), sumLines(files));
}

/** One line a file, as `sha256sum -c` reads it, in the order of their names; in pieces, so that those of a large box are no text of megabytes. */
function* sumLines(files: readonly Pick<ExportedFile, 'path' | 'sha256'>[]): Generator<string> {
  for (let from = 0; from < files.length; from += 500)
    yield files
      .slice(from, from + 500)
      .map((file) => `${file.sha256}  ${file.path}\n`)
      .join('');
}

/** Beside what the sums name, these are a hand-over's own. */
export const OWN_FILES: readonly string[] = [SUMS, LINES];
