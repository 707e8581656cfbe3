// The rotating log of JSON lines: allowed fields only, secrets and personal numbers redacted, never an exception.
import { Problem } from '../problem.ts';
import { maskNumbers, routeTemplate, secretRedactor, visible } from './redaction.ts';
import { createRotatingFile } from './rotating-file.ts';

/** All that a line may say. Anything else is dropped at run time too (LOG-02). */
export interface LogFields {
  readonly operation?: string | undefined;
  readonly name?: string | undefined;
  readonly outcome?: string | undefined;
  readonly kind?: string | undefined;
  readonly problem?: string | undefined;
  /** Of an error behind a Problem: its name. */
  readonly cause?: string | undefined;
  readonly code?: string | undefined;
  readonly step?: string | undefined;
  readonly state?: string | undefined;
  readonly method?: string | undefined;
  /** An address or path; written as a template without query and names (LOG-04). */
  readonly route?: string | undefined;
  readonly host?: string | undefined;
  /** The server's own words. */
  readonly reason?: string | undefined;
  readonly status?: number | undefined;
  readonly ms?: number | undefined;
  readonly bytes?: number | undefined;
  readonly count?: number | undefined;
  readonly attempt?: number | undefined;
  readonly connection?: string | undefined;
  readonly job?: string | undefined;
  readonly reference?: string | undefined;
  readonly version?: string | undefined;
  readonly shell?: string | undefined;
  readonly keychain?: string | undefined;
}

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** An error that was not expected. Of a foreign error, also one behind a Problem, only its name, code and places in our files are kept (LOG-03, LOG-06). */
  error(reference: string, event: string, error: unknown): void;
  close(): void;
}

const FIELDS: ReadonlySet<string> = new Set<keyof LogFields>([
  'operation',
  'name',
  'outcome',
  'kind',
  'problem',
  'cause',
  'code',
  'step',
  'state',
  'method',
  'route',
  'host',
  'reason',
  'status',
  'ms',
  'bytes',
  'count',
  'attempt',
  'connection',
  'job',
  'reference',
  'version',
  'shell',
  'keychain',
]);
/** Whether a line may have this beside its time, level, event and places; for whoever reads lines back. */
export const isLogField = (key: string): boolean => FIELDS.has(key);

const LONGEST_TEXT = 300;
const MOST_FRAMES = 12;

export interface LogOptions {
  /** Folder of the log files; made when it is not there. */
  readonly folder: string;
  readonly now?: () => Date;
}

export function createLog({ folder, now = () => new Date() }: LogOptions): Log {
  const file = createRotatingFile(folder);
  const write = (
    level: string,
    event: string,
    fields: Readonly<Record<string, unknown>>,
    more: Readonly<Record<string, readonly string[]>> = {},
  ) => {
    try {
      const redact = secretRedactor();
      const clean = (text: string) => visible(maskNumbers(redact(text))).slice(0, LONGEST_TEXT);
      const facts = { level, event: clean(event), ...allowed(fields, clean), ...more };
      // Once more over the whole line: a secret may have been put together from parts.
      file.append(redact(JSON.stringify({ at: now().toISOString(), ...facts })));
    } catch {
      // A log that cannot be written must not stop the program (LOG-07).
    }
  };
  return {
    info(event, fields = {}) {
      write('info', event, { ...fields });
    },
    warn(event, fields = {}) {
      write('warn', event, { ...fields });
    },
    error(reference, event, error) {
      write('error', event, { ...factsOf(error), reference }, { places: placesOf(error) });
    },
    close: () => {
      file.close();
    },
  };
}

function allowed(
  fields: Readonly<Record<string, unknown>>,
  clean: (text: string) => string,
): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (!FIELDS.has(key)) continue;
    if (typeof value === 'number') kept[key] = value;
    else if (typeof value === 'string')
      kept[key] = clean(key === 'route' ? routeTemplate(value) : value);
  }
  return kept;
}

/** What may be said of an error: of a Problem its kind and codes, of any other, which may be the cause of one, its name and code. */
function factsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Problem)) {
    const { name, code } = nameOf(error);
    return { kind: name, code };
  }
  const { kind, ...facts } = error.failure;
  const found = firstCause(error);
  if (found === undefined) return { kind, ...facts };
  const { name, code } = nameOf(found);
  return { kind, code, ...facts, cause: name };
}

function nameOf(error: unknown): { readonly name: string; readonly code?: string | undefined } {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code } = error as { readonly code?: unknown };
  return {
    name: /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error',
    code: typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined,
  };
}

/** The error of others that Problems were made of; undefined where there is none. */
function firstCause(problem: Problem): unknown {
  const { cause } = problem;
  return cause instanceof Problem ? firstCause(cause) : cause;
}

/** `file.ts:12:3` of each frame. The message, which stands above the frames, is cut off first: it may hold input text. */
function placesOf(error: unknown): readonly string[] {
  if (error instanceof Problem) return placesOf(firstCause(error));
  if (!(error instanceof Error)) return [];
  const stack = error.stack ?? '';
  const found = stack.indexOf(error.message);
  if (found < 0) return [];
  return [
    ...stack
      .slice(found + error.message.length)
      .matchAll(/^ {4}at .*?([\w-]+(?:\.[\w-]+)*:\d+:\d+)\)?$/gm),
  ]
    .slice(0, MOST_FRAMES)
    .map((match) => match[1] ?? '');
}
