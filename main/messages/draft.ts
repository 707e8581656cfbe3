// A draft as the steps that made it: one function applies a step, when a person does it and when it is read again.
import { createHash } from 'node:crypto';
import {
  type DraftForm,
  type DraftLoss,
  draftForm,
  type FormDraft,
  formDraft,
  type FormDraftSummary,
  textChange,
} from '../../preload/contract/form-drafts.ts';
import { instant, z } from '../../preload/contract/schema.ts';
import { FORM_BYTES } from './content.ts';
import { written } from './xml-bytes.ts';
import { fileTrouble } from '../storage/disk.ts';
import { notFound, refusedField } from '../problems.ts';

/** Of the text that the platform had: enough to tell whether ours is another one. */
const base = z.object({ length: z.number().int(), sha256: z.string() });

const keptForm = draftForm.omit({ changed: true }).extend({ base: base.nullable(), written });
export type KeptForm = z.infer<typeof keptForm>;

const whole = z.object({
  /** Where the connection led: nobody else sees the draft (CCH-01). */
  owner: z.string(),
  ...formDraft.omit({ changed: true, forms: true }).shape,
  forms: z.array(keptForm),
});

const act = z.discriminatedUnion('act', [
  /** The draft as it is: its first step, and what stands for all steps before it. */
  z.object({ act: z.literal('whole'), draft: whole }),
  z.object({ act: z.literal('put'), form: keptForm }),
  z.object({ act: z.literal('edit'), key: z.string(), changes: z.array(textChange) }),
  z.object({ act: z.literal('fill'), key: z.string(), xml: z.string(), written }),
  z.object({ act: z.literal('remove'), key: z.string(), removed: z.boolean() }),
  z.object({ act: z.literal('revert'), key: z.string() }),
]);
export type Act = z.infer<typeof act>;

/** `number` has no gap: after one that is missing, nothing fits any more. */
const step = z.object({ number: z.number().int(), at: instant, act });
export type Step = z.infer<typeof step>;

export interface Draft {
  readonly owner: string;
  readonly who: string;
  readonly message: string;
  readonly subject: string;
  readonly expected: string | null;
  readonly changed: string;
  readonly lost?: DraftLoss | undefined;
  /** By their keys, in the order in which they were put. */
  readonly forms: ReadonlyMap<string, KeptForm>;
  /** Number of the last step. */
  readonly number: number;
}

/** The same draft, which says of itself that later steps could not be read (FLT-06). */
export function withLoss(
  draft: Draft,
  values: readonly unknown[],
  found: { readonly file: string; readonly at: Date },
): Draft {
  const numbers = values.map((value) => step.safeParse(value).data?.number ?? 0);
  const { lost, changed: until } = draft;
  return {
    ...draft,
    lost: {
      at: found.at.toISOString(),
      until,
      steps: (lost?.steps ?? 0) + Math.max(0, ...numbers.map((number) => number - draft.number)),
      files: [...(lost?.files ?? []), found.file],
    },
  };
}

/** The draft that these steps make, and whether each of them was one that follows the one before. */
export function replayed(values: readonly unknown[]): {
  readonly draft: Draft | undefined;
  readonly whole: boolean;
} {
  let draft: Draft | undefined;
  for (const value of values) {
    const { data } = step.safeParse(value);
    const next = data && followed(draft, data);
    if (next === undefined) return { draft, whole: false };
    draft = next;
  }
  return { draft, whole: draft !== undefined };
}

function followed(draft: Draft | undefined, made: Step): Draft | undefined {
  if (draft === undefined)
    return made.act.act === 'whole' ? begun(made, made.act.draft) : undefined;
  if (made.number !== draft.number + 1) return undefined;
  try {
    return after(draft, made);
  } catch {
    return undefined;
  }
}

function begun({ number, at }: Step, { forms, ...head }: z.infer<typeof whole>): Draft {
  return { ...head, number, changed: at, forms: new Map(forms.map((form) => [form.key, form])) };
}

