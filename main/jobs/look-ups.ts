// Looks up many organisations, a few at a time and by reads only; each result is stored sealed with its row.
import type { Run } from '../../preload/contract/contract.ts';
import { together } from '../http/complete-list.ts';
import { failureOf } from '../problem.ts';
import { incompleteList } from '../problems.ts';
import { createNotFoundCheck, type RowHandler, type Task, valueOf } from './batch.ts';
import type { BatchRecord, LookUpRecord } from './records.ts';
import type { Row } from './rows.ts';

export interface LookUpsNeeds {
  readonly run: Run;
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
  const of = ({ subject }: Row) => ({ connection, organisationNumber: subject });
  const notFound = createNotFoundCheck();

  const loadOrganisation = async (row: Row) => {
    try {
      const found = valueOf(await run('serviceOwner.get', of(row), signal));
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
      ? valueOf(await run('serviceOwner.officialContacts', of(row), signal))
      : null;
    const personal = job.personalContacts
      ? valueOf(
          await run('serviceOwner.personalContacts', { ...of(row), ...filterOf(job) }, signal),
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
