// What libxml2 says of a document, as the issues that a person reads.
import type { Issue } from '../../preload/contract/xsd.ts';

/** One message of libxml2, as its binding gives it. */
export interface Said {
  readonly message: string;
  readonly line: number;
  readonly col: number;
  readonly xpath?: string | undefined;
}

const LONGEST_MESSAGE = 1000;
const ABOUT = /^Element '([^']*)'(?:, attribute '([^']*)')?: /;

export function issueOf(kind: 'malformed' | 'schema', said: Said): Issue {
  const message = said.message.trim();
  return {
    kind,
    line: said.line > 0 ? said.line : null,
    column: said.col > 0 ? said.col : null,
    path: said.xpath ?? null,
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
    name: kind === 'schema' ? nameIn(message) : null,
  };
}

function nameIn(message: string): string | null {
  const [, element, attribute] = ABOUT.exec(message) ?? [];
  if (attribute !== undefined) return `@${local(attribute)}`;
  return element === undefined ? null : local(element);
}

/** libxml2 writes a namespace in braces before the name. */
const local = (name: string) => name.replace(/^\{[^}]*\}/, '');
