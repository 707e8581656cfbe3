// Reportees, rights and roles of anybody as a service owner reads them, and the one role it gives (section 8).
import type { Answer, Call } from './call.ts';
import { languageOf } from './code-lists.ts';
import { isGiven, type Consents } from './consents.ts';
import type { Acts } from './door.ts';
import { refusals, refusalWith } from './errors.ts';
import { everyRole, shownRights, shownRoles, type HeldRights, type Holder } from './held-rights.ts';
import { listed, pageOf } from './lists.ts';
import type { Metadata } from './metadata.ts';
import type { Parties } from './parties.ts';
import type { Party } from './party-of.ts';
import { persons } from './persons.ts';
import type { Named, Registered } from './register.ts';
import {
  embeddedOf,
  itemsOf,
  listOf,
  readBody,
  represent,
  textOf,
  type Fields,
} from './representation.ts';
import { ownerRole, roleDefinitions, roleFields } from './role-definitions.ts';
import type { State } from './state.ts';

export interface OwnerAccessParts {
  readonly held: HeldRights;
  readonly named: Named;
  readonly parties: Parties;
  readonly metadata: Metadata;
  readonly consents: Consents;
  readonly state: State;
  /** What service owners gave. */
  readonly given: GivenRole[];
}

/** A role that a service owner gave. */
export interface GivenRole {
  readonly owner: string;
  readonly roleId: number;
  readonly onBehalfOf: string;
  readonly receiver: string;
}

export const ownerAccessActs = (parts: OwnerAccessParts) =>
  ({
    'ownerAccess.reportees': (call) => reportees(parts, call),
    'ownerAccess.rights': (call) =>
      between(parts, call, 'Rights', (holder) => shownRights(call, parts.metadata, holder)),
    'ownerAccess.roles': (call) => roles(parts, call),
    'ownerAccess.appRights': (call) => between(parts, call, 'AppRights', () => []),
    'ownerAccess.roleDefinitions': definitions,
    'ownerDelegations.create': (call) => give(parts, call),
    'ownerDelegations.remove': (call) => takeBack(parts, call),
  }) satisfies Partial<Acts>;

/** Somebody of whom the call speaks; a person without a profile is refused with clear words (22.5). */
function subjectIn({ named }: OwnerAccessParts, call: Call, name: string): Registered | Answer {
  const number = new URLSearchParams(call.query).get(name) ?? '';
  if (number === '') return refusalWith(400, `The parameter ${name} is required.`);
  const found = named.byNumber(number);
  if (!found) return refusalWith(400, `The ${name} is not in the register.`);
  return found.kind === 'person' && found.userName === undefined
    ? refusalWith(400, `The ${name} has no profile.`)
    : found;
}

const personIdOf = ({ id }: Registered): string | undefined =>
  persons.find(({ party }) => `r${party}` === id)?.id;

const partyOf = ({ kind, id, name, organisationNumber }: Registered): Party =>
  kind === 'person'
    ? { kind: 'person', key: id, name }
    : { kind: 'organisation', key: organisationNumber ?? '', name };

function holderOf({ held }: OwnerAccessParts, subject: Registered, reportee: Registered): Holder {
  const person = personIdOf(subject);
  return person === undefined
    ? held.find(partyOf(reportee), subject)
    : held.ofCaller({ caller: { person } }, partyOf(reportee));
}

/** A party as service owners are shown it: without ReporteeId and links. */
export function whoIs({ kind, name, parent, ...one }: Registered): object {
  if (kind === 'person')
    return { Name: name, Type: 'Person', SocialSecurityNumber: one.socialSecurityNumber };
  return {
    Name: name,
    Type: parent === undefined ? 'Enterprise' : 'Business',
    OrganizationNumber: one.organisationNumber,
    OrganizationForm: one.form,
    ...(parent === undefined ? {} : { ParentOrganizationNumber: parent }),
    Status: one.registerStatus,
  };
}

