// Published fields that the page does not get, each with the reason why.

interface NotShown {
  readonly entries: readonly string[];
  readonly at: readonly string[];
  readonly because: string;
  /** It is shown otherwise. */
  readonly sometimes?: true;
}

/** Addresses stay in main: what is behind them is offered by its name. */
const ADDRESS = /(?:^|\/)_links\/[\w-]+(?:\[\])?(?:\/(?:href|isTemplated))?$/;

export const notShown: readonly NotShown[] = [
  {
    entries: ['broker.inbox'],
    at: ['[]/FileStatus'],
    because: 'the list is asked for by status: it is the one that was asked for',
  },
  {
    entries: ['broker.inbox.confirmdownloaded'],
    at: [
      'ReceiptID',
      'ParentReceiptID',
      'LastChanged',
      'Status',
      'Text',
      'SendersReference',
      'OwnerPartyReference',
      'PartyReference',
      'ReceiptHistory',
    ],
    because: 'that it is done is all that is said; the receipt is read by itself',
  },
  {
    entries: ['broker.inbox.confirmdownloaded'],
    at: [
      'SubReceipts[]/ReceiptID',
      'SubReceipts[]/ParentReceiptID',
      'SubReceipts[]/LastChanged',
      'SubReceipts[]/Status',
      'SubReceipts[]/Text',
      'SubReceipts[]/SendersReference',
      'SubReceipts[]/OwnerPartyReference',
      'SubReceipts[]/PartyReference',
      'SubReceipts[]/ReceiptHistory',
    ],
    because: 'that it is done is all that is said; the receipt is read by itself',
  },
  {
    entries: ['broker.outbox.create'],
    at: [
      'ServiceCode',
      'ServiceEdtionCode',
      'FileName',
      'FileSize',
      'FileStatus',
      'ReceiptID',
      'Sender',
      'SendersReference',
      'SentDate',
    ],
    because: 'whoever sends it has said it; the file is read by its reference',
  },
  {
    entries: ['consent-requests.get', 'consent-requests.create'],
    at: ['RequiredDelegatorName'],
    because: 'a name is shown beside its number',
    sometimes: true,
  },
  {
    entries: ['consent-requests.list'],
    at: ['_embedded/consentRequests[]/RequiredDelegatorName'],
    because: 'a name is shown beside its number',
    sometimes: true,
  },
  {
    entries: ['consent-tokens.claims'],
    at: ['AuthorizationCode'],
    because: 'it is the one that was asked for',
  },
  {
    entries: ['consent-tokens.claims'],
    at: ['exp', 'nbf'],
    because: 'a token is fetched when it is needed, and shown with the seconds that are left',
  },
  {
    entries: ['consent-tokens.claims'],
    at: ['ServiceCodes', 'ServiceCodes[]'],
    because: 'another name of Services, where both are there',
  },
  {
    entries: ['consent-tokens.header'],
    at: ['kid', 'x5t'],
    because: 'it finds the key that has signed',
  },
  {
    entries: ['delegations.get'],
    at: ['LastName'],
    because: 'Name has it',
  },
  {
    entries: ['delegations.list'],
    at: ['_embedded/rightholders[]/LastName'],
    because: 'Name has it',
  },
  {
    entries: ['delegations.get'],
    at: ['OrganizationNumber'],
    because: 'that of an enterprise user is that of the party',
    sometimes: true,
  },
  {
    entries: ['delegations.list'],
    at: ['_embedded/rightholders[]/OrganizationNumber'],
    because: 'that of an enterprise user is that of the party',
    sometimes: true,
  },
  {
    entries: ['enterprise-users.list'],
    at: ['[]/Secret'],
    because: 'a secret that nobody asked for is never shown',
  },
  {
    entries: ['enterprise-users.get', 'enterprise-users.rename'],
    at: ['Secret'],
    because: 'a secret that nobody asked for is never shown',
  },
  {
    entries: ['enterprise-users.create'],
    at: ['Name', 'LastChanged', 'OwnerOrgNo', '[]/OwnerOrgNo'],
    because: 'the own organisation is known; the list is read next',
  },
  {
    entries: ['enterprise-users.rotatesecret'],
    at: ['Name', 'Created', 'LastChanged', 'OwnerOrgNo', '[]/Created', '[]/OwnerOrgNo'],
    because: 'the user was read just before; the answer is there for its secret',
  },
  {
    entries: ['forms.get'],
    at: ['_links/formdata/mime-type'],
    because: 'XML is read, whatever its type is said to be',
  },
  {
    entries: ['messages.list'],
    at: [
      '_embedded/messages[]/Summary',
      '_embedded/messages[]/Body',
      '_embedded/messages[]/ArchiveReference',
      '_embedded/messages[]/_links/print/mime-type',
      '_embedded/messages[]/_links/form[]/name',
      '_embedded/messages[]/_links/attachment[]/name',
      '_embedded/messages[]/_links/attachment[]/fileName',
      '_embedded/messages[]/_links/attachment[]/encrypted',
      '_embedded/messages[]/_links/attachment[]/signinglocked',
      '_embedded/messages[]/_links/attachment[]/signedbydefault',
      '_embedded/messages[]/_links/attachment[]/filesize',
    ],
    because: 'a message is shown whole when it is opened',
  },
  {
    entries: ['messages.trashbin'],
    at: [
      '_embedded/messages[]/Summary',
      '_embedded/messages[]/Body',
      '_embedded/messages[]/ArchiveReference',
    ],
    because: 'no sample of the bin has it',
  },
  {
    entries: ['messages.list', 'messages.trashbin'],
    at: ['_embedded/messages[]/CreateDate'],
    because: 'another name of CreatedDate, where both are there',
  },
  {
    entries: ['messages.get'],
    at: ['CreateDate'],
    because: 'another name of CreatedDate, where both are there',
  },
  {
    entries: ['messages.get'],
    at: ['_links/print/mime-type'],
    because: 'a page or not is all that is told: else it is saved as a PDF',
    sometimes: true,
  },
  {
    entries: ['metadata.formtask'],
    at: ['AttachmentRules[]/IsXSDValidationRequired'],
    because: 'another spelling of IsXsdValidationRequired, where both are there',
    sometimes: true,
  },
  {
    entries: ['metadata.lookup'],
    at: [
      'ServiceOwnerCode',
      'ServiceCode',
      'ServiceEditionName',
      'ServiceEditionCode',
      'ValidFrom',
      'ValidTo',
      'ServiceType',
    ],
    because: 'the list of services has it; here are its schemas',
  },
  {
    entries: ['metadata.jwk'],
    at: [
      'keys[]/kty',
      'keys[]/e',
      'keys[]/use',
      'keys[]/kid',
      'keys[]/x5t',
      'keys[]/x5c[]',
      'keys[]/n',
    ],
    because: 'a signature is checked with it',
  },
  {
    entries: ['metadata.jwk', 'metadata.well-known'],
    at: ['ErrorCode', 'ErrorMessage'],
    because: 'it is said that the keys cannot be read',
  },
  {
    entries: ['metadata.well-known'],
    at: ['issuer', 'jwks_uri', 'response_types_supported[]'],
    because: 'it leads to the keys',
  },
  {
    entries: ['service-owner.consents'],
    at: ['continuationtoken'],
    because: 'the rest is asked for by it',
    sometimes: true,
  },
  {
    entries: ['srr.list', 'srr.create'],
    at: ['serviceCode', 'serviceEditionCode'],
    because: 'it is the one that was asked for',
  },
  {
    entries: ['srr.list'],
    at: ['rights[]/operationResult'],
    because: 'the outcome of an act, which reading is none',
  },
  {
    entries: ['srr.get'],
    at: ['OperationStatus'],
    because: 'the outcome of an act, which reading is none',
    sometimes: true,
  },
  {
    entries: ['metadata.roledefinition'],
    at: [
      'Rights/_embedded/rights[]/RightID',
      'Rights/_embedded/rights[]/ServiceCode',
      'Rights/_embedded/rights[]/ServiceEditionCode',
      'Rights/_embedded/rights[]/Action',
      'Rights/_embedded/rights[]/RightSourceType',
      'Rights/_embedded/rights[]/IsDelegatable',
    ],
    because:
      'what a role gives access to is shown by the requirements of the services, which say it with steps and security levels, also offline',
    sometimes: true,
  },
  {
    entries: ['srr.get'],
    at: ['rights[]/operationResult'],
    because: 'the outcome of an act, which reading is none',
    sometimes: true,
  },
];

const reasons = new Set(
  notShown.flatMap(({ entries, at }) => entries.flatMap((id) => at.map((one) => `${id} ${one}`))),
);

export const isWithReason = (entry: string, at: string): boolean =>
  ADDRESS.test(at) || reasons.has(`${entry} ${at}`);

/** Reasons for what is shown today: they have to leave the list. */
export function reasonsTooMany(met: readonly { readonly entry: string; readonly at: string }[]) {
  const hidden = new Set(met.map(({ entry, at }) => `${entry} ${at}`));
  return notShown
    .filter(({ sometimes }) => sometimes !== true)
    .flatMap(({ entries, at }) => entries.flatMap((id) => at.map((one) => `${id} ${one}`)))
    .filter((one) => !hidden.has(one));
}
