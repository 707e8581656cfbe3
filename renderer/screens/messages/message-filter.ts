// The filter sent to the platform: the fields of a form and their OData expression (platform.md, Lists).
import type { MessageStatus, MessageSummary } from '../../../preload/contract/messages.ts';

export interface PlatformFilter {
  readonly serviceOwner: string;
  readonly subject: string;
  readonly serviceCode: string;
  readonly serviceEdition: string;
  readonly type: '' | 'FormTask' | 'Correspondence';
  /** As the platform says it. */
  readonly status: string;
  /** Days as yyyy-mm-dd by the platform's clock, both included. */
  readonly after: string;
  readonly before: string;
}
export type FilterState = Exclude<MessageStatus['state'], 'deleted' | 'unknown'>;

export const NO_FILTER: PlatformFilter = {
  serviceOwner: '',
  subject: '',
  serviceCode: '',
  serviceEdition: '',
  type: '',
  status: '',
  after: '',
  before: '',
};

/** platform.md, States of a message. The platform translates its words: those it used in the list come before these. */
const WORDS: Readonly<Record<FilterState, string>> = {
  unread: 'Ulest',
  read: 'Lest',
  'filling-in': 'Utfylling',
  signing: 'Signering',
  'archived-form': 'Sendt og arkivert',
  archived: 'Arkivert',
};
export const FILTER_STATES = Object.keys(WORDS) as FilterState[];

export function wordFor(state: FilterState, messages: readonly MessageSummary[]): string {
  return messages.find(({ status }) => status.state === state)?.status.word ?? WORDS[state];
}

/** Undefined where nothing is left out. */
export function expressionOf(filter: PlatformFilter): string | undefined {
  const { serviceOwner, subject, serviceCode, serviceEdition, type, status } = filter;
  const parts = [
    given(serviceOwner, (owner) => `ServiceOwner eq ${text(owner)}`),
    given(subject, (part) => `substringof(${text(part)}, Subject)`),
    given(serviceCode, (code) => `ServiceCode eq ${text(code)}`),
    given(
      /^\d{1,9}$/.test(serviceEdition.trim()) ? serviceEdition : '',
      (edition) =>
        // Without leading zeros, which are no number in OData.
        `ServiceEdition eq ${String(Number(edition))}`,
    ),
    given(type, (kind) => `Type eq ${text(kind)}`),
    given(status, (word) => `Status eq ${text(word)}`),
    given(day(filter.after, 0), (from) => `LastChangedDateTime ge DateTime'${from}'`),
    given(day(filter.before, 1), (to) => `LastChangedDateTime lt DateTime'${to}'`),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' and ');
}

/** How many fields are filled in. */
export const fieldsIn = (filter: PlatformFilter): number =>
  (Object.keys(NO_FILTER) as (keyof PlatformFilter)[]).filter((name) => filter[name].trim() !== '')
    .length;

export const editionProblem = ({ serviceEdition }: PlatformFilter): 'not-a-number' | undefined =>
  /^\d{0,9}$/.test(serviceEdition.trim()) ? undefined : 'not-a-number';

const given = (value: string, part: (value: string) => string): string | undefined =>
  value.trim() === '' ? undefined : part(value.trim());

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Midnight at the beginning of a day, so many days later, without a zone: the platform's own clock. */
function day(written: string, later: number): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(written);
  if (parts === null) return '';
  const [year, month, date] = parts.slice(1).map(Number);
  const time = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later));
  return Number.isNaN(time.getTime()) ? '' : `${time.toISOString().slice(0, 10)}T00:00:00`;
}
