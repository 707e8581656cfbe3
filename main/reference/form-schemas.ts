// The XSD of a form: out of the copy on this computer, or from the platform.
import type { Origin } from '../../preload/contract/reference.ts';
import type { Language } from '../../preload/contract/schema.ts';
import type { Api } from '../platform/api.ts';
import type { Copies } from './copies.ts';
import { schemaKey } from './keys.ts';
import { type FormRef, loadSchema } from './metadata/schemas.ts';
import { loadService } from './metadata/services.ts';

export interface SchemasNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly copies: Pick<Copies, 'open'>;
  readonly now: () => Date;
}

export type SchemaAsked = FormRef & {
  readonly connection: string;
  readonly language?: Language | undefined;
  readonly fresh?: boolean | undefined;
};
export interface FoundSchema {
  readonly text: string;
  /** The platform's bytes; undefined for a schema of the copy, which has only the text. */
  readonly body?: Buffer;
  readonly origin: Origin;
}

export type FindSchema = (asked: SchemaAsked, signal: AbortSignal) => Promise<FoundSchema>;

export function createSchemas({ api, copies, now }: SchemasNeeds): FindSchema {
  const kept = async ({
    connection,
    language,
    ...form
  }: SchemaAsked): Promise<FoundSchema | undefined> => {
    const { code, edition, dataFormatId, dataFormatVersion } = form;
    const copy = await copies.open(connection, language);
    const found = await copy.store.read(schemaKey(code, edition, dataFormatId, dataFormatVersion));
    if (typeof found?.value !== 'string') return undefined;
    return { text: found.value, origin: { from: 'copy', fetched: found.storedAt } };
  };
  return async (asked, signal) => {
    // When the copy cannot be read, the platform is asked.
    const found = asked.fresh === true ? undefined : await kept(asked).catch(() => undefined);
    if (found !== undefined) return found;
    const client = await api.open(asked.connection);
    const of = { kind: 'formtask', code: asked.code, edition: asked.edition } as const;
    const service = await loadService(client, of, { signal, links: true });
    const schema = await loadSchema(client, service, asked, signal);
    return { ...schema, origin: { from: 'platform', fetched: now().toISOString() } };
  };
}
