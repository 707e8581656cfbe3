// What main asks a person before operations that need an approval by the contract, and what it names (IPC-07).
import type { KeychainState } from '../../preload/contract/app.ts';
import type { Connection, ConnectionInput } from '../../preload/contract/connections.ts';
import { type Giver, resourcesOf } from '../../preload/contract/consents.ts';
import {
  type Contract,
  contract,
  type Feature,
  type GivenTo,
} from '../../preload/contract/contract.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { ChangedReceiver, Receiver } from '../../preload/contract/delegations.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { RuledReportee } from '../../preload/contract/service-rights.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Approval, NeededApproval } from '../../preload/contract/operation.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { ChosenOfFile } from '../file-formats/connection-file.ts';
import { orAborted, until } from '../cancel.ts';
import type { Log } from '../diagnostics/log.ts';
import { maskedIdentityNumber } from '../http/identity-number.ts';
import { Problem } from '../problem.ts';
import { cancelled, refusedField } from '../problems.ts';
import { serial } from '../serial.ts';
import type { Question, Shell } from '../shell/shell.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { inCalls, throughProxy, type Use, usesIn } from '../secrets/uses.ts';
import {
  type ConsentWords,
  consentWords,
  type LedTo,
  type Limit,
  type NewPlaces,
  type Put,
  type Sent,
  type Who,
} from './consent-words.ts';

/** `window` is undefined where no window asked: a job performs operations too. */
export interface Consent {
  /**
   * Resolves when no consent is needed, or a person has given it for this call. Problem cancelled when they have not, and
   * keychain{...} where the keychain has to say first whether one is needed.
   */
  allow(operation: string, given: unknown, call: ConsentCall): Promise<void>;
  /** A window is gone, and what was allowed in it. */
  drop(window: symbol): void;
  /** Nothing that was allowed before counts any more. */
  lock(): void;
}

export interface ConsentCall {
  readonly signal: AbortSignal;
  readonly window?: symbol | undefined;
  /** Of a job whose rows a person allowed when it began. Only main says it; rows are sealed, so they are those of then. */
  readonly allowedFor?: Job['kind'] | undefined;
}

export interface ConsentNeeds {
  readonly ask: Shell['ask'];
  readonly connections: () => readonly Connection[];
  readonly credentials: () => readonly Credential[];
  /** What credentials may be used for so far. */
  readonly allowed: Pick<CredentialStore, 'uses' | 'notAllowed'>;
  readonly secret: (id: string) => OneTimeSecret | undefined;
  readonly keychain: () => KeychainState['state'];
  readonly settings: () => Settings;
  /** BCP 47 tag of the system's language. */
  readonly osLanguage: string;
  /** Name of a file that a person picked. */
  readonly fileName: (handle: string) => string;
  /** What of a file of connections is to be taken over (`chosenOfFile`). Its Problems. */
  readonly chosenOfFile: (given: GivenTo<'connectionFile', 'takeOver'>) => Promise<ChosenOfFile>;
  /** Whether the program could be left without losing anything. */
  readonly isFree: () => boolean;
  readonly clock: () => number;
  readonly log: Pick<Log, 'info'>;
}

/** Who is asked and does not answer has said nothing. */
export const OVERDUE_MS = 60_000;
/** A secret that a person has let be shown may be copied, saved, and said to be stored in the same window for so long; it is never dropped by that. */
export const SAME_VIEW_MS = 10 * 60_000;
/** More than these that wait for an answer come from no person. */
const MOST_WAITING = 3;
const tooManyWaiting = () =>
  new Problem({
    kind: 'busy',
    message: 'Other questions still wait for an answer.',
    retryAfterSeconds: 1,
  });

