// Decides which addresses may be handed to the system browser (NAV-06).
import { cancelled, refusedField } from '../problems.ts';

const LONGEST = 2048;
/** What a browser's parser would drop or turn: an address that has it is not what it seems. */
// eslint does not allow control characters in a pattern; a class by property says the same.
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u;
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/;

/** The parsed https address with an ASCII host and no user name, or undefined. */
export function externalAddress(text: string): URL | undefined {
  if (text.length > LONGEST || UNPRINTED.test(text)) return undefined;
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined;
  const address = new URL(text);
  const { protocol, username, password, hostname } = address;
  if (protocol !== 'https:' || username !== '' || password !== '') return undefined;
  // The parser drops an empty user name: `https://@host` is refused by its written form.
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('@') || authority.includes('%')) return undefined;
  return HOST.test(hostname) ? address : undefined;
}

/** The same, as the Problem a shell throws. */
export function checkedExternalAddress(address: URL): URL {
  const checked = externalAddress(address.href);
  if (checked) return checked;
  throw refusedField('address', 'base-address', 'Only https addresses are opened in the browser.');
}

/** The person was asked and said no. */
export const notOpened = () => cancelled('The address was not opened.');
