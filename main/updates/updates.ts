// New versions: looked for at one address, checked by signature and version, downloaded and installed when asked.
import type { Notify } from '../../preload/contract/contract.ts';
import type { ManagedSettings } from '../../preload/contract/managed.ts';
import { z } from '../../preload/contract/schema.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { FoundUpdate, UpdatesState } from '../../preload/contract/updates.ts';
import type { Transport } from '../http/transport.ts';
import { Problem } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import type { Installer, ListedUpdate } from '../shell/shell.ts';
import type { Document, Documents } from '../storage/documents.ts';
import { readSignature, type SigningKey } from './list-signature.ts';
import { refusal } from './refusals.ts';
import { openUpdateServer, type UpdateServerNeeds } from './update-server.ts';
import { compareVersions, isPreRelease, isVersion } from './versions.ts';
import { serial } from '../serial.ts';

export interface Updates {
  state(): Promise<UpdatesState>;
  /** Asks the address. Problem conflict with an UpdateRefusal as its field, or as of any call. */
  check(signal: AbortSignal): Promise<UpdatesState>;
  /** Once at a start, and at most once a day: quietly, and only where an address is configured. */
  checkAtStart(): Promise<void>;
  download(
    signal: AbortSignal,
    report: (step: { bytes: number; of: number | null }) => void,
  ): Promise<UpdatesState>;
  /** Problem conflict when nothing was downloaded or it has changed since. Ends the program after the app has stopped. */
  install(): Promise<void>;
}

export interface UpdatesNeeds {
  readonly version: string;
  readonly installer: Installer | undefined;
  readonly managed: ManagedSettings | null;
  readonly settings: () => Settings;
  readonly documents: Pick<Documents, 'open'>;
  readonly transport: Transport;
  readonly systemProxy: UpdateServerNeeds['systemProxy'];
  readonly notify: Notify;
  /** Stops the app once the present call has been answered, then calls `then`, which ends the program. */
  readonly quit: (then: () => void) => void;
  readonly now: () => Date;
}

/** What is remembered from one start to the next. */
const remembered = z.strictObject({
  /** The highest version a list with a good signature has offered: an older list is a replayed one. */
  highest: z.string().nullable(),
  /** When the address was last asked; ISO 8601. */
  askedAt: z.string().nullable(),
  /** When it last answered with a list that counts; ISO 8601. */
  lookedAt: z.string().nullable(),
  /** The version that was to be installed last: where an older one starts afterwards, it was not. */
  installing: z.string().nullable(),
  /** When the newest list that counted was signed; ISO 8601. One signed before it is a replayed one. */
  issued: z.string().nullable(),
  /** Which key has signed what these marks are about. */
  signer: z.strictObject({ key: z.string(), until: z.string() }).nullable(),
});
type Remembered = Document<z.output<typeof remembered>>;

const DAY_MS = 24 * 3600_000;
const NOTES_CHARACTERS = 64 * 1024;

/** What the last list said. It counts for the address it came from. */
interface Known {
  readonly address: string;
  readonly checkedAt: string;
  /** Undefined: this version is the newest. */
  readonly update: ListedUpdate | undefined;
  readonly downloaded: boolean;
}

/** Everything that looking needs; its absence is a reason to be off. */
interface Ready {
  readonly address: string;
  readonly installer: Installer;
  readonly rootKeys: string;
}

export function createUpdates(needs: UpdatesNeeds): Updates {
  const offers = createOfferStore(needs);
  // Looking and downloading do not overtake each other.
  const inTurn = serial();
  const memory = openMemory(needs.documents);
  const check = (signal: AbortSignal) => inTurn(() => checkNow(needs, offers, memory, signal));
  return {
    async state() {
      if ('why' in readiness(needs)) return offers.state();
      const { lookedAt, installing } = (await memory()).value();
      offers.missed(missedVersion(installing, needs.version));
      const state = offers.state();
      return state.state === 'idle' ? { ...state, lookedAt } : state;
    },
    check,
    async checkAtStart() {
      if ('why' in readiness(needs) || !(await isDue(memory, needs.now()))) return;
      // Nobody asked: nobody is told of what went wrong.
      await check(new AbortController().signal).catch(() => undefined);
    },
    download: (signal, report) =>
      inTurn(async () => {
        const ready = readyOr(needs);
        const from = offers.of(ready.address);
        if (from?.update === undefined) throw refusal('nothing-found');
        if (from.downloaded) return offers.state();
        await fetchUpdate(needs, ready, from.update, signal, report);
        return offers.put({ ...from, downloaded: true });
      }),
    async install() {
      const { installer, address } = readyOr(needs);
      const from = offers.of(address);
      if (from?.downloaded !== true) throw refusal('not-downloaded');
      await installer.verify().catch((error: unknown) => {
        offers.put({ ...from, downloaded: false });
        throw error;
      });
      const installing = from.update?.version ?? null;
      await (await memory()).change((before) => ({ ...before, installing }));
      needs.quit(() => {
        installer.install();
      });
    },
  };
}