export function createConsent(needs: ConsentNeeds): Consent {
  const oneByOne = serial();
  const shown = createShownSecrets(needs.clock);
  let waiting = 0;
  const answered = async (question: Question, signal: AbortSignal): Promise<boolean> => {
    // Nobody has refused it: no person was asked.
    if (waiting >= MOST_WAITING) throw tooManyWaiting();
    waiting += 1;
    try {
      const limit = { ms: OVERDUE_MS, late: () => cancelled('Nobody answered in time.') };
      return await oneByOne(() =>
        until({ signals: [signal], limit }, async (ends) => {
          if (ends.aborted) return false;
          // A yes that comes when the question is over counts no more.
          return orAborted(needs.ask(question, ends), ends).catch((error: unknown) => {
            if (ends.aborted) return false;
            throw error;
          });
        }),
      );
    } finally {
      waiting -= 1;
    }
  };
  return {
    async allow(operation, given, { signal, window, allowedFor }) {
      const approval = APPROVALS.get(operation) ?? 'none';
      if (approval === 'none') return;
      const act = QUESTIONS[operation as NeedsApproval] as Act<unknown>;
      if (allowedFor !== undefined && act.allowedBy === allowedFor) return;
      const state = { ...needs, isShown: (secret: string) => shown.has(secret, window) };
      const named = await act.named(given, state);
      if (named === undefined) return;
      const why = named.why ?? approval;
      const words = consentWords(needs.settings().language, needs.osLanguage);
      let yes = true;
      // What does not fit in one question is asked in several: all of them, or it is not allowed.
      for (const put of [named.put(words)].flat())
        yes &&= await answered({ why, targets: named.targets, ...words.answers, ...put }, signal);
      needs.log.info('consent', { operation, kind: why, outcome: yes ? 'allowed' : 'refused' });
      if (!yes) throw cancelled('A person was asked, and did not allow it.');
      if (named.shows !== undefined) shown.add(named.shows, window);
    },
    drop: shown.drop,
    lock: shown.clear,
  };
}

const APPROVALS: ReadonlyMap<string, Approval> = new Map(
  Object.entries(contract).flatMap(([feature, operations]) =>
    Object.entries(operations).map(([name, { approval }]) => [`${feature}.${name}`, approval]),
  ),
);

/** The operations of which the contract says that they need an approval. */
type NeedsApproval = {
  [F in Feature]: {
    [O in keyof Contract[F] & string]: Contract[F][O] extends { readonly approval: 'none' }
      ? never
      : `${F}.${O}`;
  }[keyof Contract[F] & string];
}[Feature];
type Given<N extends NeedsApproval> = N extends `${infer F extends Feature}.${infer O}`
  ? GivenTo<F, O & keyof Contract[F]>
  : never;

type State = ConsentNeeds & { readonly isShown: (secret: string) => boolean };

interface Named {
  /** Another reason than the one in the contract. */
  readonly why?: NeededApproval;
  /** What the consent is for, as a command line names it. */
  readonly targets: readonly string[];
  readonly put: (words: ConsentWords) => Put | readonly Put[];
  /** The secret that may be seen afterwards. */
  readonly shows?: string;
}

interface Act<G> {
  /** The job whose start asks for all of its rows at once: they alone need no other answer. */
  readonly allowedBy?: Job['kind'];
  /** Undefined where this call needs nobody. */
  readonly named: (given: G, state: State) => Named | undefined | Promise<Named | undefined>;
}

