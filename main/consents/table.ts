// Tries a table of requests for consent against those that are not answered yet; nothing is sent.
import type { ReadHandle } from '../../preload/contract/schema.ts';
import { createHash } from 'node:crypto';
import type { NewRequest, PlannedConsent } from '../../preload/contract/consents.ts';
import type { HiddenRows } from '../../preload/contract/files.ts';
import { CONSENT_TABLE, consentLines, requestKey } from '../file-formats/consent-requests.ts';
import { fromHeadings } from '../file-formats/headings.ts';
import { linesIn, type ReadTable } from '../file-formats/table.ts';
import type { Completeness, ListStep } from '../http/complete-list.ts';
import { isSame, listRequests, type RequestDesk } from './requests.ts';

export interface TriedConsents {
  readonly rows: readonly PlannedConsent[];
  /** Those that would be sent, in their order. */
  readonly requests: readonly {
    readonly line: number;
    readonly text: string;
    readonly request: NewRequest;
  }[];
  /** Says what was tried: the same for the same table and the same requests. */
  readonly digest: string;
  readonly completeness: Completeness;
  readonly hiddenRows: HiddenRows | undefined;
  readonly headingLine: number | undefined;
}

export type TryConsents = (
  table: { readonly connection: string; readonly file: ReadHandle },
  call: { readonly signal: AbortSignal; readonly report?: (step: ListStep) => void },
) => Promise<TriedConsents>;

export interface ConsentTableNeeds {
  readonly readTable: ReadTable;
  readonly desk: (connection: string) => Promise<RequestDesk>;
  readonly now: () => Date;
}

/** Problem invalid-input{file}, file{...}, and what listing the requests throws. */
export function createConsentTable({ readTable, desk, now }: ConsentTableNeeds): TryConsents {
  return async ({ connection, file }, { signal, report }) => {
    const table = fromHeadings(await readTable(file, signal), CONSENT_TABLE);
    const at = await desk(connection);
    const lines = linesIn(table, (rows) => consentLines(rows, { own: at.own, now: now() }));
    const open = await listRequests(
      at,
      { direction: 'outgoing', statuses: ['unopened', 'opened'] },
      { signal, report },
    );
    const { items: readers, completeness } = open.shown();
    const earlier = new Set<string>();
    const requests: TriedConsents['requests'][number][] = [];
    const rows = lines.map((one): PlannedConsent => {
      const { line, text } = one;
      if ('problem' in one) return { line, text, verdict: 'refused', problem: one.problem };
      const { request } = one;
      const key = requestKey(request);
      const isTwice = earlier.has(key);
      earlier.add(key);
      if (isTwice) return { line, text, verdict: 'twice', problem: null };
      if (readers.some((reader) => isSame(reader, request)))
        return { line, text, verdict: 'there-already', problem: null };
      requests.push({ line, text, request });
      return { line, text, verdict: 'send', problem: null };
    });
    const digest = createHash('sha256')
      .update(table.bytes)
      .update(JSON.stringify([at.own, requests.map(({ line }) => line)]))
      .digest('hex');
    const { hiddenRows, headingLine } = table;
    return { rows, requests, digest, completeness, hiddenRows, headingLine };
  };
}
