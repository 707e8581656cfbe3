// The switches of the platform: where documents disagree or servers differ, a test chooses; names, values and sources.
import { createChance } from './randomness.ts';

export interface Switch<T> {
  readonly usual: T;
  /** What a sample may choose instead. */
  readonly others: readonly T[];
  readonly does: string;
  /** Where the documents say so: a section of the reference, or what was met in the field. */
  readonly source: string;
}

const all = {
  single: {
    usual: 'array',
    others: ['object'],
    does: 'One enterprise user comes as an array of one; or as an object with LastChanged and Name, which all have then, and creating it is 201 instead of 200.',
    source: 'section 12, enterprise user: the page, and the specification',
  },
  userNames: {
    usual: 'any-case',
    others: ['exact'],
    does: 'The path of an enterprise user finds its name in any letter case, or only as it is spelt.',
    source: 'not documented',
  },
  pageSize: {
    usual: 50,
    others: [20, 1000],
    does: 'Most items of one answer of a list.',
    source: 'field notes, lists',
  },
  unknowns: {
    usual: true,
    others: [false],
    does: 'HAL answers have a relation and a field in each resource that nobody documents.',
    source: 'general rules: relations may be added',
  },
  spellings: {
    usual: 'documented',
    others: ['mixed'],
    does: 'Fields are spelt as the samples have them, or now and then otherwise: ServiceEdition, DataFormatId, Email, IsDelegable.',
    source: 'field notes, values',
  },
  values: {
    usual: 'documented',
    others: ['mixed'],
    does: 'Values are of the kind that the samples have, or now and then a number as text, a text as number, null for what is empty or has no end.',
    source: 'field notes, values',
  },
  strictAccept: {
    usual: false,
    others: [true],
    does: 'A media type an endpoint has not is 406 instead of JSON.',
    source: 'field notes, representation',
  },
  xmlAnswers: {
    usual: 'given',
    others: ['refused'],
    does: 'Who accepts XML alone gets XML, or 406 everywhere.',
    source: 'field notes, representation',
  },
  dataLimit: {
    usual: 1000,
    others: [200],
    does: 'Messages and reportees the data layer fetches before any $filter.',
    source: 'limits; the number is not documented',
  },
  words: {
    usual: 'en',
    others: ['nb'],
    does: 'Language where a call that may name one names none; code lists stay at 1044.',
    source: 'section 11 (1033); the samples are in bokmål',
  },
  locations: {
    usual: 'always',
    others: ['never', 'relative'],
    does: 'Location is absolute, missing after changes of messages, or without scheme and host.',
    source: 'section 4, services without archive copy; RFC 9110',
  },
  organisationLetters: {
    usual: 'binned',
    others: ['refused', 'gone'],
    does: 'Deleting a correspondence to an organisation: into the bin, 403, or gone for good if the user administers its roles.',
    source: 'section 4, DELETE message',
  },
  trashBinItems: {
    usual: 'metadata',
    others: ['older'],
    does: 'Items in the bin have the relation metadata alone, and the list no find; or the older form.',
    source: 'section 4, trash bin',
  },
  createdField: {
    usual: 'none',
    others: ['CreatedDate', 'CreateDate'],
    does: 'The field with the creation time of a message.',
    source: 'section 12, CreatedDate',
  },
  signingText: {
    usual: 'resource',
    others: ['html', 'text'],
    does: 'The signing text is a resource, HTML or plain text.',
    source: 'not documented',
  },
  emptyPut: {
    usual: 'keeps',
    others: ['drops'],
    does: 'A PUT of a message with complete=false and without forms and attachments leaves what there is, or removes it.',
    source: 'not documented',
  },
  lists: {
    usual: 'embedded',
    others: ['named'],
    does: 'Lists stand below _embedded, or directly as a named array.',
    source: 'field notes, representation',
  },
  links: {
    usual: 'objects',
    others: ['arrays', 'text'],
    does: 'A link with an address alone is an object, an array of one, or the bare address.',
    source: 'field notes, representation',
  },
  linkPaths: {
    usual: 'unguessable',
    others: ['documented'],
    does: 'Links lead to addresses of their own, which end in the id where it is a number, or to the documented paths.',
    source: 'published/messages.json; what else an address may be, no document says',
  },
  linkOrigin: {
    usual: undefined,
    others: [],
    does: 'Stands in all links instead of scheme, host and port of the platform.',
    source: 'field notes, representation',
  },
  formerHost: {
    usual: false,
    others: [true],
    does: 'The relations metadata and roledefinition lead to a former host, which is another one.',
    source: 'section 8, roledefinition; section 1, link of AppRight',
  },
  escapes: {
    usual: false,
    others: [true],
    does: 'JSON escapes slashes and all letters that are not ASCII.',
    source: 'field notes, representation',
  },
  zonelessTimes: {
    usual: 'norway',
    others: ['utc'],
    does: 'Times without zone are times of Norway, or UTC.',
    source: 'field notes, values; not documented',
  },
  errorWords: {
    usual: 'reason',
    others: ['model'],
    does: 'From 400 up the words stand in the reason phrase, or in the error model instead.',
    source: 'section 12, error model',
  },
  tooManyEvery: {
    usual: 0,
    others: [9],
    does: 'Every n-th call is 429 with Retry-After.',
    source: 'not documented',
  },
  missingFlag: {
    usual: 'certificate',
    others: ['organisation'],
    does: 'The 401 of a certificate without ForceEIAuthentication blames the certificate, or names no organisation.',
    source: 'section 12, certificate; errors',
  },
  organisationAsParty: {
    usual: 'refused',
    others: ['browser'],
    does: 'An organisation on a path of users is 403 with text, or taken for a browser; or acts as a party by certificate, or by a machine token too.',
    source: 'section 9 (since 21.7)',
  },
  cookieName: {
    usual: '.AspxAuthProd',
    others: ['.AspxAuthTT02', '.ASPXAUTH'],
    does: 'Name of the sign-in cookie: in production, in test, before April 2025.',
    source: 'section 12, cookie name',
  },
  scopePrefix: {
    usual: 'altinn:',
    others: ['platform:'],
    does: 'What stands before the name of a scope; the other is the one the reference writes.',
    source: 'scopes; head of the reference',
  },
  switchedOffStillOn: {
    usual: false,
    others: [true],
    does: 'What was switched off still works.',
    source: 'section 13',
  },
  serviceKinds: {
    usual: 'forms-and-letters',
    others: ['all'],
    does: 'The list of services ends with one of each further kind.',
    source: 'section 11, ServiceType',
  },
  requirementFields: {
    usual: 'page',
    others: ['spec', 'mixed'],
    does: 'Role requirements as the page has them, below _embedded; as the specification has them, in a bare array; or in one whose fields are now of the one, now of the other.',
    source: 'published/role-requirements.json; the mixture is shown by no document',
  },
  requirementParents: {
    usual: 'all',
    others: ['one'],
    does: 'Where role requirements are as the specification has them, ParentRoleDefinitionId is an array, as documented, or one number.',
    source: 'published/role-requirements.json; one number is shown by no document',
  },
  roleDefinitionList: {
    usual: 'array',
    others: ['hal'],
    does: 'Role definitions of a party are a bare array, or below _embedded.',
    source: 'section 12, RoleDefinitions list',
  },
  roleRights: {
    usual: 'array',
    others: ['embedded'],
    does: 'Rights of a role definition are an array, or an object with _embedded.',
    source: 'section 12, RoleDefinitions list',
  },
  rightSources: {
    usual: 'page',
    others: ['spec'],
    does: 'RightSourceType in the words of the pages, or of the specification.',
    source: 'section 1, Right',
  },
  contactBody: {
    usual: 'lenient',
    others: ['one-key'],
    does: 'Besides Email or MobileNumber, keys with null or a default are accepted, or refused.',
    source: 'section 12, contact information',
  },
  officialContactsLink: {
    usual: 'given',
    others: ['absent'],
    does: 'An organisation links to its official contacts, or they are only at their path and by $expand.',
    source: 'section 8, organizations',
  },
  emptyReceiver: {
    usual: 'empty',
    others: ['missing'],
    does: 'A good receiver that holds nothing is 200 with empty lists, or 404 like a bad one.',
    source: 'section 1 (22.4: did it come?)',
  },
  delegations: {
    usual: 'whole',
    others: ['part'],
    does: 'A delegation with a bad part fails as a whole, or its good parts are done and the answer is an error.',
    source: 'section 1, partial success: not documented',
  },
  repeatedParameters: {
    usual: 'both',
    others: ['plain', 'indexed'],
    does: 'A parameter with several values counts as `status=a&status=b`, as `status[0]=a`, or both; the other is not seen.',
    source: 'section 5, status: the pictures show both',
  },
  continuationToken: {
    usual: 'both',
    others: ['link', 'field'],
    does: 'The next page is told by the relation next, by the field continuationtoken, or by both.',
    source: 'section 8, consents',
  },
  lastPage: {
    usual: 'end',
    others: ['next'],
    does: 'The last page names no next one, or one that is empty.',
    source: 'not documented',
  },
  consentErrors: {
    usual: 'camel',
    others: ['pascal', 'inside', 'reason'],
    does: 'Errors of consents: an array of errorCode and errorDescription, of ErrorCode and ErrorMessage, in Errors of the request, or the reason phrase.',
    source: 'section 5 (before 21.8 only the reason phrase); section 12, error model',
  },
  requestFields: {
    usual: 'sample',
    others: ['table'],
    does: 'A consent request has the fields of the samples, or also OfferedByName, as the table has it.',
    source: 'published/consent-requests.json; section 5, fields',
  },
  newRequest: {
    usual: 'whole',
    others: ['bare'],
    does: 'A consent request that was just made comes with its status and times, as the specification has it, or without, as the sample has it.',
    source: 'published/consent-requests.json',
  },
  requiredDelegator: {
    usual: 'told',
    others: ['untold'],
    does: 'A consent request for one person comes with RequiredDelegator and its name, as the table has it, or without, as the specification has it.',
    source: 'section 5, fields; published/consent-requests.json',
  },
  requestPages: {
    usual: 'untold',
    others: ['told'],
    does: 'The list of consent requests does not say where its next page is, or says it as the consents of service owners do.',
    source: 'published/consent-requests.json; where it is told, no document shows',
  },
  requestMessage: {
    usual: 'optional',
    others: ['required'],
    does: 'A consent request may come without RequestMessage, or may not.',
    source: 'section 5, RequestMessage (since 20.9)',
  },
  redirectDomains: {
    usual: 'free',
    others: ['registered'],
    does: 'RedirectUrl may lead to any domain, or to one of `control.consents.redirectDomains`.',
    source: 'section 5 (dropped in 21.12)',
  },
  tokenSignIn: {
    usual: 'key',
    others: ['organisation'],
    does: 'A consent token is given for the API key alone, or needs an organisation too.',
    source: 'section 5, token',
  },
  tokenServices: {
    usual: 'Services',
    others: ['ServiceCodes', 'comma'],
    does: 'The claim of the services: Services, one as text, several as an array; ServiceCodes, always an array; or Services with a comma between code and edition.',
    source: 'section 5, token',
  },
  tokenHeader: {
    usual: 'kid',
    others: ['x5t'],
    does: 'The header of a token names its key by kid and x5t, or by x5t alone, as an older sample.',
    source: 'published/consents.json',
  },
  tokenMetadata: {
    usual: true,
    others: [false],
    does: 'The services of a token have an entry for each value of the request too, or not.',
    source: 'published/consents.json',
  },
  tokenDates: {
    usual: 'seconds',
    others: ['dots', 'dashes'],
    does: 'DelegatedDate and ValidToDate of a token are seconds since 1970, `04.05.2026 12:00:00` or `2026-05-04 12:00:00`.',
    source: 'published/consents.json',
  },
  logUse: {
    usual: 'body',
    others: ['either'],
    does: 'The fields of a use stand in the body; or in the query where there is none.',
    source: 'published/consents.json; the query is shown by no document',
  },
  jwk: {
    usual: 'set',
    others: ['array'],
    does: 'The published keys are an object with keys, or a bare array.',
    source: 'published/metadata.json; the array is shown by no document',
  },
  lookupAnswer: {
    usual: 'string',
    others: ['raw', 'untyped'],
    does: 'The answer of a look-up service: a JSON string or a string element; its text alone; or that without Content-Type.',
    source: 'section 6: no media type',
  },
  unsignedFiles: {
    usual: '401',
    others: ['browser'],
    does: 'File transfer without sign-in is 401, or taken for a browser as other paths of users.',
    source: 'section 7, all; calls without credentials',
  },
  availableFiles: {
    usual: 'user',
    others: ['key'],
    does: 'hasavailablefiles needs a user, or the API key alone.',
    source: 'section 7, sign-in',
  },
  recipients: {
    usual: 'both',
    others: ['comma', 'repeated'],
    does: 'Recipients of hasavailablefiles joined by commas, given several times, or both; else only the first counts.',
    source: 'section 7, hasavailablefiles',
  },
  fileStatus: {
    usual: 'text',
    others: ['number'],
    does: 'FileStatus is a word, or a number as before.',
    source: 'section 7, File (22.3); the numbers are not documented',
  },
  fileStatuses: {
    usual: 'three',
    others: ['two'],
    does: 'fileStatus may be Initialized, or that is 400.',
    source: 'section 7, fileStatus',
  },
  downloadConfirms: {
    usual: false,
    others: [true],
    does: 'A whole download alone sets Downloaded, or only the confirmation does.',
    source: 'section 7: not said',
  },
  confirmMethod: {
    usual: 'POST',
    others: ['either'],
    does: 'A download is confirmed by POST, or by GET as well.',
    source: 'section 7: the sample writes GET',
  },
  uploadAnswer: {
    usual: 'file',
    others: ['empty'],
    does: 'A sent file is answered with File, or with its Location alone as before.',
    source: 'section 7, outbox (22.3)',
  },
  brokerScopes: {
    usual: 'two',
    others: [],
    does: 'File transfer has a scope to read and one to write; by a test, one without ending.',
    source: 'section 7, scope',
  },
  consentEdition: {
    usual: 'both',
    others: ['serviceEditionCode', 'serviceEdition'],
    does: 'Which name of the edition narrows the consents of a service owner; the other is not seen.',
    source: 'section 8, consents',
  },
  consentStatus: {
    usual: 'Active',
    others: ['active'],
    does: 'Status of a consent in capital or small letters.',
    source: 'section 8, consents: the sample',
  },
  stepLinks: {
    usual: 'absent',
    others: ['given'],
    does: 'A message has no relations for archiving, confirming and validating, which have documented places, or has them.',
    source: 'published/messages.json; no sample of a message has them',
  },
  consentParties: {
    usual: 'objects',
    others: ['numbers'],
    does: 'Who gives, receives and handles a consent comes as a party with its name, or as its number alone.',
    source: 'published/service-owner-access.json; numbers are shown by no document',
  },
  delegationMessage: {
    usual: 'text',
    others: ['by-language'],
    does: 'The message of a delegation request is one text, or comes back as texts by language.',
    source: 'published/delegation-requests.json; texts by language are shown by no document',
  },
  ownerRoleLinks: {
    usual: 'owner',
    others: ['metadata'],
    does: 'Roles that a service owner reads link to its role definitions, which are switched off, or to the open ones.',
    source: 'section 8 (23.10)',
  },
  ownerRoles: {
    usual: 'alone',
    others: ['with-parties', 'bare'],
    does: 'Roles that a service owner reads come alone in an object, with the two parties beside them, or as a bare array.',
    source:
      'published/service-owner-access.json; the parties and the array are shown by no document',
  },
  ownerDelegation: {
    usual: 'any',
    others: ['token'],
    does: 'A service owner delegates by any sign-in of an organisation, or by machine token alone.',
    source: 'section 8, delegations/roles',
  },
  srr: {
    usual: 'spec',
    others: ['picture'],
    does: 'Rules of the service rights register: one object with rights, or a bare array of flat objects, in bodies and answers; PUT is 204, or answers a status.',
    source: 'section 8, srr',
  },
  srrRead: {
    usual: 200,
    others: [201],
    does: 'Reading one rule is 200 or 201.',
    source: 'section 8, srr (sic)',
  },
  srrOne: {
    usual: 'array',
    others: ['object'],
    does: 'Where rules are flat, one rule by its id is an array of one, or an object alone, as the picture has it.',
    source: 'published/service-rights-register.json',
  },
  consentsOfOwner: {
    usual: 'by-service',
    others: ['any'],
    does: 'Consents of a service owner are 400 without serviceCode and edition, which are documented as required, or listed with or without a service.',
    source: 'published/service-owner-access.json',
  },
  operationWords: {
    usual: 'as-sent',
    others: ['lower'],
    does: 'The operations of a delegation request come back as they were sent, or in lower case.',
    source: 'section 5: not documented',
  },
} as const satisfies Readonly<Record<string, Switch<unknown>>>;

