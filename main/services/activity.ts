// The journal for a person: one entry per write, newest first, filtered and exported.
import type { ActivityLine } from '../../preload/contract/activity.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import { failureOf } from '../problem.ts';
import type { Journal, JournalLine } from '../storage/journal.ts';
import type { Tables } from '../storage/tables.ts';

export interface ActivityNeeds {
  readonly journal: Pick<Journal, 'newest' | 'acts' | 'state' | 'verify'>;
  readonly tables: Tables;
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

export function activityService({ journal, tables }: ActivityNeeds): Handlers<'activity'> {
  return {
    async list({ filter, limit }, { signal }) {
      const lines: JournalLine[] = [];
      let total = 0;
      try {
        for await (const line of fitting(journal, filter, signal)) {
          total += 1;
          if (total <= limit) lines.push(line);
          // How many there are in all is known without them.
          if (total < limit || Object.keys(filter).length > 0) continue;
          total = await journal.acts();
          break;
        }
      } catch (error) {
        // What is behind a damaged line is shown, and the state says the rest.
        const failure = failureOf(error);
        if (failure?.kind !== 'file' || failure.problem !== 'changed-meanwhile') throw error;
      }
      return { lines, total, journal: journal.state() };
    },
    async exportCsv({ filter, target }, { signal }) {
      const saved = await tables.save(
        { handle: target, field: 'target', format: 'csv' },
        {
          columns: HEADINGS.map((heading) => ({ heading, width: 16 })),
          rows: rowsOf(fitting(journal, filter, signal)),
          completeness: { complete: true },
        },
        signal,
      );
      return { name: saved.name, rows: saved.rows };
    },
    verify: () => journal.verify(),
  };
}

async function* rowsOf(lines: AsyncIterable<JournalLine>): AsyncGenerator<readonly string[]> {
  for await (const line of lines) yield cells(line);
}

/** An intent is shown only while nothing has ended it: its last line says all that it says, and how it went. */
async function* fitting(
  journal: ActivityNeeds['journal'],
  filter: Filter,
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
