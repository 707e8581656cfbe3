// What switches of the local platform make on purpose though no document shows it, each with its switch.
import type { Shape as Switches } from '../shape.ts';

export type Side = 'client' | 'local platform' | 'request';

/** Where one side differs from what is published. */
export interface Misfit {
  readonly entry: string;
  readonly side: Side;
  readonly what: string;
  /** The switch that makes it on purpose, and its value. */
  readonly by?: string;
}

interface Wanted {
  /** One switch, at a value that is not its usual one. */
  readonly by: Partial<Switches>;
  readonly entries: readonly string[];
  readonly what: readonly string[];
}

/** Where the e-mail fields of contacts stand, by the list that they are in. */
const EMAIL = (list: string) => [
  `/_embedded/${list}[] must have required property 'EMailAddress'`,
  `/_embedded/${list}[] must have required property 'EMailAddressChanged'`,
  `/_embedded/${list}[]/Email, which no document shows`,
  `/_embedded/${list}[]/EmailChanged, which no document shows`,
];

export const wanted: readonly Wanted[] = [
  {
    by: { spellings: 'mixed' },
    entries: ['metadata.list'],
    what: ["/_embedded/metadata[] must have required property 'ServiceEditionCode'"],
  },
  {
    by: { spellings: 'mixed' },
    entries: ['metadata.formtask', 'metadata.correspondence'],
    what: [
      "/ must have required property 'ServiceEditionCode'",
      '/ServiceEdition, which no document shows',
      '/ServiceEdtionCode, which no document shows',
    ],
  },
  {
    by: { spellings: 'mixed' },
    entries: ['metadata.formtask'],
    what: [
      "/FormsMetaData[] must have required property 'DataFormatID'",
      '/FormsMetaData[]/DataFormatId, which no document shows',
    ],
  },
  {
    by: { spellings: 'mixed' },
    entries: ['role-definitions.get'],
    what: [
      "/Rights[] must have required property 'IsDelegatable'",
      "/Rights[] must have required property 'ServiceEditionCode'",
    ],
  },
  {
    by: { spellings: 'mixed' },
    entries: ['service-owner.officialcontacts'],
    what: EMAIL('officialcontacts'),
  },
  {
    by: { spellings: 'mixed' },
    entries: ['service-owner.personalcontacts'],
    what: EMAIL('personalcontacts'),
  },
  {
    by: { values: 'mixed' },
    entries: ['metadata.list'],
    what: [
      '/_embedded/metadata[]/ServiceEditionCode must be integer',
      '/_embedded/metadata[]/ValidTo must be string',
    ],
  },
  {
    by: { values: 'mixed' },
    entries: ['metadata.formtask', 'metadata.correspondence'],
    what: ['/ServiceEditionCode must be integer', '/ValidTo must be string'],
  },
  {
    by: { values: 'mixed' },
    entries: ['metadata.formtask'],
    what: ['/FormsMetaData[]/DataFormatVersion must be integer'],
  },
  {
    by: { values: 'mixed' },
    entries: ['role-requirements.list'],
    what: ['[]/RoleDefinitionId must be integer'],
  },
  {
    by: { values: 'mixed' },
    entries: ['profile.my'],
    what: ['/AddressLine2 must be string'],
  },
  {
    by: { values: 'mixed' },
    entries: ['contact-information.list'],
    what: ['[]/MobileNumber must be string'],
  },
  {
    by: { requirementFields: 'mixed' },
    entries: ['role-requirements.list'],
    what: [
      "[] must have required property 'LocalizedRoleTypeName'",
      '[]/LocalizedRoleName, which no document shows',
      '[]/ParentRoleDefinitionIds, which no document shows',
      '[]/_links/roledefinition must be string',
    ],
  },
  { by: { jwk: 'array' }, entries: ['metadata.jwk'], what: ['/ must be object'] },
  {
    by: { fileStatus: 'number' },
    entries: ['broker.inbox.file', 'broker.outbox.create', 'broker.outbox.file'],
    what: ['/FileStatus must be equal to one of the allowed values', '/FileStatus must be string'],
  },
  {
    by: { consentErrors: 'pascal' },
    entries: ['consent-requests.create'],
    what: ['/ must be object'],
  },
  {
    by: { consentErrors: 'inside' },
    entries: ['consent-requests.create'],
    what: [
      "/ must have required property 'ErrorCode'",
      "/ must have required property 'ErrorMessage'",
    ],
  },
  {
    by: { requestPages: 'told' },
    entries: ['consent-requests.list'],
    what: ['/_links/next, which no document shows', '/continuationtoken, which no document shows'],
  },
  {
    by: { delegationMessage: 'by-language' },
    entries: [
      'delegation-requests.create',
      'delegation-requests.get',
      'service-owner.delegation-requests.create',
      'service-owner.delegation-requests.get',
    ],
    what: ['/requestMessage must be string'],
  },
  {
    by: { delegationMessage: 'by-language' },
    entries: ['delegation-requests.list', 'service-owner.delegation-requests.list'],
    what: ['[]/requestMessage must be string'],
  },
  {
    by: { officialContactsLink: 'absent' },
    entries: ['service-owner.organisation'],
    what: ["/_links must have required property 'officialcontacts'"],
  },
  {
    by: { officialContactsLink: 'absent' },
    entries: ['service-owner.organisations'],
    what: ["/_embedded/organizations[]/_links must have required property 'officialcontacts'"],
  },
  {
    by: { consentParties: 'numbers' },
    entries: ['service-owner.consents'],
    what: [
      '/_embedded/consents[]/OfferedBy must be object',
      '/_embedded/consents[]/CoveredBy must be object',
    ],
  },
  {
    by: { ownerRoles: 'with-parties' },
    entries: ['service-owner.roles'],
    what: ['/Subject, which no document shows', '/Reportee, which no document shows'],
  },
  { by: { ownerRoles: 'bare' }, entries: ['service-owner.roles'], what: ['/ must be object'] },
  { by: { srr: 'picture' }, entries: ['srr.update'], what: ['status 200'] },
];

const nameOf = ({ by }: Wanted): string =>
  Object.entries(by)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

const isOn = ({ by }: Wanted, switches: Switches): boolean =>
  Object.entries(by).every(([name, value]) => switches[name as keyof Switches] === value);

/** The switch that makes it, and its value. */
export const wantedBy = ({ entry, what }: Misfit, switches: Switches): string | undefined => {
  const row = wanted.find(
    (one) => isOn(one, switches) && one.entries.includes(entry) && one.what.includes(what),
  );
  return row && nameOf(row);
};

const keyOf = ({ entry, what, by = '' }: Misfit): string => JSON.stringify([by, entry, what]);

/** Those that no answer had: they have to leave the table. */
export function wantedInVain(found: readonly Misfit[]): string[] {
  const met = new Set(found.map(keyOf));
  return wanted
    .flatMap((row) =>
      row.entries.flatMap((entry) =>
        row.what.map((what) => keyOf({ entry, side: 'local platform', what, by: nameOf(row) })),
      ),
    )
    .filter((key) => !met.has(key));
}
