// Where client, local platform and requests differ from the published shapes today: this list may only become shorter.
import type { Misfit } from './misfits.ts';

interface Expected {
  readonly entries: readonly string[];
  readonly side: Misfit['side'];
  /** A line of the account of differences, by its part and number; or `found here: ` and what it is. */
  readonly because: string;
  readonly what: readonly string[];
  /** Seen by chance alone: in the same answers something else is wrong first. */
  readonly sometimes?: true;
}

export const expectedFailures: readonly Expected[] = [
  // What the client sends.
  {
    entries: ['service-owner.consents'],
    side: 'request',
    because: 'B14',
    what: ['?serviceCode is missing', '?serviceEdition is missing'],
  },
  // The local platform, also by its switches: what a switch makes is wanted.
  {
    entries: ['service-owner.roles'],
    side: 'local platform',
    because: 'A1',
    what: ['/ must be array', '/roles, which no document shows'],
  },
  {
    entries: ['role-requirements.list'],
    side: 'local platform',
    because: 'A4',
    what: ['[]/ParentRoleDefinitionId must be array'],
  },
  {
    entries: ['srr.create', 'srr.list'],
    side: 'local platform',
    because: 'A8',
    what: [
      '/rights[]/conditions/AllowedRedirectDomain, which no document shows',
      '/rights[]/conditions/HandledBy, which no document shows',
      '/rights[]/conditions/IsRecipient, which no document shows',
      '/rights[]/conditions/IsSender, which no document shows',
      '/rights[]/conditions/KeepSessionAlive, which no document shows',
    ],
  },
  {
    entries: ['srr.create', 'srr.list'],
    side: 'local platform',
    because: 'A9',
    what: ['/rights[]/validTo must be string', '[]/ValidTo must be string'],
  },
  {
    entries: ['srr.get'],
    side: 'local platform',
    because: 'A9',
    what: ['/ must be object', '/rights[]/validTo must be string'],
  },
  {
    entries: ['consent-tokens.header'],
    side: 'local platform',
    because: 'B15',
    what: ["/ must have required property 'x5t'"],
  },
  {
    entries: ['metadata.jwk'],
    side: 'local platform',
    because: 'D22',
    what: [
      "/keys[] must have required property 'x5c'",
      "/keys[] must have required property 'x5t'",
      '/keys[]/alg, which no document shows',
    ],
  },
  {
    entries: ['metadata.well-known'],
    side: 'local platform',
    because: 'D22',
    what: [
      "/ must have required property 'response_types_supported'",
      '/id_token_signing_alg_values_supported, which no document shows',
    ],
  },
  {
    entries: ['metadata.lookup'],
    side: 'local platform',
    because: 'D23',
    what: [
      '/_links/requestschema, which no document shows',
      '/_links/responseschema, which no document shows',
    ],
  },
  {
    entries: ['service-owner.officialcontacts'],
    side: 'local platform',
    because: 'D25',
    what: [
      "/_embedded/officialcontacts[] must have required property 'EMailAddress'",
      "/_embedded/officialcontacts[] must have required property 'EMailAddressChanged'",
      '/_embedded/officialcontacts[]/Email, which no document shows',
      '/_embedded/officialcontacts[]/EmailChanged, which no document shows',
      "[] must have required property 'EMailAddress'",
      "[] must have required property 'EMailAddressChanged'",
      '[]/Email, which no document shows',
      '[]/EmailChanged, which no document shows',
    ],
  },
  {
    entries: ['service-owner.personalcontacts'],
    side: 'local platform',
    because: 'D25',
    what: [
      "/_embedded/personalcontacts[] must have required property 'EMailAddress'",
      "/_embedded/personalcontacts[] must have required property 'EMailAddressChanged'",
      '/_embedded/personalcontacts[]/Email, which no document shows',
      '/_embedded/personalcontacts[]/EmailChanged, which no document shows',
      "[] must have required property 'EMailAddress'",
      "[] must have required property 'EMailAddressChanged'",
      '[]/Email, which no document shows',
      '[]/EmailChanged, which no document shows',
    ],
  },
  {
    entries: ['contact-information.list'],
    side: 'local platform',
    because: 'D26',
    what: ['[]/MobileNumber must be string'],
  },
  {
    entries: ['profile.my'],
    side: 'local platform',
    because: 'D26',
    what: ['/AddressLine2 must be string'],
  },
  {
    entries: ['delegations.get'],
    side: 'local platform',
    because: 'D27',
    what: ["/Roles/_embedded/roles[] must have required property '_links'"],
  },
  {
    entries: ['delegations.roles', 'service-owner.roles'],
    side: 'local platform',
    because: 'D27',
    what: ["/_embedded/roles[] must have required property '_links'"],
  },
  {
    entries: ['role-requirements.list'],
    side: 'local platform',
    because: 'D29',
    what: [
      "[] must have required property 'LocalizedRoleTypeName'",
      '[]/LocalizedRoleName, which no document shows',
      '[]/ParentRoleDefinitionIds, which no document shows',
      '[]/_links/roledefinition must be string',
    ],
  },
  {
    entries: [
      'delegation-requests.create',
      'delegation-requests.get',
      'service-owner.delegation-requests.create',
      'service-owner.delegation-requests.get',
    ],
    side: 'local platform',
    because: 'D30',
    what: ['/_links, which no document shows'],
  },
  {
    entries: ['delegation-requests.list', 'service-owner.delegation-requests.list'],
    side: 'local platform',
    because: 'D30',
    what: ['/ must be array'],
  },
  {
    entries: ['role-definitions.get'],
    side: 'local platform',
    because: 'D31',
    what: ['/Rights must be array'],
  },
  {
    entries: ['role-definitions.list'],
    side: 'local platform',
    because: 'D31',
    what: [
      "/_embedded/roledefinitions[] must have required property 'RoleDefinitionCode'",
      "/_embedded/roledefinitions[] must have required property '_links'",
    ],
  },
  {
    entries: [
      'enterprise-users.create',
      'enterprise-users.get',
      'enterprise-users.rename',
      'enterprise-users.rotatesecret',
    ],
    side: 'local platform',
    because: 'D32',
    what: ['/_links, which no document shows', '[]/_links, which no document shows'],
  },
  {
    entries: ['enterprise-users.list'],
    side: 'local platform',
    because: 'D32',
    what: ['[]/_links, which no document shows'],
  },
  {
    entries: ['forms.get'],
    side: 'local platform',
    because: 'D33',
    what: ['/_links/print, which no document shows'],
  },
  {
    entries: ['messages.validate'],
    side: 'local platform',
    because: 'D33',
    what: ['/_links, which no document shows'],
  },
  {
    entries: ['metadata.correspondence'],
    side: 'local platform',
    because: 'D33',
    what: [
      "/ must have required property 'ServiceEditionCode'",
      '/AttachmentRules, which no document shows',
      '/FormsMetaData, which no document shows',
      '/ProcessSteps, which no document shows',
      '/ServiceEdition, which no document shows',
      '/ServiceEditionCode must be integer',
      '/ServiceEdtionCode, which no document shows',
      '/ValidTo must be string',
    ],
  },
  {
    entries: ['metadata.formtask'],
    side: 'local platform',
    because: 'D33',
    what: [
      "/ must have required property 'ServiceEditionCode'",
      "/FormsMetaData[] must have required property 'DataFormatID'",
      '/FormsMetaData[]/DataFormatId, which no document shows',
      '/FormsMetaData[]/DataFormatVersion must be integer',
      '/ServiceEdition, which no document shows',
      '/ServiceEditionCode must be integer',
      '/ServiceEdtionCode, which no document shows',
      '/ValidTo must be string',
    ],
  },
  {
    entries: ['metadata.list'],
    side: 'local platform',
    because: 'D33',
    what: [
      "/_embedded/metadata[] must have required property 'ServiceEditionCode'",
      '/_embedded/metadata[]/ServiceEditionCode must be integer',
      '/_embedded/metadata[]/ValidTo must be string',
      "[] must have required property 'ServiceEditionCode'",
      '[]/ServiceEdition, which no document shows',
      '[]/ServiceEditionCode must be integer',
      '[]/ServiceEdtionCode, which no document shows',
      '[]/ValidTo must be string',
    ],
  },
  {
    entries: ['role-definitions.get'],
    side: 'local platform',
    because: 'D33',
    what: [
      "/Rights[] must have required property 'IsDelegatable'",
      "/Rights[] must have required property 'ServiceEditionCode'",
    ],
  },
  {
    entries: ['broker.inbox.file', 'broker.outbox.create', 'broker.outbox.file'],
    side: 'local platform',
    because:
      'found here: by the switch fileStatus a number, which is shown for the list of the inbox alone',
    what: ['/FileStatus must be equal to one of the allowed values', '/FileStatus must be string'],
  },
  {
    entries: ['broker.outbox.receipt'],
    side: 'local platform',
    because: 'found here: the receipt of a receiver has an empty list of its own',
    what: ['/SubReceipts[]/SubReceipts, which no document shows'],
  },
  {
    entries: ['consent-requests.create'],
    side: 'local platform',
    because:
      'found here: by the switch consentErrors in capitals, or inside of an object, where the documents show them for other calls or none',
    what: [
      '/ must be object',
      "/ must have required property 'ErrorCode'",
      "/ must have required property 'ErrorMessage'",
    ],
  },
  {
    entries: [
      'consent-requests.delete',
      'consent-requests.get',
      'consent-requests.list',
      'delegation-requests.delete',
      'service-owner.delegation-requests.delete',
    ],
    side: 'local platform',
    because:
      'found here: by the switch consentErrors in capitals, or inside of an object, where the documents show them for other calls or none',
    what: ['/ must be object'],
  },
  {
    entries: ['consent-requests.list'],
    side: 'local platform',
    because:
      'found here: where the next page is told, no document shows; taken over from the consents of service owners',
    what: ['/_links/next, which no document shows', '/continuationtoken, which no document shows'],
  },
  {
    entries: ['consent-tokens.delete', 'consent-tokens.loguse'],
    side: 'local platform',
    because: 'found here: refused in the words of consent requests',
    what: ['/ must be object'],
  },
  {
    entries: ['consent-tokens.get'],
    side: 'local platform',
    because: 'found here: refused in the words of consent requests',
    what: ['/ must be string'],
  },
  {
    entries: ['consent-tokens.header'],
    side: 'local platform',
    because: 'found here: a token without a signature, where a test asks for one',
    what: ['/alg must be equal to one of the allowed values'],
  },
  {
    entries: [
      'enterprise-users.create',
      'enterprise-users.get',
      'enterprise-users.rename',
      'enterprise-users.rotatesecret',
    ],
    side: 'local platform',
    because:
      'found here: the documents show one form with the fields of the page, the other with those of the specification; here each has a switch',
    what: [
      '/ must be array',
      '[]/LastChanged, which no document shows',
      '[]/Name, which no document shows',
    ],
  },
  {
    entries: ['forms.update'],
    side: 'local platform',
    because:
      'found here: a form is refused in the words of a validation, which is shown for creating a message alone',
    what: [
      "/ must have required property 'ErrorCode'",
      "/ must have required property 'ErrorMessage'",
      '/Success, which no document shows',
      '/ValidationErrors, which no document shows',
      '/ValidationWarnings, which no document shows',
    ],
  },
  {
    entries: ['messages.trashbin'],
    side: 'local platform',
    because: 'found here: by the switch trashBinItems the links that other lists have',
    what: ['/_embedded/messages[]/_links/portalview, which no document shows'],
  },
  {
    entries: ['role-requirements.list'],
    side: 'local platform',
    because: 'found here: an id is text now and then',
    what: ['[]/RoleDefinitionId must be integer'],
  },
  {
    entries: ['role-requirements.list'],
    side: 'local platform',
    because: 'found here: to JSON the fields of both documents, now so, now so',
    what: [
      "[] must have required property 'IsDelegable'",
      "[] must have required property 'LocalizedRoleName'",
    ],
  },
  {
    entries: ['service-owner.consents'],
    side: 'local platform',
    because: 'found here: the token ends in the code of a consent, where the documents show digits',
    what: [
      '/continuationtoken must match pattern "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[.:]\\d{3}_\\d+$"',
    ],
  },
  {
    entries: ['service-owner.organisation'],
    side: 'local platform',
    because: 'found here: by the switch officialContactsLink without the link',
    what: ["/_links must have required property 'officialcontacts'"],
  },
  {
    entries: ['service-owner.organisations'],
    side: 'local platform',
    because: 'found here: by the switch officialContactsLink without the link',
    what: ["/_embedded/organizations[]/_links must have required property 'officialcontacts'"],
  },
  {
    entries: ['srr.create'],
    side: 'local platform',
    because: 'found here: a rule that was not made has no id',
    what: ["/rights[] must have required property 'id'"],
  },
  {
    entries: ['srr.create', 'srr.list', 'srr.update'],
    side: 'local platform',
    because: 'found here: links in an answer that the documents show as plain JSON',
    what: ['/_links, which no document shows'],
  },
  {
    entries: ['srr.update'],
    side: 'local platform',
    because:
      'found here: what a change of a rule answers, no document shows but in the flat form, with a status of its own',
    what: [
      '/ must be object',
      "/ must have required property 'ErrorCode'",
      "/ must have required property 'ErrorMessage'",
      '/rights, which no document shows',
      '/serviceCode, which no document shows',
      '/serviceEditionCode, which no document shows',
      'status 200',
    ],
  },
  {
    entries: ['tokens.person'],
    side: 'local platform',
    because: "found here: OpenID Connect's own token",
    what: ['/id_token, which no document shows'],
  },
];

const keyOf = ({ entry, side, what }: Misfit): string => JSON.stringify([side, entry, what]);

/** Each by itself. */
const listed = expectedFailures.flatMap(({ entries, side, what, sometimes = false }) =>
  entries.flatMap((entry) =>
    what.map((one) => ({ misfit: { entry, side, what: one }, sometimes })),
  ),
);
const expected = new Set(listed.map(({ misfit }) => keyOf(misfit)));

export const isExpected = (misfit: Misfit): boolean => expected.has(keyOf(misfit));

/** Expected ones of a side that are gone: they have to leave the list. */
export function goneFrom(side: Misfit['side'], found: readonly Misfit[]): Misfit[] {
  const there = new Set(found.map(keyOf));
  return listed
    .filter(({ misfit, sometimes }) => misfit.side === side && !sometimes)
    .map(({ misfit }) => misfit)
    .filter((one) => !there.has(keyOf(one)));
}
