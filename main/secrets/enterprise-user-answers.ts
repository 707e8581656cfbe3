// Reads answers about enterprise users (platform.md): any form is accepted, but only the user asked for (PAR-09).
import { readList } from '../http/hal.ts';
import { readJson } from '../http/hal-json.ts';
import { readInstant } from '../http/platform-time.ts';
import type { Problem } from '../problem.ts';
import { Secret } from '../secret.ts';
import { notFound, unexpectedAnswer } from '../problems.ts';

export interface WireUser {
  readonly userName: string;
  /** An instant in UTC. */
  readonly created: string | null;
  /** Of the user's last change at the platform; not every platform says it. */
  readonly lastChanged?: string | undefined;
  /** The name beside the user name, where the platform has one. */
  readonly name?: string | undefined;
  /** Organisation number; empty when the server gave none. */
  readonly owner: string;
}

export interface SecretAnswer {
  readonly secret: Secret;
  /** In the server's spelling. */
  readonly created: string | null;
}

const LONGEST_SECRET = 4096;

/**
 * platform.md, Enterprise users: an array of one user with `Secret`; any other list of one is accepted too, and keys in any letter case.
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

/** All users of a parsed answer. Throws Problem unexpected-answer for what is no list, never an empty list instead. */
export function readUsers(value: unknown): WireUser[] {
  return listIn(value).map((user) => {
    const name = valueOf(user, 'UserName');
    if (typeof name !== 'string' || name.trim() === '') throw unclear('UserName');
    const owner = valueOf(user, 'OwnerOrgNo');
    const isNumber = typeof owner === 'string' || typeof owner === 'number';
    const created = readInstant(valueOf(user, 'Created'));
    const shown = valueOf(user, 'Name');
    return {
      userName: name.trim(),
      created,
      lastChanged: readInstant(valueOf(user, 'LastChanged')) ?? undefined,
      name: typeof shown === 'string' && shown.trim() !== '' ? shown.trim() : undefined,
      owner: isNumber ? String(owner).trim() : '',
    };
  });
}

/** The one user that was asked for. Problem not-found for an empty array. */
export function onlyUser(value: unknown, userName: string): WireUser {
  const users = readUsers(value);
  const [user] = users;
  if (users.length === 0) throw notFound('The server knows no user of this name.');
  if (users.length > 1 || user?.userName !== userName) throw unclear('UserName');
  return user;
}

/**
 * Of two times of creation. To the second: an answer to a creation is more exact than a list. An hour or two apart is the zone that
 * one of them names and the other leaves out, on a platform whose bare times are not those of Norway.
 */
export function isSameTime(one: string, other: string): boolean {
  const apart = Math.abs(Date.parse(one) - Date.parse(other));
  return [0, 1, 2].some((hours) => Math.abs(apart - hours * 3_600_000) < 1000);
}

type Item = Readonly<Record<string, unknown>>;

/** Whatever any list comes as; nothing that is none is an empty list. */
function listIn(value: unknown): readonly Item[] {
  const list = readList(value, 'EnterpriseUsers', 'users', 'items', 'value');
  if (list === undefined) throw unclear();
  return list.map(({ state }) => state);
}

const isSecret = (text: string) =>
  text.length > 0 && text.length <= LONGEST_SECRET && !/[\p{Cc}\ufffd]/u.test(text);

function theOnlyUser(value: unknown): Item {
  const [user, ...others] = listIn(value);
  if (user === undefined || others.length > 0) throw unclear('UserName');
  return user;
}

/** The value of this key in any letter case; none when two keys differ only in case, because neither can be preferred. */
function valueOf(user: Item, name: string): unknown {
  const keys = Object.keys(user).filter((key) => key.toLowerCase() === name.toLowerCase());
  if (keys.length > 1) throw unclear(name);
  const [key] = keys;
  return key === undefined ? undefined : user[key];
}

/** Refuses duplicate keys: which of two secrets is the right one cannot be known (PAR-05). */
function parse(body: Buffer): unknown {
  try {
    return readJson(body);
  } catch {
    throw unclear();
  }
}

function unclear(field?: string): Problem {
  return unexpectedAnswer('The server answered, but not what was asked for.', {
    reference: '',
    ...(field === undefined ? {} : { field }),
  });
}
