// A disk that refuses chosen calls of its open files, and on which somebody else may act between two calls.
import type { FileHandle } from 'node:fs/promises';
import { type Disk, realDisk } from '../../main/storage/disk.ts';

const CALLS = ['write', 'datasync', 'sync', 'truncate'] as const;
type Call = (typeof CALLS)[number];

export interface HookedDisk extends Disk {
  /** From now on, and with `flags` only through handles opened so; of a write, half is done by then. */
  refuse(call: Call, code: string, flags?: string | number): void;
  heal(): void;
  /** Runs when a file was asked how long it is, before the answer is used; as many times as asked for. */
  afterStats(act: () => void, times?: number): void;
}

interface Refusal {
  readonly call: Call;
  readonly code: string;
  readonly flags: string | number | undefined;
}

export function hookedDisk(): HookedDisk {
  const acts: (() => void)[] = [];
  let refusals: Refusal[] = [];
  const refusal = (call: Call, flags: unknown) => {
    const found = refusals.find(
      (one) => one.call === call && (one.flags === undefined || one.flags === flags),
    );
    return found && Object.assign(new Error(found.code), { code: found.code });
  };
  return {
    ...realDisk,
    async open(...given: Parameters<Disk['open']>) {
      const handle = await realDisk.open(...given);
      const stat = handle.stat.bind(handle);
      Object.assign(handle, {
        stat: async () => {
          const found = await stat();
          acts.shift()?.();
          return found;
        },
      });
      for (const call of CALLS) {
        const real = handle[call].bind(handle) as (...args: unknown[]) => Promise<unknown>;
        Object.assign(handle, {
          [call]: async (...args: unknown[]) => {
            const error = refusal(call, given[1]);
            if (!error) return real(...args);
            if (call === 'write') {
              const [bytes, from, length, ...rest] = args as [Buffer, number, number, ...unknown[]];
              await real(bytes, from, length >> 1, ...rest);
            }
            throw error;
          },
        });
      }
      return handle satisfies FileHandle;
    },
    refuse(call, code, flags) {
      refusals.push({ call, code, flags });
    },
    heal() {
      refusals = [];
    },
    afterStats(act, times = 1) {
      for (let time = 0; time < times; time++) acts.push(act);
    },
  };
}
