// Sends many requests for consent, one at a time and never twice.
import type { Run } from '../../preload/contract/contract.ts';
import { findSame } from '../consents/requests.ts';
import type { PlatformClient } from '../platform/client.ts';
import { type Task, valueOf } from './batch.ts';
import type { Row } from './rows.ts';
import { sendingOnce } from './sending-once.ts';

export interface ConsentRequestsNeeds {
  /** A person has allowed what the rows send when the job began. */
  readonly run: Run;
  readonly client: (connection: string) => Promise<PlatformClient>;
  /** Number of a connection's organisation. */
  readonly own: (connection: string) => string;
  /** Codes of requests that other jobs of the kind have made, as far as their rows can be read. */
  readonly madeByOthers: (job: string) => Promise<readonly string[]>;
  /** Waits between two requests. */
  readonly gap: () => Promise<void>;
}

export function consentRequests(needs: ConsentRequestsNeeds): Task {
  const { run, client, own, madeByOthers, gap } = needs;
  return sendingOnce({
    gap,
    unclear: 'No request could be told to be the one that was made.',
    open({ id: job, connection }, rows) {
      const { signal } = new AbortController();
      return {
        async send(row) {
          const input = { connection, ...requestOf(row) };
          return valueOf(await run('consents.create', input, signal)).code;
        },
        async find(row) {
          const others = rows.all().flatMap((one) => (one.row === row.row ? [] : (one.made ?? [])));
          const known = [...others, ...(await madeByOthers(job))];
          const found = await findSame(
            { client: await client(connection), own: own(connection) },
            requestOf(row),
            {
              since: new Date(row.markedAt ?? 0),
              known: new Set(known.map((code) => code.toLowerCase())),
            },
          );
          return found.kind === 'made'
            ? { kind: 'made', id: found.reader.requiredText('AuthorizationCode') }
            : found;
        },
      };
    },
  });
}

/** The rows are sealed, and the record is not: what is asked of whom is what a person allowed. */
function requestOf({ consent }: Row) {
  if (consent === undefined) throw new TypeError('A row of another kind.');
  return consent;
}
