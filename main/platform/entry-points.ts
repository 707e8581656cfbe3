// The documented addresses that can be read (api.md, Endpoints and Scopes), from which everything else follows by links.
import type { EntryArea, EntryPoint } from '../../preload/contract/explorer.ts';

type Needs = EntryPoint['needs'];
type Row = readonly [path: string, ...query: readonly string[]];

interface Group {
  readonly area: EntryArea;
  readonly needs: Needs;
  /** False for parts that api.md names in its table of scopes without their payloads. */
  readonly described?: false;
  readonly rows: readonly Row[];
}

const groups: readonly Group[] = [
  {
    area: 'message-box',
    needs: 'user',
    rows: [
      ['{who}/messages', '$top', '$skip', '$filter', '$orderby', 'dateFrom', 'dateTo', 'language'],
      ['{who}/messages/{messageid}', 'markAsRead', 'language'],
      ['{who}/messages/{messageid}/forms/{formid}'],
      ['{who}/messages/{messageid}/forms/{formid}/formdata'],
      ['{who}/messages/{messageid}/signingtext'],
      ['{who}/messages/trashbin', 'language'],
    ],
  },
  {
    area: 'parties',
    needs: 'user',
    rows: [['reportees', '$top', '$skip'], ['reportees/{reporteeId}']],
  },
  {
    area: 'profile',
    needs: 'user',
    rows: [['my/profile'], ['{orgno}/profile'], ['{orgno}/profile/contactinformation']],
  },
  {
    area: 'enterprise-users',
    needs: 'organisation',
    rows: [['enterpriseusers', '$top', '$skip'], ['enterpriseusers/{username}']],
  },
  {
    area: 'roles',
    needs: 'user',
    rows: [
      ['{who}/authorization/roledefinitions', 'language'],
      ['{who}/authorization/roledefinitions/{roledefinitionid}', 'language'],
    ],
  },
  {
    area: 'authorization',
    needs: 'user',
    described: false,
    rows: [
      ['{who}/roles'],
      ['{who}/authorization/rights'],
      ['{who}/authorization/delegations'],
      ['{who}/lookup'],
      ['{who}/brokerservice'],
    ],
  },
  {
    area: 'authorization',
    needs: 'organisation',
    described: false,
    rows: [['authorization/token'], ['consentrequest'], ['delegationrequest']],
  },
  {
    area: 'service-owner',
    needs: 'service-owner',
    rows: [
      ['serviceowner/organizations', 'email', 'phoneNumber'],
      ['serviceowner/organizations/{orgno}'],
      ['serviceowner/organizations/{orgno}/officialcontacts'],
      [
        'serviceowner/organizations/{orgno}/personalcontacts',
        ...['roleDefinitionCode', 'serviceCode', 'serviceEdition'],
      ],
      ['serviceowner/organizations/{orgno}/personalcontacts/{person}/roles'],
      ['serviceowner/roledefinitions/{id}'],
    ],
  },
  {
    area: 'service-owner',
    needs: 'service-owner',
    described: false,
    rows: [
      ...['reportees', 'rights', 'roles', 'events', 'srr', 'consents'].map((part): Row => [
        `serviceowner/${part}`,
      ]),
      ['serviceowner/delegationrequests'],
      ['serviceowner/notifications'],
    ],
  },
  {
    area: 'metadata',
    needs: 'nobody',
    rows: [
      ['metadata', '$top', '$skip'],
      ['metadata/formtask/{serviceCode}/{serviceEditionCode}'],
      ['metadata/correspondence/{serviceCode}/{serviceEdition}'],
      [
        'metadata/formtask/{serviceCode}/{serviceEditionCode}/forms/{dataFormatId}/{dataFormatVersion}/xsd',
      ],
      ['metadata/codelists', 'language'],
      ['metadata/codelists/{name}/{version}', 'language'],
      ['metadata/roledefinitions', 'language'],
      ['metadata/roledefinitions/{id}', 'language'],
      ['metadata/rolerequirements', 'serviceCode', 'serviceEditionCode', 'language'],
    ],
  },
];

/** What a parameter is where nobody says: opening a message must not mark it as read. */
export interface Usual {
  readonly organisationNumber: string;
  readonly language: number;
}

/** Every entry point, with the values that this connection fills in by itself. */
export function entryPointsFor(usual: Usual): readonly EntryPoint[] {
  return groups.flatMap(({ area, needs, described = true, rows }) =>
    rows.map(([path, ...query]) => ({
      ...{ id: path, area, needs, described },
      path: `/api/${path}`,
      open: needs === 'nobody',
      parameters: [
        ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
          ...{ name, in: 'path' as const, usual: usualOf(name, usual) },
        })),
        ...query.map((name) => ({ name, in: 'query' as const, usual: usualOf(name, usual) })),
      ],
    })),
  );
}

function usualOf(name: string, { organisationNumber, language }: Usual): string {
  switch (name) {
    case 'who':
      return 'my';
    case 'orgno':
      return organisationNumber;
    case 'language':
      return String(language);
    case 'markAsRead':
      return 'false';
    default:
      return '';
  }
}
