// Look-up services of the open metadata (platform.md, Open metadata): the document of one, and its schemas.
import type { ReadClient } from '../../platform/client.ts';
import { encoded } from '../../http/addresses.ts';
import { inLanguage } from './call.ts';
import { readSchemaText } from './schemas.ts';
import { serviceReader } from './services.ts';

interface LookupRef {
  readonly code: string;
  readonly edition: number;
  readonly language: number | undefined;
}

export interface Lookup {
  readonly name: string;
  readonly ownerName: string;
  readonly enterpriseUserEnabled: boolean | null;
  readonly schemaAddress: (
    name: SchemaName,
  ) => { readonly href: string } | { readonly path: string };
  readonly wrong: ReturnType<typeof serviceReader>['wrong'];
}

type SchemaName = 'RequestSchema' | 'ResponseSchema';

/** Problem unexpected-answer when it is about another service. */
export async function loadLookup(
  client: ReadClient,
  { code, edition, language }: LookupRef,
  signal: AbortSignal,
): Promise<Lookup> {
  const path = encoded`api/metadata/lookup/${code}/${edition}`;
  const value = await client.read({ path, ...inLanguage(language), links: true, signal });
  const reader = serviceReader(value, { code, edition });
  return {
    name: reader.text('ServiceName') ?? '',
    ownerName: reader.text('ServiceOwnerName') ?? '',
    enterpriseUserEnabled: reader.boolean('EnterpriseUserEnabled'),
    // By its link; by the documented path where there is none (plain JSON and XML).
    schemaAddress: (name) => reader.link(name) ?? { path: `${path}/schemas/${name}` },
    wrong: (field) => reader.wrong(field),
  };
}

/** Problem not-found where the service has none; unexpected-answer for what is no schema. */
export async function loadLookupSchema(
  client: ReadClient,
  lookup: Lookup,
  name: SchemaName,
  signal: AbortSignal,
): Promise<string> {
  const address = lookup.schemaAddress(name);
  const answer =
    'href' in address
      ? await client.follow(address.href, { raw: true, signal })
      : await client.load({ ...address, raw: true, signal });
  const text = readSchemaText(answer);
  if (text === undefined) throw lookup.wrong(name);
  return text;
}
