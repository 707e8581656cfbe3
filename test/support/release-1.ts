// The data folder and keychain of test/fixtures/release-1, and what operations can read of such a folder.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from '../../preload/contract/connections.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { journalState } from '../../preload/contract/activity.ts';
import type { FormDraft } from '../../preload/contract/form-drafts.ts';
import { printedResult } from '../../main/shell/terminal-jobs.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { z } from '../../preload/contract/schema.ts';
import { root } from './imports.ts';
import { tempFolder } from './temp-folder.ts';

const RELEASE_1 = path.join(root, 'test/fixtures/release-1');
const read = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(RELEASE_1, `${name}.json`), 'utf8'));

/** What stood in the keychain: values by their accounts. */
export const keychainOfRelease1 = read('keychain') as Readonly<Record<string, string>>;

/** Values that nothing shows, and the jobs by what became of them. */
export const factsOfRelease1 = read('facts') as {
  readonly connection: string;
  readonly jobs: Readonly<Record<string, string>>;
  /** Of the jobs' age files. */
  readonly passphrase: string;
  readonly apiKey: string;
  readonly personPassword: string;
  readonly userPassword: string;
  readonly proxyPassword: string;
  readonly refreshToken: string;
  /** The one that is in the copy of the open metadata in two versions. */
  readonly service: { readonly code: string; readonly edition: number };
};

type JournalState = z.infer<typeof journalState>;
interface Line {
  readonly number: number;
  readonly operation: string;
  readonly object: string;
  readonly outcome: string;
  /** Not told by that version. */
  readonly confirmed?: boolean;
}
/** Every word of these counts; what is named here is what this file and its tests look into. */
export interface Shown {
  readonly start: { readonly chosen: string; readonly journal: JournalState };
  readonly connections: readonly Connection[];
  readonly credentials: readonly Credential[];
  readonly settings: object;
  readonly signIn: readonly object[];
  readonly layout: object;
  readonly backups: readonly string[];
  readonly activity: readonly Line[];
  readonly verified: JournalState;
  readonly secrets: readonly {
    readonly entry: OneTimeSecret;
    readonly revealed: { readonly secret: string } | null;
    readonly looked: { readonly answer: string } | null;
  }[];
  readonly jobs: readonly ShownJob[];
  readonly drafts: readonly (FormDraft & { readonly connection: string })[];
  readonly reference: object;
}
interface PrintedJob extends Pick<Job, 'id' | 'kind' | 'state' | 'because' | 'changed'> {
  readonly tally?: Job['tally'];
  readonly rows?: readonly { readonly userName: string; readonly state: string }[];
}
interface ShownJob {
  /** As the command line prints it. */
  readonly job: PrintedJob;
  readonly rows: { readonly rows: readonly object[]; readonly total: number } | null;
  readonly results: object | null;
  readonly verified: object | null;
}

/** What the program that wrote the folder showed of it at its next start, without a platform. */
export const shownByRelease1 = read('shown') as Shown;

interface Kept {
  readonly text?: string;
  readonly base64?: string;
}
/** By their names below `data/` and below `outside/`, where exports and files of secrets went. */
const FILES = read('folder') as Readonly<Record<string, Kept>>;

/** Where the files were that a job names by an absolute path. */
const OUTSIDE = '/outside';

/** A copy: the data folder, and beside it the folder that its jobs wrote to. */
export function folderOfRelease1(): { readonly data: string; readonly outside: string } {
  const base = tempFolder('steward-release-1');
  const outside = path.join(base, 'outside');
  for (const [name, { text, base64 }] of Object.entries(FILES)) {
    const file = path.join(base, name);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const bytes = text ?? Buffer.from(base64 ?? '', 'base64');
    writeFileSync(file, name === 'data/jobs.json' ? moved(String(bytes), outside) : bytes, {
      mode: 0o600,
    });
  }
  return { data: path.join(base, 'data'), outside };
}

