// The words for a message on screen: subject, type and status in plain language, and the shapes that go with them.
import type { JobRow } from '../../../preload/contract/jobs.ts';
import type { MessageStatus, MessageSummary } from '../../../preload/contract/messages.ts';
import type { IconName } from '../../components/icons.ts';
import type { Texts } from '../../texts/en.ts';
import type { language } from '../../texts/language.svelte.ts';
import { neutralLine } from './body-text.ts';

type Language = Pick<typeof language, 't' | 'format'>;

/** A word nobody knows is shown as the platform says it. */
export function statusWord({ status }: Pick<MessageSummary, 'status'>, { messages: t }: Texts) {
  return status.state === 'unknown'
    ? neutralLine(status.word).trim() || t.noWord
    : t.states[status.state];
}

export function typeWord({ type }: Pick<MessageSummary, 'type'>, { messagePane: t }: Texts) {
  const own = neutralLine(type.word).trim();
  return type.kind === 'unknown' && own !== '' ? own : t.types[type.kind];
}

/** Of many that the platform calls the same, the line of the spreadsheet comes first, which tells them apart. */
export function subjectOf(
  { subject, row }: Pick<MessageSummary, 'subject' | 'row'>,
  { messages: t, manyForms }: Texts,
): string {
  const own = neutralLine(subject).trim() || t.noSubject;
  return row === undefined ? own : manyForms.called(row.line, neutralLine(row.title), own);
}

/** One of several forms of a service: what it is called, when it was changed, and its state. */
export const earlierWords = (message: MessageSummary, { t, format }: Language): string =>
  [subjectOf(message, t), format.dateTime(message.lastChanged), statusWord(message, t)].join(' · ');

/** Of a job about messages. */
export const titleOfRow = ({ title = '', subject }: JobRow): string => title || subject;

export function iconOf({ type, status }: Pick<MessageSummary, 'type' | 'status'>): IconName {
  if (status.state === 'deleted') return 'trash';
  if (type.kind === 'form-task') return status.state === 'signing' ? 'sign' : 'fileText';
  return status.state === 'unread' ? 'envelope' : 'envelopeOpen';
}

/** As in the rows of the list. */
export const TONES = {
  unread: 'info',
  read: 'unknown',
  'filling-in': 'info',
  signing: 'warning',
  'archived-form': 'ok',
  archived: 'ok',
  deleted: 'unknown',
  unknown: 'unknown',
} as const satisfies Record<MessageStatus['state'], string>;

/** What the platform found when it checked a form; its own word where the meaning is not known. */
const VALIDATIONS: Readonly<Record<string, 'notvalidated' | 'ok'>> = {
  notvalidated: 'notvalidated',
  ok: 'ok',
};

export function validationWords(word: string | null, { messagePane }: Texts): string {
  const { none, validations } = messagePane.forms;
  if (word === null) return none;
  const known = VALIDATIONS[word.trim().toLowerCase()];
  return known === undefined ? word : validations[known];
}
