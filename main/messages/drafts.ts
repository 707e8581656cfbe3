// Forms that a person is filling in: begun from the platform's data, edited, and sealed on this computer until sent.
import type { DraftForm, FormDraft, TextChange } from '../../preload/contract/form-drafts.ts';
import {
  type Act,
  baseOf,
  type Draft,
  formOf,
  gone,
  isTooLarge,
  type KeptForm,
  shownDraft,
  shownForm,
  type Summary,
} from './draft.ts';
import type { DraftFile } from './draft-file.ts';
import {
  type Ending,
  type Mark,
  checkDrafts,
  countDrafts,
  openDraftStore,
  removeLost,
  removeDraftStore,
  setDraftsAside,
  type DraftStore,
} from './draft-store.ts';
import { PLAIN, type Written, type WrittenXml, xmlBytes } from './xml-bytes.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import { fileTrouble } from '../storage/disk.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import type { Sealed } from '../secrets/sealing-keys.ts';
import { serial } from '../serial.ts';
import { conflict, refusedField } from '../problems.ts';

export { applied } from './draft.ts';

/** Whose draft it is; only through the same connection, leading to the same place, it is seen again. */
export interface DraftTarget {
  readonly connection: string;
  readonly who: string;
  readonly message: string;
}

/** What a draft is about, taken when its first form is put into it. */
export interface DraftHead {
  readonly subject: string;
  /** `lastChanged` of the message. */
  readonly expected: string | null;
}
export interface NewForm extends Omit<DraftForm, 'key' | 'revision' | 'changed' | 'removed'> {
  readonly written?: Written;
}

/** One call after another. Every method throws Problem keychain{...} or file{...}; then nothing has changed. */
export interface FormDrafts {
  list(connection: string): Promise<readonly Summary[]>;
  /** Names of files of drafts of which nothing could be read. */
  unreadable(connection: string): Promise<readonly string[]>;
  open(target: DraftTarget): Promise<FormDraft | undefined>;
  /**
   * Puts a form into the draft, which is begun with it; under the key `new-<n>` where the platform does not have it. One that
   * is in it already stays as it is.
   */
  put(target: DraftTarget, head: DraftHead, form: NewForm): Promise<DraftForm>;
  /** Problem not-found, conflict when `revision` is not the newest, invalid-input for changes that do not fit the text. */
  edit(
    target: DraftTarget,
    key: string,
    to: { readonly revision: number; readonly changes: readonly TextChange[] },
  ): Promise<DraftForm>;
  fill(target: DraftTarget, key: string, content: WrittenXml): Promise<DraftForm>;
  /** Problem conflict unless the newest revision is that of the last fill of all. */
  unfill(target: DraftTarget, key: string, revision: number): Promise<DraftForm>;
  setRemoved(target: DraftTarget, key: string, removed: boolean): Promise<DraftForm>;
  revert(target: DraftTarget, key: string): Promise<void>;
  drop(target: DraftTarget): Promise<void>;
  /** Problem not-found. */
  form(target: DraftTarget, key: string): Promise<DraftForm>;
  /** Its text written as it came. Problem not-found, invalid-input for a text that no bytes can hold. */
  bytes(target: DraftTarget, key: string): Promise<Buffer>;
  /** Drops all drafts of a connection, also those that nobody can open. */
  forget(connection: string): Promise<void>;
  /** Lets go of everything in memory, which only an unlocked program may hold. */
  lock(): void;
  /** All drafts: only the key of the keychain opens them. */
  readonly sealed: Sealed;
  /** Reads every draft again; a damaged one ends where it is still whole, as when it is opened. */
  check(run: StoreCheck): Promise<void>;
  /** Names of files that damaged ones were set aside in. */
  readonly setAside: readonly string[];
}

export interface FormDraftsNeeds {
  /** The folder `drafts/` of the data folder. */
  readonly folder: string;
  /** 32 bytes from the vault; undefined when there is none and none is to be made. */
  readonly key: (make: boolean) => Promise<Buffer | undefined>;
  /** Whether that key goes with this session. */
  readonly isMemory: () => boolean;
  readonly connections: Pick<ConnectionStore, 'find' | 'all'>;
  readonly now: () => Date;
}

