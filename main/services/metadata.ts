// The open metadata (api.md, Service metadata and Role definition), read without any credential.
import type { Handlers } from '../../preload/contract/contract.ts';
import type {
  OpenRole,
  Service,
  ServiceKind,
  ServiceSummary,
} from '../../preload/contract/metadata.ts';
import type { Answered, Api, Reading } from '../api.ts';
import { readPages } from '../http/hal.ts';
import { pageOf, readerOf, type ResourceReader } from '../http/reader.ts';
import type { FileHandles } from '../storage/files.ts';

export interface MetadataNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly handles: Pick<FileHandles, 'name' | 'write'>;
  readonly now: () => Date;
}

/** More than all services of a platform; a list longer than that is said to be cut. */
const MOST_PAGES = 50;
const LARGEST_PAGE = '10000';
const SERVICES = { list: ['metadata'], mark: 'ServiceCode' } as const;
const ROLES = { list: ['roledefinitions'], mark: 'RoleDefinitionId' } as const;

export function metadataService({ api, handles, now }: MetadataNeeds): Handlers<'metadata'> {
  const schemaOf = async (form: AskedForm & { readonly connection: string }, signal: AbortSignal) =>
    readSchema(await api.open(form.connection), form, signal);
  return {
    list: async ({ connection }, { signal, report }) => ({
      ...(await listServices(await api.open(connection), signal, report)),
      fetched: now().toISOString(),
    }),

    async get({ connection, ...asked }, { signal }) {
      const reading = await api.open(connection);
      return readService(await askService(reading, asked, { signal }), asked.kind);
    },

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

    roleDefinitions: async ({ connection, language }, { signal, report }) =>
      listRoles(await api.open(connection), { language, signal, report }),

    async roleDefinition({ connection, role, language }, { signal }) {
      const reading = await api.open(connection);
      const path = `api/metadata/roledefinitions/${String(role)}`;
      const value = await reading.read({ ...inLanguage(language), path, signal });
      const reader = readerOf(value, 'a role');
      const found = readRole(reader);
      if (found.id !== role) throw reader.wrong('RoleDefinitionId');
      return found;
    },
  };
}

/** Always sent: the defaults of the endpoints differ (wire.md, Language). */
const inLanguage = (language: number | undefined) =>
  language === undefined ? { language: true } : { query: { language: String(language) } };

type Progress = (step: { items: number; calls: number }) => void;

interface RoleAsk {
  readonly language: number | undefined;
  readonly signal: AbortSignal;
  readonly report: Progress;
}

async function listRoles(reading: Reading, { language, signal, report }: RoleAsk) {
  const asked = inLanguage(language);
  let items = 0;
  let calls = 0;
  const { items: roles, complete } = await readPages(
    async (skip) => {
      const query = { ...asked.query, $skip: skip === 0 ? undefined : String(skip) };
      const call = { ...asked, path: 'api/metadata/roledefinitions/', query, signal };
      const page = pageOf(await reading.read(call), 'the roles', ROLES);
      items += page.length;
      calls += 1;
      report({ items, calls });
      return page.map(readRole);
    },
    ({ id }) => String(id),
  );
  const because = complete ? null : ('endless' as const);
  return { roles: [...roles], completeness: { complete, because, calls } };
}

/**
 * All at once, as this list comes (wire.md, Lists). One service more is asked for behind the last: only a platform that
 * pages has one, and then pages are read until none brings anything new.
 */
async function listServices(reading: Reading, signal: AbortSignal, report: Progress) {
  const found = new Map<string, ServiceSummary>();
  let calls = 0;
  const take = async (query: Record<string, string>) => {
    const value = await reading.read({ path: 'api/metadata', query, large: true, signal });
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

interface AskedService {
  readonly kind: ServiceKind;
  readonly code: string;
  readonly edition: number;
}

async function askService(
  reading: Reading,
  { kind, code, edition }: AskedService,
  how: { readonly signal: AbortSignal; readonly links?: boolean },
): Promise<ResourceReader> {
  const path = `api/metadata/${kind}/${code}/${String(edition)}`;
  const reader = readerOf(await reading.read({ path, ...how }), 'a service');
  // Another service's rules must not be taken for this one's (PAR-09).
  const summary = readSummary(reader);
  if (summary.code !== code) throw reader.wrong('ServiceCode');
  if (summary.edition !== edition) throw reader.wrong('ServiceEditionCode');
  return reader;
}

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

function readForm(reader: ResourceReader) {
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

interface AskedForm {
  readonly code: string;
  readonly edition: number;
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}

/** By the form's `schema` relation; by the documented path where an answer has none (plain JSON and XML). */
async function readSchema(reading: Reading, form: AskedForm, signal: AbortSignal) {
  const { code, edition, dataFormatId, dataFormatVersion } = form;
  const asked = { kind: 'formtask', code, edition } as const;
  const about = await askService(reading, asked, { signal, links: true });
  const link = about
    .readers('FormsMetaData')
    .find((one) => {
      const { dataFormatId: id, dataFormatVersion: version } = readForm(one);
      return id === dataFormatId && version === dataFormatVersion;
    })
    ?.link('schema');
  const path =
    `api/metadata/formtask/${code}/${String(edition)}/forms/` +
    `${encodeURIComponent(dataFormatId)}/${encodeURIComponent(dataFormatVersion)}/xsd`;
  const answer = link
    ? await reading.follow(link.href, { raw: true, signal })
    : await reading.ask({ path, raw: true, signal });
  const text = decoded(answer);
  if (text === undefined || !isSchema(text)) throw about.wrong('schema');
  return { text, body: answer.body };
}

/** In the charset of the header, else in the one that the document declares; undefined when it is in neither. */
function decoded({ body, headers }: Answered): string | undefined {
  const said = /charset\s*=\s*"?([\w.-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const start = body.subarray(0, 200).toString('latin1');
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1];
  try {
    return new TextDecoder(said ?? declared ?? 'utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** The first element of the document is `schema`, with any prefix; comments and declarations may stand before it. */
function isSchema(text: string): boolean {
  const content = text.replace(/^(?:\s|<\?[^]*?\?>|<!--[^]*?-->)+/, '');
  return /^<(?:[\w.-]+:)?schema[\s>/]/.test(content);
}

function readRole(reader: ResourceReader): OpenRole {
  const type = reader.text('RoleType') ?? '';
  return {
    id: reader.requiredInteger('RoleDefinitionId'),
    kind: roleKindOf(type),
    type,
    code: reader.text('RoleDefinitionCode') ?? '',
    name: reader.text('RoleName') ?? '',
    description: reader.text('RoleDescription') ?? '',
    parents: [...reader.integers('ParentRoleDefinitionIds')],
    children: [...reader.integers('ChildRoleDefinitionIds')],
  };
}

/** The platform's own roles bear its name as their type, whatever it is (api.md, Role definition). */
function roleKindOf(type: string): OpenRole['kind'] {
  if (/^external$/i.test(type)) return 'external';
  return /lo[ck]al/i.test(type) ? 'local' : 'platform';
}