type All = typeof all;

/** Values that no sample chooses: tests do. */
interface Further {
  pageSize: number;
  dataLimit: number;
  linkOrigin: string;
  tooManyEvery: number;
  organisationAsParty: 'certificate' | 'all';
  logUse: 'query';
  brokerScopes: 'one';
}

/** How the platform is switched: one value of each switch. */
export type Shape = {
  -readonly [K in keyof All]:
    | All[K]['usual']
    | All[K]['others'][number]
    | (K extends keyof Further ? Further[K] : never);
};

export const switches: { readonly [K in keyof Shape]: Switch<Shape[K]> } = all;

const names = Object.keys(switches) as (keyof Shape)[];

export const usualShape = (): Shape =>
  Object.fromEntries(names.map((name) => [name, switches[name].usual])) as unknown as Shape;

/** An organisation acts as a party by its certificate alone, which the documents refuse since 2021. */
export const actingByCertificate: Partial<Shape> = { organisationAsParty: 'certificate' };

/** A platform of this kind where nothing is switched off and one certificate opens every screen. */
export const everythingOn: Partial<Shape> = { ...actingByCertificate, switchedOffStillOn: true };

export interface Sample {
  /** For test titles: the seed and what differs from the usual. */
  readonly name: string;
  readonly switches: Partial<Shape>;
}

