// Who holds roles and rights of a party, and which, as the rows of a table.
import type { Holding, RightHolder } from '../../preload/contract/delegations.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

const HEAD: readonly XlsxColumn[] = [
  { heading: 'holder', width: 14 },
  { heading: 'kind', width: 16 },
  { heading: 'name', width: 32 },
  { heading: 'organisation number', width: 20 },
  { heading: 'national identity number', width: 24 },
];
const HELD: readonly XlsxColumn[] = [
  { heading: 'what', width: 8 },
  { heading: 'id', width: 12 },
  { heading: 'code', width: 12 },
  { heading: 'edition', width: 10 },
  { heading: 'name or action', width: 36 },
  { heading: 'source', width: 24 },
  { heading: 'given by', width: 28 },
  { heading: 'since', width: 24 },
];

interface Rows {
  readonly columns: readonly XlsxColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** A line for each holder; with what they hold, a line for each role and right, and one for a holder of nothing. */
export const delegationsTable = (
  holders: readonly RightHolder[],
  holdings: readonly Holding[] | undefined,
): Rows =>
  holdings === undefined
    ? { columns: HEAD, rows: holders.map(cellsOf) }
    : { columns: [...HEAD, ...HELD], rows: holdings.flatMap(linesOf) };

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
