// Calls of the open metadata of services: the list of all, one service, the schema of a form.
import { documentOf, type Answer, type Call, type Route } from './call.ts';
import type { DataFormat } from './form-models.ts';
import { inLanguage, languageOf, type Language, type Texts } from './code-lists.ts';
import { routesOf, type Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { wholeOf } from './lists.ts';
import type { Metadata } from './metadata.ts';
import { represent, listOf, type Fields } from './representation.ts';
import { furtherServices, type FurtherService, type Service } from './service-data.ts';

/** This list is not bound to 50: it gives all services at once (platform.md, Lists). */
const mostServices = 10_000;
const answersKept = 8;

/** Without the rest of the platform. */
export const metadataRoutes = (metadata: Metadata): readonly Route[] =>
  routesOf(metadataActs(metadata));

export function metadataActs(metadata: Metadata) {
  const cache = { answers: new Map<string, Answer>(), revision: metadata.revision };
  return {
    'metadata.list': (call) => cached(cache, metadata, call),
    'metadata.get': (call) => single(metadata, call),
    'metadata.xsd': (call) => schema(metadata, call),
    'metadata.attachmentXsd': (call) => attachmentSchema(metadata, call),
  } satisfies Partial<Acts>;
}

/** 20 000 services take a while to write: the same question gets the same answer until something changes. */
function cached(
  cache: { readonly answers: Map<string, Answer>; revision: number },
  metadata: Metadata,
  call: Call,
): Answer {
  const { answers } = cache;
  if (answers.size >= answersKept || cache.revision !== metadata.revision) answers.clear();
  cache.revision = metadata.revision;
  const key = JSON.stringify([call.headers.accept, call.query, call.shape]);
  const answer = answers.get(key) ?? list(metadata, call);
  answers.set(key, answer);
  return answer;
}

function single(metadata: Metadata, call: Call): unknown {
  const kind = call.parts['kind'] === 'correspondence' ? 'correspondence' : 'formtask';
  const service = asked(metadata, call, kind);
  switch (metadata.spoiltAs(service)) {
    case undefined:
      return detailed(call, metadata, service);
    case 'missing':
      return refusals.serviceNotFound;
    case 'malformed': {
      const whole = represent(call, detailed(call, metadata, service), { name: 'Metadata' });
      return { ...whole, body: (whole.body ?? '').slice(0, (whole.body ?? '').length / 2) };
    }
    case 'another': {
      const other = metadata.services.find((one) => one.kind === kind && one !== service);
      return other ? detailed(call, metadata, other) : refusals.serviceNotFound;
    }
  }
}

function list(metadata: Metadata, call: Call): Answer {
  const top = Number(call.given.get('$top') ?? '');
  if (top > mostServices)
    refuseWith(400, `The limit of '${mostServices}' for Top query has been exceeded.`);
  const from = wholeOf(call.given, '$skip') ?? 0;
  const to = from + (wholeOf(call.given, '$top') ?? Infinity);
  const further = call.shape.serviceKinds === 'all' ? furtherServices : [];
  const all = [
    ...metadata.services.map((service, index) => () => summary(call, service, index)),
    ...further.map((service) => () => furtherLine(service)),
  ];
  const items = all.slice(from, to).map((line) => line());
  const self = '/api/metadata';
  return represent(call, listOf(items, { relation: 'metadata', self }), { name: 'Metadata' });
}

const pathOf = (service: Service): string =>
  `/api/metadata/${service.kind}/${service.code}/${service.edition}`;

function editionOf({ shape }: Call, service: Service, index: number): Fields {
  const isMixed = shape.spellings === 'mixed';
  if (isMixed && index % 11 === 5) return { ServiceEdtionCode: service.edition };
  if (isMixed && index % 7 === 3) return { ServiceEdition: service.edition };
  const isText = shape.values === 'mixed' && index % 5 === 4;
  return { ServiceEditionCode: isText ? String(service.edition) : service.edition };
}

const endless = '9999-12-31T23:59:59';

function summary(call: Call, service: Service, index: number): object {
  return {
    ServiceOwnerCode: service.ownerCode,
    ServiceOwnerName: service.ownerName,
    ServiceName: service.name,
    ServiceCode: service.code,
    ...editionOf(call, service, index),
    ServiceEditionName: `${service.name.trim()} ${service.validFrom.slice(0, 4)}`,
    ValidFrom: service.validFrom,
    ValidTo: service.validTo ?? (call.shape.values === 'mixed' ? null : endless),
    ServiceType: service.kind === 'formtask' ? 'FormTask' : 'Correspondence',
    _links: linksOf(pathOf(service), requirementsOf(service.code, service.edition)),
  };
}

const requirementsOf = (code: string, edition: number): string =>
  `serviceCode=${code}&serviceEditionCode=${edition}`;

/** The address of the role requirements has one of three shapes (section 11). */
const linksOf = (self: string, requirements: string): object => ({
  self,
  rolerequirements: `/api/metadata/rolerequirements?${requirements}`,
});

function furtherLine({ type, code, name, requirements }: FurtherService): object {
  const self = `/api/metadata/${type.toLowerCase()}/${code}/1`;
  return {
    ServiceOwnerCode: 'FYR',
    ServiceOwnerName: 'Fyrtilsynet',
    ServiceName: name,
    ServiceCode: code,
    ServiceEditionCode: 1,
    ServiceEditionName: name,
    ValidFrom: '2019-01-01T00:00:00',
    ValidTo: endless,
    ServiceType: type,
    _links: linksOf(self, requirements ?? requirementsOf(code, 1)),
  };
}

function detailed(call: Call, metadata: Metadata, service: Service): object {
  const detail = metadata.detail(service);
  const variant = Number(service.code) % 4;
  const language = languageOf(call);
  const all = {
    ...summary(call, service, Number(service.code)),
    EnterpriseUserEnabled: detail.enterpriseUserEnabled,
  };
  if (service.kind === 'correspondence') return all;
  const { spellings, values } = call.shape;
  return {
    ...all,
    RestEnabled: service.restEnabled,
    EUSEnabled: detail.enterpriseUserEnabled,
    FormsMetaData: detail.forms.map(({ formId, type, onlyXsdValidation, format }) => ({
      FormID: formId,
      FormName: format.title,
      DataFormatProviderType: format.provider === 'registry' ? 'SKJEMAREGISTER' : 'MODELL',
      [spellings === 'mixed' && variant === 1 ? 'DataFormatId' : 'DataFormatID']: format.id,
      DataFormatVersion:
        values === 'mixed' && variant === 2 ? String(format.version) : format.version,
      IsOnlyXsdValidation: onlyXsdValidation,
      FormType: type,
      _links: { schema: schemaPath(service, format) },
    })),
    ProcessSteps: detail.steps.map((step, at) => ({
      ...(variant > 1 ? { SequenceNumber: at + 1 } : {}),
      Name: translated(step.name, language),
      SecurityLevel: step.securityLevel,
    })),
    AttachmentRules: detail.attachmentRules.map((rule) => ({
      AttachmentRuleId: rule.id,
      AllowedFileTypes: rule.allowedFileTypes,
      AttachmentTypeName: rule.typeName,
      AttachmentTypeNameLanguage: translated(rule.typeNameLanguage, language),
      IsCheckSumAllowed: rule.checksum,
      IsXsdValidationRequired: rule.xsdValidation,
      MaxAttachmentCount: rule.maxCount,
      MaxFileSize: rule.maxFileSize,
      MinAttachmentCount: rule.minCount,
      ...(rule.xsdValidation ? { _links: { schema: ruleSchemaPath(service, rule.id) } } : {}),
    })),
  };
}

/** What agencies name in three languages: English, bokmål, nynorsk. */
const translations: readonly Texts[] = [
  ['Filling in', 'Utfylling', 'Utfylling'],
  ['Signing', 'Signering', 'Signering'],
  ['Attachment', 'Vedlegg', 'Vedlegg'],
  ['Basis of invoice', 'Fakturagrunnlag', 'Fakturagrunnlag'],
  ['Map', 'Kart', 'Kart'],
  ['Power of attorney', 'Fullmakt', 'Fullmakt'],
  ['Drawings', 'Tegninger', 'Teikningar'],
  ['Other', 'Annet', 'Anna'],
];

export function translated(name: string, language: Language): string {
  const texts = translations.find((one) => one.includes(name));
  return texts ? inLanguage(texts, language) : name;
}

const ruleSchemaPath = (service: Service, rule: number): string =>
  `${pathOf(service)}/attachmentrules/${rule}/xsd`;

const schemaPath = (service: Service, format: DataFormat): string =>
  `${pathOf(service)}/forms/${encodeURIComponent(format.id)}/${format.version}/xsd`;

function asked(metadata: Metadata, call: Call, kind: Service['kind']): Service {
  const { serviceCode = '', serviceEditionCode = '' } = call.parts;
  return (
    metadata.find(serviceCode, Number(serviceEditionCode), kind) ?? refuse(refusals.serviceNotFound)
  );
}

/** Always XML, whatever is asked for: it is a document, not a resource. */
function schema(metadata: Metadata, call: Call): Answer {
  const service = asked(metadata, call, 'formtask');
  const { dataFormatId = '', dataFormatVersion = '' } = call.parts;
  const { format } =
    metadata
      .detail(service)
      .forms.find(
        (form) =>
          form.format.id === dataFormatId && String(form.format.version) === dataFormatVersion,
      ) ?? refuse(refusals.formNotFound);
  return xmlDocument(metadata.schema(service, format));
}

function attachmentSchema(metadata: Metadata, call: Call): Answer {
  const rules = metadata.detail(asked(metadata, call, 'formtask')).attachmentRules;
  const rule = rules.find(
    ({ id, xsdValidation }) => xsdValidation && String(id) === call.parts['ruleId'],
  );
  return rule ? xmlDocument(attachmentXsd) : refusals.notFound;
}

const attachmentXsd = `<?xml version="1.0" encoding="utf-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="vedlegg"><xs:complexType><xs:sequence>
    <xs:element name="linje" type="xs:string" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>
`;

/** A document in the encoding that it declares: UTF-8, or UTF-16 with its mark. */
export function xmlDocument(text: string): Answer {
  const isWide = /^<\?xml[^>]*encoding="utf-16"/i.test(text);
  const type = `application/xml; charset=${isWide ? 'utf-16' : 'utf-8'}`;
  const content = isWide ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text, 'utf8');
  return documentOf(type, content);
}
