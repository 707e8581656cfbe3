// Services of the open metadata (platform.md, Open metadata): the list, one service, and reading its document.
import type { Service, ServiceKind, ServiceSummary } from '../../../preload/contract/metadata.ts';
import type { ReadClient } from '../../platform/client.ts';
import { encoded } from '../../http/addresses.ts';
import { itemReaders, readWholeList, type WholeList } from '../../http/complete-list.ts';
import { mapInSlices } from '../../pauses.ts';
import { readerOf, type ResourceReader } from '../../http/reader.ts';
import type { ListCall, MetadataCall } from './call.ts';

/** The largest page that the platform gives, and more pages than any platform's services fill. */
const AT_ONCE = { pageSize: 10_000, mostPages: 50 };

/** All at once, as this list comes (platform.md, Lists). */
export function listServices(
  client: ReadClient,
  { report, ...how }: Omit<ListCall, 'language'>,
): Promise<WholeList<ServiceSummary>> {
  return readWholeList({
    load: (query) => client.load({ path: 'api/metadata', query, large: true, ...how }),
    read: (value) =>
      mapInSlices(itemReaders(value, 'the services', ['metadata'], ['ServiceCode']), readSummary),
    key: ({ type, code, edition }) => JSON.stringify([type, code, edition]),
    report,
    atOnce: AT_ONCE,
  });
}

function readSummary(reader: ResourceReader): ServiceSummary {
  const type = reader.text('ServiceType') ?? '';
  return {
    ownerCode: reader.text('ServiceOwnerCode') ?? '',
    ownerName: reader.text('ServiceOwnerName') ?? '',
    name: reader.text('ServiceName') ?? '',
    editionName: reader.text('ServiceEditionName') ?? undefined,
    code: reader.requiredText('ServiceCode'),
    edition: reader.requiredInteger('ServiceEditionCode', 'ServiceEdition', 'ServiceEdtionCode'),
    validFrom: reader.instant('ValidFrom'),
    validTo: reader.until('ValidTo'),
    kind: kindOf(type),
    type,
    restEnabled: reader.boolean('RestEnabled'),
  };
}

/** The two kinds that have a path; null for any other type of the platform. */
function kindOf(type: string): ServiceKind | null {
  const word = type.replaceAll(/[\s_-]/g, '').toLowerCase();
  return word === 'formtask' || word === 'correspondence' ? word : null;
}

export interface ServiceRef {
  readonly kind: ServiceKind;
  readonly code: string;
  readonly edition: number;
}

/** The document as the platform gives it, in the JSON form. */
export const loadService = (
  client: ReadClient,
  { kind, code, edition }: ServiceRef,
  how: Omit<MetadataCall, 'language'> & { readonly links?: boolean },
): Promise<unknown> =>
  client.read({ path: encoded`api/metadata/${kind}/${code}/${edition}`, ...how });

/** Another service's rules must not be taken for this one's (PAR-09). */
export function serviceReader(
  value: unknown,
  { code, edition }: Pick<ServiceRef, 'code' | 'edition'>,
): ResourceReader {
  const reader = readerOf(value, 'a service');
  const summary = readSummary(reader);
  if (summary.code !== code) throw reader.wrong('ServiceCode');
  if (summary.edition !== edition) throw reader.wrong('ServiceEditionCode');
  return reader;
}

/** The service in its document. Problem unexpected-answer when it is about another service. */
export const serviceIn = (value: unknown, asked: ServiceRef): Service =>
  readService(serviceReader(value, asked), asked.kind);

function readService(reader: ResourceReader, kind: ServiceKind): Service {
  return {
    ...readSummary(reader),
    kind,
    eusEnabled: reader.boolean('EUSEnabled'),
    enterpriseUserEnabled: reader.boolean('EnterpriseUserEnabled'),
    forms: reader.readers('FormsMetaData').map(readForm),
    steps: reader.readers('ProcessSteps').map((step) => ({
      sequence: step.integer('SequenceNumber') ?? undefined,
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
