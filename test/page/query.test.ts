// A query: value, age, failure; read while it is shown and when its key changes, and never for what is gone.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Result } from '../../preload/result.ts';
import type { ListStep, Query } from '../../renderer/state/query.svelte.ts';
import type * as queryModule from '../../renderer/state/query.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { offline, signInNeeded } from './support/samples.ts';

interface Asked {
  readonly signal: AbortSignal;
  readonly onProgress: (step: ListStep) => void;
  readonly answer: (result: Result<string>) => void;
}
let page: Page;
/** Ends the component that made the reading. */
let endComponent: () => void;
let reading: Query<string>;
let asked: Asked[];
let module: typeof queryModule;
let stateOf: typeof queryModule.stateOf;
const ask = (asking: Omit<Asked, 'answer'>) =>
  new Promise<Result<string>>((answer) => {
    asked.push({ ...asking, answer });
  });
const value = (text: string): Result<string> => ({ ok: true, value: text });

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') });
  page = await openPage();
  module = await import('../../renderer/state/query.svelte.ts');
  ({ stateOf } = module);
  asked = [];
  endComponent = page.asWindow(() => {
    reading = new module.Query<string>(ask);
  });
});

describe('a read', () => {
  it('is busy until its value comes, and says when that was', async () => {
    const done = reading.load();
    expect(reading.busy).toBe(true);
    expect(reading.value).toBeUndefined();
    expect(reading.fetched).toBeNull();
    asked[0]?.answer(value('a'));
    expect(await done).toBe(true);
    expect(reading).toMatchObject({ busy: false, value: 'a', fetched: '2026-03-02T08:00:00.000Z' });
  });

  it('shows the old value and its age while it is asked again, and after it failed', async () => {
    void reading.load();
    asked[0]?.answer(value('a'));
    await settled();
    vi.setSystemTime(new Date('2026-03-02T09:00:00Z'));
    const again = reading.load();
    expect(reading).toMatchObject({ busy: true, value: 'a' });
    asked[1]?.answer({ ok: false, failure: offline });
    expect(await again).toBe(false);
    expect(reading).toMatchObject({
      busy: false,
      value: 'a',
      failure: offline,
      state: 'offline',
      fetched: '2026-03-02T08:00:00.000Z',
    });
    expect(reading.blocked).toBeDefined();
  });

  it('that succeeds after a failure takes the failure away, and things can be changed again', async () => {
    void reading.load();
    asked[0]?.answer({ ok: false, failure: offline });
    await settled();
    void reading.load();
    asked[1]?.answer(value('b'));
    await settled();
    expect(reading.failure).toBeUndefined();
    expect(reading.state).toBe('live');
    expect(reading.blocked).toBeUndefined();
  });

  it('says what it is also when the component that made it is gone', async () => {
    expect(reading.state).toBe('live');
    endComponent();
    void reading.load();
    asked[0]?.answer({ ok: false, failure: offline });
    await settled();
    expect(reading.state).toBe('offline');
    expect(reading.blocked).toBeDefined();
  });

  it('asked again stops the one before, whose late answer is never shown', async () => {
    const first = reading.load();
    const second = reading.load();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(asked[1]?.signal.aborted).toBe(false);
    asked[1]?.answer(value('new'));
    expect(await second).toBe(true);
    asked[0]?.answer(value('old'));
    expect(await first).toBe(false);
    expect(reading.value).toBe('new');
  });

  it('for an act waits for the one that took its place, and answers as that does', async () => {
    const first = reading.newest();
    const second = reading.load();
    void reading.load();
    asked[0]?.answer(value('old'));
    asked[1]?.answer({ ok: false, failure: offline });
    expect(await second).toBe(false);
    asked[2]?.answer(value('new'));
    expect(await first).toBe(true);
    expect(reading.value).toBe('new');
  });

  it('for an act ends where it is left, and where the one that took its place fails', async () => {
    const left = reading.newest();
    reading.leave();
    asked[0]?.answer(value('late'));
    expect(await left).toBe(false);
    const failing = reading.newest();
    void reading.load();
    asked[1]?.answer(value('old'));
    asked[2]?.answer({ ok: false, failure: offline });
    expect(await failing).toBe(false);
    expect(reading.failure).toEqual(offline);
  });

  it('does not lose its busy sign, nor show a failure, by the late answer of the one before', async () => {
    const first = reading.load();
    void reading.load();
    asked[0]?.answer({ ok: false, failure: offline });
    await first;
    expect(reading.busy).toBe(true);
    expect(reading.failure).toBeUndefined();
  });

  it('that is left is stopped, is not busy, and takes no answer any more', async () => {
    const done = reading.load();
    reading.leave();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(reading.busy).toBe(false);
    asked[0]?.answer(value('late'));
    expect(await done).toBe(false);
    expect(reading.value).toBeUndefined();
  });

  it('shows its progress while it runs, and nobody else’s', async () => {
    void reading.load();
    asked[0]?.onProgress({ items: 50, calls: 1 });
    expect(reading.progress).toEqual({ items: 50, calls: 1 });
    void reading.load();
    expect(reading.progress).toBeUndefined();
    asked[0]?.onProgress({ items: 100, calls: 2 });
    expect(reading.progress).toBeUndefined();
    asked[1]?.onProgress({ items: 10, calls: 1 });
    asked[1]?.answer(value('a'));
    await settled();
    expect(reading.progress).toBeUndefined();
  });

  it('tells the frame its age, with a way to ask again', async () => {
    void reading.load();
    asked[0]?.answer(value('a'));
    await settled();
    expect(reading.age).toMatchObject({
      fetched: '2026-03-02T08:00:00.000Z',
      state: 'live',
      busy: false,
    });
    reading.age.refresh();
    expect(asked).toHaveLength(2);
  });
});

