// The support report on the program itself: facts, and the last lines of the log.
import type { KeychainState, Start } from '../../preload/contract/app.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { UpdatesState } from '../../preload/contract/updates.ts';
import { isLogField } from './log.ts';
import { maskNumbers, secretRedactor, visible } from './redaction.ts';
import { lastLines } from './rotating-file.ts';

export interface ProgramReportNeeds {
  /** The system's name, release and architecture. */
  readonly system: string;
  readonly installed: boolean;
  readonly made: Date;
  /** All that a window shows first; of it only what has no name of anybody is said. */
  readonly start: Omit<Start, 'keychain'>;
  readonly keychain: KeychainState['state'];
  readonly updates: UpdatesState;
  readonly folder: { readonly format: number; readonly backups: readonly string[] };
  readonly logFolder: string;
  /** Absolute paths that hold the person's name: the home folder, the data folder. */
  readonly privatePaths: readonly string[];
}

const MOST_LINES = 300;
/** Of log files: enough for so many lines of the longest kind. */
const MOST_LOG_BYTES = 512 * 1024;
const LONGEST_LINE = 1000;
const MOST_CHARACTERS = 200_000;
/** The server's own words may name somebody, so they stay in the log. */
const LEFT_OUT: ReadonlySet<string> = new Set(['reason']);

type Line = readonly [label: string, value: string | number | null | undefined];

/**
 * English, whatever the window's language: whoever helps reads it. Without secrets, numbers of persons and organisations, names
 * and paths, each line cleaned once more; at most 200 000 characters, of which the oldest log lines give way (LOG-08).
 */
export function writeProgramReport(needs: ProgramReportNeeds): string {
  const clean = cleaner(needs.privatePaths);
  const facts = [
    block('Steward report', programLines(needs)),
    block('Keychain and data folder', folderLines(needs)),
    block('Settings', settingsLines(needs)),
    block("Organisation's settings", managedLines(needs.start)),
    block('Connections and credentials', connectionLines(needs.start)),
    block('Work', workLines(needs.start)),
  ]
    .join('\n\n')
    .split('\n')
    .map(clean)
    .join('\n');
  const log = logLines(needs.logFolder, clean);
  const kept = withinLimit(log.lines, MOST_CHARACTERS - facts.length - 200);
  const odd = log.odd === 0 ? [] : [`  (${String(log.odd)} not readable as log lines, left out)`];
  const title = `Log, last ${String(kept.length)} lines`;
  return [facts, '', title, ...odd, ...kept.map((line) => `  ${line}`), ''].join('\n');
}

function programLines({ start, installed, system, made, updates }: ProgramReportNeeds) {
  const { electron, chrome, node, openssl } = process.versions;
  return [
    ['Created', made.toISOString()],
    ['Version', `${start.version} (${start.shell}${installed ? ', installed' : ''})`],
    ['System', system],
    ['Electron', electron],
    ['Chromium', chrome],
    ['Node', node],
    ['TLS library', openssl],
    ['System language', start.osLanguage],
    ['Updates', updates.state === 'off' ? `off (${updates.why})` : updates.state],
  ] as const satisfies readonly Line[];
}

const folderLines = ({ keychain, folder, start }: ProgramReportNeeds): readonly Line[] => [
  ['Keychain', keychain],
  ['Data format version', folder.format],
  ['Backups before format upgrades', folder.backups.length],
  ['Quarantined files', start.setAside.length === 0 ? 'none' : namesOf(start.setAside)],
  ['Journal', journalWords(start.journal)],
];

/** Names of files only, wherever they were. */
const namesOf = (files: readonly string[]) =>
  files.map((name) => name.split(/[\\/]/).at(-1) ?? '').join(', ');

const journalWords = ({ state, lines, firstBadLine, unconfirmed }: Start['journal']) =>
  [
    `${state}, ${String(lines)} lines`,
    ...(firstBadLine === null ? [] : [`first bad line ${String(firstBadLine)}`]),
    ...(unconfirmed === 0 ? [] : [`${String(unconfirmed)} not confirmed`]),
  ].join(', ');

function settingsLines({ start: { settings } }: ProgramReportNeeds): readonly Line[] {
  const { updateAddress, notifications, ...others } = settings;
  return [
    ...Object.entries(others).map(([name, value]): Line => [name, value]),
    ['updateAddress', updateAddress === null ? 'none' : 'given'],
    ['notifications', notifications ? 'on' : 'off'],
  ];
}