/** What is named. One that the contract says needs an approval, and that is not here, does not compile; nor does any other. */
const QUESTIONS: { readonly [N in NeedsApproval]: Act<Given<N>> } = {
  'connections.create': { named: (given, state) => newPlaces(given, state) },
  'connections.change': { named: (given, state) => newPlaces(given, state) },
  'connections.setUp': { named: (given, state) => newSetUp(given, state) },
  'places.take': { named: takenPlaces },
  'credentials.replace': {
    named: (given, state) => inPlaceOf(given, state),
  },
  'connectionFile.saveEncrypted': {
    named({ connections: ids, target }, { connections, fileName }) {
      const names = connections()
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => name);
      const file = fileName(target);
      return { targets: [file], put: ({ connectionFile }) => connectionFile.save(names, file) };
    },
  },
  'connectionFile.takeOver': { named: (given, state) => takenOver(given, state) },
  'settings.change': {
    named: (given, state) => loosened(given, state.settings()),
  },
  'oneTimeSecrets.reveal': { named: ({ secret }, state) => seen(secret, state) },
  'oneTimeSecrets.look': { named: ({ secret }, state) => seen(secret, state) },
  'oneTimeSecrets.copy': {
    named: ({ secret }, state) => (state.isShown(secret) ? undefined : seen(secret, state)),
  },
  'oneTimeSecrets.saveEncrypted': {
    // What this window has been shown, it has.
    named: ({ secret, target }, state) =>
      state.isShown(secret) ? undefined : saved(secret, target, state),
  },
  'jobs.startRotation': {
    named({ connection, userNames, destination }, { connections, fileName }) {
      if (destination.kind !== 'file') return undefined;
      const of = connections().find(({ id }) => id === connection)?.organisationNumber;
      const into = { of: of ?? connection, count: userNames.length };
      const file = fileName(destination.target);
      return { targets: [into.of], put: ({ rotateInto }) => rotateInto({ ...into, file }) };
    },
  },
  'jobs.startMessageExport': {
    named({ who, folder }, { fileName }) {
      const into = fileName(folder);
      return { targets: [who], put: ({ exportMessages }) => exportMessages(who, into) };
    },
  },
  'handOver.start': {
    named({ organisationNumber, folder, parts }, { fileName, connections }) {
      const into = fileName(folder);
      const reads = connections().flatMap(({ id, name }) => {
        const own = parts.filter(({ connection }) => connection === id).map(({ part }) => part);
        return own.length === 0 ? [] : [{ name, parts: own }];
      });
      return {
        targets: [organisationNumber],
        put: ({ handOver }) => handOver(organisationNumber, into, reads),
      };
    },
  },
  'backup.make': {
    named({ target }, { fileName }) {
      const file = fileName(target);
      return { targets: ['backup'], put: ({ backup }) => backup.make(file) };
    },
  },
  'backup.bringBack': {
    named({ file: handle }, { fileName }) {
      const file = fileName(handle);
      return { targets: ['backup'], put: ({ backup }) => backup.bringBack(file) };
    },
  },
  'oneTimeSecrets.confirmStored': {
    // Who has just seen it says so each time a user is made: that would be a question more for each.
    named: ({ secret }, state) => (state.isShown(secret) ? undefined : letGo(secret, state)),
  },
  'oneTimeSecrets.resolve': { named: ({ secret }, state) => letGo(secret, state) },
  'messages.remove': {
    allowedBy: 'change-messages',
    named: ({ forGood, message, who }) =>
      forGood === true
        ? { targets: [message], put: ({ erase }) => erase.message(message, who) }
        : undefined,
  },
  'jobs.startMessageChanges': {
    named({ who, change, from, messages }) {
      if (change !== 'delete') return undefined;
      const forGood = from === 'trash' ? messages : messages.filter((one) => one.forGood);
      const many = { who, from, all: messages.length, forGood: forGood.length };
      return { targets: [who], put: ({ erase }) => erase.messages(many) };
    },
  },
  'jobs.startForms': {
    named({ who, code, edition, count, then }) {
      const service = `${code}/${String(edition)}`;
      return { targets: [who], put: ({ send }) => send({ as: who, service, count, then }) };
    },
  },
  'jobs.startFileSending': {
    named({ who, sources, code, edition, recipients }, { fileName }) {
      const files = sources.map(fileName);
      return {
        targets: [who],
        put: ({ sendFiles }) =>
          sendFiles({ as: who, service: `${code}/${String(edition)}`, files, recipients }),
      };
    },
  },
  'fileTransfer.send': {
    allowedBy: 'send-files',
    named: ({ who, source, code, edition, recipients }, { fileName }) => {
      const files = [fileName(source)];
      return {
        targets: [who],
        put: ({ sendFiles }) =>
          sendFiles({ as: who, service: `${code}/${String(edition)}`, files, recipients }),
      };
    },
  },
  'fileTransfer.confirm': {
    // A job confirms what is whole on the disk: nothing is lost.
    allowedBy: 'download-files',
    named: ({ who, reference }) => ({
      targets: [reference],
      put: ({ erase }) => erase.file(reference, who),
    }),
  },
  'jobs.startUserDeletion': {
    named({ connection, users }, { connections }) {
      const found = connections().find(({ id }) => id === connection);
      const of = found?.organisationNumber ?? connection;
      const names = users.map(({ userName }) => userName);
      return { targets: [of], put: ({ erase }) => erase.users(of, names) };
    },
  },
  'delegations.give': {
    allowedBy: 'change-delegations',
    named({ to, who, roles, rights }) {
      const counts = { roles: roles.length, rights: rights.length };
      return { targets: [receiverName(to)], put: ({ grant }) => grant(whoIs(to), who, counts) };
    },
  },
  'serviceRights.grant': {
    named({ reportee, rights, service }) {
      const [to, of] = [ruledName(reportee), serviceName(service)];
      return { targets: [to, of], put: ({ rule }) => rule.grant({ to, of, rights }) };
    },
  },
  'serviceRights.revoke': {
    named({ rule: which, service }) {
      const of = serviceName(service);
      return { targets: [which, of], put: ({ rule }) => rule.revoke(which, of) };
    },
  },
  'ownerRequests.create': {
    named({ giver, giverName, receiver, services }) {
      const of = services.map(serviceName).join(', ');
      const from = whoGives(giver, giverName);
      const to = ruledName(receiver);
      return {
        targets: [from.lastName ?? from.name, to],
        put: ({ delegationRequest }) => delegationRequest.ask({ from, receiver: to, services: of }),
      };
    },
  },
  'ownerRequests.remove': {
    named: ({ request }) => ({
      targets: [request],
      put: ({ delegationRequest }) => delegationRequest.remove(request),
    }),
  },
  'jobs.startDelegations': {
    named({ who, changes }, { connections }) {
      const given = changes.filter(({ action }) => action === 'give');
      if (given.length === 0) return undefined;
      const roles = given.filter(({ what }) => 'role' in what).length;
      const many = {
        who: partyName(who, connections()),
        receivers: eachOnce(given.map(({ to }) => whoIs(to))),
        counts: { roles, rights: given.length - roles },
        takenBack: changes.length - given.length,
      };
      return { targets: [who], put: ({ grantMany }) => grantMany(many) };
    },
  },
  'consents.create': {
    allowedBy: 'request-consents',
    named({ giver, receiver, resources, validTo }) {
      const from = whoIs(giver);
      const services = resourcesOf(resources);
      return {
        targets: [receiverName(giver)],
        put: ({ consents }) => consents.ask({ from, receiver, services, validTo }),
      };
    },
  },
  'jobs.startConsentRequests': {
    named({ connection, count }, { connections }) {
      const found = connections().find(({ id }) => id === connection);
      const of = found?.organisationName ?? connection;
      return { targets: [of], put: ({ consents }) => consents.askMany(of, count) };
    },
  },
  'consents.withdraw': {
    named: ({ code }) => ({ targets: [code], put: ({ consents }) => consents.withdraw(code) }),
  },
  'consents.copyToken': {
    named: ({ code }) => ({ targets: [code], put: ({ consents }) => consents.copy(code) }),
  },
  'consents.giveUp': {
    named: ({ code }) => ({ targets: [code], put: ({ consents }) => consents.giveUp(code) }),
  },
  'consents.logUse': {
    named({ code, ...of }) {
      const service = resourcesOf([of]);
      return { targets: [code], put: ({ consents }) => consents.logUse(code, service) };
    },
  },
  'credentials.remove': {
    named({ credential }, { credentials }) {
      const found = credentials().find(({ id }) => id === credential);
      if (found === undefined || found.memoryOnly) return undefined;
      return {
        targets: [found.name],
        put: ({ erase }) => erase.credential(found.kind, found.name),
      };
    },
  },
  'app.erase': {
    named({ what, anyway }, { isFree }) {
      if (!anyway && !isFree()) return undefined;
      return {
        targets: [what],
        put: ({ erase }) => erase.all({ what, interrupts: !isFree() }),
      };
    },
  },
  'app.useMemoryKeychain': {
    // While it answers, it is refused before anybody is asked.
    named: (_, { keychain }) =>
      keychain() === 'memory'
        ? undefined
        : { targets: ['anyway'], put: ({ memoryOnly }) => memoryOnly },
  },
  'app.renewKey': {
    named: ({ key }) => ({ targets: [key], put: ({ erase }) => erase.key(key) }),
  },
  'app.quit': { named: ({ anyway }, state) => anywayOf(anyway, state) },
  'updates.install': { named: ({ anyway }, state) => anywayOf(anyway, state) },
};

