// The environment of a case: the program, the platform's model, one faulty server per fault, foreign servers, counters.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TlsOptions } from 'node:tls';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import type { Result } from '../../preload/result.ts';
import { enterpriseUserRoutes } from '../platform/enterprise-users.ts';
import { createAuthority, platformPki, type PlatformPki } from '../platform/pki.ts';
import { createChance } from '../platform/randomness.ts';
import { createState, type State } from '../platform/state.ts';
import { mostReadFrom } from '../support/http-watch.ts';
import { formsFound, markersInFolder } from '../support/markers.ts';
import type { Case, Fault, TlsParts } from './fault.ts';
import { startEvilServers, type EvilServers } from './evil-servers.ts';
import { limits, type Observed } from './judge.ts';
import { operations, type CaseNames, type Operation } from './operations.ts';
import { healthyTls, startSickServer, type Play, type SickServer } from './sick-server.ts';
import { passphrase, startSubject, valueOf, type Subject } from './subject.ts';

export interface Stage {
  play(one: Case): Promise<Observed>;
  foreign(): { readonly foreignConnections: number; readonly foreignCredentials: number };
  /** What is wrong with what the program wrote. */
  afterwards(): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Site {
  readonly server: SickServer;
  readonly connection: string;
  readonly tls: Map<number, TlsOptions>;
}

interface Scenery {
  readonly seed: number;
  readonly pki: PlatformPki;
  readonly state: State;
  readonly subject: Subject;
  readonly evil: EvilServers;
  readonly apiKey: string;
  readonly sites: Map<string, Promise<Site>>;
  readonly loose: string[];
  readonly secrets: string[];
  readonly extra: Server[];
  count: number;
}

const organisation = { name: 'Fjordtrafikk AS', number: '910514318' };

export async function openStage(seed: number, dataFolder: string): Promise<Stage> {
  const pki = await platformPki(seed, organisation);
  const state = createState({ seed, users: 2, organisation, now: () => new Date() });
  const apiKey = `CampaignKey${createChance(seed).text(24, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789')}`;
  state.apiKeys.set(apiKey, { key: apiKey, owner: organisation.number });
  const evil = await startEvilServers(pki);
  const subject = await startSubject({ dataFolder, pki, apiKey, organisation });
  const loose: string[] = [];
  const note = (error: unknown): void => void loose.push(String(error));
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  const set: Scenery = {
    seed,
    pki,
    state,
    subject,
    evil,
    apiKey,
    loose,
    sites: new Map(),
    secrets: [],
    extra: [],
    count: 0,
  };
  return {
    play: (one) => playOn(set, one),
    foreign: () => ({ foreignConnections: evil.connections, foreignCredentials: evil.credentials }),
    afterwards: () => lookAfterwards(set, dataFolder),
    async close() {
      process.off('unhandledRejection', note);
      process.off('uncaughtException', note);
      await subject.stop();
      const sites = await Promise.all(set.sites.values());
      await Promise.all(sites.map(({ server }) => server.stop()));
      for (const server of set.extra) server.close();
      await evil.stop();
    },
  };
}

async function playOn(set: Scenery, one: Case): Promise<Observed> {
  const { fault, variant } = one;
  const operation = operations[one.operation];
  const site = await siteOf(set, fault, fault.slow ? ` ${one.operation} ${variant}` : '');
  if (fault.tls && !site.tls.has(variant)) {
    site.tls.set(variant, await fault.tls(tlsParts(set, variant)));
  }
  fault.prepare?.();
  const names = newNames(set, operation);
  const play: Play = {
    fault,
    variant,
    operation: one.operation,
    executed: 0,
    requests: 0,
    delivered: false,
    over: false,
    listed: [],
  };
  site.server.play = play;
  const evilBefore = set.evil.connections;
  const looseBefore = set.loose.length;
  const gauge = startGauge();
  const limit = fault.slow ? limits.slowMs : limits.ms;
  const result = await within(limit, operation.run(set.subject.client, site.connection, names));
  const measured = gauge.stop();
  play.over = true;
  site.server.play = undefined;
  const trueSecret = play.executed > 0 ? set.state.users.get(names.user)?.secret : undefined;
  const held = await heldFor(set, site, names);
  const stuck = await settleAll(set, held.entries);
  const next = await nextCall(set, fault, site);
  const seen: Observed = {
    result,
    trueSecret,
    ...held,
    ...measured,
    takenBytes: mostReadFrom(site.server.port),
    executed: play.executed,
    delivered: play.delivered,
    truthful: isTruthful(set, operation, names, play, result),
    nextCallWorks: next.ok,
    stuck,
    evilConnections: set.evil.connections - evilBefore,
    loose: set.loose.slice(looseBefore),
    leaks: leaksIn(set, trueSecret, { answer: result, entries: held.entries, next }),
  };
  if (operation.kind === 'secret' && trueSecret !== undefined) set.secrets.push(trueSecret);
  set.state.users.delete(names.user);
  set.state.users.delete(names.renamed);
  return seen;
}

function newNames(set: Scenery, operation: Operation): CaseNames {
  set.count += 1;
  const names = { user: `case-${set.count}`, renamed: `case-${set.count}-new` };
  if (operation.needsUser) {
    set.state.users.set(names.user, {
      name: names.user,
      owner: organisation.number,
      fraction: 3,
      secret: 'the one before',
      created: new Date('2024-05-14T07:55:00Z'),
    });
  }
  return names;
}

function isTruthful(
  set: Scenery,
  operation: Operation,
  names: CaseNames,
  play: Play,
  result: Observed['result'],
): boolean {
  if (result === 'hung' || !result.ok) return true;
  return operation.isTrue(result.value, names, { users: set.state.users, listed: play.listed });
}

/** Entries of this user, and everything the program shows for them when a person asks. */
async function heldFor(
  set: Scenery,
  site: Site,
  { user }: CaseNames,
): Promise<Pick<Observed, 'entries' | 'shown'>> {
  const { oneTimeSecrets } = set.subject.client;
  const list = valueOf(await oneTimeSecrets.list({}), 'one-time secrets');
  const entries = list.filter((e) => e.connection === site.connection && e.userName === user);
  const shown: string[] = [];
  for (const { id, state } of entries) {
    if (state === 'answer-unclear') {
      const look = await oneTimeSecrets.look({ secret: id });
      if (look.ok) shown.push(look.value.answer);
    } else if (state === 'waiting' || state === 'confirmed') {
      const reveal = await oneTimeSecrets.reveal({ secret: id });
      if (reveal.ok) shown.push(reveal.value.secret);
    }
  }
  return { entries, shown };
}

/** What a person does in the end: says that a secret is stored elsewhere, or that an attempt is dealt with. */
async function settleAll(set: Scenery, entries: Observed['entries']): Promise<string[]> {
  const { oneTimeSecrets } = set.subject.client;
  const stuck: string[] = [];
  for (const { id, state } of entries) {
    const held = state === 'waiting' || state === 'confirmed';
    const done = held
      ? await oneTimeSecrets.confirmStored({ secret: id })
      : await oneTimeSecrets.resolve({ secret: id, how: 'dropped' });
    if (!done.ok) stuck.push(`${state}: ${done.failure.message}`);
  }
  return stuck;
}

/** A normal call on the same connection; on a healthy one when the fault is where the connection points. */
async function nextCall(set: Scenery, fault: Fault, site: Site): Promise<Result<unknown>> {
  const there = fault.place === undefined ? site : await siteOf(set, healthy);
  const result = await within(
    limits.ms,
    set.subject.client.enterpriseUsers.list({ connection: there.connection }),
  );
  if (result === 'hung') return { ok: false, failure: { kind: 'cancelled', message: 'hung' } };
  const copy = result.ok && result.value.fromCopy;
  return copy ? { ok: false, failure: { kind: 'offline', message: 'from copy' } } : result;
}

const healthy: Pick<Fault, 'id'> & Partial<Fault> = { id: 'healthy' };

/** One site per fault; cases that run side by side have one each. */
function siteOf(set: Scenery, fault: Pick<Fault, 'id'> & Partial<Fault>, part = ''): Promise<Site> {
  const known = set.sites.get(fault.id + part);
  if (known) return known;
  const made = makeSite(set, fault, fault.id + part);
  set.sites.set(fault.id + part, made);
  return made;
}

async function makeSite(set: Scenery, fault: Partial<Fault>, name: string): Promise<Site> {
  const tls = new Map<number, TlsOptions>();
  const server = await startSickServer({
    state: set.state,
    routes: enterpriseUserRoutes(set.state),
    pki: set.pki,
    evil: set.evil.addresses,
    chance: createChance(set.seed),
    tlsOf: (play) => (play && !play.over ? tls.get(play.variant) : undefined),
  });
  const address = `https://localhost:${server.port}`;
  const to = await placeOf(set, fault, address, server);
  const connection = await set.subject.connect(`Fault ${name}`, to);
  return { server, connection, tls };
}

async function placeOf(
  set: Scenery,
  fault: Partial<Fault>,
  address: string,
  server: SickServer,
): Promise<Partial<ConnectionInput>> {
  switch (fault.place ?? 'server') {
    case 'server':
      return { baseAddress: address };
    case 'closed-port':
      await server.stop();
      return { baseAddress: address };
    case 'no-such-name':
      return { baseAddress: 'https://no-such-name.invalid' };
    case 'proxy-407':
      return throughProxy(set, address, '407 Proxy Authentication Required');
    case 'proxy-502':
      return throughProxy(set, address, '502 Bad Gateway');
  }
}

async function throughProxy(
  set: Scenery,
  address: string,
  words: string,
): Promise<Partial<ConnectionInput>> {
  const port = await refusingProxy(set, words);
  return { baseAddress: address, proxy: { use: 'manual', host: 'localhost', port } };
}

async function refusingProxy(set: Scenery, words: string): Promise<number> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.1 ${words}\r\nContent-Length: 0\r\n\r\n`));
  });
  set.extra.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function tlsParts(set: Scenery, variant: number): TlsParts {
  return {
    variant,
    healthy: healthyTls(set.pki),
    async certificate({ authority, ...order }) {
      const issuer =
        authority === 'platform'
          ? set.pki.intermediate
          : await createAuthority(authority === 'unknown' ? 'Nobody' : 'In the p12 only');
      const hosts = order.hosts ?? ['localhost', '127.0.0.1'];
      const issued = await issuer.issue({ name: 'localhost', ...order, hosts });
      return { key: issued.keyPem, cert: issued.chainPem };
    },
  };
}

function startGauge(): { stop(): Pick<Observed, 'ms' | 'memoryGrowthMb' | 'stallMs'> } {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage.rss();
  let most = memory;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    stop() {
      clearInterval(sampler);
      delay.disable();
      return {
        ms: Math.round(performance.now() - began),
        memoryGrowthMb: Math.round((most - memory) / 1024 / 1024),
        stallMs: Math.round(Math.min(delay.max / 1e6, cpuMs(cpu))),
      };
    },
  };
}

/** Processor time since: a machine busy with something else makes the loop late, but that is not our doing. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | 'hung'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'hung'>((resolve) => {
    timer = setTimeout(() => resolve('hung'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Secrets in what crosses the border, in any of eleven forms. */
function leaksIn(set: Scenery, secret: string | undefined, answers: object): string[] {
  const secrets = [set.apiKey, passphrase, ...(secret === undefined ? [] : [secret])];
  return Object.entries(answers).flatMap(([where, value]) => {
    const text = JSON.stringify(value);
    return secrets.flatMap((one) => formsFound(text, one).map((form) => `${where} as ${form}`));
  });
}

/** The newest secrets stand for all: looking for each in eleven forms takes long. */
const looked = 12;

async function lookAfterwards(set: Scenery, dataFolder: string): Promise<string[]> {
  const journal = valueOf(await set.subject.client.activity.verify({}), 'journal');
  const keyLine = set.pki.client.keyPem.split('\n')[3] ?? 'no key';
  const secrets = [set.apiKey, passphrase, keyLine, ...set.secrets.slice(-looked)];
  return [
    // A memory keychain cannot anchor it; what is written must still be an unbroken chain.
    ...(journal.state === 'damaged' ? [`the journal is damaged`] : []),
    ...markersInFolder(dataFolder, secrets).map((found) => `secret in a file: ${found}`),
  ];
}
