// The difference of two texts by line, without their equal beginning and end and limited to the first lines in between.
export interface LineDifference {
  /** Of the first line that differs, from 1. */
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Lines that are not shown. */
  readonly moreBefore: number;
  readonly moreAfter: number;
}

const MOST_LINES = 6;
/** A form may be one line of a megabyte. */
const LONGEST_LINE = 200;

/** Undefined where they are the same. */
export function lineDifference(before: string, after: string): LineDifference | undefined {
  const [a, b] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const room = Math.min(a.length, b.length) - start;
  while (end < room && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (x.length === 0 && y.length === 0) return undefined;
  return {
    line: start + 1,
    before: x.slice(0, MOST_LINES).map(shortened),
    after: y.slice(0, MOST_LINES).map(shortened),
    moreBefore: Math.max(0, x.length - MOST_LINES),
    moreAfter: Math.max(0, y.length - MOST_LINES),
  };
}

const shortened = (line: string) =>
  line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;

/** The same document, however it is laid out: the platform may indent anew what it was sent. */
export const isSameXml = (a: string, b: string): boolean => a === b || laidOut(a) === laidOut(b);

const laidOut = (xml: string) =>
  xml
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '')
    .replace(/>\s+</g, '><')
    .trim();