function seen(secret: string, { secret: find }: State): Named | undefined {
  const found = find(secret);
  if (found === undefined) return undefined;
  const { userName } = found;
  return { targets: [userName], put: ({ reveal }) => reveal(userName), shows: secret };
}

/**
 * By kind and number: an organisation is what its number says, whatever the page calls it (ATK-30). A person's last name stands beside
 * the number, since a command line names persons by it; the platform refuses what does not belong together.
 */
function whoIs(to: Receiver | ChangedReceiver | Giver): Who {
  switch (to.kind) {
    case 'person':
      return whoGives(to, to.lastName);
    case 'organisation':
      return { kind: 'organisation', name: to.organisationNumber };
    case 'holder':
      return { kind: 'user', name: to.holder };
    case 'enterprise-user':
    case 'person-by-user-name':
      return { kind: 'user', name: to.userName };
  }
}

const whoGives = (of: RuledReportee, lastName: string): Who =>
  'organisationNumber' in of
    ? { kind: 'organisation', name: of.organisationNumber }
    : { kind: 'person', name: ruledName(of), lastName };

/** As a command line names it. */
function receiverName(to: Receiver | ChangedReceiver | Giver): string {
  const { name, lastName } = whoIs(to);
  return lastName ?? name;
}

/** Organisations and persons first: of a long list the beginning is read. */
const ORDER = ['organisation', 'person', 'user'] as const satisfies readonly Who['kind'][];
function eachOnce(all: readonly Who[]): readonly Who[] {
  const found = new Map(all.map((one) => [`${one.kind} ${one.name}`, one]));
  return ORDER.flatMap((kind) => [...found.values()].filter((one) => one.kind === kind));
}

