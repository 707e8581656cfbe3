// An operation that is called by its name is typed by the contract: another name or another input does not compile.
import { expect, it } from 'vitest';
import type { Caller } from '../../../../main/shell/caller.ts';
import type { OperationName, Run } from '../../../../preload/contract/contract.ts';

const connection = '00000000-0000-4000-8000-000000000001';
const { signal } = new AbortController();
const target = { connection, userName: 'svc-payroll' };

/** Refused by the compiler where it says so; run, each is one call. */
async function calls(run: Run, call: Caller['call']): Promise<void> {
  const found = await run('enterpriseUsers.get', target, signal);
  if (found.ok) found.value.userName satisfies string;
  // @ts-expect-error -- nothing that the operation answers
  if (found.ok) void found.value.userNames;
  // @ts-expect-error -- no operation of the feature
  await run('enterpriseUsers.fetch', target, signal);
  // @ts-expect-error -- an operation of another feature
  await run('messages.rotateSecret', target, signal);
  // @ts-expect-error -- a field that is missing
  await run('enterpriseUsers.get', { connection }, signal);
  // @ts-expect-error -- a field that the operation does not have
  await run('enterpriseUsers.get', { ...target, user: 'svc-payroll' }, signal);
  // @ts-expect-error -- a field of another type
  await run('activity.list', { filter: {}, limit: 'all' }, signal);
  await run(
    'fileTransfer.confirm',
    { connection, who: 'my', reference: 'r' },
    signal,
    undefined,
    'download-files',
  );
  // @ts-expect-error -- no kind of job
  await run('app.start', {}, signal, undefined, 'download');
  await call('activity.list', { filter: {}, limit: 1 });
  // @ts-expect-error -- what the terminal itself calls, too
  await call('activity.list', {});
  await call('app.check', {}, { onProgress: ({ done }) => void (done satisfies number) });
  // @ts-expect-error -- a name that only a person can have written
  await call('app.checks' as string, {});
}

it('what the contract does not have does not compile where an operation is called by its name', async () => {
  const names: OperationName[] = [];
  const perform = async (name: OperationName) => {
    names.push(name);
    return { ok: false, failure: { kind: 'cancelled', message: '' } } as const;
  };
  await calls(perform, perform);
  expect(names).toHaveLength(12);
});
