// Measures how many calls a complete list costs beyond the data-layer limit, compared with the fewest possible.
// It runs the whole program over real TLS.
import { performance } from 'node:perf_hooks';
import { startPlatform } from '../../test/platform/platform.ts';
import { everythingOn } from '../../test/platform/shape.ts';
import { leastCalls } from '../../test/support/least-calls.ts';
import { connectTo, startSteward, valueOf } from '../../test/support/steward.ts';

export interface LimitsOptions {
  readonly messages: number;
  readonly years: number;
  readonly limit: number;
  readonly seed: number;
}

export interface LimitsFigures {
  /** Calls the platform answered for one complete list. */
  readonly calls: number;
  readonly leastCalls: number;
  readonly ratio: number;
  readonly messages: number;
  /** The list says that it is complete, and has every message of the box exactly once. */
  readonly whole: boolean;
  readonly seconds: number;
  /** The same with a `$filter` that few messages fit. */
  readonly filtered: { readonly calls: number; readonly messages: number; readonly whole: boolean };
}

export async function measureLimits(options: LimitsOptions): Promise<LimitsFigures> {
  const { messages, years, limit, seed } = options;
  const platform = await startPlatform({ messages, years, seed, users: 1, switches: everythingOn });
  const steward = await startSteward();
  try {
    const { control, organisationNumber } = platform;
    control.shape.dataLimit = limit;
    const { connection } = await connectTo(steward, platform);
    const box = control.messages.of(organisationNumber).filter(({ binned }) => !binned);
    const ask = async (filter?: string) => {
      control.forget();
      const asked = { connection, who: 'my', all: true, ...(filter !== undefined && { filter }) };
      const list = await valueOf(steward.client.messages.list(asked));
      const calls = control.requests.filter(({ operation }) => operation === 'messages.list');
      return { list, calls: calls.length };
    };
    const isWhole = (
      { list }: Awaited<ReturnType<typeof ask>>,
      wanted: readonly { id: string }[],
    ) =>
      list.completeness.complete &&
      JSON.stringify(list.messages.map(({ id }) => id).sort()) ===
        JSON.stringify(wanted.map(({ id }) => id).sort());
    const begun = performance.now();
    const all = await ask();
    const seconds = Math.round(performance.now() - begun) / 1000;
    const few = await ask("LastChangedBy eq 'erp-faktura-prod'");
    const fitting = box.filter(({ changedBy }) => changedBy === 'erp-faktura-prod');
    const least = leastCalls(
      box.map(({ changed }) => changed.getTime()),
      { limit, page: control.shape.pageSize },
    );
    return {
      calls: all.calls,
      leastCalls: least,
      ratio: Math.round((all.calls / least) * 1000) / 1000,
      messages: all.list.messages.length,
      whole: isWhole(all, box),
      seconds,
      filtered: {
        calls: few.calls,
        messages: few.list.messages.length,
        whole: isWhole(few, fitting),
      },
    };
  } finally {
    await steward.stop();
    await platform.stop();
  }
}
