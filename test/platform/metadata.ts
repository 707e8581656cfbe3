// Open metadata of the services (api.md, Metadata): the list of all, one service, the schema of a form.
import type { Answer, Call, Route } from './call.ts';
import type { DataFormat } from './form-models.ts';
import { refusals } from './errors.ts';
import { represent, listOf, wantsLinks } from './representation.ts';
import { detailOf, serviceAt, type Service, type ServiceDetail } from './service-data.ts';
import { sampleFormOf, xsdOf } from './xsd.ts';

export interface Metadata {
  /** All services, made at the first use. */
  readonly services: readonly Service[];
  find(code: string, edition: number, kind?: Service['kind']): Service | undefined;
  detail(service: Service): ServiceDetail;
  /** A filled-in form that fits the schema of the data format. */
  sampleForm(format: DataFormat): string;
}

export interface MetadataOptions {
  readonly seed: number;
  readonly services: number;
}

export function createMetadata({ seed, services }: MetadataOptions): Metadata {
  let all: readonly Service[] | undefined;
  let byCode: ReadonlyMap<string, Service> | undefined;
  const made = (): readonly Service[] =>
    (all ??= Array.from({ length: services }, (_, index) => serviceAt(seed, index)));
  return {
    get services() {
      return made();
    },
    find(code, edition, kind) {
      byCode ??= new Map(made().map((service) => [`${service.code}/${service.edition}`, service]));
      const service = byCode.get(`${code}/${edition}`);
      return kind === undefined || service?.kind === kind ? service : undefined;
    },
    detail: detailOf,
    sampleForm: sampleFormOf,
  };
}

/** This list is not bound to 50: it gives all services at once (wire.md, Lists). */
const mostServices = 10_000;
const answersKept = 8;

export function metadataRoutes(metadata: Metadata): readonly Route[] {
  const open = { method: 'GET', needs: 'nobody', apiKey: false } as const;
  const cache = new Map<string, Answer>();
  const single = (kind: Service['kind']) => (call: Call) => {
    const service = asked(metadata, call, kind);
    if (!service) return refusals.serviceNotFound;
    return represent(call, detailed(call, metadata, service), { name: 'Metadata' });
  };
  return [
    {
      ...open,
      operation: 'metadata.list',
      path: 'metadata',
      act: (call) => cached(cache, call, () => list(metadata, call)),
    },
    ...(['formtask', 'correspondence'] as const).map((kind) => ({
      ...open,
      operation: 'metadata.get',
      path: `metadata/${kind}/{serviceCode}/{serviceEditionCode}`,
      act: single(kind),
    })),
    {
      ...open,
      operation: 'metadata.xsd',
      path: 'metadata/formtask/{serviceCode}/{serviceEditionCode}/forms/{dataFormatId}/{dataFormatVersion}/xsd',
      act: (call) => schema(metadata, call),
    },
  ];
}

/** 20 000 services take a while to write: the same question gets the same answer. */
function cached(cache: Map<string, Answer>, call: Call, make: () => Answer): Answer {
  const key = JSON.stringify([call.headers.accept, call.query, call.shape]);
  const known = cache.get(key);
  if (known) return known;
  const answer = make();
  if (cache.size >= answersKept) cache.clear();
  cache.set(key, answer);
  return answer;
}

function list(metadata: Metadata, call: Call): Answer {
  const given = new URLSearchParams(call.query);
  const top = given.get('$top') ?? '';
  const skip = given.get('$skip') ?? '';
  const limit = /^\d{1,9}$/.test(top) ? Math.min(Number(top), mostServices) : Infinity;
  const from = /^\d{1,9}$/.test(skip) ? Number(skip) : 0;
  const some = metadata.services.slice(from, from + limit);
  const items = some.map((service, index) => summary(call, service, from + index));
  const self = call.links.to('/api/metadata');
  return represent(call, listOf(items, { relation: 'metadata', self }), { name: 'Metadata' });
}

