// Code lists of the open metadata (platform.md, Open metadata): the list of them, and one with its codes.
import type { CodeList, CodeListHead } from '../../../preload/contract/code-lists.ts';
import type { ReadClient } from '../../platform/client.ts';
import { readPages } from '../../http/hal.ts';
import { pageOf, readerOf, type ResourceReader } from '../../http/reader.ts';
import { inLanguage, type MetadataCall, type Progress } from './call.ts';

const PAGE = { list: ['codelists'], mark: 'Name' } as const;

export async function listCodeLists(
  reading: ReadClient,
  { language, report, ...how }: MetadataCall & { readonly report: Progress },
) {
  const asked = inLanguage(language);
  let calls = 0;
  let items = 0;
  const { items: lists, complete } = await readPages(
    async (skip) => {
      const query = { ...asked.query, $skip: skip === 0 ? undefined : String(skip) };
      const value = await reading.read({ ...asked, ...how, path: 'api/metadata/codelists', query });
      const page = pageOf(value, 'the code lists', PAGE).map(headOf);
      items += page.length;
      calls += 1;
      report({ items, calls });
      return page;
    },
    ({ name, version, language: own }) => JSON.stringify([name, version, own]),
  );
  const because = complete ? null : ('endless' as const);
  return { lists: [...lists], completeness: { complete, because, calls } };
}

export async function fetchCodeList(
  reading: ReadClient,
  { name, version }: Pick<CodeListHead, 'name' | 'version'>,
  { language, ...how }: MetadataCall,
): Promise<CodeList> {
  const path = `api/metadata/codelists/${encodeURIComponent(name)}/${String(version)}`;
  const value = await reading.read({ ...inLanguage(language), ...how, path });
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
  const codes = reader.readers('Codes').map((one) => ({
    code: one.requiredText('Code'),
    value1: one.text('Value1') ?? '',
    value2: one.text('Value2') ?? '',
    value3: one.text('Value3') ?? '',
  }));
  return { ...head, codes };
}
