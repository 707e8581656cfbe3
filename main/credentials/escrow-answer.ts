// Finds the one-time secret in an answer about one enterprise user, and refuses an answer about anything else (PAR-09).
import { Problem } from '../problem.ts';
import { Secret } from '../secret.ts';

export interface SecretAnswer {
  readonly secret: Secret;
  /** As the server wrote it. */
  readonly created: string | null;
}

const LONGEST_SECRET = 4096;

/**
 * api.md, Enterprise users: an array of one user with `Secret`; an object is accepted too, and keys in any letter case.
 * Throws Problem unexpected-answer that names the field and holds nothing of the answer (LOG-03).
 */
export function readSecretAnswer(body: Buffer, userName: string): SecretAnswer {
  const user = theOnlyUser(parse(body));
  const field = (name: string) => valueOf(user, name);
  const name = field('UserName');
  if (typeof name !== 'string' || name.trim() !== userName) throw unclear('UserName');
  const secret = field('Secret');
  if (typeof secret !== 'string' || !isSecret(secret)) throw unclear('Secret');
  const created = field('Created');
  return { secret: new Secret(secret), created: typeof created === 'string' ? created : null };
}

const isSecret = (text: string) =>
  text.length > 0 && text.length <= LONGEST_SECRET && !/[\p{Cc}\ufffd]/u.test(text);

function theOnlyUser(value: unknown): Record<string, unknown> {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const [user] = list;
  if (list.length !== 1 || typeof user !== 'object' || user === null || Array.isArray(user))
    throw unclear('UserName');
  return user as Record<string, unknown>;
}

/** The one value under this name in any letter case; two that differ only in case are as unclear as none. */
function valueOf(user: Record<string, unknown>, name: string): unknown {
  const keys = Object.keys(user).filter((key) => key.toLowerCase() === name.toLowerCase());
  if (keys.length > 1) throw unclear(name);
  const [key] = keys;
  return key === undefined ? undefined : user[key];
}

function parse(body: Buffer): unknown {
  let value: unknown;
  let doubled: boolean;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    value = JSON.parse(text);
    doubled = keysWritten(text) !== keysHeld(value);
  } catch {
    throw unclear();
  }
  // JSON.parse takes the last of two equal keys: which of two secrets is the right one cannot be known (PAR-05).
  if (doubled) throw unclear('Secret');
  return value;
}

const keysWritten = (json: string): number =>
  [...json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:)?/gsu)].filter((match) => match[1] === ':')
    .length;

function keysHeld(root: unknown): number {
  const waiting: unknown[] = [root];
  let keys = 0;
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) keys += Object.keys(next).length;
    for (const value of Object.values(next) as unknown[]) waiting.push(value);
  }
  return keys;
}

function unclear(field?: string): Problem {
  return new Problem({
    kind: 'unexpected-answer',
    message: 'The server answered, but not with the new secret of this user.',
    status: 200,
    reference: '',
    ...(field === undefined ? {} : { field }),
  });
}
