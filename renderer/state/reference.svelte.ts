// The copies of the open metadata of the connection in use, one per language, and their synchronisation; kept current.
import type { OpenRole } from '../../preload/contract/metadata.ts';
import type { CopyState, Scope } from '../../preload/contract/reference.ts';
import type { JobOf } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/result.ts';
import { goesOn, newestUnended } from '../components/job-words.ts';
import { keepEach } from './kept.svelte.ts';
import { Query } from './query.svelte.ts';
import { session } from './session.svelte.ts';
import { client, on } from './main-process.ts';

type Owner = Extract<
  Awaited<ReturnType<typeof client.reference.owners>>,
  { ok: true }
>['value']['owners'][number];
type SynchroniseJob = JobOf<'synchronise'>;
export type ApiLanguage = SynchroniseJob['details']['language'];

/** Of one connection, in its language or in another. */
export class Copy {
  readonly connection: string;
  /** Undefined: the connection's own, whatever that is at the time. */
  readonly asked: ApiLanguage | undefined;
  /** `readOnce` by who shows it, as the other two. */
  readonly state: Query<CopyState>;
  /** Roles of everyone. */
  readonly roles: Query<readonly OpenRole[]>;
  /** Service owners with how many services each has. */
  readonly owners: Query<readonly Owner[]>;
  readonly language = $derived.by(() => this.asked ?? languageOf(this.connection));
  /** The running or resting synchronisation of this copy; the last one that ended, else. */
  readonly job = $derived.by(() => newest(this.connection, this.language));
  /** Counts the copies that were put in place: whoever reads it in an effect reads again after each. */
  version = $state(0);

  constructor(connection: string, language?: ApiLanguage) {
    this.connection = connection;
    this.asked = language;
    this.state = new Query((asking) => client.reference.state(this.target, asking));
    this.owners = new Query(async (asking) => {
      const answer = await client.reference.owners(this.target, asking);
      return answer.ok ? { ok: true, value: answer.value.owners } : answer;
    });
    this.roles = new Query(async (asking) => {
      const answer = await client.reference.roles(this.target, asking);
      return answer.ok ? { ok: true, value: answer.value.roles } : answer;
    });
  }

  /** As far as the owners were read. */
  ownerName(code: string): string | undefined {
    return this.owners.value?.find((one) => one.code === code)?.name;
  }

  /** Undefined when it began. */
  async start(scope: Scope): Promise<Failure | undefined> {
    const answer = await client.jobs.startSynchronise({ ...this.target, scope });
    return answer.ok ? undefined : answer.failure;
  }

  /** Takes the copy off this computer; undefined when it is gone. */
  async remove(): Promise<Failure | undefined> {
    const answer = await client.reference.remove(this.target);
    if (!answer.ok) return answer.failure;
    this.state.take(answer.value);
    return undefined;
  }

  renewed(state: CopyState): void {
    this.state.take(state);
    this.version += 1;
    for (const one of [this.roles, this.owners]) if (one.value !== undefined) void one.load();
  }

  leave(): void {
    this.state.leave();
    this.roles.leave();
    this.owners.leave();
  }

  /** As the operations of the open metadata take it. */
  get target(): { readonly connection: string; readonly language?: ApiLanguage } {
    const { connection, asked } = this;
    return asked === undefined ? { connection } : { connection, language: asked };
  }
}

const languageOf = (connection: string): ApiLanguage | undefined =>
  session.connections.find(({ id }) => id === connection)?.language;

/** Connections to one platform share its copies, and what is made of them. */
function isSamePlatform(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((of) => session.connections.find(({ id }) => id === of));
  return a !== undefined && a.environment === b?.environment && a.baseAddress === b.baseAddress;
}

const newest = (connection: string, language: ApiLanguage | undefined) =>
  session
    .jobsOf('synchronise')
    .filter(
      (job) => job.details.language === language && isSamePlatform(job.connection, connection),
    )
    .toSorted((a, b) => b.started.localeCompare(a.started))[0];

/** The newest that has not ended, of any copy of this platform. */
export const unfinishedOf = (connection: string): SynchroniseJob | undefined =>
  newestUnended(
    session.jobsOf('synchronise').filter((job) => isSamePlatform(job.connection, connection)),
  );

/** A synchronisation that runs now, of whatever copy. */
export const runningSynchronisation = (): SynchroniseJob | undefined =>
  session.jobsOf('synchronise').find(goesOn);

const copies = keepEach(
  (connection: string, language: ApiLanguage | undefined) => new Copy(connection, language),
  (connection) => session.chosen?.id === connection,
);
export const copyOf = (connection: string, language?: ApiLanguage): Copy =>
  copies.of(connection, language);

on('referenceChanged', ({ connection, state }) => {
  for (const copy of copies.all()) {
    if (copy.connection === connection && copy.language === state.language) copy.renewed(state);
  }
});
