// The problems of a form's XML, from the XSD checker or from the editor's own parser, as one list to step through.
import type { BrokenPlace } from '../components/xml-document.ts';
import type { Issue } from '../../preload/contract/xsd.ts';
import { type IssueKind, issueKind } from '../state/xsd-issues.ts';

export type ProblemKind = IssueKind | BrokenPlace['kind'];

export interface FormProblem {
  readonly kind: ProblemKind;
  /** From 1; null where the checker does not say. */
  readonly line: number | null;
  readonly column: number | null;
  readonly name: string | null;
  readonly path: string | null;
  /** The words of libxml2. */
  readonly said: string | null;
}

export const problemOf = (issue: Issue): FormProblem => ({
  kind: issueKind(issue),
  line: issue.line,
  column: issue.column,
  name: issue.name,
  path: issue.path,
  said: issue.message.replaceAll(/\s+/g, ' ').trim(),
});

export const brokenProblem = ({ kind, line, column, name }: BrokenPlace): FormProblem => ({
  kind,
  line,
  column,
  name,
  path: null,
  said: null,
});

/** The one after, or before; from the last it goes on at the first. */
export function stepTo(at: number, count: number, by: 1 | -1): number {
  if (count === 0) return -1;
  if (at < 0) return by === 1 ? 0 : count - 1;
  return (at + by + count) % count;
}
