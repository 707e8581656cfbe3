// Estimates the cost of a synchronisation from the lists and from the last run.
import { eachInSlices } from '../pauses.ts';
import type { CodeListHead, ServiceSummary } from '../../preload/contract/metadata.ts';
import type { Scope } from '../../preload/contract/reference.ts';
import type { CopyHead, ServiceFacts } from './keys.ts';
import { planTasks } from './plan.ts';

export interface Listed {
  readonly services: readonly ServiceSummary[];
  readonly codeLists: readonly CodeListHead[];
  readonly roles: number;
}

/** Items in a page of the platform's lists (platform.md, Limits). */
const PAGE = 50;
/** One more call, because only a page without new items marks the end. */
const pagesOf = (items: number) => Math.ceil(items / PAGE) + 1;

/** Calls for each document of an area; role requirements are a list, which takes a second call for its end. */
const CALLS = { services: 1, 'role-requirements': 2, schemas: 1, 'code-lists': 1 } as const;

export async function estimate(
  scope: Scope,
  listed: Listed,
  formsOf: (service: ServiceSummary) => ServiceFacts['forms'] | undefined,
  pace: CopyHead['pace'],
) {
  const lists = 2 + pagesOf(listed.codeLists.length) + pagesOf(listed.roles);
  const tasks = await planTasks(scope, listed);
  const documents = tasks.reduce((sum, { area }) => sum + CALLS[area], 0);
  const wanted = listed.services.filter(
    ({ kind, ownerCode }) =>
      kind === 'formtask' && (scope.what !== 'owner' || ownerCode === scope.owner),
  );
  const schemas = scope.what === 'list' ? 0 : await formsIn(wanted, formsOf);
  const calls = lists + documents + Math.round(schemas);
  return {
    calls,
    seconds: pace && Math.ceil(calls * pace.secondsPerCall),
    bytes: pace && Math.round(calls * pace.bytesPerCall),
  };
}

/** Services without a document in the copy count with the mean of the others, or with one form where there are none. */
async function formsIn(
  services: readonly ServiceSummary[],
  formsOf: (service: ServiceSummary) => ServiceFacts['forms'] | undefined,
): Promise<number> {
  let [known, forms] = [0, 0];
  const count = (service: ServiceSummary) => {
    const itsForms = formsOf(service);
    if (itsForms === undefined) return;
    known += 1;
    forms += itsForms.length;
  };
  await eachInSlices(services, count);
  return known === 0 ? services.length : (forms / known) * services.length;
}
