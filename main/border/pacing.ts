// Pace at the border: how many calls a window may make, and how often progress is sent to it.

const PROGRESS_EVERY_MS = 100;

/** A bucket of calls that fills by the second; `clock` gives milliseconds. `flooded` is told once per flood (IPC-08). */
export function createFlood(perSecond: number, clock: () => number, flooded: () => void) {
  let left = perSecond;
  let last = clock();
  let flooding = false;
  return {
    tooMuch(): boolean {
      const at = clock();
      left = Math.min(perSecond, left + ((at - last) / 1000) * perSecond);
      last = at;
      const refuse = left < 1;
      if (refuse && !flooding) flooded();
      flooding = refuse;
      if (!refuse) left -= 1;
      return refuse;
    },
  };
}

/** Sends the first value at once, then the newest at most once per interval, and always the last. */
export function paced(send: (value: unknown) => void) {
  let waiting: { readonly value: unknown } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let finished = false;

  const sendWaiting = () => {
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    send(value);
    timer = setTimeout(sendWaiting, PROGRESS_EVERY_MS);
  };
  return {
    push: (value: unknown) => {
      if (finished) return;
      waiting = { value };
      if (!timer) sendWaiting();
    },
    finish: () => {
      finished = true;
      clearTimeout(timer);
      if (waiting) send(waiting.value);
    },
  };
}
