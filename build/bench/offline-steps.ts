// Measures the offline reference: synchronising, starting with a copy, searching a large copy; each in its own process.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { COPY_FORM } from '../../main/reference/metadata/call.ts';
import { MOST_AT_ONCE } from '../../main/reference/concurrency-limiter.ts';
import type { CopyState } from '../../preload/contract/reference.ts';
import type { JobOf } from '../../preload/contract/jobs.ts';
import { createChance } from '../../test/platform/randomness.ts';
import { createMetadata } from '../../test/platform/metadata.ts';
import { fillLargeCopy, openCopies } from './large-copy.ts';
import { type PlatformFacts, valueOf } from '../../test/support/steward.ts';
import { openBareClient } from './bare-client.ts';
import { type Measured, type Program, startProgram } from './measured-program.ts';
import { settledMemory, watchLoop, watchProcessor } from './own-process.ts';
import { typingSequence } from './typing.ts';

export { MOST_AT_ONCE };

const LANGUAGE = 1033;
/** The large copy is one of another language, so that one data folder holds both. */
const LARGE_LANGUAGE = 1044;
const POLL_MS = 50;
const PLAIN_CALLS = 1500;
/** The border takes at most 200 calls in a second; nobody types as fast. */
const BETWEEN_KEYS_MS = 8;
/** Other programs of the computer disturb one of them, not all. */
const PASSES = 3;
/** Services that somebody looks for. */
const SOUGHT = 30;
/** As many as the screen asks for. */
const ROWS = 50;

export interface World extends Measured {
  readonly seed: number;
  /** Of the platform that is synchronised. */
  readonly services: number;
  /** Of the copy that is searched. */
  readonly searched: number;
}

/** The only connection there is; made where there is none. */
async function connectionOf({ client, app }: Program, { platform }: World): Promise<string> {
  const { all } = await valueOf(client.connections.list({}));
  const there = all[0]?.id;
  if (there !== undefined) return there;
  const made = await valueOf(
    client.connections.create({
      name: 'Measured',
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: platform.organisationNumber,
      // Nothing that is measured here signs in.
      signIn: { way: 'none' },
      apiKey: null,
      highestTls: 'TLSv1.3',
      language: LANGUAGE,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile: app.handleFor(platform.caFile),
    }),
  );
  return made.id;
}

export interface Synchronised {
  readonly seconds: number;
  /** Of this process, for one document. */
  readonly cpuMsPerDocument: number;
  readonly longestBlockMs: number;
  readonly documents: number;
  readonly state: CopyState;
  /** What is wrong with the copy; empty: it has everything. */
  readonly lacks: readonly string[];
}

/** Everything of the platform, over real TLS. Throws when it does not end well. */
export async function measureSynchronise(world: World): Promise<Synchronised> {
  const steward = await startProgram(world);
  const connection = await connectionOf(steward, world);
  const { client } = steward;
  const [delays, processor, begun] = [watchLoop(), watchProcessor(), performance.now()];
  const started = await valueOf(
    client.jobs.startSynchronise({ connection, scope: { what: 'everything' } }),
  );
  const job = await ended(steward, started.id);
  const seconds = (performance.now() - begun) / 1000;
  const cpuSeconds = processor();
  const { longestMs } = await delays();
  const state = await valueOf(client.reference.state({ connection }));
  const documents = job.tally.done;
  const lacks = lacking(state, job, world);
  await steward.app.stop();
  return {
    seconds,
    documents,
    state,
    lacks,
    cpuMsPerDocument: (cpuSeconds * 1000) / Math.max(1, documents),
    longestBlockMs: longestMs,
  };
}

async function ended({ client }: Program, id: string): Promise<JobOf<'synchronise'>> {
  for (;;) {
    const all = await valueOf(client.jobs.list({}));
    const job = all.find((one) => one.id === id);
    if (job?.kind !== 'synchronise') throw new Error('The synchronisation is not there.');
    if (job.state === 'finished') return job;
    if (job.state !== 'running') throw new Error(`It is ${job.state}: ${job.because}.`);
    await wait(POLL_MS);
  }
}

function lacking(
  { counts, last }: CopyState,
  job: JobOf<'synchronise'>,
  { seed, services }: World,
) {
  const metadata = createMetadata({ seed, services });
  const details = metadata.services.map((one) => metadata.detail(one));
  const schemas = details.reduce((sum, { forms }) => sum + forms.length, 0);
  const wanted: readonly (readonly [string, number, number])[] = [
    ['services', counts.services, services],
    ['services with details', counts.keptServices, services],
    ['role requirements', counts.requirements, services],
    ['schemas', counts.schemas, schemas],
    ['code lists', counts.keptCodeLists, counts.codeLists],
    ['failed documents', job.tally.refused, 0],
    ['areas that were skipped', last?.skippedAreas.length ?? -1, 0],
  ];
  return wanted
    .filter(([, has, asked]) => has !== asked)
    .map(([what, has, asked]) => `${what}: ${has} instead of ${asked}`);
}

const largeOf = ({ address }: PlatformFacts) =>
  ({ environment: 'test', baseAddress: address, language: LARGE_LANGUAGE }) as const;