/** Where a connection leads: what was typed outlives a renewed certificate, and is not shown to another organisation. */
const ownerOf = ({ environment, baseAddress, organisationNumber }: SavedConnection) =>
  JSON.stringify([environment, baseAddress, organisationNumber]);

export function createFormDrafts(needs: FormDraftsNeeds): FormDrafts {
  const { folder, connections } = needs;
  const setAside: string[] = [];
  const stores = createStores(needs, setAside);
  const inOrder = serial();
  const last: LastFill = { was: undefined };
  const inStore = <T>(
    { connection, who, message }: DraftTarget,
    act: (store: DraftStore, mark: Mark) => Promise<T>,
  ) =>
    inOrder(async () => {
      const owner = ownerOf(connections.find(connection));
      return act(await stores.of(connection), { owner, who, message });
    });
  return {
    setAside,
    ...reading(inStore),
    ...changing(inStore, last),
    put: putting(inStore, needs),
    list: (connection) =>
      inOrder(async () => {
        const owner = ownerOf(connections.find(connection));
        return (await stores.of(connection)).all(owner);
      }),
    unreadable: (connection) => inOrder(async () => (await stores.of(connection)).unreadable()),
    drop: (target) => inStore(target, (store, mark) => store.remove(mark)),
    forget: (connection) =>
      inOrder(async () => {
        stores.forget(connection);
        await removeDraftStore(folder, connection);
      }),
    lock: () => {
      last.was = undefined;
      stores.lock();
    },
    check: (run) =>
      inOrder(async () => {
        // Drafts of a session in memory are read whenever they are listed, and go with it.
        if (needs.isMemory()) return;
        await checkDrafts(needs, run, {
          connections: connections.all(),
          lock: () => {
            stores.lock();
          },
          setAside: (name) => setAside.push(name),
        });
      }),
    sealed: {
      count: () => countDrafts(folder),
      giveUp: () =>
        inOrder(async () => {
          setAside.push(...(await setDraftsAside(folder, needs.now())));
          stores.lock();
        }),
    },
  };
}

type InStore = <T>(
  target: DraftTarget,
  act: (store: DraftStore, mark: Mark) => Promise<T>,
) => Promise<T>;

/** Problem not-found without a draft. */
const inDraft = <T>(
  inStore: InStore,
  target: DraftTarget,
  act: (file: DraftFile) => T | Promise<T>,
) =>
  inStore(target, async (store, mark) => {
    const file = await store.find(mark);
    if (file === undefined) throw gone();
    return act(file);
  });

function reading(inStore: InStore): Pick<FormDrafts, 'open' | 'form' | 'bytes'> {
  return {
    open: (target) =>
      inStore(target, async (store, mark) => {
        const file = await store.find(mark);
        return file && shownDraft(file.draft());
      }),
    form: (target, key) => inDraft(inStore, target, (file) => shownForm(formOf(file.draft(), key))),
    bytes: (target, key) => inDraft(inStore, target, (file) => bytesOf(formOf(file.draft(), key))),
  };
}

function putting(inStore: InStore, { now }: FormDraftsNeeds): FormDrafts['put'] {
  /** Highest number of a new form so far: none is given twice, not even after it was dropped. */
  let made = 0;
  return (target, head, given) =>
    inStore(target, async (store, mark) => {
      const file = await store.find(mark);
      const found = file?.draft().forms.get(given.form ?? '');
      if (found !== undefined) return shownForm(found);
      const keys = [...(file?.draft().forms.keys() ?? [])];
      const number = Math.max(made, ...keys.map(numberOf)) + 1;
      const form = newForm(given, given.form ?? `new-${String(number)}`);
      if (file !== undefined) await file.apply({ act: 'put', form });
      else await store.begin(begun(mark, head, form, now()));
      if (given.form === null) made = number;
      return shownForm(form);
    });
}

/** What the last fill replaced, for as long as it can be taken back: one text of all drafts. */
interface LastFill {
  was: { readonly of: string; readonly revision: number; readonly text: WrittenXml } | undefined;
}

