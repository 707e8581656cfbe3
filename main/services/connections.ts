// Connections: stored, bound to their credentials, and tested step by step with the exact reason of a failure.
import { randomUUID } from 'node:crypto';
import {
  type Connection,
  connection as connectionShape,
  type ConnectionInput,
  type SetUpInput,
  type SignIn,
  type TestStep,
} from '../../preload/contract/connections.ts';
import { freeName, isSameWords, plainBaseAddress } from '../../preload/contract/rules.ts';
import {
  boundElsewhere,
  certificateOf,
  credentialsOf,
  KIND_OF,
  type Purpose,
} from '../../preload/contract/used-credentials.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { Offer } from '../../preload/contract/offers.ts';
import type { Checks, GivenTo, Handlers, Notify } from '../../preload/contract/contract.ts';
import type { PlatformApi } from '../platform/api.ts';
import type { CredentialReader } from '../secrets/credential-reader.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { usesIn } from '../secrets/uses.ts';
import type { SignIns } from '../auth/sign-ins.ts';
import type { FormDrafts } from '../messages/drafts.ts';
import type { Policy } from '../policy/policy.ts';
import {
  type ConnectionStore,
  publicPart,
  type SavedConnection,
  shownConnections,
} from '../storage/connection-store.ts';
import type { FileHandles } from '../storage/files.ts';
import { conflict, refusedField, refusedFields } from '../problems.ts';

export interface ConnectionsServiceNeeds {
  readonly store: ConnectionStore;
  readonly credentials: Pick<
    CredentialStore,
    'list' | 'allow' | 'notAllowed' | 'addCertificate' | 'addApiKey' | 'remove'
  >;
  readonly reader: Pick<CredentialReader, 'certificate' | 'apiKey' | 'authorities'>;
  readonly api: Pick<PlatformApi, 'drop'>;
  readonly signIns: Pick<SignIns, 'forget'>;
  /** `testConnection`: it stands beside the api, whose questions it asks. */
  readonly test: (
    connection: SavedConnection,
    signal: AbortSignal,
    report: (progress: TestProgress) => void,
  ) => Promise<{ passed: boolean; steps: TestStep[] }>;
  /** `askOffers`, likewise. */
  readonly ask: (
    connection: SavedConnection,
    signal: AbortSignal,
    report: (progress: { groups: Offer[]; of: number }) => void,
  ) => Promise<Offer[]>;
  readonly now: () => Date;
  readonly handles: Pick<FileHandles, 'name'>;
  readonly notify: Notify;
  readonly policy: Pick<Policy, 'allowConnection'>;
  readonly drafts: Pick<FormDrafts, 'forget'>;
  /** Whether a one-time secret of this connection still waits for its person. */
  readonly openSecretsOf: (connection: string) => boolean;
}

type TestProgress = { steps: TestStep[] };