/** By service, by role definition or by app: one of them. */
function reportees(parts: OwnerAccessParts, call: Call): Answer {
  const subject = subjectIn(parts, call, 'subject');
  if ('status' in subject) return subject;
  const query = new URLSearchParams(call.query);
  const [code, edition] = [query.get('serviceCode'), query.get('serviceEdition')];
  const [role, app] = [query.get('roleDefinitionId'), query.get('app')];
  if ((code === null) !== (edition === null))
    return refusalWith(400, 'serviceCode and serviceEdition must be given together.');
  if ([code, role, app].filter((one) => one !== null).length > 1)
    return refusalWith(400, 'serviceCode, roleDefinitionId and app exclude each other.');
  if (code !== null && !parts.metadata.find(code, Number(edition)))
    return refusalWith(400, `The service ${code}/${edition ?? ''} does not exist.`);
  const holds = (reportee: Registered): boolean => {
    if (app !== null) return false;
    const holder = holderOf(parts, subject, reportee);
    if (role !== null) return everyRole(holder).has(Number(role));
    return (
      code === null ||
      shownRights(call, parts.metadata, holder).some(
        (right) => right.ServiceCode === code && String(right.ServiceEditionCode) === edition,
      )
    );
  };
  const found = represented(parts, subject).filter(holds);
  const givers =
    query.get('showConsentReportees')?.toLowerCase() === 'true' ? giversTo(parts, subject) : [];
  const all = [...found, ...givers.filter(({ id }) => found.every((one) => one.id !== id))];
  const path = '/api/serviceowner/reportees';
  return listed(call, all, whoIs, { name: 'Reportee', relation: 'reportees', path });
}

function represented({ parties, named }: OwnerAccessParts, subject: Registered): Registered[] {
  const person = personIdOf(subject);
  const caller =
    person === undefined ? { organisation: subject.organisationNumber ?? '' } : { person };
  const found = parties.representedBy(caller).flatMap(({ id }) => named.find(id) ?? []);
  return found.length > 0 ? found : [subject];
}

/** Those whose consent the subject has. */
const giversTo = (
  { consents, named, state }: OwnerAccessParts,
  subject: Registered,
): Registered[] =>
  consents.all
    .filter(
      (consent) =>
        consent.coveredBy === subject.organisationNumber && isGiven(consent, state.now()),
    )
    .flatMap(({ offeredBy }) => named.byNumber(offeredBy) ?? []);

const selfOf = (call: Call): object => ({
  self: { href: call.links.to(`${call.path}?${call.query}`) },
});

/** An object with Subject and Reportee, not a list. The subject is a person. */
function between(
  parts: OwnerAccessParts,
  call: Call,
  name: string,
  items: (holder: Holder) => readonly object[],
): Answer {
  const subject = subjectIn(parts, call, 'subject');
  if ('status' in subject) return subject;
  if (subject.kind !== 'person') return refusalWith(400, 'The subject must be a person.');
  const reportee = subjectIn(parts, call, 'reportee');
  if ('status' in reportee) return reportee;
  const value = {
    Subject: whoIs(subject),
    Reportee: whoIs(reportee),
    [name]: items(holderOf(parts, subject, reportee)),
    _links: selfOf(call),
  };
  return represent(call, value, { name: 'Authorization' });
}

/** Here the subject may be an organisation too. Links of items lead to what is switched off, or to the open reads. */
function roles(parts: OwnerAccessParts, call: Call): Answer {
  const subject = subjectIn(parts, call, 'subject');
  if ('status' in subject) return subject;
  const reportee = subjectIn(parts, call, 'reportee');
  if ('status' in reportee) return reportee;
  const all = shownRoles(call, holderOf(parts, subject, reportee)).map((role) => {
    const { RoleDefinitionId: id, _links } = role as { RoleDefinitionId: number; _links?: object };
    const isOld = call.shape.ownerRoleLinks === 'owner' && _links !== undefined;
    const href = call.links.to(`/api/serviceowner/roledefinitions/${id}`);
    return isOld ? { ...role, _links: { roledefinition: { href } } } : role;
  });
  const page = pageOf(all, call.query, call.shape);
  const { ownerRoles } = call.shape;
  if (ownerRoles === 'bare') return represent(call, page, { name: 'Role' });
  const self = call.links.to(`${call.path}?${call.query}`);
  if (ownerRoles === 'alone')
    return represent(call, listOf(page, { relation: 'roles', self }), { name: 'Role' });
  const value = {
    ...{ Subject: whoIs(subject), Reportee: whoIs(reportee) },
    ...(call.shape.lists === 'named' ? { roles: page } : { _embedded: { roles: page } }),
    _links: selfOf(call),
  };
  return represent(call, value, { name: 'Authorization' });
}

