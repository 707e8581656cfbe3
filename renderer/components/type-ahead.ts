// Selects a row by typing the beginning of its name, as in any list of the operating system.
const PAUSE = 700;

export type TypeAhead = (
  event: Pick<KeyboardEvent, 'key' | 'timeStamp'>,
  names: readonly string[],
  at: number,
) => number | undefined;

/** Letters typed within a moment are one beginning; the same letter again goes to the next that begins with it. */
export function createTypeAhead(): TypeAhead {
  let typed = '';
  let last = 0;
  return ({ key, timeStamp }, names, at) => {
    if (!/^[\p{L}\p{N}_.-]$/u.test(key)) return undefined;
    typed = timeStamp - last < PAUSE ? typed + key.toLowerCase() : key.toLowerCase();
    last = timeStamp;
    const repeated = new Set(typed).size === 1;
    const beginning = repeated ? typed.slice(0, 1) : typed;
    const from = repeated ? at + 1 : Math.max(0, at);
    const order = names.map((_, i) => (from + i) % names.length);
    return order.find((i) => names[i]?.toLowerCase().startsWith(beginning) === true);
  };
}
