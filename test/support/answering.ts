// Operations of the contract as a test answers them, for what performs them by their names.
import { contract, type Run } from '../../preload/contract/contract.ts';
import type { JobKind } from '../../preload/contract/jobs.ts';
import type { Operation } from '../../preload/contract/operation.ts';
import type { Result } from '../../preload/result.ts';

type Perform = (
  name: string,
  input: unknown,
  allowedFor: JobKind | undefined,
) => Promise<Result<unknown>>;

/** As the border does it: what is answered is trimmed to the operation's shape, and what is not of that shape is an error. */
export const answering = (perform: Perform): Run =>
  (async (name, input, _signal, _report, allowedFor) => {
    const result = await perform(name, input, allowedFor);
    if (!result.ok) return result;
    const [feature = '', operation = ''] = name.split('.');
    const all: Readonly<Record<string, Readonly<Record<string, Operation>>>> = contract;
    return { ok: true, value: all[feature]?.[operation]?.output.parse(result.value) };
  }) as Run;