export function connectionsService(needs: ConnectionsServiceNeeds): Handlers<'connections'> {
  const { store, credentials, api, signIns, notify } = needs;
  const view = () => shownConnections(store);
  const changed = <T>(value: T): T => {
    notify('connectionsChanged', view());
    // A credential tells which connections use it.
    notify('credentialsChanged', [...credentials.list()]);
    return value;
  };
  const save = async (saved: SavedConnection, before?: SavedConnection) => {
    // A call that came so far was allowed by a person where that was needed (border/consent.ts).
    const were = before === undefined ? [] : usesIn(before);
    await credentials.allow(await credentials.notAllowed(usesIn(saved), were));
    await store.save(saved);
    return changed(publicPart(saved));
  };

  const create = async (input: ConnectionInput, extraCa: ExtraCa) => {
    const id = randomUUID();
    refuseUnfit(input, id, needs);
    return save({ ...fieldsOf(input), id, ...extraCa });
  };
  const change = async (before: SavedConnection, input: ConnectionInput, extraCa: ExtraCa) => {
    refuseUnfit(input, before.id, needs);
    const next = { ...fieldsOf(input), id: before.id, ...extraCa };
    const offers = answersAlike(before, next) ? before.offers : undefined;
    const shown = await save({ ...next, ...(offers && { offers }) }, before);
    // Behind the saving: what was asked meanwhile still went to the old address, with the old key.
    api.drop(before.id);
    if (signsInOtherwise(before, shown)) await signIns.forget(before.id);
    return shown;
  };

  return {
    list: async () => view(),
    async create({ copyOf, ...input }) {
      needs.policy.allowConnection(input);
      const copied = copyOf === undefined ? undefined : store.find(copyOf);
      return create(input, await extraCaOf(input, copied, needs));
    },
    async change({ connection, ...input }) {
      const before = store.find(connection);
      needs.policy.allowConnection(input);
      refuseForeign(input, [before]);
      return change(before, input, await extraCaOf(input, before, needs));
    },
    async setUp({ certificate, apiKey, connection, ...given }) {
      const before = connection === undefined ? undefined : store.find(connection);
      needs.policy.allowConnection({ ...given, signIn: { way: 'certificate', certificate: '' } });
      // What can be refused is refused before anything is in the keychain.
      const extraCa = await extraCaOf(given, before, needs);
      const bringing = bringCredentials(needs);
      try {
        const input: ConnectionInput = {
          ...given,
          signIn: { way: 'certificate', certificate: await bringing.certificate(certificate) },
          apiKey: await bringing.apiKey(apiKey, given.name),
        };
        const shown = await (before === undefined
          ? create(input, extraCa)
          : change(before, input, extraCa));
        await bringing.replaced(before);
        return shown;
      } catch (error) {
        await bringing.undo();
        throw error;
      }
    },
    remove: ({ connection }) => remove(connection, needs).then(() => changed({})),
    async choose({ connection }) {
      await store.choose(connection);
      notify('connectionsChanged', view());
      return { chosen: connection };
    },
    test: ({ connection }, { signal, report }) =>
      needs.test(store.find(connection), signal, report),
    async askOffers({ connection }, { signal, report }) {
      const asked = store.find(connection);
      const groups = await needs.ask(asked, signal, report);
      const offers = { asked: needs.now().toISOString(), groups };
      // One that was changed or removed meanwhile keeps nothing of it.
      const isKept = (one: SavedConnection) => one.id === connection && answersAlike(asked, one);
      await store.changeAll(
        store.all().flatMap((one) => (isKept(one) ? [one.id] : [])),
        (one) => ({ ...one, offers }),
      );
      notify('connectionsChanged', view());
      return offers;
    },
  };
}

/** The credentials that come with a connection. Those of an attempt that failed go again. */
function bringCredentials({ credentials, reader, openSecretsOf }: ConnectionsServiceNeeds) {
  const added: Credential[] = [];
  const keep = async (adding: Promise<Credential>): Promise<string> => {
    const one = await adding;
    added.push(one);
    return one.id;
  };
  const free = (of: Credential['kind'], wanted: string) =>
    freeName(
      wanted,
      credentials.list().flatMap(({ kind, name }) => (kind === of ? [name] : [])),
    );
  // The keychain may not answer: what stays is in the list, used by nothing.
  const drop = (all: readonly Credential[]) =>
    Promise.allSettled(all.map(({ id }) => credentials.remove(id)));
  return {
    async certificate(given: GivenTo<'connections', 'setUp'>['certificate']): Promise<string> {
      if ('kept' in given) {
        refuseOutside({ way: 'certificate', certificate: given.kept }, credentials);
        return given.kept;
      }
      const imported = await reader.certificate(given);
      const name = free(
        'certificate',
        imported.facts.commonName.slice(0, LONGEST_NAME) || 'Certificate',
      );
      return keep(credentials.addCertificate(name, imported));
    },
    apiKey: async (given: SetUpInput['apiKey'], name: string): Promise<string> =>
      'kept' in given
        ? given.kept
        : keep(credentials.addApiKey(free('api-key', name), reader.apiKey(given.key))),
    /** In place of one that nothing else uses came another: it goes. Not while a secret that came by it is open (OTS-11). */
    async replaced(before: SavedConnection | undefined): Promise<void> {
      if (before === undefined || openSecretsOf(before.id)) return;
      const kinds = new Set(added.map(({ kind }) => kind));
      const were = new Set([...Object.values(credentialsOf(before.signIn)), before.apiKey]);
      await drop(
        credentials
          .list()
          .filter(({ id, kind, usedBy }) => were.has(id) && kinds.has(kind) && usedBy.length === 0),
      );
    },
    undo: () => drop(added),
  };
}