/** What the last list said, and the pages that hear of it. */
interface OfferStore {
  readonly state: () => UpdatesState;
  readonly of: (address: string) => Known | undefined;
  readonly put: (known: Known | undefined) => UpdatesState;
  /** The version whose installation an earlier start began and that does not run. */
  readonly missed: (version: string | undefined) => void;
}

function createOfferStore(needs: UpdatesNeeds): OfferStore {
  let known: Known | undefined;
  let notInstalled: string | undefined;
  const state = () => {
    const now = stateOf(readiness(needs), known);
    const tells = now.state !== 'off' && now.state !== 'current' && notInstalled !== undefined;
    return tells ? { ...now, notInstalled } : now;
  };
  return {
    state,
    of: (address) => (known?.address === address ? known : undefined),
    put(next) {
      if (known === undefined && next === undefined) return state();
      known = next;
      needs.notify('updatesChanged', state());
      return state();
    },
    missed(version) {
      notInstalled = version;
    },
  };
}

/** A prompt that was refused, an installer that was closed: the library cannot tell, the version that starts does. */
const missedVersion = (installing: string | null, running: string): string | undefined =>
  installing !== null && isVersion(installing) && compareVersions(running, installing) < 0
    ? installing
    : undefined;

async function checkNow(
  needs: UpdatesNeeds,
  offers: OfferStore,
  memory: () => Promise<Remembered>,
  signal: AbortSignal,
): Promise<UpdatesState> {
  const ready = readyOr(needs);
  const { address } = ready;
  const checkedAt = needs.now().toISOString();
  const kept = await memory();
  await kept.change((before) => ({ ...before, askedAt: checkedAt }));
  try {
    const update = await newerVersion(needs, ready, kept, signal);
    const before = offers.of(address);
    // What lies downloaded stays so while it is still the newest.
    const downloaded = before?.downloaded === true && before.update?.sha512 === update?.sha512;
    return offers.put({ address, checkedAt, update, downloaded });
  } catch (error) {
    // What an earlier list offered must not be installed after a later one was refused.
    if (error instanceof Problem && error.failure.kind === 'conflict') offers.put(undefined);
    throw error;
  }
}

type Off = Extract<UpdatesState, { state: 'off' }>;

function readiness({ managed, settings, installer }: UpdatesNeeds): Ready | Off {
  if (managed?.updateAddress === null) return { state: 'off', why: 'managed' };
  if (installer === undefined) return { state: 'off', why: 'not-installed' };
  const { rootKeys } = installer;
  if (rootKeys === undefined) return { state: 'off', why: 'no-key' };
  const address = managed?.updateAddress ?? settings().updateAddress;
  return address === null ? { state: 'off', why: 'no-address' } : { address, installer, rootKeys };
}

function readyOr(needs: UpdatesNeeds): Ready {
  const ready = readiness(needs);
  if ('why' in ready) throw refusal('off');
  return ready;
}

function stateOf(ready: Ready | Off, known: Known | undefined): UpdatesState {
  if ('why' in ready) return ready;
  if (known?.address !== ready.address) return { state: 'idle', lookedAt: null };
  const { checkedAt, update, downloaded } = known;
  if (update === undefined) return { state: 'current', checkedAt };
  return { state: downloaded ? 'downloaded' : 'found', checkedAt, update: shown(update) };
}

