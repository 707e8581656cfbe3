// Reportees, rights and roles of anybody as a service owner reads them, and the one role it gives (section 8).
import type { Call } from './call.ts';
import { languageOf } from './code-lists.ts';
import { isGiven } from './consents.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { everyRole, shownRights, shownRoles, type Holder } from './held-rights.ts';
import { listed, type Listing, pageOf } from './lists.ts';
import type { Party } from './party-of.ts';
import { persons } from './persons.ts';
import type { Registered } from './register.ts';
import { embeddedOf, itemsOf, readBody, textOf, type Fields } from './representation.ts';
import { ownerRole, roleDefinitions } from './role-definitions.ts';
import { ownerRoleDefinition } from './service-owner.ts';
import type { World } from './world.ts';

export const ownerAccessActs = (parts: World) =>
  ({
    'ownerAccess.reportees': (call) => reportees(parts, call),
    'ownerAccess.rights': (call) =>
      between(parts, call, 'Rights', (holder) => shownRights(call, parts.metadata, holder)),
    'ownerAccess.roles': (call) => roles(parts, call),
    'ownerAccess.appRights': (call) => between(parts, call, 'AppRights', () => []),
    'ownerAccess.roleDefinitions': (call) =>
      listed(roleDefinitions, (role) => ownerRoleDefinition(role, languageOf(call))),
    'ownerDelegations.create': (call) => give(parts, call),
    'ownerDelegations.remove': (call) => takeBack(parts, call),
  }) satisfies Partial<Acts>;

/** Somebody of whom the call speaks; a person without a profile is refused with clear words (22.5). */
function subjectIn({ named }: World, { given }: Call, name: string): Registered {
  const number = given.get(name) ?? '';
  if (number === '') refuseWith(400, `The parameter ${name} is required.`);
  const found = named.byNumber(number) ?? refuseWith(400, `The ${name} is not in the register.`);
  return found.kind === 'person' && found.userName === undefined
    ? refuseWith(400, `The ${name} has no profile.`)
    : found;
}

const personIdOf = ({ id }: Registered): string | undefined =>
  persons.find(({ party }) => `r${party}` === id)?.id;

const partyOf = ({ kind, id, name, organisationNumber }: Registered): Party =>
  kind === 'person'
    ? { kind: 'person', key: id, name }
    : { kind: 'organisation', key: organisationNumber ?? '', name };

