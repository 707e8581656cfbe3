// The journal for a person: one entry per write, newest first, filtered and exported.
import type { ActivityLine } from '../../preload/contract/activity.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import { toCsv } from '../storage/csv.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Journal, JournalLine } from '../storage/journal.ts';

export interface ActivityNeeds {
  readonly journal: Journal;
  readonly handles: FileHandles;
}

type Filter = Parameters<Handlers<'activity'>['list']>[0]['filter'];

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

export function activityService({ journal, handles }: ActivityNeeds): Handlers<'activity'> {
  const fitting = async (filter: Filter) => newestFirst(await journal.lines()).filter(fits(filter));
  return {
    async list({ filter, limit }) {
      const lines = await fitting(filter);
      return { lines: lines.slice(0, limit), total: lines.length, journal: journal.state() };
    },
    async exportCsv({ filter, target }) {
      const lines = await fitting(filter);
      await handles.write(target, toCsv([HEADINGS, ...lines.map(cells)]), 'target');
      return { name: handles.targetName(target, 'target'), rows: lines.length };
    },
    verify: () => journal.verify(),
  };
}

/** An intent is shown only while nothing has ended it: its last line says all that it says, and how it went. */
function newestFirst(lines: readonly JournalLine[]): readonly JournalLine[] {
  const ended = new Set(lines.filter((line) => line.outcome !== 'begun').map((line) => line.act));
  return lines.filter((line) => line.outcome !== 'begun' || !ended.has(line.act)).toReversed();
}

function fits(filter: Filter): (line: JournalLine) => boolean {
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