/** Room for a number behind it. */
const LONGEST_NAME = 70;

async function remove(connection: string, needs: ConnectionsServiceNeeds): Promise<void> {
  const { store, api, signIns, drafts } = needs;
  store.find(connection);
  if (needs.openSecretsOf(connection)) throw secretsWaiting();
  // First: a connection that is gone would leave them on the disk with nobody to drop them.
  await drafts.forget(connection);
  await store.remove(connection);
  api.drop(connection);
  // What the keychain does not let go now, the next start takes away.
  await signIns.forget(connection).catch(() => undefined);
}

const signsInOtherwise = (before: Connection, after: Connection) =>
  JSON.stringify([before.signIn, before.baseAddress]) !==
  JSON.stringify([after.signIn, after.baseAddress]);

/** Whether the platform is asked the same, by the same. */
const answersAlike = (before: Connection, after: Connection) =>
  !signsInOtherwise(before, after) &&
  before.apiKey === after.apiKey &&
  before.organisationNumber === after.organisationNumber;

function fieldsOf(input: ConnectionInput): Omit<Connection, 'id' | 'extraCa' | 'offers'> {
  const baseAddress = plainBaseAddress(input.baseAddress);
  const given = connectionShape.omit({ id: true, extraCa: true, offers: true });
  return given.parse({ ...input, baseAddress });
}

type ChecksNeeds = Pick<ConnectionsServiceNeeds, 'policy'> & {
  readonly reader: Pick<CredentialReader, 'certificate'>;
  readonly store: Pick<ConnectionStore, 'all' | 'find'>;
  readonly credentials: Pick<CredentialStore, 'list'>;
};

/** What is refused whatever a person says: before one is asked, and again by the handlers. Problem invalid-input, managed, not-found, certificate. */
export function connectionChecks(needs: ChecksNeeds): Checks<'connections'> {
  return {
    create: ({ copyOf, ...input }) => {
      needs.policy.allowConnection(input);
      if (copyOf !== undefined) needs.store.find(copyOf);
      refuseUnfit(input, undefined, needs);
    },
    change: ({ connection, ...input }) => {
      const before = needs.store.find(connection);
      needs.policy.allowConnection(input);
      refuseForeign(input, [before]);
      refuseUnfit(input, connection, needs);
    },
    setUp: async ({ certificate, apiKey, connection, ...given }) => {
      if (connection !== undefined) needs.store.find(connection);
      // What comes along has no id yet.
      const brought = new Map<string, Credential['kind']>();
      const idOf = (one: { readonly kept: string } | object, kind: Credential['kind']) => {
        if ('kept' in one) return one.kept;
        brought.set(`new ${kind}`, kind);
        return `new ${kind}`;
      };
      const signIn = { way: 'certificate', certificate: idOf(certificate, 'certificate') } as const;
      needs.policy.allowConnection({ ...given, signIn });
      refuseUnfit(
        { ...given, signIn, apiKey: idOf(apiKey, 'api-key') },
        connection,
        needs,
        brought,
      );
      if ('kept' in certificate) refuseOutside(signIn, needs.credentials);
      else await needs.reader.certificate(certificate);
    },
  };
}

