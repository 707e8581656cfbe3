// The open metadata (platform.md, Open metadata), asked for without any credential.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Api } from '../platform/api.ts';
import { fetchRole, listRoles } from '../reference/metadata/roles.ts';
import { type AskedForm, fetchSchema } from '../reference/metadata/schemas.ts';
import { fetchService, listServices, serviceIn } from '../reference/metadata/services.ts';
import type { FileHandles } from '../storage/files.ts';

export interface MetadataNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly handles: Pick<FileHandles, 'name' | 'write'>;
  readonly now: () => Date;
}

export function metadataService({ api, handles, now }: MetadataNeeds): Handlers<'metadata'> {
  const schemaOf = async (
    { connection, ...form }: AskedForm & { readonly connection: string },
    signal: AbortSignal,
  ) => {
    const reading = await api.open(connection);
    const asked = { kind: 'formtask', code: form.code, edition: form.edition } as const;
    const service = await fetchService(reading, asked, { signal, links: true });
    return fetchSchema(reading, service, form, signal);
  };
  return {
    async list({ connection }, { signal, report }) {
      const all = await listServices(await api.open(connection), { signal, report });
      const { items: services, completeness } = all;
      return { services, completeness, fetched: now().toISOString() };
    },

    get: async ({ connection, ...asked }, { signal }) =>
      serviceIn(await fetchService(await api.open(connection), asked, { signal }), asked),

    async xsd(form, { signal }) {
      const { text, body } = await schemaOf(form, signal);
      return { text, bytes: body.length };
    },

    async saveXsd({ target, ...form }, { signal }) {
      const name = handles.name(target, 'target');
      const { body } = await schemaOf(form, signal);
      await handles.write(target, body, 'target');
      return { name, bytes: body.length };
    },

    async roleDefinitions({ connection, language }, { signal, report }) {
      const all = await listRoles(await api.open(connection), { language, signal, report });
      return { roles: all.items, completeness: all.completeness };
    },

    roleDefinition: async ({ connection, role, language }, { signal }) =>
      fetchRole(await api.open(connection), role, { language, signal }),
  };
}