/** A person by their number with its last digits hidden. */
const ruledName = (of: RuledReportee): string =>
  'organisationNumber' in of
    ? of.organisationNumber
    : (maskedIdentityNumber(of.identityNumber) ?? '');
const serviceName = ({
  code,
  edition,
}: Pick<Given<'serviceRights.grant'>['service'], 'code' | 'edition'>): string =>
  `${code}/${String(edition)}`;

function saved(secret: string, target: string, state: State): Named | undefined {
  const found = state.secret(secret);
  if (found === undefined) return undefined;
  const [{ userName }, file] = [found, state.fileName(target)];
  return { targets: [userName], put: ({ saveSecret }) => saveSecret(userName, file) };
}

/** Nothing is let go where nothing is kept. That it was seen says nothing of who drops it (ATK-32). */
function letGo(secret: string, { secret: find }: State): Named | undefined {
  const found = find(secret);
  if (found === undefined || found.kept === 'nowhere') return undefined;
  const { userName } = found;
  return { targets: [userName], put: ({ erase }) => erase.secret(userName) };
}

function anywayOf(anyway: boolean, { isFree }: State): Named | undefined {
  if (!anyway || isFree()) return undefined;
  return { targets: ['anyway'], put: ({ override }) => override };
}

/** A party by its number, with the name where a connection has it: what the page calls it counts for nothing (ATK-30). */
function partyName(who: string, all: readonly Connection[]): string {
  const named = all.find(({ organisationNumber }) => organisationNumber === who);
  return named === undefined ? who : `${named.organisationName} (${who})`;
}