describe('a write while it is read', () => {
  const both = (text: string) => (value: string) => (value.includes(text) ? value : value + text);

  it('is not lost by an answer that was on its way, and the value keeps its age', async () => {
    void reading.load();
    asked[0]?.answer(value('a'));
    await settled();
    const again = reading.load();
    vi.setSystemTime(new Date('2026-03-02T09:00:00Z'));
    reading.change(both('+new'));
    expect(reading).toMatchObject({ value: 'a+new', fetched: '2026-03-02T08:00:00.000Z' });
    asked[1]?.answer(value('b'));
    expect(await again).toBe(true);
    expect(reading.value).toBe('b+new');
  });

  it('is in the first value, too', async () => {
    const first = reading.load();
    reading.change(both('+new'));
    expect(reading.value).toBeUndefined();
    asked[0]?.answer(value('a'));
    await first;
    expect(reading.value).toBe('a+new');
  });

  it('that answers the whole value ends the reading', async () => {
    const first = reading.load();
    reading.take('written');
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(reading).toMatchObject({ busy: false, value: 'written' });
    asked[0]?.answer(value('older'));
    expect(await first).toBe(false);
    expect(reading.value).toBe('written');
  });

  it('is for the value of now alone: the next reading is asked after it', async () => {
    void reading.load();
    asked[0]?.answer(value('a'));
    await settled();
    reading.change(both('+new'));
    void reading.load();
    asked[1]?.answer(value('b'));
    await settled();
    expect(reading.value).toBe('b');
  });
});

describe('a read that throws', () => {
  it('is over, is told as a fault of the program, and can be tried again', async () => {
    const broken = new module.Query<string>(() => Promise.reject(new Error('a fault')));
    await expect(broken.load()).rejects.toThrow('a fault');
    expect(broken.busy).toBe(false);
  });
});

describe('a question', () => {
  const about = (keepOld: boolean) => {
    const flag = page.makeFlag(false);
    let shown: Query<string> | undefined;
    page.asWindow(() => {
      shown = module.query(ask, { key: () => flag.on, keepOld });
    });
    if (shown === undefined) throw new Error('A component is made at once.');
    return { flag, shown };
  };

  it('that is another one has no value until its own comes', async () => {
    const { flag, shown } = about(false);
    asked[0]?.answer(value('of the first'));
    await settled();
    flag.on = true;
    expect(shown).toMatchObject({ value: undefined, fetched: null, isOld: true });
    page.flush();
    expect(shown.busy).toBe(true);
    asked[1]?.answer(value('of the second'));
    await settled();
    expect(shown).toMatchObject({ value: 'of the second', isOld: false });
  });

  it('keeps the value before where that is asked for, and says that it is old', async () => {
    const { flag, shown } = about(true);
    asked[0]?.answer(value('of the first'));
    await settled();
    flag.on = true;
    page.flush();
    expect(shown).toMatchObject({ value: 'of the first', isOld: true, busy: true });
    asked[1]?.answer(value('of the second'));
    await settled();
    expect(shown).toMatchObject({ value: 'of the second', isOld: false });
  });

  it('is not answered by what came late for the one before, and has not its failure', async () => {
    const { flag, shown } = about(false);
    flag.on = true;
    asked[0]?.answer({ ok: false, failure: offline });
    await settled();
    expect([shown.value, shown.failure]).toEqual([undefined, undefined]);
  });

  it('whose parts are the same is not asked again', async () => {
    const flag = page.makeFlag(false);
    page.asWindow(() => {
      module.query(ask, { key: () => (flag.on ? ['a', 1] : ['a', 1]) });
    });
    flag.on = true;
    page.flush();
    expect(asked).toHaveLength(1);
  });
});

