// Role requirements (platform.md, Roles and rights): open metadata, asked for without any credential.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Api } from '../platform/api.ts';
import { fetchRequirements } from '../reference/metadata/requirements.ts';

export const roleRequirementsService = ({
  api,
}: {
  readonly api: Pick<Api, 'open'>;
}): Handlers<'roleRequirements'> => ({
  get: async ({ connection, of, language }, { signal }) =>
    fetchRequirements(await api.open(connection), of, { language, signal }),
});
