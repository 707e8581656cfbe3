// The plan of saving a form: the forms and attachments afterwards, the calls that are needed, and what prevents them.
import type { DraftForm, FormDraft } from '../../../preload/contract/form-drafts.ts';
import type { Form } from '../../../preload/contract/forms.ts';
import type { AttachmentLink } from '../../../preload/contract/messages.ts';
import { isSameXml } from './line-difference.ts';

/** A form as the platform has it now; its XML where the draft has it too. */
export interface PlatformForm {
  /** Null where the address of the form does not say it. */
  readonly id: string | null;
  readonly name: string;
  readonly type: Form['type'];
  readonly dataFormatId: string | null;
  readonly dataFormatVersion: string | null;
  readonly validationStatus: string | null;
  readonly xml: string | undefined;
}

/** One form as it would be after saving. */
export type FormLine =
  | { readonly kind: 'kept'; readonly key: string; readonly form: PlatformForm }
  | {
      readonly kind: 'changed' | 'removed';
      readonly key: string;
      readonly form: PlatformForm;
      readonly draft: DraftForm;
    }
  | { readonly kind: 'new'; readonly key: string; readonly draft: DraftForm };
export type Choice = 'mine' | 'theirs';

export function formLines(
  forms: readonly PlatformForm[],
  draft: Pick<FormDraft, 'forms'> | null,
): readonly FormLine[] {
  const drafts = draft?.forms ?? [];
  const homes = new Map(drafts.map((one) => [one, homeOf(one, forms, drafts)]));
  const there = forms.map((form): FormLine => {
    const mine = drafts.find((one) => homes.get(one) === form);
    const key = form.id ?? `unnamed ${String(forms.indexOf(form))}`;
    if (mine?.removed === true) return { kind: 'removed', key, form, draft: mine };
    const isChanged = mine?.changed === true && !isSameXml(mine.xml, form.xml ?? '');
    return isChanged ? { kind: 'changed', key, form, draft: mine } : { kind: 'kept', key, form };
  });
  const made = drafts
    .filter((one) => homes.get(one) === undefined && !one.removed && one.changed)
    .map((one): FormLine => ({ kind: 'new', key: one.key, draft: one }));
  return [...there, ...made];
}

