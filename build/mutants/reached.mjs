// Finds in one run which tests execute which guards: each guard stays and records that it was evaluated.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Hooks before the first test are not in the times that vitest reports. */
const BEFORE_MS = 15_000;
const AFTER_MS = 2_000;
const STATEMENTS = new Set(['leaves early', 'sync', 'check']);

/** The text with a mark at each of `marks` ({ guard, number }), written as a file below `folder`. Nothing else changes. */
export function withMarks(text, marks, folder) {
  const edits = marks.flatMap(({ guard, number }) => {
    const call = `leaveMutantMark(${number})`;
    const [before, after] = aroundOf(guard.kind, call);
    const size = guard.end - guard.start;
    return [
      // Of guards within one another the outer one opens first and closes last.
      { place: guard.start, isEnd: false, order: -size, text: before },
      { place: guard.end, isEnd: true, order: size, text: after },
    ];
  });
  edits.sort(
    (one, other) =>
      one.place - other.place || Number(other.isEnd) - Number(one.isEnd) || one.order - other.order,
  );
  let marked = '';
  let from = 0;
  for (const edit of edits) {
    marked += text.slice(from, edit.place) + edit.text;
    from = edit.place;
  }
  return marked + text.slice(from) + markFunction(folder);
}

function aroundOf(kind, call) {
  if (STATEMENTS.has(kind)) return [`{ ${call}; `, ' }'];
  if (kind === 'file option') return [`...(${call}, { `, ' })'];
  return [`(${call}, `, ')'];
}

// Tests replace the clock of JavaScript: `uptime` and the time of the file are those of the system. In a browser nothing is left.
const markFunction = (folder) => `
function leaveMutantMark(number: number): void {
  try {
    const name = \`\${number}-\${process.pid}-\${Math.floor(process.uptime() * 4)}\`;
    const marks = globalThis as { mutantMarks?: Set<string> };
    const left = (marks.mutantMarks ??= new Set());
    if (left.has(name)) return;
    left.add(name);
    process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(folder)} + '/' + name, '');
  } catch {}
}
`;

/** number -> the tests ({ test, from, to }) that were running when its guard was worked out: a few too many, none too few. */
export function readMarks(folder, tests) {
  const reached = new Map();
  for (const name of readdirSync(folder)) {
    const number = Number(name.split('-')[0]);
    const at = statSync(path.join(folder, name)).mtimeMs;
    const known = reached.get(number) ?? new Set();
    for (const { test, from, to } of tests) {
      if (from - BEFORE_MS <= at && at <= to + AFTER_MS) known.add(test);
    }
    reached.set(number, known);
  }
  return reached;
}