function holderOf({ held }: World, subject: Registered, reportee: Registered): Holder {
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
function reportees(parts: World, call: Call): Listing {
  const subject = subjectIn(parts, call, 'subject');
  const { given } = call;
  const [code, edition] = [given.get('serviceCode'), given.get('serviceEdition')];
  const [role, app] = [given.get('roleDefinitionId'), given.get('app')];
  if ((code === null) !== (edition === null))
    refuseWith(400, 'serviceCode and serviceEdition must be given together.');
  if ([code, role, app].filter((one) => one !== null).length > 1)
    refuseWith(400, 'serviceCode, roleDefinitionId and app exclude each other.');
  if (code !== null && !parts.metadata.find(code, Number(edition)))
    refuseWith(400, `The service ${code}/${edition ?? ''} does not exist.`);
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
    given.get('showConsentReportees')?.toLowerCase() === 'true' ? giversTo(parts, subject) : [];
  const further = givers.filter(({ id }) => found.every((one) => one.id !== id));
  return listed([...found, ...further], whoIs);
}

function represented({ parties, named }: World, subject: Registered): Registered[] {
  const person = personIdOf(subject);
  const caller =
    person === undefined ? { organisation: subject.organisationNumber ?? '' } : { person };
  const found = parties.representedBy(caller).flatMap(({ id }) => named.find(id) ?? []);
  return found.length > 0 ? found : [subject];
}

/** Those whose consent the subject has. */
const giversTo = ({ consents, named, state }: World, subject: Registered): Registered[] =>
  consents.all
    .filter(
      (consent) =>
        consent.coveredBy === subject.organisationNumber && isGiven(consent, state.now()),
    )
    .flatMap(({ offeredBy }) => named.byNumber(offeredBy) ?? []);

const addressOf = ({ path, query }: Call): string => `${path}?${query}`;

/** An object with Subject and Reportee, not a list. The subject is a person. */
function between(
  parts: World,
  call: Call,
  name: string,
  items: (holder: Holder) => readonly object[],
): object {
  const subject = subjectIn(parts, call, 'subject');
  if (subject.kind !== 'person') refuseWith(400, 'The subject must be a person.');
  const reportee = subjectIn(parts, call, 'reportee');
  return {
    Subject: whoIs(subject),
    Reportee: whoIs(reportee),
    [name]: items(holderOf(parts, subject, reportee)),
    _links: { self: addressOf(call) },
  };
}

/** Here the subject may be an organisation too. Links of items lead to what is switched off, or to the open reads. */
function roles(parts: World, call: Call): object {
  const subject = subjectIn(parts, call, 'subject');
  const reportee = subjectIn(parts, call, 'reportee');
  const all = shownRoles(call, holderOf(parts, subject, reportee)).map((role) => {
    const { RoleDefinitionId: id, _links } = role as { RoleDefinitionId: number; _links?: object };
    const isOld = call.shape.ownerRoleLinks === 'owner' && _links !== undefined;
    const roledefinition = `/api/serviceowner/roledefinitions/${id}`;
    return isOld ? { ...role, _links: { roledefinition } } : role;
  });
  const { ownerRoles, lists } = call.shape;
  const self = addressOf(call);
  if (ownerRoles !== 'with-parties')
    return listed(all, undefined, { self, bare: ownerRoles === 'bare' });
  const page = pageOf(all, call);
  return {
    ...{ Subject: whoIs(subject), Reportee: whoIs(reportee) },
    ...(lists === 'named' ? { roles: page } : { _embedded: { roles: page } }),
    _links: { self },
  };
}

/** A role of a person is given to another person or an organisation: every fault in what is asked is 403. */
function give(parts: World, call: Call): void {
  const { caller } = call;
  // Where a machine token is asked for, another sign-in is no organisation.
  if (call.shape.ownerDelegation === 'token' && caller.by !== 'token')
    refuse(refusals.organisationMissing);
  const body = readBody(call);
  const { named, held, state } = parts;
  const text = (name: string): string => textOf(body[name]).trim();
  const giver = named.byNumber(call.given.get('onBehalfOf') ?? '');
  if (giver?.kind !== 'person')
    return refuseWith(403, 'onBehalfOf must be the number of a person.');
  if (text('Type') !== 'Email') refuseWith(403, 'Type must be Email.');
  const receiver =
    (text('SocialSecurityNumber') === ''
      ? named.organisation(text('OrganizationNumber'), text('Name'))
      : named.person(text('SocialSecurityNumber'), text('LastName'))) ??
    refuseWith(403, 'The receiver was not found, or the name does not match the register.');
  const hasAddress = receiver.kind === 'person' && receiver.userName !== undefined;
  if (text('Email') === '' && !hasAddress) refuseWith(403, 'Email is required for the receiver.');
  const wanted = itemsOf(embeddedOf(body, 'Roles'));
  const [only] = wanted.map((item) => textOf((item as Fields)['RoleDefinitionId']));
  if (wanted.length !== 1 || only !== String(ownerRole.id))
    refuseWith(403, `Only one role can be given, which is ${ownerRole.code}.`);
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
  parts.rolesGiven.push({ owner, roleId, onBehalfOf: giver.id, receiver: receiver.id });
}

function takeBack({ rolesGiven: given, held, named }: World, call: Call): void {
  const at = given.findIndex(
    ({ owner, roleId }) =>
      owner === call.caller.organisation && String(roleId) === call.parts['roleId'],
  );
  const found = given[at];
  const [giver, receiver] = [found?.onBehalfOf, found?.receiver].map((id) => named.find(id ?? ''));
  if (!found || !giver || !receiver)
    return refuseWith(403, 'The role was not given by this service owner.');
  const holder = held.find(partyOf(giver), receiver);
  holder.roles = holder.roles.filter(({ id }) => id !== found.roleId);
  given.splice(at, 1);
}