/** A limit that gets longer, or another place for new versions. */
function loosened(given: Given<'settings.change'>, now: Settings): Named | undefined {
  const longer = longerLimits(given, now);
  const address = given.updateAddress;
  const place =
    typeof address === 'string' && address !== now.updateAddress
      ? new URL(address).host
      : undefined;
  if (longer.length === 0 && place === undefined) return undefined;
  return {
    ...(place !== undefined && { why: 'place' }),
    targets: [...longer.map(({ name }) => name), ...(place === undefined ? [] : [place])],
    put: ({ limit }) => limit(longer, place),
  };
}

const longerLimits = (given: Given<'settings.change'>, now: Settings): readonly Limit[] =>
  (['idleLockMinutes', 'clipboardSeconds'] as const)
    .map((name) => ({ name, from: now[name], to: given[name] ?? 0 }))
    .filter(({ from, to }) => to > from);

/** More hosts than can be read in one question. */
const MOST_HOSTS = 30;

/** Connections of a file: nobody here has allowed any of their places, and what comes along or is added later goes there. */
async function takenOver(
  given: Given<'connectionFile.takeOver'>,
  { chosenOfFile, fileName, settings }: Pick<State, 'chosenOfFile' | 'fileName' | 'settings'>,
): Promise<Named | undefined> {
  const { connections, names, credentials, settings: values } = await chosenOfFile(given);
  const longer = longerLimits(values, settings());
  if (connections.length === 0 && longer.length === 0) return undefined;
  const known = new Map(credentials.map((one) => [one.id, one]));
  const added = connections.flatMap((one) => [
    ...placesOf(one).map((use) => ({ use, sent: undefined })),
    ...usesIn(one).map(({ credential, use }) => {
      const { name, kind } = known.get(credential) ?? { name: '', kind: 'api-key' as const };
      return { use, sent: { ...asSent(name, kind, use), before: undefined } };
    }),
  ]);
  // One that signs in nowhere is asked about all the same: its address leaves this computer.
  const homes = [...new Set(connections.map(({ baseAddress }) => new URL(baseAddress).host))];
  const places = placesOfUses(added);
  const hosts = [...new Set([...homes, ...places.map(({ to }) => to)])];
  if (hosts.length > MOST_HOSTS) throw refusedField('connections', 'too-many');
  const trusts = connections.flatMap(({ extraCa, baseAddress }) =>
    extraCa === null ? [] : [{ file: extraCa.name, host: new URL(baseAddress).host }],
  );
  const file = fileName(given.file);
  return {
    targets: connections.length > 0 ? hosts : longer.map(({ name }) => name),
    put: ({ connectionFile }) =>
      connectionFile.takeOver({ file, names, hosts, places, trusts, longer }),
  };
}

/**
 * Where text alone goes. It counts as well: what is typed as the name of a host leaves this computer when the host is looked for.
 */
function placesOf({ apiKey, signIn, proxy, ...connection }: Input): Use[] {
  const { found: _found, ...addresses } = signIn.way === 'person' ? signIn.provider : NOBODY;
  const providers = Object.values(addresses).filter((one) => one !== undefined);
  return [
    ...(apiKey === null ? [inCalls(connection)] : []),
    ...providers.map((one): Use => ({ goes: 'sign-in', to: new URL(one).host })),
    // The token of whoever signs in belongs to no credential that could say where it goes.
    ...(signIn.way === 'person' || signIn.way === 'pasted-token'
      ? [{ ...inCalls(connection), goes: 'token' as const }]
      : []),
    ...(proxy.use === 'manual' && proxy.password === undefined ? [throughProxy(proxy)] : []),
  ];
}
type Input = Parameters<typeof usesIn>[0];
const NOBODY = { found: undefined, issuer: undefined };