/** Fields a schema cannot judge: names in use, credentials that do not exist or belong elsewhere. `id`: of the one that is changed. */
function refuseUnfit(
  input: ConnectionInput,
  id: string | undefined,
  { store, credentials }: Pick<ChecksNeeds, 'store' | 'credentials'>,
  brought: ReadonlyMap<string, Credential['kind']> = new Map(),
) {
  const others = store.all().filter((one) => one.id !== id);
  const sameName = (one: Connection) => isSameWords(one.name, input.name);
  if (others.some(sameName)) throw refusedField('name', 'name-in-use');
  const kinds = new Map([
    ...credentials.list().map((one) => [one.id, one.kind] as const),
    ...brought,
  ]);
  const isOther = (credential: string, kind: Credential['kind'] | undefined) =>
    kinds.get(credential) !== kind;
  for (const [field, credential] of Object.entries(credentialsOf(input.signIn)))
    if (isOther(credential, KIND_OF[field as Purpose])) throw refusedField(field, 'not-a-choice');
  // What else is changed of a connection can be, whatever became of its certificate.
  const before = store.all().find((one) => one.id === id);
  if (before === undefined || certificateOf(before.signIn) !== certificateOf(input.signIn))
    refuseOutside(input.signIn, credentials);
  if (input.apiKey === null && input.signIn.way !== 'none')
    throw refusedField('apiKey', 'required');
  if (input.apiKey !== null && isOther(input.apiKey, 'api-key'))
    throw refusedField('apiKey', 'not-a-choice');
  const password = input.proxy.use === 'manual' ? input.proxy.password : undefined;
  if (password !== undefined && isOther(password, 'proxy-password'))
    throw refusedField('proxy.password', 'not-a-choice');
  refuseForeign(input, others);
}

/** A kept certificate that is not in force is no choice, as one that is brought is none (TLS-13). */
function refuseOutside(signIn: SignIn, credentials: Pick<CredentialStore, 'list'>): void {
  for (const [field, credential] of Object.entries(credentialsOf(signIn))) {
    const found = credentials.list().find(({ id }) => id === credential);
    if (found?.kind !== 'certificate') continue;
    const { expiry } = found;
    if (expiry === 'expired' || expiry === 'not-yet-valid')
      throw refusedField(field, expiry, SENTENCES[expiry]);
  }
}

const SENTENCES = {
  expired: 'The certificate has expired. Choose or import another one.',
  'not-yet-valid': 'The certificate is not valid yet. Choose another one, or check the clock.',
};

/** A credential goes to no second place, and a connection that moves takes none with it; one that is being set up may. */
function refuseForeign(input: ConnectionInput, all: readonly Connection[]): void {
  const elsewhere = all.map((one) => ({ one, fields: boundElsewhere(input, one) }));
  const fields = elsewhere.flatMap((other) => other.fields);
  const [first] = elsewhere.filter((other) => other.fields.length > 0);
  if (first === undefined) return;
  const what = first.one.environment === input.environment ? 'address' : 'environment';
  throw refusedFields(
    Object.fromEntries(fields.map((field) => [field, 'other-place'])),
    `A credential belongs to the connection "${first.one.name}", which has another ${what}. Choose one for this place.`,
  );
}

type ExtraCa = Pick<SavedConnection, 'extraCa' | 'extraCaPem'>;

async function extraCaOf(
  { extraCaFile }: Pick<GivenTo<'connections', 'create'>, 'extraCaFile'>,
  before: SavedConnection | undefined,
  { handles, reader }: ConnectionsServiceNeeds,
): Promise<ExtraCa> {
  if (extraCaFile === undefined)
    return { extraCa: before?.extraCa ?? null, extraCaPem: before?.extraCaPem ?? null };
  if (extraCaFile === null) return { extraCa: null, extraCaPem: null };
  const extraCaPem = await reader.authorities(extraCaFile);
  return { extraCa: handles.name(extraCaFile, 'extraCaFile'), extraCaPem };
}

const secretsWaiting = () => conflict('A one-time secret of this connection is not resolved yet.');
