// Reportees: the list of those the caller may represent, and one of them.
import type { Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { listed, type Listing } from './lists.ts';
import type { Parties, Party } from './parties.ts';
import type { Metadata } from './metadata.ts';
import type { Named } from './register.ts';
import { readBody, textOf } from './representation.ts';

export function reporteeActs(parties: Parties, metadata: Metadata, named: Named) {
  return {
    'reportees.list': list,
    'reportees.get': (call) => reportee(one(call, ({ id }) => id === call.parts['reporteeId'])),
    'reportees.convert': (call) => convert(named, call),
    'organizations.list': (call) =>
      listed(
        represented(call).filter((party) => party.organisationNumber !== undefined),
        organisation,
      ),
    'organizations.get': (call) =>
      organisation(
        one(
          call,
          ({ organisationNumber }) => organisationNumber === call.parts['organizationNumber'],
        ),
      ),
  } satisfies Partial<Acts>;

  /** Deleted organisations are left out unless they are asked for. */
  function represented({ given, caller }: Call): readonly Party[] {
    const all = parties.representedBy(caller);
    const isAsked = (given.get('includeInactiveReportees') ?? 'true').toLowerCase() === 'true';
    return isAsked ? all : all.filter(({ status }) => status !== 'Deleted');
  }

  function one({ caller }: Call, isIt: (party: Party) => boolean): Party {
    return parties.representedBy(caller).find(isIt) ?? refuse(refusals.notAllowedToAct);
  }

  function list(call: Call): Listing {
    const code = call.given.get('serviceCode');
    const edition = call.given.get('serviceEdition');
    // An unknown service is 400 with a reason (section 2).
    if (code !== null && !metadata.find(code, Number(edition ?? Number.NaN)))
      refuseWith(400, `The service ${code}/${edition ?? ''} does not exist.`);
    const all = represented(call);
    const fetched = all.slice(0, call.shape.dataLimit);
    return listed(fetched, reportee, {
      find: '/api/reportees/{reporteeId}',
      // The warning comes on reportee lists too (platform.md, Limits).
      ...(fetched.length < all.length ? { headers: { 'X-Warning-LimitReached': 'true' } } : {}),
    });
  }
}

/** Fields are not documented: those of the reportee (section 2). */
function organisation(party: Party): object {
  return {
    Name: party.name,
    OrganizationNumber: party.organisationNumber,
    OrganizationForm: party.form,
    Status: party.status,
    ...(party.parent === undefined ? {} : { ParentOrganizationNumber: party.parent }),
    _links: {
      self: `/api/organizations/${party.organisationNumber ?? ''}`,
      messages: `/api/${party.id}/messages`,
    },
  };
}

/** The number travels in the body; the person need not be a reportee of the caller (section 3). */
function convert(named: Named, call: Call): object {
  const body = readBody(call);
  const text = (name: string): string => textOf(body[name]);
  const found =
    (text('SocialSecurityNumber') === ''
      ? named.organisation(text('OrganizationNumber'), text('Name'))
      : named.person(text('SocialSecurityNumber'), text('LastName'))) ??
    refuseWith(400, 'The number and the name do not match the register.');
  return {
    ReporteeId: found.id,
    Name: found.name,
    Type: found.kind === 'person' ? 'Person' : 'Foretak',
    ...(found.kind === 'person'
      ? { SocialSecurityNumber: found.socialSecurityNumber }
      : {
          OrganizationNumber: found.organisationNumber,
          ParentOrganizationNumber: found.parent,
          OrganizationForm: found.form,
          Status: found.registerStatus,
        }),
  };
}

function reportee(party: Party): object {
  return {
    ReporteeId: party.id,
    Name: party.name,
    Type: party.type,
    ...(party.organisationNumber === undefined
      ? { SocialSecurityNumber: party.socialSecurityNumber }
      : { OrganizationNumber: party.organisationNumber, Status: party.status }),
    ...(party.form === undefined ? {} : { OrganizationForm: party.form }),
    ...(party.parent === undefined ? {} : { ParentOrganizationNumber: party.parent }),
    _links: {
      self: `/api/reportees/${party.id}`,
      messages: `/api/${party.id}/messages`,
    },
  };
}