function definitions(call: Call): Answer {
  const path = '/api/serviceowner/roledefinitions';
  return listed(
    call,
    roleDefinitions,
    (role) => ({
      ...roleFields(role, languageOf(call)),
      RoleDefinitionCode: role.code,
      _links: { self: { href: call.links.to(`${path}/${role.id}`) } },
    }),
    { name: 'RoleDefinition', relation: 'roledefinitions', path },
  );
}

/** A role of a person is given to another person or an organisation: every fault in what is asked is 403. */
function give(parts: OwnerAccessParts, call: Call): Answer {
  const { caller } = call;
  // Where a machine token is asked for, another sign-in is no organisation.
  if (call.shape.ownerDelegation === 'token' && caller.by !== 'token')
    return refusals.organisationMissing;
  const body = readBody(call);
  if ('status' in body) return body;
  const { named, held, state } = parts;
  const bad = (words: string): Answer => refusalWith(403, words);
  const text = (name: string): string => textOf(body.value[name]).trim();
  const giver = named.byNumber(new URLSearchParams(call.query).get('onBehalfOf') ?? '');
  if (giver?.kind !== 'person') return bad('onBehalfOf must be the number of a person.');
  if (text('Type') !== 'Email') return bad('Type must be Email.');
  const receiver =
    text('SocialSecurityNumber') === ''
      ? named.organisation(text('OrganizationNumber'), text('Name'))
      : named.person(text('SocialSecurityNumber'), text('LastName'));
  if (!receiver) return bad('The receiver was not found, or the name does not match the register.');
  const hasAddress = receiver.kind === 'person' && receiver.userName !== undefined;
  if (text('Email') === '' && !hasAddress) return bad('Email is required for the receiver.');
  const wanted = itemsOf(embeddedOf(body.value, 'Roles'));
  const [only] = wanted.map((item) => textOf((item as Fields)['RoleDefinitionId']));
  if (wanted.length !== 1 || only !== String(ownerRole.id))
    return bad(`Only one role can be given, which is ${ownerRole.code}.`);
  const owner = caller.organisation ?? '';
  const party = partyOf(giver);
  const roleId = held.nextId();
  held.find(party, receiver).roles.push({
    id: roleId,
    definition: ownerRole.id,
    delegator: named.byNumber(owner)?.name ?? owner,
    since: state.now(),
  });
  held.notices.push({ party: party.key, receiver: receiver.id, email: text('Email') });
  parts.given.push({ owner, roleId, onBehalfOf: giver.id, receiver: receiver.id });
  return { status: 201, reason: 'Created' };
}

function takeBack({ given, held, named }: OwnerAccessParts, call: Call): Answer {
  const at = given.findIndex(
    ({ owner, roleId }) =>
      owner === call.caller.organisation && String(roleId) === call.parts['roleId'],
  );
  const found = given[at];
  const [giver, receiver] = [found?.onBehalfOf, found?.receiver].map((id) => named.find(id ?? ''));
  if (!found || !giver || !receiver)
    return refusalWith(403, 'The role was not given by this service owner.');
  const holder = held.find(partyOf(giver), receiver);
  holder.roles = holder.roles.filter(({ id }) => id !== found.roleId);
  given.splice(at, 1);
  return { status: 204, reason: 'Role Deleted' };
}