/** Every host of a file of places: connections that are made by its names send credentials there. */
function takenPlaces({ name, places = [], providers = [] }: Given<'places.take'>): Named {
  const hostOf = (address: string) => new URL(address).host;
  const leads: readonly LedTo[] = [
    ...places.map((one): LedTo => ({
      to: hostOf(one.baseAddress),
      as: one.environment,
      name: one.name,
    })),
    ...providers.flatMap((one): LedTo[] => {
      if (one.kind === 'person') return [{ to: hostOf(one.issuer), as: 'person', name: one.name }];
      const { tokenEndpoint, exchangeEndpoint } = one;
      return [
        { to: hostOf(tokenEndpoint), as: 'machine-token', name: one.name },
        ...(exchangeEndpoint === undefined
          ? []
          : [{ to: hostOf(exchangeEndpoint), as: 'exchange' as const, name: one.name }]),
      ];
    }),
  ];
  return {
    targets: [...new Set(leads.map(({ to }) => to))],
    put: ({ takePlaces }) => takePlaces(name, leads),
  };
}

/** Everything that a connection leads to, with or without a credential. */
const leadsTo = (connection: Input): Use[] => [
  ...placesOf(connection),
  ...usesIn(connection).map(({ use }) => use),
];

/**
 * What goes where it was not allowed to go so far, by what stands with each credential: the connection that used it may be gone, and
 * its file may have been written by others (ATK-02).
 */
async function newPlaces(
  given: ConnectionInput & {
    readonly connection?: string | undefined;
    readonly copyOf?: string | undefined;
  },
  { connections, credentials, allowed, fileName }: PlacesState,
  replaced: readonly string[] = [],
): Promise<Named | undefined> {
  const all = connections();
  const known = all.flatMap(leadsTo);
  const isKnown = (place: Use) =>
    known.some(({ to, goes }) => to === place.to && goes === place.goes);
  const bare = placesOf(given).filter((place) => !isKnown(place));
  const before = all.filter(({ id }) => id === given.connection).flatMap(usesIn);
  const named = new Map(credentials().map((one) => [one.id, one]));
  const sent = await Promise.all(
    (await allowed.notAllowed(usesIn(given), before)).map(async ({ credential, use }) => {
      const found = named.get(credential);
      if (found === undefined) return { use, sent: undefined };
      const { name, kind } = found;
      const before = placesBefore(await allowed.uses(credential));
      return { use, sent: { ...asSent(name, kind, use), before } };
    }),
  );
  const added = [...bare.map((use) => ({ use, sent: undefined })), ...sent];
  const trusts = trustedFile(given, all, fileName);
  if (added.length === 0 && trusts === undefined) return undefined;
  const places = placesOfUses(added);
  const home = new URL(given.baseAddress).host;
  return {
    targets: places.length > 0 ? places.map(({ to }) => to) : [home],
    put: ({ place }) =>
      place({
        home,
        places,
        trusts,
        replaced,
      }),
  };
}

/** Where it has been used so far; undefined of one that nobody has allowed anywhere. */
function placesBefore(uses: readonly Use[]): readonly string[] | undefined {
  if (uses.length === 0) return undefined;
  return [...new Set(uses.flatMap(({ to, answered }) => (answered === true ? [to] : [])))];
}

/** Name of the file of authorities that is trusted for a host of which nobody has said so: one that comes along, or a copied one. */
function trustedFile(
  { baseAddress, extraCaFile, copyOf }: Parameters<typeof newPlaces>[0],
  all: readonly Connection[],
  fileName: PlacesState['fileName'],
): string | undefined {
  if (typeof extraCaFile === 'string') return fileName(extraCaFile);
  const copied = extraCaFile === undefined ? all.find(({ id }) => id === copyOf) : undefined;
  const isSameHost = copied && new URL(copied.baseAddress).host === new URL(baseAddress).host;
  return isSameHost === false ? (copied?.extraCa ?? undefined) : undefined;
}

