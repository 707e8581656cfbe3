// The journal as a table: one row per write, newest first, narrowed to what is asked for.
import type { ActivityLine } from '../../preload/contract/activity.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Journal, JournalLine } from '../storage/journal.ts';

export type JournalFilter = Parameters<Handlers<'activity'>['list']>[0]['filter'];
type Lines = Pick<Journal, 'newest'>;

const HEADINGS = [
  'number',
  'time',
  'who',
  'connection',
  'environment',
  'operation',
  'object',
  'outcome',
  'detail',
  'confirmed',
] as const;

export const JOURNAL_COLUMNS = HEADINGS.map((heading) => ({ heading, width: 16 }));

export async function* journalRows(
  journal: Lines,
  filter: JournalFilter,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  for await (const line of fittingLines(journal, filter, signal)) yield cells(line);
}

/** An intent is shown only while nothing has ended it: its last line says all that it says, and how it went. */
export async function* fittingLines(
  journal: Lines,
  filter: JournalFilter,
  signal: AbortSignal,
): AsyncGenerator<JournalLine> {
  const isShown = fits(filter);
  /** Of those whose intent has not come yet. */
  const ended = new Set<string>();
  for await (const lines of journal.newest(signal))
    for (const line of lines) {
      if (line.outcome !== 'begun') ended.add(line.act);
      else if (ended.delete(line.act)) continue;
      if (isShown(line)) yield line;
    }
}

function fits(filter: JournalFilter): (line: JournalLine) => boolean {
  const text = filter.text?.toLocaleLowerCase();
  const { from, to } = { from: timeOf(filter.from), to: timeOf(filter.to) };
  return (line) =>
    (filter.connection === undefined || line.connection === filter.connection) &&
    (filter.outcome === undefined || line.outcome === filter.outcome) &&
    (from === undefined || Date.parse(line.at) >= from) &&
    (to === undefined || Date.parse(line.at) <= to) &&
    (text === undefined ||
      words(line).includes(text) ||
      filter.operations?.includes(line.operation) === true);
}

/** A bound that is no date bounds nothing. */
function timeOf(instant: string | undefined): number | undefined {
  const time = Date.parse(instant ?? '');
  return Number.isNaN(time) ? undefined : time;
}

const words = (line: JournalLine) =>
  [line.who, line.connectionName, line.operation, line.object, line.detail]
    .join('\n')
    .toLocaleLowerCase();

const cells = (line: ActivityLine) => [
  String(line.number),
  line.at,
  line.who,
  line.connectionName,
  line.environment,
  line.operation,
  line.object,
  line.outcome,
  line.detail,
  line.confirmed ? 'yes' : 'no',
];
