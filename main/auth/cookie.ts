// Finds the sign-in cookie among those of an answer; all others, and what they ask for, are left out (LNK-10).

const NAME = '.ASPXAUTH';
const LONGEST_VALUE = 8 * 1024;
/** RFC 6265 4.1.1, without quotes. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/** The newest value for this host; `ended` when the platform took it back; undefined when none was set. */
export function signInCookieOf(
  cookies: readonly string[],
  host: string,
  now: Date,
): { readonly value: string } | 'ended' | undefined {
  const own = cookies.filter((line) => line.startsWith(`${NAME}=`) && isForHost(line, host));
  const newest = own.at(-1);
  if (newest === undefined) return undefined;
  const value =
    newest
      .slice(NAME.length + 1)
      .split(';', 1)[0]
      ?.trim() ?? '';
  if (value === '' || isPast(newest, now)) return 'ended';
  return value.length <= LONGEST_VALUE && VALUE.test(value) ? { value } : undefined;
}

export const cookieHeader = (value: string) => `${NAME}=${value}`;

/** A cookie for another host is no cookie (RFC 6265 5.3); one for a whole domain is still sent to this origin only. */
function isForHost(line: string, host: string): boolean {
  const domain = attributeOf(line, 'domain')?.replace(/^\./, '').toLowerCase();
  return domain === undefined || domain === '' || domain === host || host.endsWith(`.${domain}`);
}

function isPast(line: string, now: Date): boolean {
  const age = attributeOf(line, 'max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  const expires = Date.parse(attributeOf(line, 'expires') ?? '');
  return !Number.isNaN(expires) && expires <= now.getTime();
}

function attributeOf(line: string, name: string): string | undefined {
  const parts = line.split(';').slice(1);
  const found = parts.findLast((part) => part.split('=', 1)[0]?.trim().toLowerCase() === name);
  return found?.split('=').slice(1).join('=').trim();
}