const pathOf = (service: Service): string =>
  `/api/metadata/${service.kind}/${service.code}/${service.edition}`;

/** Spellings of the edition differ between services (wire.md, Values). */
function editionOf(service: Service, index: number): Readonly<Record<string, unknown>> {
  if (index % 11 === 5) return { ServiceEdtionCode: service.edition };
  if (index % 7 === 3) return { ServiceEdition: service.edition };
  return { ServiceEditionCode: index % 5 === 4 ? String(service.edition) : service.edition };
}

function summary(call: Call, service: Service, index: number): object {
  return {
    ServiceOwnerCode: service.ownerCode,
    ServiceOwnerName: service.ownerName,
    ServiceName: service.name,
    ServiceCode: service.code,
    ...editionOf(service, index),
    ValidFrom: service.validFrom,
    ValidTo: service.validTo,
    ServiceType: service.kind === 'formtask' ? 'FormTask' : 'Correspondence',
    RestEnabled: service.restEnabled,
    ...(wantsLinks(call) ? { _links: { self: { href: call.links.to(pathOf(service)) } } } : {}),
  };
}

function detailed(call: Call, metadata: Metadata, service: Service): object {
  const detail = metadata.detail(service);
  const variant = Number(service.code) % 4;
  return {
    ...summary(call, service, Number(service.code)),
    EUSEnabled: detail.enterpriseUserEnabled,
    EnterpriseUserEnabled: detail.enterpriseUserEnabled,
    FormsMetaData: detail.forms.map(({ formId, type, onlyXsdValidation, format }) => ({
      FormID: formId,
      FormName: format.title,
      DataFormatProviderType: format.provider === 'registry' ? 'SKJEMAREGISTER' : 'MODELL',
      [variant === 1 ? 'DataFormatId' : 'DataFormatID']: format.id,
      DataFormatVersion: variant === 2 ? String(format.version) : format.version,
      IsOnlyXsdValidation: onlyXsdValidation,
      FormType: type,
      _links: { schema: { href: call.links.to(schemaPath(service, format)) } },
    })),
    ProcessSteps: detail.steps.map((step) => ({
      Name: step.name,
      SecurityLevel: step.securityLevel,
    })),
    AttachmentRules: detail.attachmentRules.map((rule) => ({
      AttachmentRuleId: rule.id,
      AllowedFileTypes: rule.allowedFileTypes,
      AttachmentTypeName: rule.typeName,
      AttachmentTypeNameLanguage: rule.typeNameLanguage,
      IsCheckSumAllowed: rule.checksum,
      IsXsdValidationRequired: rule.xsdValidation,
      MaxAttachmentCount: rule.maxCount,
      MaxFileSize: rule.maxFileSize,
      MinAttachmentCount: rule.minCount,
    })),
  };
}

const schemaPath = (service: Service, format: DataFormat): string =>
  `${pathOf(service)}/forms/${encodeURIComponent(format.id)}/${format.version}/xsd`;

function asked(metadata: Metadata, call: Call, kind: Service['kind']): Service | undefined {
  const { serviceCode = '', serviceEditionCode = '' } = call.parts;
  return metadata.find(serviceCode, Number(serviceEditionCode), kind);
}

/** Always XML, whatever is asked for: it is a document, not a resource. */
function schema(metadata: Metadata, call: Call): Answer {
  const service = asked(metadata, call, 'formtask');
  if (!service) return refusals.serviceNotFound;
  const { dataFormatId = '', dataFormatVersion = '' } = call.parts;
  const form = metadata
    .detail(service)
    .forms.find(
      ({ format }) => format.id === dataFormatId && String(format.version) === dataFormatVersion,
    );
  if (!form) return refusals.formNotFound;
  return {
    status: 200,
    reason: 'OK',
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
    body: xsdOf(form.format),
  };
}
