// Services of the open metadata (platform.md, Open metadata): all, one, and what a test changes of them.
import type { DataFormat } from './form-models.ts';
import { faultsOf, type FormFault } from './form-validation.ts';
import { detailOf, serviceAt, type Service, type ServiceDetail } from './service-data.ts';
import { sampleFormOf, xsdOf } from './xsd.ts';

export interface Metadata {
  /** All services, made at the first use. */
  readonly services: readonly Service[];
  find(code: string, edition: number, kind?: Service['kind']): Service | undefined;
  detail(service: Service): ServiceDetail;
  /** A filled-in form that fits the schema of the data format. */
  sampleForm(format: DataFormat): string;
  /** What keeps a form from being completed; of one that a test gave, nothing but its schema is known. */
  faultsOf(format: DataFormat, data: string): readonly FormFault[];
  /** The schema document of a form of the service. */
  schema(service: ServiceName, format: DataFormat): string;
  /** Ids of the roles that a test gave access to the service; undefined: those that its name chooses. */
  rolesOf(service: ServiceName): readonly number[] | undefined;
  spoiltAs(service: ServiceName): Spoilt | undefined;
  /** Grows with each change: what was written before it is not given again. */
  readonly revision: number;
  readonly change: MetadataChanges;
}

export type ServiceName = Pick<Service, 'code' | 'edition'>;

/** `missing`: 404. `malformed`: a body that is cut in the middle. `another`: the document of another service. */
export type Spoilt = 'missing' | 'malformed' | 'another';

/** What may be changed of a line of the list: not its name in paths. */
export type ServiceLine = Partial<Omit<Service, 'kind' | 'code' | 'edition'>>;

/** As an agency changes its services, between two calls. All throw for a service that there is not. */
export interface MetadataChanges {
  /** A new name, owner, validity: seen in the list and in the document. */
  line(service: ServiceName, change: ServiceLine): Service;
  /** Steps, forms, attachment rules: seen in the document alone. */
  detail(service: ServiceName, change: Partial<ServiceDetail>): void;
  /** A service of the same code, with forms of a version of its own; the one behind its highest edition where none is named. */
  addEdition(service: ServiceName, edition?: number): Service;
  remove(service: ServiceName): void;
  schema(service: ServiceName, format: DataFormat, text: string): void;
  /** From now on the service has this form alone, and no rules for attachments. */
  form(service: ServiceName, given: GivenForm): DataFormat;
  requirements(service: ServiceName, roles: readonly number[]): void;
  /** Its line stays, but the service itself cannot be had; undefined mends it. */
  spoil(service: ServiceName, how: Spoilt | undefined): void;
}

export interface GivenForm {
  readonly title: string;
  readonly schema: string;
  /** What a form begins with. */
  readonly data: string;
}

export interface MetadataOptions {
  readonly seed: number;
  readonly services: number;
}

const nameOf = ({ code, edition }: ServiceName): string => `${code}/${edition}`;
const nameOfFormat = ({ id, version }: DataFormat): string => `${id}/${version}`;
const nameOfSchema = (service: ServiceName, format: DataFormat): string =>
  `${nameOf(service)}/${nameOfFormat(format)}`;

/** What differs from the services that the seed gives, by name. */
interface Differences {
  readonly details: Map<string, ServiceDetail>;
  readonly schemas: Map<string, string>;
  /** What the forms that a test gave begin with, by format. */
  readonly samples: Map<string, string>;
  readonly roles: Map<string, readonly number[]>;
  readonly spoilt: Map<string, Spoilt>;
}

/** The services in the order of the list. */
interface Shelf {
  readonly all: readonly Service[];
  find(code: string, edition: number): Service | undefined;
  /** Throws for one that there is not. */
  get(service: ServiceName): Service;
  /** Another one in its place, or several, or none. */
  replace(service: Service, by: readonly Service[]): void;
}

