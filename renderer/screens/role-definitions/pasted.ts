// Parses pasted lines of services (`code/edition`, optionally with actions) and tells the effect of each. Pure.
import type { LocalAction } from '../../../preload/contract/role-definitions.ts';
import { ACTIONS, referenceOf, type Row, type ServiceRef } from './rights.ts';

export type LineProblem = 'shape' | 'edition' | 'action';
export interface PastedLine {
  /** From 1, as the person sees it in the field. */
  readonly number: number;
  readonly text: string;
  readonly service: ServiceRef | undefined;
  readonly actions: readonly LocalAction[];
  readonly problem: LineProblem | undefined;
  /** The word that is no action. */
  readonly word: string | undefined;
}

const LINE = /^([\p{L}\d_-]{1,60})\s*[/;,:\s]\s*(\d{1,12})(?:[\s;,:/]+(.*))?$/u;
const MOST_EDITION = 2_147_483_647;
const WORDS: Readonly<Record<string, LocalAction>> = {
  ...Object.fromEntries(ACTIONS.map((action) => [action.toLowerCase(), action])),
  archiveread: 'ReadArchive',
  archivedelete: 'DeleteArchive',
  // As the Norwegian page calls them.
  lese: 'Read',
  skrive: 'Write',
  slette: 'Delete',
  signere: 'Sign',
  lesearkiv: 'ReadArchive',
  slettearkiv: 'DeleteArchive',
};

/** Blank lines are left out; a line that is not understood whole is not taken in part. */
export const readPasted = (text: string): readonly PastedLine[] =>
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ text: line.trim(), number: at + 1 }))
    .filter((line) => line.text !== '')
    .map(readLine);

function readLine({ text, number }: { text: string; number: number }): PastedLine {
  const refused = (problem: LineProblem, word?: string): PastedLine => ({
    number,
    text,
    problem,
    word,
    service: undefined,
    actions: [],
  });
  const [, code, digits, rest = ''] = LINE.exec(text.replaceAll('"', '').trim()) ?? [];
  if (code === undefined || digits === undefined) return refused('shape');
  const edition = Number(digits);
  if (edition > MOST_EDITION) return refused('edition');
  const words = rest
    .replaceAll(/\b(read|delete|lese|slette)\s+(archive|arkiv)\b/gi, '$1$2')
    .split(/[\s;,:|/+]+/)
    .filter(Boolean);
  const known = words.map((word) => WORDS[word.toLowerCase().replaceAll(/[^a-z]/g, '')]);
  const odd = words.find((_, at) => known[at] === undefined);
  if (odd !== undefined) return refused('action', odd);
  const given = new Set(known);
  return {
    number,
    text,
    problem: undefined,
    word: undefined,
    service: { code, edition },
    actions: ACTIONS.filter((one) => given.has(one)),
  };
}

export type Verdict = 'adds' | 'adds-actions' | 'known' | 'repeated' | 'unlisted' | LineProblem;
export interface JudgedLine extends PastedLine {
  readonly verdict: Verdict;
  /** What it would bring; the actions are those that are new. */
  readonly brings: readonly LocalAction[];
}
interface Rules {
  readonly rows: readonly Row[];
  /** Undefined where the platform's list of services has not said it (yet). */
  readonly isListed: (service: ServiceRef) => boolean | undefined;
  /** For lines that name no action. */
  readonly usual: readonly LocalAction[];
  /** Services that the platform's list does not hold are taken all the same. */
  readonly takeUnlisted: boolean;
}

export interface Judgement {
  readonly lines: readonly JudgedLine[];
  /** To be added. */
  readonly rows: readonly Row[];
}

export function judged(lines: readonly PastedLine[], rules: Rules): Judgement {
  const before = new Map(rules.rows.map((row) => [referenceOf(row), new Set(row.actions)]));
  const here = new Map<string, ServiceRef & { readonly actions: Set<LocalAction> }>();
  const result = lines.map((line): JudgedLine => {
    const { service, problem } = line;
    if (service === undefined) return { ...line, verdict: problem ?? 'shape', brings: [] };
    if (rules.isListed(service) === false && !rules.takeUnlisted)
      return { ...line, verdict: 'unlisted', brings: [] };
    const key = referenceOf(service);
    const [role, paste] = [before.get(key), here.get(key)];
    const wanted = line.actions.length === 0 ? rules.usual : line.actions;
    const brings = wanted.filter(
      (one) => role?.has(one) !== true && paste?.actions.has(one) !== true,
    );
    here.set(key, { ...service, actions: new Set([...(paste?.actions ?? []), ...brings]) });
    return { ...line, verdict: verdictOf(role !== undefined, paste !== undefined, brings), brings };
  });
  const rows = [...here.entries()]
    .filter(([key, row]) => row.actions.size > 0 || !before.has(key))
    .map(([, row]) => ({ ...row, actions: ACTIONS.filter((one) => row.actions.has(one)) }));
  return { lines: result, rows };
}

function verdictOf(inRole: boolean, inPaste: boolean, brings: readonly LocalAction[]): Verdict {
  if (brings.length === 0 && inPaste) return 'repeated';
  if (inRole) return brings.length === 0 ? 'known' : 'adds-actions';
  return inPaste ? 'adds-actions' : 'adds';
}
