// Looks up many organisations, a few at a time and by reads only; each result is stored sealed with its row.
import { serviceOwner } from '../../preload/contract/service-owner.ts';
import type { Result } from '../../preload/result.ts';
import { together } from '../http/complete-list.ts';
import { failureOf } from '../problem.ts';
import { incompleteList } from '../problems.ts';
import { createNotFoundCheck, type RowHandler, type Task, valueOf } from './batch.ts';
import type { BatchRecord, LookUpRecord } from './records.ts';
import type { Row } from './rows.ts';

export interface LookUpsNeeds {
  readonly run: (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
}

const CONCURRENCY = 3;

export function lookUps({ run }: LookUpsNeeds): Task {
  return {
    effect: 'read',
    concurrency: CONCURRENCY,
    gap: async () => undefined,
    createHandler: async (job) => createHandler(run, job),
  };
}

function createHandler(run: LookUpsNeeds['run'], job: BatchRecord): RowHandler {
  if (job.kind !== 'look-up') throw new TypeError('Another kind of job.');
  const { connection } = job;
  const { signal } = new AbortController();
  const perform = async (name: string, { subject }: Row, more: object = {}) => {
    const input = { connection, organisationNumber: subject, ...more };
    return valueOf(await run(`serviceOwner.${name}`, input, signal));
  };
  const notFound = createNotFoundCheck();

  const loadOrganisation = async (row: Row) => {
    try {
      const found = serviceOwner.get.output.parse(await perform('get', row));
      notFound.areaAnswered();
      return found;
    } catch (error) {
      const failure = failureOf(error);
      if (notFound.isBelieved(failure)) return failure;
      throw error;
    }
  };
  return async (row) => {
    const organisation = await loadOrganisation(row);
    if ('kind' in organisation) return { state: 'not-found', failure: organisation };
    const official = job.officialContacts
      ? serviceOwner.officialContacts.output.parse(await perform('officialContacts', row))
      : null;
    const personal = job.personalContacts
      ? serviceOwner.personalContacts.output.parse(
          await perform('personalContacts', row, filterOf(job)),
        )
      : null;
    const lists = [official, personal].filter((list) => list !== null);
    const completeness = together(lists.map((list) => list.completeness));
    const result = {
      organisation,
      officialContacts: official?.contacts ?? null,
      personalContacts: personal?.contacts ?? null,
      completeness,
    };
    // Shown beside what was found: an incomplete list is never shown as a complete one.
    const failure = completeness.complete ? null : incompleteList().failure;
    return { state: 'done', failure, result };
  };
}

const filterOf = ({ roleDefinitionCode, service }: LookUpRecord) => ({
  ...(roleDefinitionCode !== undefined && { roleDefinitionCode }),
  ...(service !== undefined && { service }),
});
