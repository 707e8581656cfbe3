// Reportees: the list of those the caller may represent, and one of them.
import type { Answer, Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusals, refusalWith } from './errors.ts';
import { listed } from './lists.ts';
import type { Parties, Party } from './parties.ts';
import type { Metadata } from './metadata.ts';
import type { Named } from './register.ts';
import { jsonOnly, readBody, represent, textOf } from './representation.ts';

const shown = { name: 'Reportee' } as const;

export function reporteeActs(parties: Parties, metadata: Metadata, named: Named) {
  return {
    'reportees.list': list,
    'reportees.get': one,
    'reportees.convert': (call) => convert(named, call),
    'organizations.list': organisations,
    'organizations.get': organisation,
  } satisfies Partial<Acts>;

  /** Deleted organisations are left out unless they are asked for. */
  function represented(call: Call): readonly Party[] {
    const query = new URLSearchParams(call.query);
    const all = parties.representedBy(call.caller);
    const isAsked = query.get('includeInactiveReportees')?.toLowerCase() === 'true';
    const isDefault = !query.has('includeInactiveReportees');
    return isAsked || isDefault ? all : all.filter(({ status }) => status !== 'Deleted');
  }

  function organisations(call: Call): Answer {
    const all = represented(call).filter((party) => party.organisationNumber !== undefined);
    return listed(call, all, (party) => organisationShown(call, party), {
      name: 'Organization',
      relation: 'organizations',
      path: '/api/organizations',
    });
  }

  function organisation(call: Call): Answer {
    const number = call.parts['organizationNumber'];
    const party = parties
      .representedBy(call.caller)
      .find((one) => one.organisationNumber === number);
    return party
      ? represent(call, organisationShown(call, party), { name: 'Organization' })
      : refusals.notAllowedToAct;
  }

  function list(call: Call): Answer {
    const query = new URLSearchParams(call.query);
    const code = query.get('serviceCode');
    const edition = query.get('serviceEdition');
    // An unknown service is 400 with a reason (section 2).
    if (code !== null && !metadata.find(code, Number(edition ?? Number.NaN))) {
      return refusalWith(400, `The service ${code}/${edition ?? ''} does not exist.`);
    }
    const all = represented(call);
    const fetched = all.slice(0, call.shape.dataLimit);
    const cut = fetched.length < all.length;
    const path = '/api/reportees';
    return listed(call, fetched, (party) => reportee(call, party), {
      ...shown,
      relation: 'reportees',
      path,
      find: `${call.links.to(path)}/{reporteeId}`,
      // The warning comes on reportee lists too (platform.md, Limits).
      ...(cut ? { headers: { 'X-Warning-LimitReached': 'true' } } : {}),
    });
  }

  function one(call: Call): Answer {
    const party = parties
      .representedBy(call.caller)
      .find((candidate) => candidate.id === call.parts['reporteeId']);
    return party ? represent(call, reportee(call, party), shown) : refusals.notAllowedToAct;
  }
}

/** Fields are not documented: those of the reportee (section 2). */
function organisationShown(call: Call, party: Party): object {
  const to = (path: string): object => ({ href: call.links.to(path) });
  return {
    Name: party.name,
    OrganizationNumber: party.organisationNumber,
    OrganizationForm: party.form,
    Status: party.status,
    ...(party.parent === undefined ? {} : { ParentOrganizationNumber: party.parent }),
    _links: {
      self: to(`/api/organizations/${party.organisationNumber ?? ''}`),
      messages: to(`/api/${party.id}/messages`),
    },
  };
}

/** The number travels in the body; the person need not be a reportee of the caller (section 3). */
function convert(named: Named, call: Call): Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const text = (name: string): string => textOf(body.value[name]);
  const found =
    text('SocialSecurityNumber') === ''
      ? named.organisation(text('OrganizationNumber'), text('Name'))
      : named.person(text('SocialSecurityNumber'), text('LastName'));
  if (!found) return refusalWith(400, 'The number and the name do not match the register.');
  const value = {
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
  return represent(call, value, { ...shown, types: jsonOnly });
}

function reportee(call: Call, party: Party): object {
  const to = (path: string): object => ({ href: call.links.to(path) });
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
      self: to(`/api/reportees/${party.id}`),
      messages: to(`/api/${party.id}/messages`),
    },
  };
}