function managedLines({
  managed,
  untrustedSettings,
}: Pick<Start, 'managed' | 'untrustedSettings'>): readonly Line[] {
  const untrusted: Line = [
    'A file that is not obeyed',
    untrustedSettings && `${untrustedSettings.place} (${untrustedSettings.why})`,
  ];
  if (managed === null) return [['Managed', 'no'], untrusted];
  const { managedBy, places, providers, proxy, updateAddress, notifications, off, limits } =
    managed;
  const updates = updateAddress === null ? 'off' : 'given';
  return [
    ['Managed by', managedBy],
    ['Places', places?.length],
    ['Providers', providers?.length],
    ['Proxy', proxy?.use],
    ['Update address', updateAddress === undefined ? undefined : updates],
    ['Notifications', notifications === undefined ? undefined : notifications ? 'on' : 'off'],
    ['Off', off?.join(', ')],
    ['Limits', limits && Object.keys(limits).join(', ')],
    untrusted,
  ];
}

function connectionLines({ connections, credentials }: ProgramReportNeeds['start']) {
  const days = credentials.flatMap((one) =>
    one.kind === 'certificate' ? [`${String(one.facts.daysLeft)} (${one.facts.keyType})`] : [],
  );
  return [
    ['Connections', connections.length],
    ...connections.map((one, index): Line => [`  ${String(index + 1)}`, connectionWords(one)]),
    ['Credentials', counted(credentials.map(({ kind }) => kind))],
    ['Kept in memory only', credentials.filter(({ memoryOnly }) => memoryOnly).length],
    ['Days left of certificates', days.length === 0 ? undefined : days.join(', ')],
  ] as const satisfies readonly Line[];
}

/** Its shape: no name, address or number. */
const connectionWords = ({ environment, signIn, apiKey, highestTls, proxy, ...one }: Connection) =>
  [
    environment,
    `signs in by ${signIn.way}`,
    apiKey ? 'with an API key' : 'without an API key',
    `up to ${highestTls}`,
    one.mediaType,
    `proxy ${proxy.use}`,
    ...(one.formerHosts.length > 0 ? [`${String(one.formerHosts.length)} former hosts`] : []),
  ].join(', ');

const workLines = ({ secrets, jobs }: ProgramReportNeeds['start']): readonly Line[] => [
  ['One-time secrets', counted(secrets.map(({ state }) => state))],
  ['Jobs', counted(jobs.map(({ state }) => state))],
];

/** `2 done, 1 running`. */
function counted(words: readonly string[]): string {
  const numbers = new Map<string, number>();
  for (const word of words) numbers.set(word, (numbers.get(word) ?? 0) + 1);
  return [...numbers].map(([word, number]) => `${String(number)} ${word}`).join(', ') || 'none';
}

function block(title: string, lines: readonly Line[]): string {
  const said = lines.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return [title, ...said.map(([label, value]) => `  ${label}: ${String(value)}`)].join('\n');
}

/** For one line: live secrets, numbers of persons and organisations, paths of the person, and signs that are not seen. */
function cleaner(privatePaths: readonly string[]): (text: string) => string {
  const redact = secretRedactor();
  const paths = privatePaths
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])
    .filter((one) => one.length > 1)
    .sort((a, b) => b.length - a.length);
  const withoutPaths = (text: string) =>
    paths.reduce((left, one) => left.replaceAll(one, '[folder]'), text);
  return (text) => visible(maskNumbers(withoutPaths(redact(text)))).slice(0, LONGEST_LINE);
}

/** Only what a line of the log may hold; whatever else stands in the file is somebody else's. */
function logLines(folder: string, clean: (text: string) => string) {
  const read = lastLines(folder, MOST_LINES, MOST_LOG_BYTES).map(readLine);
  const lines = read.filter((line) => line !== undefined).map((line) => clean(line));
  return { lines, odd: read.length - lines.length };
}

const ALWAYS: ReadonlySet<string> = new Set(['at', 'level', 'event', 'places']);

function readLine(line: string): string | undefined {
  try {
    const facts: unknown = JSON.parse(line);
    if (typeof facts !== 'object' || facts === null || !('event' in facts)) return undefined;
    const kept = Object.entries(facts).filter(
      ([key]) => ALWAYS.has(key) || (isLogField(key) && !LEFT_OUT.has(key)),
    );
    return JSON.stringify(Object.fromEntries(kept));
  } catch {
    return undefined;
  }
}

/** As many of the newest as there is room for. */
function withinLimit(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const from = lines.findLastIndex((line) => (left -= line.length + 3) < 0);
  return lines.slice(from + 1);
}
