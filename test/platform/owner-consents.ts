// Consents for the services of a service owner (section 8), page by page with continuation tokens.
import type { Call } from './call.ts';
import { isFor } from './consent-routes.ts';
import type { Consent } from './consents.ts';
import type { Acts } from './door.ts';
import { refuseWith } from './errors.ts';
import { continuationFacts, continuedPage, type Listing, repeatedOf, wholeList } from './lists.ts';
import { whoIs } from './owner-access.ts';
import { timeWithOffset } from './timestamps.ts';
import type { World } from './world.ts';

/** Of one answer (20.7); this list is not bound to 50. */
export const mostConsents = 10_000;

export const ownerConsentActs = (parts: World) =>
  ({ 'ownerConsents.list': (call) => list(parts, call) }) satisfies Partial<Acts>;

const statusOf = ({ revoked }: Consent): 'Active' | 'Revoked' => (revoked ? 'Revoked' : 'Active');

/** Requests that were not accepted are no consents; those that are over are missing. */
function list({ owners, consents, named, state }: World, call: Call): Listing {
  const { given } = call;
  const { consentEdition, consentStatus } = call.shape;
  const names = ['serviceEditionCode', 'serviceEdition'] as const;
  const [edition = null] = names
    .filter((name) => consentEdition === 'both' || consentEdition === name)
    .flatMap((name) => given.get(name) ?? []);
  const code = given.get('serviceCode');
  const statuses = repeatedOf(call, 'status').map((one) => one.toLowerCase());
  const unknown = statuses.find((one) => !['active', 'revoked'].includes(one));
  if (unknown !== undefined) refuseWith(400, `The status '${unknown}' is unknown.`);
  if (Number(given.get('$top') ?? 0) > mostConsents)
    refuseWith(400, `The limit of '${mostConsents}' for Top query has been exceeded.`);
  if (call.shape.consentsOfOwner === 'by-service' && (code === null || edition === null))
    refuseWith(400, 'serviceCode and serviceEdition are required.');
  const found = consents.all.filter(
    (consent) =>
      consent.status === 'Accepted' &&
      consent.validTo > state.now() &&
      consent.resources.some((one) =>
        owners.owns(call.caller.organisation, one.code, one.edition),
      ) &&
      isFor(consent, code, edition) &&
      (statuses.length === 0 || statuses.includes(statusOf(consent).toLowerCase())),
  );
  const page =
    continuedPage(found, call, mostConsents) ??
    refuseWith(400, 'The continuation token is not valid.');
  const party = (number: string | undefined) => {
    const known = number === undefined ? undefined : named.byNumber(number);
    return call.shape.consentParties === 'numbers' || known === undefined ? number : whoIs(known);
  };
  const items = page.items.map((consent) => ({
    AuthorizationCode: consent.id,
    Status: consentStatus === 'active' ? statusOf(consent).toLowerCase() : statusOf(consent),
    OfferedBy: party(consent.offeredBy),
    CoveredBy: party(consent.coveredBy),
    HandledBy: party(consent.handledBy) ?? null,
    Created: timeWithOffset(consent.created),
    ValidTo: timeWithOffset(consent.validTo),
    LastChanged: timeWithOffset(consent.changed),
  }));
  return wholeList(items, continuationFacts(call, page.next));
}
