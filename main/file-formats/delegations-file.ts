// Delegations as a CSV file: who holds roles and rights of a party, and which.
import type { Holding, RightHolder } from '../../preload/contract/delegations.ts';
import { type Extent, toCsv } from '../storage/csv.ts';

const HEAD = ['holder', 'kind', 'name', 'organisation number', 'national identity number'];
const HELD = ['what', 'id', 'code', 'edition', 'name or action', 'source', 'given by', 'since'];

/** A line for each holder; with what they hold, a line for each role and right, and one for a holder of nothing. */
export function delegationsCsv(
  holders: readonly RightHolder[],
  holdings: readonly Holding[] | undefined,
  completeness?: Extent,
): { readonly text: string; readonly rows: number } {
  const rows =
    holdings === undefined ? holders.map(cellsOf) : holdings.flatMap((held) => linesOf(held));
  return {
    text: toCsv([holdings === undefined ? HEAD : [...HEAD, ...HELD], ...rows], completeness),
    rows: rows.length,
  };
}

const cellsOf = ({ id, kind, name, organisationNumber, identityNumber }: RightHolder) => [
  id,
  kind,
  name,
  organisationNumber ?? '',
  identityNumber ?? '',
];

function linesOf({ holder, roles, rights }: Holding): readonly (readonly string[])[] {
  const lines = [
    ...roles.map((role) => [
      'role',
      role.held ?? '',
      String(role.id),
      '',
      role.name,
      role.type,
      role.delegator,
      role.since ?? '',
    ]),
    ...rights.map((right) => [
      'right',
      right.id ?? '',
      right.serviceCode,
      right.serviceEdition === null ? '' : String(right.serviceEdition),
      right.action.word,
      right.source ?? '',
      '',
      '',
    ]),
  ];
  return (lines.length > 0 ? lines : [HELD.map(() => '')]).map((line) => [
    ...cellsOf(holder),
    ...line,
  ]);
}