const shown = ({ version, released, notes, bytes }: ListedUpdate): FoundUpdate => ({
  version,
  bytes,
  released: released.slice(0, 40),
  notes: plainText(notes),
});

/** Lines stay lines; hidden and control characters go, and what is too long is cut. */
function plainText(notes: string): string {
  const lines = notes.slice(0, NOTES_CHARACTERS).split(/\r\n?|\n/);
  return lines
    .map((line) => line.replaceAll('\t', '  ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ''))
    .join('\n')
    .trim();
}

/** The newer version that a list with a good signature offers, or undefined. */
async function newerVersion(
  needs: UpdatesNeeds,
  { address, installer, rootKeys }: Ready,
  kept: Remembered,
  signal: AbortSignal,
): Promise<ListedUpdate | undefined> {
  const name = installer.listName;
  const { list, signature } = await openUpdateServer(address, needs).list(name, signal);
  // Before anything of it is read: a parser is no place for a stranger's bytes.
  const signed = readSignature({ name, list }, signature, rootKeys, needs.now());
  if (signed.why !== undefined) throw refusal(signed.why);
  const update = await installer.read(list.toString('utf8'));
  refuseOddity(update);
  const difference = compareVersions(update.version, needs.version);
  const { highest, issued } = marksFor(signed.key, kept.value());
  if (difference < 0) throw refusal('older');
  if (highest !== null && isVersion(highest) && compareVersions(update.version, highest) < 0)
    throw refusal('replayed');
  if (issued !== null && signed.term.issued < issued) throw refusal('replayed');
  if (isPreRelease(update.version) && !isPreRelease(needs.version)) throw refusal('pre-release');
  await kept.change((before) => ({
    ...before,
    highest: update.version,
    issued: signed.term.issued,
    signer: signed.key,
    lookedAt: needs.now().toISOString(),
  }));
  return difference === 0 ? undefined : update;
}

/**
 * What was met so far, as far as this key may be held to it. A key that the root names for longer than the last one takes over from it,
 * as when that one was stolen: what a thief has signed, dated or numbered beyond all others, is forgotten (ATK-38). A key that
 * was taken over from signs nothing more that counts.
 */
function marksFor(
  { key, until }: SigningKey,
  { highest, issued, signer }: z.output<typeof remembered>,
): Pick<z.output<typeof remembered>, 'highest' | 'issued'> {
  if (signer === null || signer.key === key) return { highest, issued };
  if (until <= signer.until) throw refusal('replayed');
  return { highest: null, issued: null };
}

/** The publisher's own hand signed it; what is no version, file name or hash is refused all the same. */
function refuseOddity({ version, file, sha512, bytes }: ListedUpdate): void {
  const fits =
    isVersion(version) &&
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(file) &&
    /^[A-Za-z0-9+/]{86}==$/.test(sha512) &&
    (bytes === null || (Number.isSafeInteger(bytes) && bytes > 0));
  if (fits) return;
  throw unexpectedAnswer('The list of versions names something that cannot be used.');
}

async function fetchUpdate(
  needs: UpdatesNeeds,
  { address, installer }: Ready,
  update: ListedUpdate,
  signal: AbortSignal,
  report: (step: { bytes: number; of: number | null }) => void,
): Promise<void> {
  const server = openUpdateServer(address, needs);
  const { bytes, sha512 } = update;
  await installer.download(update, {
    signal,
    load: async (name, to, cancelled) => {
      if (name !== update.file) throw refusal('file');
      await server.file({ name, to, bytes, sha512, report, signal: cancelled });
    },
  });
}

/** Opened when first used: most starts never look. */
function openMemory(documents: Pick<Documents, 'open'>): () => Promise<Remembered> {
  let opened: Promise<Remembered> | undefined;
  return () =>
    (opened ??= documents.open('updates', remembered, {
      highest: null,
      askedAt: null,
      lookedAt: null,
      issued: null,
      signer: null,
      installing: null,
    }));
}

/** A clock that was set back does not keep it from looking. */
async function isDue(memory: () => Promise<Remembered>, now: Date): Promise<boolean> {
  const { askedAt } = (await memory()).value();
  const since = now.getTime() - Date.parse(askedAt ?? '');
  return !(since >= 0 && since < DAY_MS);
}
