// What is signed of a message (platform.md, States of a message): everything, or items by number, with the locked ones.
import type { FormDraft } from '../../../preload/contract/form-drafts.ts';
import type { Message } from '../../../preload/contract/messages.ts';

export interface SignItem {
  /** Unlike any other of the message. */
  readonly key: string;
  readonly kind: 'form' | 'attachment';
  readonly id: string | null;
  readonly name: string;
  /** Must be among what is signed. */
  readonly locked: boolean;
  /** Whether it is ticked to begin with. */
  readonly preset: boolean;
}

type Content = Pick<Message, 'forms' | 'attachments'>;

export function itemsOf({ forms, attachments }: Content): readonly SignItem[] {
  return [
    ...forms.map(({ id, name }, at) => ({
      key: `form ${at}`,
      kind: 'form' as const,
      id,
      name,
      locked: false,
      preset: true,
    })),
    ...attachments.map(({ id, name, fileName, signingLocked, signedByDefault }, at) => ({
      key: `attachment ${at}`,
      kind: 'attachment' as const,
      id,
      name: fileName || name,
      locked: signingLocked,
      preset: signingLocked || signedByDefault,
    })),
  ];
}

/** SignatureSpec is an array of integers: an id with a letter, or with more digits than fit, cannot be in it. */
function canBeNamed({ id }: SignItem): boolean {
  return id !== null && Number.isSafeInteger(Number(id)) && String(Number(id)) === id;
}

/** Why only all can be signed together; undefined where one can choose. */
export function whyOnlyAll(items: readonly SignItem[]): 'single' | 'unnamed' | undefined {
  if (items.length < 2) return 'single';
  return items.every(canBeNamed) ? undefined : 'unnamed';
}

export const presetOf = (items: readonly SignItem[]): ReadonlySet<string> =>
  new Set(items.filter(({ preset }) => preset).map(({ key }) => key));

/** What is locked stays, whatever is pressed. */
export function toggled(
  items: readonly SignItem[],
  chosen: ReadonlySet<string>,
  key: string,
  on: boolean,
): ReadonlySet<string> {
  const wanted = items.filter((one) => one.locked || (one.key === key ? on : chosen.has(one.key)));
  return new Set(wanted.map((one) => one.key));
}

export type What = 'all' | { readonly forms: string[]; readonly attachments: string[] };

/** As `messages.sign` takes it; undefined where nothing is chosen. */
export function whatOf(
  items: readonly SignItem[],
  chosen: ReadonlySet<string> | 'all',
): What | undefined {
  if (chosen === 'all' || whyOnlyAll(items) !== undefined) return 'all';
  const ids = (kind: SignItem['kind']) =>
    items
      .filter((one) => one.kind === kind && (one.locked || chosen.has(one.key)))
      .flatMap(({ id }) => id ?? []);
  const what = { forms: ids('form'), attachments: ids('attachment') };
  return what.forms.length + what.attachments.length === 0 ? undefined : what;
}

/** Those that are signed by it, in the order of the message. */
export const signedBy = (items: readonly SignItem[], what: What): readonly SignItem[] =>
  what === 'all'
    ? items
    : items.filter(({ kind, id }) =>
        (kind === 'form' ? what.forms : what.attachments).includes(id ?? ''),
      );

/** Whether a message can be signed by its state; `complete-first`: signing completes it, too. */
export type Standing =
  | 'signable'
  | 'complete-first'
  | 'unknown'
  | 'archived'
  | 'deleted'
  | 'correspondence';

export function standingOf({ type, status }: Pick<Message, 'type' | 'status'>): Standing {
  if (type.kind === 'correspondence') return 'correspondence';
  switch (status.state) {
    case 'signing':
      return 'signable';
    case 'filling-in':
      return 'complete-first';
    case 'archived-form':
    case 'archived':
      return 'archived';
    case 'deleted':
      return 'deleted';
    case 'unread':
    case 'read':
    case 'unknown':
      return 'unknown';
  }
}

/** Whether this computer has something that the platform does not: it would not be signed. */
export const isUnsaved = (draft: FormDraft | null): boolean =>
  draft?.forms.some(({ changed, removed, form }) => changed || removed || form === null) ?? false;
