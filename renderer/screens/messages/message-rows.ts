// The rows of a folder: which messages are in it, filtered, searched and sorted.
import type { FormDraftSummary } from '../../../preload/contract/form-drafts.ts';
import type { MessageChange } from '../../../preload/contract/jobs.ts';
import type { MessageStatus, MessageSummary } from '../../../preload/contract/messages.ts';
import { folded } from '../../state/palette.ts';
import type { Folder } from './places.ts';

const STATES: Readonly<Record<Folder, readonly MessageStatus['state'][]>> = {
  // A state nobody knows is shown where a person looks first, in the platform's own word.
  inbox: ['unread', 'read', 'unknown'],
  'work-list': ['filling-in', 'signing'],
  archive: ['archived-form', 'archived'],
  trash: ['deleted'],
};
const FOLDER_OF = new Map(
  (Object.keys(STATES) as Folder[]).flatMap((folder) =>
    STATES[folder].map((state) => [state, folder] as const),
  ),
);

export const folderOf = ({ status }: Pick<MessageSummary, 'status'>): Folder =>
  FOLDER_OF.get(status.state) ?? 'inbox';

/** Parts of a folder, the whole of it first. */
export const PARTS = {
  inbox: ['all', 'unread'],
  'work-list': ['all', 'filling-in', 'signing'],
  archive: ['all', 'forms', 'correspondence'],
  trash: ['all'],
} as const satisfies Record<Folder, readonly string[]>;
export type Part = (typeof PARTS)[Folder][number];

export function isInPart({ status, type }: MessageSummary, part: Part): boolean {
  switch (part) {
    case 'all':
      return true;
    case 'unread':
    case 'filling-in':
    case 'signing':
      return status.state === part;
    case 'forms':
      return status.state === 'archived-form' || type.kind === 'form-task';
    case 'correspondence':
      return type.kind === 'correspondence';
  }
}

export const COLUMNS = ['last-changed', 'subject', 'sender'] as const;
export type Column = (typeof COLUMNS)[number];
export interface Sorting {
  readonly column: Column;
  readonly rising: boolean;
}
export const USUAL_SORTING: Sorting = { column: 'last-changed', rising: false };

/** What waits for a person, by folder. */
export function waitingIn(messages: readonly MessageSummary[]) {
  const of = (...parts: readonly Part[]) =>
    messages.filter((one) => parts.some((part) => isInPart(one, part))).length;
  return { inbox: of('unread'), 'work-list': of('filling-in', 'signing') };
}

/** What was remembered, where it is still a way to sort. */
export function sortingOf(
  kept: { readonly column: string; readonly rising: boolean } | undefined,
): Sorting {
  const column = COLUMNS.find((one) => one === kept?.column);
  return column === undefined || kept === undefined
    ? USUAL_SORTING
    : { column, rising: kept.rising };
}

/** Who a person sees as the one it is from. */
export const fromWhom = ({ sender, serviceOwner }: MessageSummary): string =>
  (sender ?? serviceOwner ?? '').trim();

export const serviceOf = ({ serviceCode, serviceEdition }: MessageSummary): string =>
  serviceCode === null
    ? ''
    : serviceEdition === null
      ? serviceCode
      : `${serviceCode}/${String(serviceEdition)}`;

/** A message with what it is found by, folded once and not at each key press. */
export interface Findable {
  readonly message: MessageSummary;
  readonly key: string;
  /** When it was last changed, in milliseconds. */
  readonly time: number;
}
export const findable = (message: MessageSummary): Findable => ({
  message,
  time: timeOf(message),
  key: folded(
    [
      message.row?.title ?? '',
      message.subject,
      message.sender ?? '',
      message.serviceOwner ?? '',
      serviceOf(message),
    ].join(' '),
  ),
});

export function foundBy(messages: readonly Findable[], typed: string): readonly Findable[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return messages;
  return messages.filter(({ key }) => words.every((word) => key.includes(word)));
}

/** What has no time is older than all that has one. */
const timeOf = ({ lastChanged }: MessageSummary): number => {
  const time = Date.parse(lastChanged ?? '');
  return Number.isNaN(time) ? 0 : time;
};

/** Only what a line shows: a message that was read has its body with it, which a list of thousands must not hold. */
export const summaryOf = (message: MessageSummary): MessageSummary => ({
  id: message.id,
  subject: message.subject,
  status: message.status,
  type: message.type,
  lastChanged: message.lastChanged,
  lastChangedBy: message.lastChangedBy,
  serviceOwner: message.serviceOwner,
  sender: message.sender,
  serviceCode: message.serviceCode,
  serviceEdition: message.serviceEdition,
  replyOptions: message.replyOptions,
  originalId: message.originalId,
  row: message.row,
});

/** The list after a job has done this to some of it. The platform's word for the state comes with the next reading. */
export function changedBy(
  messages: readonly MessageSummary[],
  change: MessageChange,
  ids: readonly string[],
): MessageSummary[] {
  const changed = new Set(ids);
  if (change === 'delete') return messages.filter(({ id }) => !changed.has(id));
  return messages.map((one) =>
    changed.has(one.id) && one.status.state === 'unread'
      ? { ...one, status: { state: 'read', word: one.status.word } }
      : one,
  );
}

/** Who comes into the place of one that goes: the next, else the one before. */
export function neighbour(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id);
  return at === -1 ? null : (ids[at + 1] ?? ids[at - 1] ?? null);
}

/** Drafts of this party by message, and those whose message the work list does not have. */
export function draftsIn(
  drafts: readonly FormDraftSummary[],
  who: string,
  messages: readonly MessageSummary[],
): { readonly kept: ReadonlySet<string>; readonly left: readonly FormDraftSummary[] } {
  const ours = drafts.filter((draft) => draft.who === who);
  const open = new Set(messages.filter((one) => folderOf(one) === 'work-list').map(({ id }) => id));
  return {
    kept: new Set(ours.map(({ message }) => message)),
    left: ours.filter(({ message }) => !open.has(message)),
  };
}
