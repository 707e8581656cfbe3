// Rules of single values, without schemas: page and main both ask them, and the schemas are built on them.

/**
 * What comes along when a text is copied out of a page, a mail or a document, and nobody sees: marks of direction, soft hyphens, spaces of
 * no width. Joiners, which letters and signs of some scripts are made with, are none of it.
 */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '');

/** One line as the person meant it: every blank is an ordinary one, and none is around it. */
export const cleanLine = (typed: string): string =>
  withoutUnseen(typed)
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();

/** An address, an id, a code: nothing that cannot be seen belongs to it, joiners neither. A blank in its middle stays, and is refused. */
export const cleanWord = (typed: string): string => cleanLine(typed.replaceAll(/\p{Cf}/gu, ''));

/** Digits without what people put between them and around them; those of other widths are the same digits. */
export const cleanNumber = (typed: string): string =>
  cleanWord(typed.normalize('NFKC'))
    .replaceAll(/^["'’“”„«»]+|["'’“”„«».,;]+$/g, '')
    .replaceAll(/[\s.\p{Pd}]/gu, '');

/** An e-mail address out of what mail programs and pages hand over: `Kari <kari@fjord.example>;`, `mailto:`. */
export const cleanAddress = (typed: string): string =>
  (/<([^<>]*)>[\s;,]*$/.exec(typed)?.[1] ?? typed)
    .trim()
    .replace(/^["'“”«]*(?:mailto:)?/i, '')
    .replace(/["'“”».,;\s]+$/, '');

/** A phone number with blanks alone between its digits. */
export const cleanPhone = (typed: string): string =>
  cleanWord(typed.normalize('NFKC'))
    .replace(/^tel:/i, '')
    .replaceAll(/[().\p{Pd}]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** What stands before the digits, by scheme (Peppol's `0192:` and its older `9908:`, URNs, `NO:ORGNR:`), and around them in invoices. */
const SCHEMES =
  /^(?:(?:iso6523actoridupis::)?(?:0192|9908):|urn:[a-z0-9:]+:|(?:NO:?)?(?:ORG(?:ANISASJONS)?N(?:UMME)?R:?)?)(\d{9})(?:MVA)?$/i;

/** The nine digits, however they are written; else what was typed, as far as it can be read as a number. */
export function organisationNumberOf(typed: string): string {
  const bare = cleanNumber(typed);
  return SCHEMES.exec(bare)?.[1] ?? bare;
}

/** Those of a text with several, each once: with commas, semicolons or new lines between them, or blanks alone. */
export function organisationNumbersIn(typed: string): readonly string[] {
  const numbers = withoutUnseen(typed)
    .split(/[,;\n]/)
    .flatMap((part) => part.replaceAll(NINE, (nine) => `${nine};`).split(';'))
    .map(organisationNumberOf);
  return [...new Set(numbers.filter((one) => one !== ''))];
}

/** Nine digits that blanks stand around, with what belongs to them. */
const NINE = /(?<!\S)(?:NO\s*)?\d{3}\s?\d{3}\s?\d{3}(?:\s*MVA)?(?=\s|$)/gi;

/** Nine digits with a valid mod-11 check digit (weights 3 2 7 6 5 4 3 2). */
export function isOrganisationNumber(value: string): boolean {
  if (!/^\d{9}$/.test(value)) return false;
  const weights = [3, 2, 7, 6, 5, 4, 3, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(value[i]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(value[8]);
}

/** Nine digits of an organisation that the platform names: it has it, also where its last digit is not the one that it should be. */
export const isListedNumber = (value: string): boolean => /^\d{9}$/.test(value);

/** An id that the platform gave: of whatever signs it makes its ids, as long as it can be one part of an address. */
export const isResourceId = (value: string): boolean =>
  /^\P{C}{1,100}$/u.test(value) && isAddressable(value);

/** Whether eleven digits stand together in it, with or without signs between them: such a text may name a person by their number. */
export const hasIdentityNumber = (text: string): boolean =>
  /(?<!\d)\d{11}(?!\d)/.test(
    text.normalize('NFKC').replaceAll(/(?<=\d)[\s.\p{Pd}\p{Cf}]+(?=\d)/gu, ''),
  );

/** Who a call is made for (`{who}` of a path): the one who is signed in, a reportee, or an organisation. */
export const isParty = (value: string): boolean => /^(my|r\d{1,18}|\d{9})$/.test(value);

export const SERVICE_CODE = /^[A-Za-z0-9_-]{1,40}$/;
export const HIGHEST_EDITION = 999_999_999;

export const isServiceCode = (value: string): boolean => SERVICE_CODE.test(value);
export const isServiceEdition = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= HIGHEST_EDITION;

export const USER_NAME = /^[^\p{C}\s/\\?#%]+$/u;
export const LONGEST_USER_NAME = 100;

/** What is wrong with a new name of an enterprise user, as a person types it; the first of several. Names that exist have no such rule. */
export function userNameProblem(typed: string): 'required' | 'too-long' | 'user-name' | undefined {
  const name = cleanWord(typed);
  if (name === '') return 'required';
  if (name.length > LONGEST_USER_NAME) return 'too-long';
  return USER_NAME.test(name) ? undefined : 'user-name';
}

/**
 * Whether a name can be one part of an address, encoded: servers take parts of dots away, however often they are encoded, and what a NUL
 * does, nobody knows.
 */
export const isAddressable = (name: string): boolean =>
  name.isWellFormed() && !leavesItsPlace(encodeURIComponent(name));

/** The same of a path that is encoded already. A slash and a backslash in a name are harmless but for dots between them. */
export function leavesItsPlace(path: string): boolean {
  const read = path
    .replaceAll(/%(?:25)*2e/gi, '.')
    .replaceAll(/%(?:25)*(?:2f|5c)/gi, '/')
    .replaceAll(/%(?:25)*3b/gi, ';');
  return /(?:^|\/)\.+(?:%(?:25)*(?:09|0a|0d|20)|\.)*(?:[/;]|$)|%(?:25)*00/i.test(read);
}

/** What people have at hand where a proxy is asked, and that is none: a script (PAC), what a script answers, a proxy of another kind. */
export type NoProxy = 'proxy-script' | 'proxy-answer' | 'proxy-kind' | 'proxy-direct';

const SCRIPT =
  /\bFindProxyForURL\b|^\s*function\b|^\s*[a-z]+:\/\/[^@]*\/[^@]*\.(?:pac|dat)(?:[?#]|\s*$)/i;
const HTTP_PROXY = /(?<![\p{L}\p{N}.])(?:PROXY|HTTP)\s+[\p{L}\p{N}[]/u;
const OTHER_PROXY =
  /(?<![\p{L}\p{N}.])(?:HTTPS|QUIC|SOCKS[45]?)\s+[\p{L}\p{N}[]|^\s*(?:socks|SOCKS)[a-z0-9]*:\/\//u;

/** Which of these a text is; undefined where it may be a proxy. Names of hosts such as `proxy` and `direct` are names. */
export function noProxyIn(typed: string): NoProxy | undefined {
  const isScript = SCRIPT.test(typed);
  if (HTTP_PROXY.test(typed)) return isScript ? 'proxy-script' : 'proxy-answer';
  if (OTHER_PROXY.test(typed)) return 'proxy-kind';
  if (isScript) return /\bDIRECT\b/.test(typed) ? 'proxy-direct' : 'proxy-script';
  return /^\W*DIRECT\W*$/.test(typed) ? 'proxy-direct' : undefined;
}

/** The name of a host as it is meant, without the quotation marks that it was copied with. */
export const cleanProxyHost = (typed: string): string =>
  /^["'“”„«»](.*)["'“”„«»]$/s.exec(cleanWord(typed))?.[1] ?? cleanWord(typed);

/** What is wrong with the host of a proxy, which is a name or an address alone: more would be looked up as a name. */
export function proxyHostProblem(
  host: string,
): 'required' | 'too-long' | 'host-name' | NoProxy | undefined {
  if (host === '') return 'required';
  const other = noProxyIn(host);
  if (other !== undefined) return other;
  if (host.length > 253) return 'too-long';
  return /^(?:[\p{L}\p{M}\p{N}._-]+|[0-9A-Fa-f:.]+)$/u.test(host) ? undefined : 'host-name';
}

const ACTIONS = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  sign: 'Sign',
  readarchive: 'ReadArchive',
  archiveread: 'ReadArchive',
  deletearchive: 'DeleteArchive',
  archivedelete: 'DeleteArchive',
  access: 'Access',
} as const;
type KnownAction = (typeof ACTIONS)[keyof typeof ACTIONS];
const KNOWN_ACTIONS = new Map<string, KnownAction>(Object.entries(ACTIONS));

/** `ArchiveRead`, `Archive-Read` and `readarchive` are one action; words nobody knows are kept (platform.md, Values). */
export const actionOf = (word: string): { word: string; known: KnownAction | 'unknown' } => ({
  word,
  known: KNOWN_ACTIONS.get(word.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? 'unknown',
});

/** The one spelling of a base address: without `/api`, which stands in each path, and without a slash at its end. */
export const plainBaseAddress = (given: string): string =>
  given
    .replace(/\/+$/, '')
    .replace(/(?<=[^/:])\/api$/i, '')
    .replace(/\/+$/, '');

/** A name that nothing else has, whatever its case: the wanted one, or with a number behind it. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = taken.map((one) => one.toLowerCase());
  const numbered = taken.map((_, i) => `${wanted} (${String(i + 2)})`);
  return [wanted, ...numbered].find((one) => !known.includes(one.toLowerCase())) ?? wanted;
}

/** macOS writes `å` as two signs where everything else has one: the same name of a file, however it is spelt. */
export const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFC') === other.normalize('NFC');

/** Names as people compare them: whatever the case and the spelling of their letters, and the blanks around them. */
export const isSameWords = (one: string, other: string): boolean =>
  isSameName(one.trim().toLowerCase(), other.trim().toLowerCase());

/** `yyyy-mm-dd` of a moment where this computer stands. */
export const localDay = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const DAY = 86_400_000;

/** Whole days since an instant; null where it is no time. */
export function ageInDays(instant: string | null, now: Date): number | null {
  const time = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(time) ? null : Math.max(0, Math.floor((now.getTime() - time) / DAY));
}

/** Whether a one-time secret waits for a person: a job hands its own over, as long as it is there; what is unknown, nobody else resolves. */
export const isForPerson = (
  entry: { readonly job: string | null; readonly state: string },
  jobs: readonly { readonly id: string }[],
): boolean =>
  entry.job === null || entry.state !== 'waiting' || jobs.every((job) => job.id !== entry.job);

/** Letters of a query to a look-up service: it is part of the address, and servers refuse long ones. */
export const MOST_QUERY = 4000;

/** As many rows as an export takes by their keys, and their letters together: less than main takes of any input. */
const MOST_ONLY = { rows: 19_000, letters: 900_000 } as const;
export const mostOnly = MOST_ONLY.rows;
/** Whether these rows can be named one by one. */
export const canBeNamed = (keys: readonly string[]): boolean =>
  keys.length <= MOST_ONLY.rows &&
  keys.reduce((letters, key) => letters + key.length, 0) <= MOST_ONLY.letters;
