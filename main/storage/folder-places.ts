// All files and folders of the data folder by name: for backups, for erasing, and for the table in the README.

/** One file or folder of the data folder. */
export interface Place {
  readonly name: string;
  /** Of a folder: the names of the files in it. Absent for a file. */
  readonly holds?: RegExp;
  /** Backed up before a step to a newer form. */
  readonly backedUp: boolean;
  /** Useless once the keychain's entries are gone: sealed by them, or about them. */
  readonly restsOnSecrets: boolean;
  /** Files with a number behind their name as well. */
  readonly numbered?: true;
}

const file = (name: string, more: Partial<Place> = {}): Place => ({
  name,
  backedUp: true,
  restsOnSecrets: false,
  ...more,
});
const folder = (name: string, holds: RegExp, more: Partial<Place> = {}): Place => ({
  name,
  holds,
  backedUp: false,
  restsOnSecrets: false,
  ...more,
});
const sealed = { backedUp: true, restsOnSecrets: true };
const guard = { backedUp: false };
const lock = { ...guard, numbered: true } as const;

const WAKE_FILE = 'steward.sock';
export const FORMAT_FILE = 'format.json';
export const BACKUPS = 'backups';
/** `<form>-<time>`, with `.part` while it is made or taken away. */
export const BACKUP = /^\d{1,6}-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/;

/** In there: the copy of the folder that a backup is being made of, and a backup that is being brought back, and one that is to be. */
export const COPYING = 'copying.part';
export const BRINGING = 'bringing.part';
export const BROUGHT = 'brought';

/** All of them; those that a running program needs come last. */
export const PLACES: readonly Place[] = [
  folder('drafts', /^[0-9a-f]{32}$/, sealed),
  folder('jobs', /^[0-9a-f-]{36}\.rows(\.|$)|^\./, sealed),
  folder('copies', /^[0-9a-f]{32}\.copy$|^\./, { restsOnSecrets: true }),
  file('jobs.json', sealed),
  file('escrow.log', sealed),
  file('credentials.json', sealed),
  folder('reference', /^[0-9a-f]+$/),
  folder('updates', /^/),
  folder(BACKUPS, /^(\d{1,6}-\d{4}-|(copying|bringing)\.part$|brought$)/),
  file('enterprise-users.json'),
  file('enterprise-users.log'),
  file('connections.json'),
  file('layout.json'),
  file('notices.json'),
  file('places.json'),
  file('parts.json', guard),
  file('settings.json'),
  file('updates.json'),
  file('vault.log'),
  file('journal.jsonl'),
  file(FORMAT_FILE),
  folder('logs', /^steward(\.\d)?\.log$/),
  folder('window', /^/),
  file('.escrow', lock),
  file(WAKE_FILE, guard),
  file('steward.lock', lock),
];

/** Whether all of it belongs to another program, of which nothing is known here. */
export const isOpaque = ({ holds }: Place): boolean => holds?.source === '^';

/** Locks and the wake-up of a second start may be sockets. */
export const mayBeSocket = ({ name, numbered }: Place): boolean =>
  numbered === true || name === WAKE_FILE;

/** The place that a name in the data folder belongs to; undefined for files of others. */
export const placeOf = (name: string): Place | undefined =>
  PLACES.find((place) => {
    if (place.name === name) return true;
    if (place.holds) return false;
    // Files set aside, closed ones, and temporary ones of a killed program.
    const rest = name.startsWith(`${place.name}.`) && name.slice(place.name.length + 1);
    if (rest !== false && place.numbered && /^\d{1,15}$/.test(rest)) return true;
    if (rest !== false) return /^(bad-|closed-|[0-9a-f]{16}$)/.test(rest);
    return name.startsWith(`.${place.name}.`) && /\.[0-9a-f]{16}\.tmp$/.test(name);
  });
