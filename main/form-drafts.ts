// Forms that a person is filling in, kept on this computer until they are sent: begun from what the platform has, changed edit by edit.
import type { DraftForm, FormDraft, TextChange } from '../preload/contract/form-drafts.ts';
import { Problem } from './problem.ts';

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
export type NewForm = Omit<DraftForm, 'key' | 'revision' | 'changed' | 'removed'>;

/** Every method throws Problem keychain{...} or file{...}; then nothing has changed. */
export interface FormDrafts {
  list(connection: string): Promise<readonly FormDraft[]>;
  open(target: DraftTarget): Promise<FormDraft | undefined>;
  /** Puts a form into the draft, which is begun with it; under the key `new-<n>` where the platform does not have it. */
  put(target: DraftTarget, head: DraftHead, form: NewForm): Promise<DraftForm>;
  /** Problem not-found, conflict when `revision` is not the newest, invalid-input for changes that do not fit the text. */
  edit(
    target: DraftTarget,
    key: string,
    to: { readonly revision: number; readonly changes: readonly TextChange[] },
  ): Promise<DraftForm>;
  fill(target: DraftTarget, key: string, xml: string): Promise<DraftForm>;
  setRemoved(target: DraftTarget, key: string, removed: boolean): Promise<DraftForm>;
  revert(target: DraftTarget, key: string): Promise<void>;
  drop(target: DraftTarget): Promise<void>;
  /** Problem not-found. */
  form(target: DraftTarget, key: string): Promise<DraftForm>;
  /** Lets go of everything in memory, which only an unlocked program may hold. */
  lock(): void;
  /** Names of files that damaged ones were set aside in. */
  readonly setAside: readonly string[];
}

interface Kept {
  readonly head: DraftHead;
  changed: string;
  readonly forms: Map<string, DraftForm & { readonly base: string | null }>;
  made: number;
}

export function createFormDrafts({ now }: { readonly now: () => Date }): FormDrafts {
  const all = new Map<string, Kept>();
  const keyOf = ({ connection, who, message }: DraftTarget) =>
    JSON.stringify([connection, who, message]);
  const find = (target: DraftTarget, key: string) => {
    const kept = all.get(keyOf(target));
    const form = kept?.forms.get(key);
    if (kept === undefined || form === undefined) throw gone();
    return { kept, form };
  };
  const change = (target: DraftTarget, key: string, to: Partial<DraftForm>) => {
    const { kept, form } = find(target, key);
    const next = { ...form, ...to, revision: form.revision + 1 };
    const made = { ...next, changed: next.xml !== next.base };
    kept.forms.set(key, made);
    kept.changed = now().toISOString();
    return shown(made);
  };
  const draftOf = (target: DraftTarget): FormDraft | undefined => {
    const kept = all.get(keyOf(target));
    if (kept === undefined) return undefined;
    const { who, message } = target;
    const forms = [...kept.forms.values()].map(shown);
    return { who, message, ...kept.head, changed: kept.changed, forms };
  };
  return {
    setAside: [],
    async list(connection) {
      return [...all.keys()]
        .map((key) => JSON.parse(key) as [string, string, string])
        .filter(([of]) => of === connection)
        .flatMap(([of, who, message]) => draftOf({ connection: of, who, message }) ?? []);
    },
    open: async (target) => draftOf(target),
    async put(target, head, form) {
      const kept = all.get(keyOf(target)) ?? begun(head, now);
      all.set(keyOf(target), kept);
      const key = form.form ?? `new-${String((kept.made += 1))}`;
      const base = form.form === null ? null : form.xml;
      const made = { ...form, key, revision: 0, changed: base === null, removed: false, base };
      kept.forms.set(key, made);
      return shown(made);
    },
    async edit(target, key, { revision, changes }) {
      const { form } = find(target, key);
      if (form.revision !== revision) throw older();
      return change(target, key, { xml: applied(form.xml, changes) });
    },
    fill: async (target, key, xml) => change(target, key, { xml }),
    setRemoved: async (target, key, removed) => change(target, key, { removed }),
    async revert(target, key) {
      find(target, key).kept.forms.delete(key);
      if (all.get(keyOf(target))?.forms.size === 0) all.delete(keyOf(target));
    },
    async drop(target) {
      all.delete(keyOf(target));
    },
    form: async (target, key) => shown(find(target, key).form),
    lock: () => undefined,
  };
}

const begun = (head: DraftHead, now: () => Date): Kept => ({
  ...{ head, changed: now().toISOString(), forms: new Map(), made: 0 },
});

function shown({ base, ...form }: DraftForm & { readonly base: string | null }): DraftForm {
  void base;
  return form;
}

/** The text after all changes, whose places are those of the text before them. */
export function applied(text: string, changes: readonly TextChange[]): string {
  let at = 0;
  const pieces: string[] = [];
  for (const { from, to, insert } of changes) {
    if (from < at || to < from || to > text.length) throw unfit();
    pieces.push(text.slice(at, from), insert);
    at = to;
  }
  return [...pieces, text.slice(at)].join('');
}

const unfit = () =>
  new Problem({
    kind: 'invalid-input',
    message: 'These changes do not fit the text.',
    fields: { changes: 'out-of-range' },
  });
const older = () =>
  new Problem({
    kind: 'conflict',
    message: 'The draft was changed elsewhere meanwhile. Open it again.',
    reason: '',
  });
const gone = () => new Problem({ kind: 'not-found', message: 'There is no such form in a draft.' });