/** The copy that is searched; answers how many documents it has. */
export async function fill({ dataFolder, seed, searched, platform }: World): Promise<number> {
  return await fillLargeCopy({
    folder: path.join(dataFolder, 'reference'),
    of: largeOf(platform),
    services: searched,
    seed,
  });
}

/**
 * Milliseconds of one call where nothing is done with the answer: Node's own client on connections that stay open, as many at
 * once as the program has. What the platform and TLS take beside the latency stands in it.
 */
export async function measurePlain({ platform, services, seed }: World): Promise<number> {
  const client = openBareClient(platform, MOST_AT_ONCE);
  const paths = createMetadata({ seed, services })
    .services.slice(0, PLAIN_CALLS)
    .map(({ kind, code, edition }) => `/api/metadata/${kind}/${code}/${String(edition)}`);
  const calls = paths.length;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: MOST_AT_ONCE }, async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop())
        await client.ask({ path, accept: COPY_FORM });
    }),
  );
  const took = performance.now() - begun;
  client.close();
  return (took * MOST_AT_ONCE) / calls;
}

export interface Loaded {
  /** From the first question to its answer: the index, the lists and the search are brought into memory. */
  readonly loadMs: number;
  readonly longestBlockMs: number;
  /** Added by it, after the garbage was collected. */
  readonly memoryMiB: number;
  readonly heapMiB: number;
  readonly services: number;
}

async function load(steward: Program, connection: string, language: 1033 | 1044): Promise<Loaded> {
  const before = await settledMemory();
  const [delays, begun] = [watchLoop(), performance.now()];
  const { all, origin } = await valueOf(
    steward.client.reference.search({
      connection,
      language,
      typed: '',
      filters: {},
      from: 0,
      count: ROWS,
    }),
  );
  const loadMs = performance.now() - begun;
  const { longestMs } = await delays();
  if (origin.from !== 'copy') throw new Error('It was not read from the copy.');
  const after = await settledMemory();
  return {
    loadMs,
    services: all,
    longestBlockMs: longestMs,
    memoryMiB: after.rssMiB - before.rssMiB,
    heapMiB: after.heapMiB - before.heapMiB,
  };
}

/** A fresh start of the program with the copy that was synchronised. */
export const measureLoad = (world: World): Promise<Loaded> => loadAlone(world, LANGUAGE);

/** The same with the large copy, whose search is computed here for the first time. */
export const measureFirstLoad = (world: World): Promise<Loaded> => loadAlone(world, LARGE_LANGUAGE);

async function loadAlone(world: World, language: 1033 | 1044): Promise<Loaded> {
  const steward = await startProgram(world);
  const loaded = await load(steward, await connectionOf(steward, world), language);
  await steward.app.stop();
  return loaded;
}

export interface Searched {
  readonly load: Loaded;
  /**
   * Milliseconds of each key press, from the question of the page to its answer: as often as all of it is typed, in the
   * same order.
   */
  readonly passes: readonly (readonly number[])[];
  /** The same of the search alone, without the border and the page. */
  readonly alone: readonly number[];
  readonly documents: number;
}

/** A person at the keyboard: words that grow and are deleted, codes, owners, forms, filters. */
export async function measureSearch(world: World): Promise<Omit<Searched, 'documents'>> {
  const steward = await startProgram(world);
  const connection = await connectionOf(steward, world);
  const loaded = await load(steward, connection, LARGE_LANGUAGE);
  const typing = await samplesOf(steward, connection, world);
  const passes: number[][] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const keys: number[] = [];
    for (const { typed, filters } of typing) {
      const begun = performance.now();
      await valueOf(
        steward.client.reference.search({
          connection,
          language: LARGE_LANGUAGE,
          typed,
          filters,
          from: 0,
          count: ROWS,
        }),
      );
      keys.push(performance.now() - begun);
      await wait(BETWEEN_KEYS_MS);
    }
    passes.push(keys);
  }
  await steward.app.stop();
  return { load: loaded, passes, alone: await searchAlone(world, typing) };
}

/** Each key press once, in the order of the typing. */
async function searchAlone(
  { dataFolder, platform }: World,
  typing: ReturnType<typeof typingSequence>,
): Promise<number[]> {
  const copies = openCopies(path.join(dataFolder, 'reference'), largeOf(platform));
  const catalogue = await (await copies.open('only')).catalogue();
  if (catalogue === undefined) throw new Error('There is no copy to search in.');
  const keys: number[] = [];
  for (const { typed, filters } of typing) {
    const begun = performance.now();
    catalogue.find({ typed, filters, from: 0, count: ROWS }, new Date());
    keys.push(performance.now() - begun);
    await wait(BETWEEN_KEYS_MS);
  }
  await copies.close();
  return keys;
}

/** What is typed is about services of the copy, drawn from all of it. */
async function samplesOf({ client }: Program, connection: string, { seed, searched }: World) {
  const chance = createChance(seed);
  const targets = [];
  for (let at = 0; at < SOUGHT; at += 1) {
    const { services } = await valueOf(
      client.reference.search({
        connection,
        language: LARGE_LANGUAGE,
        typed: '',
        filters: {},
        from: chance.below(searched),
        count: 1,
      }),
    );
    targets.push(...services);
    await wait(BETWEEN_KEYS_MS);
  }
  return typingSequence(targets, chance);
}
