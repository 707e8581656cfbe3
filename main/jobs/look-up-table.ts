// Results of look-ups as a table: one row for each contact, or one for an organisation without any.
import type { LookUpResult } from '../../preload/contract/service-owner.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

type Contact = NonNullable<LookUpResult['officialContacts']>[number];

const TIME = 24;
const BEFORE_NUMBER: readonly XlsxColumn[] = [
  { heading: 'organisation number', width: 20 },
  { heading: 'name', width: 36 },
  { heading: 'form', width: 8 },
  { heading: 'last changed', width: TIME },
  { heading: 'last confirmed', width: TIME },
  { heading: 'contact', width: 10 },
  { heading: 'person', width: 28 },
];
const NUMBER: XlsxColumn = { heading: 'national identity number', width: 24 };
const AFTER_NUMBER: readonly XlsxColumn[] = [
  { heading: 'e-mail', width: 36 },
  { heading: 'e-mail changed', width: TIME },
  { heading: 'mobile number', width: 18 },
  { heading: 'mobile number changed', width: TIME },
];

export interface ResultTable {
  readonly columns: readonly XlsxColumn[];
  rowsOf(result: LookUpResult): string[][];
}

/** Without numbers there is no column for them. */
export function resultTable(withNumbers: boolean): ResultTable {
  const number = (one: string | null) => (withNumbers ? [one ?? ''] : []);
  return {
    columns: [...BEFORE_NUMBER, ...(withNumbers ? [NUMBER] : []), ...AFTER_NUMBER],
    rowsOf({ organisation, officialContacts, personalContacts }) {
      const head = [
        ...[organisation.organisationNumber, organisation.name, organisation.form ?? ''],
        ...[organisation.lastChanged ?? '', organisation.lastConfirmed ?? ''],
      ];
      const official = (officialContacts ?? []).map((one) => [
        ...[...head, 'official', '', ...number(null), ...pointsOf(one)],
      ]);
      const personal = (personalContacts ?? []).map((one) => [
        ...[...head, 'personal', one.name, ...number(one.identityNumber), ...pointsOf(one)],
      ]);
      const none = [...head, '', '', ...number(null), '', '', '', ''];
      return official.length + personal.length > 0 ? [...official, ...personal] : [none];
    },
  };
}

const pointsOf = ({ email, emailChanged, mobileNumber, mobileNumberChanged }: Contact) =>
  [email, emailChanged, mobileNumber, mobileNumberChanged].map((cell) => cell ?? '');