/** The document with other paths, sealed as that version did it: today's code is not asked. */
function moved(text: string, outside: string): string {
  const { version, value } = JSON.parse(text, (name, one: unknown) =>
    (name === 'path' || name === 'file') && typeof one === 'string'
      ? one.replace(OUTSIDE, outside)
      : one,
  ) as { version: number; value: unknown };
  const sha256 = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  return `${JSON.stringify({ version, sha256, value }, null, 2)}\n`;
}

/** The newest line of the journal in the folder: what is after it was written at a later start. */
const LAST_LINE = (FILES['data/journal.jsonl']?.text ?? '').trimEnd().split('\n').length;

/**
 * The part of it that no later program may change. Left out: when a later start did something, what depends on today's date,
 * and what later versions show in another way (rows of rotations count as others do; of a secret in the keychain no answer is kept).
 */
export function lasting(shown: Shown) {
  const { start, activity, verified, credentials, secrets, jobs, reference, layout, ...rest } =
    shown;
  return {
    ...rest,
    start: { ...start, journal: lastingJournal(start.journal) },
    verified: lastingJournal(verified),
    reference: lastingReference(reference as ShownReference),
    // What later versions remember besides is empty there.
    layout: { ...layout, actsAsUser: {}, eventOffsets: {} },
    // A setting that came later is as it is for everybody.
    settings: { notifications: true, ...rest.settings },
    backups: [],
    activity: activity.map(({ confirmed: _confirmed, ...line }) =>
      line.number > LAST_LINE ? { ...line, at: '', who: '' } : line,
    ),
    credentials: credentials.map((one) =>
      one.kind === 'certificate'
        ? { ...one, expiry: '', facts: { ...one.facts, daysLeft: 0 } }
        : one,
    ),
    secrets: secrets.map(({ entry, revealed, looked }) => ({
      entry,
      revealed,
      looked: entry.state === 'answer-unclear' ? looked : null,
    })),
    jobs: jobs.map(lastingJob),
  };
}

/** Without how many lines nobody vouches for, which that version did not tell. */
const lastingJournal = ({ unconfirmed: _unconfirmed, ...rest }: JournalState) => rest;

interface ShownReference {
  readonly roles: { readonly completeness?: unknown };
  readonly codeLists: {
    readonly completeness?: unknown;
    readonly lists: readonly { readonly versions: readonly { readonly languages?: unknown }[] }[];
  };
}

/** Without what later versions say of lists besides. */
function lastingReference({ roles, codeLists, ...rest }: ShownReference): object {
  const lists = codeLists.lists.map(({ versions, ...list }) => ({
    ...list,
    versions: versions.map((one) => ({ ...one, languages: null })),
  }));
  return {
    ...rest,
    roles: { ...roles, completeness: null },
    codeLists: { ...codeLists, completeness: null, lists },
  };
}

function lastingJob({ job, rows, results, verified }: ShownJob): object {
  const isRestarted = job.because === 'restarted';
  if (job.kind === 'rotate-secrets') {
    const own = (job.rows ?? []).map((row) =>
      isRestarted && row.state === 'unknown' ? { ...row, at: '' } : row,
    );
    return { ...job, changed: '', tally: null, rows: own };
  }
  const changed = isRestarted || job.kind === 'synchronise' ? '' : job.changed;
  const found = rows && { rows: rows.rows, total: rows.total };
  // Counts that later versions have as well.
  const own = job.kind === 'synchronise' ? { ...job, tally: null, unchanged: null } : job;
  return { ...own, changed, found, results, verified };
}

/** Performs an operation of the contract: its value, or null when it fails. */
export type Ask = (operation: string, input: object) => Promise<unknown>;

