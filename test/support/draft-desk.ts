// Drafts on a test's own disk, and a script of edits after each of which the expected state is known.
import { createFormDrafts, type DraftTarget, type FormDrafts } from '../../main/messages/drafts.ts';
import { PLAIN } from '../../main/messages/xml-bytes.ts';
import { Problem } from '../../main/problem.ts';
import type { SavedConnection } from '../../main/storage/connection-store.ts';

export const KEY = Buffer.alloc(32, 7);
export const CONNECTION = '4d0b1f8e-3f52-4a58-9f0e-0f7c1c5f3a11';
export const TARGET: DraftTarget = { connection: CONNECTION, who: '910514318', message: 'a100' };

const saved: SavedConnection = {
  id: CONNECTION,
  name: 'Local platform',
  environment: 'test',
  baseAddress: 'https://platform.example',
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '910514318',
  signIn: { way: 'pasted-token' },
  apiKey: 'key',
  highestTls: 'TLSv1.3',
  language: 1033,
  mediaType: 'application/json',
  proxy: { use: 'none' },
  formerHosts: [],
  extraCa: null,
  extraCaPem: null,
};

export interface DraftWorld {
  readonly drafts: FormDrafts;
  /** As if the program had been started again. */
  readonly again: () => FormDrafts;
  /** What every connection leads to from now on. */
  connection: SavedConnection;
  /** What the keychain holds. */
  key: Buffer | undefined;
  isMemory: boolean;
  /** How often the keychain was asked. */
  asked: number;
}

export function draftWorld(folder: string): DraftWorld {
  const make = () =>
    createFormDrafts({
      folder,
      key: async (wanted) => {
        world.asked += 1;
        return world.key ?? (wanted ? (world.key = KEY) : undefined);
      },
      isMemory: () => world.isMemory,
      connections: {
        all: () => [{ ...world.connection, id: CONNECTION }],
        find: (id) => (id === 'none' ? gone() : { ...world.connection, id }),
      },
      now: () => new Date('2030-03-01T12:00:00.000Z'),
    });
  const world: DraftWorld = {
    drafts: undefined as unknown as FormDrafts,
    again: make,
    connection: saved,
    key: KEY,
    isMemory: false,
    asked: 0,
  };
  return Object.assign(world, { drafts: make() });
}

const gone = (): never => {
  throw new Problem({ kind: 'not-found', message: 'There is no such connection.' });
};

export const HEAD = { subject: 'A form', expected: '2030-02-01T00:00:00.000Z' };
export const form = (xml: string, id: string | null = '1') => ({
  form: id,
  type: id === null ? ('sub-form' as const) : ('main-form' as const),
  name: 'Form',
  dataFormatId: '1',
  dataFormatVersion: '2',
  xml,
});

/** The texts of a draft by their keys. */
export type Texts = Readonly<Record<string, string>>;
export async function textsOf(drafts: FormDrafts): Promise<Texts | undefined> {
  const draft = await drafts.open(TARGET);
  return draft && Object.fromEntries(draft.forms.map(shown));
}
const shown = (one: { key: string; xml: string; removed: boolean }) =>
  [one.key, `${one.removed ? 'removed ' : ''}${one.xml}`] as const;

const LONG = '<a>Æ😀</a>\r\n'.repeat(3000);

/** The n-th thing that the person does, from 0, to a draft that is as `stateAfter(n)` says. */
export async function perform(drafts: FormDrafts, n: number): Promise<void> {
  const insert = `<!--${String(n)}-->`;
  const changes = [{ from: 3, to: 3, insert }];
  switch (n % 12) {
    case 0:
      return void (await drafts.put(TARGET, HEAD, form(`<m>${String(n)}</m>`)));
    case 1:
      return void (await drafts.put(TARGET, HEAD, form(`<s>${String(n)}</s>`, '2')));
    case 4:
    case 8:
      return void (await drafts.fill(TARGET, '1', { xml: `<f>${LONG}</f>`, written: PLAIN }));
    case 5:
      return void (await drafts.setRemoved(TARGET, '2', true));
    case 9:
      return drafts.revert(TARGET, '2');
    case 11:
      return drafts.drop(TARGET);
    default: {
      const { revision } = await drafts.form(TARGET, '1');
      return void (await drafts.edit(TARGET, '1', { revision, changes }));
    }
  }
}

/** What is there after the first n of them. */
export function stateAfter(count: number): Texts | undefined {
  let state: Record<string, string> | undefined;
  for (let n = count - (count % 12); n < count; n++) state = next(state ?? {}, n);
  return state;
}

function next(state: Record<string, string>, n: number): Record<string, string> {
  const { '1': main = '', '2': sub = '' } = state;
  switch (n % 12) {
    case 0:
      return { '1': `<m>${String(n)}</m>` };
    case 1:
      return { ...state, '2': `<s>${String(n)}</s>` };
    case 4:
    case 8:
      return { ...state, '1': `<f>${LONG}</f>` };
    case 5:
      return { ...state, '2': `removed ${sub}` };
    case 9:
      return { '1': main };
    default:
      return { ...state, '1': `${main.slice(0, 3)}<!--${String(n)}-->${main.slice(3)}` };
  }
}
