// Reportees: the list of those the caller may represent, and one of them.
import type { Answer, Call, Route } from './call.ts';
import { refusals, refusalWith } from './errors.ts';
import { pageOf } from './lists.ts';
import type { Parties, Party } from './parties.ts';
import { listOf, represent } from './representation.ts';

/** The operation exists, but no answer of it is described in full. */
const undocumented = refusalWith(400, 'The request body is not that of a reportee conversion.');

const shown = { name: 'Reportee' } as const;

export function reporteeRoutes(parties: Parties): readonly Route[] {
  const base = { method: 'GET', needs: 'user', apiKey: true } as const;
  return [
    { ...base, operation: 'reportees.list', path: 'reportees', act: list },
    { ...base, operation: 'reportees.get', path: 'reportees/{reporteeId}', act: one },
    {
      ...base,
      method: 'POST',
      operation: 'reportees.convert',
      path: 'reportees/reporteeconversion',
      act: () => undocumented,
    },
  ];

  function list(call: Call): Answer {
    const all = parties.representedBy(call.caller);
    const fetched = all.slice(0, call.shape.dataLimit);
    const cut = fetched.length < all.length;
    const page = pageOf(fetched, call.query, call.shape);
    const self = call.links.to('/api/reportees');
    const items = page.map((party) => reportee(call, party));
    return represent(
      call,
      listOf(items, { relation: 'reportees', self, find: `${self}/{reporteeId}` }),
      // The warning comes on reportee lists too (platform.md, Limits).
      cut ? { ...shown, headers: { 'X-Warning-LimitReached': 'true' } } : shown,
    );
  }

  function one(call: Call): Answer {
    const party = parties
      .representedBy(call.caller)
      .find((candidate) => candidate.id === call.parts['reporteeId']);
    return party ? represent(call, reportee(call, party), shown) : refusals.notAllowedToAct;
  }
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
