// The types of a check of the running program and of its finding.

/** `not-possible`: it could not be tried here; `said` is why. */
export interface Finding {
  readonly result: 'passed' | 'failed' | 'not-possible';
  readonly said: string;
}

export interface Check<At> {
  /** Of test/checks.json. */
  readonly id: string;
  readonly name: string;
  readonly find: (at: At) => Promise<Finding>;
}

export interface Found extends Finding {
  readonly id: string;
  readonly name: string;
  readonly ms: number;
}

export const passed = (said = ''): Finding => ({ result: 'passed', said });
export const failed = (said: string): Finding => ({ result: 'failed', said });
export const notPossible = (why: string): Finding => ({ result: 'not-possible', said: why });

/** Looks again at what is soon so; false when it is not. */
export async function soon(isSo: () => boolean | Promise<boolean>, ms = 30_000): Promise<boolean> {
  const end = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > end) return false;
    await new Promise((again) => setTimeout(again, 20));
  }
  return true;
}

/** Passed when nothing is wrong. */
export const unlessWrong = (wrong: readonly string[], said = ''): Finding =>
  wrong.length === 0 ? passed(said) : failed(wrong.join('; '));

/** One after the other; what throws or does not end has failed, and the next one is tried all the same. */
export async function findAll<At>(
  checks: readonly Check<At>[],
  at: At,
  { limitMs = 120_000, tell }: { limitMs?: number; tell?: (found: Found) => void } = {},
): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (const { id, name, find } of checks) {
    const begun = performance.now();
    const finding = await within(limitMs, () => find(at)).catch((error: unknown) =>
      failed(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'It threw no error.'),
    );
    const found = { id, name, ...finding, ms: Math.round(performance.now() - begun) };
    tell?.(found);
    all.push(found);
  }
  return all;
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It did not end within ${String(ms)} ms.`));
    }, ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
