// Looks up many organisations, a few at a time and reads only; what is found is kept sealed with its row.
import { serviceOwner } from '../../preload/contract/service-owner.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import { type Task, valueOf } from './batch.ts';
import type { BatchRecord, LookUpRecord } from './records.ts';
import type { Row, RowState } from './rows.ts';

export interface LookUpsNeeds {
  readonly run: (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
}

const AT_ONCE = 3;

export function lookUps({ run }: LookUpsNeeds): Task {
  return {
    ...{ effect: 'read', atOnce: AT_ONCE, gap: async () => undefined },
    begin: async (job) => createHand(run, job),
  };
}

function createHand(run: LookUpsNeeds['run'], job: BatchRecord) {
  if (job.kind !== 'look-up') throw new TypeError('Another kind of job.');
  const { connection } = job;
  const { signal } = new AbortController();
  const ask = async (name: string, { subject }: Row, more: object = {}) => {
    const input = { connection, organisationNumber: subject, ...more };
    return valueOf(await run(`serviceOwner.${name}`, input, signal));
  };
  let answers = false;

  const find = async (row: Row) => {
    try {
      const found = serviceOwner.get.output.parse(await ask('get', row));
      answers = true;
      return found;
    } catch (error) {
      const failure = failureOf(error);
      // An area that is switched off says 404 without a word to everything: that is no word on the organisation.
      if (failure?.kind === 'not-found' && (answers || !isSilent(failure))) return failure;
      throw error;
    }
  };
  return async (row: Row): Promise<RowState> => {
    const organisation = await find(row);
    if ('kind' in organisation) return { state: 'not-found', failure: organisation };
    const official = job.officialContacts
      ? serviceOwner.officialContacts.output.parse(await ask('officialContacts', row))
      : null;
    const personal = job.personalContacts
      ? serviceOwner.personalContacts.output.parse(
          await ask('personalContacts', row, filterOf(job)),
        )
      : null;
    const whole = [official, personal].every((list) => list?.completeness.complete ?? true);
    const result = {
      organisation,
      officialContacts: official?.contacts ?? null,
      personalContacts: personal?.contacts ?? null,
    };
    return { state: 'done', failure: whole ? null : notWhole, result };
  };
}

const filterOf = ({ roleDefinitionCode, service }: LookUpRecord) => ({
  ...(roleDefinitionCode !== undefined && { roleDefinitionCode }),
  ...(service !== undefined && { service }),
});

/** The platform said no word of its own. */
export const isSilent = ({ reason = '' }: Extract<Failure, { kind: 'not-found' }>) =>
  /^(|not found)$/i.test(reason.trim());

/** Said beside what was found: a list that stops short is never shown as a whole one. */
const notWhole: Failure = {
  kind: 'unexpected-answer',
  message: 'The platform did not give all contacts.',
  ...{ status: 200, reference: '' },
};