/** A message that was replaced has forms under new ids: a main form is still the one main form of its kind. */
function homeOf(
  draft: DraftForm,
  forms: readonly PlatformForm[],
  drafts: readonly DraftForm[],
): PlatformForm | undefined {
  if (draft.form === null) return undefined;
  const found = forms.find(({ id }) => id === draft.form);
  if (found !== undefined || draft.type !== 'main-form') return found;
  const alike = forms.filter(
    ({ id, type, dataFormatId }) =>
      type === 'main-form' &&
      dataFormatId === draft.dataFormatId &&
      !drafts.some((one) => one.form === id),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** With a choice for what somebody else has changed meanwhile: theirs means that the platform's form stays. */
export function chosenLines(
  lines: readonly FormLine[],
  choices: ReadonlyMap<string, Choice>,
): readonly FormLine[] {
  return lines.map((line) =>
    (line.kind === 'changed' || line.kind === 'removed') && choices.get(line.key) === 'theirs'
      ? { kind: 'kept', key: line.key, form: line.form }
      : line,
  );
}

/** Those that would change something at the platform. */
export const changing = (lines: readonly FormLine[]): readonly FormLine[] =>
  lines.filter(({ kind }) => kind !== 'kept');

interface Content {
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
  readonly draft: string;
}
export type FormOfWhole =
  | { readonly kept: string }
  | (Content & { readonly type: 'main-form' | 'sub-form'; readonly replaces?: string });
export type Step =
  | (Content & { readonly do: 'replace'; readonly form: string; readonly name: string })
  | (Content & { readonly do: 'add'; readonly name: string })
  | { readonly do: 'remove'; readonly form: string; readonly draft: string; readonly name: string };

/** Why not everything can be sent in one call. */
export type Obstacle =
  | 'large-attachments'
  | 'unnamed-attachments'
  | 'unnamed-forms'
  | 'unknown-forms'
  | 'no-types';
/** Why nothing can be sent. */
export type Refusal = 'types-needed' | 'unknown-format' | 'no-forms' | 'whole-impossible';

export type Plan =
  | {
      readonly way: 'whole';
      readonly forms: readonly FormOfWhole[];
      readonly attachments: readonly { readonly kept: string; readonly type: string }[];
      readonly drop: { readonly forms: readonly string[] };
    }
  | {
      readonly way: 'steps';
      readonly because: readonly Obstacle[];
      readonly steps: readonly Step[];
    }
  | {
      readonly way: 'none';
      readonly refusal: Refusal;
      readonly because: readonly Obstacle[];
    };

export interface PlanNeeds {
  readonly lines: readonly FormLine[];
  readonly attachments: readonly AttachmentLink[];
  /** The type of an attachment, as far as it is known. */
  readonly typeOf: (attachment: AttachmentLink) => string | undefined;
  /** Whether the rules of the service name types at all. */
  readonly hasTypes: boolean;
  readonly then: 'fill-in' | 'await-signature';
}

const MIB = 1024 * 1024;
/** Base64 of all attachments of one body; main refuses more. */
const BODY_BYTES = 16 * MIB;

export function planOf(needs: PlanNeeds): Plan {
  const { lines, then } = needs;
  const because = obstaclesOf(needs);
  const sent = changing(lines).filter((line) => line.kind === 'changed' || line.kind === 'new');
  if (sent.some((line) => 'draft' in line && contentOf(line.draft) === undefined))
    return { way: 'none', refusal: 'unknown-format', because: [] };
  if (because.length > 0)
    return then === 'fill-in'
      ? { way: 'steps', because, steps: stepsOf(lines) }
      : { way: 'none', refusal: 'whole-impossible', because };
  if (lines.every(({ kind }) => kind === 'removed'))
    return { way: 'none', refusal: 'no-forms', because: [] };
  return wholeOf(needs);
}

function wholeOf({ lines, attachments, typeOf }: PlanNeeds): Plan {
  const kept = attachments.flatMap((one) => {
    const type = typeOf(one);
    return one.id === null || type === undefined ? [] : [{ kept: one.id, type }];
  });
  if (kept.length < attachments.length)
    return { way: 'none', refusal: 'types-needed', because: [] };
  return {
    way: 'whole',
    forms: lines.flatMap((line) => formOfWhole(line) ?? []),
    attachments: kept,
    drop: {
      forms: lines.flatMap((line) => (line.kind === 'removed' ? (line.form.id ?? []) : [])),
    },
  };
}

function formOfWhole(line: FormLine): FormOfWhole | undefined {
  switch (line.kind) {
    case 'kept':
      return line.form.id === null ? undefined : { kept: line.form.id };
    case 'removed':
      return undefined;
    case 'changed':
    case 'new': {
      const content = contentOf(line.draft);
      if (content === undefined) return undefined;
      const type = line.draft.type === 'main-form' ? 'main-form' : 'sub-form';
      const replaces = line.kind === 'changed' ? line.form.id : null;
      return { ...content, type, ...(replaces !== null && { replaces }) };
    }
  }
}

function contentOf({ dataFormatId, dataFormatVersion, key }: DraftForm): Content | undefined {
  if (dataFormatId === null || dataFormatVersion === null) return undefined;
  return { dataFormatId, dataFormatVersion, draft: key };
}

/** Replaced first, taken away last: cut off in between, nothing is lost. */
function stepsOf(lines: readonly FormLine[]): readonly Step[] {
  const steps = changing(lines).flatMap((line): readonly Step[] => {
    if (line.kind === 'kept') return [];
    const content = contentOf(line.draft);
    if (line.kind === 'new')
      return content === undefined ? [] : [{ do: 'add', ...content, name: line.draft.name }];
    const { id, name } = line.form;
    if (id === null) return [];
    if (line.kind === 'removed') return [{ do: 'remove', form: id, draft: line.draft.key, name }];
    return content === undefined ? [] : [{ do: 'replace', form: id, ...content, name }];
  });
  const order = ['replace', 'add', 'remove'];
  return steps.toSorted((a, b) => order.indexOf(a.do) - order.indexOf(b.do));
}

function obstaclesOf({ lines, attachments, typeOf, hasTypes }: PlanNeeds): readonly Obstacle[] {
  const encoded = attachments.reduce((sum, { bytes }) => sum + Math.ceil((bytes ?? 0) / 3) * 4, 0);
  const isLarge = ({ bytes }: AttachmentLink) => bytes !== null && bytes > MIB;
  const kept = lines.filter((line) => line.kind === 'kept');
  const found: readonly (readonly [Obstacle, boolean])[] = [
    ['large-attachments', attachments.some(isLarge) || encoded > BODY_BYTES],
    ['unnamed-attachments', attachments.some(({ id }) => id === null)],
    ['unnamed-forms', lines.some((line) => line.kind !== 'new' && line.form.id === null)],
    ['unknown-forms', kept.some(({ form }) => isUnknown(form))],
    ['no-types', !hasTypes && attachments.some((one) => typeOf(one) === undefined)],
  ];
  return found.filter(([, isThere]) => isThere).map(([obstacle]) => obstacle);
}

/** Main sends a kept form again as what it is; of these the platform does not say what they are. */
const isUnknown = ({ type, dataFormatId, dataFormatVersion }: PlatformForm) =>
  type === 'unknown' || dataFormatId === null || dataFormatVersion === null;

export type Found = 'done' | 'not-done' | 'other';

/**
 * After an answer that was lost: what was sent is all there, nothing has changed since, or it is something else. `forms` have
 * their XML.
 */
export function foundAfter(
  sent: readonly FormLine[],
  now: { readonly forms: readonly PlatformForm[]; readonly lastChanged: string | null },
  expected: string | null,
): Found {
  const isThere = (draft: DraftForm) =>
    now.forms.some(
      ({ dataFormatId, xml }) =>
        dataFormatId === draft.dataFormatId && xml !== undefined && isSameXml(xml, draft.xml),
    );
  const wanted = sent.filter(({ kind }) => kind !== 'removed').length;
  const written = sent.flatMap((line) =>
    line.kind === 'changed' || line.kind === 'new' ? [line.draft] : [],
  );
  if (expected !== null && now.lastChanged === expected) return 'not-done';
  return now.forms.length === wanted && written.every(isThere) ? 'done' : 'other';
}

/** Keys of new forms that are there now and were not before, with the very content: they must not be added again. */
export function foundAdded(
  sent: readonly FormLine[],
  now: readonly PlatformForm[],
): readonly string[] {
  const before = new Set(sent.flatMap((line) => (line.kind === 'new' ? [] : [line.form.id])));
  const added = now.filter(({ id }) => !before.has(id));
  return sent.flatMap((line) => {
    if (line.kind !== 'new') return [];
    const { draft } = line;
    const found = added.findIndex(
      ({ dataFormatId, xml }) =>
        dataFormatId === draft.dataFormatId && xml !== undefined && isSameXml(xml, draft.xml),
    );
    if (found >= 0) added.splice(found, 1);
    return found >= 0 ? [line.key] : [];
  });
}
