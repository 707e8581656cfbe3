// Services of the open metadata (platform.md, Open metadata): the list, one service, and what its answer says.
import type { Service, ServiceKind, ServiceSummary } from '../../../preload/contract/metadata.ts';
import type { ReadClient } from '../../platform/client.ts';
import { pageOf, readerOf, type ResourceReader } from '../../http/reader.ts';
import type { MetadataCall, Progress } from './call.ts';

/** More than all services of a platform; a list longer than that is said to be cut. */
const MOST_PAGES = 50;
const LARGEST_PAGE = '10000';
const SERVICES = { list: ['metadata'], mark: 'ServiceCode' } as const;

/**
 * All at once, as this list comes (platform.md, Lists). One service more is asked for behind the last: only a platform that
 * pages has one, and then pages are read until none brings anything new.
 */
export async function listServices(
  reading: ReadClient,
  { report, ...how }: Omit<MetadataCall, 'language'> & { readonly report: Progress },
) {
  const found = new Map<string, ServiceSummary>();
  let calls = 0;
  const take = async (query: Record<string, string>) => {
    const value = await reading.read({ path: 'api/metadata', query, large: true, ...how });
    const page = pageOf(value, 'the services', SERVICES).map(readSummary);
    const before = found.size;
    for (const one of page) {
      const key = JSON.stringify([one.type, one.code, one.edition]);
      if (!found.has(key)) found.set(key, one);
    }
    calls += 1;
    report({ items: found.size, calls });
    return { length: page.length, isNew: found.size > before };
  };
  let complete = false;
  let { length: skip } = await take({});
  for (let page = 0; page < MOST_PAGES && !complete; page++) {
    const next = await take({ $skip: String(skip), $top: '1' });
    complete = !next.isNew;
    if (!complete) skip += (await take({ $skip: String(skip), $top: LARGEST_PAGE })).length;
  }
  const because = complete ? null : ('endless' as const);
  return { services: [...found.values()], completeness: { complete, because, calls } };
}

function readSummary(reader: ResourceReader): ServiceSummary {
  const type = reader.text('ServiceType') ?? '';
  return {
    ownerCode: reader.text('ServiceOwnerCode') ?? '',
    ownerName: reader.text('ServiceOwnerName') ?? '',
    name: reader.text('ServiceName') ?? '',
    code: reader.requiredText('ServiceCode'),
    edition: reader.requiredInteger('ServiceEditionCode', 'ServiceEdition', 'ServiceEdtionCode'),
    validFrom: reader.instant('ValidFrom'),
    validTo: reader.until('ValidTo'),
    kind: kindOf(type),
    type,
    restEnabled: reader.boolean('RestEnabled'),
  };
}

/** The two kinds that have a path; another word of the platform is kept beside it. */
function kindOf(type: string): ServiceKind | null {
  const word = type.replaceAll(/[\s_-]/g, '').toLowerCase();
  return word === 'formtask' || word === 'correspondence' ? word : null;
}

export interface AskedService {
  readonly kind: ServiceKind;
  readonly code: string;
  readonly edition: number;
}

/** The document as the platform gives it, in the JSON form. */
export const fetchService = (
  reading: ReadClient,
  { kind, code, edition }: AskedService,
  how: Omit<MetadataCall, 'language'> & { readonly links?: boolean },
): Promise<unknown> =>
  reading.read({ path: `api/metadata/${kind}/${code}/${String(edition)}`, ...how });

/** Another service's rules must not be taken for this one's (PAR-09). */
export function serviceReader(
  value: unknown,
  { code, edition }: Pick<AskedService, 'code' | 'edition'>,
): ResourceReader {
  const reader = readerOf(value, 'a service');
  const summary = readSummary(reader);
  if (summary.code !== code) throw reader.wrong('ServiceCode');
  if (summary.edition !== edition) throw reader.wrong('ServiceEditionCode');
  return reader;
}

/** What such a document says. Problem unexpected-answer when it is about another service. */
export const serviceIn = (value: unknown, asked: AskedService): Service =>
  readService(serviceReader(value, asked), asked.kind);

function readService(reader: ResourceReader, kind: ServiceKind): Service {
  return {
    ...readSummary(reader),
    kind,
    eusEnabled: reader.boolean('EUSEnabled'),
    enterpriseUserEnabled: reader.boolean('EnterpriseUserEnabled'),
    forms: reader.readers('FormsMetaData').map(readForm),
    steps: reader.readers('ProcessSteps').map((step) => ({
      name: step.text('Name') ?? '',
      securityLevel: step.integer('SecurityLevel'),
    })),
    attachmentRules: reader.readers('AttachmentRules').map(readRule),
  };
}

export function readForm(reader: ResourceReader) {
  return {
    formId: reader.integer('FormID'),
    name: reader.text('FormName') ?? '',
    dataFormatProvider: reader.text('DataFormatProviderType') ?? '',
    dataFormatId: reader.text('DataFormatID') ?? '',
    dataFormatVersion: reader.text('DataFormatVersion') ?? '',
    onlyXsdValidation: reader.boolean('IsOnlyXsdValidation'),
    formType: reader.text('FormType') ?? '',
  };
}

function readRule(reader: ResourceReader) {
  const allowedFileTypes = reader.text('AllowedFileTypes') ?? '';
  return {
    id: reader.integer('AttachmentRuleId'),
    typeName: reader.text('AttachmentTypeName') ?? '',
    typeNameLanguage: reader.text('AttachmentTypeNameLanguage') ?? '',
    allowedFileTypes,
    endings: endingsIn(allowedFileTypes),
    checkSumAllowed: reader.boolean('IsCheckSumAllowed'),
    xsdValidationRequired: reader.boolean('IsXsdValidationRequired'),
    minCount: reader.integer('MinAttachmentCount'),
    maxCount: reader.integer('MaxAttachmentCount'),
    maxFileSize: reader.integer('MaxFileSize'),
  };
}

/** Endings of loose text such as `*.xml, zip, enc` or `.xml; .doc`; `*` for every file. */
function endingsIn(text: string): string[] {
  const words = text
    .split(/[\s,;|]+/)
    .map((word) => word.replace(/^\*?\.(?=.)/, '').toLowerCase())
    .filter((word) => word !== '');
  return [...new Set(words)];
}
