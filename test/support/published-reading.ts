// Feeds the client with published values and lets it send, and tells what does not fit or is not shown.
import {
  createInstances,
  type Extent,
  type Instance,
  type Leaf,
  withOther,
} from '../platform/published/instances.ts';
import { inRequest, type Misfit, type Side } from '../platform/published/misfits.ts';
import { isWithReason } from '../platform/published/not-shown.ts';
import { entries, type Entry, entryOf, shapesOf } from '../platform/published/schemas.ts';
import type { Result } from '../../preload/result.ts';
import { type Desk, type Reader, READERS, zipFor } from './published-readers.ts';
import { type PublishedServer, startPublishedServer } from './published-server.ts';
import { fileFor, WRITERS } from './published-writers.ts';
import { connectTo, startSteward, valueOf } from './steward.ts';
import { makeTempFolder } from './temp-folder.ts';

export interface OpenPublished {
  /** A window of its own, since a page that asks too much at once is slowed down; `alone`: on a connection that was shown nothing yet. */
  atDesk(act: (desk: Desk) => Promise<void>, alone?: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** The program, connected to the platform as documents show it. */
export async function openPublished(): Promise<OpenPublished> {
  const folder = makeTempFolder('steward-published');
  const server = await startPublishedServer();
  const steward = await startSteward();
  const { connection: first } = await connectTo(steward, server);
  const files = { zip: zipFor(steward, folder.path), file: fileFor(steward, folder.path) };
  const own = server.organisationNumber;
  let made = 0;
  const connectAgain = async ({ client }: Pick<Desk, 'client'>): Promise<string> => {
    const { all } = await valueOf(client.connections.list({}));
    const [copied] = all.filter(({ id }) => id === first);
    if (copied === undefined) throw new Error('The first connection is gone.');
    const { id: _, extraCa: __, ...given } = copied;
    made += 1;
    const another = { ...given, name: `Published ${made}`, copyOf: first };
    return (await valueOf(client.connections.create(another))).id;
  };
  return {
    async atDesk(act, alone = false) {
      const { client, closeWindow } = steward.openWindow();
      const connection = alone ? await connectAgain({ client }) : first;
      await act({ ...files, client, connection, server, own });
      closeWindow();
    },
    async stop() {
      await steward.stop();
      await server.stop();
      folder.remove();
    },
  };
}

/** A user that was shown is another one where its times have changed since. */
const isRemembered = (entry: string): boolean => entry.startsWith('enterprise-users');

/** A field that the page does not get, at its place. */
export interface Hidden {
  readonly entry: string;
  readonly at: string;
}

export interface Read {
  /** How many answers were read. */
  readonly answers: number;
  readonly misfits: readonly Misfit[];
  /** Fields that the page does not get for a reason that is listed. */
  readonly reasons: readonly Hidden[];
}

export interface Sent extends Read {
  /** Operations that did not come to send what they are there for. */
  readonly unsent: readonly string[];
}

/** The readers of an entry: most have one. Where an entry is asked for in several ways, each has a name behind a comma. */
export const readersOf = ({ id }: Entry): readonly (readonly [string, Reader])[] =>
  Object.entries(READERS).filter(([name]) => name.split(',', 1)[0] === id);

/** What does not hang on chance. */
export const FIXED: readonly Extent[] = ['whole', 'other', 'bare', 'empty'];

/** Every shape in each of these extents, and as the document itself shows it. */
export async function readEverything(
  opened: OpenPublished,
  seed: number,
  extents: readonly Extent[],
): Promise<Read> {
  const sum = newSum();
  for (const entry of entries())
    for (const [name, reader] of readersOf(entry))
      await opened.atDesk(async (desk) => {
        for (const { schema, example } of shapesOf(entry, 'response')) {
          // For each shape anew, so that none depends on those before it.
          const make = createInstances(seed, desk.server.address);
          const further = make(schema, 'empty').value;
          const feed = async (value: unknown) => {
            desk.server.clear();
            desk.server.put(entry.id, value, further);
            const result = await reader(desk, value);
            keepRequests(desk.server, sum);
            return result;
          };
          const own = { value: desk.server.atOwnAddress(example), leaves: [] };
          for (const instance of [own, ...extents.map((extent) => make(schema, extent))])
            await readOne({ entry, name, feed }, instance, sum);
        }
      }, isRemembered(entry.id));
  return totalOf(sum);
}

/** Every published error, as the refusal of each entry that is read: what it says must be told. */
export async function tellErrors(opened: OpenPublished, seed: number): Promise<Read> {
  const sum = newSum();
  const general = shapesOf(entryOf('errors.model'), 'response');
  for (const entry of entries())
    for (const [name, reader] of readersOf(entry).slice(0, 1))
      await opened.atDesk(async (desk) => {
        const [good] = shapesOf(entry, 'response');
        const value = desk.server.atOwnAddress(good?.example);
        for (const { schema } of [...shapesOf(entry, 'error'), ...general]) {
          const make = createInstances(seed, desk.server.address);
          for (const error of FIXED.map((extent) => make(schema, extent))) {
            desk.server.clear();
            desk.server.refuse(entry.id, 400, error.value);
            const told = await reader(desk, value);
            const isRefused = desk.server.asked.some((one) => one.entry.id === entry.id);
            if (!isRefused || told === undefined) continue;
            sum.answers += 1;
            if (told.ok) keep(sum, { entry: entry.id, what: `${name}: a refusal counts as done` });
            else hide(sum, entry, error.leaves, JSON.stringify(told.failure));
          }
        }
      }, isRemembered(entry.id));
  return totalOf(sum);
}

/** Every operation that sends something, with all that it can say. */
export async function sendEverything(opened: OpenPublished): Promise<Sent> {
  const sum = newSum();
  const unsent: string[] = [];
  for (const [name, writers] of Object.entries(WRITERS))
    for (const write of writers)
      await opened.atDesk(async (desk) => {
        desk.server.clear();
        await write(desk);
        sum.answers += 1;
        if (!desk.server.asked.some(({ entry }) => entry.id === name.split(',', 1)[0]))
          unsent.push(name);
        keepRequests(desk.server, sum);
      }, isRemembered(name));
  return { ...totalOf(sum), unsent };
}

interface Sum {
  answers: number;
  readonly misfits: Map<string, Misfit>;
  readonly reasons: Map<string, Hidden>;
}

const newSum = (): Sum => ({ answers: 0, misfits: new Map(), reasons: new Map() });

const totalOf = ({ answers, misfits, reasons }: Sum): Read => ({
  answers,
  misfits: [...misfits.values()],
  reasons: [...reasons.values()],
});

function keep({ misfits }: Sum, given: Omit<Misfit, 'side'> & { readonly side?: Side }): void {
  const one: Misfit = { side: 'client', ...given };
  misfits.set(JSON.stringify([one.side, one.entry, one.what]), one);
}

function keepRequests(server: PublishedServer, sum: Sum): void {
  for (const { entry, ...asked } of server.asked)
    for (const what of inRequest(entry, asked))
      keep(sum, { entry: entry.id, side: 'request', what });
}

interface Feeding {
  readonly entry: Entry;
  readonly name: string;
  readonly feed: (value: unknown) => Promise<Result<unknown> | undefined>;
}

async function readOne(
  { entry, name, feed }: Feeding,
  { value, leaves }: Instance,
  sum: Sum,
): Promise<void> {
  const result = await feed(value);
  if (result === undefined) return;
  sum.answers += 1;
  if (!result.ok) {
    const [, ...way] = name.split(', ');
    const what = [...way, result.failure.kind, whereOf(result.failure)];
    return keep(sum, { entry: entry.id, what: what.filter((one) => one !== '').join(' ') });
  }
  const shown = JSON.stringify(result.value);
  hide(sum, entry, leaves, shown);
  // A word of a few may stand for something else: that it changes must change what the page gets.
  for (const leaf of leaves) {
    if (!('other' in leaf)) continue;
    const changed = await feed(withOther(value, leaf.keys, leaf.other));
    if (changed?.ok === true && JSON.stringify(changed.value) === shown)
      hideOne(sum, entry, leaf.at);
  }
}

/** Those of the leaves that stand nowhere in it. */
function hide(sum: Sum, entry: Entry, leaves: readonly Leaf[], shown: string): void {
  const isThere = (text: string) => shown.includes(JSON.stringify(text).slice(1, -1));
  for (const { at, shown: texts } of leaves)
    if (texts.length > 0 && !texts.some(isThere)) hideOne(sum, entry, at);
}

function hideOne(sum: Sum, { id }: Entry, at: string): void {
  if (isWithReason(id, at)) sum.reasons.set(`${id} ${at}`, { entry: id, at });
  else keep(sum, { entry: id, what: `${at} is not shown` });
}

type Failure = Extract<Result<never>, { ok: false }>['failure'];

function whereOf(failure: Failure): string {
  if ('fields' in failure) return Object.keys(failure.fields).join(' ');
  return ('field' in failure ? failure.field : undefined) ?? '';
}
