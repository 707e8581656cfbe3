// The idle lock: the program locks after a time without input, and every input restarts that time.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, type Page } from './support/page.ts';

const MINUTE = 60_000;

describe('the idle lock', () => {
  let page: Page;
  let idle: ReturnType<typeof vi.fn<() => void>>;
  let stop: () => void;

  beforeEach(async () => {
    vi.useFakeTimers();
    page = await openPage();
    const { watchIdle } = await import('../../renderer/state/idle.ts');
    idle = vi.fn<() => void>();
    stop = watchIdle(15, idle);
  });

  it('comes when nothing has happened for as many minutes as the settings say, and not a moment before', () => {
    vi.advanceTimersByTime(15 * MINUTE - 1);
    expect(idle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(idle).toHaveBeenCalledOnce();
  });

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel'])('is put off by %s', (sign) => {
    vi.advanceTimersByTime(14 * MINUTE);
    page.happen(sign);
    vi.advanceTimersByTime(15 * MINUTE - 1);
    expect(idle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(idle).toHaveBeenCalledOnce();
  });

  it('is not put off by what happens without a person: a change of the address, the focus elsewhere', () => {
    vi.advanceTimersByTime(14 * MINUTE);
    for (const event of ['hashchange', 'popstate', 'blur', 'focus', 'resize']) page.happen(event);
    vi.advanceTimersByTime(MINUTE);
    expect(idle).toHaveBeenCalledOnce();
  });

  it('comes again after each later silence', () => {
    vi.advanceTimersByTime(15 * MINUTE);
    page.happen('keydown');
    vi.advanceTimersByTime(15 * MINUTE);
    expect(idle).toHaveBeenCalledTimes(2);
  });

  it('does not come once nobody watches, whatever happens', () => {
    stop();
    page.happen('keydown');
    vi.advanceTimersByTime(60 * MINUTE);
    expect(idle).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