/** Everything of the folder that operations show. */
export async function look(asked: Ask): Promise<Shown> {
  const ask = async <T>(name: string, input: object) => (await asked(name, input)) as T;
  const { chosen, setAside, journal, keychain } = await ask<{
    chosen: string;
    setAside: string[];
    journal: JournalState;
    keychain: { state: string };
  }>('app.start', {});
  const { all: connections } = await ask<{ all: Connection[] }>('connections.list', {});
  const { lines } = await ask<{ lines: Line[] }>('activity.list', { filter: {}, limit: 5000 });
  const { backups } = await ask<{ backups: string[] }>('app.dataFolder', {});
  return {
    connections,
    backups,
    activity: lines,
    start: { chosen, setAside, journal, keychain: keychain.state } as Shown['start'],
    credentials: await ask('credentials.list', {}),
    settings: await ask('settings.get', {}),
    layout: await ask('layout.get', {}),
    verified: await ask('activity.verify', {}),
    signIn: await each(connections, ({ id }) => ask('signIn.state', { connection: id })),
    secrets: await each(await ask<OneTimeSecret[]>('oneTimeSecrets.list', {}), async (entry) => ({
      entry,
      revealed: await ask('oneTimeSecrets.reveal', { secret: entry.id }),
      looked: await ask('oneTimeSecrets.look', { secret: entry.id }),
    })),
    jobs: await each(await printedJobs(asked), async (job) => ({
      job,
      rows: await ask('jobs.rows', { job: job.id, from: 0, count: 500 }),
      results: await ask('serviceOwner.results', { job: job.id, from: 0, count: 100 }),
      verified: await ask('jobs.verifyExport', { job: job.id }),
    })),
    drafts: (await each(connections, ({ id }) => draftsOf(ask, id))).flat(),
    ...(await usersOf(ask, chosen)),
    reference: await referenceOf(ask, chosen),
  };
}

/** As a script sees them. */
async function printedJobs(asked: Ask): Promise<PrintedJob[]> {
  const call = async (name: string, input: unknown) => {
    const value = await asked(name, input as object);
    if (value !== null) return { ok: true as const, value };
    return {
      ok: false as const,
      failure: { kind: 'internal', message: '', reference: '' } as const,
    };
  };
  const caller = { call, onEvent: () => undefined, close: () => undefined };
  const printed = await printedResult(caller, 'jobs.list', await call('jobs.list', {}));
  return printed.ok ? (printed.value as PrintedJob[]) : [];
}

type AskFor = <T>(operation: string, input: object) => Promise<T>;

async function draftsOf(ask: AskFor, connection: string): Promise<Shown['drafts']> {
  const { drafts } = await ask<{ drafts: FormDraft[] }>('formDrafts.list', { connection });
  return each(drafts, async ({ who, message }) => ({
    connection,
    ...(await ask<{ draft: FormDraft }>('formDrafts.open', { connection, who, message })).draft,
  }));
}

/** From the copy of the list, since no platform answers. */
async function usersOf(ask: AskFor, connection: string): Promise<object> {
  const users = await ask<{ users: { userName: string }[] }>('enterpriseUsers.list', {
    connection,
  });
  const histories = await each(users.users, ({ userName }) =>
    ask('enterpriseUsers.history', { connection, userName }),
  );
  return { users, histories };
}

async function referenceOf(ask: AskFor, connection: string): Promise<object> {
  const at = { connection };
  const page = { typed: '', filters: {}, from: 0, count: 50 };
  const { services } = await ask<{ services: unknown[] }>('reference.search', { ...at, ...page });
  const one = { ...at, ...factsOfRelease1.service };
  return {
    services,
    state: await ask('reference.state', at),
    other: await ask('reference.state', { ...at, language: 1044 }),
    changes: await ask('reference.changes', at),
    failures: await ask('reference.failures', at),
    service: await ask('reference.service', { ...one, kind: 'formtask' }),
    before: await ask('reference.service', { ...one, kind: 'formtask', was: 'before' }),
    requirements: await ask('reference.requirements', one),
    roles: await ask('reference.roles', at),
    codeLists: await ask('reference.codeLists', at),
    codeList: await ask('reference.codeList', { ...at, name: 'Units', version: 2 }),
    owners: await ask('reference.owners', at),
  };
}

async function each<T, U>(items: readonly T[], act: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (const item of items) done.push(await act(item));
  return done;
}
