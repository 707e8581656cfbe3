// Reportees: all parties the signed-in user may act for, with national identity numbers masked.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Reportee } from '../../preload/contract/reportees.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import { encoded } from '../http/addresses.ts';
import { itemReaders, readWholeList } from '../http/complete-list.ts';
import { readParty } from '../http/party-reader.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import type { Log } from '../diagnostics/log.ts';
import { mapInSlices } from '../pauses.ts';

export interface ReporteesNeeds {
  readonly api: Api;
  readonly log: Pick<Log, 'info'>;
}

const CONVERSION = 'api/reportees/ReporteeConversion';

interface Target {
  readonly connection: string;
  readonly reportee: string;
}

export function reporteesService({ api, log }: ReporteesNeeds): Handlers<'reportees'> {
  const one = async ({ connection, reportee }: Target, signal: AbortSignal) =>
    readOne(await api.client(connection), reportee, signal);
  return {
    async list({ connection }, { signal, report }) {
      const client = await api.client(connection);
      const list = await readWholeList({
        load: (query) => client.load({ path: 'api/reportees', query, signal }),
        read: (value) =>
          mapInSlices(
            itemReaders(value, 'the reportees', ['reportees'], ['ReporteeId']),
            readReportee,
            signal,
          ),
        key: ({ id }) => id,
        report,
      });
      return list.as('reportees');
    },
    get: async (target, { signal }) => readReportee(await one(target, signal)),
    async convert({ connection, of }, { signal }) {
      const client = await api.client(connection);
      const body =
        'identityNumber' in of
          ? { SocialSecurityNumber: of.identityNumber, LastName: of.lastName }
          : { OrganizationNumber: of.organisationNumber, Name: of.name };
      // It looks something up, but a POST is never repeated.
      const { value } = await client.send('POST', { path: CONVERSION, body, signal });
      return readReportee(readerOf(value, 'the party'));
    },
    async revealNumber(target, { signal }) {
      const reader = await one(target, signal);
      // That a number was shown is worth a line; whose it was is not for the log.
      log.info('identity-number-shown', { connection: target.connection });
      return { identityNumber: reader.text('SocialSecurityNumber') };
    },
  };
}

/** Exactly the one that was asked for (PAR-09). */
async function readOne(
  client: PlatformClient,
  reportee: string,
  signal: AbortSignal,
): Promise<ResourceReader> {
  const value = await client.read({ path: encoded`api/reportees/${reportee}`, signal });
  const reader = readerOf(value, 'a reportee');
  if (reader.requiredText('ReporteeId').toLowerCase() !== reportee.toLowerCase())
    throw reader.wrong('ReporteeId');
  return reader;
}

const readReportee = (reader: ResourceReader): Reportee => ({
  id: reader.requiredText('ReporteeId'),
  ...readParty(reader),
});
