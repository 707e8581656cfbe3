// Code lists of the open metadata (platform.md, Open metadata): the list of them, and one with its codes.
import type { CodeList, CodeListHead } from '../../../preload/contract/metadata.ts';
import type { ReadClient } from '../../platform/client.ts';
import { encoded } from '../../http/addresses.ts';
import { itemReaders, readWholeList, type WholeList } from '../../http/complete-list.ts';
import { readerOf, type ResourceReader } from '../../http/reader.ts';
import { inLanguage, type ListCall, type MetadataCall } from './call.ts';

export function listCodeLists(
  client: ReadClient,
  { language, report, ...how }: ListCall,
): Promise<WholeList<CodeListHead>> {
  const asked = inLanguage(language);
  const path = 'api/metadata/codelists';
  return readWholeList({
    load: (page) => client.load({ ...asked, ...how, path, query: { ...asked.query, ...page } }),
    read: (value) => itemReaders(value, 'the code lists', ['codelists'], ['Name']).map(headOf),
    key: ({ name, version, language: listLanguage }) =>
      JSON.stringify([name, version, listLanguage]),
    report,
  });
}

export async function loadCodeList(
  client: ReadClient,
  { name, version }: Pick<CodeListHead, 'name' | 'version'>,
  { language, ...how }: MetadataCall,
): Promise<CodeList> {
  const path = encoded`api/metadata/codelists/${name}/${version}`;
  const value = await client.read({ ...inLanguage(language), ...how, path });
  return listAbout(readerOf(value, 'a code list'), name, version);
}

function headOf(reader: ResourceReader): CodeListHead {
  return {
    name: reader.requiredText('Name'),
    version: reader.requiredInteger('Version'),
    language: reader.integer('Language'),
  };
}

/** The answer must be about what was asked (PAR-09); letter case of names is the platform's own affair. */
function listAbout(reader: ResourceReader, name: string, version: number): CodeList {
  const head = headOf(reader);
  if (head.name.toLowerCase() !== name.trimEnd().toLowerCase()) throw reader.wrong('Name');
  if (head.version !== version) throw reader.wrong('Version');
  // All four may be empty, the code too (platform.md, Open metadata).
  const codes = reader.readers('Codes').map((one) => ({
    code: one.text('Code') ?? '',
    value1: one.text('Value1') ?? '',
    value2: one.text('Value2') ?? '',
    value3: one.text('Value3') ?? '',
  }));
  return { ...head, codes };
}
