// Sends many forms of one service, a message for each, one at a time and never twice.
import type { Run } from '../../preload/contract/contract.ts';
import { WholeList } from '../http/complete-list.ts';
import type { RowNames } from '../messages/row-names.ts';
import { sameForm } from '../messages/same-form.ts';
import { ignoreProblem } from '../problem.ts';
import { type Task, valueOf } from './batch.ts';
import type { BatchRecord } from './records.ts';
import type { Row, Rows } from './rows.ts';
import { type Destination, sendingOnce } from './sending-once.ts';

export interface FormSendingNeeds {
  /** A person has allowed what the rows send when the job began. */
  readonly run: Run;
  /** Messages that other jobs of the kind have made, as far as their rows can be read. */
  readonly madeByOthers: (job: string) => Promise<readonly string[]>;
  /** Keeps what the message of a line is called by. */
  readonly nameRow: RowNames['keep'];
  /** Waits between two messages. */
  readonly gap: () => Promise<void>;
}

/** The clocks of two computers differ. */
const GRACE_MS = 120_000;
/** So many messages are read to find the one that was made; a person looks among more. */
const MOST_READ = 20;

export function formSending({ gap, ...needs }: FormSendingNeeds): Task {
  return sendingOnce({
    open: (job, rows) => openBox(needs, job, rows),
    gap,
    unclear: 'No message of this service could be told to be the one that was made.',
  });
}

/** The rows are sealed, and the record is not: what is sent for whom is what a person allowed. */
function requestOf({ form }: Row) {
  if (form === undefined) throw new TypeError('A row of another kind.');
  return form;
}

function openBox(
  { run, madeByOthers, nameRow }: Omit<FormSendingNeeds, 'gap'>,
  job: BatchRecord,
  rows: Rows,
): Destination {
  if (job.kind !== 'send-forms') throw new TypeError('Another kind of job.');
  const { connection } = job;
  const { signal } = new AbortController();
  const owned = async (but: Row) =>
    new Set([
      ...rows.all().flatMap((row) => (row.row === but.row ? [] : (row.made ?? []))),
      ...(await madeByOthers(job.id)),
    ]);
  const xmlOf = async (who: string, message: string) => {
    const read = valueOf(await run('messages.get', { connection, who, message }, signal));
    const [main] = read.forms;
    if (typeof main?.id !== 'string') return undefined;
    const target = { connection, who, message, form: main.id };
    return valueOf(await run('forms.data', target, signal)).xml;
  };
  /** Those of the service since the row was marked, newest first; undefined where the list does not say it all. */
  const since = async (row: Row) => {
    const { who, serviceCode, serviceEdition } = requestOf(row);
    const marked = Date.parse(row.markedAt ?? '');
    if (Number.isNaN(marked)) return undefined;
    const from = new Date(marked - GRACE_MS).toISOString();
    const list = valueOf(await run('messages.list', { connection, who, all: true, from }, signal));
    const others = await owned(row);
    return WholeList.of('messages', list)
      .ifWhole()
      ?.filter(
        (one) =>
          one.serviceCode === serviceCode &&
          one.serviceEdition === serviceEdition &&
          !others.has(one.id) &&
          // One that was there before and was only changed since then.
          (one.created === undefined || Date.parse(one.created) >= marked - GRACE_MS),
      );
  };
  /** The message is there, whether its name is kept or not. */
  const called = async (row: Row, message: string) => {
    const { who } = requestOf(row);
    const { subject, title = '' } = row;
    await nameRow({ connection, who, message }, { line: Number(subject), title }).catch(
      ignoreProblem,
    );
  };
  return {
    async send(row) {
      const { xml, dataFormatId, dataFormatVersion, ...about } = requestOf(row);
      const sent = [{ dataFormatId, dataFormatVersion, xml }];
      const input = { connection, ...about, forms: sent };
      const { id } = valueOf(await run('messages.create', input, signal));
      if (id !== null) await called(row, id);
      return id;
    },
    async find(row) {
      const { who, xml } = requestOf(row);
      const candidates = await since(row);
      if (candidates === undefined || candidates.length > MOST_READ) return { kind: 'unclear' };
      if (candidates.length === 0) return { kind: 'nothing' };
      const same: string[] = [];
      for (const { id } of candidates) {
        const found = await xmlOf(who, id);
        if (found !== undefined && sameForm(found, xml)) same.push(id);
      }
      const [message, ...more] = same;
      if (message === undefined || more.length > 0) return { kind: 'unclear' };
      await called(row, message);
      return { kind: 'made', id: message };
    },
  };
}