function changing(
  inStore: InStore,
  last: LastFill,
): Pick<FormDrafts, 'edit' | 'fill' | 'unfill' | 'setRemoved' | 'revert'> {
  const nameOf = ({ connection, who, message }: DraftTarget, key: string) =>
    JSON.stringify([connection, who, message, key]);
  const change = async (file: DraftFile, made: FormAct) =>
    shownForm(formOf(await file.apply(made), made.key));
  return {
    edit: (target, key, { revision, changes }) =>
      inDraft(inStore, target, (file) => {
        if (formOf(file.draft(), key).revision !== revision) throw older();
        return change(file, { act: 'edit', key, changes: [...changes] });
      }),
    fill: (target, key, { xml, written }) =>
      inDraft(inStore, target, async (file) => {
        const before = formOf(file.draft(), key);
        const form = await change(file, { act: 'fill', key, xml, written });
        const text = { xml: before.xml, written: before.written };
        last.was = { of: nameOf(target, key), revision: form.revision, text };
        return form;
      }),
    unfill: (target, key, revision) =>
      inDraft(inStore, target, async (file) => {
        const { was } = last;
        const isNewest = formOf(file.draft(), key).revision === revision;
        if (was?.of !== nameOf(target, key) || was.revision !== revision || !isNewest)
          throw older();
        const form = await change(file, { act: 'fill', key, ...was.text });
        last.was = undefined;
        return form;
      }),
    setRemoved: (target, key, removed) =>
      inDraft(inStore, target, (file) => change(file, { act: 'remove', key, removed })),
    revert: (target, key) =>
      inStore(target, async (store, mark) => {
        const file = await store.find(mark);
        if (file === undefined) throw gone();
        formOf(file.draft(), key);
        // Without a form there is no draft.
        if (file.draft().forms.size === 1) await store.remove(mark);
        else await file.apply({ act: 'revert', key });
      }),
  };
}

type FormAct = Extract<Act, { readonly act: 'edit' | 'fill' | 'remove' }>;

/** The stores that are open, and their key; both are let go of at once. */
function createStores(needs: FormDraftsNeeds, setAside: string[]) {
  const { folder, now } = needs;
  let open = fresh();
  let tidied: Promise<void> | undefined;
  function fresh() {
    const ending: Ending = needs.isMemory() ? 'memory' : 'draft';
    let held: Buffer | undefined;
    const key = async (make: boolean) => (held ??= await needs.key(make));
    return { ending, key, stores: new Map<string, DraftStore>() };
  }
  return {
    async of(connection: string): Promise<DraftStore> {
      await (tidied ??= removeLost(folder));
      // Another keychain has other keys.
      if ((open.ending === 'memory') !== needs.isMemory()) open = fresh();
      const { ending, key, stores } = open;
      const aside = (name: string) => setAside.push(name);
      const store =
        stores.get(connection) ??
        openDraftStore({ folder, connection, ending, key, now, setAside: aside });
      stores.set(connection, store);
      return store;
    },
    forget: (connection: string) => void open.stores.delete(connection),
    lock() {
      open = fresh();
    },
  };
}

const begun = (mark: Mark, head: DraftHead, form: KeptForm, changed: Date): Draft => ({
  ...mark,
  ...head,
  number: 0,
  changed: changed.toISOString(),
  forms: new Map([[form.key, form]]),
});

const numberOf = (key: string) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0);

function newForm({ written = PLAIN, ...form }: NewForm, key: string): KeptForm {
  if (isTooLarge(form.xml)) throw fileTrouble('too-large');
  const base = form.form === null ? null : baseOf(form.xml);
  return { ...form, key, written, base, revision: 0, removed: false };
}

function bytesOf({ xml, written }: KeptForm): Buffer {
  const bytes = xmlBytes(xml, written);
  if (bytes === undefined)
    throw refusedField('key', 'xml', 'The text has half of a sign, which cannot be written.');
  return bytes;
}

const older = () => conflict('The draft was changed elsewhere meanwhile. Open it again.');