/** The step that says all of a draft at once. */
export function wholeStep({ number, changed, forms, ...head }: Draft): Step {
  const draft = { ...head, forms: [...forms.values()] };
  return { number, at: changed, act: { act: 'whole', draft } };
}

/** Problem not-found, invalid-input, file{too-large}: then the step cannot be taken. */
export function after(draft: Draft, { number, at, act: made }: Step): Draft {
  const forms = new Map(draft.forms);
  switch (made.act) {
    case 'whole':
      return begun({ number, at, act: made }, made.draft);
    case 'put':
      forms.set(made.form.key, made.form);
      break;
    case 'revert':
      formOf(draft, made.key);
      forms.delete(made.key);
      break;
    default:
      forms.set(made.key, changed(formOf(draft, made.key), made));
  }
  return { ...draft, number, changed: at, forms };
}

type FormAct = Extract<Act, { readonly act: 'edit' | 'fill' | 'remove' }>;

function changed(form: KeptForm, made: FormAct): KeptForm {
  const revision = form.revision + 1;
  switch (made.act) {
    case 'edit': {
      const xml = applied(form.xml, made.changes);
      if (isTooLarge(xml)) throw unfit('too-long');
      return { ...form, revision, xml };
    }
    case 'fill':
      if (isTooLarge(made.xml)) throw fileTrouble('too-large');
      return { ...form, revision, xml: made.xml, written: made.written };
    case 'remove':
      return { ...form, revision, removed: made.removed };
  }
}

/** Problem not-found. */
export function formOf({ forms }: Draft, key: string): KeptForm {
  const form = forms.get(key);
  if (form === undefined) throw gone();
  return form;
}

export function shownForm({ base: had, written: how, ...form }: KeptForm): DraftForm {
  void how;
  return { ...form, changed: had === null || !isText(had, form.xml) };
}

export function shownDraft({
  lost,
  forms,
  who,
  message,
  subject,
  expected,
  changed: changedAt,
}: Draft): FormDraft {
  return {
    who,
    message,
    subject,
    expected,
    changed: changedAt,
    lost,
    forms: [...forms.values()].map(shownForm),
  };
}

export type Summary = Omit<FormDraftSummary, 'environment'>;
export function summaryOf(draft: Draft): Summary {
  const { forms, who, message, subject, changed: changedAt, lost } = draft;
  const others = [...forms.values()].filter((form) => form.removed || shownForm(form).changed);
  return { who, message, subject, changed: changedAt, forms: others.length, lost };
}

export const baseOf = (xml: string): z.infer<typeof base> => ({
  length: xml.length,
  sha256: sumOf(xml),
});
/** Most texts differ in their length already: the sum of a long one is not made at each key press. */
const isText = ({ length, sha256 }: z.infer<typeof base>, xml: string) =>
  length === xml.length && sha256 === sumOf(xml);
/** Over UTF-16, in which texts that are no Unicode differ too. */
const sumOf = (xml: string) =>
  createHash('sha256').update(Buffer.from(xml, 'utf16le')).digest('base64');

/** The text after all changes, whose places are those of the text before them. Problem invalid-input. */
export function applied(text: string, changes: readonly z.infer<typeof textChange>[]): string {
  let index = 0;
  const pieces: string[] = [];
  for (const { from, to, insert } of changes) {
    if (from < index || to < from || to > text.length) throw unfit('out-of-range');
    pieces.push(text.slice(index, from), insert);
    index = to;
  }
  return [...pieces, text.slice(index)].join('');
}

/** One sign in UTF-16 is three bytes at most. */
export const isTooLarge = (xml: string) =>
  xml.length > FORM_BYTES / 3 && Buffer.byteLength(xml) > FORM_BYTES;

const unfit = (problem: 'out-of-range' | 'too-long') =>
  refusedField('changes', problem, 'These changes do not fit the text.');
export const gone = () => notFound('There is no such form in a draft.');
