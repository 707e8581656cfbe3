// Every operation the program can perform, by feature. Adding one makes the compiler ask for its handler.
import { activity } from './activity.ts';
import { app, copiedFolder, keychainState } from './app.ts';
import { attachments } from './attachments.ts';
import { connectionFile } from './connection-file.ts';
import { connection, connections } from './connections.ts';
import { consents } from './consents.ts';
import { contactInformation } from './contact-information.ts';
import { credential, credentials } from './credentials.ts';
import { delegations } from './delegations.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { explorer } from './explorer.ts';
import { fileTransfer } from './file-transfer.ts';
import { chosenFile, files } from './files.ts';
import { formDrafts } from './form-drafts.ts';
import { forms } from './forms.ts';
import { handOver } from './hand-over.ts';
import { backup } from './backup.ts';
import { job, type JobKind, jobs } from './jobs.ts';
import { layoutOperations } from './layout.ts';
import { lookups } from './lookups.ts';
import { manyForms } from './many-forms.ts';
import { messages } from './messages.ts';
import { oneTimeSecret, oneTimeSecrets } from './one-time-secrets.ts';
import type { Operation } from './operation.ts';
import { ownerEvents } from './owner-events.ts';
import { ownerRequests } from './owner-requests.ts';
import { partyAccess } from './party-access.ts';
import { knownPlaces, places } from './places.ts';
import { profile } from './profile.ts';
import { copyState, reference } from './reference.ts';
import { reportees } from './reportees.ts';
import type { Result } from '../result.ts';
import { roleDefinitions } from './role-definitions.ts';
import { id, z } from './schema.ts';
import { serviceOwner } from './service-owner.ts';
import { serviceRights } from './service-rights.ts';
import { settings, settingsOperations } from './settings.ts';
import { signIn, signInState } from './sign-in.ts';
import { today } from './today.ts';
import { updates, updatesState } from './updates.ts';
import { xsd } from './xsd.ts';

export const contract = {
  app,
  settings: settingsOperations,
  layout: layoutOperations,
  files,
  credentials,
  connections,
  places,
  connectionFile,
  signIn,
  enterpriseUsers,
  oneTimeSecrets,
  jobs,
  handOver,
  backup,
  activity,
  messages,
  forms,
  formDrafts,
  manyForms,
  attachments,
  fileTransfer,
  lookups,
  reference,
  xsd,
  explorer,
  roleDefinitions,
  delegations,
  contactInformation,
  consents,
  profile,
  reportees,
  serviceOwner,
  partyAccess,
  serviceRights,
  ownerRequests,
  ownerEvents,
  updates,
  today,
};

/** Past tense. Each holds the full new value; lists that may grow long (secrets, jobs) hold what is different in them. */
export const events = {
  settingsChanged: settings,
  keychainChanged: keychainState,
  folderFoundCopied: z.object({ copied: copiedFolder }),
  credentialsChanged: z.array(credential),
  connectionsChanged: z.object({ all: z.array(connection), chosen: id.nullable() }),
  placesChanged: z.object({ known: knownPlaces.nullable() }),
  signInChanged: signInState,
  /** Those that are new or another now, newest first, and the ids of those that are gone. */
  secretsChanged: z.object({ changed: z.array(oneTimeSecret), removed: z.array(id) }),
  /** Jobs that are new or another now, and the ids of those that were taken off the list. */
  jobsChanged: z.object({ changed: z.array(job), removed: z.array(id) }),
  /** A synchronisation through this connection put a new copy in place, or a copy was removed. */
  referenceChanged: z.object({ connection: id, state: copyState }),
  /** A person dropped files onto this window; no other window hears of it. */
  filesDropped: z.object({ files: z.array(chosenFile) }),
  /** A person pressed this link, by its number, in the body that was shown at this address. It has led nowhere. */
  bodyLinkPressed: z.object({ address: z.string(), link: z.number().int() }),
  updatesChanged: updatesState,
  clipboardCleared: z.object({ cleared: z.boolean() }),
  locked: z.object({}),
  /** A person clicked a notification of the system, and the window is in front of them: Today shows what it told of. */
  noticeOpened: z.object({}),
  /** The person wants to leave, but something would be lost. */
  quitHeld: z.object({
    secretsWaiting: z.number(),
    jobsRunning: z.number(),
    writesRunning: z.number(),
    draftsUnsaved: z.number(),
  }),
};

export type Contract = typeof contract;
export type Feature = keyof Contract;
type Given<O> = O extends Operation<infer I, z.ZodType, z.ZodType> ? z.output<I> : never;
type Sent<O> = O extends Operation<infer I, z.ZodType, z.ZodType> ? z.input<I> : never;
type Answer<O> = O extends Operation<z.ZodType, infer A, z.ZodType> ? z.output<A> : never;
type Step<O> = O extends Operation<z.ZodType, z.ZodType, infer P> ? z.output<P> : never;

export interface CallOptions<P> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((step: P) => void) | undefined;
}
export interface CallContext<P> {
  readonly signal: AbortSignal;
  readonly report: (step: P) => void;
  /** Which window asks; a job has none. */
  readonly window?: symbol | undefined;
}

/** What a screen sees: `await client.enterpriseUsers.list({ connection })`. */
export type Client = {
  [F in Feature]: {
    [O in keyof Contract[F]]: (
      input: Sent<Contract[F][O]>,
      options?: CallOptions<Step<Contract[F][O]>>,
    ) => Promise<Result<Answer<Contract[F][O]>>>;
  };
};

/** What a service implements for its feature. It throws a Problem to fail. */
export type Handlers<F extends Feature> = {
  [O in keyof Contract[F]]: (
    input: Given<Contract[F][O]>,
    call: CallContext<Step<Contract[F][O]>>,
  ) => Promise<Answer<Contract[F][O]>>;
};
/** What is refused whatever a person would answer, so that nobody is asked in vain. It throws a Problem to refuse. */
export type Checks<F extends Feature> = {
  readonly [O in keyof Contract[F]]?: (input: Given<Contract[F][O]>) => void | Promise<void>;
};
export type AllChecks = { readonly [F in Feature]?: Checks<F> };
export type AllHandlers = { [F in Feature]: Handlers<F> };
/** What a handler is given. */
export type GivenTo<F extends Feature, O extends keyof Contract[F]> = Given<Contract[F][O]>;

/** An operation by its whole name, `feature.operation`. */
export type OperationName = { [F in Feature]: `${F}.${keyof Contract[F] & string}` }[Feature];
type Named<N extends OperationName> = {
  [F in Feature]: N extends `${F}.${infer O extends keyof Contract[F] & string}`
    ? Contract[F][O]
    : never;
}[Feature];
/** What is sent to it, what it answers, and what it tells on the way. */
export type SentTo<N extends OperationName> = Sent<Named<N>>;
export type AnswerOf<N extends OperationName> = Answer<Named<N>>;
export type StepOf<N extends OperationName> = Step<Named<N>>;
/** Performs one by its name, as a click would: another name, or another input, does not compile. */
export type Run = <N extends OperationName>(
  name: N,
  input: SentTo<N>,
  signal: AbortSignal,
  report?: (step: StepOf<N>) => void,
  /** The kind of the job, where a person allowed at its start what its rows do. */
  allowedFor?: JobKind,
) => Promise<Result<AnswerOf<N>>>;

export type EventName = keyof typeof events;
export type EventValue<E extends EventName> = z.output<(typeof events)[E]>;
export type Notify = <E extends EventName>(name: E, value: EventValue<E>) => void;
