// Text changes by position: composes successive ones into one, and splits them into pieces that main accepts.
import type { TextChange } from '../contract/form-drafts.ts';

/** At most as many units of UTF-16 as main takes in one text. */
const LONGEST_PIECE = 64 * 1024;
/** Of one call: well below what main takes, so that the positions fit in too. */
const MOST_TEXT = 512 * 1024;
const MOST_CHANGES = 500;

type Step =
  | { readonly kind: 'keep'; readonly length: number }
  | { readonly kind: 'cut'; readonly length: number }
  | { readonly kind: 'put'; readonly text: string };

/** First `before`, then `after`, whose positions are those of the text in between, as one step from the first text. */
export function composed(
  before: readonly TextChange[],
  after: readonly TextChange[],
): readonly TextChange[] {
  const first = queueOf(before);
  const second = queueOf(after);
  const steps: Step[] = [];
  for (;;) {
    const [a, b] = [first.next, second.next];
    if (a === undefined && b === undefined) return changesOf(steps);
    if (a?.kind === 'cut') steps.push(first.take(a.length));
    else if (b?.kind === 'put') steps.push(second.take(b.text.length));
    else {
      const length = Math.min(lengthOf(a), lengthOf(b));
      const [made, done] = [first.take(length), second.take(length)];
      if (done.kind === 'keep') steps.push(made);
      else if (made.kind === 'keep') steps.push(done);
    }
  }
}

/** Beyond its last change everything is kept. */
const lengthOf = (step: Step | undefined): number =>
  step === undefined ? Infinity : step.kind === 'put' ? step.text.length : step.length;

function queueOf(changes: readonly TextChange[]) {
  const steps = stepsOf(changes);
  let at = 0;
  let used = 0;
  const next = (): Step | undefined => {
    const step = steps[at];
    if (step === undefined || used === 0) return step;
    return step.kind === 'put'
      ? { kind: 'put', text: step.text.slice(used) }
      : { kind: step.kind, length: step.length - used };
  };
  return {
    get next() {
      return next();
    },
    take(length: number): Step {
      const step = next();
      if (step === undefined) return { kind: 'keep', length };
      used += length;
      if (length === lengthOf(step)) [at, used] = [at + 1, 0];
      return step.kind === 'put'
        ? { kind: 'put', text: step.text.slice(0, length) }
        : { kind: step.kind, length };
    },
  };
}

function stepsOf(changes: readonly TextChange[]): readonly Step[] {
  let at = 0;
  return changes.flatMap(({ from, to, insert }) => {
    const kept = from - at;
    at = to;
    const steps: Step[] = [
      { kind: 'keep', length: kept },
      { kind: 'cut', length: to - from },
      { kind: 'put', text: insert },
    ];
    return steps.filter((step) => lengthOf(step) > 0);
  });
}

function changesOf(steps: readonly Step[]): readonly TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  let open: { from: number; cut: number; put: string[] } | undefined;
  const close = () => {
    if (open === undefined) return;
    at = open.from + open.cut;
    changes.push({ from: open.from, to: at, insert: open.put.join('') });
    open = undefined;
  };
  for (const step of steps) {
    if (step.kind === 'keep') {
      close();
      at += step.length;
      continue;
    }
    open ??= { from: at, cut: 0, put: [] };
    if (step.kind === 'cut') open.cut += step.length;
    else open.put.push(step.text);
  }
  close();
  return changes;
}

export interface Cut {
  /** Small enough for one call. */
  readonly call: readonly TextChange[];
  /** What is left, by positions of the text after that call. */
  readonly rest: readonly TextChange[];
}

export function cutForCall(changes: readonly TextChange[]): Cut {
  const call: TextChange[] = [];
  let text = 0;
  let more = 0;
  const pieces = changes.flatMap(piecesOf);
  for (const piece of pieces) {
    if (call.length === MOST_CHANGES || text + piece.insert.length > MOST_TEXT) break;
    call.push(piece);
    text += piece.insert.length;
    more += piece.insert.length - (piece.to - piece.from);
  }
  const rest = pieces
    .slice(call.length)
    .map(({ from, to, insert }) => ({ from: from + more, to: to + more, insert }));
  return { call, rest };
}

/** The first piece takes away what is replaced, each of the others stands behind the one before. */
function piecesOf({ from, to, insert }: TextChange): TextChange[] {
  const pieces: TextChange[] = [];
  let start = 0;
  do {
    const end = wholeSign(insert, Math.min(insert.length, start + LONGEST_PIECE));
    pieces.push({ from: start === 0 ? from : to, to, insert: insert.slice(start, end) });
    start = end;
  } while (start < insert.length);
  return pieces;
}

/** Not between the two halves of one sign. */
const wholeSign = (text: string, at: number): number =>
  at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