/** A random sample of switches, the same for the same seed: about a third of all, each at another value than usual. */
export function sampleOfSwitches(seed: number, without: readonly (keyof Shape)[] = []): Sample {
  const chance = createChance(seed);
  const drawn = names.flatMap((name) => {
    const others: readonly unknown[] = switches[name].others;
    const [draw, at] = [chance.below(3), chance.below(Math.max(1, others.length))];
    const isLeft = draw > 0 || others.length === 0 || without.includes(name);
    return isLeft ? [] : [[name, others[at]] as const];
  });
  return {
    name: `switches of seed ${seed}: ${drawn.map(([name, value]) => `${name}=${String(value)}`).join(' ') || 'all as usual'}`,
    switches: Object.fromEntries(drawn),
  };
}

/** Samples that together hold every value that a switch may have but its usual one: each switch is at another value in all of them. */
export function everySwitchTurned(without: readonly (keyof Shape)[] = []): readonly Sample[] {
  const turned = names.filter(
    (name) => switches[name].others.length > 0 && !without.includes(name),
  );
  const count = Math.max(...turned.map((name) => switches[name].others.length));
  return Array.from({ length: count }, (_, at) => ({
    name: `every switch at another value, ${at + 1} of ${count}`,
    switches: Object.fromEntries(
      turned.map((name) => {
        const others: readonly unknown[] = switches[name].others;
        return [name, others[at % others.length]] as const;
      }),
    ),
  }));
}