describe('a query of what is shown', () => {
  it('is read at once, and not again for what its reading looks at', async () => {
    const flag = page.makeFlag(false);
    let shown: Query<string> | undefined;
    page.asWindow(() => {
      shown = module.query((asking) => {
        void flag.on;
        return ask(asking);
      });
    });
    expect(asked).toHaveLength(1);
    asked[0]?.answer(value('a'));
    await settled();
    flag.on = true;
    page.flush();
    expect(asked).toHaveLength(1);
    expect(shown?.value).toBe('a');
  });

  it('is read again when it is told so: what was asked is stopped, what was shown stays', async () => {
    const flag = page.makeFlag(false);
    let shown: Query<string> | undefined;
    page.asWindow(() => {
      shown = module.query(ask, { again: () => flag.on });
    });
    asked[0]?.answer(value('a'));
    await settled();
    flag.on = true;
    page.flush();
    expect(asked).toHaveLength(2);
    expect(shown).toMatchObject({ value: 'a', busy: true });
    flag.on = false;
    page.flush();
    expect(asked).toHaveLength(3);
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(asked[2]?.signal.aborted).toBe(false);
  });

  it('is stopped with its component, and asks for nothing afterwards', () => {
    const flag = page.makeFlag(false);
    const end = page.asWindow(() => {
      module.readWhileShown(() => reading, { again: () => flag.on });
    });
    expect(asked).toHaveLength(1);
    end();
    expect(asked[0]?.signal.aborted).toBe(true);
    flag.on = true;
    page.flush();
    expect(asked).toHaveLength(1);
    expect(reading.busy).toBe(false);
  });

  it('goes on for who still shows it when another leaves', () => {
    const show = () => page.asWindow(() => module.readWhileShown(() => reading));
    const [first, second] = [show(), show()];
    first();
    expect(asked.at(-1)?.signal.aborted).toBe(false);
    expect(reading.busy).toBe(true);
    second();
    expect(asked.at(-1)?.signal.aborted).toBe(true);
  });

  it('is stopped where nothing is named any more, and the next one is read', () => {
    const flag = page.makeFlag(true);
    page.asWindow(() => {
      module.readWhileShown(() => (flag.on ? reading : undefined));
    });
    flag.on = false;
    page.flush();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(asked).toHaveLength(1);
    flag.on = true;
    page.flush();
    expect(asked).toHaveLength(2);
  });

  it('waits as long as it is told, and what changes meanwhile costs nothing', () => {
    const flag = page.makeFlag(false);
    page.asWindow(() => {
      module.readWhileShown(() => reading, { again: () => flag.on, after: () => 150 });
    });
    vi.advanceTimersByTime(149);
    expect(asked).toHaveLength(0);
    flag.on = true;
    page.flush();
    vi.advanceTimersByTime(149);
    expect(asked).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(asked).toHaveLength(1);
  });

  it('that was left while it waited is never asked for', () => {
    const end = page.asWindow(() => {
      module.readWhileShown(() => reading, { after: () => 150 });
    });
    end();
    vi.advanceTimersByTime(1000);
    expect(asked).toHaveLength(0);
  });
});

describe('a query that others show as well', () => {
  const show = (flag = page.makeFlag(false)) => {
    const end = page.asWindow(() => {
      module.readOnce(() => reading, { again: () => flag.on });
    });
    return { flag, end };
  };

  it('is read once for all who show it, and goes on when one of them is gone', async () => {
    const first = show();
    show();
    expect(asked).toHaveLength(1);
    first.end();
    expect(asked[0]?.signal.aborted).toBe(false);
    asked[0]?.answer(value('a'));
    await settled();
    show();
    expect(asked).toHaveLength(1);
  });

  it('is read again where it failed, when it is told so', async () => {
    const { flag } = show();
    asked[0]?.answer({ ok: false, failure: offline });
    await settled();
    expect(asked).toHaveLength(1);
    flag.on = true;
    page.flush();
    expect(asked).toHaveLength(2);
  });
});

describe('what a failure means for the whole screen', () => {
  it.each([
    ['live', undefined],
    ['offline', offline],
    ['offline', { kind: 'unreachable', message: '', host: 'x.test', problem: 'reset' }],
    ['signed-out', signInNeeded],
    ['live', { kind: 'busy', message: '', retryAfterSeconds: 3 }],
  ] as const)('%s', (state, failure) => {
    expect(stateOf(failure)).toBe(state);
  });
});
