// Code lists of the open metadata (platform.md, Open metadata), asked for without any credential.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Api } from '../platform/api.ts';
import { fetchCodeList, listCodeLists } from '../reference/metadata/code-lists.ts';

export function codeListsService({
  api,
}: {
  readonly api: Pick<Api, 'open'>;
}): Handlers<'codeLists'> {
  return {
    async list({ connection, language }, { signal, report }) {
      const all = await listCodeLists(await api.open(connection), { language, signal, report });
      return { lists: all.items, completeness: all.completeness };
    },

    get: async ({ connection, language, ...asked }, { signal }) =>
      fetchCodeList(await api.open(connection), asked, { language, signal }),
  };
}