const asSent = (name: string, kind: Credential['kind'], { audience, goes }: Use) => ({
  name,
  kind,
  audience,
  asToken: goes === 'token',
});

/** Each place once, with what goes there. */
const placesOfUses = (
  all: readonly { readonly use: Use; readonly sent: Sent | undefined }[],
): NewPlaces['places'] =>
  [...new Set(all.map(({ use }) => use.to))].map((to) => {
    const there = all.filter(({ use }) => use.to === to);
    const sent = there.flatMap((one) => one.sent ?? []);
    const isSame = (one: Sent, other: Sent) =>
      one.name === other.name && one.audience === other.audience && one.asToken === other.asToken;
    const isFirst = (one: Sent, at: number) => sent.findIndex((other) => isSame(one, other)) === at;
    return {
      to,
      goes: [...new Set(there.map(({ use }) => use.goes))],
      with: sent.filter(isFirst),
    };
  });

type PlacesState = Pick<State, 'connections' | 'allowed' | 'fileName'> & {
  readonly credentials: () => readonly Pick<Credential, 'id' | 'name' | 'kind'>[];
};

/** Of a connection whose credentials come along: they have no id yet, and nobody has allowed them anything. */
function newSetUp(
  { certificate, apiKey, ...given }: Given<'connections.setUp'>,
  state: State,
): Promise<Named | undefined> {
  const brought: Pick<Credential, 'id' | 'name' | 'kind'>[] = [];
  if (!('kept' in certificate))
    brought.push({
      id: 'new-certificate',
      name: state.fileName(certificate.file),
      kind: 'certificate',
    });
  if (!('kept' in apiKey)) brought.push({ id: 'new-api-key', name: given.name, kind: 'api-key' });
  const before = state.connections().find(({ id }) => id === given.connection);
  const kinds = brought.map(({ kind }) => kind);
  // What is said to go is what the set-up takes away: nothing else uses it (services/connections.ts).
  const replaced = state
    .credentials()
    .filter(({ kind, usedBy }) => kinds.includes(kind) && usedBy.length === 1)
    .filter(({ usedBy }) => before !== undefined && usedBy.includes(before.id));
  const input = {
    ...given,
    signIn: {
      way: 'certificate',
      certificate: 'kept' in certificate ? certificate.kept : 'new-certificate',
    },
    apiKey: 'kept' in apiKey ? apiKey.kept : 'new-api-key',
  } as const;
  return newPlaces(
    input,
    { ...state, credentials: () => [...state.credentials(), ...brought] },
    replaced.map(({ name }) => name),
  );
}

/** Of one that connections use: another goes to all of its places, and nowhere else. */
function inPlaceOf(
  { credential, name }: Given<'credentials.replace'>,
  { connections, credentials }: Pick<State, 'connections' | 'credentials'>,
): Named | undefined {
  const old = credentials().find(({ id }) => id === credential);
  const using = connections().flatMap((one) =>
    usesIn(one)
      .filter((used) => used.credential === credential)
      .map(({ use }) => ({ use, home: one.name })),
  );
  if (old === undefined || using.length === 0) return undefined;
  const places = placesOfUses(
    using.map(({ use }) => ({
      use,
      sent: { ...asSent(name, old.kind, use), before: undefined },
    })),
  );
  const homes = [...new Set(using.map(({ home }) => home))];
  return {
    targets: places.map(({ to }) => to),
    put: ({ replace }) => replace({ kind: old.kind, from: old.name, to: name, homes, places }),
  };
}

function createShownSecrets(clock: () => number) {
  const until = new Map<symbol | undefined, Map<string, number>>();
  return {
    add(secret: string, window: symbol | undefined): void {
      const own = until.get(window) ?? new Map<string, number>();
      until.set(window, own.set(secret, clock() + SAME_VIEW_MS));
    },
    has: (secret: string, window: symbol | undefined): boolean =>
      (until.get(window)?.get(secret) ?? 0) > clock(),
    drop: (window: symbol): void => void until.delete(window),
    clear: (): void => {
      until.clear();
    },
  };
}
