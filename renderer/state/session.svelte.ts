// The session as main reports it: the start value, kept up to date by events. Holds no secret.
import type { KeychainState, Start } from '../../preload/contract/app.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { AnswerOf, EventValue } from '../../preload/contract/contract.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { Job, JobKind, JobOf } from '../../preload/contract/jobs.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { Failure } from '../../preload/result.ts';
import { language } from '../texts/language.svelte.ts';
import { type ListNews, withChanges } from './list-news.ts';
import { askStart } from './first-questions.ts';
import { onlyConnection } from './start-route.ts';
import { client, on } from './main-process.ts';
import { toasts } from './toasts.svelte.ts';

type QuitHeld = EventValue<'quitHeld'>;

export type Extent = 'secrets' | 'everything';
/** What was removed from this computer; after it the page has nothing left to show. */
/** A backup that the next start uses. */
export type BroughtBack = AnswerOf<'backup.bringBack'>;

export interface Erased {
  readonly what: Extent;
  readonly secrets: number;
  /** Names of what Steward did not make. */
  readonly left: readonly string[];
}

let start = $state.raw<Start>();
let failure = $state.raw<Failure>();
let locked = $state(false);
let quitHeld = $state.raw<QuitHeld>();
let erased = $state.raw<Erased>();
let brought = $state.raw<BroughtBack>();
/** News that came before the start value; it is at least as new as that value. */
let early: Partial<Start> = {};
/** What was said of single jobs and secrets before the lists came. */
const earlyJobs: ListNews<Job>[] = [];
const earlySecrets: ListNews<OneTimeSecret>[] = [];

export const session = {
  /** Undefined until main answered. Screens are shown only after that, and may use `session.ready`. */
  get start(): Start | undefined {
    return start;
  },
  get failure(): Failure | undefined {
    return failure;
  },
  get ready(): Start {
    if (start === undefined) throw new Error('A screen was shown before the start.');
    return start;
  },
  get connections(): readonly Connection[] {
    return start?.connections ?? [];
  },
  /** The connection in use; null when there is none. */
  get chosen(): Connection | null {
    return start?.connections.find((one) => one.id === start?.chosen) ?? null;
  },
  get credentials(): readonly Credential[] {
    return start?.credentials ?? [];
  },
  get secrets(): readonly OneTimeSecret[] {
    return start?.secrets ?? [];
  },
  get jobs(): readonly Job[] {
    return start?.jobs ?? [];
  },
  jobsOf<K extends JobKind>(kind: K): readonly JobOf<K>[] {
    return this.jobs.filter((job): job is JobOf<K> => job.kind === kind);
  },
  get settings(): Settings {
    return this.ready.settings;
  },
  get keychain(): KeychainState {
    return this.ready.keychain;
  },
  get locked(): boolean {
    return locked;
  },
  get quitHeld(): QuitHeld | undefined {
    return quitHeld;
  },
  get erased(): Erased | undefined {
    return erased;
  },
  noteErased: (what: Erased): void => {
    erased = what;
  },
  get brought(): BroughtBack | undefined {
    return brought;
  },
  noteBroughtBack: (what: BroughtBack): void => {
    brought = what;
  },
  lock: (): void => {
    locked = true;
  },
  unlock: (): void => {
    locked = false;
  },
  noteSettings: (settings: Settings): void => {
    change({ settings });
  },
  /** The answer of an operation that looked at the keychain, should its event not have come yet. */
  noteKeychain: (keychain: KeychainState): void => {
    change({ keychain });
  },
  stay: (): void => {
    quitHeld = undefined;
  },
};

function change(part: Partial<Start>): void {
  if (start === undefined) {
    early = { ...early, ...part };
    return;
  }
  start = { ...start, ...part };
  if (part.settings !== undefined) apply(start);
}

/** The look and the language a person chose, on the document itself. */
function apply(now: Start): void {
  document.documentElement.dataset['colorScheme'] = now.settings.scheme;
  language.use(now.settings.language, now.osLanguage).catch(() => {
    toasts.show(language.t.frame.languageNotLoaded, { tone: 'warning' });
  });
}

/**
 * Listens first and asks then, so that nothing that happens between is missed. `open` sets the window to where it begins, in one
 * step with the start value: nothing is shown between the two. `known`: what `open` needs to be known as well, however it ends.
 */
export async function begin(open: () => void, known?: Promise<unknown>): Promise<void> {
  failure = undefined;
  const answer = await askStart();
  if (!answer.ok) {
    failure = answer.failure;
    return;
  }
  const { connections, chosen, settings, osLanguage } = { ...answer.value, ...early };
  const only = onlyConnection(connections, chosen);
  await Promise.all([
    // Main tells of it by an event, before it answers; where it fails none is chosen, and the frame offers the choice.
    only !== undefined && client.connections.choose({ connection: only }),
    // Where it fails, the window opens in English and says so.
    language.load(settings.language, osLanguage).catch(() => undefined),
    known,
  ]);
  const jobs = earlyJobs.reduce<Job[]>(withChanges, answer.value.jobs);
  const secrets = earlySecrets.reduce<OneTimeSecret[]>(withChanges, answer.value.secrets);
  start = { ...answer.value, ...early, jobs, secrets };
  locked ||= answer.value.putAway === true;
  apply(start);
  open();
}

on('settingsChanged', (settings) => change({ settings }));
on('keychainChanged', (keychain) => change({ keychain }));
on('folderFoundCopied', ({ copied }) => change({ copiedFolder: copied }));
on('credentialsChanged', (credentials) => change({ credentials }));
on('placesChanged', ({ known }) => change({ places: known }));
on('connectionsChanged', ({ all, chosen }) => change({ connections: all, chosen }));
on('secretsChanged', (news) => {
  if (start === undefined) earlySecrets.push(news);
  else change({ secrets: withChanges(start.secrets, news) });
});
on('jobsChanged', (news) => {
  if (start === undefined) earlyJobs.push(news);
  else change({ jobs: withChanges(start.jobs, news) });
});
/** At a person's word, who was asked about drafts before (`leaving`), or when nobody was there for a while. */
export function putAway(): void {
  void client.app.lock({}).then((answer) => {
    if (answer.ok) session.lock();
  });
}

on('locked', () => {
  locked = true;
});
on('quitHeld', (held) => {
  quitHeld = held;
});