export function createMetadata(options: MetadataOptions): Metadata {
  const shelf = createShelf(options);
  const other: Differences = {
    details: new Map(),
    schemas: new Map(),
    samples: new Map(),
    roles: new Map(),
    spoilt: new Map(),
  };
  const detail = (service: Service): ServiceDetail =>
    other.details.get(nameOf(service)) ?? detailOf(service);
  const counted = { revision: 0 };
  return {
    get services() {
      return shelf.all;
    },
    find(code, edition, kind) {
      const service = shelf.find(code, edition);
      return kind === undefined || service?.kind === kind ? service : undefined;
    },
    detail,
    sampleForm: (format) => other.samples.get(nameOfFormat(format)) ?? sampleFormOf(format),
    faultsOf: (format, data) =>
      other.samples.has(nameOfFormat(format)) ? [] : faultsOf(format, data),
    schema: (service, format) => other.schemas.get(nameOfSchema(service, format)) ?? xsdOf(format),
    rolesOf: (service) => other.roles.get(nameOf(service)),
    spoiltAs: (service) => other.spoilt.get(nameOf(service)),
    get revision() {
      return counted.revision;
    },
    change: changesOf(shelf, other, detail, () => (counted.revision += 1)),
  };
}

function createShelf({ seed, services }: MetadataOptions): Shelf {
  let all: Service[] | undefined;
  let byName: ReadonlyMap<string, Service> | undefined;
  const made = (): Service[] =>
    (all ??= Array.from({ length: services }, (_, index) => serviceAt(seed, index)));
  const find = (code: string, edition: number): Service | undefined => {
    byName ??= new Map(made().map((service) => [nameOf(service), service]));
    return byName.get(nameOf({ code, edition }));
  };
  return {
    get all() {
      return made();
    },
    find,
    get(service) {
      const found = find(service.code, service.edition);
      if (found) return found;
      throw new Error(`There is no service ${nameOf(service)}.`);
    },
    replace(service, by) {
      const before = made();
      // A new array: who read the list before keeps what it read.
      all = before.toSpliced(before.indexOf(service), 1, ...by);
      byName = undefined;
    },
  };
}

function changesOf(
  shelf: Shelf,
  other: Differences,
  detail: (service: Service) => ServiceDetail,
  changed: () => void,
): MetadataChanges {
  /** Forms keep their titles when the service gets another name: the document is the one before but for what changed. */
  const settle = (service: Service) => other.details.set(nameOf(service), detail(service));
  const put = <T>(map: Map<string, T>, name: string, value: T | undefined): void => {
    if (value === undefined) map.delete(name);
    else map.set(name, value);
    changed();
  };
  return {
    line(service, change) {
      const before = shelf.get(service);
      settle(before);
      const after = { ...before, ...change };
      shelf.replace(before, [after]);
      changed();
      return after;
    },
    detail: (service, change) =>
      put(other.details, nameOf(service), { ...detail(shelf.get(service)), ...change }),
    addEdition(service, edition) {
      const before = shelf.get(service);
      const editions = shelf.all.filter(({ code }) => code === before.code);
      const after = {
        ...before,
        validTo: null,
        edition: edition ?? Math.max(...editions.map((one) => one.edition)) + 1,
      };
      shelf.replace(before, [before, after]);
      changed();
      return after;
    },
    remove(service) {
      shelf.replace(shelf.get(service), []);
      changed();
    },
    schema: (service, format, text) => put(other.schemas, nameOfSchema(service, format), text),
    form(service, { title, schema, data }) {
      const of = shelf.get(service);
      const format: DataFormat = {
        id: `G${of.code}${other.samples.size}`,
        version: 1,
        provider: 'registry',
        title,
      };
      other.schemas.set(nameOfSchema(of, format), schema);
      other.samples.set(nameOfFormat(format), data);
      put(other.details, nameOf(of), {
        ...detail(of),
        forms: [
          { formId: Number(of.code) * 10, type: 'MainForm', onlyXsdValidation: true, format },
        ],
        attachmentRules: [],
      });
      return format;
    },
    requirements: (service, roles) => put(other.roles, nameOf(shelf.get(service)), roles),
    spoil: (service, how) => put(other.spoilt, nameOf(shelf.get(service)), how),
  };
}
