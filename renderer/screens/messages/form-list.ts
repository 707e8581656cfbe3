// The forms of a message as one list: those on the platform, as the draft changes them, and those new in the draft.
import type { DraftForm } from '../../../preload/contract/form-drafts.ts';
import type { Form } from '../../../preload/contract/forms.ts';
import type { Message } from '../../../preload/contract/messages.ts';
import type { Service } from '../../../preload/contract/metadata.ts';

export type FormStatus = 'unchanged' | 'changed' | 'new' | 'removed' | 'gone' | 'unnamed';

export interface FormRow {
  /** As the draft names it; null where the platform gives no id: then it cannot be asked for. */
  readonly key: string | null;
  /** The platform's id; null for one that is only here. */
  readonly form: string | null;
  readonly name: string;
  readonly type: Form['type'];
  readonly format: Format | null;
  readonly status: FormStatus;
  /** The platform's own word on it. */
  readonly validation: string | null;
}
export interface Format {
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}

export interface FormSources {
  readonly message: Pick<Message, 'forms'> | undefined;
  readonly draft: readonly Omit<DraftForm, 'xml'>[];
  /** What the platform said of each form, by its id. */
  readonly facts: ReadonlyMap<string, Form>;
  /** Whether it is other than at the platform, where that is newer than the draft that was read. */
  readonly changed: ReadonlyMap<string, boolean>;
}

/** The main form first, as it is filled in first. */
export function formRows(sources: FormSources): readonly FormRow[] {
  const { message, draft } = sources;
  const links = message?.forms ?? [];
  const there = new Set(links.flatMap(({ id }) => id ?? []));
  const ofPlatform = links.map(({ id, name }): FormRow => {
    const kept = draft.find(({ form }) => form !== null && form === id);
    return rowOf(sources, { key: id, form: id, name }, kept);
  });
  const ofDraft = draft
    .filter(({ form }) => form === null || !there.has(form))
    .map((kept) => {
      const row = rowOf(sources, { key: kept.key, form: kept.form, name: kept.name }, kept);
      const isGone = kept.form !== null && message !== undefined;
      return isGone ? { ...row, status: 'gone' as const } : row;
    });
  const rank = ({ type }: FormRow) => (type === 'main-form' ? 0 : 1);
  return [...ofPlatform, ...ofDraft].toSorted((a, b) => rank(a) - rank(b));
}

/** Sub-forms stand below the main form; without one, nothing stands below anything. */
export function subFormsIn(rows: readonly FormRow[]): {
  readonly top: readonly FormRow[];
  readonly below: ReadonlyMap<FormRow, readonly FormRow[]>;
} {
  const main = rows.find(({ type }) => type === 'main-form');
  if (main === undefined) return { top: rows, below: new Map() };
  const subs = rows.filter(({ type }) => type === 'sub-form');
  return {
    top: rows.filter(({ type }) => type !== 'sub-form'),
    below: new Map([[main, subs]]),
  };
}

function rowOf(
  { facts, changed }: FormSources,
  about: Pick<FormRow, 'key' | 'form' | 'name'>,
  kept: Omit<DraftForm, 'xml'> | undefined,
): FormRow {
  const fact = about.form === null ? undefined : facts.get(about.form);
  const known = kept ?? fact;
  const { dataFormatId: id = null, dataFormatVersion: version = null } = known ?? {};
  const name = [about.name, known?.name ?? ''].map((one) => one.trim()).find((one) => one !== '');
  return {
    ...about,
    name: name ?? '',
    type: known?.type ?? 'unknown',
    format:
      id === null || version === null ? null : { dataFormatId: id, dataFormatVersion: version },
    status: statusOf(about, kept, changed),
    validation: fact?.validationStatus ?? null,
  };
}

function statusOf(
  { key, form }: Pick<FormRow, 'key' | 'form'>,
  kept: Omit<DraftForm, 'xml'> | undefined,
  changed: ReadonlyMap<string, boolean>,
): FormStatus {
  if (key === null) return 'unnamed';
  if (kept?.removed === true) return 'removed';
  if (form === null) return 'new';
  return (changed.get(key) ?? kept?.changed ?? false) ? 'changed' : 'unchanged';
}

/** Forms of the service that a message may have besides its main form. */
export const subFormsOf = (service: Pick<Service, 'forms'> | undefined): Service['forms'] =>
  (service?.forms ?? []).filter(({ formType }) => formType.trim().toLowerCase() !== 'mainform');

/** Why nothing of the message can be changed any more; undefined where it can, or the platform must decide. */
export function whyFixed(
  message: Pick<Message, 'status' | 'type'> | undefined,
): 'letter' | 'archived' | 'deleted' | undefined {
  if (message === undefined) return undefined;
  if (message.type.kind === 'correspondence') return 'letter';
  switch (message.status.state) {
    case 'filling-in':
    case 'signing':
    case 'unknown':
      return undefined;
    case 'deleted':
      return 'deleted';
    case 'archived-form':
    case 'archived':
    case 'unread':
    case 'read':
      return 'archived';
  }
}

/** One text in the place of another as one change of what differs. */
export function replacing(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  if (from === before.length && from === after.length) return [];
  return [{ from, to: before.length - same, insert: after.slice(from, after.length - same) }];
}
